// lagrange.c -- the method of augmented bodies: quantities out of the report's coefficients.
//
//   sum_j A_ij qdd_j + sum_{j<k} B_ijk qd_j qd_k + sum_j C_ij qd_j^2 = Q_i + F_i         (3-1)
//
// A, B, C and Q are the report's (Cc, because C is the matrix of Christoffel symbols). In the
// common words: M = A + Ma, h = B and C with their speeds, G = -Q. For links that move by more than
// one coordinate, A and Q of freedoms become those of coordinates through s = S qd.
//
// Reference: LAMM report of 1980 (docs/theory.md says where its formulas are wrong).
// SPDX-License-Identifier: MIT
#include "formulation/methods/lagrange.h"

#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

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

// Of the derivation, made at the first call.
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

// S[a*n + i] = d s_a / d qd_i
static const Expr **speed_matrix(const Lagrange *lagrange)
{
  const Equations *equations = lagrange->derivation->equations;
  int n = equations->coordinate_count, count = lagrange->freedom_count;
  const Expr **S = ARENA_ARRAY(equations->arena, const Expr *, count *n);
  for (int a = 0; a < count; a++) {
    for (int i = 0; i < n; i++)
      S[a * n + i] = expr_derivative(lagrange->freedoms[a].speed, speed_of(equations, i));
  }
  return S;
}

// sum over b of A_ab S_bj
static const Expr *momentum_entry(const Lagrange *lagrange, const Expr *const S[], int a, int j)
{
  int n = lagrange->derivation->equations->coordinate_count, count = lagrange->freedom_count;
  const Expr *result = expr_integer(lagrange->derivation->equations->pool, 0);
  for (int b = 0; b < count; b++) {
    if (!is_zero(S[b * n + j])) {
      result = sum(result, product(lagrange->A[a * count + b], S[b * n + j]));
    }
  }
  return result;
}

static bool derive_inertia(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Lagrange *lagrange = lagrange_of(derivation);
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  lagrange_inertia(lagrange);
  const Expr **S = speed_matrix(lagrange);
  const Expr **A = equations_add(
      equations, (Quantity){ .key = key, .labels = lagrange_labels(equations, key, n) });
  for (int i = 0; i < n * n; i++)
    A[i] = expr_integer(equations->pool, 0);
  for (int a = 0; a < lagrange->freedom_count; a++) {
    for (int j = 0; j < n; j++) {
      const Expr *momentum = momentum_entry(lagrange, S, a, j);
      for (int i = 0; i <= j; i++)
        A[i * n + j] = sum(A[i * n + j], product(S[a * n + i], momentum));
    }
  }
  for (int i = 0; i < n * n; i++) {
    if (i / n > i % n) A[i] = A[i % n * n + i / n];
  }
  return true;
}

// The only freedom that moves with coordinate i, with the same speed; -1: there is none.
static int freedom_of(const Lagrange *lagrange, const Expr *const S[], int i)
{
  int n = lagrange->derivation->equations->coordinate_count, found = -1;
  for (int a = 0; a < lagrange->freedom_count; a++) {
    if (is_zero(S[a * n + i])) continue;
    if (found >= 0 || !expr_is_one(S[a * n + i])) return -1;
    found = a;
  }
  return found;
}

// By coordinate: the one whose Q is a term of its Q.
static const int *reused_entries(const Lagrange *lagrange, const Expr *const S[])
{
  const Equations *equations = lagrange->derivation->equations;
  int n = equations->coordinate_count;
  int *reused = ARENA_ARRAY(equations->arena, int, n + 1);
  for (int i = 0; i < n; i++) {
    int a = freedom_of(lagrange, S, i);
    int b = a < 0 ? -1 : lagrange->reused[a];
    reused[i] = -1;
    for (int j = 0; b >= 0 && j < n; j++) {
      if (freedom_of(lagrange, S, j) == b) reused[i] = j;
    }
  }
  return reused;
}

