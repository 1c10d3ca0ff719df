#!/usr/bin/env bash
# format.sh --check | --fix -- clang-format over every .c and .h file. Tables (.def) are aligned by
# hand; tests/golden and tests/data hold generated and foreign files.
# SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
  --check) action=(--dry-run --Werror) ;;
  --fix) action=(-i) ;;
  *) echo "usage: tools/format.sh --check | --fix" >&2; exit 2 ;;
esac

folders=()
for folder in src include app tests benchmarks examples; do
  [ ! -d "$folder" ] || folders+=("$folder")
done
find "${folders[@]}" \( -path tests/golden -o -path tests/data \) -prune -o \
     -type f -name '*.[ch]' -print0 | xargs -0 -r -n 20 -P 2 clang-format "${action[@]}"
