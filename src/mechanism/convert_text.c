// convert_text.c -- numbers, angles and vectors as the language reads them.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "symbolic/algebra.h"
#include "notation/print.h"

void write_vector(Vec3 v, Text *out)
{
  text_put_char(out, '[');
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    expr_print(v.at[i], out);
  }
  text_put_char(out, ']');
}

bool is_axis(Vec3 v, int axis, int sign)
{
  for (int i = 0; i < 3; i++) {
    if (!expr_is_integer(v.at[i], i == axis ? sign : 0)) return false;
  }
  return true;
}

void write_axis(Vec3 axis, Text *out)
{
  for (int i = 0; i < 3; i++) {
    bool is_backward = is_axis(axis, i, -1);
    if (!is_backward && !is_axis(axis, i, 1)) continue;
    text_format(out, "%s%c", is_backward ? "-" : "", "xyz"[i]);
    return;
  }
  write_vector(axis, out);
}

// A number as a decimal where it is one exactly, so that a unit may follow.
bool write_decimal(const Expr *value, Text *out)
{
  if (!expr_is_number(value)) return false;
  Text decimal = { 0 };
  text_put_double(&decimal, expr_number_value(value));
  const char *digits = text_string(&decimal);
  bool is_negative = digits[0] == '-';
  const Expr *back =
      expr_decimal(expr_pool(value), digits + is_negative, decimal.length - is_negative);
  bool is_exact = expr_same_value(is_negative ? expr_neg(back) : back, value);
  if (is_exact) text_put(out, digits);
  text_free(&decimal);
  return is_exact;
}

// The magnitude of an angle in degrees if that is a whole number or a short decimal; else NULL.
static const Expr *short_degrees(const Expr *angle)
{
  const Expr *half_turn = expr_integer(expr_pool(angle), 180);
  const Expr *magnitude = looks_negative(angle) ? negative(angle) : angle;
  const Expr *degrees = quotient(product(half_turn, magnitude), expr_pi(expr_pool(angle)));
  if (!expr_is_number(degrees)) return NULL;
  Text text = { 0 };
  bool is_short = write_decimal(degrees, &text) && text.length < 8;
  text_free(&text);
  return is_short ? degrees : NULL;
}

bool write_degrees(const Expr *angle, Text *out)
{
  const Expr *degrees = angle->form->stage == STAGE_LITERAL ? short_degrees(angle) : NULL;
  if (!degrees) return false;
  if (looks_negative(angle)) text_put_char(out, '-');
  write_decimal(degrees, out);
  if (!is_zero(degrees)) text_put(out, "deg");
  return true;
}

// Without blanks: they separate cells.
void write_cell(const Expr *e, bool is_angle, Text *out)
{
  if (is_angle && write_degrees(e, out)) return;
  Text text = { 0 };
  expr_print(e, &text);
  for (size_t i = 0; i < text.length; i++) {
    if (text.bytes[i] != ' ') text_put_char(out, text.bytes[i]);
  }
  text_free(&text);
}
