// convert_text.c -- numbers, vectors and lists as the language reads them.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "notation/print.h"

#include <string.h>

enum { LINE_WIDTH = 80 };  // after which a list goes on in the next line

void write_item(const char *word, int index, size_t *line_start, Text *out)
{
  if (index == 0) {
    *line_start = out->length;
    text_format(out, "%s ", word);
  } else if (out->length - *line_start > LINE_WIDTH) {
    text_put(out, ",\n");
    *line_start = out->length;
    text_repeat(out, ' ', (int)strlen(word) + 1);
  } else {
    text_put(out, ", ");
  }
}

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

// The shortest decimal of its double if that is the number exactly.
static bool write_decimal(const Expr *value, Text *out)
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

void write_number(const Expr *value, Text *out)
{
  if (!write_decimal(value, out)) expr_print(value, out);
}

void write_cell(const Expr *e, Text *out)
{
  Text text = { 0 };
  expr_print(e, &text);
  for (size_t i = 0; i < text.length; i++) {
    if (text.bytes[i] != ' ') text_put_char(out, text.bytes[i]);
  }
  text_free(&text);
}
