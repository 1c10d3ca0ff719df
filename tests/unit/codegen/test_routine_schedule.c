// test_routine_schedule.c -- an order that runs fast is one that can be run.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"
#include "sample_equations.h"

#include "base/memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Built {
  Equations *equations;
  const char *keys[16];
  CodeRequest request;
  CodeModel model;
} Built;

// Takes over the equations.
static Built *build(Equations *equations, bool keeps_stages)
{
  Built *built = memory_new(1, sizeof *built);
  built->equations = equations;
  for (int k = 0; k < equations->quantity_count; k++)
    built->keys[k] = equations->quantities[k].key;
  built->request = (CodeRequest){ .equations = equations,
                                  .keys = built->keys,
                                  .key_count = equations->quantity_count,
                                  .command = "",
                                  .version = "",
                                  .keeps_stages = keeps_stages };
  Text why = { 0 };
  assert_true(c_model_build(&built->model, &built->request, &why));
  text_free(&why);
  return built;
}

static void release(Built *built)
{
  code_model_free(&built->model);
  equations_free(built->equations);
  free(built);
}

// ---- what a statement reads, found by descending into its expression

typedef struct Walk {
  const Routine *routine;
  int *statement_of;  // by value: where it is computed; -1: within others, or outside
  int *last_reader;   // by value
} Walk;

static void read_value(Walk *walk, int reader, int place)
{
  const Routine *routine = walk->routine;
  if (!routine_computes(routine, place)) return;
  if (walk->statement_of[place] >= 0) {
    assert_true(walk->statement_of[place] < reader);
    walk->last_reader[place] = reader;
    return;
  }
  for (int a = 0; a < routine_arity(routine, place); a++)
    read_value(walk, reader, routine->steps->at[place].arg[a]);
}

static void read_statement(Walk *walk, int k)
{
  const Routine *routine = walk->routine;
  const Statement *statement = &routine->statements[k];
  if (statement->check >= 0) read_value(walk, k, routine->checks[statement->check].value);
  if (statement->result >= 0 && routine->results[statement->result].copy_of < 0)
    read_value(walk, k, routine->results[statement->result].value);
  if (statement->value < 0) return;
  for (int a = 0; a < routine_arity(routine, statement->value); a++)
    read_value(walk, k, routine->steps->at[statement->value].arg[a]);
}

// Every statement comes behind what it reads. Returns how many values are alive at most.
static int check_order(const Routine *routine)
{
  size_t values = (size_t)routine->steps->count;
  Walk walk = { routine, memory_new(values, sizeof(int)), memory_new(values, sizeof(int)) };
  memset(walk.statement_of, -1, values * sizeof(int));
  memset(walk.last_reader, -1, values * sizeof(int));
  for (int k = 0; k < routine->statement_count; k++) {
    if (routine->statements[k].value >= 0) walk.statement_of[routine->statements[k].value] = k;
  }
  for (int k = 0; k < routine->statement_count; k++)
    read_statement(&walk, k);
  int *change = memory_new((size_t)routine->statement_count + 1, sizeof(int));
  for (size_t k = 0; k < values; k++) {
    if (walk.statement_of[k] < 0 || walk.last_reader[k] < 0) continue;
    change[walk.statement_of[k]]++;
    change[walk.last_reader[k]]--;
  }
  int most = 0, alive = 0;
  for (int k = 0; k < routine->statement_count; k++) {
    alive += change[k];
    if (alive > most) most = alive;
  }
  free(change);
  free(walk.statement_of);
  free(walk.last_reader);
  return most;
}

// Sines and cosines first, checks last, results anywhere, but a copy behind what it copies.
static void check_places(const Routine *routine)
{
  bool *is_assigned = memory_new((size_t)routine->result_count + 1, sizeof *is_assigned);
  int rank = 0, checks = 0, results = 0;
  for (int k = 0; k < routine->statement_count; k++) {
    const Statement *statement = &routine->statements[k];
    bool is_early = statement->value >= 0 && routine->values[statement->value].is_early;
    int here = statement->check >= 0 ? 2 : is_early ? 0 : 1;
    assert_true(here >= rank);
    rank = here;
    if (statement->check >= 0) assert_int_equal(statement->check, checks++);
    if (statement->result < 0) continue;
    int copied = routine->results[statement->result].copy_of;
    assert_true(copied < 0 || is_assigned[copied]);
    assert_false(is_assigned[statement->result]);
    is_assigned[statement->result] = true;
    results++;
  }
  assert_int_equal(results, routine->result_count);
  assert_int_equal(checks, routine->check_count);
  free(is_assigned);
}

static void check_functions(Equations *equations)
{
  Built *built = build(equations, false);
  for (int k = 0; k < built->model.function_count; k++) {
    const Routine *routine = code_routine(&built->model, &built->model.functions[k]);
    check_order(routine);
    if (routine->statement_count > 40) check_places(routine);
  }
  release(built);
}

static void statements_come_behind_what_they_read(void **state)
{
  (void)state;
  check_functions(sample_arm());
  check_functions(sample_awkward());
  check_functions(sample_pendulum());
  check_functions(sample_forward(3));
  check_functions(sample_forward(400));
  check_functions(sample_large(300));
  check_functions(sample_large(4000));  // too many for one list
}

static int most_alive(int rows, bool keeps_stages)
{
  Built *built = build(sample_wide(rows), keeps_stages);
  int most = check_order(code_routine(&built->model, &built->model.functions[0]));
  release(built);
  return most;
}

// Stage by stage, what depends on the configuration waits for the velocities, and both for results.
static void fewer_values_are_alive_at_a_time(void **state)
{
  (void)state;
  assert_int_equal(most_alive(100, true), 200);
  assert_true(most_alive(100, false) <= 102);
  assert_int_equal(most_alive(2000, true), 4000);
  assert_true(most_alive(2000, false) <= 102);
}

// What fits on a page is left to its readers.
static void short_functions_keep_their_stages(void **state)
{
  (void)state;
  assert_int_equal(most_alive(9, false), most_alive(9, true));
}

static void stages_stay_apart_on_demand(void **state)
{
  (void)state;
  Built *built = build(sample_arm(), true);
  const CodeFunction *function = built->model.functions;
  while (strcmp(function->quantity->key, "tau") != 0)
    function++;
  const Routine *routine = code_routine(&built->model, function);
  int section = 0;
  for (int k = 0; k < routine->statement_count; k++) {
    int index = routine->statements[k].value;
    int here = index >= 0 ? routine->values[index].section : STAGE_COUNT;
    assert_true(here >= section);
    section = here;
  }
  release(built);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(statements_come_behind_what_they_read),
    cmocka_unit_test(fewer_values_are_alive_at_a_time),
    cmocka_unit_test(short_functions_keep_their_stages),
    cmocka_unit_test(stages_stay_apart_on_demand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
