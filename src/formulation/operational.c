// operational.c -- the equations of motion of a point or frame: what it takes to move it.
//
//   F = lambda a + mu + p,     tau = J^T F
//
//   lambda:P   (J M^-1 J^T)^-1                  inertia that P opposes to a force
//   mu:P       lambda (J M^-1 h - a_0)          a_0: acceleration of P where all qdd are zero
//   p:P        lambda J M^-1 G                  gravity
//
// P, or P/F, are those of jac:P and jac:P/F. Of a point the rows are its velocity, of a frame also
// its angular velocity; rows that are zero in every configuration are left out (z of a planar arm).
// The others must be independent: an arm of two joints does not move a point in three directions.
//
// Where J is square and small, it is inverted itself: lambda = J^-T M J^-1, mu = J^-T (h - M J^-1
// a_0), p = J^-T G, with det J below them.
//
// Reference: O. Khatib, "A unified approach for motion and force control of robot manipulators: the
// operational space formulation", IEEE J. Robotics and Automation 3 (1987).
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

#include <string.h>

enum { MOST_ROWS = 6 };

typedef struct Operational {
  const char *site;  // "tip", "tip/R2": the key behind its colon
  int rows[MOST_ROWS];
  const char **labels;
  int count;
  const Expr **J;            // count x n
  const Expr **inverse;      // J^-1, n x n; NULL: J is not square or not small, then
  const Expr **MJ;           // M^-1 J^T, n x count
  SymmetricFactors factors;  // of J M^-1 J^T
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

static bool is_frame(const Scene *scene, const char *site)
{
  const char *stroke = strchr(site, '/');
  size_t length = stroke ? (size_t)(stroke - site) : strlen(site);
  const char *name = arena_copy_text(scene->equations->arena, site, length);
  return mechanism_find_frame(scene->mechanism, name) >= 0;
}

static bool choose_rows(Scene *scene, Operational *operational, Text *why)
{
  static const char *const NAMES[MOST_ROWS] = { "vx", "vy", "vz", "wx", "wy", "wz" };
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const char *key = arena_format(arena, "jac:%s", operational->site);
  const Expr *const *J = scene_quantity(scene, key, why);
  if (!J) return false;
  int most = is_frame(scene, operational->site) ? MOST_ROWS : 3;
  operational->labels = ARENA_ARRAY(arena, const char *, MOST_ROWS);
  operational->J = ARENA_ARRAY(arena, const Expr *, MOST_ROWS *n);
  for (int i = 0; i < most; i++) {
    if (entries_are_zero(J + i * n, n)) continue;
    memcpy(operational->J + operational->count * n, J + i * n, (size_t)n * sizeof(*J));
    operational->labels[operational->count] = NAMES[i];
    operational->rows[operational->count++] = i;
  }
  if (operational->count == 0) text_format(why, "'%s' does not move", operational->site);
  return operational->count > 0;
}

// ---- J M^-1 J^T

static void explain_dependent(const Scene *scene, const Operational *operational, Text *why)
{
  text_format(why, "the model of '%s' does not exist: ", operational->site);
  for (int i = 0; i < operational->count; i++)
    text_format(why, "%s%s", i == 0 ? "" : ", ", operational->labels[i]);
  text_format(why,
              " depend on each other in every configuration (J M^-1 J^T is singular; %d "
              "coordinates)",
              scene->equations->coordinate_count);
  if (operational->rows[operational->count - 1] >= 3) {
    text_put(why, "; of a point there is the velocity alone");
  }
}

static bool invert_inertia(Scene *scene, Operational *operational, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count, count = operational->count;
  if (!mass_factors(scene, &operational->mass, why)) return false;
  if (operational->mass.augmented) {
    text_put(why, "operational space is that of mechanisms without constraints; under constraints "
                  "there is the model of the independent coordinates (M_in, h_in, G_in, tau_in)");
    return false;
  }
  operational->MJ = ARENA_ARRAY(equations->arena, const Expr *, n *count);
  for (int i = 0; i < n * count; i++)
    operational->MJ[i] = operational->J[(i % count) * n + i / count];
  factors_solve(&operational->mass.factors, operational->MJ, count, operational->MJ);
  const Expr **S = ARENA_ARRAY(equations->arena, const Expr *, count *count);
  for (int i = 0; i < count * count; i++) {
    int row = i / count, column = i % count;
    if (column > row) continue;
    const Expr *entry = expr_integer(equations->pool, 0);
    for (int k = 0; k < n; k++)
      entry = sum(entry, product(operational->J[row * n + k], operational->MJ[k * count + column]));
    S[row * count + column] = S[column * count + row] = entry;
  }
  const char *suffix = function_of(equations->arena, "", operational->site);
  int dependent = factors_of(scene, S, count, NULL, suffix, &operational->factors);
  if (dependent >= 0) explain_dependent(scene, operational, why);
  return dependent < 0;
}

// ---- J^-1

// The determinant of what is left of J without a row and a column.
static const Expr *minor_of(const Operational *operational, int row, int column)
{
  int n = operational->count, rows[2], columns[2], row_count = 0, column_count = 0;
  for (int i = 0; i < n; i++) {
    if (i != row) rows[row_count++] = i * n;
    if (i != column) columns[column_count++] = i;
  }
  const Expr *const *J = operational->J;
  if (n == 1) return one(J[0]);
  if (n == 2) return J[rows[0] + columns[0]];
  return difference_of_products(J[rows[0] + columns[0]], J[rows[1] + columns[1]],
                                J[rows[0] + columns[1]], J[rows[1] + columns[0]]);
}

static bool invert_jacobian(Scene *scene, Operational *operational, Text *why)
{
  Equations *equations = scene->equations;
  int n = operational->count;
  const Expr **inverse = ARENA_ARRAY(equations->arena, const Expr *, n *n);
  for (int i = 0; i < n * n; i++) {
    const Expr *minor = minor_of(operational, i % n, i / n);
    inverse[i] = (i / n + i % n) % 2 == 0 ? minor : negative(minor);
  }
  const Expr *determinant = expr_integer(equations->pool, 0);
  for (int k = 0; k < n; k++)
    determinant = sum(determinant, product(operational->J[k], inverse[k * n]));
  if (is_zero(determinant)) {
    explain_dependent(scene, operational, why);
    return false;
  }
  entries_shorten(&determinant, 1);
  const Expr *reciprocal_of_it = reciprocal(determinant);
  for (int i = 0; i < n * n; i++)
    inverse[i] = product(inverse[i], reciprocal_of_it);
  entries_shorten(inverse, n * n);
  operational->inverse = inverse;
  return true;
}

// x^T y for row-major x, rows x n, and y, rows x columns
static const Expr **transposed_product(const Scene *scene, const Expr *const x[], int n,
                                       const Expr *const y[], int columns, int rows)
{
  const Expr **result = ARENA_ARRAY(scene->equations->arena, const Expr *, n *columns);
  for (int i = 0; i < n * columns; i++) {
    result[i] = expr_integer(scene->equations->pool, 0);
    for (int k = 0; k < rows; k++) {
      const Expr *term = product(x[k * n + i / columns], y[k * columns + i % columns]);
      result[i] = sum(result[i], term);
    }
  }
  return result;
}

static bool operational_of(Scene *scene, const char *key, Operational *operational, Text *why)
{
  *operational = (Operational){ .site = strchr(key, ':') + 1 };
  if (!choose_rows(scene, operational, why)) return false;
  bool is_square = operational->count == scene->equations->coordinate_count;
  return is_square && operational->count <= 3 ? invert_jacobian(scene, operational, why)
                                              : invert_inertia(scene, operational, why);
}

// lambda (J M^-1 c - a) for generalised forces c, or, of a NULL, without it
static void put_forces(Scene *scene, const Operational *operational, const Expr *const c[],
                       const Expr *const a[], const Expr *F[])
{
  int n = scene->equations->coordinate_count, count = operational->count;
  if (!operational->inverse) {
    const Expr **b = transposed_product(scene, operational->MJ, count, c, 1, n);
    for (int i = 0; a && i < count; i++)
      b[i] = difference(b[i], a[i]);
    factors_solve(&operational->factors, b, 1, F);
    return;
  }
  const Expr **left = ARENA_ARRAY(scene->equations->arena, const Expr *, n);
  memcpy(left, c, (size_t)n * sizeof(*c));
  if (a) {
    const Expr *const *M = scene_require(scene, "M");
    const Expr **MJ = transposed_product(scene, M, n, operational->inverse, n, n);
    for (int i = 0; i < n * n; i++)
      left[i / n] = difference(left[i / n], product(MJ[i], a[i % n]));
  }
  memcpy(F, transposed_product(scene, operational->inverse, n, left, 1, n), (size_t)n * sizeof(*F));
}

// ---- quantities

static const Expr **add_operational(Scene *scene, const Operational *operational, const char *key,
                                    const char *function, const char *title, QuantityShape shape)
{
  Arena *arena = scene->equations->arena;
  bool is_matrix = shape == QUANTITY_MATRIX;
  return equations_add(scene->equations,
                       (Quantity){
                           .key = key,
                           .function = function_of(arena, function, operational->site),
                           .title = arena_format(arena, "%s of %s", title, operational->site),
                           .unit = "",
                           .rows = operational->count,
                           .columns = is_matrix ? operational->count : 1,
                           .shape = shape,
                           .is_symmetric = is_matrix,
                           .row_labels = operational->labels,
                           .column_labels = is_matrix ? operational->labels : NULL,
                           .pivots = operational->mass.pivots,
                           .pivot_count = operational->mass.pivot_count,
                       });
}

bool derive_operational_inertia(Scene *scene, const char *key, Text *why)
{
  Operational operational;
  const Expr *const *M = scene_quantity(scene, "M", why);
  if (!M || !operational_of(scene, key, &operational, why)) return false;
  int count = operational.count;
  const Expr **lambda = add_operational(scene, &operational, key, "operational_inertia",
                                        "operational inertia", QUANTITY_MATRIX);
  if (!operational.inverse) {
    factors_invert(&operational.factors, lambda);
    return true;
  }
  const Expr **MJ = transposed_product(scene, M, count, operational.inverse, count, count);
  memcpy(lambda, transposed_product(scene, operational.inverse, count, MJ, count, count),
         (size_t)(count * count) * sizeof(*lambda));
  return true;
}

bool derive_operational_gravity(Scene *scene, const char *key, Text *why)
{
  Operational operational;
  const Expr *const *G = scene_quantity(scene, "G", why);
  if (!G || !operational_of(scene, key, &operational, why)) return false;
  const Expr **p = add_operational(scene, &operational, key, "operational_gravity",
                                   "operational gravity terms", QUANTITY_VECTOR);
  put_forces(scene, &operational, G, NULL, p);
  return true;
}

// The acceleration of the site where all qdd are zero, in the axes of the Jacobian.
static const Expr **bias_of_site(Scene *scene, const Operational *operational, Text *why)
{
  const Equations *equations = scene->equations;
  const char *site = operational->site, *ground = scene->mechanism->frames[FRAME_GROUND].name;
  const char *key = strchr(site, '/') ? arena_format(equations->arena, "accel:%s", site)
                                      : arena_format(equations->arena, "accel:%s/%s", site, ground);
  const Expr *const *acceleration = scene_quantity(scene, key, why);
  if (!acceleration) return NULL;
  const Expr **bias = ARENA_ARRAY(equations->arena, const Expr *, operational->count);
  for (int i = 0; i < operational->count; i++)
    bias[i] = acceleration[operational->rows[i]];
  without_accelerations(equations, bias, operational->count);
  return bias;
}

bool derive_operational_bias(Scene *scene, const char *key, Text *why)
{
  Operational operational;
  const Expr *const *h = scene_quantity(scene, "h", why);
  if (!h || !operational_of(scene, key, &operational, why)) return false;
  const Expr **bias = bias_of_site(scene, &operational, why);
  if (!bias) return false;
  const Expr **mu = add_operational(scene, &operational, key, "operational_bias",
                                    "operational Coriolis and centrifugal terms", QUANTITY_VECTOR);
  put_forces(scene, &operational, h, bias, mu);
  return true;
}
