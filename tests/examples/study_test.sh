#!/usr/bin/env bash
# A case study prints what it should: on a directory of its own that it removes, and twice on one
# that is given.
#
#   study_test.sh PROGRAM EXPECTED
# After a change that is meant: BASALT_UPDATE=1 writes the file anew, for you to read.
# shellcheck disable=SC1091,SC2154  # lib.sh sets scratch
set -euo pipefail
program=$1 expected=$2
source "$(dirname "$0")/lib.sh"

if [ "${BASALT_UPDATE:-}" = 1 ]; then "$program" | sed '/^measured/,$d' >"$expected"; fi
mkdir "$scratch/temporary"
TMPDIR="$scratch/temporary" check_study "$program" "$expected"
[ -z "$(ls -A "$scratch/temporary")" ] || fail "it left $(ls "$scratch/temporary")"
check_study "$program" "$expected" "$scratch/data"
check_study "$program" "$expected" "$scratch/data"

touch "$scratch/a-file"
if "$program" "$scratch/a-file" >/dev/null 2>"$scratch/err"; then fail "a file was taken for a store"; fi
[ -s "$scratch/err" ] || fail "it failed without a word"
