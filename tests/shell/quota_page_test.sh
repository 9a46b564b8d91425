#!/usr/bin/env bash
# The shell session of a documentation page gives the output that the page shows, on a server with
# quotas enabled.
#   quota_page_test.sh BASALT PAGE [URL]
# URL: such a server, Basalt or Apache HBase, with nothing on it; one of its own by default.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=tests/start_server.sh
source "$here/../start_server.sh"
work=$(mktemp -d)
trap 'kill_server; rm -rf "$work"' EXIT
{
  echo '# Runs on clusters.'
  # shellcheck disable=SC2016  # the marks of a code block
  sed -n '/^```shell$/,/^```$/{/^```/d;p}' "$2"
} >"$work/page.test"
[ "$(wc -l <"$work/page.test")" -gt 1 ] || { echo "there is no example in $2" >&2; exit 1; }
url=${3:-}
if [ -z "$url" ]; then
  start_server "$1" "$work/data" --set quota.enabled=true
  url=$rpc_url
fi
BASALT_UPDATE='' bash "$here/run" "$1" "$work/page.test" "$url"
