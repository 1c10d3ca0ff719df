// formula_build.c -- an expression as built, flattened into a formula.
//
// The nodes are taken arguments first. A tree of +, - and unary minus is one region: coefficients
// are handed down from its root, so that a region costs its number of nodes however much they
// share, and what arrives at its border are the terms. A tree of * and / is a region of the same
// kind with exponents in place of coefficients. Only nodes that are not inside a region of every
// user ("wanted") need a formula of their own.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "notation/formula.h"
#include "symbolic/steps.h"

#include <stdlib.h>

// A product of more factors is a product of products, which keeps exponents in range.
enum { MOST_FACTORS = 1 << 20 };

typedef struct Build {
  FormulaMaker maker;
  Steps steps;
  uint8_t *op;  // at the start: making numbers may turn a node of a number's value into that number
  const Formula **formula;  // of the wanted nodes done so far
  bool *is_wanted;
  int *use_count;
  int *factor_count;  // of products, written out; saturates
  int *region;        // the last region that reached a node
  fmpq *coefficient;  // in that region
  int *exponent;      // in that region
  int *reached;       // nodes of the current region
  int reached_count;
  int region_count;
} Build;

static int argument(const Build *build, int place, int k) { return build->steps.at[place].arg[k]; }

static int arity(const Build *build, int place)
{
  return operator_info((Operator)build->op[place])->arity;
}

static const fmpq *number_at(const Build *build, int place)
{
  return build->steps.at[place].node->form->number;
}

static bool is_sum(const Build *build, int place)
{
  uint8_t op = build->op[place];
  return op == OP_ADD || op == OP_SUB || op == OP_NEG;
}

static bool is_product(const Build *build, int place)
{
  return build->op[place] == OP_MUL || build->op[place] == OP_DIV;
}

// 2*x in a sum is x with a coefficient, unless x is a sum itself.
static bool is_multiple(const Build *build, int place)
{
  return build->op[place] == OP_MUL && build->op[argument(build, place, 0)] == OP_NUMBER &&
         !is_sum(build, argument(build, place, 1));
}

// ---- which nodes need a formula

static bool is_long_product(const Build *build, int place)
{
  return build->factor_count[place] >= MOST_FACTORS;
}

static void count_factors(Build *build)
{
  for (int i = 0; i < build->steps.count; i++) {
    build->factor_count[i] = 1;
    if (!is_product(build, i)) continue;
    int count =
        build->factor_count[argument(build, i, 0)] + build->factor_count[argument(build, i, 1)];
    build->factor_count[i] = count > MOST_FACTORS ? MOST_FACTORS : count;
  }
}

static void want_arguments(Build *build, int place)
{
  if (build->op[place] == OP_NAMED) return;
  for (int k = 0; k < arity(build, place); k++) {
    int arg = argument(build, place, k);
    bool is_term = is_sum(build, place) && is_sum(build, arg);
    bool is_factor =
        is_product(build, place) && is_product(build, arg) && !is_long_product(build, arg);
    build->use_count[arg]++;
    if ((!is_term && !is_factor) || is_multiple(build, place)) build->is_wanted[arg] = true;
  }
}

// Users come after arguments, so a backward pass sees all users of a node before the node. Nodes
// that only definitions of names reach have no use.
static void find_wanted(Build *build)
{
  int root = build->steps.roots[0];
  count_factors(build);
  build->is_wanted[root] = true;
  build->use_count[root] = 1;
  for (int i = root; i >= 0; i--) {
    if (build->use_count[i] > 0) want_arguments(build, i);
  }
}

// ---- regions

static bool is_cut(const Build *build, int place)
{
  return build->formula[place] && formula_is_cut(build->formula[place]);
}

static void reach(Build *build, int place)
{
  if (build->region[place] == build->region_count) return;
  build->region[place] = build->region_count;
  fmpq_zero(&build->coefficient[place]);
  build->exponent[place] = 0;
  build->reached[build->reached_count++] = place;
}

