// test_base_grouping.c -- base parameters against the rank of the regressor.
//
// Torques are linear in the ten inertial parameters of every link. How many combinations of them
// the torques can tell apart is the rank of the matrix of the coefficients, stacked for enough
// states. Every pool gives every symbol a random value in a prime field (its fingerprint), so pools
// of different seeds are random states, and the rank is computed exactly, modulo the prime. Nothing
// of this knows the rules of regrouping.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "base/memory/memory.h"
#include "formulation/methods/newton_euler.h"
#include "symbolic/field/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

// ---- the regressor, modulo a prime

enum { PARAMETERS = 10 };

// Unit parameter p of link l, all others zero.
static void set_unit_moments(Moments moments[], int count, Pool *pool, int l, int p)
{
  for (int i = 0; i < count; i++)
    moments[i] = moments_zero(pool);
  static const int ROW[6] = { 0, 0, 0, 1, 1, 2 }, COLUMN[6] = { 0, 1, 2, 1, 2, 2 };
  const Expr *unit = expr_integer(pool, 1);
  if (p == 0) {
    moments[l].mass = unit;
  } else if (p < 4) {
    moments[l].first.at[p - 1] = unit;
  } else {
    moments[l].second.at[ROW[p - 4]][COLUMN[p - 4]] = unit;
    moments[l].second.at[COLUMN[p - 4]][ROW[p - 4]] = unit;
  }
}

// Torque of a revolute or prismatic link along its axis.
static const Expr *torque_of(const Newton *newton, int i)
{
  const Link *link = &newton->tree->links[i];
  const NewtonLink *own = &newton->links[i];
  return vec3_dot(link->kind == MOVE_ROTATION ? own->n : own->f, link->axis);
}

// Rows of one state: entry [r*columns + c].
static void fill_rows(const Mechanism *mechanism, uint64_t seed, uint64_t rows[])
{
  Derivation *derivation = derivation_new(mechanism, NULL, seed);
  Equations *equations = derivation->equations;
  const LinkTree *tree = derivation_links(derivation);
  int n = tree->count, columns = PARAMETERS * n;
  Moments *moments = memory_new((size_t)n, sizeof moments[0]);
  Newton newton =
      newton_outward(derivation, tree, NEWTON_SPEEDS | NEWTON_ACCELERATIONS | NEWTON_GRAVITY);
  for (int c = 0; c < columns; c++) {
    set_unit_moments(moments, n, equations->pool, c / PARAMETERS, c % PARAMETERS);
    for (int i = 0; i < n; i++)
      newton.links[i].f = newton.links[i].n = vec3_zero(equations->pool);
    newton_inward(&newton, moments);
    for (int r = 0; r < n; r++)
      rows[r * columns + c] = expr_value(torque_of(&newton, r)).at[0];
  }
  free(moments);
  equations_free(derivation_release(derivation));
}

static int rank_of(uint64_t a[], int rows, int columns)
{
  Field field = FIELD[0];
  int rank = 0;
  for (int c = 0; c < columns && rank < rows; c++) {
    int pivot = rank;
    while (pivot < rows && a[pivot * columns + c] == 0)
      pivot++;
    if (pivot == rows) continue;
    for (int k = 0; k < columns; k++) {
      uint64_t kept = a[pivot * columns + k];
      a[pivot * columns + k] = a[rank * columns + k];
      a[rank * columns + k] = kept;
    }
    uint64_t inverse = field_inverse(field, a[rank * columns + c]);
    for (int r = rank + 1; r < rows; r++) {
      uint64_t factor = field_mul(field, a[r * columns + c], inverse);
      for (int k = c; factor != 0 && k < columns; k++) {
        uint64_t part = field_mul(field, factor, a[rank * columns + k]);
        a[r * columns + k] = field_sub(field, a[r * columns + k], part);
      }
    }
    rank++;
  }
  return rank;
}

static int rank_of_coefficients(const Mechanism *mechanism)
{
  int n = mechanism->coordinate_count, columns = PARAMETERS * n, states = 2 * PARAMETERS;
  uint64_t *rows = memory_new((size_t)states * (size_t)(n * columns), sizeof rows[0]);
  for (int s = 0; s < states; s++)
    fill_rows(mechanism, (uint64_t)s + 1, rows + s * n * columns);
  int rank = rank_of(rows, states * n, columns);
  free(rows);
  return rank;
}

static int count_base_parameters(const Mechanism *mechanism, Text *names)
{
  Derivation *derivation = derivation_new(mechanism, NULL, 0);
  Equations *equations = derivation->equations;
  int count = 0;
  const BaseParameter *base =
      base_parameters(derivation_links(derivation), vec3_copy(equations->pool, mechanism->gravity),
                      equations->arena, &count);
  for (int i = 0; i < count; i++)
    text_format(names, " %s", base[i].name);
  equations_free(derivation_release(derivation));
  return count;
}

static void assert_count_is_rank(const char *text, int expected)
{
  Reading reading;
  reading_open(&reading, text);
  Text names = { 0 };
  int count = count_base_parameters(reading.mechanism, &names);
  int rank = rank_of_coefficients(reading.mechanism);
  if (count != rank || (expected > 0 && count != expected)) {
    fail_msg("%s\nrank %d, but %d base parameters:%s", text, rank, count, text_string(&names));
  }
  text_free(&names);
  reading_close(&reading);
}

// ---- known robots

// Masses and inertias of no meaning, all different and not zero.
static void put_body(Text *text, int i)
{
  text_format(text,
              "body b%d on j%d : mass %d kg, com [0.%d, 0.%d, -0.%d] m, inertia [[%d, 0.1, 0.2], "
              "[0.1, %d, 0.3], [0.2, 0.3, %d]] kg.m^2\n",
              i, i, i + 1, i + 1, i + 2, i + 3, i + 5, i + 6, i + 7);
}

