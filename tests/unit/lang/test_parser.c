// test_parser.c -- the tree of a text, and texts made to break a parser.
// SPDX-License-Identifier: MIT
#include "lang/syntax/document.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

static void put_prefix(const Node *node, Text *out);

static void put_span(Span span, Text *out) { text_put_bytes(out, span_bytes(span), span.length); }

// A sum is (+ a (- b)): nothing depends on precedence.
static void put_operation(const Node *node, const char *name, TokenKind plain, Text *out)
{
  text_format(out, "(%s", name);
  for (const Node *child = node->first; child; child = child->next) {
    bool is_plain = child == node->first || child->mark == plain;
    text_put_char(out, ' ');
    if (!is_plain) text_format(out, "(%s ", token_kind_text((TokenKind)child->mark));
    put_prefix(child, out);
    if (!is_plain) text_put_char(out, ')');
  }
  text_put_char(out, ')');
}

static void put_call(const Node *node, Text *out)
{
  text_put_char(out, '(');
  put_span(node_text(node), out);
  for (const Node *child = node->first; child; child = child->next) {
    text_put_char(out, ' ');
    put_prefix(child, out);
  }
  text_put_char(out, ')');
}

static void put_vector(const Node *node, Text *out)
{
  text_put_char(out, '[');
  for (const Node *child = node->first; child; child = child->next) {
    if (child != node->first) text_put_char(out, ' ');
    put_prefix(child, out);
  }
  text_put_char(out, ']');
}

static void put_prefix(const Node *node, Text *out)
{
  switch ((NodeKind)node->kind) {
  case NODE_SUM: put_operation(node, "+", TOKEN_PLUS, out); break;
  case NODE_PRODUCT: put_operation(node, "*", TOKEN_TIMES, out); break;
  case NODE_POWER: put_operation(node, "^", TOKEN_COMMA, out); break;
  case NODE_NEGATE: put_operation(node, "-", TOKEN_COMMA, out); break;
  case NODE_COMPARE:
    put_operation(node, token_kind_text((TokenKind)node->last->mark), (TokenKind)node->last->mark,
                  out);
    break;
  case NODE_CALL: put_call(node, out); break;
  case NODE_VECTOR: put_vector(node, out); break;
  default: put_span(node_text(node), out);
  }
  for (const UnitFactor *unit = node_unit(node); unit; unit = unit->next) {
    text_put_char(out, ' ');
    put_span(unit->name, out);
    if (unit->exponent != 1) text_format(out, "^%d", unit->exponent);
  }
  text_repeat(out, '\'', node->primes);
}

static void check_expression(const char *expression, const char *expected)
{
  Text text = { 0 }, found = { 0 };
  text_format(&text, "let a = %s", expression);
  Source source = { "test.bl", text_string(&text), text.length };
  Diagnostics *diagnostics = diagnostics_new();
  Document *document = document_read(&source, diagnostics);
  assert_int_equal(diagnostics_count(diagnostics), 0);
  const Node *items = statement_value(document->first, "items");
  put_prefix(binding_part(items->first, TOKEN_ASSIGN), &found);
  assert_string_equal(text_string(&found), expected);
  text_free(&text);
  text_free(&found);
  document_free(document);
  diagnostics_free(diagnostics);
}

// The canonical text, which stays as it is when it is formatted again.
static void check_format(const char *text, const char *expected)
{
  for (int round = 0; round < 2; round++) {
    const char *given = round == 0 ? text : expected;
    Source source = { "test.bl", given, strlen(given) };
    Diagnostics *diagnostics = diagnostics_new();
    Document *document = document_read(&source, diagnostics);
    Text out = { 0 };
    document_print(document, &out);
    assert_string_equal(text_string(&out), expected);
    assert_int_equal(diagnostics_error_count(diagnostics), 0);
    text_free(&out);
    document_free(document);
    diagnostics_free(diagnostics);
  }
}

