# Suites of tests/clients/run with programs that are not HBase's: clients in other languages, HBase's
# gateways, and databases built on HBase. Sourced by run, whose functions it uses.
#
# Their programs print a line for each case, "ok NAME" or "FAILED NAME: MESSAGE"; run_cases makes the
# results of them.
# shellcheck disable=SC2154  # $here, $work, $scratch, $basalt and others are run's
source "$here/../go.sh"
source "$here/../python.sh"

# What docs/compatibility.md counts a result as; it leaves out kinds that it does not know.
cases_kind=client

# cases_of LOG SUITE TARGET CLIENT RESULTS: writes the results, prints the suite's line, and is false
# when a case failed or there is none.
cases_of() {
  awk -v suite="$2" -v target="$3" -v client="$4" -v results="$5" -v kind="$cases_kind" '
    function quoted(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/[[:cntrl:]]/, " ", text); return "\"" text "\"" }
    /^(ok|FAILED) / {
      works = $1 == "ok"; name = $0; message = ""
      sub(/^[^ ]* /, "", name)
      if (!works) { message = name; sub(/:.*/, "", name); sub(/^[^:]*: /, "", message) }
      ++count[works]
      lines[++n] = sprintf("{\"suite\":%s,\"case\":%s,\"target\":%s,\"outcome\":%s,\"kind\":%s,\"name\":%s,\"message\":%s}",
        quoted(suite), quoted(name), quoted(target), works ? "\"works\"" : "\"differs\"", quoted(kind), quoted(client), quoted(substr(message, 1, 300)))
    }
    END {
      print "[" > results
      for (i = 1; i <= n; ++i) print lines[i] (i < n ? "," : "") > results
      print "]" > results
      printf "clients: %s: %d passed, %d failed\n", client, count[1], count[0]
      exit count[0] > 0 || count[1] == 0
    }' "$1"
}

# checked_cases SUITE TARGET CLIENT COMMAND...: what the command prints, and then the suite's line.
checked_cases() {
  local suite=$1 on=$2 client=$3 code=0 log="$work/logs/$1-$2.cases"
  shift 3
  "$@" > "$log" || code=$?
  cat "$log"
  cases_of "$log" "$suite" "$on" "$client" "$work/results/$suite-$on.json" || code=1
  # One that ends early says so, and why, at its end.
  if ((code != 0)) && ! grep -q '^FAILED ' "$log"; then
    echo "FAILED $suite: it ended with $code: $(tail -n 1 "$work/logs/$suite-$on.log.err")"
  fi
  return "$code"
}

# run_cases SUITE TARGET CLIENT COMMAND...
run_cases() { run_program "$1" "$2" checked_cases "$@"; }

