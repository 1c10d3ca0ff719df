// constraint_method_projector.c -- projection of the forces that eliminates the constraint forces.
//
//   S = J M^-1 J^T,   P = I - J^T S^-1 J M^-1,   P P = P,   P J^T = 0
//   qdd = M^-1 (P Q + J^T S^-1 gamma),   lambda = S^-1 (J M^-1 Q - gamma)
//
// P M alone is singular; its rank is n minus the number of constraints. The motion is determined by
// J qdd = gamma, the second part of qdd (an erratum of 004).
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraint_method.h"
#include "formulation/derived/forward.h"

typedef struct Projection {
  RegularisedMass mass;
  Matrix Q;                  // with the addition for the regularised mass
  Matrix S;                  // J M^-1 J^T
  SymmetricFactors factors;  // of S
  Matrix B;                  // S^-1 J M^-1
  Matrix P;
} Projection;

static bool projection_of(Derivation *derivation, const ActiveConstraints *active,
                          Projection *projection, Text *why)
{
  Matrix J = active->J;
  Matrix M = derivation_matrix(derivation, "M", why);
  const Expr *const *Q = M.at ? forward_right_hand_side(derivation, why) : NULL;
  if (!Q || !bound_mass(derivation, M, NULL, active, &projection->mass, why)) return false;
  projection->Q =
      bound_forces(&projection->mass, derivation_column(derivation, Q, M.rows), active->gamma);
  const char **coordinates = coordinate_names(derivation->equations);
  const EntryWords of_X = { "acceleration of ", coordinates, " by a unit effort along ",
                            active->labels };
  const EntryWords of_S = { "acceleration along ", active->labels, " by a unit effort along ",
                            active->labels };
  const EntryWords of_B = { "effort along ", active->labels, " that bears a unit effort on ",
                            coordinates };
  Matrix X = matrix_transpose(J);  // M^-1 J^T
  factors_solve(&projection->mass.factors, X);
  name_entries(derivation, "X", &of_X, X);
  projection->S = matrix_mul(J, X);
  name_entries(derivation, "S", &of_S, projection->S);
  IntermediateNaming naming =
      derivation_names(derivation, "c", active->count, SYSTEM_OF_RESPONSES, active->labels, NULL);
  if (factors_of(projection->S, NULL, naming, &projection->factors) >= 0) {
    text_put(why, "the constraints are not independent in any configuration");
    return false;
  }
  projection->B = matrix_transpose(X);
  factors_solve(&projection->factors, projection->B);
  name_entries(derivation, "B", &of_B, projection->B);
  Matrix borne = matrix_mul_transposed(J, projection->B);
  projection->P = matrix_sub(matrix_identity(J.arena, J.pool, J.columns), borne);
  return true;
}

static void add_pivots(const Derivation *derivation, const ActiveConstraints *active,
                       const Projection *projection, ConstrainedMotion *motion)
{
  const SymmetricFactors *mass = &projection->mass.factors, *factors = &projection->factors;
  motion_add_mass_pivots(motion, &projection->mass);
  motion_add_constraint_pivots(derivation, motion, active, factors, projection->S);
  motion_add_left_out(derivation, motion, active, mass, factors);
  motion_add_weights(derivation, motion, active, &projection->mass);
}

bool motion_by_projector(Derivation *derivation, const ActiveConstraints *active,
                         ConstrainedMotion *motion, Text *why)
{
  Projection projection;
  if (!projection_of(derivation, active, &projection, why)) return false;
  Matrix Q = projection.Q;
  add_pivots(derivation, active, &projection, motion);
  Matrix pushed = matrix_copy(active->gamma);  // S^-1 gamma
  factors_solve(&projection.factors, pushed);
  const EntryWords of_g = { .before = "effort along ",
                            .rows = active->labels,
                            .between = " that gives gamma alone" };
  name_entries(derivation, "g", &of_g, pushed);
  motion->lambda = matrix_sub(matrix_mul(projection.B, Q), pushed);
  Matrix freed = matrix_mul(projection.P, Q);
  motion->qdd = matrix_add(freed, matrix_mul_transposed(active->J, pushed));
  const EntryWords of_f = { .before = "effort on ",
                            .rows = coordinate_names(derivation->equations),
                            .between = ", freed of what constraints bear" };
  name_entries(derivation, "f", &of_f, motion->qdd);
  factors_solve(&projection.mass.factors, motion->qdd);
  return true;
}

bool derive_projector(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  Projection projection;
  if (!active || !projection_of(derivation, active, &projection, why)) return false;
  int most = most_pivots(derivation, active);
  ConstrainedMotion motion = { .pivots = ARENA_ARRAY(equations->arena, Pivot, most) };
  add_pivots(derivation, active, &projection, &motion);
  const Expr **P = equations_add(
      equations,
      (Quantity){ .key = key, .pivots = motion.pivots, .pivot_count = motion.pivot_count });
  matrix_put(projection.P, P);
  return true;
}
