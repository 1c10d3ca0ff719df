// constraint_method_augmented.c -- accelerations and multipliers together, by block elimination.
//
//   [ M  J^T ] [ qdd    ]   [ Q     ]        M = L^T D L (symbolic/matrix/matrix.h)
//   [ J  0   ] [ lambda ] = [ gamma ]
//
//   L^T E = J^T,   V = D^-1 E,   S = E^T V = J M^-1 J^T
//   L^T y = Q,     S lambda = V^T y - gamma,     L qdd = D^-1 (y - E lambda)
//
// S is positive definite where the constraints are independent, so the order of elimination is
// fixed and the program has no branches. Norms of quaternions are eliminated first (norms.h): the
// system is that of a tree with the remaining constraints, and M, J and Q refer to its degrees of
// freedom.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/norms.h"
#include "formulation/derived/forward.h"
#include "symbolic/algebra.h"

// Computes E and V. Entries that differ from those of J are named, so that products share them.
static void find_active_constraints(const Derivation *derivation, AugmentedFactors *augmented)
{
  const ActiveConstraints *active = augmented->active;
  const char *const *freedoms = augmented->norms->names;
  const EntryWords of_E = { "effort on ", freedoms,
                            ", those behind it free, by a unit effort along ", active->labels };
  const EntryWords of_V = { "the same over the inertia that ", freedoms, " feels, along ",
                            active->labels };
  const SymmetricFactors *mass = &augmented->mass.factors;
  Matrix Jt = matrix_transpose(active->J);
  augmented->E = matrix_copy(Jt);
  augmented->V = matrix_copy(Jt);
  factors_reduce(mass, augmented->E, (IntermediateNaming){ 0 });
  for (int k = 0; k < mass->n; k++) {
    int row = mass->order[k];
    for (int c = 0; c < active->count; c++) {
      const Expr *E = matrix_get(augmented->E, row, c);
      if (E != matrix_get(Jt, row, c)) E = name_entry(derivation, "E", row, c, &of_E, E);
      matrix_set(augmented->E, row, c, E);
      const Expr *V = product(E, mass->inverse[k]);
      matrix_set(augmented->V, row, c, name_entry(derivation, "V", row, c, &of_V, V));
    }
  }
}

// Names the lower triangle and copies it to the upper one.
static void name_symmetric(const Derivation *derivation, const ActiveConstraints *active, Matrix S)
{
  const EntryWords words = { "acceleration along ", active->labels, " by a unit effort along ",
                             active->labels };
  for (int i = 0; i < S.rows; i++) {
    for (int j = 0; j <= i; j++) {
      const Expr *entry = name_entry(derivation, "S", i, j, &words, matrix_get(S, i, j));
      matrix_set(S, i, j, entry);
      matrix_set(S, j, i, entry);
    }
  }
}

bool augmented_factors(Derivation *derivation, const ActiveConstraints *active,
                       AugmentedFactors *augmented, Text *why)
{
  Matrix M = derivation_matrix(derivation, "M", why);
  if (!M.at) return false;
  const Norms *norms = derivation_norms(derivation, why);
  if (!norms) return false;
  const ActiveConstraints *others = norms_remaining_constraints(derivation, norms, active);
  augmented->norms = norms;
  augmented->active = others;
  if (norms->count > 0) {
    augmented->MC = matrix_mul(M, norms->C);
    augmented->JC = matrix_mul(matrix_rows(active->J, norms->others, others->count), norms->C);
  }
  M = norms_mass(norms, M);
  if (!bound_mass(derivation, M, norms, others, &augmented->mass, why)) return false;
  find_active_constraints(derivation, augmented);
  augmented->S = matrix_mul_symmetric(augmented->V, augmented->E);
  name_symmetric(derivation, others, augmented->S);
  IntermediateNaming naming =
      derivation_names(derivation, "c", others->count, SYSTEM_OF_RESPONSES, others->labels, NULL);
  if (factors_of(augmented->S, NULL, naming, &augmented->factors) < 0) return true;
  text_put(why, "the constraints are not independent in any configuration");
  return false;
}

