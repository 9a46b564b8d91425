#!/usr/bin/env bash
# All case studies on a server process print what they print on a directory.
#
#   server_test.sh BASALT EXPECTED_DIRECTORY PROGRAMS...
# shellcheck disable=SC1091,SC2034,SC2154  # lib.sh sets scratch and ends the server
set -euo pipefail
basalt=$1 expected=$2
shift 2
source "$(dirname "$0")/lib.sh"

start_server "$basalt" "$scratch/data"
for program in "$@"; do
  check_study "$program" "$expected/$(basename "$program").txt" "$rpc_url"
done
[ $# -gt 0 ] || fail "no programs"
