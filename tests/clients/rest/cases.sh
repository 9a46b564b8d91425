#!/usr/bin/env bash
# HBase's REST gateway, asked by curl, in JSON and XML. Argument: its URL.
#
# Rows, columns and values are base64 in what is sent and received:
# cjE= r1, Zjph f:a, Zjpi f:b, Zjpu f:n.
set -uo pipefail
url=$1
table="rest_$RANDOM$RANDOM"
json=(-H 'Accept: application/json')
sends_json=(-H 'Content-Type: application/json')
xml=(-H 'Accept: text/xml')
sends_xml=(-H 'Content-Type: text/xml')
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
# status ARGUMENTS...: the HTTP code alone.
status() { ask -o /dev/null -w '%{http_code}' "$@"; }
# The value of a JSON or XML cell, as text.
decoded() { base64 -d <<< "$1"; }

administration() {
  check "version, JSON" 0.0.3 "$(ask "${json[@]}" "$url/version" | sed -E 's/.*"REST":"([^"]*)".*/\1/')"
  check "state of the cluster" '"regions":' "$(ask "${json[@]}" "$url/status/cluster" | grep -o '"regions":')"
  check "create a table, XML" 201 "$(status -X PUT "${sends_xml[@]}" "$url/$table/schema" \
    -d "<TableSchema name='$table'><ColumnSchema name='f' VERSIONS='3'/></TableSchema>")"
  check "create a table, JSON" 201 "$(status -X PUT "${sends_json[@]}" "$url/${table}_json/schema" \
    -d "{\"name\":\"${table}_json\",\"ColumnSchema\":[{\"name\":\"f\"}]}")"
  check "list of tables, JSON" "{\"name\":\"$table\"}" "$(ask "${json[@]}" "$url/" | grep -o "{\"name\":\"$table\"}")"
  check "list of tables, XML" "<table name=\"$table\"/>" "$(ask "${xml[@]}" "$url/" | grep -o "<table name=\"$table\"/>")"
  check "schema, JSON" '"VERSIONS":"3"' "$(ask "${json[@]}" "$url/$table/schema" | grep -o '"VERSIONS":"3"')"
  check "schema, XML" 'VERSIONS="3"' "$(ask "${xml[@]}" "$url/$table/schema" | grep -o 'VERSIONS="3"')"
  check "another family" 200 "$(status -X POST "${sends_xml[@]}" "$url/$table/schema" \
    -d "<TableSchema name='$table'><ColumnSchema name='g'/></TableSchema>")"
  check "families" "f g" "$(ask "${json[@]}" "$url/$table/schema" | grep -oE '"name":"[fg]"' | cut -d '"' -f 4 | sort | xargs)"
  check "regions" 1 "$(ask "${json[@]}" "$url/$table/regions" | grep -o '"startKey"' | wc -l)"
  check "exists" "200 404" "$(status "$url/$table/exists") $(status "$url/nobodys_table/exists")"
  check "namespace" "201 true 200" "$(status -X POST "$url/namespaces/n$table") $(
    ask "${json[@]}" "$url/namespaces" | grep -q "n$table" && echo true) $(status -X DELETE "$url/namespaces/n$table")"
}

