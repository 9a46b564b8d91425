#!/usr/bin/env bash
# OpenTSDB: points put by HTTP and by its line protocol, asked for again. Arguments: host, port.
set -uo pipefail
host=$1 port=$2
url="http://$host:$port"
start=1700000000
failed=0

check() {
  local name=$1 expected=$2 got=$3
  if [[ $got == "$expected" ]]; then
    echo "ok $name"
  else
    failed=1
    echo "FAILED $name: expected <$expected> but was <${got//$'\n'/ }>"
  fi
}
ask() { curl -sS --max-time 60 "$@"; }
# points QUERY [FROM [TO]]: "time=value ..." of each series found, with " | " between.
points() {
  ask -G "$url/api/query" -d "start=${2:-$start}" -d "end=${3:-$((start + 100000))}" --data-urlencode "m=$1" |
    python3 -c '
import json, sys
answer = json.load(sys.stdin)
if isinstance(answer, dict):
    sys.exit(print(answer["error"]["message"].split(":")[0]))
series = sorted((sorted(s["tags"].items()), s["dps"]) for s in answer)
base = int(sys.argv[1])
print(" | ".join(" ".join(f"{int(t) - base}={v:g}" for t, v in sorted(dps.items())) for _, dps in series))' "$start"
}
# A thousand points, ten seconds apart, over several of the rows that OpenTSDB keeps by hour.
thousand() {
  python3 -c '
import json, sys
start = int(sys.argv[1])
print(json.dumps([{"metric": "many", "timestamp": start + 10 * i, "value": i, "tags": {"host": "ab"[i % 2]}}
                  for i in range(1000)]))' "$start"
}

check "aggregators there are" zimsum "$(ask "$url/api/aggregators" | grep -o zimsum)"
check "put by HTTP" '{"success":2,"failed":0,"errors":[]}' "$(ask "$url/api/put?details&sync" -d '[
  {"metric":"load","timestamp":1700000001,"value":1,"tags":{"host":"a"}},
  {"metric":"load","timestamp":1700000002,"value":2.5,"tags":{"host":"b"}}]' |
  python3 -c 'import json, sys; a = json.load(sys.stdin); print(json.dumps({k: a[k] for k in ("success", "failed", "errors")}, separators=(",", ":")))')"
check "query of one series" "1=1" "$(points 'sum:load{host=a}')"
check "query by tag" "1=1 | 2=2.5" "$(points 'sum:load{host=*}')"

{
  exec {line}<> "/dev/tcp/$host/$port"
  for i in 1 2 3 4; do echo "put telnet $((start + i * 60)) $((i * i)) host=a rack=7"; done >&"$line"
  echo version >&"$line"
  # The answer to a later command: earlier ones were read.
  IFS= read -r -t 30 version <&"$line"
  exec {line}>&-
} 2> /dev/null
check "line protocol" net.opentsdb "${version:0:12}"
# The line protocol does not say when a point is stored; a query does.
for _ in {1..60}; do
  [[ $(points 'sum:telnet') != "60=1 120=4 180=9 240=16" ]] || break
  read -r -t 0.5 < <(:) || true
done
check "points put by lines" "60=1 120=4 180=9 240=16" "$(points 'sum:telnet')"
check "rate" "120=0.05 180=0.0833333 240=0.116667" "$(points 'sum:rate:telnet')"
check "downsampling" "-80=1 100=29" "$(points 'sum:3m-sum:telnet' $((start - 180)))"

check "a thousand points" 204 "$(thousand | ask -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' "$url/api/put?sync" --data-binary @-)"
check "all of them, by host" "$(python3 -c 'print(" | ".join(" ".join(f"{10 * i}={i:g}" for i in range(first, 1000, 2)) for first in (0, 1)))')" \
  "$(points 'none:many{host=*}')"
check "a range of time" "100=10 120=12 140=14" "$(points 'sum:many{host=a}' $((start + 100)) $((start + 140)))"
check "sum of all" "0all=499500" "$(points 'zimsum:0all-sum:many' | sed -E 's/^-?[0-9]+=/0all=/')"
check "aggregators" "998 2 500" "$(
  for aggregator in max min avg; do
    points "zimsum:0all-$aggregator:many{host=a}" $((start + 20)) $((start + 9981)) | sed 's/.*=//'
  done | xargs)"
check "replaced point" "1=7" "$(ask "$url/api/put?sync" -d '{"metric":"load","timestamp":1700000001,"value":7,"tags":{"host":"a"}}'
  points 'sum:load{host=a}')"
check "unknown metric" "No such name for 'metrics'" "$(points 'sum:nobody')"
check "suggestions" '["load"]' "$(ask "$url/api/suggest?type=metrics&q=lo")"
check "names for tags" '["7","a"]' "$(ask "$url/api/suggest?type=tagv&max=2")"
check "assigned name" '{"metric":{"assigned' "$(ask "$url/api/uid/assign?metric=assigned" | cut -c 1-20)"
check "annotation" "stored" "$(ask -o /dev/null "$url/api/annotation" -d '{"startTime":1700000000,"description":"stored"}'
  ask "$url/api/annotation?start_time=1700000000" | sed -E 's/.*"description":"([^"]*)".*/\1/')"
exit "$failed"
