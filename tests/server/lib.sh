# For tests of the program as a process; sourced. `scratch` is theirs, `server` the process to end.
scratch=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}
