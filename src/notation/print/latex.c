// latex.c -- the output format LaTeX: fractions, roots, \sin^2, growing brackets.
// SPDX-License-Identifier: MIT
#include "notation/print/latex.h"

#include "base/text/greek.h"
#include "notation/print/layout.h"

#include <ctype.h>
#include <string.h>

static int width_of_letter(char c)
{
  if (strchr("mwMWN", c)) return 102;
  if (strchr("ijltfrI.,'|", c)) return 50;
  if (strchr("()[]!", c)) return 46;
  if (c == '-') return 92;
  bool is_continuation = ((unsigned char)c & 0xC0) == 0x80;
  if (is_continuation || c == ' ') return 0;
  return isupper((unsigned char)c) ? 84 : 59;
}

void latex_put_letters(MathRow *row, LetterStyle style, const char *letters, size_t length)
{
  static const char *const COMMANDS[] = { "", "\\mathrm{", "\\mathit{" };
  row_put_text(row, COMMANDS[style], 0);
  for (size_t i = 0; i < length; i++) {
    char c[] = { '\\', letters[i], '\0' };
    const char *written = strchr("#$%&_{}", letters[i]) ? c : c + 1;
    row_put_text(row, letters[i] == '\\' ? "\\backslash " : written, width_of_letter(letters[i]));
  }
  if (style != LETTERS_PLAIN) row_put_text(row, "}", 0);
}

// Writes a command such as \theta; letters that look like Latin ones have no command and are
// written as Latin letters.
static void put_greek(MathRow *row, uint32_t letter)
{
  static const char CAPITALS[] = "AB..EZH.IK.MN.O.P..T..X..";  // from U+0391
  uint32_t capital = letter - 0x391;
  char latin = '.';
  if (capital < strlen(CAPITALS)) latin = CAPITALS[capital];
  if (letter == 0x3BF) latin = 'o';
  Text spelling = { 0 }, written = { 0 };
  greek_put_spelling(&spelling, letter);
  const char *name = text_string(&spelling);
  bool is_variant = strcmp(name, "epsilon") == 0 || strcmp(name, "phi") == 0;
  if (latin != '.') {
    text_format(&written, "\\mathrm{%c}", latin);
  } else {
    text_format(&written, is_variant ? "\\var%s" : "\\%s", name);
  }
  row_put_text(row, text_string(&written), 72);
  text_free(&written);
  text_free(&spelling);
}

// Writes "1.5e-9" as 1.5 \cdot 10^{-9}.
static void put_digits(MathRow *row, const char *digits)
{
  size_t length = strcspn(digits, "e");
  const char *exponent = digits[length] == 'e' ? digits + length + 1 : NULL;
  bool is_one = exponent && length == 1 && digits[0] == '1';
  if (!is_one) latex_put_letters(row, LETTERS_PLAIN, digits, length);
  if (!exponent) return;
  if (!is_one) row_put_text(row, " \\cdot ", 80);
  latex_put_letters(row, LETTERS_PLAIN, "10", 2);
  row_put_mark(row, MARK_EXPONENT);
  latex_put_letters(row, LETTERS_PLAIN, exponent, strlen(exponent));
  row_put_mark(row, MARK_END_OF_POWER);
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
  enum { CLOSING = 40 };
  for (int i = 0; i < end->depth; i++)
    text_put(out, " \\right.");
  text_put(out, " \\\\\n  &\\quad ");
  for (int i = 0; i < end->depth; i++)
    text_put(out, "\\left. ");
  if (end->depth > 0) text_put(out, "{} ");
  if (end->point == POINT_FACTOR) text_put(out, "\\times ");
  return LATEX_QUAD + CLOSING * end->depth;
}

const OutputFormat LATEX = {
  .marks = { [MARK_PLUS] = { " + ", 136, POINT_SIGN },
             [MARK_MINUS] = { " - ", 136, POINT_SIGN },
             [MARK_NEGATIVE] = { "-", 136, POINT_NONE },
             [MARK_TIMES] = { " \\, ", 19, POINT_FACTOR },
             [MARK_OPEN] = { "\\left(", 66, POINT_OPEN },
             [MARK_CLOSE] = { "\\right)", 66, POINT_CLOSE },
             [MARK_COMMA] = { ", ", 50, POINT_NONE },
             [MARK_CHOICE] = { ", ", 50, POINT_CHOICE },
             [MARK_FRACTION] = { "\\frac{", 0, POINT_BLOCK },
             [MARK_OVER] = { "}{", 0, POINT_BELOW },
             [MARK_END_OF_FRACTION] = { "}", 26, POINT_END },
             [MARK_SLASH] = { " / ", 59, POINT_NONE },
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
             [MARK_IS] = { " = ", LATEX_EQUALS, POINT_SIGN },
             [MARK_WHERE] = { "\\text{ where }", 400, POINT_NONE } },
  .is_paper = true,
  .most_digits = PAGE_DIGITS,
  .widest_numerator = 1600,
  .widest_fraction = 2900,
  .widest_block = 3200,
  .outer_break_penalty = 1900,
  .sign_is_worth = 2500,
  .widest_unbroken = 1000,
  .put_name = symbol_put_name,
  .put_short_name = symbol_put_short_name,
  .put_digits = put_digits,
  .put_function = put_function,
  .put_letters = latex_put_letters,
  .put_greek = put_greek,
  .dots = { { "\\dot{", "}" }, { "\\ddot{", "}" }, { "\\dddot{", "}" }, { "\\ddddot{", "}" } },
  .put_line_end = put_line_end,
};
