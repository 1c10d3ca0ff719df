// lagrange.c -- the method of augmented bodies: quantities from the report's coefficients.
//
//   sum_j A_ij qdd_j + sum_{j<k} B_ijk qd_j qd_k + sum_j C_ij qd_j^2 = Q_i + F_i         (3-1)
//
// A, B, C and Q are the report's (Cc, because C is the matrix of Christoffel symbols). In common
// notation: M = A + Ma, h = B and C with their speeds, G = -Q. For links that move by more than one
// coordinate, A and Q of freedoms are transformed to those of coordinates by s = S qd.
//
//   B_ijk = dA_ij/dq_k + dA_ik/dq_j - dA_jk/dq_i       of qd_j qd_k, j < k              (3-17)
//   C_ij  = dA_ij/dq_j - 1/2 dA_jj/dq_i                of qd_j^2                        (3-18)
//
// The report prints twice that C, which is inconsistent with its own (3-1). Only non-zero
// coefficients are listed: for the report's robot 94 of 126.
//
// Reference: LAMM report of 1980 (docs/theory.md lists the errors in its formulas).
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

// ---- labels

static const char *label_text(const Equations *equations, const char *key, const int indices[],
                              int index_count, bool is_bracketed)
{
  Text text = { 0 };
  text_format(&text, "%s%s", key, is_bracketed ? "[" : "");
  for (int i = 0; i < index_count; i++) {
    bool is_apart = equations->coordinate_count > 9;
    const char *separator = is_bracketed ? "," : is_apart ? "_" : "";
    text_format(&text, "%s%d", i > 0 ? separator : "", indices[i] + 1);
  }
  if (is_bracketed) text_put(&text, "]");
  const char *label = arena_copy_text(equations->arena, text_string(&text), text.length);
  text_free(&text);
  return label;
}

static const char *label_of(const Equations *equations, const char *key, const int indices[],
                            int index_count)
{
  const char *plain = label_text(equations, key, indices, index_count, false);
  bool is_taken = expr_find_symbol(equations->pool, plain) != NULL;
  return is_taken ? label_text(equations, key, indices, index_count, true) : plain;
}

const char *const *lagrange_labels(const Derivation *derivation, const char *key, int columns)
{
  const Equations *equations = derivation->equations;
  int count = equations->coordinate_count * columns;
  const char **labels = ARENA_ARRAY(equations->arena, const char *, count);
  for (int i = 0; i < count; i++) {
    const int indices[] = { i / columns, i % columns };
    labels[i] = label_of(equations, key, indices, columns > 1 ? 2 : 1);
  }
  return labels;
}

bool lagrange_put_matrix(const Derivation *derivation, const char *key, Matrix a)
{
  equations_put(derivation->equations,
                (Quantity){ .key = key, .labels = lagrange_labels(derivation, key, a.columns) }, a);
  return true;
}

// ---- lists

// Adds a quantity with these entries and labels; if there are none, a zero.
static bool put_list(const Derivation *derivation, Quantity quantity, const Expr *entries[],
                     int count)
{
  if (count == 0) {
    entries[0] = expr_integer(derivation->equations->pool, 0);
    quantity.labels = NULL;
  }
  equations_put(derivation->equations, quantity,
                derivation_column(derivation, entries, count > 0 ? count : 1));
  return true;
}

bool lagrange_put_products(const Derivation *derivation, const char *key, const char *title,
                           Matrix B)
{
  int n = B.columns, count = 0;
  const Expr **entries = ARENA_ARRAY(B.arena, const Expr *, n *n *n + 1);
  const char **labels = ARENA_ARRAY(B.arena, const char *, n *n *n + 1);
  for (int e = 0; e < n * n * n; e++) {
    const int index[] = { e / (n * n), e / n % n, e % n };
    if (is_zero(B.at[e])) continue;
    labels[count] = label_of(derivation->equations, key, index, 3);
    entries[count++] = B.at[e];
  }
  return put_list(derivation, (Quantity){ .key = key, .title = title, .labels = labels }, entries,
                  count);
}

// ---- freedoms

static void add_freedom(Lagrange *lagrange, int link, bool is_turn, Vec3 axis, const Expr *speed)
{
  lagrange->freedoms[lagrange->freedom_count++] = (Freedom){ link, is_turn, axis, speed };
}

static void find_freedoms(Lagrange *lagrange)
{
  const LinkTree *links = lagrange->tree->links;
  Pool *pool = lagrange->derivation->equations->pool;
  for (int i = 0; i < links->count; i++) {
    const Link *link = &links->links[i];
    if (link->kind == MOVE_QUATERNION) {
      for (int axis = 0; axis < 3; axis++)
        add_freedom(lagrange, i, true, vec3_unit(pool, axis), link->w_L.at[axis]);
    } else {
      bool is_turn = link->kind == MOVE_ROTATION;
      add_freedom(lagrange, i, is_turn, link->axis, expr_time_derivative(link->amount));
    }
  }
}

