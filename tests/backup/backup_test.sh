#!/usr/bin/env bash
# Backups of a server as a process: the commands of docs/backup.md, refusals, and a server that is
# killed while it makes one.
#
#   backup_test.sh PROGRAM PAGE
# shellcheck disable=SC1091,SC2154  # lib.sh sets scratch
set -euo pipefail
basalt=$1
page=$2
source "$(dirname "$0")/../server/lib.sh"
# expect_error CODE TEXT ARGUMENTS...
expect_error() {
  local wanted=$1 text=$2 code=0
  shift 2
  "$basalt" backup "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code instead of $wanted for: $*: $(cat "$scratch/err")"
  grep -qF -- "$text" "$scratch/err" || fail "no '$text' in: $(cat "$scratch/err")"
}
# start DATA: sets server and port. Backups over the network go below $scratch.
start() {
  start_server "$basalt" "$1" --no-zookeeper --set "backup.root=$scratch"
  port=$master_port
}
stop() { stop_server || fail "the server stopped with $?"; }

"$basalt" tour --fast --dir "$scratch/data" >/dev/null

# Without a server, of a directory.
"$basalt" backup create --to "$scratch/cold" "$scratch/data" >"$scratch/out"
grep -q "^backup 1 in $scratch/cold: " "$scratch/out" || fail "it said: $(cat "$scratch/out")"

start "$scratch/data"
export PORT=$port BACKUPS=$scratch/backups RESTORED=$scratch/restored
# The page's first example, with the program under test.
awk '/^```/ { inside = !inside && !seen; seen = 1; next } inside' "$page" >"$scratch/example"
[ "$(wc -l <"$scratch/example")" -ge 6 ] || fail "no example in $page"
mkdir "$scratch/bin"
ln -s "$basalt" "$scratch/bin/basalt"
PATH=$scratch/bin:$PATH bash -eu "$scratch/example" >"$scratch/out" || fail "the example of $page"
for line in "backup 1 in $BACKUPS: " "backup 2 in $BACKUPS: " "2 backups are intact" \
  "is restored to $RESTORED" "backup 1 is deleted"; do
  grep -qF "$line" "$scratch/out" || fail "no '$line' in: $(cat "$scratch/out")"
done
"$basalt" backup list "$BACKUPS" >"$scratch/out"
[ "$(wc -l <"$scratch/out")" -eq 2 ] || fail "it lists: $(cat "$scratch/out")"

# A full one, slowly enough to see the limit work.
"$basalt" backup create --to "$BACKUPS" --full --rate-limit 100000000 "hbase://localhost:$port" \
  >/dev/null
"$basalt" backup list "$BACKUPS" | grep -q " full " || fail "no full one"

# Nonsense.
expect_error 1 "already open in process $server" create --to "$scratch/other" "$scratch/data"
expect_error 1 "lie in each other" create --to "$scratch/data" "hbase://localhost:$port"
mkdir "$scratch/strange"
touch "$scratch/strange/file"
expect_error 1 "holds no backups" create --to "$scratch/strange" "hbase://localhost:$port"
expect_error 1 "no server answers" create --to "$scratch/other" hbase://localhost:1
expect_error 1 "give hbase://HOST:PORT" create --to "$scratch/other" hbase://localhost:x
expect_error 1 "does not exist" create --to "$scratch/other" "$scratch/absent"
expect_error 1 "there are no backups" list "$scratch/strange"
expect_error 1 "there is no backup 77" verify "$BACKUPS" --backup 77
expect_error 1 "there is no backup 77" restore "$BACKUPS" --to "$scratch/r77" --backup 77
expect_error 1 "is not empty" restore "$BACKUPS" --to "$scratch/strange"
expect_error 2 "" create
expect_error 2 "" delete "$BACKUPS"
[ ! -e "$scratch/other" ] || fail "a refused backup left something"
stop

# Unless it is allowed, and there, nothing is written for clients.
start_server "$basalt" "$scratch/data" --no-zookeeper
expect_error 1 "Set backup.root" create --to "$scratch/other" "hbase://localhost:$master_port"
stop
mkdir "$scratch/root"
ln -s "$scratch" "$scratch/root/link"
start_server "$basalt" "$scratch/data" --no-zookeeper --set "backup.root=$scratch/root"
for place in "$scratch/other" "$scratch/root/../other" "$scratch/root/link/other" "$scratch/root"; do
  expect_error 1 "is not below $scratch/root" create --to "$place" "hbase://localhost:$master_port"
done
[ ! -e "$scratch/other" ] || fail "a refused backup left something"
"$basalt" backup create --to "$scratch/root/daily" "hbase://localhost:$master_port" >/dev/null
stop

# What was restored is a data directory.
start "$RESTORED"
"$basalt" backup create --to "$scratch/second" "hbase://localhost:$port" >/dev/null
stop

# A server that dies while it makes one.
for place in backup.begin backup.made; do
  BASALT_FAILPOINT=$place start "$scratch/data"
  expect_error 1 "localhost:$port" create --to "$BACKUPS" "hbase://localhost:$port"
  wait "$server" || true
  server=
  "$basalt" backup verify "$BACKUPS" >/dev/null
done
start "$scratch/data"
"$basalt" backup create --to "$BACKUPS" "hbase://localhost:$port" >/dev/null
stop

# A restore that dies.
for place in restore.begun restore.copied restore.stamp; do
  code=0
  BASALT_FAILPOINT=$place "$basalt" backup restore "$BACKUPS" --to "$scratch/half" \
    >/dev/null 2>&1 || code=$?
  [ "$code" -ge 128 ] || fail "the restore did not die at $place"
  expect_error 1 "did not finish" restore "$BACKUPS" --to "$scratch/half"
  if "$basalt" server --data "$scratch/half" --bind 127.0.0.1 --rpc-port 0 --master-port 0 \
    --no-zookeeper >"$scratch/out" 2>"$scratch/err"; then
    fail "half a restore was served"
  fi
  grep -q "did not finish" "$scratch/err" || fail "it said: $(cat "$scratch/err")"
  rm -r "$scratch/half"
done

# Damage is found, named, and told by the exit code.
victim=$(find "$BACKUPS/shared_checksum" -name '*.sst' | head -1)
printf 'x' | dd of="$victim" bs=1 seek=10 conv=notrunc status=none
expect_error 1 "$(basename "$victim")" verify "$BACKUPS"
echo "ok"
