# For the tests of the case studies; sourced.
# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/../server/lib.sh"
# check_study PROGRAM EXPECTED [TARGET]: what follows a line "measured" differs from run to run.
check_study() {
  local program=$1 expected=$2
  shift 2
  "$program" "$@" >"$scratch/all" || fail "$program $* ended with $?"
  sed '/^measured/,$d' "$scratch/all" >"$scratch/out"
  ! grep -nE '\<(nan|inf)\>' "$scratch/all" || fail "$(basename "$program") $* measured nothing"
  diff -u "$expected" "$scratch/out" || fail "$(basename "$program") $* printed something else"
}
