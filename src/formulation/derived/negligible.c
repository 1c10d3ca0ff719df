// negligible.c -- selection of negligible terms, and the quantities of the reduced model.
// SPDX-License-Identifier: MIT
#include "formulation/derived/negligible.h"

#include "base/memory/memory.h"
#include "formulation/methods/lagrange.h"
#include "symbolic/algebra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_COORDINATES = 12,         // the number of speed products grows with the cube
  MAX_COORDINATES_IN_FULL = 5,  // above this number, constants are named
};

static const double ROUNDING = 1e-12;  // exceeds the rounding error of adding thousands of bounds

// ---- the terms of a torque

// Second derivatives of h by the speeds, rows i n + j, columns k: h = 1/2 qd^T (...) qd.
static Matrix speed_products(const Derivation *whole, Matrix h)
{
  Matrix qd = speed_column(whole);
  return matrix_jacobian(matrix_jacobian(h, qd), qd);
}

static void add_part(Torque *torque, PartKind kind, int j, int k, const Expr *value)
{
  if (is_zero(value)) return;
  torque->parts[torque->part_count++] = (Part){ .kind = kind, .j = j, .k = k, .value = value };
}

static void list_parts(Torque *torque, int i, Matrix M, Matrix products, Matrix G)
{
  int n = M.rows;
  torque->parts = ARENA_ARRAY(M.arena, Part, n * n + n + 1);
  for (int j = 0; j < n; j++)
    add_part(torque, PART_ACCELERATION, j, j, matrix_get(M, i, j));
  for (int j = 0; j < n; j++) {
    add_part(torque, PART_SQUARE, j, j, half(matrix_get(products, i * n + j, j)));
    for (int k = j + 1; k < n; k++)
      add_part(torque, PART_PRODUCT, j, k, matrix_get(products, i * n + j, k));
  }
  add_part(torque, PART_GRAVITY, i, i, G.at[i]);
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

// Functions occur in many coefficients; each is bounded once.
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

// ---- selection

typedef struct Candidate {
  Part *part;
  int term;
  int place;  // index in the torque, to order equal bounds
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

// ---- the remaining terms

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

static void keep_parts(const Reduction *reduction, int i)
{
  const Torque *torque = &reduction->torques[i];
  for (int p = 0; p < torque->part_count; p++) {
    const Part *part = &torque->parts[p];
    const Expr *kept = expr_copy(reduction->A.pool, kept_value(part));
    switch (part->kind) {
    case PART_ACCELERATION: matrix_set(reduction->A, i, part->j, kept); break;
    case PART_PRODUCT:
      matrix_set(reduction->B, i * reduction->A.rows + part->j, part->k, kept);
      break;
    case PART_SQUARE: matrix_set(reduction->C, i, part->j, kept); break;
    case PART_GRAVITY: reduction->G.at[i] = kept; break;
    }
  }
}

// ---- the reduction

static bool reject(const Derivation *derivation, Text *why)
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
  if (derivation->equations->coordinate_count > MAX_COORDINATES) {
    text_format(why,
                "small terms are looked for in models of at most %d coordinates; this one has "
                "%d: --freeze some",
                MAX_COORDINATES, derivation->equations->coordinate_count);
    return true;
  }
  return false;
}

static void reduce(Reduction *reduction, const NegligibleOptions *options, Matrix M, Matrix h,
                   Matrix G)
{
  double *range = ARENA_ARRAY(M.arena, double, M.rows + 1);
  Matrix products = speed_products(reduction->whole, h);
  ranges_find_reach(&reduction->ranges, reduction->whole->equations, M, matrix_add(h, G), range);
  Known known = { 0 };
  for (int i = 0; i < M.rows; i++) {
    Torque *torque = &reduction->torques[i];
    torque->range = range[i];
    list_parts(torque, i, M, products, G);
    for (int p = 0; p < torque->part_count; p++)
      bound_terms(&reduction->ranges, M.arena, &known, &torque->parts[p]);
    choose_terms(torque, options->tolerance, M.arena);
  }
  free(known.functions);
  free(known.bounds);
}

static bool make_reduction(Derivation *derivation, Reduction *reduction, Text *why)
{
  const NegligibleOptions *options = derivation->options->negligible;
  Derivation *whole = reduction->whole;
  int n = derivation->equations->coordinate_count;
  if (!ranges_read(&reduction->ranges, whole, options, why)) return false;
  Matrix M = derivation_matrix(whole, "M", why);
  Matrix h = M.at ? derivation_matrix(whole, "h", why) : M;
  Matrix G = h.at ? derivation_matrix(whole, "G", why) : h;
  if (!G.at) return false;
  reduction->torques = ARENA_ARRAY(derivation->equations->arena, Torque, n + 1);
  reduce(reduction, options, M, h, G);
  reduction->A = derivation_zeros(derivation, n, n);
  reduction->B = derivation_zeros(derivation, n * n, n);
  reduction->C = derivation_zeros(derivation, n, n);
  reduction->G = derivation_zeros(derivation, n, 1);
  for (int i = 0; i < n; i++)
    keep_parts(reduction, i);
  negligible_note(reduction, options, derivation->equations);
  return true;
}

// Created when the first quantity requests it; NULL with a sentence in `why`.
static const Reduction *reduction_of(Derivation *derivation, Text *why)
{
  if (derivation->reduction) return derivation->reduction;
  if (reject(derivation, why)) return NULL;
  bool is_short = derivation->equations->coordinate_count <= MAX_COORDINATES_IN_FULL;
  const FormulationInfo *usual = formulation_find(is_short ? "energy" : "lagrange");
  const FormulationInfo *method = derivation->method ? derivation->method : usual;
  derivation->equations->method = method->name;
  Reduction *reduction = memory_new(1, sizeof *reduction);
  reduction->whole = derivation_fork(derivation, derivation->mechanism, method);
  if (derivation->options->omits_coriolis) reduction->whole->before = NO_CORIOLIS_RECIPES;
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

// ---- quantities
//
// M, h and G are those of the reduced torques: tau = M qdd + h + G - Qe. The rows of M belong to
// torques with different ranges, so M need not be symmetric.

static bool is_symmetric(Matrix a)
{
  for (int e = 0; e < a.rows * a.columns; e++) {
    if (a.at[e] != matrix_get(a, e % a.columns, e / a.columns)) return false;
  }
  return true;
}

static bool derive_mass(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  if (!reduction) return false;
  Matrix A = reduction->A;
  bool has_labels = strcmp(key, "A") == 0, is_same = is_symmetric(A);
  equations_put(
      derivation->equations,
      (Quantity){ .key = key,
                  .title = is_same
                               ? "coefficients of accelerations, symmetric"
                               : "coefficients of accelerations, row by row what each torque needs",
                  .shape = QUANTITY_MATRIX,
                  .is_symmetric = is_same,
                  .labels = has_labels ? lagrange_labels(derivation, key, A.columns) : NULL },
      A);
  return true;
}

static bool derive_products(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  return reduction && lagrange_put_products(derivation, key,
                                            "coefficients of products of two speeds, those that "
                                            "are left",
                                            reduction->B);
}

static bool derive_squares(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  return reduction && lagrange_put_matrix(derivation, key, reduction->C);
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  bool is_report = strcmp(key, "Q") == 0;
  return reduction &&
         derivation_put(derivation, key, is_report ? matrix_neg(reduction->G) : reduction->G);
}

static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  const Reduction *reduction = reduction_of(derivation, why);
  return reduction &&
         derivation_put(derivation, key, lagrange_bias(derivation, reduction->B, reduction->C));
}

const Recipe NEGLIGIBLE_RECIPES[] = {
  { "tau", derive_tau_of_terms }, { "M", derive_mass },    { "h", derive_bias },
  { "G", derive_gravity },        { "A", derive_mass },    { "B", derive_products },
  { "Cc", derive_squares },       { "Q", derive_gravity }, { NULL, NULL },
};

// Forces and kinematic quantities are not reduced.
static bool is_whole(const QuantityInfo *info)
{
  return info->group == GROUP_FORCES || info->group == GROUP_KINEMATICS;
}

bool negligible_has_key(const char *key, Text *why)
{
  const QuantityInfo *asked = quantity_find(key);
  if (recipe_find(NEGLIGIBLE_RECIPES, key) || (asked && is_whole(asked))) return true;
  text_format(why, "'%s' has no form without small terms; choose one of:", key);
  for (int i = 0; NEGLIGIBLE_RECIPES[i].key; i++)
    text_format(why, " %s", NEGLIGIBLE_RECIPES[i].key);
  for (int i = 0; quantity_info(i); i++) {
    if (is_whole(quantity_info(i))) text_format(why, " %s", quantity_info(i)->key);
  }
  return false;
}