typedef bool (*Inside)(const Build *build, int root, int place);

static bool is_inside_sum(const Build *build, int root, int place)
{
  if (place == root) return true;
  return (is_sum(build, place) || is_multiple(build, place)) && !is_cut(build, place);
}

static bool is_inside_product(const Build *build, int root, int place)
{
  if (place == root) return true;
  return is_product(build, place) && !is_cut(build, place) && !is_long_product(build, place);
}

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

// All nodes of the region at `root` and its border, users first.
static void find_region(Build *build, int root, Inside is_inside)
{
  build->region_count++;
  build->reached_count = 0;
  reach(build, root);
  for (int next = 0; next < build->reached_count; next++) {
    int place = build->reached[next];
    if (!is_inside(build, root, place)) continue;
    for (int k = 0; k < arity(build, place); k++)
      reach(build, argument(build, place, k));
  }
  qsort(build->reached, (size_t)build->reached_count, sizeof(int), descending);
}

static void hand_down_coefficient(Build *build, int place)
{
  const Step *item = &build->steps.at[place];
  const fmpq *own = &build->coefficient[place];
  fmpq *first = &build->coefficient[item->arg[0]];
  fmpq *second = item->arg[1] < 0 ? NULL : &build->coefficient[item->arg[1]];
  switch (build->op[place]) {
  case OP_ADD:
    fmpq_add(first, first, own);
    fmpq_add(second, second, own);
    break;
  case OP_SUB:
    fmpq_add(first, first, own);
    fmpq_sub(second, second, own);
    break;
  case OP_NEG: fmpq_sub(first, first, own); break;
  default: fmpq_addmul(second, own, number_at(build, item->arg[0])); break;
  }
}

static const Formula *build_sum(Build *build, int root)
{
  find_region(build, root, is_inside_sum);
  fmpq_one(&build->coefficient[root]);
  const Formula **terms = memory_new((size_t)build->reached_count, sizeof(const Formula *));
  int count = 0;
  for (int i = 0; i < build->reached_count; i++) {
    int place = build->reached[i];
    if (is_inside_sum(build, root, place)) {
      hand_down_coefficient(build, place);
    } else if (!fmpq_is_zero(&build->coefficient[place])) {
      const Expr *coefficient = expr_fraction(build->maker.pool, &build->coefficient[place]);
      terms[count++] = formula_product(build->maker, coefficient, &build->formula[place], NULL, 1);
    }
  }
  const Formula *sum = formula_sum(build->maker, terms, count);
  free(terms);
  return sum;
}

static void hand_down_exponent(Build *build, int place)
{
  const Step *item = &build->steps.at[place];
  int own = build->exponent[place];
  build->exponent[item->arg[0]] += own;
  build->exponent[item->arg[1]] += build->op[place] == OP_MUL ? own : -own;
}

static const Formula *build_product(Build *build, int root)
{
  find_region(build, root, is_inside_product);
  build->exponent[root] = 1;
  const Formula **factors = memory_new((size_t)build->reached_count, sizeof(const Formula *));
  int *exponents = memory_new((size_t)build->reached_count, sizeof exponents[0]);
  int count = 0;
  for (int i = 0; i < build->reached_count; i++) {
    int place = build->reached[i];
    if (is_inside_product(build, root, place)) {
      hand_down_exponent(build, place);
    } else {
      factors[count] = build->formula[place];
      exponents[count++] = build->exponent[place];
    }
  }
  const Expr *one = expr_integer(build->maker.pool, 1);
  const Formula *product = formula_product(build->maker, one, factors, exponents, count);
  free(exponents);
  free(factors);
  return product;
}

// ---- nodes

// Is the node at `place` an integer that may be an exponent?
static bool is_plain_exponent(const Build *build, int place)
{
  enum { BITS = 20 };
  if (build->op[place] != OP_NUMBER) return false;
  const fmpq *number = number_at(build, place);
  return fmpz_is_one(fmpq_denref(number)) && fmpz_bits(fmpq_numref(number)) <= BITS;
}

