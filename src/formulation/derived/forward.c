// forward.c -- the quantity qdd: choice of the shorter algorithm, and the conditions for its
// existence.
//
// If the user has chosen a method, its mass matrix is factorised. Otherwise both algorithms are
// derived in separate pools and the one with fewer operations is used: factors for arms,
// articulated bodies for long chains, where the cost of factors grows at least with the square of
// the length.
// SPDX-License-Identifier: MIT
#include "formulation/derived/forward.h"

#include "formulation/derived/factors.h"
#include "formulation/constraints/norms.h"
#include "formulation/formulation.h"
#include "notation/forms/condense.h"
#include "symbolic/algebra.h"

#include <string.h>

static const char *const BY_BODIES = "qdd:articulated";

// ---- error messages

void explain_no_inertia(const Derivation *derivation, int coordinate, bool is_diagonal, Text *why)
{
  const char *name = derivation->equations->coordinates[coordinate].name;
  if (is_diagonal) {
    text_format(why,
                "forward dynamics is not possible: no inertia moves with %s (M%d%d = 0 in every "
                "configuration)",
                name, coordinate + 1, coordinate + 1);
  } else {
    text_format(why,
                "forward dynamics is not possible: %s can move together with the coordinates "
                "behind it without moving any inertia (the mass matrix is singular in every "
                "configuration)",
                name);
  }
  text_format(why,
              "; give what it moves a mass or an inertia, add the inertia of its motor with "
              "'torque motor on %s = -J*%s''', or hold it still",
              name, name);
}

// The effort of a drive must not depend on the accelerations that it causes.
bool forward_reject_acceleration_drives(Derivation *derivation, Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *Qu = derivation_quantity(derivation, "Qu", why);
  if (!Qu) return true;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (!expr_depends_on(Qu[i], acceleration_of(equations, j))) continue;
      text_format(why,
                  "forward dynamics is not possible: the drive of %s depends on the acceleration "
                  "of %s; write the part with the acceleration as a torque statement of its own",
                  equations->coordinates[i].name, equations->coordinates[j].name);
      return true;
    }
  }
  return false;
}

const Expr **acting_forces(Derivation *derivation, Text *why)
{
  Matrix Qe = derivation_matrix(derivation, "Qe", why);
  Matrix Qu = Qe.at ? derivation_matrix(derivation, "Qu", why) : Qe;
  if (!Qu.at) return NULL;
  return matrix_add(torque_column(derivation), matrix_add(Qe, Qu)).at;
}

// ---- order and names of coordinates

static bool link_depends_on(const Link *link, const Expr *symbol)
{
  if (link->kind != MOVE_QUATERNION) return expr_depends_on(link->amount, symbol);
  bool result = false;
  for (int i = 0; i < 4; i++)
    result = result || expr_depends_on(link->parameter[i], symbol);
  return result;
}

static void coordinates_by_tree(Derivation *derivation, int order[])
{
  const Equations *equations = derivation->equations;
  const LinkTree *tree = derivation_links(derivation);
  int n = equations->coordinate_count, count = 0;
  bool *is_placed = ARENA_ARRAY(equations->arena, bool, n);
  for (int k = 0; k <= tree->count; k++) {
    for (int i = 0; i < n; i++) {
      bool is_last = k == tree->count;  // coordinates that move no link
      if (is_placed[i]) continue;
      if (!is_last && !link_depends_on(&tree->links[k], equations->coordinates[i].symbol)) continue;
      is_placed[i] = true;
      order[count++] = i;
    }
  }
}

int *freedoms_by_tree(Derivation *derivation, const Norms *norms)
{
  int n = derivation->equations->coordinate_count, count = 0;
  int *order = ARENA_ARRAY(derivation->equations->arena, int, n);
  coordinates_by_tree(derivation, order);
  for (int k = 0; k < n; k++) {
    int freedom = norms ? freedom_of_coordinate(norms, order[k]) : order[k];
    if (freedom >= 0) order[count++] = freedom;
  }
  return order;
}

const Expr *forward_name(const Derivation *derivation, const char *letters, int coordinate,
                         const char *before, const char *freedom, const char *behind,
                         const Expr *value)
{
  Arena *arena = derivation->equations->arena;
  const char *name = arena_format(arena, "%s%d", letters, coordinate + 1);
  const char *meaning = arena_format(arena, "%s%s%s", before, freedom, behind);
  return derivation_name(derivation, name, 'F', meaning, value);
}

// ---- costs