void augmented_add_pivots(const Derivation *derivation, const AugmentedFactors *augmented,
                          ConstrainedMotion *motion)
{
  const ActiveConstraints *active = augmented->active;
  motion_add_mass_pivots(motion, &augmented->mass);
  motion_add_constraint_pivots(derivation, motion, active, &augmented->factors, augmented->S);
  motion_add_left_out(derivation, motion, active, &augmented->mass.factors, &augmented->factors);
  motion_add_weights(derivation, motion, active, &augmented->mass);
}

// Solves for the degrees of freedom and the remaining constraints. With a single column the
// intermediate values are named.
static void solve_tree(const Derivation *derivation, const AugmentedFactors *augmented, Matrix *x,
                       Matrix *lambda)
{
  bool is_named = x->columns == 1;
  *x = bound_forces(&augmented->mass, *x, *lambda);
  factors_reduce(&augmented->mass.factors, *x, (IntermediateNaming){ 0 });
  const EntryWords of_y = { .before = "effort left to move ", .rows = augmented->norms->names };
  const EntryWords of_lambda = { .before = "effort along ", .rows = augmented->active->labels };
  if (is_named) name_entries(derivation, "y", &of_y, *x);
  *lambda = matrix_sub(matrix_mul_transposed(augmented->V, *x), *lambda);
  factors_solve(&augmented->factors, *lambda);
  if (is_named) name_entries(derivation, "lambda", &of_lambda, *lambda);
  *x = matrix_sub(*x, matrix_mul(augmented->E, *lambda));
  factors_finish(&augmented->mass.factors, *x, (IntermediateNaming){ 0 });
}

static void put_rows(Matrix into, const int places[], Matrix rows)
{
  for (int i = 0; i < rows.rows; i++) {
    for (int j = 0; j < rows.columns; j++)
      matrix_set(into, places[i], j, matrix_get(rows, i, j));
  }
}

void augmented_solve(const Derivation *derivation, const AugmentedFactors *augmented, Matrix *x,
                     Matrix *lambda)
{
  const Norms *norms = augmented->norms;
  if (norms->count == 0) {
    solve_tree(derivation, augmented, x, lambda);
    return;
  }
  const EntryWords of_a = { .before = "acceleration of ", .rows = norms->names };
  Matrix Q = *x, gamma = matrix_rows(*lambda, norms->active, norms->count);
  Matrix moved = matrix_sub(Q, matrix_mul(augmented->MC, gamma));
  Matrix a = matrix_mul_transposed(norms->B, moved);
  Matrix others = matrix_sub(matrix_rows(*lambda, norms->others, norms->other_count),
                             matrix_mul(augmented->JC, gamma));
  solve_tree(derivation, augmented, &a, &others);
  if (a.columns == 1) name_entries(derivation, "a", &of_a, a);
  *x = norms_accelerations(norms, a, gamma);
  // multipliers of the norms: C^T (Q - M x - J^T lambda)
  Matrix borne = matrix_mul_transposed(augmented->MC, *x);
  borne = matrix_add(borne, matrix_mul_transposed(augmented->JC, others));
  *lambda = derivation_zeros(derivation, lambda->rows, lambda->columns);
  put_rows(*lambda, norms->others, others);
  put_rows(*lambda, norms->active, matrix_sub(matrix_mul_transposed(norms->C, Q), borne));
}

// Generalised forces over the coordinates. The products with B and C are formed in parts: the link
// forces contribute their moments, and nothing along a norm. Equal expressions are one node, so the
// complete products have the short form from here on.
static bool forces_of(Derivation *derivation, const Norms *norms, Matrix *Q, Text *why)
{
  Matrix acting, rest;
  if (!forward_parts(derivation, &acting, &rest, why)) return false;
  norms_forces(norms, acting, rest);
  if (norms->count > 0) matrix_mul_transposed(norms->C, acting);
  *Q = matrix_sub(acting, rest);
  return true;
}

bool motion_augmented(Derivation *derivation, const ActiveConstraints *active,
                      ConstrainedMotion *motion, Text *why)
{
  AugmentedFactors augmented;
  if (!augmented_factors(derivation, active, &augmented, why)) return false;
  if (!forces_of(derivation, augmented.norms, &motion->qdd, why)) return false;
  augmented_add_pivots(derivation, &augmented, motion);
  motion->lambda = active->gamma;
  augmented_solve(derivation, &augmented, &motion->qdd, &motion->lambda);
  return true;
}
