#!/usr/bin/env bash
# What a server does unless it is told otherwise: who can connect, who can read its files; and what
# SIGHUP does.
#
#   defaults_test.sh PROGRAM
# shellcheck disable=SC1091,SC2154  # lib.sh sets scratch, start_server the ports
set -euo pipefail
basalt=$1
source "$(dirname "$0")/lib.sh"
# listening_at PORT: the addresses that the port is bound to, as /proc/net has them.
listening_at() {
  local hex
  printf -v hex '%04X' "$1"
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port=":$hex\$" '$2 ~ port && $4 == "0A" { sub(/:.*/, "", $2); print $2 }'
}
loopback=0100007F
everywhere=00000000
expect_address() {
  local wanted=$1 port
  for port in "$rpc_port" "$master_port" "$zookeeper_port"; do
    [ "$(listening_at "$port")" = "$wanted" ] || fail "port $port is at $(listening_at "$port")"
  done
}

# Only this machine can connect, and no warning is needed.
start_server "$basalt" "$scratch/plain"
expect_address $loopback
! grep -q 'without authentication' "$scratch/plain.err" || fail "a warning about loopback"
# What clients are told leads them back: meta by the RPC registry and by ZooKeeper.
for url in "hbase://localhost:$rpc_port" "zk://localhost:$zookeeper_port/hbase"; do
  "$basalt" shell "$url" -e "list" >/dev/null || fail "a client at $url"
done
stop_server || fail "it stopped with $?"

start_server "$basalt" "$scratch/named" --bind localhost
expect_address $loopback
stop_server || fail "it stopped with $?"

# Anybody can: the operator is told, in the log and, when that is a file, on the terminal, too.
start_server "$basalt" "$scratch/open" --bind 0.0.0.0
expect_address $everywhere
grep -q 'warn.*listening at 0.0.0.0 without authentication' "$scratch/open.err" || fail "no warning"
stop_server || fail "it stopped with $?"
start_server "$basalt" "$scratch/open" --bind 0.0.0.0 --set "log.file=$scratch/log"
grep -q 'warning: listening at 0.0.0.0' "$scratch/open.err" || fail "no warning on the terminal"
stop_server || fail "it stopped with $?"
rm "$scratch/log"

mkfifo "$scratch/announcement"
TMPDIR=$scratch "$basalt" server --ephemeral >"$scratch/announcement" 2>"$scratch/ephemeral.err" &
server=$!
read -r line <"$scratch/announcement"
for name in rpc master zookeeper; do
  number=${line##*"\"${name}_port\":"}
  number=${number%%[,\}]*}
  [ "$(listening_at "$number")" = $loopback ] || fail "--ephemeral: $name at $(listening_at "$number")"
done
stop_server || fail "it stopped with $?"

# Files and folders are their owner's: of the store, of backups and of exported snapshots; also when
# the directory was there, and open to others.
umask 022
mkdir "$scratch/files" "$scratch/backups"
"$basalt" shell "$scratch/files" -e "create 't', {NAME => 'f', IS_MOB => true, MOB_THRESHOLD => 10}" \
  -e "put 't', 'r', 'f:q', 'a value of some length'" -e "flush 't'" -e "major_compact 't'" \
  -e "snapshot 't', 's'" >/dev/null
"$basalt" snapshot export s "$scratch/exported" --data "$scratch/files" >/dev/null
"$basalt" backup create --to "$scratch/backups" "$scratch/files" >/dev/null
"$basalt" backup restore "$scratch/backups" --to "$scratch/restored" >/dev/null
start_server "$basalt" "$scratch/files"
for directory in files backups exported restored; do
  [ -d "$scratch/$directory" ] || fail "no $directory"
  found=$(find "$scratch/$directory" \( -perm /077 -o -type f ! -perm 600 -o -type d ! -perm 700 \) \
    -printf '%m %p\n')
  [ -z "$found" ] || fail "open to others: $found"
done
stop_server || fail "it stopped with $?"
chmod 750 "$scratch/files"
start_server "$basalt" "$scratch/files"
grep -q "warn.*chmod -R go= $scratch/files" "$scratch/files.err" || fail "no warning about 0750"
[ "$(stat -c %a "$scratch/files")" = 750 ] || fail "an existing store's permissions were changed"
stop_server || fail "it stopped with $?"

# SIGHUP: the log is opened anew, settings are read again, and nothing is lost.
# await_line FILE TEXT
await_line() {
  until grep -qF -- "$2" "$1" 2>/dev/null; do
    kill -0 "$server" 2>/dev/null || fail "the server ended; it was to say '$2'"
    read -rt 0.02 <> <(:) || true
  done
}
cat >"$scratch/basalt.toml" <<TOML
[log]
file = "$scratch/log"
TOML
start_server "$basalt" "$scratch/hup" --config "$scratch/basalt.toml"
"$basalt" shell "$rpc_url" -e "create 't', 'f'" -e "alter 't', DURABILITY => 'SKIP_WAL'" \
  -e "put 't', 'r', 'f:q', 'not logged'" >/dev/null
mv "$scratch/log" "$scratch/log.1"
cat >>"$scratch/basalt.toml" <<TOML
[snapshot]
ttl_s = 77
[server]
handler_threads = 3
TOML
kill -HUP "$server"
await_line "$scratch/log" "server.handler_threads: 16 -> 3: needs a restart"
grep -qF "changed snapshot.ttl_s: 0 -> 77" "$scratch/log" || fail "it said: $(cat "$scratch/log")"
echo 'nonsense' >>"$scratch/basalt.toml"
kill -HUP "$server"
await_line "$scratch/log" "cannot read the settings again"
"$basalt" shell "$rpc_url" -e "get 't', 'r'" | grep -q 'not logged' || fail "the row is gone"
stop_server || fail "it stopped with $?"
echo "ok"
