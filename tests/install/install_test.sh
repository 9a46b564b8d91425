#!/usr/bin/env bash
# The installed libraries serve another project, found by CMake and by pkg-config: the embedded store.
#   install_test.sh BUILD_DIRECTORY EXAMPLES_DIRECTORY COMPILER
# shellcheck disable=SC1091,SC2154  # lib.sh sets work and says fail
set -euo pipefail
build=$1 examples=$2 compiler=$3
source "$(dirname "$0")/lib.sh"
prefix="$work/prefix"
install_to "$prefix" "$build"
"$prefix/bin/basalt" --version

# run_twice PROGRAM: on one directory, so that the second run finds what the first left.
run_twice() {
  check_hello "$1" "$work/data-$1" 1
  check_hello "$1" "$work/data-$1" 2
}

echo "by find_package"
quietly cmake -S "$examples" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler"
quietly cmake --build "$work/cmake"
mv "$work/cmake/hello" "$work/hello-cmake"
run_twice hello-cmake
"$work/cmake/messages" >"$work/messages"
diff -u "$examples/../tests/examples/expected/messages.txt" "$work/messages"

echo "by find_package, under the name of earlier versions"
mkdir "$work/old"
cat >"$work/old/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.25)
project(old LANGUAGES CXX)
find_package(basalt REQUIRED)
add_executable(hello "$examples/hello.cc")
target_link_libraries(hello PRIVATE basalt::basalt)
EOF
quietly cmake -S "$work/old" -B "$work/old-build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler"
quietly cmake --build "$work/old-build"
mv "$work/old-build/hello" "$work/hello-old"
run_twice hello-old

use_pkg_config "$prefix"
for module in basalt-embedded basalt; do
  echo "by pkg-config $module"
  compile "hello-$module" "$examples/hello.cc" "$module"
  run_twice "hello-$module"
done

echo "errors are told"
touch "$work/a-file"
if output=$("$work/hello-cmake" "$work/a-file" 2>&1); then
  fail "a file was taken for a directory"
fi
case "$output" in hello:*) ;; *) fail "unexpected: $output" ;; esac
