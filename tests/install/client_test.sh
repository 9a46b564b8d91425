#!/usr/bin/env bash
# The client library alone serves another project: found by CMake and by pkg-config, as an archive
# and as a shared library, without RocksDB. Prints what the programs link and how large they are.
#   client_test.sh BUILD_DIRECTORY EXAMPLES_DIRECTORY COMPILER BASALT
# shellcheck disable=SC1091,SC2034,SC2154  # lib.sh sets work and ends the server
set -euo pipefail
build=$1 examples=$2 compiler=$3 basalt=$4
source "$(dirname "$0")/lib.sh"
prefix="$work/prefix"
install_to "$prefix" "$build" client client_dev
found=$(find "$prefix" -name '*basalt_embedded*' -o -name '*basalt-embedded*' -o -path '*/bin/*')
[ -z "$found" ] || fail "the client's components hold $found"

echo "by find_package"
quietly cmake -S "$examples/client" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release
quietly cmake --build "$work/cmake"
mv "$work/cmake/hello" "$work/cmake-static"
mv "$work/cmake/hello_shared" "$work/cmake-shared"

echo "by pkg-config"
use_pkg_config "$prefix"
library_dir=$(dirname "$PKG_CONFIG_PATH")
compile pkg-static "$examples/hello.cc" basalt-client-static -O2
compile pkg-shared "$examples/hello.cc" basalt-client -O2 "-Wl,-rpath,$library_dir"

echo "a component that is not there is missed"
if cmake -S "$examples" -B "$work/no" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" >"$work/log" 2>&1; then
  fail "the component embedded was found where it is not installed"
fi
tr -s ' \n' ' ' <"$work/log" | grep -q 'component embedded (libbasalt-embedded-dev) is not installed' ||
  { cat "$work/log"; fail "no word about the missing component"; }

echo "what is linked"
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
# without_engine FILE: neither RocksDB's library nor its code nor ours for the store is in it.
without_engine() {
  ! ldd "$1" | grep -i rocksdb || fail "$1 needs RocksDB"
  ! nm -C "$1" 2>/dev/null | grep -E 'rocksdb::|basalt::(store|catalog|embedded)::' ||
    fail "$1 holds the engine"
  ! nm -DC "$1" | grep -E 'rocksdb::' || fail "$1 refers to RocksDB"
}
shared=$(readlink -f "$library_dir/libbasalt_client.so")
for file in "$work"/{cmake,pkg}-{static,shared} "$shared" ; do
  without_engine "$file"
  strip -o "$work/stripped" "$file"
  printf '%s: %d KiB, stripped %d KiB; needs %s\n' "$(basename "$file")" \
    "$(($(stat -c %s "$file") / 1024))" "$(($(stat -c %s "$work/stripped") / 1024))" \
    "$(needed "$file" | tr '\n' ' ')"
done
for program in cmake-static pkg-static; do
  ! needed "$work/$program" | grep basalt || fail "$program is not linked with the archive"
done
for program in cmake-shared pkg-shared; do
  needed "$work/$program" | grep -q '^libbasalt_client\.so\.' || fail "$program needs no client library"
done

echo "what the shared library shows"
# Ours by the headers' marks; besides, templates of the standard library made for our types.
exported=$(nm -DC --defined-only "$shared" | cut -c 18-)
! grep -vE '^[A-Za-z] .*(basalt::v1::|std::|__gnu_cxx::)' <<<"$exported" || fail "the library shows what is not public"
! grep -E '^[TDBR] ' <<<"$exported" | grep -v 'basalt::v1::' || fail "the library defines what is not its own"
! grep -E '^[TDBR] basalt::(base|model|filter|keys|wire|client)::[A-Z]' <<<"$exported" ||
  fail "the library shows its internals"
grep -q '^T basalt::v1::Connection::Open' <<<"$exported" || fail "Connection::Open is not shown"
echo "$(wc -l <<<"$exported") symbols, $(grep -c '^T ' <<<"$exported") functions of its own"

echo "on a server"
start_server "$basalt" "$work/data"
runs=0
for program in {cmake,pkg}-{static,shared}; do
  runs=$((runs + 1))
  check_hello "$program" "$rpc_url" "$runs"
done

echo "on a directory: told what is missing"
for program in {cmake,pkg}-{static,shared}; do
  if output=$("$work/$program" "$work/directory" 2>&1); then
    fail "$program opened a directory"
  fi
  case "$output" in
    *"no embedded store; link basalt_embedded"*) ;;
    *) fail "unexpected: $output" ;;
  esac
  [ ! -e "$work/directory" ] || fail "$program made the directory"
done