static void operators_bind_as_in_mathematics(void **state)
{
  (void)state;
  check_expression("1 + 2*x", "(+ 1 (* 2 x))");
  check_expression("(1 + 2)*x", "(* (+ 1 2) x)");
  check_expression("a - b - c", "(+ a (- b) (- c))");
  check_expression("a/b/c*d", "(* a (/ b) (/ c) d)");
  check_expression("-x^2", "(- (^ x 2))");
  check_expression("2^3^4", "(^ 2 (^ 3 4))");
  check_expression("2^-x", "(^ 2 (- x))");
  check_expression("a*-b", "(* a (- b))");
  check_expression("a + b < c*d", "(< (+ a b) (* c d))");
  check_expression("+a", "a");
}

static void calls_vectors_and_primes_are_primaries(void **state)
{
  (void)state;
  check_expression("sin(x)^2", "(^ (sin x) 2)");
  check_expression("x''*2", "(* x'' 2)");
  check_expression("if(a > b, a, b)", "(if (> a b) a b)");
  check_expression("[1, -2, x]", "[1 (- 2) x]");
  check_expression("[[1,0],[0,1]] . u", "(* [[1 0] [0 1]] (. u))");
  check_expression("f()", "(f)");
}

static void units_touch_and_operators_need_not(void **state)
{
  (void)state;
  check_expression("9.81 m/s^2", "9.81 m s^-2");
  check_expression("5 m / s", "(* 5 m (/ s))");
  check_expression("5 m /s", "(* 5 m (/ s))");
  check_expression("5 m/s/cos(x)", "(* 5 m s^-1 (/ (cos x)))");
  check_expression("2 kg.m^2*x", "(* 2 kg m^2 x)");
  check_expression("2 kg*m", "(* 2 kg m)");
  check_expression("1 m.s^-1", "1 m s^-1");
  check_expression("[1, 2, 3] mm", "[1 2 3] mm");
  check_expression("diag(1, 2, 3) kg.m^2", "(diag 1 2 3) kg m^2");
  check_expression("2 t + t", "(+ 2 t t)");
}

static void names_have_dots_and_indices(void **state)
{
  (void)state;
  check_expression("a.b + c[2].d", "(+ a.b c[2].d)");
  check_expression("u . v", "(* u (. v))");
  check_expression("(a + b)'", "(+ a b)'");
  check_expression("norm(r)''", "(norm r)''");
}

static void layout_is_canonical(void **state)
{
  (void)state;
  check_format("mechanism m \"A title\"\nparam a,b=2;gravity g", "mechanism m \"A title\"\n"
                                                                 "param a, b = 2\ngravity g\n");
  check_format("joint j : prismatic -x (q=1) from f limits 0..1, at u, rotated RX(1),RY(2)",
               "joint j : prismatic -x (q = 1) from f at u rotated RX(1), RY(2) limits 0 .. 1\n");
  check_format("body b on f : inertia j about origin, mass m",
               "body b on f : mass m, inertia j about origin\n");
  check_format("body b on f:sphere radius r density d at u,mass m",
               "body b on f : mass m, sphere radius r density d at u\n");
  check_format("use leg(a,[0,1,0] m on b, u=3)as l[k]",
               "use leg(a, [0, 1, 0] m on b, u = 3) as l[k]\n");
  check_format("for k in 1..6 {use s(k) as leg[k]}", "for k in 1 .. 6 { use s(k) as leg[k] }\n");
  check_format("state i=0 A:i'=-i/T\nwhen x>1 m:stop \"end\",set v=0,i=1\nsample 1 ms:u=-k*q'",
               "state i = 0 A : i' = -i/T\nwhen x > 1 m : stop \"end\", set v = 0, i = 1\n"
               "sample 1 ms : u = -k*q'\n");
  check_format("table f:(0,0),(1,2) cubic\ntable g \"g.csv\" y 3 [N] x 1",
               "table f : (0, 0), (1, 2) cubic\ntable g \"g.csv\" x 1 y 3 [N]\n");
}

static void old_spellings_are_rewritten(void **state)
{
  (void)state;
  check_format("frame a in b : RX(1)", "frame a from b : RX(1)\n");
  check_format("point p on f at [1, 0, 0] mm", "point p at [1, 0, 0] mm on f\n");
  check_format("coord x in [0, 1]", "coord x limits 0 .. 1\n");
  check_format("moment m on a = u in a from b", "moment m on a = u in a against b\n");
  check_format("spring s between p and [1, 0, 0] on q : damping c, stiffness k",
               "use spring(p, [1, 0, 0] on q, damping = c, stiffness = k) as s\n");
  check_format("input u = table \"f.csv\" column 3 [N]",
               "table u_table \"f.csv\" y 3 [N]\ninput u = u_table(t)\n");
}

