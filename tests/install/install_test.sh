#!/usr/bin/env bash
# The installed library serves another project, found by CMake and by pkg-config.
#   install_test.sh BUILD_DIRECTORY EXAMPLES_DIRECTORY COMPILER
set -euo pipefail
build=$1 examples=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() {
  if [ "$2" != "$3" ]; then
    printf '%s: expected\n%s\nbut got\n%s\n' "$1" "$2" "$3"
    exit 1
  fi
}
# check_hello PROGRAM: run twice on one directory, so that the second run finds what the first left.
check_hello() {
  local data="$work/data-$1" greetings=$'get en: hello\nscan: en = hello\nscan: is = halló'
  expect "$1, first run" "$greetings"$'\nruns: 1' "$("$work/$1" "$data")"
  expect "$1, second run" "$greetings"$'\nruns: 2' "$("$work/$1" "$data")"
}

# Installed in one place and moved to another: nothing may remember the first.
cmake --install "$build" --prefix "$work/first" >"$work/log"
mv "$work/first" "$work/prefix"
prefix="$work/prefix"
"$prefix/bin/basalt" --version

echo "by find_package"
cmake -S "$examples" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/cmake" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mv "$work/cmake/hello" "$work/hello-cmake"
check_hello hello-cmake
"$work/cmake/messages" >"$work/messages"
diff -u "$examples/../tests/examples/expected/messages.txt" "$work/messages"

echo "by pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name basalt.pc)")
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --cflags basalt)
read -ra libraries < <(pkg-config --libs basalt)
"$compiler" -std=c++20 "${flags[@]}" "$examples/hello.cc" "${libraries[@]}" -o "$work/hello-pkg-config"
check_hello hello-pkg-config

echo "errors are told"
touch "$work/a-file"
if output=$("$work/hello-cmake" "$work/a-file" 2>&1); then
  echo "a file was taken for a directory"
  exit 1
fi
case "$output" in hello:*) ;; *) echo "unexpected: $output"; exit 1 ;; esac
