// formula_order.c -- the printed order of factors and terms, determined by structure alone.
//
// The order does not depend on fingerprints or addresses: pools of different seeds print the same
// text.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula.h"

#include <string.h>

static int sign_of_difference(long a, long b) { return (a > b) - (a < b); }

// ---- atoms

// Masses and inertias precede gravity, which precedes lengths and all other symbols.
static bool is_inertia(const Symbol *symbol)
{
  enum { LONGEST_INERTIA_NAME = 4 };
  const char *name = symbol->name;
  bool is_parameter = symbol->stage == STAGE_PARAMETER;
  return is_parameter && strchr("mMIJ", name[0]) && strlen(name) <= LONGEST_INERTIA_NAME;
}

static bool is_gravity(const Symbol *symbol)
{
  bool is_parameter = symbol->stage == STAGE_PARAMETER;
  return is_parameter && (strcmp(symbol->name, "g") == 0 || strcmp(symbol->name, "G") == 0);
}

static int compare_atoms(const Expr *a, const Expr *b)
{
  if (a == b) return 0;
  if (a->form->op == OP_NUMBER && b->form->op == OP_NUMBER)
    return fmpq_cmp(a->form->number, b->form->number);
  if (a->form->op == OP_SYMBOL && b->form->op == OP_SYMBOL)
    return sign_of_difference(a->form->symbol->index, b->form->symbol->index);
  return sign_of_difference(a->id, b->id);
}

// Returns true for sums such as m1 + 2*m2.
static bool is_sum_of_inertias(const Formula *f)
{
  if (f->kind != FORMULA_SUM || f->stage != STAGE_PARAMETER) return false;
  for (int i = 0; i < f->count; i++) {
    const Formula *term = f->parts[i];
    bool is_multiple = formula_factor_count(term) == 1 && formula_exponent_at(term, 0) == 1;
    const Formula *atom = formula_factor_at(term, 0);
    bool is_symbol = atom->kind == FORMULA_ATOM && atom->expr->form->op == OP_SYMBOL;
    if (!is_multiple || !is_symbol || !is_inertia(atom->expr->form->symbol)) return false;
  }
  return true;
}

typedef enum Rank {
  RANK_NUMBER,
  RANK_PI,
  RANK_INERTIA,
  RANK_SUM_OF_INERTIAS,
  RANK_GRAVITY,
  RANK_SYMBOL,
  RANK_NAME,
  RANK_CALL,
  RANK_PRODUCT,
  RANK_SUM
} Rank;

static Rank rank(const Formula *f)
{
  if (f->kind == FORMULA_CALL) return RANK_CALL;
  if (f->kind == FORMULA_PRODUCT) return RANK_PRODUCT;
  if (f->kind == FORMULA_SUM) return is_sum_of_inertias(f) ? RANK_SUM_OF_INERTIAS : RANK_SUM;
  if (f->expr->form->op == OP_NUMBER) return RANK_NUMBER;
  if (f->expr->form->op == OP_PI) return RANK_PI;
  if (f->expr->form->op != OP_SYMBOL) return RANK_NAME;
  if (is_inertia(f->expr->form->symbol)) return RANK_INERTIA;
  return is_gravity(f->expr->form->symbol) ? RANK_GRAVITY : RANK_SYMBOL;
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

// The cosine precedes the sine.
static int function_rank(Operator op)
{
  if (op == OP_SIN) return OP_COS;
  return op == OP_COS ? OP_SIN : (int)op;
}

// Order by the first argument, then by the function: cos(a), sin(a), cos(b), sin(b).
static int compare_calls(const Formula *a, const Formula *b)
{
  int order = formula_compare(a->parts[0], b->parts[0]);
  if (order != 0) return order;
  order = sign_of_difference(function_rank(a->op), function_rank(b->op));
  return order != 0 ? order : compare_parts(a, b, 1);
}

// The recursion is at most FORMULA_DEEPEST levels deep.
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
