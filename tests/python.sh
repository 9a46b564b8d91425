# A Python with packages from PyPI for tests, once per user. Sourced by the scripts below tests/.
#
#   build_python REQUIREMENTS    installs what the file names; python_program has it afterwards
#
# As with tests/java.sh: the environment lies in a cache folder of the user, named after a checksum of
# the requirements; a download is tried three times, and when it still fails the script ends with exit
# code 75, which CTest reports as "not run".

python_cache=${BASALT_PYTHON_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/basalt/python}
readonly python_download_failed=75

build_python() {
  local requirements=$1 directory lock log attempt
  directory="$python_cache/$(basename "$(dirname "$requirements")")-$(sha256sum < "$requirements" | cut -c 1-16)"
  python_program="$directory/bin/python"
  [[ ! -f $directory/built ]] || return 0
  mkdir -p "$python_cache"
  # Two tests may want the same environment at once.
  exec {lock}> "$directory.lock"
  flock "$lock"
  if [[ ! -f $directory/built ]]; then
    rm -rf "$directory"
    log="$directory.log"
    if ! python3 -m venv "$directory" > "$log" 2>&1; then
      echo "no Python environment could be made (script/setup --test installs python3-venv): $(tail -n 1 "$log")" >&2
      exit 1
    fi
    for attempt in 1 2 3; do
      "$python_program" -m pip --disable-pip-version-check install --only-binary :all: -r "$requirements" \
        > "$log" 2>&1 && break
      if ((attempt == 3)); then
        echo "DOWNLOAD FAILED: pip could not fetch what $requirements names in 3 tries: $(tail -n 1 "$log")" >&2
        exit "$python_download_failed"
      fi
      sleep $((attempt * 5))
    done
    touch "$directory/built"
  fi
  exec {lock}>&-
}
