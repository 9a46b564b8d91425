# What the tests of the installed libraries share; sourced. `work` is theirs, `server` the process to
# end.
# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/../start_server.sh"
work=$(mktemp -d)
cleanup() {
  kill_server
  rm -rf "$work"
}
trap cleanup EXIT

fail() {
  echo "FAILED: $*"
  exit 1
}
expect() {
  if [ "$2" != "$3" ]; then
    printf '%s: expected\n%s\nbut got\n%s\n' "$1" "$2" "$3"
    exit 1
  fi
}
# quietly COMMAND...: shows what it said only if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }
}
# check_hello PROGRAM TARGET RUNS: `runs` it is to count on the target.
check_hello() {
  local greetings=$'get en: hello\nscan: en = hello\nscan: is = halló'
  expect "$1 $2, run $3" "$greetings"$'\n'"runs: $3" "$("$work/$1" "$2")"
}
# install_to PREFIX BUILD_DIRECTORY [COMPONENTS...]: installed in one place and moved to another:
# nothing may remember the first.
install_to() {
  local prefix=$1 build=$2 component
  shift 2
  rm -rf "$work/first"
  if [ $# -eq 0 ]; then quietly cmake --install "$build" --prefix "$work/first"; fi
  for component in "$@"; do
    quietly cmake --install "$build" --prefix "$work/first" --component "$component"
  done
  mv "$work/first" "$prefix"
}
# use_pkg_config PREFIX: where pkg-config is to look.
use_pkg_config() {
  PKG_CONFIG_PATH=$(dirname "$(find "$1" -name basalt-client.pc)")
  export PKG_CONFIG_PATH
}
# compile PROGRAM SOURCE MODULE [FLAGS...]: with what pkg-config says about the module.
compile() {
  local program=$1 source=$2 module=$3 flags libraries
  shift 3
  read -ra flags < <(pkg-config --cflags "$module")
  read -ra libraries < <(pkg-config --libs "$module")
  "$compiler" -std=c++20 "${flags[@]}" "$source" "${libraries[@]}" "$@" -o "$work/$program"
}
