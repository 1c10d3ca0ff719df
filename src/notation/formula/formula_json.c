// formula_json.c -- formulas as exact trees in JSON. All recursion is at most FORMULA_DEEPEST
// levels deep.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_json.h"

#include <flint/flint.h>

#include <string.h>

static void put_number(const fmpq *number, Text *out)
{
  char *digits = fmpq_get_str(NULL, 10, number);
  text_format(out, "\"%s\"", digits);
  flint_free(digits);
}

static void put_part(const Formula *f, FormulaSubexpressions *cuts, Text *out)
{
  text_put(out, ", ");
  formula_put_json(f, cuts, out);
}

static void put_atom(const Formula *f, FormulaSubexpressions *cuts, Text *out)
{
  if (formula_is_number(f)) {
    put_number(f->expr->form->number, out);
  } else if (!formula_is_cut(f)) {
    const char *name = formula_atom_name(f);
    text_put_json_string(out, name, strlen(name));
  } else if (cuts) {
    text_put_char(out, '"');
    cut_put_name(cuts, cut_index(cuts, f), out);
    text_put_char(out, '"');
  } else {
    formula_put_json(f->parts[0], cuts, out);
  }
}

static void put_power(const Formula *base, int exponent, FormulaSubexpressions *cuts, Text *out)
{
  if (exponent != 1) text_put(out, "[\"^\", ");
  formula_put_json(base, cuts, out);
  if (exponent != 1) text_format(out, ", \"%d\"]", exponent);
}

static void put_product(const Formula *f, FormulaSubexpressions *cuts, Text *out)
{
  bool has_number = !expr_is_one(f->expr);
  if (!has_number && f->count == 1) {
    put_power(f->parts[0], f->exponents[0], cuts, out);
    return;
  }
  text_put(out, "[\"*\"");
  if (has_number) {
    text_put(out, ", ");
    put_number(f->expr->form->number, out);
  }
  for (int i = 0; i < f->count; i++) {
    text_put(out, ", ");
    put_power(f->parts[i], f->exponents[i], cuts, out);
  }
  text_put_char(out, ']');
}

void formula_put_json(const Formula *f, FormulaSubexpressions *cuts, Text *out)
{
  if (f->kind == FORMULA_ATOM) {
    put_atom(f, cuts, out);
  } else if (f->kind == FORMULA_PRODUCT) {
    put_product(f, cuts, out);
  } else {
    bool is_table = f->kind == FORMULA_CALL && f->op == OP_TABLE;
    const char *name = f->kind == FORMULA_SUM ? "+"
                       : is_table             ? formula_atom_name(f->parts[1])
                                              : operator_info(f->op)->text;
    text_put_char(out, '[');
    text_put_json_string(out, name, strlen(name));
    for (int i = 0; i < f->count - is_table; i++)
      put_part(f->parts[i], cuts, out);
    text_put_char(out, ']');
  }
}