static const Formula *build_power(Build *build, int place)
{
  int base = argument(build, place, 0), exponent = argument(build, place, 1);
  const Formula *parts[] = { build->formula[base], build->formula[exponent] };
  if (!is_plain_exponent(build, exponent)) return formula_call(build->maker, OP_POW, parts);
  int power = (int)fmpz_get_si(fmpq_numref(number_at(build, exponent)));
  return formula_product(build->maker, expr_integer(build->maker.pool, 1), parts, &power, 1);
}

static const Formula *build_call(Build *build, int place)
{
  const Formula *arguments[MAX_ARITY];
  for (int k = 0; k < arity(build, place); k++) {
    arguments[k] = build->formula[argument(build, place, k)];
  }
  return formula_call(build->maker, (Operator)build->op[place], arguments);
}

static const Formula *build_node(Build *build, int place)
{
  const Expr *node = build->steps.at[place].node;
  if (arity(build, place) == 0 || build->op[place] == OP_NAMED) {
    return formula_atom(build->maker, node);
  }
  if (is_sum(build, place)) return build_sum(build, place);
  if (is_product(build, place)) return build_product(build, place);
  if (build->op[place] == OP_POW) return build_power(build, place);
  return build_call(build, place);
}

// Parts of the root that are too deep, or that would be written out again and again.
static bool must_be_cut(const Build *build, int place)
{
  const Formula *f = build->formula[place];
  if (place == build->steps.roots[0] || f->kind == FORMULA_ATOM) return false;
  if (f->depth >= FORMULA_DEEPEST - 2) return true;
  return build->use_count[place] > 1 && f->length > FORMULA_LONGEST_SHARED;
}

static void build_all(Build *build)
{
  for (int i = 0; i <= build->steps.roots[0]; i++) {
    if (!build->is_wanted[i]) continue;
    build->formula[i] = build_node(build, i);
    if (!must_be_cut(build, i)) continue;
    const Expr *node = build->steps.at[i].node;
    build->formula[i] = formula_cut(build->maker, node, build->formula[i]);
  }
}

static void build_open(Build *build, const Expr *e)
{
  build->steps = steps_of(&e, 1);
  size_t count = (size_t)build->steps.count;
  build->op = memory_new(count, sizeof build->op[0]);
  for (size_t i = 0; i < count; i++)
    build->op[i] = build->steps.at[i].node->form->op;
  build->formula = memory_new(count, sizeof(const Formula *));
  build->is_wanted = memory_new(count, sizeof build->is_wanted[0]);
  build->use_count = memory_new(count, sizeof build->use_count[0]);
  build->factor_count = memory_new(count, sizeof build->factor_count[0]);
  build->region = memory_new(count, sizeof build->region[0]);
  build->coefficient = memory_new(count, sizeof build->coefficient[0]);
  build->exponent = memory_new(count, sizeof build->exponent[0]);
  build->reached = memory_new(count, sizeof build->reached[0]);
  for (size_t i = 0; i < count; i++)
    fmpq_init(&build->coefficient[i]);
}

static void build_close(Build *build)
{
  for (int i = 0; i < build->steps.count; i++)
    fmpq_clear(&build->coefficient[i]);
  free(build->reached);
  free(build->exponent);
  free(build->coefficient);
  free(build->region);
  free(build->factor_count);
  free(build->use_count);
  free(build->is_wanted);
  free(build->formula);
  free(build->op);
  steps_free(&build->steps);
}

const Formula *formula_of(const Expr *e, Arena *arena)
{
  Build build = { .maker = { e->pool, arena } };
  build_open(&build, e);
  find_wanted(&build);
  build_all(&build);
  const Formula *formula = build.formula[build.steps.roots[0]];
  build_close(&build);
  return formula;
}
