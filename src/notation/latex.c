// latex.c -- the medium of LaTeX: fractions, roots, \sin^2, brackets that grow.
// SPDX-License-Identifier: MIT
#include "notation/latex.h"

#include <string.h>

// "1.5e-9" as 1.5 \cdot 10^{-9}.
static void put_digits(MathRow *row, const char *digits)
{
  size_t length = strcspn(digits, "e");
  const char *exponent = digits[length] == 'e' ? digits + length + 1 : NULL;
  bool is_one = exponent && length == 1 && digits[0] == '1';
  if (!is_one) latex_put_letters(row, digits, length);
  if (!exponent) return;
  if (!is_one) row_put_text(row, " \\cdot ", 80);
  latex_put_letters(row, "10", 2);
  row_put_mark(row, MARK_EXPONENT);
  latex_put_letters(row, exponent, strlen(exponent));
  row_put_mark(row, MARK_END_OF_POWER);
}

// C_{23} for cos(θ2 + θ3), C_{1-2}, C_{10,11}: the short name with its numbers as a subscript.
static void put_short_name(MathRow *row, const char *name)
{
  latex_put_letters(row, name, 1);
  row_put_mark(row, MARK_SUBSCRIPT);
  for (const char *c = name + 1; *c; c++)
    latex_put_letters(row, *c == 'm' ? "-" : *c == '_' ? "," : c, 1);
  row_put_mark(row, MARK_END_OF_SUBSCRIPT);
}

static void put_function(MathRow *row, Operator op)
{
  static const char OPERATOR[] = "\\operatorname{";
  const char *latex = operator_info(op)->latex;
  bool is_named = strncmp(latex, OPERATOR, strlen(OPERATOR)) != 0;
  int length = (int)strlen(latex);
  row_put_text(row, latex, is_named ? 51 * length - 31 : 59 * (length - (int)sizeof OPERATOR) + 36);
}

static int put_line_end(Text *out, const LineEnd *end)
{
  enum { INDENT = 110, CLOSING = 40 };
  for (int i = 0; i < end->depth; i++)
    text_put(out, " \\right.");
  text_put(out, " \\\\\n  &\\quad ");
  for (int i = 0; i < end->depth; i++)
    text_put(out, "\\left. ");
  if (end->depth > 0) text_put(out, "{} ");
  if (end->point == POINT_FACTOR) text_put(out, "\\times ");
  return INDENT + CLOSING * end->depth;
}

const Medium LATEX = {
  .marks = { [MARK_PLUS] = { " + ", 136, POINT_SIGN },
             [MARK_MINUS] = { " - ", 136, POINT_SIGN },
             [MARK_NEGATIVE] = { "-", 136, POINT_NONE },
             [MARK_TIMES] = { " \\, ", 19, POINT_FACTOR },
             [MARK_OPEN] = { "\\left(", 66, POINT_OPEN },
             [MARK_CLOSE] = { "\\right)", 66, POINT_CLOSE },
             [MARK_COMMA] = { ", ", 50, POINT_NONE },
             [MARK_FRACTION] = { "\\frac{", 0, POINT_BLOCK },
             [MARK_OVER] = { "}{", 0, POINT_BELOW },
             [MARK_END_OF_FRACTION] = { "}", 26, POINT_END },
             [MARK_EXPONENT] = { "^{", 9, POINT_SCRIPT },
             [MARK_END_OF_POWER] = { "}", 0, POINT_END },
             [MARK_SUBSCRIPT] = { "_{", 9, POINT_SCRIPT },
             [MARK_END_OF_SUBSCRIPT] = { "}", 0, POINT_END },
             [MARK_APPLY] = { " ", 0, POINT_NONE },
             [MARK_ROOT] = { "\\sqrt{", 100, POINT_BLOCK },
             [MARK_END_OF_ROOT] = { "}", 0, POINT_END },
             [MARK_ABS] = { "\\left|", 66, POINT_OPEN },
             [MARK_END_OF_ABS] = { "\\right|", 66, POINT_CLOSE },
             [MARK_CASES] = { "{\\begin{cases} ", 0, POINT_BLOCK },
             [MARK_CASE_IF] = { " & ", 400, POINT_NONE },
             [MARK_END_OF_CASE] = { " \\\\ ", 0, POINT_BELOW },
             [MARK_END_OF_TRUE_CASE] = { " \\ne 0 \\\\ ", 0, POINT_BELOW },
             [MARK_OTHERWISE] = { " & \\text{otherwise}", 800, POINT_NONE },
             [MARK_END_OF_CASES] = { " \\end{cases}}", 0, POINT_END },
             [MARK_LT] = { " < ", LATEX_EQUALS, POINT_NONE },
             [MARK_LE] = { " \\le ", LATEX_EQUALS, POINT_NONE },
             [MARK_EQ] = { " = ", LATEX_EQUALS, POINT_NONE },
             [MARK_NE] = { " \\ne ", LATEX_EQUALS, POINT_NONE },
             [MARK_IS] = { " = ", LATEX_EQUALS, POINT_NONE },
             [MARK_WHERE] = { "\\text{ where }", 400, POINT_NONE } },
  .is_paper = true,
  .widest_numerator = 1600,
  .outer_is_worth = 1900,
  .sign_is_worth = 2500,
  .put_name = latex_put_name,
  .put_short_name = put_short_name,
  .put_digits = put_digits,
  .put_function = put_function,
  .put_line_end = put_line_end,
};
