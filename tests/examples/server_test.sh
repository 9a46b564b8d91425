#!/usr/bin/env bash
# All case studies on a server process print what they print on a directory.
#
#   server_test.sh BASALT EXPECTED_DIRECTORY PROGRAMS...
# shellcheck disable=SC1091,SC2034,SC2154  # lib.sh sets scratch and ends the server
set -euo pipefail
basalt=$1 expected=$2
shift 2
source "$(dirname "$0")/lib.sh"

mkfifo "$scratch/announcement"
"$basalt" server --data "$scratch/data" --bind 127.0.0.1 --rpc-port 0 --master-port 0 \
  --zookeeper-port 0 >"$scratch/announcement" 2>"$scratch/log" &
server=$!
exec 3<"$scratch/announcement"
read -r _ <&3
read -r line <&3
for program in "$@"; do
  check_study "$program" "$expected/$(basename "$program").txt" "hbase://127.0.0.1:${line##*:}"
done
[ $# -gt 0 ] || fail "no programs"
