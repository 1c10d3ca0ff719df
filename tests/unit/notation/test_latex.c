// test_latex.c -- golden strings of LaTeX.
// SPDX-License-Identifier: MIT
#include "notation/print/latex.h"

#include "notation/print/layout.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static MathRow latex_of(Pool *pool, Arena *arena, const char *given, Shorthand *names)
{
  MathRow row = row_new(&LATEX);
  row_put_formula(&row, formula_of(text_read(pool, given), arena), names, NULL);
  return row;
}

static void names_become_symbols_with_subscripts(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    const char *latex;
  } CASES[] = {
    { "x", "x" },
    { "m1", "m_{1}" },
    { "LG2", "L_{G2}" },
    { "I1z", "I_{1z}" },
    { "Ixx", "I_{xx}" },
    { "zG1", "z_{G1}" },
    { "JX6", "J_{X6}" },
    { "YZ3", "\\mathit{YZ}_{3}" },
    { "M[1,2]", "M_{1,2}" },
    { "kp", "k_{p}" },
    { "theta1", "\\theta_{1}" },
    { "θ1", "\\theta_{1}" },
    { "θ", "\\theta" },
    { "alpha", "\\alpha" },
    { "phi3", "\\varphi_{3}" },
    { "Omega", "\\Omega" },
    { "q1'", "\\dot{q}_{1}" },
    { "q1''", "\\ddot{q}_{1}" },
    { "θ2'", "\\dot{\\theta}_{2}" },
    { "x'''", "\\dddot{x}" },
    { "x_1", "x_{1}" },
    { "k_spring", "k_{\\mathrm{spring}}" },
    { "F_n_max", "F_{n,\\mathrm{max}}" },
    { "omega_max", "\\omega_{\\mathrm{max}}" },
    { "x_theta", "x_{\\theta}" },
    { "mass", "\\mathrm{mass}" },
    { "radius2", "\\mathrm{radius}_{2}" },
    { "th", "\\mathit{th}" },
    { "th1", "\\mathit{th}_{1}" },
    { "ph''", "\\ddot{\\mathit{ph}}" },
    { "theta'", "\\dot{\\theta}" },
    { "angle''", "\\ddot{\\mathrm{angle}}" },
    { "Alpha", "\\mathrm{A}" },
    { "Σ2", "\\Sigma_{2}" },
    { "ϑ", "\\theta" },
    { "alphabet", "\\mathrm{alphabet}" },
    { "é1", "é_{1}" },
    { "tau[θ1]", "\\tau_{\\theta_{1}}" },
    { "M_in[1,2]", "M_{in}[1,2]" },
    { "tau1[q1]", "\\tau_{1}[q_{1}]" },
    { "tau[q]", "\\tau_{q}" },
    { "[", "[" },
    { "_", "\\_" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    MathRow row = row_new(&LATEX);
    symbol_put_name(&row, CASES[i].name);
    assert_string_equal(text_string(&row.text), CASES[i].latex);
    row_free(&row);
  }
}

static int open_pool(void **state)
{
  Pool *pool = pool_new(5);
  const char *parameters[] = { "L1", "LG2", "m1", "m2", "I2z", "g", "a", "b" };
  const char *positions[] = { "θ1", "θ2", "x" };
  for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
    expr_symbol(pool, parameters[i], STAGE_PARAMETER);
  }
  for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
    expr_rate(expr_symbol(pool, positions[i], STAGE_POSITION));
  }
  *state = pool;
  return 0;
}

static int close_pool(void **state)
{
  pool_free(*state);
  return 0;
}

