// test_code_runtime.c -- helpers of generated code: they do what they say, and the text that is pasted
// is that of the files tested here.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include "base/files/file.h"
#include "base/sincos.h"
#include "numeric/linear/least_squares.h"
#include "numeric/solve/newton.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef double NAME_real;
#include "codegen/runtime/c/fail.c"           // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/least_squares.c"  // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/newton.c"         // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/maximum.c"        // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/minimum.c"        // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/sign.c"           // NOLINT(bugprone-suspicious-include)

#include "codegen/runtime/c/lanes_gnu.c"  // NOLINT(bugprone-suspicious-include)

#include "base/sincos.def"

#include "codegen/runtime/c/sincos.c"  // NOLINT(bugprone-suspicious-include)

#include "codegen/runtime/c/cos.c"  // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/c/sin.c"  // NOLINT(bugprone-suspicious-include)

#define NAME_lanes plain_lanes
#define NAME_bits plain_bits
#define NAME_partial plain_few
#define NAME_far plain_far
#define NAME_sincos_lanes plain_sincos_lanes
#define NAME_sincos_far plain_sincos_far
#define NAME_sincos_near plain_sincos_near
#define NAME_sincos plain_sincos
#include "codegen/runtime/c/lanes_plain.c"  // NOLINT(bugprone-suspicious-include)

#include "base/sincos.def"

#include "codegen/runtime/c/sincos.c"  // NOLINT(bugprone-suspicious-include)
#undef NAME_lanes
#undef NAME_bits
#undef NAME_partial
#undef NAME_far
#undef NAME_sincos_lanes
#undef NAME_sincos_far
#undef NAME_sincos_near
#undef NAME_sincos

static void sign_is_minus_one_zero_or_one(void **state)
{
  (void)state;
  assert_true(NAME_sign(-2.5) == -1);
  assert_true(NAME_sign(1e-300) == 1);
  assert_true(NAME_sign(0.0) == 0);
  assert_true(NAME_sign(-0.0) == 0);
  assert_true(isnan(NAME_sign(strtod("nan", NULL))));
}

static void what_is_no_number_is_no_extremum(void **state)
{
  (void)state;
  double none = strtod("nan", NULL);
  assert_true(NAME_min(-1, 2) == -1 && NAME_min(2, -1) == -1);
  assert_true(NAME_max(-1, 2) == 2 && NAME_max(2, -1) == 2);
  assert_true(isnan(NAME_min(none, 1)) && isnan(NAME_min(1, none)));
  assert_true(isnan(NAME_max(none, 1)) && isnan(NAME_max(1, none)));
}

static void a_failure_leaves_no_number_and_says_where_it_was(void **state)
{
  (void)state;
  double result[] = { 1, 2, 3 };
  assert_int_equal(NAME_fail(7, result, 2), 7);
  assert_true(isnan(result[0]) && isnan(result[1]));
  assert_true(result[2] == 3);
}

// ---- sines and cosines

enum { MAX_ANGLES = 9 };

static void assert_same(double got, double expected)
{
  if (isnan(expected)) {
    assert_true(isnan(got));
  } else {
    assert_memory_equal(&got, &expected, sizeof got);
  }
}

static void check_angles(const double x[], int count)
{
  double sine[MAX_ANGLES + 4], cosine[MAX_ANGLES + 4], plain[2][MAX_ANGLES];
  const int room = (count + 3) / 4 * 4;
  sine[room] = cosine[room] = 777;
  NAME_sincos(x, sine, cosine, count);
  plain_sincos(x, plain[0], plain[1], count);
  for (int i = 0; i < count; i++) {
    double expected_sine, expected_cosine;
    sincos_of(x[i], &expected_sine, &expected_cosine);
    assert_same(sine[i], expected_sine);
    assert_same(cosine[i], expected_cosine);
    assert_same(plain[0][i], expected_sine);
    assert_same(plain[1][i], expected_cosine);
    assert_same(NAME_sin(x[i]), expected_sine);
    assert_same(NAME_cos(x[i]), expected_cosine);
  }
  assert_true(sine[room] == 777 && cosine[room] == 777);
}

// In any number, and whatever their neighbours are.
static void sines_and_cosines_are_those_of_the_evaluator(void **state)
{
  (void)state;
  static const double special[] = { -0.0, 5e-324, 99999.99999, 1e5, -1e5, 1e22, NAN, -INFINITY };
  const int special_count = (int)(sizeof special / sizeof special[0]);
  for (int n = 0; n < 40000; n++) {
    double x[MAX_ANGLES];
    const int count = 1 + n % MAX_ANGLES;
    for (int i = 0; i < count; i++)
      x[i] = exp(11 * sin(0.37 * (n * MAX_ANGLES + i))) * (i % 2 ? 1 : -1);
    check_angles(x, count);
    x[n / MAX_ANGLES % count] = special[n % special_count];
    check_angles(x, count);
  }
}