cells() {
  check "put, JSON" 200 "$(status -X PUT "${sends_json[@]}" "$url/$table/r1" \
    -d '{"Row":[{"key":"cjE=","Cell":[{"column":"Zjph","timestamp":5,"$":"b25l"},{"column":"Zjpi","timestamp":5,"$":"dHdv"}]}]}')"
  check "get, JSON" '{"Row":[{"key":"cjE=","Cell":[{"column":"Zjph","timestamp":5,"$":"b25l"},{"column":"Zjpi","timestamp":5,"$":"dHdv"}]}]}' \
    "$(ask "${json[@]}" "$url/$table/r1")"
  check "get, XML" '<Cell column="Zjph" timestamp="5">b25l</Cell>' \
    "$(ask "${xml[@]}" "$url/$table/r1/f:a" | grep -o '<Cell .*</Cell>')"
  check "get of the bytes" one "$(ask -H 'Accept: application/octet-stream' "$url/$table/r1/f:a")"
  check "put, XML" 200 "$(status -X PUT "${sends_xml[@]}" "$url/$table/r2" \
    -d '<CellSet><Row key="cjI="><Cell column="Zjph" timestamp="5">b25l</Cell></Row></CellSet>')"
  check "put of the bytes" "200 raw" "$(status -X PUT -H 'Content-Type: application/octet-stream' -H 'X-Timestamp: 6' \
    --data-binary raw "$url/$table/r2/f:a") $(ask -H 'Accept: application/octet-stream' "$url/$table/r2/f:a")"
  check "versions" "raw one" "$(ask "${json[@]}" "$url/$table/r2/f:a?v=3" | grep -oE '"\$":"[^"]*"' | cut -d '"' -f 4 |
    while read -r value; do decoded "$value"; echo; done | xargs)"
  check "several rows" 200 "$(status -X PUT "${sends_json[@]}" "$url/$table/any" \
    -d '{"Row":[{"key":"czE=","Cell":[{"column":"Zjph","timestamp":1,"$":"MQ=="}]},{"key":"czI=","Cell":[{"column":"Zjph","timestamp":1,"$":"Mg=="}]},{"key":"czM=","Cell":[{"column":"Zjph","timestamp":1,"$":"Mw=="}]}]}')"
  check "rows by a pattern" 3 "$(ask "${json[@]}" "$url/$table/s*" | grep -o '"key"' | wc -l)"
  check "multiget" '"key":"czE=" "key":"czM="' \
    "$(ask "${json[@]}" "$url/$table/multiget?row=s1&row=s3" | grep -o '"key":"[^"]*"' | paste -sd ' ')"
  check "absent row" 404 "$(status "${json[@]}" "$url/$table/nobody")"
  check "unknown table" 404 "$(status "${json[@]}" "$url/nobodys_table/r1")"
  check "unknown family" 404 "$(status -X PUT "${sends_json[@]}" "$url/$table/r1" \
    -d '{"Row":[{"key":"cjE=","Cell":[{"column":"bm9wZTph","$":"b25l"}]}]}')"
  check "broken JSON" 500 "$(status -X PUT "${sends_json[@]}" "$url/$table/r1" -d '{"Row":')"
}

# checked ROW EXPECTED NEW: the HTTP code of a check and put of f:a.
checked() {
  status -X PUT "${sends_json[@]}" "$url/$table/$1?check=put" \
    -d "{\"Row\":[{\"key\":\"$(printf %s "$1" | base64)\",\"Cell\":[{\"column\":\"Zjph\",\"\$\":\"$(
      printf %s "$3" | base64)\"},{\"column\":\"Zjph\",\"\$\":\"$(printf %s "$2" | base64)\"}]}]}"
}
conditions() {
  check "check and put" "200 304 two" "$(status -X PUT -H 'Content-Type: application/octet-stream' --data-binary one \
    "$url/$table/c1/f:a" > /dev/null; checked c1 one two) $(checked c1 one three) $(
    ask -H 'Accept: application/octet-stream' "$url/$table/c1/f:a")"
  check "check and delete" "304 200 404" "$(
    for value in wrong two; do
      status -X PUT "${sends_json[@]}" "$url/$table/c1?check=delete" \
        -d "{\"Row\":[{\"key\":\"YzE=\",\"Cell\":[{\"column\":\"Zjph\",\"\$\":\"$(printf %s "$value" | base64)\"}]}]}"
      echo -n ' '
    done
    status "${json[@]}" "$url/$table/c1")"
  check "append" "200 200 ab" "$(
    for value in YQ== Yg==; do
      status -X PUT "${sends_json[@]}" "$url/$table/c2?check=append" \
        -d "{\"Row\":[{\"key\":\"YzI=\",\"Cell\":[{\"column\":\"Zjph\",\"\$\":\"$value\"}]}]}"
      echo -n ' '
    done
    ask -H 'Accept: application/octet-stream' "$url/$table/c2/f:a")"
  check "increment" "200 200 12" "$(
    for value in 5 7; do
      status -X PUT "${sends_json[@]}" "$url/$table/c3?check=increment" \
        -d "{\"Row\":[{\"key\":\"YzM=\",\"Cell\":[{\"column\":\"Zjpu\",\"\$\":\"$(printf %s "$value" | base64)\"}]}]}"
      echo -n ' '
    done
    ask -H 'Accept: application/octet-stream' "$url/$table/c3/f:n" | od -An -tu1 | awk '{print $8}')"
}

# scanned TYPE SPECIFICATION ACCEPTED...: keys of all rows, asked for with the scanner's address.
scanned() {
  local type=$1 specification=$2 scanner
  shift 2
  scanner=$(ask -o /dev/null -D - -X PUT -H "Content-Type: $type" "$url/$table/scanner" -d "$specification" |
    tr -d '\r' | sed -n 's/^[Ll]ocation: //p')
  while [[ $(ask -o "$page" -w '%{http_code}' "$@" "$scanner") == 200 ]]; do
    grep -oE 'key(=|":)"[^"]*"' "$page" | sed -E 's/^key(=|":)"//; s/"$//' |
      while read -r key; do decoded "$key"; echo -n ' '; done
  done
  status -X DELETE "$scanner"
}
scans() {
  page=$(mktemp)
  trap 'rm -f "$page"' EXIT
  check "scanner, XML" "s1 s2 s3 200" \
    "$(scanned text/xml '<Scanner batch="1" startRow="czE=" endRow="czQ="/>' "${xml[@]}")"
  check "scanner, JSON" "s1 s2 s3 200" \
    "$(scanned application/json '{"batch":2,"startRow":"czE=","endRow":"czQ="}' "${json[@]}")"
  check "scanner with a filter" "s2 200" "$(scanned text/xml '<Scanner batch="10"><filter>
    {"type":"ValueFilter","op":"EQUAL","comparator":{"type":"BinaryComparator","value":"Mg=="}}</filter></Scanner>' "${xml[@]}")"
  check "scan without a scanner" '"key":"czE=" "key":"czI="' \
    "$(ask "${json[@]}" "$url/$table/*?startrow=s1&limit=2" | grep -o '"key":"[^"]*"' | paste -sd ' ')"
  check "scan of a prefix, XML" 3 "$(ask "${xml[@]}" "$url/$table/s*" | grep -o '<Row key=' | wc -l)"
}

removal() {
  check "delete of a column" "200 404 200" \
    "$(status -X DELETE "$url/$table/r1/f:a") $(status "$url/$table/r1/f:a") $(status "$url/$table/r1/f:b")"
  check "delete of a row" "200 404" "$(status -X DELETE "$url/$table/r1") $(status "${json[@]}" "$url/$table/r1")"
  check "delete of a table" "200 404" "$(status -X DELETE "$url/$table/schema") $(status "$url/$table/exists")"
  status -X DELETE "$url/${table}_json/schema" > /dev/null
}

administration
cells
conditions
scans
removal
exit "$failed"
