// terms.c -- small parts that several methods need: energies by body, what acts beside inertia.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <string.h>

// ---- energies

const Expr *energy_of_added_inertia(Scene *scene, Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = scene_quantity(scene, "Ma", why);
  if (!Ma) return NULL;
  const Expr *T = expr_integer(equations->pool, 0);
  for (int i = 0; i < n; i++) {
    const Expr *momentum = expr_integer(equations->pool, 0);
    for (int j = 0; j < n; j++)
      momentum = sum(momentum, product(Ma[i * n + j], speed_of(equations, j)));
    T = sum(T, half(product(speed_of(equations, i), momentum)));
  }
  return T;
}

bool derive_lagrangian(Scene *scene, const char *key, Text *why)
{
  const Expr *const *T = scene_quantity(scene, "T", why);
  const Expr *const *V = T ? scene_quantity(scene, "V", why) : NULL;
  if (!V) return false;
  add_scalar(scene->equations, key, "lagrangian", "J", "Lagrangian, T - V")[0] =
      difference(T[0], V[0]);
  return true;
}

const Body *body_of_key(const Scene *scene, const char *key, Text *why)
{
  const Mechanism *mechanism = scene->mechanism;
  const char *name = strchr(key, ':') + 1;
  for (int b = 0; b < mechanism->body_count; b++) {
    if (strcmp(mechanism->bodies[b].name, name) == 0) return &mechanism->bodies[b];
  }
  text_format(why, "'%s': there is no body '%s'", key, name);
  for (int b = 0; b < mechanism->body_count; b++)
    text_format(why, "%s%s", b == 0 ? " (there are: " : " ", mechanism->bodies[b].name);
  if (mechanism->body_count > 0) text_put(why, ")");
  return NULL;
}

const Expr **add_energy_of_body(Scene *scene, const char *key, const Body *body)
{
  Arena *arena = scene->equations->arena;
  const char *kind = key[0] == 'T' ? "kinetic" : "potential";
  const char *function = arena_format(arena, "%s_energy_%s", kind, body->name);
  const char *title = arena_format(arena, "%s energy of %s", kind, body->name);
  const char *own_key = arena_copy_text(arena, key, strlen(key));
  return add_scalar(scene->equations, own_key, function, "J", title);
}

// ---- equations of motion

const Expr **outer_forces(Scene *scene, Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = scene_quantity(scene, "Ma", why);
  const Expr *const *Qe = Ma ? scene_quantity(scene, "Qe", why) : NULL;
  if (!Qe) return NULL;
  const Expr **result = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    result[i] = negative(Qe[i]);
    for (int j = 0; j < n; j++)
      result[i] = sum(result[i], product(Ma[i * n + j], acceleration_of(equations, j)));
  }
  return result;
}

// The entries of stage `stage` and later where symbols[i] are zero.
static void set_to_zero(const Equations *equations, const Expr *const symbols[], Stage stage,
                        const Expr *entries[], int count)
{
  int n = equations->coordinate_count;
  const Expr **zeros = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    zeros[i] = expr_integer(equations->pool, 0);
  for (int e = 0; e < count; e++) {
    if (entries[e]->stage >= stage) entries[e] = expr_substitute(entries[e], symbols, zeros, n);
  }
}

void without_accelerations(const Equations *equations, const Expr *entries[], int count)
{
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    symbols[i] = acceleration_of(equations, i);
  set_to_zero(equations, symbols, STAGE_ACCELERATION, entries, count);
}

void without_speeds(const Equations *equations, const Expr *entries[], int count)
{
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    symbols[i] = speed_of(equations, i);
  set_to_zero(equations, symbols, STAGE_VELOCITY, entries, count);
}