// ---- least squares

enum { ROWS = 7, COLUMNS = 4 };

// LAPACK has another way, singular values, to the same x.
static void least_squares_are_those_of_lapack(void **state)
{
  (void)state;
  double A[ROWS * COLUMNS], b[ROWS], a[ROWS * (COLUMNS + 1)], got[COLUMNS], wanted[COLUMNS];
  for (int i = 0; i < ROWS; i++) {
    b[i] = a[i * (COLUMNS + 1) + COLUMNS] = cos(3 * i);
    for (int j = 0; j < COLUMNS; j++)
      A[i * COLUMNS + j] = a[i * (COLUMNS + 1) + j] = i == j ? -1 : sin(1 + i + j * j * 5);
  }
  NumericRank rank;
  assert_int_equal(least_squares_solve(ROWS, COLUMNS, A, b, 1e-12, wanted, &rank, NULL), 0);
  NAME_least_squares(ROWS, COLUMNS, a, got);
  for (int j = 0; j < COLUMNS; j++)
    assert_true(fabs(got[j] - wanted[j]) < 1e-14 * fmax(1, fabs(wanted[j])));
}

// ---- Newton's iterations

enum { MOST = 4, MAX_NUMBERS = MOST * (MOST + 5) + 3 * MOST * (MOST + 1) };

typedef struct Case {
  int equations, unknowns;
  double start[MOST];
  NewtonFunction evaluate;
  const char *kinds;
} Case;

static int solve(const Case *c, const int held[], double x[], double residual[], int *tries)
{
  double work[MAX_NUMBERS];
  NAME_newton w;
  NAME_newton_start(&w, c->equations, c->unknowns, c->start, held, c->kinds, work);
  do {
    c->evaluate(NULL, w.next.x, w.next.F, w.next.J);
  } while (NAME_newton_next(&w));
  *tries = w.tries;
  return NAME_newton_end(&w, x, residual, c->equations);
}

// Two bars, of length 2 and 1.5, that meet: closed form by the law of cosines.
static bool two_bars(void *context, const double x[], double F[], double J[])
{
  (void)context;
  F[0] = 2 * cos(x[0]) - 1.5 * cos(x[1]) - 2.5;
  F[1] = 2 * sin(x[0]) - 1.5 * sin(x[1]);
  J[0] = -2 * sin(x[0]);
  J[1] = 1.5 * sin(x[1]);
  J[2] = 2 * cos(x[0]);
  J[3] = -1.5 * cos(x[1]);
  return true;
}

// The same, and their sum as a third equation.
static bool redundant_bars(void *context, const double x[], double F[], double J[])
{
  two_bars(context, x, F, J);
  F[2] = F[0] + F[1];
  J[4] = J[0] + J[2];
  J[5] = J[1] + J[3];
  return true;
}

static bool sphere(void *context, const double x[], double F[], double J[])
{
  (void)context;
  F[0] = -9;
  for (int j = 0; j < 3; j++) {
    F[0] += x[j] * x[j];
    J[j] = 2 * x[j];
  }
  return true;
}

static bool never_zero(void *context, const double x[], double F[], double J[])
{
  (void)context;
  F[0] = x[0];
  F[1] = 1 + x[0] * x[0];
  J[0] = 1;
  J[1] = 2 * x[0];
  return true;
}

static bool nowhere(void *context, const double x[], double F[], double J[])
{
  (void)context;
  F[0] = J[0] = sqrt(-1 - x[0] * x[0]);
  return true;
}

// Two hinges of one axis that undo each other: half a turn away the sine is 0, too, and no slope is left.
static bool undone(void *context, const double x[], double F[], double J[])
{
  (void)context;
  double angle = x[0] - x[1];
  F[0] = sin(angle);
  F[1] = 1 - cos(angle);
  J[0] = cos(angle);
  J[1] = -J[0];
  J[2] = F[0];
  J[3] = -F[0];
  return true;
}

static const Case BARS = { 2, 2, { 0.5, 2 }, two_bars, "aa" };
static const Case REDUNDANT = { 3, 2, { 0.5, 2 }, redundant_bars, "aa" };
static const Case SPHERE = { 1, 3, { 1, 2, 4 }, sphere, "mmm" };

static void newton_finds_the_closed_form_also_with_redundant_equations(void **state)
{
  (void)state;
  const Case *cases[] = { &BARS, &REDUNDANT };
  double angle = acos((4 + 6.25 - 2.25) / (2 * 2 * 2.5));
  for (int k = 0; k < 2; k++) {
    double x[MOST], residual[MOST];
    int tries = 0;
    assert_int_equal(solve(cases[k], NULL, x, residual, &tries), 0);
    assert_true(fabs(x[0] - angle) < 1e-15);
    assert_true(fabs(residual[0]) < 1e-15 && fabs(residual[1]) < 1e-15);
    assert_true(tries < 12);
  }
}

