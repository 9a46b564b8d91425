#!/usr/bin/env bash
# Quotas and the switch of throttles survive a kill of the server; and a directory that has them
# enforces the limits of namespaces.
#   quota_kill_test.sh BASALT
set -euo pipefail
# shellcheck source=tests/start_server.sh
source "$(dirname "$0")/../start_server.sh"
basalt=$1
work=$(mktemp -d)
trap 'kill_server; rm -rf "$work"' EXIT
start_server "$basalt" "$work/data" --set quota.enabled=true
"$basalt" shell "$rpc_url" \
  -e "create_namespace 'ns', {'hbase.namespace.quota.maxtables' => '1'}" \
  -e "create 'ns:t', 'f'" \
  -e "set_quota TYPE => THROTTLE, USER => 'ada', LIMIT => '1000req/sec'" \
  -e "set_quota TYPE => SPACE, TABLE => 'ns:t', LIMIT => '1G', POLICY => NO_WRITES" \
  -e "disable_rpc_throttle" >"$work/made"
"$basalt" shell "$rpc_url" -e list_quotas >"$work/before"
kill_server
start_server "$basalt" "$work/data" --set quota.enabled=true
"$basalt" shell "$rpc_url" -e list_quotas >"$work/after"
diff "$work/before" "$work/after"
grep -q 'USER => ada .*1000req/sec' "$work/after"
"$basalt" shell "$rpc_url" -e enable_rpc_throttle | grep -q 'Previous rpc throttle state : false'
stop_server
"$basalt" check --data "$work/data" >"$work/check" || { cat "$work/check"; exit 1; }
"$basalt" shell "$work/data" -e list_quotas >"$work/directory"
diff "$work/before" "$work/directory"
"$basalt" shell "$work/data" -e "create 'ns:u', 'f'" >"$work/refused" 2>&1 && exit 1
grep -q 'would exceed maximum number of tables allowed' "$work/refused" || { cat "$work/refused"; exit 1; }
