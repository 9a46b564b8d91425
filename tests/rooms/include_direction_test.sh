#!/usr/bin/env bash
# script/include-direction on small trees: silent on a good one, and it names each kind of fault.
#   include_direction_test.sh PROJECT_ROOT
set -euo pipefail
check="$1/script/include-direction"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# A project of three rooms, low < middle < high, in which all is well.
make_tree() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/include/basalt" "$tree"/src/{low,store,high}
  echo 'set(BASALT_ROOM_ORDER low store high)' >"$tree/CMakeLists.txt"
  echo 'basalt_room(low CLIENT LIBRARIES fmt::fmt)' >"$tree/src/low/CMakeLists.txt"
  echo 'basalt_room(store EMBEDDED USES low)' >"$tree/src/store/CMakeLists.txt"
  echo 'basalt_room(high PROGRAM USES low LIBRARIES fmt::fmt)' >"$tree/src/high/CMakeLists.txt"
  printf '#include <vector>\n' >"$tree/include/basalt/api.h"
  printf '#include "basalt/api.h"\n#include <sys/stat.h>\n' >"$tree/src/low/a.h"
  printf '#include "low/a.h"\n#include <rocksdb/db.h>\n' >"$tree/src/store/b.cc"
  printf '#include "high/c.h"\n#include "low/a.h"\n' >"$tree/src/high/c.cc"
  printf '#include <string>\n' >"$tree/src/high/c.h"
}
# expect_fault TEXT: the check fails and says TEXT.
expect_fault() {
  local output
  if output=$("$check" "$tree" 2>&1); then
    echo "no fault was found; expected: $1"
    exit 1
  fi
  case "$output" in
    *"$1"*) ;;
    *) echo "expected: $1"; echo "found: $output"; exit 1 ;;
  esac
}

make_tree
"$check" "$tree"

make_tree
echo '#include "store/b.h"' >>"$tree/src/low/a.h"
expect_fault 'src/low/a.h: low may not include store/b.h'

make_tree # sideways: store is below high, but high does not list it
echo '#include "store/b.h"' >>"$tree/src/high/c.cc"
expect_fault 'src/high/c.cc: high may not include store/b.h'

make_tree
echo '#include <rocksdb/slice.h>' >>"$tree/src/high/c.cc"
expect_fault 'only the room store may include rocksdb/slice.h'

make_tree
echo '#include "low/a.h"' >>"$tree/include/basalt/api.h"
expect_fault 'a public header includes low/a.h'

make_tree
echo '#include "low/internal/a.h"' >>"$tree/src/high/c.cc"
expect_fault 'low/internal/a.h is internal to low'

make_tree
echo '#include "c.h"' >>"$tree/src/high/c.cc"
expect_fault 'write the room in "c.h"'

make_tree
echo 'basalt_room(low CLIENT USES high)' >"$tree/src/low/CMakeLists.txt"
expect_fault 'low uses high, which is not below it'

make_tree
echo 'basalt_room(high CLIENT USES store)' >"$tree/src/high/CMakeLists.txt"
expect_fault 'high is CLIENT and uses store, which is EMBEDDED'

make_tree
echo 'basalt_room(high USES low)' >"$tree/src/high/CMakeLists.txt"
expect_fault 'src/high/CMakeLists.txt: does not say CLIENT, EMBEDDED or PROGRAM'

make_tree
mkdir "$tree/src/attic"
expect_fault 'src/attic: not in BASALT_ROOM_ORDER'
