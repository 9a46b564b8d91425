#!/usr/bin/env bash
# YCSB: loads records and runs its workloads A to F, with its check of the values that are read.
# Arguments: the ZooKeeper port, then the command that runs site.ycsb.Client.
set -uo pipefail
port=$1
shift
client=("$@")
records=500
operations=1000
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run NAME KINDS ARGUMENTS...: passes when as many operations of the kinds ended well as were asked for,
# none ended badly, and the values of all reads were those written.
run() {
  local name=$1 kinds=$2 expected=$operations verdict
  shift 2
  [[ $kinds != INSERT ]] || expected=$records
  "${client[@]}" -db basalt.clients.ycsb.HBaseBinding -threads 4 -p "zookeeper.port=$port" \
    -p workload=site.ycsb.workloads.CoreWorkload -p "recordcount=$records" -p "operationcount=$operations" \
    -p dataintegrity=true -p fieldlengthdistribution=constant -p fieldcount=5 "$@" \
    > "$scratch/out" 2> "$scratch/err" || true
  cat "$scratch/err" >&2
  verdict=$(awk -F '[][, ]+' -v kinds=" $kinds " -v expected="$expected" '
    $3 ~ /^Return=/ {
      if ($3 != "Return=OK") bad = bad " " $2 " " $3 " " $4
      else if ($2 == "VERIFY") verified += $4
      else { if (index(kinds, " " $2 " ")) done += $4; if ($2 == "READ") reads += $4 }
    }
    END {
      if (bad == "" && done == expected && verified == reads) print "ok"
      else printf "%d of %d operations, %d of %d reads verified,%s", done, expected, verified, reads, bad
    }' "$scratch/out")
  if [[ $verdict == ok ]]; then
    echo "ok $name"
  else
    failed=1
    echo "FAILED $name: $verdict"
  fi
}

# workload NAME KINDS READ UPDATE INSERT SCAN READ-MODIFY-WRITE DISTRIBUTION
workload() {
  run "$1" "$2" -t -p "readproportion=$3" -p "updateproportion=$4" -p "insertproportion=$5" -p "scanproportion=$6" \
    -p "readmodifywriteproportion=$7" -p "requestdistribution=$8" -p maxscanlength=50
}

run "load" INSERT -load
workload "workload A, reads and updates" "READ UPDATE" 0.5 0.5 0 0 0 zipfian
workload "workload B, mostly reads" "READ UPDATE" 0.95 0.05 0 0 0 zipfian
workload "workload C, reads" "READ" 1 0 0 0 0 zipfian
workload "workload D, reads of the latest" "READ INSERT" 0.95 0 0.05 0 0 latest
workload "workload E, scans" "SCAN INSERT" 0 0 0.05 0.95 0 zipfian
# Each of its operations is a read, and half of them are followed by an update.
workload "workload F, read-modify-write" "READ" 0.5 0 0 0 0.5 zipfian
exit "$failed"
