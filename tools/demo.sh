#!/usr/bin/env bash
# demo.sh -- one arm from its description to running code. Needs build/bielle; what it writes is
# left in build/demo to look at.
# SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/build:$PATH"
model=examples/rr/rr.bl
out=build/demo
rm -rf "$out"

heading() { printf '\n==== %s\n' "$*"; }
show() { printf '$ %s\n' "$*"; "$@"; }

heading "The description: a planar arm with two revolute joints"
show cat "$model"

heading "Is it sound?"
show bielle check "$model"

heading "Its equations"
show bielle model "$model"

heading "Numbers at one state"
show cat examples/rr/state.json
show bielle eval "$model" --at examples/rr/state.json --what M,h,G,tau

heading "What inverse dynamics costs"
show bielle count "$model" --what tau

heading "The same equations as a C program, $out/rr.c"
mkdir -p "$out"
show bielle code "$model" --lang c -o "$out"
sed -n '/^void rr_inverse_dynamics_prepared/,/^}/p' "$out/rr.c"

heading "Its self-test: compiled code against the values that bielle computed"
show cc -std=c99 -O2 -Wall -Wextra -Wconversion -Wpedantic -ffp-contract=off \
  "$out/rr.c" "$out/rr_selftest.c" -o "$out/selftest" -lm
show "$out/selftest"

heading "It is led: the shortest time that the drives of a robot allow"
show bielle trajectory examples/pick_and_place/pick_and_place.bl --shortest \
  --plot "$out/pick_and_place.svg"

heading "It swings: the experiment of the description, as a table and a plot"
show bielle simulate "$model" -o "$out/rr.csv" --plot "$out/rr.svg"
echo
echo "The motion is in $out/rr.csv, drawn in $out/rr.svg."
