#!/usr/bin/env bash
# run_tests.sh PRESET... [-OPTIONS of ctest] -- run the tests of each preset's build, all of them
# even when some fail, and end with the summary of ctest for each.
#
# Samples are drawn by BIELLE_SEED, by default the commit. With BIELLE_NO_SKIP=1, as in continuous
# integration (CI), a skipped test fails unless tests/skips.txt says why.
# SPDX-License-Identifier: MIT
set -u
cd "$(dirname "$0")/.."

presets=()
while [ $# -gt 0 ] && [[ $1 != -* ]]; do
  presets+=("$1")
  shift
done

export BIELLE_SEED=${BIELLE_SEED:-$(git rev-parse HEAD 2> /dev/null || echo 0)}
echo "samples: BIELLE_SEED=$BIELLE_SEED"

folder_of() {
  test "$1" = dev && echo build || echo "build-$1"
}

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
status=0
for preset in "${presets[@]}"; do
  ctest --preset "$preset" -j "$(nproc)" -O "$logs/$preset" "$@" || status=1
  if [ -n "${CI:-}${BIELLE_NO_SKIP:-}" ]; then
    tools/check_skips.py "$(folder_of "$preset")" || status=1
  fi
done

if [ ${#presets[@]} -gt 1 ]; then
  for preset in "${presets[@]}"; do
    printf '\n== summary: %s\n' "$preset"
    sed -n '/tests passed/,$p' "$logs/$preset" | grep -v 'ERROR_MESSAGE\|Errors while'
  done
fi
exit $status
