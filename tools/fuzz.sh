#!/usr/bin/env bash
# fuzz.sh [SECONDS] -- build the fuzz targets (tests/fuzz/fuzz_*.c) with clang and run each for SECONDS
# (4), beginning with tests/fuzz/corpus/<name>/, with the words of the language, of the importer's
# source otherwise, as its dictionary. Inputs that it finds on the way are kept in build-fuzz/corpus/; an
# input that breaks something in build-fuzz/<name>-crash-*. $jobs of them run at a time; not set: as many
# as there are processors.
# SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-4}

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'int LLVMFuzzerTestOneInput(const char *d, long n); int LLVMFuzzerTestOneInput(const char *d, long n)
{ return n < 0 && d; }' > "$probe/probe.c"
if ! clang -fsanitize=fuzzer,address "$probe/probe.c" -o "$probe/probe" 2> /dev/null; then
  echo "skipped: this clang has no libFuzzer (Debian package libclang-rt-14-dev)"
  exit 77
fi

[ -f build-fuzz/build.ninja ] || cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target fuzz -- --quiet

# dictionary_of NAME: each word in quotes, a line each
dictionary_of()
{
  case $1 in
    parser) cat src/lang/*/*.def src/mechanism/joints.def src/symbolic/operators.def ;;
    par) cat src/import/symoro/* ;;
    urdf | sdf) cat "src/import/urdf/$1"*.c ;;
    sentence) cat src/import/maple/sentence.c ;;
    *) cat "src/import/$1/"*.c ;;
  esac | grep -oE '"[^"\ %]+"' | sort -u
}

# fuzz_one NAME: its report goes to a file, as several run at the same time
fuzz_one()
{
  local name=$1
  local folders=("build-fuzz/corpus/$name")
  [ ! -d "tests/fuzz/corpus/$name" ] || folders+=("tests/fuzz/corpus/$name")
  mkdir -p "build-fuzz/corpus/$name"
  dictionary_of "$name" > "$probe/$name.dict"
  "build-fuzz/fuzz/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -seed=1 \
    -verbosity=0 -print_final_stats=1 -dict="$probe/$name.dict" \
    -artifact_prefix="build-fuzz/$name-" "${folders[@]}" \
    > "$probe/$name" 2>&1
}
export -f dictionary_of fuzz_one
export seconds probe

names=$(find tests/fuzz -maxdepth 1 -name 'fuzz_*.c' -printf '%f\n' | sed 's/^fuzz_//; s/\.c$//' | sort)
[ -n "$names" ] || { echo "skipped: no fuzz targets yet"; exit 77; }
status=0
# shellcheck disable=SC2016
xargs -P "${jobs:-$(nproc)}" -I{} bash -c 'fuzz_one "$1"' _ {} <<< "$names" || status=1
for name in $names; do
  echo "== $name, $seconds s"
  cat "$probe/$name"
done
exit $status