// The operation count of one algorithm, derived separately; -1 if it fails.
static long cost_of_way(const Derivation *derivation, const char *key)
{
  Text why = { 0 };
  Derivation *apart = derivation_fork(derivation, derivation->mechanism, derivation->method);
  const Expr *const *qdd = derivation_quantity(apart, key, &why);
  long cost = qdd ? entries_cost(qdd, derivation->equations->coordinate_count) : -1;
  text_free(&why);
  equations_free(derivation_release(apart));
  return cost;
}

// A lower bound of the cost of a factorisation of this tree: two operations for each pair of
// ancestors.
static long least_cost_of_factors(Derivation *derivation)
{
  const LinkTree *tree = derivation_links(derivation);
  int *depth = ARENA_ARRAY(derivation->equations->arena, int, tree->count);
  long pairs = 0;
  for (int k = 0; k < tree->count; k++) {
    const Link *link = &tree->links[k];
    int before = link->parent == LINK_GROUND ? 0 : depth[link->parent];
    int freedoms = link->kind == MOVE_QUATERNION ? 3 : coordinate_of_link(derivation, link) >= 0;
    depth[k] = before + freedoms;
    for (int i = 0; i < freedoms; i++)
      pairs += (long)(before + i) * (before + i + 1) / 2;
  }
  return pairs * (long)(operator_info(OP_MUL)->cost + operator_info(OP_ADD)->cost);
}

bool is_short_written_out(const Derivation *derivation, const char *key, uint32_t longest)
{
  const double MOST = 2e4;  // operations before shortening
  Text why = { 0 };
  Derivation *apart = derivation_fork(derivation, derivation->mechanism, derivation->method);
  apart->options = derivation->options;
  apart->for_display = true;
  apart->writing = WRITTEN_OUT;
  const Expr *const *entries = derivation_quantity(apart, key, &why);
  const Quantity *quantity = entries ? equations_find(apart->equations, key) : NULL;
  bool is_short = quantity && quantity_size_written(quantity) <= MOST;
  for (int i = 0; is_short && i < quantity->rows * quantity->columns; i++)
    is_short = formula_length(condense(entries[i], apart->equations->arena)) <= longest;
  text_free(&why);
  equations_free(derivation_release(apart));
  return is_short;
}

bool forward_is_explicit(Derivation *derivation)
{
  enum { READABLE = 3, LONGEST = 1000 };
  if (!derivation->for_display) return false;
  if (derivation->writing == WRITING_OPEN) {
    bool are_few = derivation->equations->coordinate_count <= READABLE;
    bool is_short = are_few && is_short_written_out(derivation, FORWARD_BY_FACTORS, LONGEST);
    derivation->writing = is_short ? WRITTEN_OUT : WRITTEN_WITH_NAMES;
  }
  return derivation->writing == WRITTEN_OUT;
}

static const char *shorter_form(Derivation *derivation)
{
  if (forward_is_explicit(derivation)) return FORWARD_BY_FACTORS;
  Text why = { 0 };
  bool has_choice = articulated_bodies_apply(derivation, &why);
  text_free(&why);
  if (!has_choice) return FORWARD_BY_FACTORS;
  long by_bodies = cost_of_way(derivation, BY_BODIES);
  if (by_bodies >= 0 && least_cost_of_factors(derivation) > by_bodies) return BY_BODIES;
  long by_factors = cost_of_way(derivation, FORWARD_BY_FACTORS);
  bool is_shorter = by_bodies >= 0 && (by_factors < 0 || by_bodies < by_factors);
  return is_shorter ? BY_BODIES : FORWARD_BY_FACTORS;
}

// ---- by factors of the mass matrix, as sparse as the tree
//
//   M = L^T D L (symbolic/matrix/matrix.h):   L^T y = b,   D z = y,   L qdd = z
//
// Reference: Featherstone 2008, section 6.5 (LTDL factorisation, branch-induced sparsity).

// tau + Qe + Qu - h - G: the generalised forces minus inverse dynamics at zero accelerations.
bool forward_parts(Derivation *derivation, Matrix *acting, Matrix *rest, Text *why)
{
  Matrix Qu = derivation_matrix(derivation, "Qu", why);
  Matrix tau = Qu.at ? derivation_matrix(derivation, "tau", why) : Qu;
  if (!tau.at) return false;
  *rest = matrix_copy(tau);
  without_accelerations(derivation->equations, rest->at, rest->rows);
  *acting = matrix_add(torque_column(derivation), Qu);
  return true;
}

const Expr **forward_right_hand_side(Derivation *derivation, Text *why)
{
  Matrix acting, rest;
  return forward_parts(derivation, &acting, &rest, why) ? matrix_sub(acting, rest).at : NULL;
}

