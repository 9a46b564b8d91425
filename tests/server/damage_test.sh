#!/usr/bin/env bash
# One flipped bit in a table's store file, seen from outside: the server goes on, says so, and the
# table is repaired while it runs.
#
#   damage_test.sh PROGRAM
# shellcheck disable=SC1091,SC2154  # lib.sh sets scratch
set -euo pipefail
basalt=$1
source "$(dirname "$0")/lib.sh"

start() {
  local line
  mkfifo "$scratch/announcement"
  "$basalt" server --data "$scratch/data" --bind 127.0.0.1 --rpc-port 0 --master-port 0 \
    --no-zookeeper >"$scratch/announcement" 2>"$scratch/log" &
  server=$!
  exec 3<"$scratch/announcement"
  read -r line <&3
  read -r line <&3
  url=hbase://127.0.0.1:${line##*:}
}
stop() {
  kill "$server"
  wait "$server" || true
  server=
}
shell() { "$basalt" shell "$@" 2>&1; }

{
  echo "create 'bad', 'f'"
  echo "create 'good', 'f'"
  for i in {100..199}; do
    echo "put 'bad', 'row$i', 'f:q', '$(head -c 300 /dev/urandom | base64 -w0)'"
  done
  echo "put 'good', 'r', 'f:q', 'v'"
  echo "flush 'bad'"
} >"$scratch/commands"
shell "$scratch/data" "$scratch/commands" >/dev/null
# The largest store file is the table's.
file=$(find "$scratch/data/engine" -name "*.sst" -printf "%s %p\n" | sort -rn | sed -n "1s/^[0-9]* //p")
printf '\377' | dd of="$file" bs=1 seek=20000 conv=notrunc 2>/dev/null

start
shell "$url" -e "major_compact 'bad'" >/dev/null || true
shell "$url" --keep-going -e "scan 'bad'" >"$scratch/scan" || true
grep -q "table bad, family f" "$scratch/scan" || fail "the scan does not name the table: $(cat "$scratch/scan")"
grep -q "rows 'row" "$scratch/scan" || fail "the scan does not name the rows: $(cat "$scratch/scan")"
# Everything else goes on.
shell "$url" -e "put 'good', 'r2', 'f:q', 'v'" -e "put 'bad', 'row100', 'f:q', 'new'" \
  -e "flush 'bad'" -e "create 'third', 'f'" -e "disable 'third'" -e "drop 'third'" \
  -e "snapshot 'good', 's'" -e "major_compact 'good'" -e "get 'bad', 'row100'" >"$scratch/rest" ||
  fail "something else failed: $(cat "$scratch/rest")"
shell "$url" -e "status" | grep -q "1 damaged files" || fail "status does not say so"
[ "$(grep -c "is damaged" "$scratch/log")" = 1 ] || fail "not logged once: $(cat "$scratch/log")"
if "$basalt" scrub "$url" >"$scratch/scrub" 2>&1; then fail "the scrub found nothing"; fi
grep -q "table bad, family f" "$scratch/scrub" || fail "the scrub says: $(cat "$scratch/scrub")"

"$basalt" repair "$url" --table bad >"$scratch/repair" || fail "repair: $(cat "$scratch/repair")"
grep -q "lost: rows 'row" "$scratch/repair" || fail "the repair says: $(cat "$scratch/repair")"
[ -n "$(find "$scratch/data/damaged" -name "*.sst")" ] || fail "the file was not kept"
shell "$url" -e "scan 'bad'" -e "major_compact 'bad'" >"$scratch/scan" || fail "after the repair: $(cat "$scratch/scan")"
"$basalt" scrub "$url" >/dev/null || fail "the scrub after the repair fails"
stop
"$basalt" check "$scratch/data" || fail "the check finds something after the repair"
