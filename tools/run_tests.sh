#!/usr/bin/env bash
# run_tests.sh PRESET... [-OPTIONS of ctest] -- run the tests of each preset's build, all of them
# even when some fail, and end with the summary of ctest for each.
# SPDX-License-Identifier: MIT
set -u
cd "$(dirname "$0")/.."

presets=()
while [ $# -gt 0 ] && [[ $1 != -* ]]; do
  presets+=("$1")
  shift
done

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
status=0
for preset in "${presets[@]}"; do
  ctest --preset "$preset" -j "$(nproc)" -O "$logs/$preset" "$@" || status=1
done

if [ ${#presets[@]} -gt 1 ]; then
  for preset in "${presets[@]}"; do
    printf '\n== summary: %s\n' "$preset"
    sed -n '/tests passed/,$p' "$logs/$preset" | grep -v 'ERROR_MESSAGE\|Errors while'
  done
fi
exit $status
