#!/usr/bin/env bash
# demo.sh -- one robot from its description to running code, in a minute. Needs build/bielle.
# SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/build:$PATH"
model=examples/rr/rr.bl
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

heading() { printf '\n==== %s\n' "$*"; }
show() { printf '$ %s\n' "$*"; "$@"; }

heading "The description: a planar arm with two revolute joints"
show cat "$model"

heading "Is it sound?"
show bielle check "$model"

heading "Its equations, symbolically"
show bielle model "$model" --what M,h,G

heading "Numbers at one state"
cat > "$output/state.json" <<'STATE'
{ "params": { "L1": 0.5, "L2": 0.4, "LG1": 0.25, "LG2": 0.2, "m1": 2, "m2": 1.5,
              "I1z": 0.04, "I2z": 0.02, "g": 9.81 },
  "q": { "θ1": 0.3, "θ2": 0.5 }, "qd": { "θ1": 1, "θ2": -2 } }
STATE
show cat "$output/state.json"
show bielle eval "$model" --at "$output/state.json" --what M,h,G

heading "What each function costs"
show bielle count "$model"

heading "The same equations as a C program"
show bielle code "$model" --lang c -o "$output/c"
(cd "$output/c" && ls -l)

heading "Its self-test: compiled code against the values that bielle computed"
show cc -std=c99 -O2 -Wall -Wextra -Wconversion -Wpedantic -ffp-contract=off \
  "$output"/c/*.c -o "$output/selftest" -lm
show "$output/selftest"
