// test_latex.c -- golden strings of LaTeX.
// SPDX-License-Identifier: MIT
#include "symbolic/latex.h"

#include "text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

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
    { "alphabet", "\\mathrm{alphabet}" },
    { "é1", "é_{1}" },
    { "tau[θ1]", "\\tau_{\\theta_{1}}" },
    { "tau[q]", "\\tau_{q}" },
    { "[", "[" },
    { "_", "\\_" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Text text = { 0 };
    latex_put_name(&text, CASES[i].name);
    assert_string_equal(text_string(&text), CASES[i].latex);
    text_free(&text);
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
    { "sqrt(a^2 + b^2)", "\\sqrt{a^{2} + b^{2}}" },
    { "abs(a - b)", "\\left|a - b\\right|" },
    { "(a+b)^2*x", "\\left(a + b\\right)^{2} \\, x" },
    { "a^(x+1)", "a^{x + 1}" },
    { "(a+b)^x", "\\left(a + b\\right)^{x}" },
    { "atan2(a, b)", "\\operatorname{atan2}\\left(a, b\\right)" },
    { "log(a)^3", "\\ln^{3} a" },
    { "if(x < a, 1, 0)", "\\operatorname{if}\\left(x < a, 1, 0\\right)" },
    { "pi*x", "\\pi \\, x" },
    { "min(a, b)^2", "\\left(\\min\\left(a, b\\right)\\right)^{2}" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Arena *arena = arena_new();
    Text text = { 0 };
    formula_latex(formula_of(text_read(*state, CASES[i].given), arena), NULL, &text);
    assert_string_equal(text_string(&text), CASES[i].latex);
    text_free(&text);
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
  CompactNames *names = compact_new(arena, coordinates, (const int[]){ 1, 2, 11 }, 3);
  Text text = { 0 };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    text_clear(&text);
    formula_latex(formula_of(text_read(*state, CASES[i].given), arena), names, &text);
    assert_string_equal(text_string(&text), CASES[i].latex);
  }
  text_clear(&text);
  latex_put_legend(names, &text);
  assert_string_equal(text_string(&text),
                      "  S_{1} &= \\sin \\theta_{1} \\\\\n"
                      "  C_{12} &= \\cos\\left(\\theta_{1} + \\theta_{2}\\right) \\\\\n"
                      "  C_{1-2} &= \\cos\\left(\\theta_{1} - \\theta_{2}\\right) \\\\\n"
                      "  S_{2} &= \\sin \\theta_{2} \\\\\n"
                      "  S_{11} &= \\sin x \\\\\n"
                      "  C_{1,11} &= \\cos\\left(\\theta_{1} + x\\right)");
  text_free(&text);
  arena_free(arena);
}

static void long_sums_break_into_lines_of_an_align_environment(void **state)
{
  Arena *arena = arena_new();
  Text text = { 0 };
  const Formula *f = formula_of(text_read(*state, "m1*m2 + a*b*x - g*L1*cos(θ1) + 1"), arena);
  formula_latex_wrapped(f, NULL, 20, &text);
  assert_string_equal(text_string(&text), "m_{1} \\, m_{2} \\\\\n"
                                          "&\\quad - g \\, L_{1} \\, \\cos \\theta_{1} \\\\\n"
                                          "&\\quad + a \\, b \\, x + 1");
  text_free(&text);
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_become_symbols_with_subscripts),
    cmocka_unit_test_setup_teardown(formulas_become_mathematics, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(sines_and_cosines_get_short_names, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(long_sums_break_into_lines_of_an_align_environment, open_pool,
                                    close_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