static void known_robots_have_the_numbers_of_the_literature(void **state)
{
  (void)state;
  Text text = { 0 };
  text_put(&text, "mechanism puma\ngravity [0, 0, -9.81] m/s^2\n"
                  "dh j modified\n   joint theta d a alpha\n"
                  "   1  q1  0        0        0\n"
                  "   2  q2  0.2435m  0        -90deg\n"
                  "   3  q3  -0.0934m 0.4318m  0\n"
                  "   4  q4  0.4331m  -0.0203m 90deg\n"
                  "   5  q5  0        0        -90deg\n"
                  "   6  q6  0        0        90deg\n");
  for (int i = 1; i <= 6; i++)
    put_body(&text, i);
  assert_count_is_rank(text_string(&text), 36);
  text_clear(&text);
  text_put(&text, "mechanism panda\ngravity [0, 0, -9.81] m/s^2\n"
                  "dh j modified\n   joint theta d a alpha\n"
                  "   1  q1  0.333m  0         0\n"
                  "   2  q2  0       0         -90deg\n"
                  "   3  q3  0.316m  0         90deg\n"
                  "   4  q4  0       0.0825m   90deg\n"
                  "   5  q5  0.384m  -0.0825m  -90deg\n"
                  "   6  q6  0       0         90deg\n"
                  "   7  q7  0       0.088m    90deg\n");
  for (int i = 1; i <= 7; i++)
    put_body(&text, i);
  assert_count_is_rank(text_string(&text), 43);
  text_free(&text);
}

// ---- random trees

static unsigned pick(uint64_t *state, unsigned count)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)((*state >> 33) % count);
}

static void put_random_tree(Text *text, uint64_t *state, bool has_gravity)
{
  static const char *const GRAVITY[] = { "[0, 0, -9]", "[0, -9, 0]", "[1, 2, 3]" };
  static const char *const AXIS[] = { "x", "y", "z", "-z", "[3/5, 0, 4/5]" };
  static const char *const PLACE[] = { "[0, 0, 0]", "[0, 0, 2]", "[1, 0, 0]", "[1, 2, 3]" };
  static const char *const TURN[] = { "", " rotated RX(90 deg)", " rotated RY(60 deg)" };
  const char *gravity = has_gravity ? GRAVITY[pick(state, 3)] : "[0, 0, 0]";
  text_format(text, "mechanism tree\ngravity %s m/s^2\n", gravity);
  int count = 1 + (int)pick(state, 5);
  for (int i = 0; i < count; i++) {
    int parent = (int)pick(state, (unsigned)i + 1);
    bool is_branch = pick(state, 3) == 0;
    Text on = { 0 };
    text_format(&on, "j%d", is_branch ? parent - 1 : i - 1);
    bool is_on_ground = (is_branch ? parent : i) == 0;
    // one after the other: compilers differ in the order of arguments
    const char *turn = TURN[pick(state, 4) == 0 ? 1 + pick(state, 2) : 0];
    const char *place = PLACE[pick(state, 4)];
    const char *axis = AXIS[pick(state, 3) == 0 ? pick(state, 5) : 2];
    const char *kind = pick(state, 3) == 0 ? "prismatic" : "revolute";
    text_format(text, "joint j%d : %s %s from %s at %s m%s\n", i, kind, axis,
                is_on_ground ? "ground" : text_string(&on), place, turn);
    text_free(&on);
    put_body(text, i);
  }
}

static void random_trees_have_as_many_base_parameters_as_the_rank(void **state)
{
  (void)state;
  uint64_t random = 1;
  for (int i = 0; i < 60; i++) {
    Text text = { 0 };
    put_random_tree(&text, &random, true);
    assert_count_is_rank(text_string(&text), 0);
    text_free(&text);
  }
}

// Out of gravity the rules leave parameters that nothing shows; elimination does not.
static void random_trees_without_gravity_have_as_many_columns_as_the_rank(void **state)
{
  (void)state;
  uint64_t random = 3;
  for (int i = 0; i < 60; i++) {
    Text text = { 0 }, why = { 0 };
    Reading reading;
    put_random_tree(&text, &random, false);
    reading_open(&reading, text_string(&text));
    Derivation *derivation = derivation_new(reading.mechanism, NULL, 0);
    Matrix Yb = derivation_matrix(derivation, "Yb", &why);
    int rank = rank_of_coefficients(reading.mechanism);
    if (Yb.columns != rank) {
      fail_msg("%s\nrank %d, but %d base parameters", text_string(&text), rank, Yb.columns);
    }
    equations_free(derivation_release(derivation));
    reading_close(&reading);
    text_free(&why);
    text_free(&text);
  }
}

static void random_trees_have_the_torques_of_lagrange(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "tau", "M" };
  uint64_t random = 7;
  for (int i = 0; i < 40; i++) {
    Text text = { 0 };
    Reading reading;
    put_random_tree(&text, &random, true);
    reading_open(&reading, text_string(&text));
    assert_methods_agree(reading.mechanism, "energy", "newton-euler", KEYS, 2);
    reading_close(&reading);
    text_free(&text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(known_robots_have_the_numbers_of_the_literature),
    cmocka_unit_test(random_trees_have_as_many_base_parameters_as_the_rank),
    cmocka_unit_test(random_trees_without_gravity_have_as_many_columns_as_the_rank),
    cmocka_unit_test(random_trees_have_the_torques_of_lagrange),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
