#!/usr/bin/env bash
# deps.sh [GROUP] -- install the Debian packages that are missing; says which. Does nothing, quickly,
# when all are there. Groups: build (to build and run the command), test (that and all that the
# tests use; the default), bench (that and the peers of the benchmarks). `deps.sh --list [GROUP]`
# prints the table.
# SPDX-License-Identifier: MIT
set -u

# package             groups       purpose
table='
build-essential       build        gcc, make, libc headers
cmake                 build        the build
ninja-build           build        the build
python3               build        tools and tests
libflint-dev          build        exact rationals and polynomials
libflint-arb-dev      build        real numbers with error bounds
libgmp-dev            build        large integers, under FLINT
libmpfr-dev           build        large floating-point numbers, under FLINT
libjansson-dev        build        JSON
libxml2-dev           build        URDF and MJCF
liblapacke-dev        build        linear algebra: LAPACK for C
libsundials-dev       build        integration of motions: CVODE, ARKODE, IDA
pkg-config            test         test of the installed library
git                   test         diff of recorded outputs
libcmocka-dev         test         unit tests
liborocos-kdl-dev     test,bench   a second opinion on kinematics
libkdl-parser-dev     test,bench   the same: its reader of URDF
liburdfdom-dev        test,bench   the same: the format itself
libmujoco-dev         test,bench   a second opinion on dynamics
libsimbody-dev        bench        motions beside ours
texlive-latex-base    test         a test compiles the equations
groff-base            test         a test sets the page of the manual
python3-numpy         test         runs generated Python
gfortran              test         compiles generated Fortran
libeigen3-dev         test         compiles generated C++
nodejs                test         runs generated JavaScript
octave                test         runs generated Octave
zsh                   test         a test types in it
fish                  test         the same
clang                 test,bench   second compiler, fuzzing
libclang-rt-14-dev    test         libFuzzer and sanitizers of clang
libomp-dev            test         OpenMP for clang
clang-format          test         format check
clang-tidy            test         static analysis
'

is_list=
if [ "${1:-}" = --list ]; then
  is_list=yes
  shift
fi
group=${1:-test}
case $group in
  build | test | bench) ;;
  *)
    echo "deps.sh: no group '$group'; choose one of: build test bench" >&2
    exit 2
    ;;
esac
# Every group needs what building needs.
table=$(awk -v group="$group" '$2 ~ "(^|,)(build|" group ")(,|$)"' <<< "$table")
if [ -n "$is_list" ]; then
  echo "$table"
  exit 0
fi
if ! command -v dpkg-query > /dev/null; then
  echo "This is not a Debian system: please install the equivalents of these yourself." >&2
  echo "$table" >&2
  exit 0  # the configuration step names what is really missing
fi

packages=$(awk '{ print $1 }' <<< "$table")
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
