# Building the Go programs that tests use, once per user. Sourced by the scripts below tests/.
#
#   build_go MODULE [PACKAGE]    builds the Go module in the folder MODULE, or the tests of a package that
#                                it requires, those of integration too; go_program is its path afterwards
#
# As with tests/java.sh: what is built lies in a cache folder of the user, named after a checksum of
# the module's sources; a download is tried three times, and when it still fails the script ends with
# exit code 75, which CTest reports as "not run".

go_cache=${BASALT_GO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/basalt/go}
readonly go_download_failed=75

build_go() {
  local module=$1 package=${2:-} sum log lock attempt
  sum=$(cd "$module" && find . -type f \( -name '*.go' -o -name 'go.*' \) | LC_ALL=C sort |
    xargs -d '\n' sha256sum | sha256sum | cut -c 1-16)
  go_program="$go_cache/$(basename "$(dirname "$module")")-$(basename "$module")-$sum${package:+-tests}"
  local command=(go build -o "$go_program.new" .)
  [[ -z $package ]] || command=(go test -c -tags integration -o "$go_program.new" "$package")
  [[ ! -x $go_program ]] || return 0
  command -v go > /dev/null || {
    echo "Go is not installed; script/setup --test installs it" >&2
    exit 1
  }
  mkdir -p "$go_cache"
  # Two tests may want the same module at once.
  exec {lock}> "$go_program.lock"
  flock "$lock"
  log="$go_program.log"
  for attempt in 1 2 3; do
    [[ ! -x $go_program ]] || break
    if (cd "$module" && GOFLAGS=-mod=readonly go mod download) > "$log" 2>&1; then
      if ! (cd "$module" && GOFLAGS="-mod=readonly -buildvcs=false" "${command[@]}") >> "$log" 2>&1; then
        echo "building $module failed:" >&2
        tail -n 20 "$log" >&2
        exit 1
      fi
      mv "$go_program.new" "$go_program"
    elif ((attempt == 3)); then
      echo "DOWNLOAD FAILED: Go could not fetch what $module needs in 3 tries: $(tail -n 1 "$log")" >&2
      exit "$go_download_failed"
    else
      sleep $((attempt * 5))
    fi
  done
  exec {lock}>&-
}
