#!/usr/bin/env bash
# What HBase's own shell printed, against what ours prints on a Basalt server.
#   golden_server_test.sh BASALT SHELL_TEST
set -euo pipefail
# shellcheck source=tests/start_server.sh
source "$(dirname "$0")/../start_server.sh"
work=$(mktemp -d)
trap 'kill_server; rm -rf "$work"' EXIT
start_server "$1" "$work/data"
BASALT_GOLDEN_URL=$rpc_url "$2" --gtest_filter='GoldenTest.*'
