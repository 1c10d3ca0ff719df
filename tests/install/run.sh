#!/usr/bin/env bash
# run.sh -- the installed library as a stranger meets it: install into a scratch prefix, move the
# prefix, then build the program of this folder with find_package(bielle) and with pkg-config.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source_dir=${BIELLE_SOURCE_DIR:-$here/../..}
binary_dir=${BIELLE_BINARY_DIR:-$source_dir/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

[ -e "$source_dir/include/bielle/bielle.h" ] || { echo "skipped: no public headers yet"; exit 77; }

cmake --install "$binary_dir" --prefix "$scratch/first" > "$scratch/log"
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix
version=$(cat "$source_dir/VERSION")

echo "== the command"
"$prefix/bin/bielle" --version | grep -F "$version"

echo "== find_package"
cmake -S "$here" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" --log-level=NOTICE
cmake --build "$scratch/build" -- --quiet
"$scratch/build/outside" | grep -Fx "$version"

echo "== pkg-config"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# shellcheck disable=SC2046
cc -std=c11 -Wall -Wextra -Werror "$here/outside.c" $(pkg-config --cflags --libs bielle) \
  -o "$scratch/outside"
LD_LIBRARY_PATH=$prefix/lib "$scratch/outside" | grep -Fx "$version"
