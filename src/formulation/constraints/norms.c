// norms.c -- elimination of unit norms: a quaternion as three degrees of freedom.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/norms.h"

#include "formulation/methods/newton_euler.h"
#include "symbolic/algebra.h"

// ---- the norms

// Finds the coordinates that are the parameters of the link; returns false if the parameters are
// not coordinates.
static bool find_parameters(const Equations *equations, const Link *link, int parameters[4])
{
  if (link->kind != MOVE_QUATERNION) return false;
  for (int k = 0; k < 4; k++) {
    parameters[k] = -1;
    for (int i = 0; i < equations->coordinate_count; i++) {
      if (link->parameter[k] == equations->coordinates[i].symbol) parameters[k] = i;
    }
    if (parameters[k] < 0) return false;
  }
  return true;
}

// Returns true if the active constraint depends on exactly these coordinates, as their norm does.
static bool is_norm_of(const ActiveConstraints *active, int constraint, const int parameters[4])
{
  for (int j = 0; j < active->J.columns; j++) {
    bool is_parameter = false;
    for (int k = 0; k < 4; k++)
      is_parameter = is_parameter || parameters[k] == j;
    if (is_parameter == is_zero(matrix_get(active->J, constraint, j))) return false;
  }
  return true;
}

static void find_norms(Derivation *derivation, const ActiveConstraints *active, Norms *norms)
{
  Arena *arena = derivation->equations->arena;
  norms->active = ARENA_ARRAY(arena, int, active->count);
  norms->links = ARENA_ARRAY(arena, int, active->count);
  norms->others = ARENA_ARRAY(arena, int, active->count);
  norms->parameters = arena_alloc(arena, sizeof(int[4]) * (size_t)(active->count + 1));
  for (int b = 0; b < active->count; b++) {
    const ConstraintEquation *equation = &derivation->constraints->equations[active->places[b]];
    bool is_norm = false;
    const LinkTree *tree = equation->origin == ORIGIN_QUATERNION ? newton_tree(derivation) : NULL;
    for (int l = 0; tree && l < tree->count && !is_norm; l++) {
      int *parameters = norms->parameters[norms->count];
      is_norm = find_parameters(derivation->equations, &tree->links[l], parameters) &&
                is_norm_of(active, b, parameters);
      if (is_norm) norms->links[norms->count] = l;
    }
    if (is_norm)
      norms->active[norms->count++] = b;
    else
      norms->others[norms->other_count++] = b;
  }
}

int norm_of_link(const Norms *norms, int link)
{
  for (int k = 0; k < norms->count; k++) {
    if (norms->links[k] == link) return k;
  }
  return -1;
}

// ---- degrees of freedom

bool is_turn(const Norms *norms, int freedom)
{
  bool result = false;
  for (int k = 0; k < norms->count; k++) {
    for (int i = 1; i < 4; i++)
      result = result || norms->parameters[k][i] == norms->coordinates[freedom];
  }
  return result;
}

int freedom_of_coordinate(const Norms *norms, int coordinate)
{
  for (int f = 0; f < norms->freedom_count; f++) {
    if (norms->coordinates[f] == coordinate) return f;
  }
  return -1;
}

static void list_freedoms(const Derivation *derivation, Norms *norms)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  norms->coordinates = ARENA_ARRAY(equations->arena, int, n);
  norms->names = ARENA_ARRAY(equations->arena, const char *, n);
  for (int i = 0; i < n; i++) {
    bool is_first = false;
    for (int k = 0; k < norms->count; k++)
      is_first = is_first || norms->parameters[k][0] == i;
    if (is_first) continue;
    norms->coordinates[norms->freedom_count] = i;
    norms->names[norms->freedom_count++] = equations->coordinates[i].name;
  }
}

