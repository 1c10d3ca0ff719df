// operational.c -- operational-space equations of motion of a point or frame.
//
//   F = lambda a + mu + p,     tau = J^T F
//
//   lambda:P   (J M^-1 J^T)^-1                  effective inertia of P
//   mu:P       lambda (J M^-1 h - a_0)          a_0: acceleration of P if all qdd are zero
//   p:P        lambda J M^-1 G                  gravity
//
// P and P/F are those of jac:P and jac:P/F. The rows of a point are its velocity, those of a frame
// also its angular velocity; rows that are zero in every configuration are omitted (z of a planar
// arm). The others must be independent: an arm with two joints does not move a point in three
// directions.
//
// If J is square and small, it is inverted directly, with det J in the denominator:
//
//   lambda = J^-T M J^-1,   mu = J^-T (h - M J^-1 a_0),   p = J^-T G
//
// Reference: O. Khatib, "A unified approach for motion and force control of robot manipulators: the
// operational space formulation", IEEE J. Robotics and Automation 3 (1987).
// SPDX-License-Identifier: MIT
#include "formulation/derived/factors.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

#include <string.h>

enum { MAX_ROWS = 6 };

typedef struct Operational {
  const char *site;  // "tip", "tip/R2": the part of the key after the colon
  int rows[MAX_ROWS];
  const char **labels;
  int count;
  Matrix J;                  // count x n
  Matrix inverse;            // J^-1; `at` is NULL if J is not square or not small
  Matrix MJ;                 // M^-1 J^T, if there is no J^-1
  SymmetricFactors factors;  // of J M^-1 J^T, likewise
  MassFactors mass;
} Operational;

// "operational_inertia_tip", "operational_inertia_tip_in_R2"
static const char *function_of(Arena *arena, const char *word, const char *site)
{
  const char *stroke = strchr(site, '/');
  if (!stroke) return arena_format(arena, "%s_%s", word, site);
  return arena_format(arena, "%s_%.*s_in_%s", word, (int)(stroke - site), site, stroke + 1);
}

// ---- the rows

static bool is_frame(const Derivation *derivation, const char *site)
{
  const char *stroke = strchr(site, '/');
  size_t length = stroke ? (size_t)(stroke - site) : strlen(site);
  const char *name = arena_copy_text(derivation->equations->arena, site, length);
  return mechanism_find_frame(derivation->mechanism, name) >= 0;
}

static bool choose_rows(Derivation *derivation, Operational *operational, Text *why)
{
  static const char *const NAMES[MAX_ROWS] = { "vx", "vy", "vz", "wx", "wy", "wz" };
  Arena *arena = derivation->equations->arena;
  Matrix J = derivation_matrix(derivation, arena_format(arena, "jac:%s", operational->site), why);
  if (!J.at) return false;
  int most = is_frame(derivation, operational->site) ? MAX_ROWS : 3;
  operational->labels = ARENA_ARRAY(arena, const char *, MAX_ROWS);
  for (int i = 0; i < most; i++) {
    if (matrix_row_is_zero(J, i)) continue;
    operational->labels[operational->count] = NAMES[i];
    operational->rows[operational->count++] = i;
  }
  operational->J = matrix_rows(J, operational->rows, operational->count);
  if (operational->count == 0) text_format(why, "'%s' does not move", operational->site);
  return operational->count > 0;
}

// ---- J M^-1 J^T

static void explain_dependent(const Derivation *derivation, const Operational *operational,
                              Text *why)
{
  text_format(why, "the model of '%s' does not exist: ", operational->site);
  for (int i = 0; i < operational->count; i++)
    text_format(why, "%s%s", i == 0 ? "" : ", ", operational->labels[i]);
  text_format(why,
              " depend on each other in every configuration (J M^-1 J^T is singular; %d "
              "coordinates)",
              derivation->equations->coordinate_count);
  if (operational->rows[operational->count - 1] >= 3) {
    text_put(why, "; of a point there is the velocity alone");
  }
}

static bool invert_inertia(Derivation *derivation, Operational *operational, Text *why)
{
  if (!mass_factors(derivation, &operational->mass, why)) return false;
  if (operational->mass.augmented) {
    text_put(why, "operational space is that of mechanisms without constraints; under constraints "
                  "there is the model of the independent coordinates (M_in, h_in, G_in, tau_in)");
    return false;
  }
  operational->MJ = matrix_transpose(operational->J);
  factors_solve(&operational->mass.factors, operational->MJ);
  Matrix S = matrix_mul_symmetric(operational->MJ, matrix_transpose(operational->J));
  const char *suffix = function_of(derivation->equations->arena, "", operational->site);
  IntermediateNaming naming = derivation_names(derivation, suffix, operational->count,
                                               SYSTEM_OF_RESPONSES, operational->labels, NULL);
  int dependent = factors_of(S, NULL, naming, &operational->factors);
  if (dependent >= 0) explain_dependent(derivation, operational, why);
  return dependent < 0;
}

