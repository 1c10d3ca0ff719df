#!/usr/bin/env bash
# run.sh -- the installed library as a stranger meets it: install into a scratch prefix, move the
# prefix, then build the program of docs/api.md with find_package(bielle) and with pkg-config.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source_dir=${BIELLE_SOURCE_DIR:-$here/../..}
binary_dir=${BIELLE_BINARY_DIR:-$source_dir/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$binary_dir" --prefix "$scratch/first" > "$scratch/log"
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix
version=$(cat "$source_dir/VERSION")

echo "== the command"
"$prefix/bin/bielle" --version | grep -F "$version"

"$prefix/bin/bielle" examples rr | cmp - "$source_dir/examples/rr/rr.bl"
"$prefix/bin/bielle" man | cmp - "$prefix/share/man/man1/bielle.1"
for file in bash-completion/completions/bielle zsh/site-functions/_bielle \
            fish/vendor_completions.d/bielle.fish; do
  grep -q 'completion of bielle' "$prefix/share/$file"
done

mkdir "$scratch/outside"
cp "$here/CMakeLists.txt" "$scratch/outside"
awk '/^```c$/ { inside = 1; next } /^```$/ && inside { exit } inside' "$source_dir/docs/api.md" \
  > "$scratch/outside/outside.c"
cd "$source_dir"  # the program reads examples/rr/rr.bl
expected=$("$prefix/bin/bielle" eval examples/rr/rr.bl --at examples/rr/state.json --what G |
  sed -n 's/.*"G": \[\(.*\), \(.*\)\].*/\1 \2/p')

# The printed numbers have 15 digits, those of `bielle eval` 17.
agrees() { awk -v a="$1" -v b="$expected" 'BEGIN { split(a, x); split(b, y);
  for (i = 1; i <= 2; i++) if (!(x[i] - y[i] < 1e-12 && y[i] - x[i] < 1e-12)) exit 1 }'; }

echo "== find_package"
cmake -S "$scratch/outside" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" --log-level=NOTICE
cmake --build "$scratch/build" -- --quiet
agrees "$("$scratch/build/outside")"

echo "== pkg-config"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# shellcheck disable=SC2046
cc -std=c11 -Wall -Wextra -Werror "$scratch/outside/outside.c" $(pkg-config --cflags --libs bielle) \
  -o "$scratch/program"
agrees "$(LD_LIBRARY_PATH=$prefix/lib "$scratch/program")"
