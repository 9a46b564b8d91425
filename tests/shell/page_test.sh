#!/usr/bin/env bash
# The shell session of a documentation page gives the output that the page shows.
#   page_test.sh BASALT PAGE
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016  # the marks of a code block
sed -n '/^```shell$/,/^```$/{/^```/d;p}' "$2" >"$work/page.test"
[ -s "$work/page.test" ] || { echo "there is no example in $2" >&2; exit 1; }
BASALT_UPDATE='' bash "$(dirname "$0")/run" "$1" "$work/page.test"
