// formula_build.c -- converts an expression as built to a flattened formula.
//
// Nodes are processed arguments first. A tree of +, - and unary minus is one region: coefficients
// are propagated from its root, so that the cost of a region is its number of nodes even if they
// are shared, and the nodes at its border become the terms. A tree of * and / is a region of the
// same kind with exponents instead of coefficients. Only nodes that are not inside a region of each
// of their users ("wanted") need their own formula.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "notation/formula/formula.h"
#include "symbolic/steps.h"

#include <flint/fmpq_vec.h>

#include <stdlib.h>

// A product with more factors is split into a product of products, which keeps exponents in range.
enum { MAX_FACTORS = 1 << 20 };

// Properties of a step.
typedef struct Place {
  const Formula *formula;  // of a wanted step, once it is built
  bool is_wanted;
  int use_count;
  int factor_count;  // of a product, when expanded; saturates
  int region;        // the last region that reached it
} Place;

typedef struct Build {
  FormulaMaker maker;
  Steps steps;
  Place *places;
  fmpq *weights;  // coefficient or exponent of each step in the last region that reached it
  int *reached;   // steps of the current region
  int reached_count;
  int region_count;
} Build;

static Operator op_at(const Build *build, int place) { return build->steps.at[place].op; }

static int argument(const Build *build, int place, int k) { return build->steps.at[place].arg[k]; }

static int arity(const Build *build, int place)
{
  return operator_info(op_at(build, place))->arity;
}

static const fmpq *number_at(const Build *build, int place)
{
  return build->steps.at[place].form->number;
}

static bool is_sum(const Build *build, int place)
{
  Operator op = op_at(build, place);
  return op == OP_ADD || op == OP_SUB || op == OP_NEG;
}

static bool is_product(const Build *build, int place)
{
  return op_at(build, place) == OP_MUL || op_at(build, place) == OP_DIV;
}

// 2*x in a sum is x with a coefficient, unless x is itself a sum.
static bool is_multiple(const Build *build, int place)
{
  return op_at(build, place) == OP_MUL && op_at(build, argument(build, place, 0)) == OP_NUMBER &&
         !is_sum(build, argument(build, place, 1));
}

static bool is_long_product(const Build *build, int place)
{
  return build->places[place].factor_count >= MAX_FACTORS;
}

// ---- which nodes need a formula

static void count_factors(Build *build)
{
  for (int i = 0; i < build->steps.count; i++) {
    build->places[i].factor_count = 1;
    if (!is_product(build, i)) continue;
    int count = build->places[argument(build, i, 0)].factor_count +
                build->places[argument(build, i, 1)].factor_count;
    build->places[i].factor_count = count > MAX_FACTORS ? MAX_FACTORS : count;
  }
}

static void want_arguments(Build *build, int place)
{
  if (op_at(build, place) == OP_NAMED) return;
  for (int k = 0; k < arity(build, place); k++) {
    int arg = argument(build, place, k);
    bool is_term = is_sum(build, place) && is_sum(build, arg);
    bool is_factor =
        is_product(build, place) && is_product(build, arg) && !is_long_product(build, arg);
    build->places[arg].use_count++;
    if ((!is_term && !is_factor) || is_multiple(build, place)) build->places[arg].is_wanted = true;
  }
}

// Users come after arguments, so a backward pass visits all users of a node before the node. Nodes
// reached only through definitions of names have no users.
static void find_wanted(Build *build)
{
  int root = build->steps.roots[0];
  count_factors(build);
  build->places[root].is_wanted = true;
  build->places[root].use_count = 1;
  for (int i = root; i >= 0; i--) {
    if (build->places[i].use_count > 0) want_arguments(build, i);
  }
}

// ---- regions

static void reach(Build *build, int place)
{
  Place *reached = &build->places[place];
  if (reached->region == build->region_count) return;
  reached->region = build->region_count;
  fmpq_zero(&build->weights[place]);
  build->reached[build->reached_count++] = place;
}

static bool is_inside(const Build *build, int root, int place)
{
  const Formula *formula = build->places[place].formula;
  if (place == root) return true;
  if (formula && formula_is_cut(formula)) return false;
  if (is_sum(build, root)) return is_sum(build, place) || is_multiple(build, place);
  return is_product(build, place) && !is_long_product(build, place);
}

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

// Lists all nodes of the region at `root` and its border, users first.
static void find_region(Build *build, int root)
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

