#!/usr/bin/env bash
# The shell on a terminal: the prompt, completion, history, Ctrl-C, a question, pages, the exit.
#   interactive_test.sh BASALT directory|server
# Each step waits for what must appear, and fails when it does not within the time limit.
set -euo pipefail
basalt=$1
work=$(mktemp -d)
# shellcheck source=tests/start_server.sh
source "$(dirname "$0")/../start_server.sh"
url=$work/data
if [ "$2" = server ]; then
  start_server "$basalt" "$work/data"
  url=$rpc_url
fi
export BASALT_HISTORY=$work/history TERM=xterm LC_ALL=C.UTF-8

# exec, and not the system's shell: that one may take the Ctrl-C for its own and end with 130.
coproc terminal {
  script -qec "stty rows 12 cols 80; exec '$basalt' shell '$url'" /dev/null 2>&1
}
exec {in}<&"${terminal[0]}" {out}>&"${terminal[1]}"
# shellcheck disable=SC2154  # coproc sets it
pid=$terminal_PID
trap 'kill "$pid" 2>/dev/null || true; kill_server; rm -rf "$work"' EXIT

seen=
expect() {
  local character
  while [[ $seen != *"$1"* ]]; do
    IFS= read -rN1 -t 20 -u "$in" character || {
      printf 'waited for: %s\nand saw: %q\n' "$1" "$seen" >&2
      exit 1
    }
    seen+=$character
  done
  seen=${seen#*"$1"}
}
send() { printf '%b' "$1" >&"$out"; }

expect 'hbase:001:0> '
send "create 'people', 'info'\r"
expect 'Created table people'
expect 'Took 0.'
expect '=> Hbase::Table - people'
expect 'hbase:002:0> '
# Completion: a command, a table, a family.
send "pu\t 'peo\t', 'r1', 'inf\t:a', 'v'\r"
expect 'hbase:003:0> '
send "scan 'people'\r"
expect 'column=info:a'
expect 'hbase:004:0> '
# Ctrl-C ends the command, not the shell. What the command prints first tells that it runs: an echo may
# be the terminal's, and a Ctrl-C before the line is read takes the line back.
send "list; sleep 1000\r"
expect 'row(s)'
send '\x03'
expect 'Interrupted'
expect 'hbase:005:0> '
# And a command that was only begun.
send "create 'x',\r"
expect 'hbase:005:1* '
send '\x03'
expect 'hbase:005:0> '
# A question.
send "disable_all 'peo.*'\r"
expect '(y/n)?'
send 'y\r'
expect '1 tables successfully disabled'
# The history: one up is that command.
expect 'hbase:006:0> '
send '\x1b[A\x1b[A\r'
expect 'hbase:006:1* '
send "'f'\r"
expect 'Created table x'
expect 'hbase:007:0> '
# A command of several lines is one entry.
send '\x1b[A\r'
expect 'Table already exists: x!'
expect 'hbase:008:0> '
# Results longer than the screen come page by page: a line more, and enough.
send "help\r"
expect '-- more --'
send '\r'
expect '-- more --'
send 'q'
expect 'hbase:009:0> '
# Ctrl-C is no answer to the question for more, but an end.
send "help\r"
expect '-- more --'
send '\x03'
expect 'hbase:010:0> '
# The rest at once.
send "help\r"
expect '-- more --'
send 'a'
expect 'begins a comment.'
expect 'hbase:011:0> '
if [ -n "$server" ]; then
  # A server that does not answer does not keep the shell.
  kill -STOP "$server"
  until grep -q '^State:.T' "/proc/$server/status"; do :; done
  send "version; scan 'x'\r"
  expect 'Basalt on RocksDB'
  send '\x03'
  expect 'Interrupted'
  expect 'hbase:012:0> '
  # Nor does one that is asked for its tables.
  send "count '"
  expect "count '"
  send '\t\x03'
  expect 'hbase:012:0> '
  kill -CONT "$server"
  send "count 'x'\r"
  expect '0 row(s)'
  expect 'hbase:013:0> '
fi
# A block takes several lines, and Ctrl-C ends a loop that prints nothing.
send "2.times do |i|\r"
expect ':1* '
send 'puts "turn#{i}"\r'
expect ':1* '
send 'end\r'
expect 'turn1'
send "puts 'be' + 'gun'; loop { }\r"
expect 'begun'
send '\x03'
expect 'Interrupted'
send 'exit 3\r'
code=0
wait "$pid" || code=$?
[ "$code" = 3 ] || { echo "exit 3 ended with $code" >&2; exit 1; }
grep -q 'disable_all' "$BASALT_HISTORY"
echo "the shell on a terminal works"
