// layout.c -- sums, quotients of products, and calls in text with the fewest brackets.
// SPDX-License-Identifier: MIT
#include "notation/layout.h"

#include "notation/number_text.h"

#include <stdio.h>
#include <stdlib.h>

void layout_put_bracketed(Layout *layout, const Formula *f, Precedence least)
{
  bool has_brackets = formula_precedence(f) < least;
  if (has_brackets) layout->put_text(layout, layout->brackets[0]);
  layout->put_part(layout, f, false);
  if (has_brackets) layout->put_text(layout, layout->brackets[1]);
}

static void lay_out_sum(Layout *layout, const Formula *f)
{
  for (int i = 0; i < f->count; i++) {
    bool is_negative = formula_is_negative(f->parts[i]);
    if (i > 0 || is_negative) layout->put_text(layout, i == 0 ? "-" : is_negative ? " - " : " + ");
    if (formula_precedence(f->parts[i]) < PREC_SUM) {
      layout_put_bracketed(layout, f->parts[i], PREC_SUM);
    } else {
      layout->put_part(layout, f->parts[i], true);
    }
  }
}

static void put_number(Layout *layout, const fmpq_t number, void (*put)(Text *, const fmpq_t))
{
  Text text = { 0 };
  put(&text, number);
  layout->put_text(layout, text_string(&text));
  text_free(&text);
}

static void put_power(Layout *layout, const Formula *base, int exponent)
{
  int size = abs(exponent);
  layout_put_bracketed(layout, base, size == 1 ? PREC_POWER : PREC_CALL);
  if (size == 1) return;
  char text[16];
  snprintf(text, sizeof text, "^%d", size);
  layout->put_text(layout, text);
}

// Factors above or below the line, behind `count` others; returns how many there are then.
static int put_factors(Layout *layout, const Formula *f, bool is_above, int count)
{
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != is_above) continue;
    if (count++ > 0) layout->put_text(layout, "*");
    put_power(layout, f->parts[i], f->exponents[i]);
  }
  return count;
}

static void lay_out_product(Layout *layout, const Formula *f)
{
  const fmpq *number = f->expr->form->number;
  bool has_top = number_has_top(number), has_bottom = number_has_bottom(number);
  if (has_top) put_number(layout, number, number_put_top);
  if (put_factors(layout, f, true, has_top) == 0) layout->put_text(layout, "1");
  int below = has_bottom;
  for (int i = 0; i < f->count; i++)
    below += f->exponents[i] < 0;
  if (below == 0) return;
  layout->put_text(layout, below > 1 ? "/(" : "/");
  if (has_bottom) put_number(layout, number, number_put_bottom);
  put_factors(layout, f, false, has_bottom);
  if (below > 1) layout->put_text(layout, ")");
}

static void lay_out_call(Layout *layout, const Formula *f)
{
  const OperatorInfo *info = operator_info(f->op);
  if (info->precedence != PREC_CALL) {
    bool is_power = f->op == OP_POW;
    layout_put_bracketed(layout, f->parts[0], is_power ? PREC_CALL : PREC_SUM);
    if (!is_power) layout->put_text(layout, " ");
    layout->put_text(layout, info->text);
    if (!is_power) layout->put_text(layout, " ");
    layout_put_bracketed(layout, f->parts[1], is_power ? PREC_CALL : PREC_SUM);
    return;
  }
  layout->put_text(layout, info->text);
  for (int i = 0; i < f->count; i++) {
    layout->put_text(layout, i == 0 ? "(" : ", ");
    layout->put_part(layout, f->parts[i], false);
  }
  layout->put_text(layout, ")");
}

void lay_out(Layout *layout, const Formula *f)
{
  switch (f->kind) {
  case FORMULA_SUM: lay_out_sum(layout, f); break;
  case FORMULA_PRODUCT: lay_out_product(layout, f); break;
  case FORMULA_CALL: lay_out_call(layout, f); break;
  case FORMULA_ATOM: break;
  }
}
