#!/usr/bin/env bash
# The tour prints what tests/tour/expected.txt says, byte for byte.
#   tour_test.sh BASALT EXPECTED
# After a change that is meant: BASALT_UPDATE=1 writes the file anew, for you to read.
set -euo pipefail
basalt=$1 expected=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$basalt" tour --dir data >output
if [ "${BASALT_UPDATE:-}" = 1 ]; then cp output "$expected"; fi
diff -u "$expected" output
