# Building the Java programs that tests use, once per user. Sourced by the scripts below tests/.
#
#   build_java MODULE NAME [maven arguments...]   builds the Maven project in the folder MODULE
#   classes NAME, class_path NAME                 where its classes are, and those with all it needs
#
# What is built lies in a cache folder of the user, named after a checksum of the module's sources, so
# that another clone of the project finds it and a changed source does not. Maven's own repository
# (~/.m2) keeps the jars. Downloads fail now and then: each is tried three times. When it still fails
# the script ends with exit code 75, which CTest reports as "not run", not as a failed test.

java_cache=${BASALT_JAVA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/basalt/java}
readonly java_download_failed=75
declare -A java_dirs

# The jars of a class path may have been removed since.
java_is_built() {
  [[ -f $1/built ]] || return 1
  local jar
  while read -r -d : jar || [[ -n $jar ]]; do
    [[ -z $jar || -e $jar ]] || return 1
  done < "$1/classpath"
}

build_java() {
  local module=$1 name=$2 java_dir java_lock sum log attempt
  shift 2
  sum=$({
    printf '%s\n' "$@"
    cd "$module" && find pom.xml src -type f | LC_ALL=C sort | xargs -d '\n' sha256sum
  } | sha256sum | cut -c 1-16)
  java_dir="$java_cache/$(basename "$module")-$sum"
  java_dirs[$name]=$java_dir
  ! java_is_built "$java_dir" || return 0
  mkdir -p "$java_cache"
  # Two tests may want the same module at once.
  exec {java_lock}> "$java_dir.lock"
  flock "$java_lock"
  if ! java_is_built "$java_dir"; then
    rm -rf "$java_dir"
    mkdir -p "$java_dir"
    log="$java_dir/maven.log"
    local goals=(compile dependency:build-classpath "-Dmdep.outputFile=$java_dir/classpath"
      "-Doutput.directory=$java_dir" "$@")
    if ! mvn -q -B -o -f "$module/pom.xml" "${goals[@]}" > "$log" 2>&1; then
      for attempt in 1 2 3; do
        mvn -q -B -f "$module/pom.xml" "${goals[@]}" > "$log" 2>&1 && break
        if ! grep -qE 'Could not (transfer|resolve|find artifact)|Unknown host|timed out|Connection' "$log"; then
          echo "building $module failed:" >&2
          grep -m 20 ERROR "$log" >&2
          exit 1
        fi
        if ((attempt == 3)); then
          echo "DOWNLOAD FAILED: Maven could not fetch what $module needs in 3 tries: $(
            grep -m 1 -oE 'Could not [^:]*: [^ ]*|Unknown host [^ ]*' "$log")" >&2
          exit "$java_download_failed"
        fi
        sleep $((attempt * 5))
      done
    fi
    touch "$java_dir/built"
  fi
  exec {java_lock}>&-
}

classes() { echo "${java_dirs[$1]}/classes"; }
class_path() { echo "$(classes "$1"):$(cat "${java_dirs[$1]}/classpath")"; }