// Propagates coefficients in a sum, exponents in a product; a quotient subtracts exponents.
static void hand_down(Build *build, int root, int place)
{
  const Step *step = &build->steps.at[place];
  const fmpq *own = &build->weights[place];
  fmpq *first = &build->weights[step->arg[0]];
  fmpq *second = step->arg[1] < 0 ? NULL : &build->weights[step->arg[1]];
  if (step->op == OP_NEG) {
    fmpq_sub(first, first, own);
  } else if (is_sum(build, root) && step->op == OP_MUL) {
    fmpq_addmul(second, own, number_at(build, step->arg[0]));
  } else {
    fmpq_add(first, first, own);
    bool is_minus = step->op == OP_SUB || step->op == OP_DIV;
    (is_minus ? fmpq_sub : fmpq_add)(second, second, own);
  }
}

static const Formula *build_region(Build *build, int root)
{
  find_region(build, root);
  fmpq_one(&build->weights[root]);
  const Formula **parts = memory_new((size_t)build->reached_count, sizeof(const Formula *));
  int *exponents = memory_new((size_t)build->reached_count, sizeof exponents[0]);
  int count = 0;
  for (int i = 0; i < build->reached_count; i++) {
    int place = build->reached[i];
    const Formula *formula = build->places[place].formula;
    if (is_inside(build, root, place)) {
      hand_down(build, root, place);
    } else if (is_sum(build, root)) {
      const Expr *coefficient = expr_fraction(build->maker.pool, &build->weights[place]);
      if (expr_is_zero(coefficient)) continue;
      parts[count++] = formula_product(build->maker, coefficient, &formula, NULL, 1);
    } else {
      parts[count] = formula;
      exponents[count++] = (int)fmpz_get_si(fmpq_numref(&build->weights[place]));
    }
  }
  const Expr *one = expr_integer(build->maker.pool, 1);
  const Formula *whole = is_sum(build, root)
                             ? formula_sum(build->maker, parts, count)
                             : formula_product(build->maker, one, parts, exponents, count);
  free(exponents);
  free(parts);
  return whole;
}

// ---- nodes

// Returns true if the node at `place` is an integer that can be an exponent.
static bool is_plain_exponent(const Build *build, int place)
{
  enum { BITS = 20 };
  if (op_at(build, place) != OP_NUMBER) return false;
  const fmpq *number = number_at(build, place);
  return fmpz_is_one(fmpq_denref(number)) && fmpz_bits(fmpq_numref(number)) <= BITS;
}

static const Formula *build_call(Build *build, int place)
{
  const Formula *arguments[MAX_ARITY];
  for (int k = 0; k < arity(build, place); k++)
    arguments[k] = build->places[argument(build, place, k)].formula;
  Operator op = op_at(build, place);
  if (op != OP_POW || !is_plain_exponent(build, argument(build, place, 1))) {
    return formula_call(build->maker, op, arguments);
  }
  int power = (int)fmpz_get_si(fmpq_numref(number_at(build, argument(build, place, 1))));
  return formula_product(build->maker, expr_integer(build->maker.pool, 1), arguments, &power, 1);
}

static const Formula *build_node(Build *build, int place)
{
  if (is_sum(build, place) || is_product(build, place)) return build_region(build, place);
  bool is_atom = arity(build, place) == 0 || op_at(build, place) == OP_NAMED;
  return is_atom ? formula_atom(build->maker, build->steps.at[place].node)
                 : build_call(build, place);
}

// Returns true for parts of the root that are too deep, or that are long and used several times.
static bool must_be_cut(const Build *build, int place)
{
  const Formula *f = build->places[place].formula;
  if (place == build->steps.roots[0] || f->kind == FORMULA_ATOM) return false;
  if (f->depth >= FORMULA_DEEPEST - 2) return true;
  return build->places[place].use_count > 1 && formula_length(f) > FORMULA_LONGEST_SHARED;
}

const Formula *formula_of(const Expr *e, Arena *arena)
{
  return formula_made((FormulaMaker){ expr_pool(e), arena }, e);
}

const Formula *formula_made(FormulaMaker maker, const Expr *e)
{
  Build build = { .maker = maker, .steps = steps_of(&e, 1) };
  size_t count = (size_t)build.steps.count;
  int root = build.steps.roots[0];
  build.places = memory_new(count, sizeof build.places[0]);
  build.reached = memory_new(count, sizeof build.reached[0]);
  build.weights = _fmpq_vec_init((slong)count);
  find_wanted(&build);
  for (int i = 0; i <= root; i++) {
    Place *place = &build.places[i];
    if (!place->is_wanted) continue;
    place->formula = build_node(&build, i);
    if (must_be_cut(&build, i)) {
      place->formula = formula_extract(build.maker, build.steps.at[i].node, place->formula);
    }
  }
  const Formula *formula = build.places[root].formula;
  _fmpq_vec_clear(build.weights, (slong)count);
  free(build.reached);
  free(build.places);
  steps_free(&build.steps);
  return formula;
}
