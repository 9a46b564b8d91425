# For the tests of this folder; sourced. start_server BASALT DIRECTORY: a server of its own on free
# ports, in `server`; its addresses are in `rpc_url` and `zookeeper_url`.
server=
start_server() {
  : >"$2.announcement"
  "$1" server --data "$2" --bind 127.0.0.1 --rpc-port 0 --master-port 0 --zookeeper-port 0 \
    >"$2.announcement" 2>"$2.err" &
  server=$!
  until grep -q 'ZooKeeper' "$2.announcement"; do
    kill -0 "$server" 2>/dev/null || { cat "$2.err" >&2; exit 1; }
    read -rt 0.02 <> <(:) || true
  done
  # Read by those who source this.
  # shellcheck disable=SC2034
  rpc_url=hbase://127.0.0.1:$(sed -nE 's/.*regions.*:([0-9]+)$/\1/p' "$2.announcement")
  # shellcheck disable=SC2034
  zookeeper_url=zk://127.0.0.1:$(sed -nE 's/.*ZooKeeper.*:([0-9]+).*$/\1/p' "$2.announcement")/hbase
}
stop_server() {
  [ -n "$server" ] || return 0
  kill -9 "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}