// Overwrites b with adj(M) b / det(M): the division comes after all sums.
static void solve_explicitly(Matrix M, Matrix b)
{
  Matrix top = matrix_mul(matrix_adjugate(M), b);
  const Expr *determinant = matrix_determinant(M);
  for (int i = 0; i < M.rows; i++)
    b.at[i] = quotient(top.at[i], determinant);
}

static bool forward_by_factors(Derivation *derivation, Forward *forward, Text *why)
{
  Matrix acting, rest;
  bool is_pushed = forward_parts(derivation, &acting, &rest, why);
  Matrix M = is_pushed ? derivation_matrix(derivation, "M", why) : (Matrix){ 0 };
  if (!M.at) return false;
  const Norms *norms = derivation_norms(derivation, why);
  if (!norms) return false;
  M = norms_mass(norms, M);
  int n = M.rows, *order = freedoms_by_tree(derivation, norms);
  bool is_explicit = forward_is_explicit(derivation);
  IntermediateNaming naming =
      derivation_names(derivation, "", n, SYSTEM_OF_INERTIA, norms->names, order);
  SymmetricFactors factors;
  int singular = factors_of(M, order, naming, &factors);
  if (singular >= 0) {
    bool is_alone = is_zero(matrix_get(M, singular, singular)) && !is_turn(norms, singular);
    explain_no_inertia(derivation, norms->coordinates[singular], is_alone, why);
    return false;
  }
  for (int k = 0; k < n; k++)
    forward->pivots[n - 1 - k] = (Pivot){ .value = pivot_margin(M, &factors, k),
                                          .coordinate = norms->coordinates[order[k]] };
  forward->pivot_count = n;
  Matrix qdd = norms_forces(norms, acting, rest);
  if (is_explicit) {
    solve_explicitly(M, qdd);
  } else {
    factors_reduce(&factors, qdd, naming);
    factors_finish(&factors, qdd, naming);
  }
  matrix_put(norms_accelerations(norms, qdd, norms->gamma), forward->qdd);
  return true;
}

// ---- quantities

typedef bool ForwardFunction(Derivation *derivation, Forward *forward, Text *why);

static bool derive_by(ForwardFunction *way, Derivation *derivation, const char *key,
                      const char *title, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  Matrix qdd = derivation_zeros(derivation, n, 1);
  Forward forward = { .qdd = qdd.at, .pivots = ARENA_ARRAY(equations->arena, Pivot, n) };
  if (forward_reject_acceleration_drives(derivation, why) || !way(derivation, &forward, why))
    return false;
  bool is_tied = mechanism_is_constrained(derivation->mechanism) && strcmp(key, "qdd") == 0;
  Quantity quantity = { .key = key,
                        .function = is_tied ? "forward_dynamics_constrained" : NULL,
                        .title = title,
                        .pivots = forward.pivots,
                        .pivot_count = forward.pivot_count };
  equations_put(equations, quantity, qdd);
  return true;
}

// Returns true if the mechanism is constrained only by norms and solved as a tree. It is not if
// another constraint method is requested, nor for display, which shows the multipliers of norms.
static bool is_solved_as_tree(Derivation *derivation)
{
  const FormulateOptions *options = derivation->options;
  bool is_open = !options || options->treatment == TREATMENT_AUGMENTED;
  return is_open && !derivation->for_display && is_tied_by_norms(derivation);
}

static bool derive_forward_of_tree(Derivation *derivation, const char *key, Text *why)
{
  const char *way =
      derivation->method || derivation->before ? FORWARD_BY_FACTORS : shorter_form(derivation);
  if (strcmp(way, FORWARD_BY_FACTORS) == 0) {
    return derive_by(forward_by_factors, derivation, key,
                     "forward dynamics, factorised mass matrix", why);
  }
  return derive_by(forward_by_articulated_bodies, derivation, key,
                   "forward dynamics, articulated-body algorithm", why);
}

// If a tree with quaternions cannot be solved, the constrained derivation reports the reason.
bool derive_forward(Derivation *derivation, const char *key, Text *why)
{
  bool is_tied = mechanism_is_constrained(derivation->mechanism);
  if (!is_tied) return derive_forward_of_tree(derivation, key, why);
  Text unused = { 0 };
  bool is_done = is_solved_as_tree(derivation) && derive_forward_of_tree(derivation, key, &unused);
  text_free(&unused);
  return is_done || derive_constrained_acceleration(derivation, key, why);
}

bool derive_forward_by(Derivation *derivation, const char *key, Text *why)
{
  bool is_by_factors = strcmp(key, FORWARD_BY_FACTORS) == 0;
  return derive_by(is_by_factors ? forward_by_factors : forward_by_articulated_bodies, derivation,
                   key, NULL, why);
}