static void formulas_become_mathematics(void **state)
{
  static const struct {
    const char *given;
    const char *latex;
  } CASES[] = {
    { "I2z + m2*LG2^2", "I_{2z} + m_{2} \\, L_{G2}^{2}" },
    { "-m2*L1*sin(θ2)*θ2'", "-m_{2} \\, L_{1} \\, \\sin \\theta_{2} \\, \\dot{\\theta}_{2}" },
    { "sin(θ1)^2", "\\sin^{2} \\theta_{1}" },
    { "cos(θ1+θ2)^2", "\\cos^{2}\\left(\\theta_{1} + \\theta_{2}\\right)" },
    { "cos(2*x)", "\\cos\\left(2 \\, x\\right)" },
    { "a/b", "\\frac{a}{b}" },
    { "(a+b)/2", "\\frac{a + b}{2}" },
    { "m1*(a+b)/(2*x)", "\\frac{m_{1} \\, \\left(a + b\\right)}{2 \\, x}" },
    { "1/(a+b)", "\\frac{1}{a + b}" },
    { "-3/4", "-\\frac{3}{4}" },
    { "9.81*m1", "9.81 \\, m_{1}" },
    { "1.5e-9*x", "1.5 \\cdot 10^{-9} \\, x" },
    { "1e-9*x", "10^{-9} \\, x" },
    { "0.123456789012*x", "0.123456789012 \\, x" },
    { "0.1234567890127*x", "0.123456789013 \\, x" },
    { "1.2345678901277e-12*x", "1.23456789013 \\cdot 10^{-12} \\, x" },
    { "9.9999999999996*x", "10 \\, x" },
    { "123456789.0123456*x", "123456789.012 \\, x" },
    { "sqrt(a^2 + b^2)", "\\sqrt{a^{2} + b^{2}}" },
    { "abs(a - b)", "\\left|a - b\\right|" },
    { "(a+b)^2*x", "\\left(a + b\\right)^{2} \\, x" },
    { "a^(x+1)", "a^{x + 1}" },
    { "(a+b)^x", "\\left(a + b\\right)^{x}" },
    { "atan2(a, b)", "\\operatorname{atan2}\\left(a, b\\right)" },
    { "log(a)^3", "\\ln^{3} a" },
    { "if(x < a, 1, 0)", "{\\begin{cases} 1 & x < a \\\\ 0 & \\text{otherwise} \\end{cases}}" },
    { "if(x < 0, 0, if(x < a, x, a))",
      "{\\begin{cases} 0 & x < 0 \\\\ x & x < a \\\\ a & \\text{otherwise} \\end{cases}}" },
    { "if(x*a, 1, 2)",
      "{\\begin{cases} 1 & a \\, x \\ne 0 \\\\ 2 & \\text{otherwise} \\end{cases}}" },
    { "pi*x", "\\pi \\, x" },
    { "min(a, b)^2", "\\left(\\min\\left(a, b\\right)\\right)^{2}" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Arena *arena = arena_new();
    MathRow row = latex_of(*state, arena, CASES[i].given, NULL);
    assert_string_equal(text_string(&row.text), CASES[i].latex);
    row_free(&row);
    arena_free(arena);
  }
}

static void sines_and_cosines_get_short_names(void **state)
{
  static const struct {
    const char *given;
    const char *latex;
  } CASES[] = {
    { "sin(θ1)", "S_{1}" },
    { "a*cos(θ1+θ2)^2", "a \\, C_{12}^{2}" },
    { "cos(θ1-θ2)/sin(θ2)", "\\frac{C_{1-2}}{S_{2}}" },
    { "cos(2*θ1)", "\\cos\\left(2 \\, \\theta_{1}\\right)" },
    { "sin(x)", "S_{11}" },
    { "cos(x+θ1)", "C_{1,11}" },
  };
  Arena *arena = arena_new();
  const Expr *coordinates[] = { text_read(*state, "θ1"), text_read(*state, "θ2"),
                                text_read(*state, "x") };
  Shorthand *names = shorthand_new(arena, coordinates, (const int[]){ 1, 2, 11 }, 3);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    MathRow row = latex_of(*state, arena, CASES[i].given, names);
    assert_string_equal(text_string(&row.text), CASES[i].latex);
    row_free(&row);
  }
  arena_free(arena);
}

static void assert_wrapped(Pool *pool, const char *given, int width, const char *expected)
{
  Arena *arena = arena_new();
  MathRow row = latex_of(pool, arena, given, NULL);
  Text text = { 0 };
  row_wrap(&row, 0, width, &text);
  assert_string_equal(text_string(&text), expected);
  row_free(&row);
  text_free(&text);
  arena_free(arena);
}

static void long_sums_break_into_lines_of_an_align_environment(void **state)
{
  assert_wrapped(*state, "m1*m2 + a*b*x - g*L1*cos(θ1) + 1", 900,
                 "m_{1} \\, m_{2} \\\\\n"
                 "  &\\quad - g \\, L_{1} \\, \\cos \\theta_{1} \\\\\n"
                 "  &\\quad + a \\, b \\, x + 1");
}

static void brackets_that_stay_open_are_closed_and_opened_again(void **state)
{
  assert_wrapped(*state, "g*(m1*a*sin(θ1) + m2*b*sin(θ2))", 950,
                 "g \\, \\left(m_{1} \\, a \\, \\sin \\theta_{1} \\right. \\\\\n"
                 "  &\\quad \\left. {} + m_{2} \\, b \\, \\sin \\theta_{2}\\right)");
}

