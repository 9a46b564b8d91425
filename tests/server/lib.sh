# For tests of the program as a process; sourced. `scratch` is theirs, `server` the process to end.
# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/../start_server.sh"
scratch=$(mktemp -d)
cleanup() {
  kill_server
  rm -rf "$scratch"
}
trap cleanup EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}
