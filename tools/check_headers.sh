#!/usr/bin/env bash
# check_headers.sh -- every header of src/ and include/ compiles alone, with the strict flags: a header
# brings what it needs. (clang reads all of them for clang-tidy.)
# SPDX-License-Identifier: MIT
set -u
cd "$(dirname "$0")/.."

flags=(-std=c11 -fopenmp-simd -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
       -Isrc -Iinclude "-DBIELLE_VERSION=\"$(cat VERSION)\"" -fsyntax-only -x c -)
status=0
while read -r header; do
  if ! echo "#include \"${header#*/}\"" | gcc "${flags[@]}"; then
    echo "$header: does not compile alone" >&2
    status=1
  fi
done < <(find src include -name '*.h' | sort)
exit $status
