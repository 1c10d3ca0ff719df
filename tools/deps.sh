#!/usr/bin/env bash
# deps.sh -- install the Debian packages that are missing; says which. Does nothing, quickly, when
# all are there. `deps.sh --list` prints the table.
# SPDX-License-Identifier: MIT
set -u

# package             purpose
table='
build-essential       gcc, make, libc headers
cmake                 the build
ninja-build           the build
pkg-config            test of the installed library
python3               tools and tests
git                   diff of recorded outputs
libflint-dev          exact rationals and polynomials
libflint-arb-dev      real numbers with error bounds
libgmp-dev            large integers, under FLINT
libmpfr-dev           large floating-point numbers, under FLINT
libjansson-dev        JSON
libxml2-dev           URDF and MJCF
liblapacke-dev        linear algebra: LAPACK for C
libcmocka-dev         unit tests
liborocos-kdl-dev     a second opinion on kinematics, for one test
libkdl-parser-dev     the same: its reader of URDF
liburdfdom-dev        the same: the format itself
libmujoco-dev         a second opinion on dynamics, for one test and the benchmarks
texlive-latex-base    a test compiles the equations
clang                 second compiler, fuzzing
libclang-rt-14-dev    libFuzzer and sanitizers of clang
libomp-dev            OpenMP for clang
clang-format          format check
clang-tidy            static analysis
'

if [ "${1:-}" = --list ]; then
  echo "${table:1:-1}"
  exit 0
fi
if ! command -v dpkg-query > /dev/null; then
  echo "This is not a Debian system: please install the equivalents of these yourself." >&2
  echo "${table:1:-1}" >&2
  exit 0  # the configuration step names what is really missing
fi

packages=$(awk 'NF { print $1 }' <<< "$table")
# shellcheck disable=SC2086
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $packages 2> /dev/null |
            awk '$1 == "installed" { print $2 }')
missing=$(grep -vxF -f <(echo "$installed") <<< "$packages" | tr '\n' ' ')
if [ -z "$missing" ]; then
  exit 0
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
  root=(sudo)
  [ -t 0 ] || root+=(-n)  # nobody is there to type a password
fi

echo "Installing the missing Debian packages: $missing"
# shellcheck disable=SC2086
install_missing() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends $missing
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The package lists of a fresh machine are empty or old: then fetch them and try once more.
if ! install_missing > "$log" 2>&1; then
  if ! { "${root[@]}" apt-get update -qq && install_missing; } > "$log" 2>&1; then
    tail -n 15 "$log" >&2
    echo "They could not be installed. Please type, as root:" >&2
    echo "    apt-get update && apt-get install --no-install-recommends $missing" >&2
    exit 1
  fi
fi
