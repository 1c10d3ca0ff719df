// test_code_expression.c -- expressions keep the association of the steps, and read well.
//
// Routines are filled by hand; the expected text was worked out on paper from the rules of C.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Values 0..3 are a, b, c, d; the numbers 2 and -0.5 follow.
enum { A, B, C, D, TWO, MINUS_HALF, FIRST_STEP, MAX_VALUES = 24 };

typedef struct Fixture {
  Step at[MAX_VALUES];
  double constants[MAX_VALUES];
  RoutineValue values[MAX_VALUES];
  Steps steps;
  Routine routine;
} Fixture;

static void begin(Fixture *fixture)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  memset(fixture, 0, sizeof *fixture);
  for (int k = A; k <= D; k++) {
    fixture->at[k].op = OP_SYMBOL;
    fixture->values[k].spelling = names[k];
  }
  fixture->at[TWO].op = fixture->at[MINUS_HALF].op = OP_NUMBER;
  fixture->constants[TWO] = 2;
  fixture->constants[MINUS_HALF] = -0.5;
  fixture->steps = (Steps){ .at = fixture->at, .count = FIRST_STEP };
  fixture->routine = (Routine){ .steps = &fixture->steps,
                                .constants = fixture->constants,
                                .values = fixture->values };
}

static int step(Fixture *fixture, Operator op, int a, int b)
{
  int place = fixture->steps.count++;
  assert_true(place < MAX_VALUES);
  fixture->at[place] = (Step){ .op = op, .arg = { a, b, -1 } };
  fixture->values[place].is_inlined = true;
  return place;
}

static void check_as(const Fixture *fixture, int value, CodeReal real, const char *expected)
{
  CodeRequest request = { .real = real };
  CodeModel model = { .request = &request, .language = &LANGUAGE_C, .name = "x" };
  CodeWriter writer = { .model = &model, .routine = &fixture->routine };
  Text text = { 0 };
  code_put_expression(&writer, &text, value);
  for (size_t k = 0; k < text.length; k++) {
    if (text.bytes[k] <= CODE_LAST_MARK) text.bytes[k] = ' ';
  }
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void check(const Fixture *fixture, int value, const char *expected)
{
  check_as(fixture, value, CODE_DOUBLE, expected);
}

static void sums_to_the_left_need_no_parentheses(void **state)
{
  (void)state;
  Fixture f;
  begin(&f);
  int sum = step(&f, OP_ADD, A, B);
  check(&f, step(&f, OP_SUB, sum, C), "a + b - c");
  check(&f, step(&f, OP_SUB, C, sum), "c - (a + b)");
  int difference = step(&f, OP_SUB, A, B);
  check(&f, step(&f, OP_SUB, C, difference), "c - (a - b)");
}

static void a_sum_on_the_right_of_a_plus_changes_sides(void **state)
{
  (void)state;
  Fixture f;
  begin(&f);
  int right = step(&f, OP_ADD, B, C);
  check(&f, step(&f, OP_ADD, A, right), "b + c + a");
  int left = step(&f, OP_ADD, A, D);
  check(&f, step(&f, OP_ADD, left, right), "a + d + (b + c)");
}

static void products_keep_their_association(void **state)
{
  (void)state;
  Fixture f;
  begin(&f);
  int product = step(&f, OP_MUL, A, B);
  int quotient = step(&f, OP_DIV, C, D);
  check(&f, step(&f, OP_MUL, C, product), "a * b * c");
  check(&f, step(&f, OP_MUL, product, quotient), "a * b * (c / d)");
  check(&f, step(&f, OP_DIV, A, product), "a / (a * b)");
  check(&f, step(&f, OP_MUL, TWO, product), "2.0 * (a * b)");
  check(&f, step(&f, OP_MUL, A, TWO), "2.0 * a");
  int sum = step(&f, OP_ADD, A, B);
  check(&f, step(&f, OP_MUL, sum, C), "(a + b) * c");
}

static void signs_move_to_the_operator_before_them(void **state)
{
  (void)state;
  Fixture f;
  begin(&f);
  int minus_a = step(&f, OP_NEG, A, 0);
  check(&f, step(&f, OP_ADD, B, minus_a), "b - a");
  check(&f, step(&f, OP_SUB, B, minus_a), "b + a");
  check(&f, step(&f, OP_ADD, minus_a, B), "b - a");
  check(&f, step(&f, OP_MUL, B, minus_a), "-b * a");
  int scaled = step(&f, OP_MUL, C, MINUS_HALF);
  check(&f, scaled, "-0.5 * c");
  check(&f, step(&f, OP_ADD, B, scaled), "b - 0.5 * c");
  check(&f, step(&f, OP_MUL, minus_a, scaled), "0.5 * c * a");
  int sum = step(&f, OP_ADD, A, B);
  int minus_sum = step(&f, OP_NEG, sum, 0);
  check(&f, minus_sum, "-(a + b)");
  check(&f, step(&f, OP_ADD, C, minus_sum), "c - (a + b)");
  check(&f, step(&f, OP_MUL, C, minus_sum), "-c * (a + b)");
}

static void choices_and_comparisons_are_in_parentheses(void **state)
{
  (void)state;
  Fixture f;
  begin(&f);
  int less = step(&f, OP_LT, A, B);
  int choice = step(&f, OP_IF, less, C);
  f.at[choice].arg[2] = D;
  check(&f, choice, "a < b ? c : d");
  check(&f, step(&f, OP_MUL, choice, A), "(a < b ? c : d) * a");
  check(&f, step(&f, OP_ADD, A, less), "a + (a < b ? 1.0 : 0.0)");
  int other = step(&f, OP_IF, A, choice);
  f.at[other].arg[2] = B;
  check(&f, other, "a != 0.0 ? (a < b ? c : d) : b");
}

static void float_takes_its_own_literals_and_functions(void **state)
{
  (void)state;
  Fixture f;
  begin(&f);
  int scaled = step(&f, OP_MUL, A, TWO);
  check_as(&f, step(&f, OP_SQRT, scaled, 0), CODE_FLOAT, "sqrtf(2.0f * a)");
  check_as(&f, step(&f, OP_SIGN, A, 0), CODE_FLOAT, "x_sign(a)");
  check_as(&f, step(&f, OP_MAX, A, MINUS_HALF), CODE_FLOAT, "x_max(a, -0.5f)");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sums_to_the_left_need_no_parentheses),
    cmocka_unit_test(a_sum_on_the_right_of_a_plus_changes_sides),
    cmocka_unit_test(products_keep_their_association),
    cmocka_unit_test(signs_move_to_the_operator_before_them),
    cmocka_unit_test(choices_and_comparisons_are_in_parentheses),
    cmocka_unit_test(float_takes_its_own_literals_and_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