// The data of the derivation, created at the first call.
static Lagrange *lagrange_of(Derivation *derivation)
{
  if (derivation->lagrange) return derivation->lagrange;
  Arena *arena = derivation->equations->arena;
  Lagrange *lagrange = ARENA_NEW(arena, Lagrange);
  lagrange->derivation = derivation;
  lagrange->tree = augmented_of(derivation);
  lagrange->freedoms = ARENA_ARRAY(arena, Freedom, 3 * lagrange->tree->links->count + 1);
  find_freedoms(lagrange);
  derivation->lagrange = lagrange;
  return lagrange;
}

// ---- from freedoms to coordinates

// S = d s / d qd
static Matrix speed_matrix(const Lagrange *lagrange)
{
  Matrix s = derivation_zeros(lagrange->derivation, lagrange->freedom_count, 1);
  for (int a = 0; a < s.rows; a++)
    s.at[a] = lagrange->freedoms[a].speed;
  return matrix_jacobian(s, speed_column(lagrange->derivation));
}

static bool derive_inertia(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Lagrange *lagrange = lagrange_of(derivation);
  lagrange_inertia(lagrange);
  Matrix S = speed_matrix(lagrange);
  return lagrange_put_matrix(derivation, key, matrix_mul_symmetric(S, matrix_mul(lagrange->A, S)));
}

// The only freedom that moves with coordinate i, at the same speed; -1: there is none.
static int freedom_of(Matrix S, int i)
{
  int found = -1;
  for (int a = 0; a < S.rows; a++) {
    if (is_zero(matrix_get(S, a, i))) continue;
    if (found >= 0 || !expr_is_one(matrix_get(S, a, i))) return -1;
    found = a;
  }
  return found;
}

// By coordinate: the coordinate whose Q is a term of its Q.
static const int *reused_entries(const Lagrange *lagrange, Matrix S)
{
  int *reused = ARENA_ARRAY(S.arena, int, S.columns + 1);
  for (int i = 0; i < S.columns; i++) {
    int a = freedom_of(S, i);
    int b = a < 0 ? -1 : lagrange->reused[a];
    reused[i] = -1;
    for (int j = 0; b >= 0 && j < S.columns; j++) {
      if (freedom_of(S, j) == b) reused[i] = j;
    }
  }
  return reused;
}

static bool derive_gravity_torques(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Lagrange *lagrange = lagrange_of(derivation);
  lagrange_gravity(lagrange);
  Matrix S = speed_matrix(lagrange);
  equations_put(derivation->equations,
                (Quantity){ .key = key,
                            .labels = lagrange_labels(derivation, key, 1),
                            .reused = reused_entries(lagrange, S) },
                matrix_mul_transposed(S, lagrange->Q));
  return true;
}

// ---- speeds

Matrix lagrange_bias(const Derivation *derivation, Matrix B, Matrix C)
{
  int n = C.rows;
  Matrix h = derivation_zeros(derivation, n, 1), qd = speed_column(derivation);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const Expr *factor = product(matrix_get(C, i, j), qd.at[j]);
      for (int k = j + 1; k < n; k++)
        factor = sum(factor, product(matrix_get(B, i * n + j, k), qd.at[k]));
      h.at[i] = sum(h.at[i], product(qd.at[j], factor));
    }
  }
  return h;
}

// B with rows i n + j, columns k > j; zero elsewhere. `dA` has the same rows, of A_ij.
static Matrix coriolis_of(Matrix dA)
{
  int n = dA.columns;
  Matrix B = matrix_zero(dA.arena, dA.pool, dA.rows, n);
  for (int row = 0; row < dA.rows; row++) {
    int i = row / n, j = row % n;
    for (int k = j + 1; k < n; k++) {
      const Expr *both = sum(matrix_get(dA, row, k), matrix_get(dA, i * n + k, j));
      matrix_set(B, row, k, difference(both, matrix_get(dA, j * n + k, i)));
    }
  }
  return B;
}

static Matrix centrifugal_of(Matrix dA)
{
  int n = dA.columns;
  Matrix C = matrix_zero(dA.arena, dA.pool, n, n);
  for (int e = 0; e < n * n; e++) {
    int i = e / n, j = e % n;
    C.at[e] = difference(matrix_get(dA, e, j), half(matrix_get(dA, j * n + j, i)));
  }
  return C;
}

// dA / dq, entry by entry; `at` is NULL, with a sentence in `why`, if it cannot be derived.
static Matrix gradient(Derivation *derivation, Text *why)
{
  Matrix A = derivation_matrix(derivation, "A", why);
  return A.at ? matrix_jacobian(A, coordinate_column(derivation)) : A;
}

static bool derive_coriolis_list(Derivation *derivation, const char *key, Text *why)
{
  Matrix dA = gradient(derivation, why);
  return dA.at && lagrange_put_products(derivation, key, NULL, coriolis_of(dA));
}

