# A server process for tests; sourced. The one who sources it ends what is left over with
# kill_server, in its trap.
#
# start_server BASALT DATA [ARGUMENTS...]: a server on the directory, on free ports, with more
# arguments if given. Returns when it listens. Sets server (the process), rpc_port, master_port,
# zookeeper_port, rpc_url and zookeeper_url; what it logs is in DATA.err, and what it announces from
# then on can be read from the descriptor announcement.
# shellcheck disable=SC2034  # read by those who source this
server=
start_server() {
  local basalt=$1 data=$2 line
  shift 2
  rm -f "$data.announcement"
  mkfifo "$data.announcement"
  "$basalt" server --data "$data" --rpc-port 0 --master-port 0 --zookeeper-port 0 "$@" \
    >"$data.announcement" 2>"$data.err" &
  server=$!
  exec {announcement}<"$data.announcement"
  rm -f "$data.announcement"
  rpc_port='' master_port='' zookeeper_port=''
  # A server that ends closes the pipe, which ends the loop.
  while [[ -z $master_port || (-z $zookeeper_port && " $* " != *' --no-zookeeper '*) ]]; do
    IFS= read -r line <&"$announcement" || { cat "$data.err" >&2; return 1; }
    case $line in
      *'(regions, registry)'*) rpc_port=${line##*:} ;;
      *'(master)'*) master_port=${line##*:} ;;
      *ZooKeeper*) line=${line##*:} zookeeper_port=${line%%/*} ;;
    esac
  done
  rpc_url=hbase://127.0.0.1:$rpc_port
  zookeeper_url=zk://127.0.0.1:$zookeeper_port/hbase
}
# stop_server: as an operator does; its exit code.
stop_server() {
  local process=$server
  server=
  kill -TERM "$process"
  wait "$process"
}
kill_server() {
  [ -n "$server" ] || return 0
  kill -9 "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}
