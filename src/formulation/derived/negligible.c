// negligible.c -- which terms are left out.
// SPDX-License-Identifier: MIT
#include "formulation/derived/negligible.h"

#include "base/memory.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_COORDINATES = 12,         // products of speeds grow with their cube
  MOST_COORDINATES_IN_FULL = 5,  // beyond, constants have names
};

static const double ROUNDING = 1e-12;  // more than the errors of adding up thousands of bounds

// ---- the terms of a torque

// Second derivatives of h by the speeds, (i*n + j)*n + k: h = 1/2 qd^T (...) qd.
static const Expr **speed_products(const Equations *equations, const Expr *const h[])
{
  int n = equations->coordinate_count;
  Arena *arena = equations->arena;
  const Expr **speeds = ARENA_ARRAY(arena, const Expr *, n + 1);
  const Expr **first = ARENA_ARRAY(arena, const Expr *, n *n + 1);
  const Expr **second = ARENA_ARRAY(arena, const Expr *, n *n *n + 1);
  for (int i = 0; i < n; i++)
    speeds[i] = speed_of(equations, i);
  expr_jacobian(h, n, speeds, n, first);
  expr_jacobian(first, n * n, speeds, n, second);
  return second;
}

static void add_part(Torque *torque, PartKind kind, int j, int k, const Expr *value)
{
  if (is_zero(value)) return;
  torque->parts[torque->part_count++] = (Part){ .kind = kind, .j = j, .k = k, .value = value };
}

static void list_parts(const Equations *equations, Torque *torque, int i, const Expr *const M[],
                       const Expr *const products[], const Expr *G)
{
  int n = equations->coordinate_count;
  torque->parts = ARENA_ARRAY(equations->arena, Part, n * n + n + 1);
  for (int j = 0; j < n; j++)
    add_part(torque, PART_ACCELERATION, j, j, M[i * n + j]);
  for (int j = 0; j < n; j++) {
    add_part(torque, PART_SQUARE, j, j, half(products[(i * n + j) * n + j]));
    for (int k = j + 1; k < n; k++)
      add_part(torque, PART_PRODUCT, j, k, products[(i * n + j) * n + k]);
  }
  add_part(torque, PART_GRAVITY, i, i, G);
}

static double largest_factor(const Ranges *ranges, const Part *part)
{
  const Box *box = ranges->box;
  switch (part->kind) {
  case PART_ACCELERATION: return box_bound(box, ranges->accelerations[part->j]);
  case PART_PRODUCT:
  case PART_SQUARE:
    return box_bound(box, ranges->speeds[part->j]) * box_bound(box, ranges->speeds[part->k]);
  default: return 1;
  }
}

// Functions turn up in many coefficients; each is bounded once.
typedef struct Known {
  const Expr **functions;
  double *bounds;
  int count;
  int capacity;
} Known;

static double bound_of_function(Known *known, const Box *box, const Expr *function)
{
  for (int i = 0; i < known->count; i++) {
    if (known->functions[i] == function) return known->bounds[i];
  }
  if (known->count == known->capacity) {
    known->capacity = 2 * known->capacity + 64;
    size_t capacity = (size_t)known->capacity;
    known->functions = memory_grow(known->functions, capacity, sizeof known->functions[0]);
    known->bounds = memory_grow(known->bounds, capacity, sizeof known->bounds[0]);
  }
  known->functions[known->count] = function;
  known->bounds[known->count] = box_bound(box, function);
  return known->bounds[known->count++];
}

static void bound_terms(const Ranges *ranges, Arena *arena, Known *known, Part *part)
{
  part->terms = expr_terms(part->value, arena, &part->term_count);
  part->bounds = ARENA_ARRAY(arena, double, part->term_count + 1);
  part->is_dropped = ARENA_ARRAY(arena, bool, part->term_count + 1);
  part->factor = largest_factor(ranges, part);
  for (int t = 0; t < part->term_count; t++) {
    double constant = box_bound(ranges->box, part->terms[t].constant);
    double function = bound_of_function(known, ranges->box, part->terms[t].function);
    part->bounds[t] = constant * function * part->factor * (1 + ROUNDING);
  }
}

// ---- the choice

typedef struct Candidate {
  Part *part;
  int term;
  int place;  // in the torque: decides between equals
} Candidate;

static int smaller_first(const void *a, const void *b)
{
  const Candidate *first = a, *second = b;
  double x = first->part->bounds[first->term], y = second->part->bounds[second->term];
  if (x != y) return x < y ? -1 : 1;
  return first->place - second->place;
}

static Candidate *list_candidates(Torque *torque, Arena *arena)
{
  for (int p = 0; p < torque->part_count; p++)
    torque->term_count += torque->parts[p].term_count;
  Candidate *candidates = ARENA_ARRAY(arena, Candidate, torque->term_count + 1);
  int count = 0;
  for (int p = 0; p < torque->part_count; p++) {
    for (int t = 0; t < torque->parts[p].term_count; t++) {
      candidates[count] = (Candidate){ &torque->parts[p], t, count };
      count++;
    }
  }
  qsort(candidates, (size_t)count, sizeof candidates[0], smaller_first);
  return candidates;
}

static void choose_terms(Torque *torque, double tolerance, Arena *arena)
{
  Candidate *candidates = list_candidates(torque, arena);
  double budget = tolerance * torque->range * (1 - ROUNDING);
  for (int c = 0; c < torque->term_count && tolerance > 0; c++) {
    Part *part = candidates[c].part;
    double bound = part->bounds[candidates[c].term];
    double total = (torque->bound + bound) * (1 + ROUNDING);
    if (!(total <= budget)) break;
    torque->bound = total;
    torque->dropped_count++;
    part->is_dropped[candidates[c].term] = true;
    part->dropped_count++;
    part->dropped_bound = (part->dropped_bound + bound) * (1 + ROUNDING);
  }
}

