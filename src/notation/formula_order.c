// formula_order.c -- the printed order of factors and terms, from structure alone.
//
// Nothing here looks at fingerprints or addresses: pools of different seeds print the same text.
// SPDX-License-Identifier: MIT
#include "notation/formula.h"

#include <string.h>

static int sign_of_difference(long a, long b) { return (a > b) - (a < b); }

// ---- atoms

// Gravity first, then masses and inertias, then lengths and all the rest.
static int parameter_class(const Symbol *symbol)
{
  enum { LONGEST_INERTIA_NAME = 4 };
  const char *name = symbol->name;
  if (symbol->stage != STAGE_PARAMETER) return 0;
  if (strcmp(name, "g") == 0 || strcmp(name, "G") == 0) return 0;
  if (strchr("mMIJ", name[0]) && strlen(name) <= LONGEST_INERTIA_NAME) return 1;
  return 2;
}

static int compare_symbols(const Symbol *a, const Symbol *b)
{
  int order = sign_of_difference(parameter_class(a), parameter_class(b));
  return order != 0 ? order : sign_of_difference(a->index, b->index);
}

static int compare_atoms(const Expr *a, const Expr *b)
{
  if (a == b) return 0;
  if (a->form->op == OP_NUMBER && b->form->op == OP_NUMBER)
    return fmpq_cmp(a->form->number, b->form->number);
  if (a->form->op == OP_SYMBOL && b->form->op == OP_SYMBOL)
    return compare_symbols(a->form->symbol, b->form->symbol);
  return sign_of_difference(a->id, b->id);
}

// Numbers, pi, symbols, names, calls, products, sums.
static int rank(const Formula *f)
{
  if (f->kind == FORMULA_CALL) return 4;
  if (f->kind == FORMULA_PRODUCT) return 5;
  if (f->kind == FORMULA_SUM) return 6;
  if (f->expr->form->op == OP_NUMBER) return 0;
  if (f->expr->form->op == OP_PI) return 1;
  return f->expr->form->op == OP_SYMBOL ? 2 : 3;
}

// ---- lists

static int compare_powers(const Formula *a, int a_exponent, const Formula *b, int b_exponent)
{
  int order = formula_compare(a, b);
  return order != 0 ? order : sign_of_difference(b_exponent, a_exponent);
}

static int compare_factors(const Formula *a, const Formula *b)
{
  int a_count = formula_factor_count(a), b_count = formula_factor_count(b);
  for (int i = 0; i < a_count && i < b_count; i++) {
    int order = compare_powers(formula_factor_at(a, i), formula_exponent_at(a, i),
                               formula_factor_at(b, i), formula_exponent_at(b, i));
    if (order != 0) return order;
  }
  return sign_of_difference(a_count, b_count);
}

static int compare_coefficients(const Formula *a, const Formula *b)
{
  bool a_has = a->kind == FORMULA_PRODUCT, b_has = b->kind == FORMULA_PRODUCT;
  if (a_has && b_has) return compare_atoms(a->expr, b->expr);
  return sign_of_difference(a_has, b_has);
}

static int compare_parts(const Formula *a, const Formula *b, int first)
{
  for (int i = first; i < a->count && i < b->count; i++) {
    int order = formula_compare(a->parts[i], b->parts[i]);
    if (order != 0) return order;
  }
  return sign_of_difference(a->count, b->count);
}

// People write the cosine before the sine.
static int function_rank(Operator op)
{
  if (op == OP_SIN) return OP_COS;
  return op == OP_COS ? OP_SIN : (int)op;
}

// By the first argument, then by the function: cos(a), sin(a), cos(b), sin(b).
static int compare_calls(const Formula *a, const Formula *b)
{
  int order = formula_compare(a->parts[0], b->parts[0]);
  if (order != 0) return order;
  order = sign_of_difference(function_rank(a->op), function_rank(b->op));
  return order != 0 ? order : compare_parts(a, b, 1);
}

// Recursion is no deeper than FORMULA_DEEPEST.
int formula_compare(const Formula *a, const Formula *b)
{
  if (a == b) return 0;
  int order = sign_of_difference(a->stage, b->stage);
  if (order == 0) order = sign_of_difference(rank(a), rank(b));
  if (order != 0) return order;
  switch (a->kind) {
  case FORMULA_ATOM: return compare_atoms(a->expr, b->expr);
  case FORMULA_CALL: return compare_calls(a, b);
  case FORMULA_SUM: return compare_parts(a, b, 0);
  case FORMULA_PRODUCT: break;
  }
  order = compare_factors(a, b);
  return order != 0 ? order : compare_coefficients(a, b);
}

int formula_compare_terms(const Formula *a, const Formula *b)
{
  if (a == b) return 0;
  int order = sign_of_difference(formula_is_number(a), formula_is_number(b));
  if (order == 0) order = sign_of_difference(a->stage, b->stage);
  if (order == 0) order = sign_of_difference(a->weight, b->weight);
  if (order == 0) order = compare_factors(a, b);
  return order != 0 ? order : compare_coefficients(a, b);
}

bool formula_is_like(const Formula *a, const Formula *b)
{
  return a->stage == b->stage && a->weight == b->weight && compare_factors(a, b) == 0;
}
