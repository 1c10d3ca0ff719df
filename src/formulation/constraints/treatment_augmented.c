// treatment_augmented.c -- accelerations and multipliers together, by block elimination.
//
//   [ M  J^T ] [ qdd    ]   [ Q     ]        M = L^T D L (symbolic/matrix.h)
//   [ J  0   ] [ lambda ] = [ gamma ]
//
//   L^T E = J^T,   V = D^-1 E,   S = E^T V = J M^-1 J^T
//   L^T y = Q,     S lambda = V^T y - gamma,     L qdd = D^-1 (y - E lambda)
//
// S is positive where the constraints are independent, so no step needs another order of rows than
// the one that is fixed here, and the program has no branches.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/treatment.h"
#include "symbolic/algebra.h"

// E and V, entry by entry: what J does not hold already is named, so that products share it.
static void see_bonds(const Derivation *derivation, const Bonds *bonds, AugmentedFactors *augmented)
{
  const char **coordinates = coordinate_names(derivation->equations);
  const EntryWords of_E = { "effort on ", coordinates,
                            ", those behind it free, by a unit effort along ", bonds->labels };
  const EntryWords of_V = { "the same over the inertia that ", coordinates, " feels, along ",
                            bonds->labels };
  const SymmetricFactors *mass = &augmented->mass.factors;
  Matrix Jt = matrix_transpose(bonds->J);
  augmented->E = matrix_copy(Jt);
  augmented->V = matrix_copy(Jt);
  factors_reduce(mass, augmented->E, (Naming){ 0 });
  for (int k = 0; k < mass->n; k++) {
    int row = mass->order[k];
    for (int c = 0; c < bonds->count; c++) {
      const Expr *E = matrix_get(augmented->E, row, c);
      if (E != matrix_get(Jt, row, c)) E = name_entry(derivation, "E", row, c, &of_E, E);
      matrix_set(augmented->E, row, c, E);
      const Expr *V = product(E, mass->inverse[k]);
      matrix_set(augmented->V, row, c, name_entry(derivation, "V", row, c, &of_V, V));
    }
  }
}

// Gives the lower half names, and the upper one the same.
static void name_symmetric(const Derivation *derivation, const Bonds *bonds, Matrix S)
{
  const EntryWords words = { "acceleration along ", bonds->labels, " by a unit effort along ",
                             bonds->labels };
  for (int i = 0; i < S.rows; i++) {
    for (int j = 0; j <= i; j++) {
      const Expr *entry = name_entry(derivation, "S", i, j, &words, matrix_get(S, i, j));
      matrix_set(S, i, j, entry);
      matrix_set(S, j, i, entry);
    }
  }
}

bool augmented_factors(Derivation *derivation, const Bonds *bonds, AugmentedFactors *augmented,
                       Text *why)
{
  if (!bound_mass(derivation, bonds, &augmented->mass, why)) return false;
  see_bonds(derivation, bonds, augmented);
  augmented->S = matrix_mul_symmetric(augmented->V, augmented->E);
  name_symmetric(derivation, bonds, augmented->S);
  Naming naming =
      derivation_names(derivation, "c", bonds->count, SYSTEM_OF_RESPONSES, bonds->labels, NULL);
  if (factors_of(augmented->S, NULL, naming, &augmented->factors) < 0) return true;
  text_put(why, "the constraints are not independent in any configuration");
  return false;
}

void augmented_add_pivots(const Derivation *derivation, const Bonds *bonds,
                          const AugmentedFactors *augmented, ConstrainedMotion *motion)
{
  motion_add_mass_pivots(motion, &augmented->mass);
  motion_add_bond_pivots(derivation, motion, bonds, &augmented->factors, augmented->S);
  motion_add_left_out(derivation, motion, bonds, &augmented->mass.factors, &augmented->factors);
  motion_add_weights(derivation, motion, bonds, &augmented->mass.factors);
}

// The steps of a single column are named.
void augmented_solve(const Derivation *derivation, const AugmentedFactors *augmented, Matrix *x,
                     Matrix *lambda)
{
  bool is_named = x->columns == 1;
  factors_reduce(&augmented->mass.factors, *x, (Naming){ 0 });
  const EntryWords of_y = { .before = "effort left to move ",
                            .rows = coordinate_names(derivation->equations) };
  const EntryWords of_lambda = { .before = "effort along ", .rows = derivation->bonds->labels };
  if (is_named) name_entries(derivation, "y", &of_y, *x);
  *lambda = matrix_sub(matrix_mul_transposed(augmented->V, *x), *lambda);
  factors_solve(&augmented->factors, *lambda);
  if (is_named) name_entries(derivation, "lambda", &of_lambda, *lambda);
  *x = matrix_sub(*x, matrix_mul(augmented->E, *lambda));
  factors_finish(&augmented->mass.factors, *x, (Naming){ 0 });
}

bool motion_augmented(Derivation *derivation, const Bonds *bonds, ConstrainedMotion *motion,
                      Text *why)
{
  AugmentedFactors augmented;
  if (!augmented_factors(derivation, bonds, &augmented, why)) return false;
  augmented_add_pivots(derivation, bonds, &augmented, motion);
  motion->qdd = matrix_copy(augmented.mass.Q);
  motion->lambda = bonds->gamma;
  augmented_solve(derivation, &augmented, &motion->qdd, &motion->lambda);
  return true;
}