# The processes beside the servers, ended with the run.
helpers=()
stop_helpers() {
  local process
  for process in "${helpers[@]}"; do
    kill "$process" 2> /dev/null || true
    wait "$process" 2> /dev/null || true
  done
  helpers=()
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_for_port NAME PROCESS PORT
wait_for_port() {
  local waited=0
  until (: < "/dev/tcp/127.0.0.1/$3") 2> /dev/null; do
    kill -0 "$2" 2> /dev/null || fail "$1 did not start: $(tail -1 "$work/logs/$1.err")"
    ((++waited < 1200)) || fail "$1 is not ready after two minutes"
    sleep 0.1
  done
}

# shell_commands TARGET COMMAND...: in our shell, which works on both servers.
shell_commands() {
  local on=$1
  shift
  printf '%s\n' "$@" | "$basalt" shell "hbase://127.0.0.1:$(port "$on" rpc)" 2> "$work/logs/shell_commands.err"
}

# A folder for the class path that says where the server is.
hbase_site() {
  local folder="$scratch/site-$1"
  mkdir -p "$folder"
  cat > "$folder/hbase-site.xml" << END
<configuration>
  <property><name>hbase.zookeeper.quorum</name><value>127.0.0.1</value></property>
  <property><name>hbase.zookeeper.property.clientPort</name><value>$(port "$1" zookeeper)</value></property>
  <property><name>hbase.client.retries.number</name><value>3</value></property>
  <property><name>hbase.thrift.info.port</name><value>-1</value></property>
  <property><name>hbase.rest.info.port</name><value>-1</value></property>
</configuration>
END
  echo "$folder"
}

# start_gateway NAME TARGET CLASS: gateway_port is its port afterwards.
start_gateway() {
  local name=$1 on=$2 class=$3
  build_java "$here/gateways" gateways
  start_server "$on"
  gateway_port=$(free_port)
  # As docs/other-languages.md starts it, but for memory and a quick start.
  java --add-opens java.base/java.lang=ALL-UNNAMED -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -cp "$(hbase_site "$on"):$(class_path gateways)" "$class" start -p "$gateway_port" \
    > "$work/logs/$name.out" 2> "$work/logs/$name.err" &
  helpers+=($!)
  wait_for_port "$name" $! "$gateway_port"
}

run_gohbase() {
  local on=$1
  build_go "$here/gohbase"
  start_server "$on"
  run_cases gohbase "$on" "gohbase 2024-04-25" "$go_program" "127.0.0.1:$(port "$on" zookeeper)"
}

# Those of gohbase's own tests that ask a server and pass on Apache HBase 2.6.4. It misses a row of
# hbase:meta when a PrefixFilter ends with a comma, which two of them use; one starts more region servers.
gohbase_own_tests() {
  local sources tests
  sources=$(cd "$here/gohbase" && GOFLAGS=-mod=readonly go list -f '{{.Dir}}' github.com/tsuna/gohbase)
  tests=$(grep -l '^//go:build integration' "$sources"/*_test.go | xargs sed -n -E 's/^func (Test[A-Za-z0-9]+)\(t .*/\1/p' |
    grep -vxE 'TestChangingRegionServers|TestCreateTable|TestCreateTableWithAttributes')
  "$go_program" -test.v -test.run "^($(paste -sd '|' <<< "$tests"))\$" -host "$1" 2>&1 |
    awk -v expected="$(wc -l <<< "$tests")" '
      /^--- PASS: / { print "ok " $3; ++seen }
      /^--- FAIL: / { print "FAILED " $3 ": " said; ++seen }
      /_test\.go:[0-9]+: / { said = $0 }
      END { if (seen != expected) print "FAILED gohbase_tests: " seen " of " expected " tests ran" }'
}

run_gohbase_tests() {
  local on=$1
  build_go "$here/gohbase" github.com/tsuna/gohbase
  start_server "$on"
  run_cases gohbase_tests "$on" "gohbase 2024-04-25" gohbase_own_tests "127.0.0.1:$(port "$on" zookeeper)"
}

run_happybase() {
  local on=$1
  build_python "$here/happybase/requirements.txt"
  start_gateway thrift "$on" org.apache.hadoop.hbase.thrift.ThriftServer
  run_cases happybase "$on" "happybase 1.3.0 on hbase-thrift 2.6.1" \
    "$python_program" "$here/happybase/cases.py" "$gateway_port"
  stop_helpers
}

run_rest() {
  local on=$1
  start_gateway rest "$on" org.apache.hadoop.hbase.rest.RESTServer
  run_cases rest "$on" "hbase-rest 2.6.1" "$here/rest/cases.sh" "http://127.0.0.1:$gateway_port"
  run_cases node "$on" "hbase-rest 2.6.1" \
    node "$here/rest/cases.mjs" "http://127.0.0.1:$gateway_port"
  stop_helpers
}

run_hbase_driver() {
  local on=$1
  build_python "$here/hbase_driver/requirements.txt"
  start_server "$on"
  run_cases hbase_driver "$on" "hbase-driver 1.1.1" \
    "$python_program" "$here/hbase_driver/cases.py" "127.0.0.1:$(port "$on" zookeeper)"
}

run_ycsb() {
  local on=$1
  build_java "$here/ycsb" ycsb
  start_server "$on"
  shell_commands "$on" "disable 'usertable'" "drop 'usertable'" > /dev/null || true
  shell_commands "$on" "create 'usertable', 'family', SPLITS => ['user3', 'user6']" > /dev/null ||
    fail "cannot make YCSB's table on $on"
  run_cases ycsb "$on" "YCSB 0.17.0, binding of the tests" "$here/ycsb/cases.sh" "$(port "$on" zookeeper)" \
    java "@$here/jvm.options" -Xmx512m -cp "$(class_path ycsb)" site.ycsb.Client
}

run_janusgraph() {
  local on=$1
  build_java "$here/janusgraph" janusgraph
  start_server "$on"
  run_cases janusgraph "$on" "JanusGraph 1.1.0" java "@$here/jvm.options" -Xmx512m -cp "$(class_path janusgraph)" \
    basalt.clients.janusgraph.Main "$(port "$on" zookeeper)"
}

run_opentsdb() {
  local on=$1 tsd_port
  build_java "$here/opentsdb" opentsdb
  start_server "$on"
  shell_commands "$on" "$(cat "$here/opentsdb/tables.shell")" > /dev/null ||
    fail "cannot make OpenTSDB's tables on $on"
  tsd_port=$(free_port)
  mkdir -p "$scratch/tsd"
  cat > "$scratch/tsd/opentsdb.conf" << END
tsd.network.port = $tsd_port
tsd.network.bind = 127.0.0.1
tsd.http.staticroot = $scratch/tsd
tsd.http.cachedir = $scratch/tsd
tsd.http.request.enable_chunked = true
tsd.http.request.max_chunk = 1048576
tsd.core.auto_create_metrics = true
tsd.storage.hbase.zk_quorum = 127.0.0.1:$(port "$on" zookeeper)
END
  java "@$here/jvm.options" -Xmx512m -cp "$(class_path opentsdb)" net.opentsdb.tools.TSDMain \
    "--config=$scratch/tsd/opentsdb.conf" > "$work/logs/opentsdb.out" 2> "$work/logs/opentsdb.err" &
  helpers+=($!)
  wait_for_port opentsdb $! "$tsd_port"
  run_cases opentsdb "$on" "OpenTSDB 2.4.1" "$here/opentsdb/cases.sh" 127.0.0.1 "$tsd_port"
  stop_helpers
}

# page_block SECTION LANGUAGE: the first block of docs/other-languages.md in it; without a language the
# section's output.
page_block() {
  awk -v section="## $1" -v fence="\`\`\`$2" '
    /^## / { there = $0 == section }
    /^```/ {
      if (!open) { open = 1; wanted = there && $0 == fence; next }
      if (wanted) exit
      open = 0
    }
    open && wanted' "$root/docs/other-languages.md"
}

# page_program SECTION COMMAND...: compares what it prints with the page.
page_program() {
  local section=$1 expected got
  shift
  expected=$(page_block "$section" '')
  got=$("$@") || got="$got (ended with $?)"
  if [[ -n $expected && $got == "$expected" ]]; then
    echo "ok $section"
  else
    echo "FAILED $section: expected <${expected//$'\n'/ }> but was <${got//$'\n'/ }>"
  fi
}

page_programs() {
  local folder=$1
  page_program Go "$go_program" "$2"
  page_program Python "$python_program" "$folder/example.py"
  page_program "Python without a gateway" "$3" "$folder/example_driver.py"
  page_program REST bash -eu "$folder/example.sh"
  page_program Node node "$folder/example.mjs"
}

run_examples() {
  local on=$1 folder="$scratch/page" zookeeper thrift driver
  start_server "$on"
  zookeeper=$(port "$on" zookeeper)
  start_gateway thrift "$on" org.apache.hadoop.hbase.thrift.ThriftServer
  thrift=$gateway_port
  start_gateway rest "$on" org.apache.hadoop.hbase.rest.RESTServer
  mkdir -p "$folder/go"
  cp "$here/gohbase/go.mod" "$here/gohbase/go.sum" "$folder/go"
  # Each with its ports instead of the usual ones.
  page_block Go go > "$folder/go/main.go"
  page_block Python python > "$folder/example.py"
  page_block "Python without a gateway" python > "$folder/example_driver.py"
  page_block REST sh > "$folder/example.sh"
  page_block Node js > "$folder/example.mjs"
  sed -i -e "s/localhost:8080/127.0.0.1:$gateway_port/" -e "s/\"localhost\", 9090/\"127.0.0.1\", $thrift/" \
    -e "s/localhost:2181/127.0.0.1:$zookeeper/" "$folder"/example*.*
  sed -i 's/"localhost:2181"/os.Args[1]/; s/^\t"log"$/\t"log"\n\t"os"/' "$folder/go/main.go"
  build_go "$folder/go"
  build_python "$here/hbase_driver/requirements.txt"
  driver=$python_program
  build_python "$here/happybase/requirements.txt"
  cases_kind=example run_cases examples "$on" "Programs of docs/other-languages.md" \
    page_programs "$folder" "127.0.0.1:$zookeeper" "$driver"
  stop_helpers
}

run_others() {
  local on=$1 suite
  for suite in gohbase gohbase_tests happybase rest examples hbase_driver ycsb janusgraph opentsdb; do
    if wants "$suite"; then "run_$suite" "$on"; fi
  done
}