static void long_products_break_before_a_factor(void **state)
{
  assert_wrapped(*state, "m1*m2*sin(θ1)*cos(θ1)*sin(θ2)*cos(θ2)", 1150,
                 "m_{1} \\, m_{2} \\, \\cos \\theta_{1} \\, \\sin \\theta_{1} \\\\\n"
                 "  &\\quad \\times \\cos \\theta_{2} \\, \\sin \\theta_{2}");
}

// Widths in points that TeX reports for \sbox0{$...$} at 11pt; estimates lie a little above.
static void widths_are_those_of_the_paper(void **state)
{
  (void)state;
  static const struct {
    const char *given;
    double points;
  } CASES[] = {
    { "m1*LG1^2*θ1'^2", 47.03444 },
    { "g*(m1*a + m2*cos(θ2))", 97.5334 },
    { "(Ixx + JY6*W)/(2*M)", 61.9911 },
    { "cos(θ1 + θ2) - sin(q12)^2", 105.45755 },
    { "548 - 0.0075*x'", 68.30818 },
    { "sqrt(a^2 + b^2)*k_spring", 75.18564 },
    { "C234*S5*VZ6*L3", 67.68059 },
    { "abs(x - a)*sign(b)", 69.12305 },
    { "if(x < 0, 0, if(x < 3/8, 0.005*(1 - 16*(x - 3/8)^2), 0.01))", 180.8955 },
  };
  Pool *pool = pool_new(5);
  static const char *const NAMES[] = { "m1", "LG1", "g",   "a",        "b",    "m2", "Ixx", "JY6",
                                       "W",  "M",   "q12", "k_spring", "C234", "S5", "VZ6", "L3" };
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    expr_symbol(pool, NAMES[i], STAGE_PARAMETER);
  static const char *const POSITIONS[] = { "θ1", "θ2", "x" };
  for (size_t i = 0; i < sizeof POSITIONS / sizeof POSITIONS[0]; i++)
    expr_rate(expr_symbol(pool, POSITIONS[i], STAGE_POSITION));
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Arena *arena = arena_new();
    MathRow row = latex_of(pool, arena, CASES[i].given, NULL);
    double estimate = row.width / 10.0;
    assert_true(estimate >= CASES[i].points);
    assert_true(estimate <= 1.25 * CASES[i].points + 3);
    row_free(&row);
    arena_free(arena);
  }
  pool_free(pool);
}

// Roots, fractions and lists of cases cannot be broken: what is wider than a line is written
// otherwise, so that every part fits.
static void blocks_that_no_line_holds_are_written_out(void **state)
{
#define LONG                                                                                       \
  "(m1*L1*cos(θ1) + m2*LG2*sin(θ1) + a*cos(θ2) + b*sin(θ2) + a*L1*cos(θ1 - θ2) + "           \
  "g*I2z*sin(x) + g*cos(x + θ1) + LG2*sin(x + θ2) + L1*a*x)"
  static const struct {
    const char *given;
    const char *begins;
  } CASES[] = {
    { "sqrt" LONG, "\\left(" },
    { "1/sqrt" LONG, "1 / \\left(\\left(" },
    { "a*sqrt(2*" LONG ")/b", "\\frac{1}{b} \\, a \\, \\left(" },
    { "if(x < 0, " LONG ", 1)", "\\operatorname{if}\\left(x < 0, " },
    { "if(x < 0, a, if(x < 1, " LONG ", 1))", "\\operatorname{if}\\left(x < 0, a, \\operatorname" },
    { LONG "/(a + " LONG "^2)", "\\left(" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Arena *arena = arena_new();
    MathRow row = latex_of(*state, arena, CASES[i].given, NULL);
    assert_memory_equal(text_string(&row.text), CASES[i].begins, strlen(CASES[i].begins));
    assert_true(row.width > LATEX_TEXT_WIDTH);
    assert_true(row_widest_part(&row) < LATEX_TEXT_WIDTH / 2);
    row_free(&row);
    arena_free(arena);
  }
#undef LONG
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_become_symbols_with_subscripts),
    cmocka_unit_test_setup_teardown(formulas_become_mathematics, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(sines_and_cosines_get_short_names, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(long_sums_break_into_lines_of_an_align_environment, open_pool,
                                    close_pool),
    cmocka_unit_test_setup_teardown(brackets_that_stay_open_are_closed_and_opened_again, open_pool,
                                    close_pool),
    cmocka_unit_test_setup_teardown(long_products_break_before_a_factor, open_pool, close_pool),
    cmocka_unit_test(widths_are_those_of_the_paper),
    cmocka_unit_test_setup_teardown(blocks_that_no_line_holds_are_written_out, open_pool,
                                    close_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