static bool derive_gravity_torques(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Lagrange *lagrange = lagrange_of(derivation);
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  lagrange_gravity(lagrange);
  const Expr **S = speed_matrix(lagrange);
  const Expr **Q =
      equations_add(equations, (Quantity){ .key = key,
                                           .labels = lagrange_labels(equations, key, 1),
                                           .reused = reused_entries(lagrange, S) });
  for (int i = 0; i < n; i++) {
    Q[i] = expr_integer(equations->pool, 0);
    for (int a = 0; a < lagrange->freedom_count; a++)
      Q[i] = sum(Q[i], product(S[a * n + i], lagrange->Q[a]));
  }
  return true;
}

// ---- constants

// The named constants below the coefficients, each once.
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
  const Expr *const *A = derivation_quantity(derivation, "A", why);
  const Expr *const *Q = A ? derivation_quantity(derivation, "Q", why) : NULL;
  if (!Q) return false;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count, count = 0;
  const Expr **roots = ARENA_ARRAY(equations->arena, const Expr *, n *n + n);
  for (int i = 0; i < n * n + n; i++)
    roots[i] = i < n ? Q[i] : A[i - n];
  Steps steps = steps_of(roots, n * n + n);
  const Expr **used = used_constants(lagrange_of(derivation), &steps, &count);
  steps_free(&steps);
  const char **labels = ARENA_ARRAY(equations->arena, const char *, count + 1);
  for (int i = 0; i < count; i++)
    labels[i] = used[i]->form->named.name;
  const Expr **entries = equations_add(
      equations,
      (Quantity){ .key = key, .rows = count > 0 ? count : 1, .labels = count > 0 ? labels : NULL });
  entries[0] = expr_integer(equations->pool, 0);
  for (int i = 0; i < count; i++)
    entries[i] = used[i];
  return true;
}

// ---- in the common words

static bool derive_mass_matrix(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *A = derivation_quantity(derivation, "A", why);
  const Expr *const *Ma = A ? derivation_quantity(derivation, "Ma", why) : NULL;
  if (!Ma) return false;
  const Expr **M = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n * n; i++)
    M[i] = sum(A[i], Ma[i]);
  return true;
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const Expr *const *Q = derivation_quantity(derivation, "Q", why);
  if (!Q) return false;
  const Expr **G = add_gravity(derivation, key);
  for (int i = 0; i < equations->coordinate_count; i++)
    G[i] = negative(Q[i]);
  return true;
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
      others = sum(others, product(lagrange->A[a * count + b], freedoms[b].speed));
    const Expr *twice_others = product(integer(result, 2), others);
    const Expr *own = product(lagrange->A[a * count + a], freedoms[a].speed);
    result = sum(result, product(freedoms[a].speed, sum(own, twice_others)));
  }
  return result;
}

static bool derive_kinetic(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  Lagrange *lagrange = lagrange_of(derivation);
  const Expr *added = energy_of_added_inertia(derivation, why);
  if (!added) return false;
  lagrange_inertia(lagrange);
  const Expr *T = sum(half(twice_energy(lagrange)), added);
  equations_add(equations, (Quantity){ .key = key })[0] = T;
  return true;
}

// V = - G . (sum of all first moments), and the energies of forces
static bool derive_potential(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Equations *equations = derivation->equations;
  Lagrange *lagrange = lagrange_of(derivation);
  Vec3 gravity = vec3_copy(equations->pool, derivation->mechanism->gravity);
  const Expr *V = negative(vec3_dot(gravity, lagrange->tree->ground.moment));
  for (int k = 0; k < lagrange->tree->links->count; k++)
    V = difference(V, vec3_dot(gravity, vector_in(lagrange, moment_of(k), LINK_GROUND)));
  V = sum(V, energy_of_forces(derivation));
  equations_add(equations, (Quantity){ .key = key })[0] = V;
  return true;
}

const Recipe LAGRANGE_RECIPES[] = {
  { "T", derive_kinetic },           { "V", derive_potential },
  { "L", derive_lagrangian },        { "M", derive_mass_matrix },
  { "C", derive_christoffel },       { "h", derive_bias_of_list },
  { "G", derive_gravity },           { "tau", derive_tau_of_terms },
  { "A", derive_inertia },           { "B", derive_coriolis_list },
  { "Cc", derive_centrifugal },      { "Q", derive_gravity_torques },
  { "constants", derive_constants }, { NULL, NULL },
};
