# Shared by the scripts of this folder: building the Java programs, starting and stopping servers.
# Sourced after $here, $root and $work are set.

fail() {
  echo "clients: $*" >&2
  exit 1
}

# build_java MODULE NAME [maven arguments]: classes and class path of a module of this folder go to
# $work/NAME. Works offline once everything was downloaded.
build_java() {
  local module="$here/$1" out="$work/$2"
  shift 2
  if [[ -f $out/built ]] &&
    [[ -z $(find "$module/pom.xml" "$module/src" -newer "$out/built" -print -quit) ]]; then
    return
  fi
  local goals=(compile dependency:build-classpath "-Dmdep.outputFile=$out/classpath"
    "-Dclients.build.directory=$out" "$@")
  mkdir -p "$out"
  rm -rf "$out/classes"
  mvn -q -B -o -f "$module/pom.xml" "${goals[@]}" > "$out/maven.log" 2>&1 ||
    mvn -q -B -f "$module/pom.xml" "${goals[@]}" > "$out/maven.log" 2>&1 ||
    fail "Maven failed: $(grep -m 20 ERROR "$out/maven.log")"
  touch "$out/built"
}

# class_path NAME: of what build_java made.
class_path() {
  echo "$work/$1/classes:$(cat "$work/$1/classpath")"
}

# json_field LINE NAME: a number or string of a flat JSON object.
json_field() {
  sed -E "s/.*\"$2\" *: *\"?([^\",}]*).*/\1/" <<< "$1"
}
