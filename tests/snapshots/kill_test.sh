#!/usr/bin/env bash
# Kills `basalt snapshot` at every failpoint it passes, one run for each. Afterwards the change has
# happened or it has not, nothing is left over, and the directory and its snapshots are good.
#
#   tests/snapshots/kill_test.sh BASALT
set -euo pipefail

basalt=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/basalt-snapshots-XXXXXX")
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "snapshots: $*" >&2
  exit 1
}

names() {
  "$basalt" snapshot list --data "$1" --json | sed 's/{/\n/g' | sed -n 's/"name":"\([^"]*\)".*/\1/p' | tr '\n' ' '
}

# A directory with the table people and the snapshot first, copied for each run.
"$basalt" tour --fast --dir "$scratch/start" > "$scratch/log" 2>&1
"$basalt" snapshot create --data "$scratch/start" people first

# steps CHANGE ARGUMENTS...: the failpoints it passes.
steps() {
  rm -rf "$scratch/data" "$scratch/steps"
  cp -r "$scratch/start" "$scratch/data"
  BASALT_FAILPOINT_LOG="$scratch/steps" "$basalt" snapshot "$1" --data "$scratch/data" "${@:2}"
  sort -u "$scratch/steps"
}

# kill_at STEP CHANGE ARGUMENTS...
kill_at() {
  local step=$1 change=$2 status=0
  shift 2
  rm -rf "$scratch/data"
  cp -r "$scratch/start" "$scratch/data"
  # The inner shell keeps the outer one from announcing the kill.
  BASALT_FAILPOINT=$step bash -c '"$@" 2> "$0" || exit $?' "$scratch/log" \
    "$basalt" snapshot "$change" --data "$scratch/data" "$@" 2> /dev/null || status=$?
  ((status == 137)) || fail "$change at $step ended with $status: $(cat "$scratch/log")"
}

# Opens the directory, which cleans it up, and uses what is there.
check() {
  local what=$1 name
  "$basalt" snapshot create --data "$scratch/data" people after || fail "$what: no snapshot after it"
  [[ -z $(ls -A "$scratch/data/snapshots/.tmp") ]] ||
    fail "$what: left over: $(ls -A "$scratch/data/snapshots/.tmp")"
  for name in $(names "$scratch/data"); do
    "$basalt" snapshot clone --data "$scratch/data" "$name" "clone_of_$name" || fail "$what: clone of $name"
  done
}

kills=0
try() {
  local change=$1 before=$2 after=$3 step now
  shift 3
  local all
  all=$(steps "$change" "$@") || fail "$change does not work"
  [[ -n $all ]] || fail "$change passes no failpoint"
  for step in $all; do
    kill_at "$step" "$change" "$@"
    now=$(names "$scratch/data")
    [[ $now == "$before" || $now == "$after" ]] || fail "$change killed at $step: snapshots are $now"
    check "$change killed at $step"
    kills=$((kills + 1))
  done
}

try create "first " "first second " people second
try delete "first " "" first
try clone "first " "first " first people2
# A killed clone leaves its table or none; after it the name is free or taken, never in between.
kill_at clone_snapshot.prepared clone first people2
"$basalt" snapshot clone --data "$scratch/data" first people2 || fail "a killed clone keeps its name"
kill_at clone_snapshot.committed clone first people2
if "$basalt" snapshot clone --data "$scratch/data" first people2 2> "$scratch/log"; then
  fail "a clone that was written is not there"
fi
grep -q people2 "$scratch/log" || fail "unexpected: $(cat "$scratch/log")"
echo "snapshots: killed $kills times, nothing lost and nothing left over"
echo "proof: kill-snapshot $kills kills"
