#!/usr/bin/env bash
# check_headers.sh -- every header of src/ and include/ compiles alone, with the strict flags, by
# gcc and by clang: a header brings what it needs.
# SPDX-License-Identifier: MIT
set -u
cd "$(dirname "$0")/.."

flags=(-std=c11 -fopenmp-simd -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Isrc -Iinclude
       "-DBIELLE_VERSION=\"$(cat VERSION)\"" -fsyntax-only -x c -)
status=0
while read -r header; do
  for compiler in gcc clang; do
    if ! echo "#include \"${header#*/}\"" | "$compiler" "${flags[@]}"; then
      echo "$header: does not compile alone with $compiler" >&2
      status=1
    fi
  done
done < <(find src include -name '*.h' | sort)
exit $status
