# The verbs people type; the work is done by CMake presets (CMakePresets.json) and tools/.
#
#   make demo           see it work: builds the command and walks through one robot
#   make test           install what tests use, build, run every test, again under the sanitizers;
#                       what is drawn by chance is drawn by the commit (BIELLE_SEED)
#   make build          the command, at build/bielle
#   make check          static checks only: format, layers, words, headers, clang-tidy
#   make asan           unit and command tests under the address and undefined-behaviour sanitizers
#   make tsan           threads that share a mechanism and a model, under ThreadSanitizer
#   make bench          how fast we generate and run, beside MuJoCo and KDL (docs/performance.md)
#   make bench ONLY=batch   one table of it: batch, sizes, reading, compare, program, ...
#   make languages      every example in every language of `bielle code`, and every compiler; takes long
#   make metamorphic    the same thing said in two ways gives the same numbers: every example, every
#                       relation, of which `make test` draws some; takes long
#   make mutants        break the core in many places: something must notice (docs/mutants.md)
#   make fuzz           the parser and every importer, ten minutes each, under the sanitizers
#   make golden         record tests/golden anew; read the diff before you commit it
#   make format         let clang-format decide
#   make install-deps   the Debian packages that are missing, those of the tests included
#   make clean          remove all build folders
# SPDX-License-Identifier: MIT
.PHONY: build demo everything test check asan tsan languages metamorphic mutants fuzz bench format golden clean install-deps
.DEFAULT_GOAL := build
MAKEFLAGS += --no-print-directory

# On a terminal ninja shows its one line of progress; elsewhere only what went wrong.
quiet := $(shell test -t 2 || echo -- --quiet)
# $(call compile,PRESET,FOLDER): configure once (ninja repeats it when needed), then build.
compile = { test -f $(2)/build.ninja || cmake --preset $(1) > /dev/null; } && \
          cmake --build --preset $(1) $(quiet)

# Only the command, and only what it takes: a newcomer waits for no tests.
build:
	@tools/deps.sh build
	@test -f build/build.ninja || cmake --preset dev > /dev/null
	@cmake --build --preset dev --target bielle_cli $(quiet)

demo: build
	@tools/demo.sh

# A folder that was configured before the tests' libraries were there learns of them.
everything: install-deps
	@cmake --preset dev -DBIELLE_TESTS=ON > /dev/null
	@cmake --build --preset dev $(quiet)

test: everything
	@$(call compile,asan,build-asan)
	@$(call compile,tsan,build-tsan)
	@tools/run_tests.sh dev asan tsan

check: everything
	@tools/run_tests.sh dev -L static -E '^tidy$$'
	@tools/tidy.py build

asan: install-deps
	@$(call compile,asan,build-asan)
	@tools/run_tests.sh asan

tsan: install-deps
	@$(call compile,tsan,build-tsan)
	@tools/run_tests.sh tsan

# Robots to measure with: a folder of yours, else the one beside this tree, else our own.
BIELLE_PERF_MODELS ?= $(or $(wildcard ../shared/reference/perf-models),build-release/models)

tables := $(patsubst benchmarks/bench_%.c,%,$(wildcard benchmarks/bench_*.c)) sizes reading batch closed compare

bench: export BIELLE_PERF_MODELS := $(BIELLE_PERF_MODELS)
bench:
	@tools/deps.sh bench
	@$(call compile,release,build-release)
	@test "$$BIELLE_PERF_MODELS" != build-release/models || \
	  benchmarks/peers/models.py build-release/models
	@for table in $(or $(ONLY),$(tables)); do \
	  if test -e benchmarks/bench_$$table.c; then \
	    build-release/benchmarks/bench_$$table || exit 1; \
	  else \
	    benchmarks/peers/$$table.py build-release/bielle "$$BIELLE_PERF_MODELS" build-release/peers || exit 1; \
	  fi; \
	done

languages: everything
	@BIELLE_EVERY_EXAMPLE=1 ctest --test-dir build \
	  -R '^(cli\.languages|cli\.fmu_description|codegen\.generated_code|codegen\.names)$$' \
	  --output-on-failure
	@tests/compilers/same_bytes.py

# ONLY="rewrite four_bar" compares those whose names have these words, with BIELLE_SEED what a test drew.
metamorphic: export BIELLE_SEED ?= $(shell git rev-parse HEAD)
metamorphic: everything
	@tests/metamorphic/all.py $(ONLY)

# Breaks the core in some forty places, one at a time; a check must notice each.
mutants: everything
	@tools/mutants.py --record

fuzz: install-deps
	@tools/fuzz.sh 600

golden: build
	@tools/golden.py --record
	@git diff --stat -- tests/golden

format:
	@tools/format.sh --fix

install-deps:
	@tools/deps.sh test

clean:
	@rm -rf build build-asan build-fuzz build-release build-tsan