// Fills the entries of B and C that belong to quaternion k.
static void put_turns(Derivation *derivation, const Norms *norms, int k)
{
  const Equations *equations = derivation->equations;
  const Link *link = &newton_tree(derivation)->links[norms->links[k]];
  const int *e = norms->parameters[k];
  const Expr *squared = expr_integer(equations->pool, 0);
  for (int i = 0; i < 4; i++)
    squared = sum(squared, square(link->parameter[i]));
  const Expr *inverse = half(reciprocal(squared));
  const char *name = arena_format(equations->arena, "r%d", e[0] + 1);
  const char *words = arena_format(
      equations->arena, "half of 1 over the length squared of the quaternion of %s", link->name);
  if (derivation->writing != WRITTEN_OUT)
    inverse = derivation_name(derivation, name, 'F', words, inverse);
  for (int i = 0; i < 4; i++) {
    matrix_set(norms->C, e[i], k, product(link->parameter[i], inverse));
    Vec3 G = vec3_partial(link->w_L, speed_of(equations, e[i]));
    for (int axis = 0; axis < 3; axis++)
      matrix_set(norms->B, e[i], freedom_of_coordinate(norms, e[axis + 1]),
                 product(half(G.at[axis]), inverse));
  }
  for (int axis = 0; axis < 3; axis++)
    norms->names[freedom_of_coordinate(norms, e[axis + 1])] =
        arena_format(equations->arena, "the turn of %s about %c", link->name, "xyz"[axis]);
}

static bool has_norms(const Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->constraint_count; i++) {
    if (mechanism->constraints[i].norm) return true;
  }
  return false;
}

const Norms *derivation_norms(Derivation *derivation, Text *why)
{
  static const ActiveConstraints NONE = { 0 };
  if (derivation->norms) return derivation->norms;
  bool has_some = has_norms(derivation->mechanism);
  const ActiveConstraints *active =
      has_some ? derivation_active_constraints(derivation, why) : &NONE;
  if (!active) return NULL;
  int n = derivation->equations->coordinate_count;
  Norms *norms = ARENA_NEW(derivation->equations->arena, Norms);
  find_norms(derivation, active, norms);
  list_freedoms(derivation, norms);
  norms->B = derivation_zeros(derivation, n, norms->freedom_count);
  norms->C = derivation_zeros(derivation, n, norms->count);
  for (int f = 0; f < norms->freedom_count; f++)
    matrix_set(norms->B, norms->coordinates[f], f, expr_integer(norms->B.pool, 1));
  for (int k = 0; k < norms->count; k++)
    put_turns(derivation, norms, k);
  if (norms->count > 0) norms->gamma = matrix_rows(active->gamma, norms->active, norms->count);
  derivation->norms = norms;
  return norms;
}

const ActiveConstraints *norms_remaining_constraints(const Derivation *derivation,
                                                     const Norms *norms,
                                                     const ActiveConstraints *active)
{
  if (norms->count == 0) return active;
  Arena *arena = derivation->equations->arena;
  ActiveConstraints *rest = ARENA_NEW(arena, ActiveConstraints);
  *rest = *active;
  rest->count = norms->other_count;
  rest->places = ARENA_ARRAY(arena, int, rest->count);
  rest->labels = ARENA_ARRAY(arena, const char *, rest->count);
  for (int b = 0; b < rest->count; b++) {
    rest->places[b] = active->places[norms->others[b]];
    rest->labels[b] = active->labels[norms->others[b]];
  }
  rest->J = matrix_mul(matrix_rows(active->J, norms->others, rest->count), norms->B);
  rest->gamma = matrix_rows(active->gamma, norms->others, rest->count);
  rest->left_out_J = matrix_mul(active->left_out_J, norms->B);
  return rest;
}

// ---- matrices over the degrees of freedom

Matrix norms_mass(const Norms *norms, Matrix M)
{
  return norms->count == 0 ? M : matrix_mul_symmetric(norms->B, matrix_mul(M, norms->B));
}

Matrix norms_forces(const Norms *norms, Matrix acting, Matrix rest)
{
  if (norms->count == 0) return matrix_sub(acting, rest);
  Matrix own = matrix_mul_transposed(norms->B, acting);
  return matrix_sub(own, matrix_mul_transposed(norms->B, rest));
}

Matrix norms_accelerations(const Norms *norms, Matrix a, Matrix gamma)
{
  if (norms->count == 0) return a;
  Matrix moving = matrix_mul(norms->B, a);
  return matrix_add(moving, matrix_mul(norms->C, gamma));
}

bool is_tied_by_norms(Derivation *derivation)
{
  Text unused = { 0 };
  const Norms *norms = derivation_norms(derivation, &unused);
  text_free(&unused);
  return norms && norms->count > 0 && norms->other_count == 0 &&
         derivation->active->left_out_count == 0;
}
