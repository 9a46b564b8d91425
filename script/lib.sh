# shellcheck shell=bash
# What the scripts share. Sourced, never run: it goes to the project's root and sets up the shell.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# One short line of progress, to standard error so that output stays clean.
say() { echo "== $*" >&2; }
die() {
  echo "${0##*/}: $*" >&2
  exit 1
}
usage_error() {
  echo "${0##*/}: $* (try --help)" >&2
  exit 2
}
# The comment at the top of the running script is its help.
print_help() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

jobs=${BASALT_JOBS:-$(nproc)}

# configure DIR [cmake arguments...]: quiet unless it fails; skipped by CMake itself when up to date.
configure() {
  local dir=$1
  shift
  mkdir -p "$dir"
  if ! cmake -S . -B "$dir" "$@" >"$dir/configure.log" 2>&1; then
    tail -n 40 "$dir/configure.log" >&2
    die "configuring $dir failed; the whole log is $dir/configure.log"
  fi
}
# build DIR [ninja targets...]: one moving line on a terminal, about ten lines elsewhere, and
# everything a compiler says in both.
build() {
  local dir=$1
  shift
  if [ -t 2 ]; then
    ninja -C "$dir" -j "$jobs" "$@" >&2
  else
    ninja -C "$dir" -j "$jobs" "$@" | awk '
      /^ninja: (Entering|no work)/ || /^-- / { next }
      match($0, /^\[[0-9]+\/[0-9]+\]/) {
        split(substr($0, 2, RLENGTH - 2), count, "/")
        tenth = int(count[1] * 10 / count[2])
        if (tenth == last && !/FAILED/) next
        last = tenth
      }
      { print; fflush() }' >&2
  fi
}

# The project's own C++ files, and all its text files.
cpp_files() {
  local folders=() folder
  for folder in include src tests bench examples; do [ ! -d "$folder" ] || folders+=("$folder"); done
  find "${folders[@]}" \( -name target -o -name build \) -prune -o \
    \( -name '*.h' -o -name '*.cc' \) -type f -print | sort
}
text_files() {
  find . \( -path ./.git -o -path ./build -o -path ./dist -o -path ./basalt-data -o -name target \
    -o -name .cache \) -prune -o -type f ! -name compile_commands.json -print | sort |
    xargs -r -d '\n' grep -lI '' || true
}