static void an_old_spelling_is_noted_once(void **state)
{
  (void)state;
  const char *text = "frame a in b\nframe c in d\npoint p on a at u\n";
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  document_free(document_read(&source, diagnostics));
  assert_int_equal(diagnostics_count(diagnostics), 2);
  assert_string_equal(diagnostics_message(diagnostics, 0), "this is now written 'from'");
  assert_string_equal(diagnostics_message(diagnostics, 1), "this is now written 'at'");
  assert_int_equal(diagnostics_severity(diagnostics, 0), SEVERITY_NOTE);
  diagnostics_free(diagnostics);
}

static void comments_and_empty_lines_stay(void **state)
{
  (void)state;
  check_format("# head\n\n\n\n# two\nparam a  # one\n  # end\n",
               "# head\n\n# two\nparam a  # one\n# end\n");
  check_format("param a = 1 m,   # first\n  b = 2  # second\n",
               "param a = 1 m,  # first\n      b = 2  # second\n");
  check_format("element e(x) {\n# inside\nparam p # behind\n\n# last\n}\n",
               "element e(x) {\n  # inside\n  param p  # behind\n\n  # last\n}\n");
}

// ---- texts made to break a parser

static int count_errors(const Text *text)
{
  Source source = { "test.bl", text_string(text), text->length };
  Diagnostics *diagnostics = diagnostics_new();
  Document *document = document_read(&source, diagnostics);
  Text dump = { 0 };
  document_print(document, &dump);
  int count = diagnostics_error_count(diagnostics);
  text_free(&dump);
  document_free(document);
  diagnostics_free(diagnostics);
  return count;
}

static void put_many(Text *text, const char *string, int count)
{
  for (int i = 0; i < count; i++)
    text_put(text, string);
}

static void ten_thousand_levels_are_one_error(void **state)
{
  (void)state;
  const char *const openings[] = { "(", "[", "sin(", "-", "2^", "(-", "[[" };
  for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
    Text text = { 0 };
    text_put(&text, "let a = ");
    put_many(&text, openings[i], 10000);
    assert_int_equal(count_errors(&text), 1);
    text_free(&text);
  }
}

static void two_hundred_levels_are_the_limit(void **state)
{
  (void)state;
  for (int levels = 199; levels <= 200; levels++) {
    Text text = { 0 };
    text_put(&text, "let a = ");
    put_many(&text, "(", levels);
    text_put_char(&text, '1');
    put_many(&text, ")", levels);
    assert_int_equal(count_errors(&text), levels == 199 ? 0 : 1);
    text_free(&text);
  }
}

static void long_flat_lists_are_not_deep(void **state)
{
  (void)state;
  const char *const parts[] = { "+1", "-x", "*2", "/y", " . z" };
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    Text text = { 0 };
    text_put(&text, "let a = 1");
    put_many(&text, parts[i], 100000);
    assert_int_equal(count_errors(&text), 0);
    text_free(&text);
  }
}

static void every_statement_has_its_own_error(void **state)
{
  (void)state;
  Text text = { 0 };
  put_many(&text, "param a = (1\n", 1000);
  assert_int_equal(count_errors(&text), 1000);
  text_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(operators_bind_as_in_mathematics),
    cmocka_unit_test(calls_vectors_and_primes_are_primaries),
    cmocka_unit_test(units_touch_and_operators_need_not),
    cmocka_unit_test(names_have_dots_and_indices),
    cmocka_unit_test(layout_is_canonical),
    cmocka_unit_test(old_spellings_are_rewritten),
    cmocka_unit_test(an_old_spelling_is_noted_once),
    cmocka_unit_test(comments_and_empty_lines_stay),
    cmocka_unit_test(ten_thousand_levels_are_one_error),
    cmocka_unit_test(two_hundred_levels_are_the_limit),
    cmocka_unit_test(long_flat_lists_are_not_deep),
    cmocka_unit_test(every_statement_has_its_own_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
