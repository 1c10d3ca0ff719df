// test_expression_check.c -- a text is what it was made into, and nothing else.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/expression_check.h"

#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NAMES = 4 };
static const char *const names[NAMES] = { "x", "y", "z", "q" };

typedef struct Bench {
  Mechanism mechanism;
  Resolver resolver;
  UnitValues units;
  Literal literals[LITERAL_COUNT];
  CachedOperand given[GIVEN_COUNT];
  Scope scope;
} Bench;

static int set_up(void **state)
{
  static Bench bench;
  bench = (Bench){ 0 };
  Resolver *resolver = &bench.resolver;
  resolver->mechanism = &bench.mechanism;
  resolver->units = &bench.units;
  resolver->literals = bench.literals;
  resolver->given = bench.given;
  resolver->pool = pool_new(1);
  resolver->scratch = arena_new();
  resolver->arena = resolver->scratch;
  resolver->diagnostics = diagnostics_new();
  bench.scope = (Scope){ .arena = resolver->scratch, .diagnostics = resolver->diagnostics };
  resolver->scope = &bench.scope;
  resolver->inference = (Inference){ .arena = resolver->scratch };
  for (size_t i = 0; i < NAMES; i++) {
    Name *name =
        scope_declare(resolver->scope, SPACE_VALUES, names[i], (Span){ 0 }, NAME_PARAMETER, 0);
    Quantity symbol = quantity_plain(expr_symbol(resolver->pool, names[i], STAGE_PARAMETER));
    scope_set_value(resolver->scope, name, &symbol);
  }
  // r is a name for sqrt(x^2 + 1)
  Name *name = scope_declare(resolver->scope, SPACE_VALUES, "r", (Span){ 0 }, NAME_DEFINITION, 0);
  const Expr *x = expr_find_symbol(resolver->pool, "x");
  const Expr *inside = expr_add(expr_mul(x, x), expr_integer(resolver->pool, 1));
  Quantity root = quantity_plain(expr_name("r", expr_call(OP_SQRT, inside)));
  scope_set_value(resolver->scope, name, &root);
  *state = &bench;
  return 0;
}

static int tear_down(void **state)
{
  Resolver *resolver = &((Bench *)*state)->resolver;
  scope_free(resolver->scope);
  inference_free(&resolver->inference);
  map_free(&resolver->units->places);
  free(resolver->units->values);
  diagnostics_free(resolver->diagnostics);
  arena_free(resolver->scratch);
  pool_free(resolver->pool);
  return 0;
}

typedef struct Parsed {
  Text text;
  Source source;
  Document *document;
  const Node *expression;
} Parsed;

static void parse(Resolver *resolver, const char *expression, Parsed *parsed)
{
  *parsed = (Parsed){ 0 };
  text_format(&parsed->text, "let e = %s\n", expression);
  parsed->source = (Source){ "test", text_string(&parsed->text), parsed->text.length };
  parsed->document = document_read(&parsed->source, resolver->diagnostics);
  assert_int_equal(diagnostics_error_count(resolver->diagnostics), 0);
  const Node *items = statement_value(parsed->document->first, "items");
  parsed->expression = binding_part(items->first, TOKEN_ASSIGN);
}

static void parsed_free(Parsed *parsed)
{
  document_free(parsed->document);
  text_free(&parsed->text);
}

// Does the text pass for what another text was made into?
static bool passes(Resolver *resolver, const char *expression, const char *made_of)
{
  Parsed text, other;
  parse(resolver, expression, &text);
  parse(resolver, made_of, &other);
  Quantity made = evaluate(resolver, other.expression);
  assert_int_not_equal(made.shape, SHAPE_NONE);
  resolver->expression = ++resolver->expression_count;
  bool is_right = expression_is_right(resolver, text.expression, &made);
  parsed_free(&text);
  parsed_free(&other);
  return is_right;
}