// The solutions are a surface: which of them is found depends on every step.
static void newton_takes_the_steps_of_the_analysis(void **state)
{
  (void)state;
  const Case *cases[] = { &BARS, &REDUNDANT, &SPHERE };
  for (int k = 0; k < 3; k++) {
    double x[MOST], residual[MOST], wanted[MOST];
    int tries = 0;
    memcpy(wanted, cases[k]->start, sizeof wanted);
    NewtonProblem problem = { cases[k]->unknowns, cases[k]->equations, cases[k]->evaluate, NULL };
    NewtonOptions options = { .is_scaled = true };
    NewtonResult result;
    assert_int_equal(newton_solve(&problem, &options, wanted, &result), NUMERIC_OK);
    assert_int_equal(solve(cases[k], NULL, x, residual, &tries), 0);
    for (int j = 0; j < cases[k]->unknowns; j++)
      assert_true(fabs(x[j] - wanted[j]) < 1e-13);
  }
}

static void what_is_held_keeps_every_bit(void **state)
{
  (void)state;
  const int held[] = { 0, 1, 0 };
  double x[MOST], residual[MOST];
  int tries = 0;
  assert_int_equal(solve(&SPHERE, held, x, residual, &tries), 0);
  assert_true(x[1] == 2);
  assert_true(fabs(x[0] * x[0] + x[2] * x[2] - 5) < 1e-14);
  // all held: nothing moves, and the start is no solution
  const int all[] = { 1, 1, 1 };
  assert_int_equal(solve(&SPHERE, all, x, residual, &tries), 1);
  assert_true(x[0] == 1 && x[1] == 2 && x[2] == 4 && residual[0] == 12);
}

static void without_a_solution_the_worst_equation_is_named(void **state)
{
  (void)state;
  const Case none = { 2, 1, { 3 }, never_zero, "0" };
  const Case nan = { 1, 1, { 3 }, nowhere, "0" };
  double x[MOST], residual[MOST];
  int tries = 0;
  assert_int_equal(solve(&none, NULL, x, residual, &tries), 2);
  assert_true(fabs(x[0]) < 1e-4 && fabs(residual[1] - 1) < 1e-8);  // |F| is least there
  assert_true(tries <= 101);
  assert_int_equal(solve(&nan, NULL, x, residual, &tries), 1);
  assert_true(x[0] == 3 && isnan(residual[0]));
}

static void from_half_a_turn_off_it_closes(void **state)
{
  (void)state;
  const double pi = acos(-1);
  for (int sign = -1; sign <= 1; sign += 2) {
    const Case turned = { 2, 2, { 0.3 + sign * pi, 0.3 }, undone, "aa" };
    const int held[] = { 0, 1 }, all[] = { 1, 1 };
    double x[MOST], residual[MOST];
    int tries = 0;
    assert_int_equal(solve(&turned, NULL, x, residual, &tries), 0);
    assert_true(fabs(remainder(x[0] - x[1], 2 * pi)) < 1e-9);
    assert_true(tries < 20);
    assert_int_equal(solve(&turned, held, x, residual, &tries), 0);
    assert_true(x[1] == turned.start[1] && fabs(remainder(x[0] - 0.3, 2 * pi)) < 1e-9);
    assert_int_equal(solve(&turned, all, x, residual, &tries), 2);
    assert_true(x[0] == turned.start[0] && x[1] == turned.start[1] &&
                fabs(residual[1] - 2) < 1e-15);
  }
}

// An angle starts where |F| is least but not 0: the second time it comes back, and that is the end.
static void without_a_solution_it_begins_a_second_time_only(void **state)
{
  (void)state;
  const Case least = { 2, 1, { 0 }, never_zero, "a" };
  const Case closed = { 2, 2, { 0.3, 0.3 }, undone, "aa" };
  double x[MOST], residual[MOST];
  int tries = 0;
  assert_int_equal(solve(&least, NULL, x, residual, &tries), 2);
  assert_true(fabs(x[0]) < 1e-4 && fabs(residual[1] - 1) < 1e-8);
  assert_true(tries <= 101);
  assert_int_equal(solve(&closed, NULL, x, residual, &tries), 0);
  assert_true(x[0] == 0.3 && x[1] == 0.3 && tries == 1);
}

// ---- text

// The text, with NAME as pasted text has it: $NAME.
static void put_marked(Text *out, const char *text)
{
  for (const char *name; (name = strstr(text, "NAME")) != NULL; text = name + strlen("NAME"))
    text_format(out, "%.*s$NAME", (int)(name - text), text);
  text_format(out, "%s", text);
}