// ---- what is left

static const Expr *kept_value(const Part *part)
{
  if (part->dropped_count == 0) return part->value;
  const Expr *kept = integer(part->value, 0);
  for (int t = 0; t < part->term_count; t++) {
    if (part->is_dropped[t]) continue;
    kept = sum(kept, product(part->terms[t].constant, part->terms[t].function));
  }
  if (!is_zero(kept)) entries_shorten(&kept, 1);
  return kept;
}

static void keep_parts(const Reduction *reduction, const Equations *equations, int i)
{
  const Torque *torque = &reduction->torques[i];
  int n = equations->coordinate_count;
  for (int p = 0; p < torque->part_count; p++) {
    const Part *part = &torque->parts[p];
    const Expr *kept = expr_copy(equations->pool, kept_value(part));
    switch (part->kind) {
    case PART_ACCELERATION: reduction->A[i * n + part->j] = kept; break;
    case PART_PRODUCT: reduction->B[(i * n + part->j) * n + part->k] = kept; break;
    case PART_SQUARE: reduction->C[i * n + part->j] = kept; break;
    case PART_GRAVITY: reduction->G[i] = kept; break;
    }
  }
}

static const Expr **zeros(const Equations *equations, int count)
{
  const Expr **entries = ARENA_ARRAY(equations->arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++)
    entries[i] = expr_integer(equations->pool, 0);
  return entries;
}

// ---- the reduction

static bool refuse(const Derivation *derivation, Text *why)
{
  const FormulationInfo *method = derivation->method;
  if (method && strcmp(method->name, "lagrange") != 0 && strcmp(method->name, "energy") != 0) {
    text_format(why,
                "small terms are left out of sums of terms, as the methods lagrange and energy "
                "give them; '%s' is recursive",
                method->name);
    return true;
  }
  const Frame *driven = frame_driven_by_time(derivation->mechanism);
  if (driven) {
    text_format(why, "what is negligible depends on ranges, and time, which moves '%s', has none",
                driven->name);
    return true;
  }
  if (derivation->equations->coordinate_count > MOST_COORDINATES) {
    text_format(why,
                "small terms are looked for in models of at most %d coordinates; this one has "
                "%d: --freeze some",
                MOST_COORDINATES, derivation->equations->coordinate_count);
    return true;
  }
  return false;
}

static void reduce(Reduction *reduction, const NegligibleOptions *options, const Expr *const M[],
                   const Expr *const h[], const Expr *const G[])
{
  const Equations *equations = reduction->whole->equations;
  Arena *arena = equations->arena;
  int n = equations->coordinate_count;
  const Expr **products = speed_products(equations, h);
  const Expr **rest = ARENA_ARRAY(arena, const Expr *, n + 1);
  double *range = ARENA_ARRAY(arena, double, n + 1);
  for (int i = 0; i < n; i++)
    rest[i] = sum(h[i], G[i]);
  ranges_find_reach(&reduction->ranges, equations, M, rest, range);
  Known known = { 0 };
  for (int i = 0; i < n; i++) {
    Torque *torque = &reduction->torques[i];
    torque->range = range[i];
    list_parts(equations, torque, i, M, products, G[i]);
    for (int p = 0; p < torque->part_count; p++)
      bound_terms(&reduction->ranges, arena, &known, &torque->parts[p]);
    choose_terms(torque, options->tolerance, arena);
  }
  free(known.functions);
  free(known.bounds);
}

static bool make_reduction(Derivation *derivation, Reduction *reduction, Text *why)
{
  const NegligibleOptions *options = derivation->options->negligible;
  Equations *equations = derivation->equations;
  Derivation *whole = reduction->whole;
  int n = equations->coordinate_count;
  if (!ranges_read(&reduction->ranges, whole, options, why)) return false;
  const Expr *const *M = derivation_quantity(whole, "M", why);
  const Expr *const *h = M ? derivation_quantity(whole, "h", why) : NULL;
  const Expr *const *G = h ? derivation_quantity(whole, "G", why) : NULL;
  if (!G) return false;
  reduction->torques = ARENA_ARRAY(equations->arena, Torque, n + 1);
  reduce(reduction, options, M, h, G);
  reduction->A = zeros(equations, n * n);
  reduction->B = zeros(equations, n * n * n);
  reduction->C = zeros(equations, n * n);
  reduction->G = zeros(equations, n);
  for (int i = 0; i < n; i++)
    keep_parts(reduction, equations, i);
  negligible_note(reduction, options, equations);
  return true;
}

const Reduction *reduction_of(Derivation *derivation, Text *why)
{
  if (derivation->reduction) return derivation->reduction;
  if (refuse(derivation, why)) return NULL;
  bool is_short = derivation->equations->coordinate_count <= MOST_COORDINATES_IN_FULL;
  const FormulationInfo *usual = formulation_find(is_short ? "energy" : "lagrange");
  const FormulationInfo *method = derivation->method ? derivation->method : usual;
  derivation->equations->method = method->name;
  Reduction *reduction = memory_new(1, sizeof *reduction);
  reduction->whole = derivation_beside(derivation, derivation->mechanism, method);
  if (derivation->options->omits_coriolis) reduction->whole->before = STATIC_RECIPES;
  if (make_reduction(derivation, reduction, why)) {
    derivation->reduction = reduction;
  } else {
    reduction_free(reduction);
  }
  return derivation->reduction;
}

void reduction_free(Reduction *reduction)
{
  if (!reduction) return;
  box_free(reduction->ranges.box);
  equations_free(derivation_release(reduction->whole));
  free(reduction);
}