static const struct {
  const char *text;
  const char *equal;
  const char *other;
} CASES[] = {
  { "0.125", "1/8", "1.25" },
  { "1e-3", "0.001", "1e3" },
  { "1.5E+2", "150", "1.52" },
  { "90 deg", "pi/2", "90" },
  { "3 mm/s^2", "0.003 m/s^2", "3 m/s^2" },
  { "2 kN.m", "2000 N.m", "2 N.m" },
  { "30 rpm", "pi", "30" },
  { "x - y - z", "x - (y + z)", "x - (y - z)" },
  { "x/y/z", "x/(y*z)", "x/(y/z)" },
  { "(x/y)*((1/y)/z)", "x/(y^2*z)", "x/z" },
  { "-x^2", "0 - x*x", "(-x)^2" },
  { "x^-3", "1/(x*x*x)", "x^3" },
  { "(x/2)^3", "x^3/8", "x^3/2" },
  { "2^x", "2^x", "x^2" },
  { "x^0.5", "sqrt(x)", "sqrt(x)^3" },
  { "sin(x + 30 deg)", "sin(x)*cos(30 deg) + cos(x)*sin(30 deg)", "sin(x - 30 deg)" },
  { "sin(2*x)", "2*sin(x)*cos(x)", "2*sin(x)" },
  { "cos(x/2 - y)", "cos(y - x/2)", "cos(y + x/2)" },
  { "sin(x*y + x*z)", "sin(x*(y + z))", "sin(x*y - x*z)" },
  { "tan(x)", "sin(x)/cos(x)", "cos(x)/sin(x)" },
  { "exp(x + y)", "exp(x)*exp(y)", "exp(x) + exp(y)" },
  { "sinh(x + y)", "sinh(x)*cosh(y) + cosh(x)*sinh(y)", "sinh(x)*cosh(y)" },
  { "cosh(x)", "(exp(x) + exp(-x))/2", "(exp(x) - exp(-x))/2" },
  { "tanh(2*x)", "(exp(4*x) - 1)/(exp(4*x) + 1)", "tanh(x)" },
  { "floor(-7/2)", "-4", "-3" },
  { "floor(x)", "floor(x)", "x" },
  { "mod(-7, 3)", "2", "-1" },
  { "mod(7, -3)", "-2", "1" },
  { "mod(x, y)", "x - y*floor(x/y)", "y - x*floor(y/x)" },
  { "hypot(3, -4)", "5", "7" },
  { "hypot(x, y)", "norm([x, y, 0])", "x + y" },
  { "sin(q*pi)", "sin(pi*q)", "sin(q + pi)" },
  { "sqrt(4)", "2", "-2" },
  { "sqrt(x^2)", "abs(x)", "x" },
  { "sqrt(x)*sqrt(x)*y", "x*y", "x*x*y" },
  { "(r/y)^3", "r*(x^2 + 1)/y^3", "r/y^3" },
  { "cos(asin(x))", "sqrt(1 - x^2)", "sqrt(1 + x^2)" },
  { "exp(log(x))", "x", "1/x" },
  { "atan(1)", "45 deg", "0.75" },
  { "acos(x)", "pi/2 - asin(x)", "asin(x)" },
  { "atan2(y, x)", "atan2(y, x)", "atan2(x, y)" },
  { "min(x, y)", "min(y, x)", "max(x, y)" },
  { "max(2, 3)", "3", "2" },
  { "if(1 > 2, x, y)", "y", "x" },
  { "if(2 >= 2, x, y)", "x", "y" },
  { "x > y", "y < x", "x < y" },
  { "x <= y", "y >= x", "x > y" },
  { "2 != 3", "1", "0" },
  { "sign(-x)", "-sign(x)", "sign(x)" },
  { "[x, y/2, 0.5]", "[x, 0.5*y, 1/2]", "[x, 2*y, 0.5]" },
  { "[1, 2, 3] mm", "[1, 2, 3]/1000", "[1, 2, 3]" },
  { "[x, y, z] . [1, 2, 3]", "x + 2*y + 3*z", "x + y + z" },
  { "dot([x, y, z], [z, y, x]/2)", "x*z + y^2/2", "x*z + y^2" },
  { "cross([x, y, z], [1/3, 0, 0])", "[0, z/3, -y/3]", "[0, -z/3, y/3]" },
  { "norm([3, 4, 0])", "5", "7" },
  { "norm([x, y, 0])", "sqrt(x^2 + y^2)", "x + y" },
  { "diag(x, y/2, z)*[1, 2, 3]", "[x, y, 3*z]", "[x, 2*y, 3*z]" },
  { "diag(1, 2, 3) g", "diag(0.001, 0.002, 0.003)", "diag(1, 2, 3)" },
  { "[[0, 1, 0], [0, 0, x], [y, 0, 0]]*diag(1, 2, 3)", "[[0, 2, 0], [0, 0, 3*x], [y, 0, 0]]",
    "[[0, 1, 0], [0, 0, 2*x], [3*y, 0, 0]]" },
  { "x*[1, 2, 3]*y", "[x*y, 2*x*y, 3*x*y]", "[x, 2*x, 3*x]" },
  { "[x, y, z]/(x/2)", "[2, 2*y/x, 2*z/x]", "[x/2, y/2, z/2]" },
};

static void a_text_is_what_it_was_made_into(void **state)
{
  Resolver *resolver = &((Bench *)*state)->resolver;
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    if (!passes(resolver, CASES[i].text, CASES[i].text))
      fail_msg("%s is not itself", CASES[i].text);
    if (!passes(resolver, CASES[i].text, CASES[i].equal))
      fail_msg("%s is not %s", CASES[i].text, CASES[i].equal);
  }
}

static void anything_else_is_refused(void **state)
{
  Resolver *resolver = &((Bench *)*state)->resolver;
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    if (passes(resolver, CASES[i].text, CASES[i].other))
      fail_msg("%s passes for %s", CASES[i].text, CASES[i].other);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_text_is_what_it_was_made_into, set_up, tear_down),
    cmocka_unit_test_setup_teardown(anything_else_is_refused, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
