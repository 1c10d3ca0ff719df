// test_four_bar_rows.c -- rows of up to forty four-bars, whose positions are known in closed form.
// SPDX-License-Identifier: MIT
#include "system/assembly/assembly.h"
#include "system/constraints/constraint_system.h"
#include "system/mobility/partition.h"
#include "support/four_bar_row.h"
#include "support/reading.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { MAX_LOOPS = 40, MOST = 2 * MAX_LOOPS + 1 };
static const double ANGLE = 0.4;

typedef struct Fixture {
  Reading reading;
  int n;
  double parameters[1];
  double q[MOST];  // near ANGLE, theta0 there
  ProgramState start;
} Fixture;

static void open_fixture(Fixture *fixture, int loops)
{
  Text text = { 0 };
  four_bar_row(&text, loops);
  reading_open(&fixture->reading, text_string(&text));
  text_free(&text);
  fixture->n = 2 * loops + 1;
  fixture->parameters[0] = 1;
  for (int j = 0; j < fixture->n; j++)
    fixture->q[j] = ANGLE + (j > 0 ? 0.1 * sin(7.0 * j) : 0);
  fixture->start = (ProgramState){ .parameters = fixture->parameters, .q = fixture->q };
}

static void assert_all(const double q[], int count, double expected, double tolerance)
{
  for (int j = 0; j < count; j++) {
    if (fabs(q[j] - expected) <= tolerance) continue;
    print_message("coordinate %d of %d: %.17g instead of %.17g\n", j, count, q[j], expected);
    fail();
  }
}

static int next_of(int loops) { return loops < 10 ? loops + 1 : loops + 15; }

static void check_assembly(Fixture *fixture, const bool is_held[])
{
  Text why = { 0 };
  AssemblyOptions options = { .is_held = is_held };
  Assembly *assembly =
      assembly_new(reading_system(&fixture->reading), &fixture->start, &options, &why);
  assert_string_equal(text_string(&why), "");
  const Configuration *found = &assembly->configurations[0];
  assert_true(assembly->is_closed);
  assert_int_equal(found->rank.rank, fixture->n - 1);
  assert_int_not_equal(found->branch, BRANCH_OTHER);
  assert_all(found->q, fixture->n, is_held ? ANGLE : found->q[0], 1e-12);
  assembly_free(assembly);
  text_free(&why);
}

static void a_row_closes_with_all_angles_equal(void **state)
{
  (void)state;
  static const bool HELD[MOST] = { true };
  for (int loops = 1; loops <= MAX_LOOPS; loops = next_of(loops)) {
    Fixture fixture;
    open_fixture(&fixture, loops);
    check_assembly(&fixture, HELD);
    check_assembly(&fixture, NULL);
    reading_close(&fixture.reading);
  }
}

// One freedom, in which all turn alike; the first crank drives the others.
static void a_row_has_one_freedom_and_its_first_crank_drives(void **state)
{
  (void)state;
  for (int loops = 1; loops <= MAX_LOOPS; loops = next_of(loops)) {
    Fixture fixture;
    Text why = { 0 };
    open_fixture(&fixture, loops);
    MobilityStudy *study =
        mobility_study_new(reading_system(&fixture.reading), &fixture.start, NULL, &why);
    assert_string_equal(text_string(&why), "");
    assert_int_equal(study->rank.rank, 2 * loops);
    assert_int_equal(study->start_rank.rank, 2 * loops);
    assert_int_equal(study->mobility, 1);
    assert_int_equal(mobility_redundant_count(study), 0);
    assert_all(study->start_q, fixture.n, study->start_q[0], 1e-12);
    assert_all(study->q, fixture.n, study->q[0], 1e-9);
    assert_all(study->motions, fixture.n, study->motions[0], 1e-9);
    Arena *arena = arena_new();
    const PartitionPlace *places = partition_choose(study, NULL, arena, &why);
    bool is_dependent[MOST] = { false };
    for (int k = 0; k < 2 * loops; k++)
      is_dependent[places[k].coordinate] = true;
    for (int j = 0; j < fixture.n; j++)
      assert_int_equal(is_dependent[j], j > 0);
    arena_free(arena);
    mobility_study_free(study);
    reading_close(&fixture.reading);
    text_free(&why);
  }
}

static void a_rank_of_what_is_no_number_is_not_found(void **state)
{
  (void)state;
  for (int loops = 1; loops <= 20; loops += 19) {
    Fixture fixture;
    Text why = { 0 };
    NumericRank rank;
    ConstraintSystem constraints;
    static double directions[MOST * MOST];
    open_fixture(&fixture, loops);
    const Equations *equations = reading_system(&fixture.reading)->ties;
    assert_true(constraint_system_init(&constraints, equations, &fixture.start, &why));
    assert_int_equal(constraint_system_rank(&constraints, ROWS_ALL, NULL, directions, &rank),
                     NUMERIC_OK);
    fixture.q[1] = NAN;
    assert_false(constraint_system_evaluate_at(&constraints, fixture.q));
    assert_int_equal(constraint_system_rank(&constraints, ROWS_ALL, NULL, NULL, &rank),
                     NUMERIC_NOT_FINITE);
    assert_int_equal(constraint_system_rank(&constraints, ROWS_ALL, NULL, directions, &rank),
                     NUMERIC_NOT_FINITE);
    constraint_system_free(&constraints);
    reading_close(&fixture.reading);
    text_free(&why);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_row_closes_with_all_angles_equal),
    cmocka_unit_test(a_row_has_one_freedom_and_its_first_crank_drives),
    cmocka_unit_test(a_rank_of_what_is_no_number_is_not_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