// ---- J^-1

// adj(J) / det(J)
static bool invert_jacobian(Derivation *derivation, Operational *operational, Text *why)
{
  Matrix J = operational->J, adjugate = matrix_adjugate(J);
  const Expr *determinant = expr_integer(J.pool, 0);
  for (int k = 0; k < J.columns; k++) {
    const Expr *term = product(matrix_get(J, 0, k), matrix_get(adjugate, k, 0));
    determinant = sum(determinant, term);
  }
  if (is_zero(determinant)) {
    explain_dependent(derivation, operational, why);
    return false;
  }
  entries_shorten(&determinant, 1);
  operational->inverse = matrix_scale(reciprocal(determinant), adjugate);
  entries_shorten(operational->inverse.at, J.rows * J.columns);
  return true;
}

static bool operational_of(Derivation *derivation, const char *key, Operational *operational,
                           Text *why)
{
  *operational = (Operational){ .site = strchr(key, ':') + 1 };
  if (!choose_rows(derivation, operational, why)) return false;
  bool is_square = operational->count == derivation->equations->coordinate_count;
  return is_square && operational->count <= 3 ? invert_jacobian(derivation, operational, why)
                                              : invert_inertia(derivation, operational, why);
}

// lambda (J M^-1 c - a) for generalised forces c
static Matrix forces_of(Derivation *derivation, const Operational *operational, Matrix c, Matrix a)
{
  if (!operational->inverse.at) {
    Matrix F = matrix_sub(matrix_mul_transposed(operational->MJ, c), a);
    factors_solve(&operational->factors, F);
    return F;
  }
  if (!matrix_is_zero(a)) {
    Matrix MJ = matrix_mul(derivation_require_matrix(derivation, "M"), operational->inverse);
    c = matrix_sub(c, matrix_mul(MJ, a));
  }
  return matrix_mul_transposed(operational->inverse, c);
}

// ---- quantities

static void add_operational(Derivation *derivation, const Operational *operational, const char *key,
                            Matrix entries)
{
  bool is_matrix = quantity_find(key)->shape == QUANTITY_MATRIX;
  equations_put(derivation->equations,
                (Quantity){ .key = key,
                            .row_labels = operational->labels,
                            .column_labels = is_matrix ? operational->labels : NULL,
                            .pivots = operational->mass.pivots,
                            .pivot_count = operational->mass.pivot_count },
                entries);
}

bool derive_operational_inertia(Derivation *derivation, const char *key, Text *why)
{
  Operational operational;
  Matrix M = derivation_matrix(derivation, "M", why);
  if (!M.at || !operational_of(derivation, key, &operational, why)) return false;
  Matrix lambda = matrix_identity(M.arena, M.pool, operational.count);
  if (operational.inverse.at) {
    Matrix carried = matrix_mul(M, operational.inverse);
    lambda = matrix_mul_transposed(operational.inverse, carried);
  } else {
    factors_solve(&operational.factors, lambda);
  }
  add_operational(derivation, &operational, key, lambda);
  return true;
}

bool derive_operational_gravity(Derivation *derivation, const char *key, Text *why)
{
  Operational operational;
  Matrix G = derivation_matrix(derivation, "G", why);
  if (!G.at || !operational_of(derivation, key, &operational, why)) return false;
  Matrix p =
      forces_of(derivation, &operational, G, derivation_zeros(derivation, operational.count, 1));
  add_operational(derivation, &operational, key, p);
  return true;
}

// The acceleration of the site with all qdd zero, in the axes of the Jacobian; `at` is NULL, with a
// sentence in `why`, if it cannot be derived.
static Matrix bias_of_site(Derivation *derivation, const Operational *operational, Text *why)
{
  const Equations *equations = derivation->equations;
  const char *site = operational->site, *ground = derivation->mechanism->frames[FRAME_GROUND].name;
  const char *key = strchr(site, '/') ? arena_format(equations->arena, "accel:%s", site)
                                      : arena_format(equations->arena, "accel:%s/%s", site, ground);
  Matrix acceleration = derivation_matrix(derivation, key, why);
  if (!acceleration.at) return acceleration;
  Matrix bias = matrix_rows(acceleration, operational->rows, operational->count);
  without_accelerations(equations, bias.at, operational->count);
  return bias;
}

bool derive_operational_bias(Derivation *derivation, const char *key, Text *why)
{
  Operational operational;
  Matrix h = derivation_matrix(derivation, "h", why);
  if (!h.at || !operational_of(derivation, key, &operational, why)) return false;
  Matrix bias = bias_of_site(derivation, &operational, why);
  if (!bias.at) return false;
  add_operational(derivation, &operational, key, forces_of(derivation, &operational, h, bias));
  return true;
}
