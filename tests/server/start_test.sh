#!/usr/bin/env bash
# The server as a process: it starts, says where it listens, guards its directory and its ports,
# refuses nonsense, and stops when told.
#
#   start_test.sh PROGRAM
# shellcheck disable=SC1091,SC2154  # lib.sh sets scratch
set -euo pipefail
basalt=$1
source "$(dirname "$0")/lib.sh"
# expect_error TEXT ARGUMENTS...: a start that must fail with exit code 1 and this text.
expect_error() {
  local text=$1 code=0
  shift
  "$basalt" server "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
  [ "$code" -eq 1 ] || fail "exit code $code instead of 1 for: $*"
  grep -qF -- "$text" "$scratch/err" || fail "no '$text' in: $(cat "$scratch/err")"
}
ports=(--rpc-port 0 --master-port 0 --zookeeper-port 0)

start_server "$basalt" "$scratch/data"
expect_error "already open in process $server" --data "$scratch/data" "${ports[@]}"
expect_error "Address already in use" --data "$scratch/other" \
  --rpc-port "$rpc_port" --master-port 0 --zookeeper-port 0
expect_error "did you mean server.rpc_port" --set server.rpc_prt=1
expect_error "log.file = $scratch" --set "log.file=$scratch" --data "$scratch/other" "${ports[@]}"
expect_error "cannot find the address of this name" --bind no.such.host.invalid \
  --data "$scratch/other" "${ports[@]}"
expect_error "give HOST or HOST:PORT" --advertise host:99999 --data "$scratch/other" "${ports[@]}"

# ZooKeeper's health word, answered by the façade.
exec 4<>"/dev/tcp/127.0.0.1/$zookeeper_port"
printf ruok >&4
read -r -n 4 answer <&4
[ "$answer" = imok ] || fail "ruok was answered with '$answer'"
exec 4>&-

code=0
stop_server || code=$?
[ "$code" -eq 0 ] || fail "it stopped with $code"
read -r line <&"$announcement"
[ "$line" = "basalt: stopping" ] || fail "it ended with: $line"

# An ephemeral server leaves nothing behind.
mkfifo "$scratch/announcement"
TMPDIR=$scratch "$basalt" server --ephemeral >"$scratch/announcement" &
server=$!
read -r line <"$scratch/announcement"
data=${line##*\"data\":\"}
data=${data%%\"*}
[ -d "$data" ] || fail "no directory in: $line"
kill -TERM "$server"
wait "$server" || fail "the ephemeral server stopped with $?"
server=
[ ! -e "$data" ] || fail "$data is still there"
echo "ok"