static void assert_pasted(const char *path, const char *helper)
{
  Text file = { 0 }, why = { 0 }, pasted = { 0 }, expected = { 0 };
  assert_true(file_read(path, &file, &why));
  const char *begin = strstr(text_string(&file), "pasted from here\n");
  assert_non_null(begin);
  put_marked(&expected, begin + strlen("pasted from here\n"));
  for (const char *const *line = code_runtime_lines(helper); *line; line++)
    text_format(&pasted, "%s\n", *line);
  assert_string_equal(text_string(&expected), text_string(&pasted));
  text_free(&expected);
  text_free(&pasted);
  text_free(&file);
  text_free(&why);
}

static void the_text_that_is_pasted_is_that_of_the_file(void **state)
{
  (void)state;
  const char *folder = BIELLE_SOURCE_DIR "/src/codegen/runtime/c";
  static const char *const FILES[] = { "sign.c",
                                       "table.c",
                                       "fail.c",
                                       "newton.c",
                                       "lanes_gnu.c",
                                       "lanes_float_gnu.c",
                                       "lanes_float_plain.c",
                                       "lanes_plain.c",
                                       "sincos_float.c",
                                       "least_squares.c",
                                       "sincos.c",
                                       "sin.c",
                                       "cos.c" };
  Text path = { 0 };
  for (size_t k = 0; k < sizeof FILES / sizeof FILES[0]; k++) {
    text_clear(&path);
    text_format(&path, "%s/%s", folder, FILES[k]);
    assert_pasted(text_string(&path), FILES[k]);
  }
  assert_pasted(BIELLE_SOURCE_DIR "/src/base/sincos.def", "sincos.def");
  assert_pasted(BIELLE_SOURCE_DIR "/src/numeric/contact/complementarity.def",
                "complementarity.def");
  assert_pasted(BIELLE_SOURCE_DIR "/src/numeric/contact/coulomb_contact.def",
                "coulomb_contact.def");
  assert_pasted(BIELLE_SOURCE_DIR "/src/numeric/contact/coulomb.def", "coulomb.def");
  text_free(&path);
}

static void a_long_name_makes_no_long_lines(void **state)
{
  (void)state;
  CodeRequest request = { .real = CODE_FLOAT };
  CodeModel model = { .arena = arena_new(),
                      .request = &request,
                      .language = &LANGUAGE_C,
                      .name = "a_name_of_thirty_characters_" };
  Text text = { 0 };
  code_put_runtime(&text, &model, "least_squares.c");
  code_put_runtime(&text, &model, "newton.c");
  for (const char *line = text_string(&text); *line != '\0';) {
    size_t length = strcspn(line, "\n");
    assert_true(length <= 100);
    line += length + 1;
  }
  assert_null(strstr(text_string(&text), "NAME"));
  assert_null(strstr(text_string(&text), " sqrt("));
  text_free(&text);
  arena_free(model.arena);
}

// From any start each angle comes out within half a turn of it.
static void whole_turns_are_taken_out(void **state)
{
  (void)state;
  double x[MOST] = { 0 }, residual[MOST] = { 0 };
  int tries = 0, closed = 0;
  for (int k = 0; k < 400; k++) {
    const Case bars = { 2, 2, { k * 0.37 - 70, 50 - k * 0.61 }, two_bars, "aa" };
    if (solve(&bars, NULL, x, residual, &tries) != 0) continue;
    closed++;
    for (int j = 0; j < 2; j++)
      assert_true(fabs(x[j] - bars.start[j]) < 3.1416);
    assert_true(fabs(residual[0]) + fabs(residual[1]) < 1e-9);
  }
  assert_true(closed > 390);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sines_and_cosines_are_those_of_the_evaluator),
    cmocka_unit_test(whole_turns_are_taken_out),
    cmocka_unit_test(sign_is_minus_one_zero_or_one),
    cmocka_unit_test(what_is_no_number_is_no_extremum),
    cmocka_unit_test(a_failure_leaves_no_number_and_says_where_it_was),
    cmocka_unit_test(least_squares_are_those_of_lapack),
    cmocka_unit_test(newton_finds_the_closed_form_also_with_redundant_equations),
    cmocka_unit_test(newton_takes_the_steps_of_the_analysis),
    cmocka_unit_test(what_is_held_keeps_every_bit),
    cmocka_unit_test(without_a_solution_the_worst_equation_is_named),
    cmocka_unit_test(from_half_a_turn_off_it_closes),
    cmocka_unit_test(without_a_solution_it_begins_a_second_time_only),
    cmocka_unit_test(the_text_that_is_pasted_is_that_of_the_file),
    cmocka_unit_test(a_long_name_makes_no_long_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
