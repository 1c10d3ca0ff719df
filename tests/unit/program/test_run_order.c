// test_run_order.c -- runs of one kind, arguments first, nothing far from its place.
// SPDX-License-Identifier: MIT
#include "program/run/run_order.h"

#include "base/memory/memory.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

// Every item takes up to four of those before it.
static RunItem *random_items(uint64_t *random, int count, int kinds)
{
  RunItem *items = memory_new((size_t)count, sizeof items[0]);
  for (int i = 0; i < count; i++) {
    items[i].kind = (int)(random_next(random) % (uint64_t)kinds);
    for (int k = 0; k < RUN_ARGUMENTS; k++) {
      bool is_there = i > 0 && random_next(random) % 2 == 0;
      items[i].args[k] = is_there ? (int)(random_next(random) % (uint64_t)i) : -1;
    }
  }
  return items;
}

static void check(const RunItem items[], int count, int window)
{
  int *order = memory_new((size_t)count, sizeof order[0]);
  Run *runs = memory_new((size_t)count, sizeof runs[0]);
  int run_count = run_order(items, count, window, order, runs), run = 0;
  int *places = memory_new((size_t)count, sizeof places[0]), first = 0;
  for (int i = 0; i < count; i++)
    places[i] = -1;
  for (int i = 0; i < count; i++) {
    while (places[first] >= 0)
      first++;
    assert_in_range(order[i], first, count - 1);
    assert_true(order[i] - first < window);
    assert_int_equal(places[order[i]], -1);
    places[order[i]] = i;
    if (i == runs[run].end) run++;
    assert_int_equal(items[order[i]].kind, runs[run].kind);
    if (window == 1) assert_int_equal(order[i], i);
    for (int k = 0; k < RUN_ARGUMENTS; k++) {
      int argument = items[order[i]].args[k];
      if (argument >= 0) assert_in_range(places[argument], 0, i - 1);
    }
  }
  assert_int_equal(run, run_count - 1);
  assert_int_equal(runs[run].end, count);
  free(places);
  free(runs);
  free(order);
}

static void arguments_come_first_and_nothing_goes_far(void **unused)
{
  (void)unused;
  static const int WINDOWS[] = { 1, 2, 7, 64, 1000 };
  enum { COUNT = 300 };
  for (uint64_t seed = 1; seed < 50; seed++) {
    uint64_t random = seed;
    RunItem *items = random_items(&random, COUNT, 1 + (int)(seed % RUN_KINDS));
    for (size_t w = 0; w < sizeof WINDOWS / sizeof WINDOWS[0]; w++)
      check(items, COUNT, WINDOWS[w]);
    free(items);
  }
}

// Products and sums of products, one after the other: all products, then all sums.
static void what_does_not_depend_is_one_run(void **unused)
{
  (void)unused;
  enum { PAIRS = 20 };
  RunItem items[2 * PAIRS];
  int order[2 * PAIRS];
  Run runs[2 * PAIRS];
  for (int i = 0; i < PAIRS; i++) {
    items[2 * i] = (RunItem){ 0, { -1, -1, -1, -1 } };
    items[2 * i + 1] = (RunItem){ 1, { 2 * i, -1, -1, -1 } };
  }
  assert_int_equal(run_order(items, 2 * PAIRS, 2 * PAIRS, order, runs), 2);
  assert_int_equal(runs[0].end, PAIRS);
  for (int i = 0; i < 2 * PAIRS; i++)
    assert_int_equal(items[order[i]].kind, i >= PAIRS);
}

static void nothing_has_an_order(void **unused)
{
  (void)unused;
  assert_int_equal(run_order(NULL, 0, 1, NULL, NULL), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(arguments_come_first_and_nothing_goes_far),
    cmocka_unit_test(what_does_not_depend_is_one_run),
    cmocka_unit_test(nothing_has_an_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