static bool derive_centrifugal(Derivation *derivation, const char *key, Text *why)
{
  Matrix dA = gradient(derivation, why);
  return dA.at && lagrange_put_matrix(derivation, key, centrifugal_of(dA));
}

// Added inertias are constant and do not contribute. If time moves a link, there are additional
// terms, which are derived from T.
static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  if (frame_driven_by_time(derivation->mechanism))
    return derive_bias_of_energy(derivation, key, why);
  Matrix dA = gradient(derivation, why);
  if (!dA.at) return false;
  Matrix B = coriolis_of(dA), C = centrifugal_of(dA);
  return put_bias(derivation, key, "Coriolis and centrifugal terms, C qd",
                  lagrange_bias(derivation, B, C));
}

// ---- constants

// The named constants that occur in the coefficients, each once.
static const Expr **used_constants(const Lagrange *lagrange, const Steps *steps, int *count)
{
  const AugmentedTree *tree = lagrange->tree;
  const Expr **used =
      ARENA_ARRAY(lagrange->derivation->equations->arena, const Expr *, tree->constant_count + 1);
  *count = 0;
  for (int i = 0; i < tree->constant_count; i++) {
    bool is_used = false;
    for (int k = 0; k < steps->count && !is_used; k++)
      is_used = steps->at[k].node == tree->constants[i];
    if (is_used) used[(*count)++] = tree->constants[i];
  }
  return used;
}

static bool derive_constants(Derivation *derivation, const char *key, Text *why)
{
  Matrix A = derivation_matrix(derivation, "A", why);
  Matrix Q = A.at ? derivation_matrix(derivation, "Q", why) : A;
  if (!Q.at) return false;
  Matrix both = matrix_beside(Q, A);
  int count = 0;
  Steps steps = steps_of(both.at, both.rows * both.columns);
  const Expr **used = used_constants(lagrange_of(derivation), &steps, &count);
  steps_free(&steps);
  const char **labels = ARENA_ARRAY(both.arena, const char *, count + 1);
  for (int i = 0; i < count; i++)
    labels[i] = used[i]->form->named.name;
  return put_list(derivation, (Quantity){ .key = key, .labels = labels }, used, count);
}

// ---- in common notation

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Matrix A = derivation_matrix(derivation, "A", why);
  Matrix Ma = A.at ? derivation_matrix(derivation, "Ma", why) : A;
  return Ma.at && derivation_put(derivation, key, matrix_add(A, Ma));
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  Matrix Q = derivation_matrix(derivation, "Q", why);
  return Q.at && put_gravity(derivation, key, matrix_neg(Q));
}

// 2 T = sum_a s_a (A_aa s_a + 2 sum_{b>a} A_ab s_b)
static const Expr *twice_energy(const Lagrange *lagrange)
{
  int count = lagrange->freedom_count;
  const Freedom *freedoms = lagrange->freedoms;
  const Expr *result = expr_integer(lagrange->derivation->equations->pool, 0);
  for (int a = 0; a < count; a++) {
    const Expr *others = integer(result, 0);
    for (int b = a + 1; b < count; b++)
      others = sum(others, product(matrix_get(lagrange->A, a, b), freedoms[b].speed));
    const Expr *twice_others = product(integer(result, 2), others);
    const Expr *own = product(matrix_get(lagrange->A, a, a), freedoms[a].speed);
    result = sum(result, product(freedoms[a].speed, sum(own, twice_others)));
  }
  return result;
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  Lagrange *lagrange = lagrange_of(derivation);
  const Expr *added = energy_of_added_inertia(derivation, why);
  if (!added) return false;
  lagrange_inertia(lagrange);
  return derivation_put_number(derivation, key, sum(half(twice_energy(lagrange)), added));
}

// V = - G . (sum of all first moments), plus the energies of forces.
static bool derive_potential(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Lagrange *lagrange = lagrange_of(derivation);
  Vec3 gravity = vec3_copy(derivation->equations->pool, derivation->mechanism->gravity);
  const Expr *V = negative(vec3_dot(gravity, lagrange->tree->ground.moment));
  for (int k = 0; k < lagrange->tree->links->count; k++)
    V = difference(V, vec3_dot(gravity, vector_in(lagrange, moment_of(k), LINK_GROUND)));
  return derivation_put_number(derivation, key, sum(V, energy_of_forces(derivation)));
}

const Recipe LAGRANGE_RECIPES[] = {
  { "T", derive_kinetic },
  { "V", derive_potential },
  { "L", derive_energy },
  { "M", derive_mass_matrix },
  { "C", derive_christoffel },
  { "h", derive_bias },
  { "G", derive_gravity },
  { "tau", derive_tau_of_terms },
  { "A", derive_inertia },
  { "B", derive_coriolis_list },
  { "Cc", derive_centrifugal },
  { "Q", derive_gravity_torques },
  { "constants", derive_constants },
  { NULL, NULL },
};
