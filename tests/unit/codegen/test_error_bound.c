// test_error_bound.c -- the bound is above the true error of float, and not far above it.
//
// Programs of one or two steps, filled by hand. Every step is done in float and in double at many
// points; the difference is the true error.
// SPDX-License-Identifier: MIT
#include "codegen/routine/error_bound.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// The bound of op(a, b), where a and b are parameters.
static double bound_of(Operator op, double a, double b, double result)
{
  ProgramInput inputs[] = { { .name = "a", .stage = STAGE_PARAMETER, .index = 0 },
                            { .name = "b", .stage = STAGE_PARAMETER, .index = 1 } };
  Step steps[] = { { 0 }, { 0 }, { NULL, NULL, op, { 0, 1, -1 } } };
  Program program = { .inputs = inputs, .input_count = 2, .steps = { .at = steps, .count = 3 } };
  double registers[] = { a, b, result }, bounds[3];
  error_bounds(&program, registers, bounds);
  return bounds[2];
}

typedef struct Sample {
  Operator op;
  double (*exact)(double, double);
  float (*rounded)(float, float);
} Sample;

static double add(double a, double b) { return a + b; }
static float add_f(float a, float b) { return a + b; }
static double multiply(double a, double b) { return a * b; }
static float multiply_f(float a, float b) { return a * b; }
static double divide(double a, double b) { return a / b; }
static float divide_f(float a, float b) { return a / b; }
static double sine(double a, double b) { return sin(a) + 0 * b; }
static float sine_f(float a, float b) { return sinf(a) + 0 * b; }
static double exponential(double a, double b) { return exp(a) + 0 * b; }
static float exponential_f(float a, float b) { return expf(a) + 0 * b; }
static double arc(double a, double b) { return atan2(a, b); }
static float arc_f(float a, float b) { return atan2f(a, b); }
static double power(double a, double b) { return pow(a, b); }
static float power_f(float a, float b) { return powf(a, b); }

static void the_true_error_stays_below_the_bound(void **state)
{
  (void)state;
  const Sample samples[] = {
    { OP_ADD, add, add_f },
    { OP_MUL, multiply, multiply_f },
    { OP_DIV, divide, divide_f },
    { OP_SIN, sine, sine_f },
    { OP_EXP, exponential, exponential_f },
    { OP_ATAN2, arc, arc_f },
    { OP_POW, power, power_f },
  };
  for (size_t k = 0; k < sizeof samples / sizeof samples[0]; k++) {
    double worst = 0;
    for (int i = 1; i < 2000; i++) {
      double a = 0.37 + 0.00171 * i, b = 2.93 - 0.00113 * i;
      double exact = samples[k].exact(a, b);
      double error = fabs((double)samples[k].rounded((float)a, (float)b) - exact);
      double allowed = (double)FLT_EPSILON * bound_of(samples[k].op, a, b, exact);
      assert_true(error <= allowed);
      if (error / allowed > worst) worst = error / allowed;
    }
    assert_true(worst > 0.1);  // a bound that is never approached would hide mistakes
  }
}

static void errors_of_arguments_are_passed_on(void **state)
{
  (void)state;
  // (1000.1 - 1000) loses digits: the error is that of 1000.1, not that of the difference
  assert_true(bound_of(OP_SUB, 1000.1, 1000, 0.1) > 2000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_true_error_stays_below_the_bound),
    cmocka_unit_test(errors_of_arguments_are_passed_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
