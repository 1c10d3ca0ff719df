// terms.c -- small parts that several methods need: names in keys, energies by body, what acts
// beside inertia, states of rest.
// SPDX-License-Identifier: MIT
#include "base/diagnostics.h"
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

const Expr *energy_of_forces(Scene *scene)
{
  scene_shorten_roots(scene);
  const Mechanism *mechanism = scene->mechanism;
  const Expr *energy = expr_integer(scene->equations->pool, 0);
  for (int k = 0; k < mechanism->energy_count; k++)
    energy = sum(energy, scene_expression(scene, mechanism->energies[k].value));
  return energy;
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

// ---- names in keys

void explain_unknown_name(const char *key, const char *what, const char *name,
                          const char *const names[], int count, Text *why)
{
  const char *near = nearest_name(name, strlen(name), names, count);
  text_format(why, "'%s': there is no %s '%s'", key, what, name);
  if (near) {
    text_format(why, "; did you mean '%s'?", near);
    return;
  }
  for (int i = 0; i < count; i++)
    text_format(why, "%s%s", i == 0 ? " (there are: " : " ", names[i]);
  if (count > 0) text_put(why, ")");
}

int index_of_key(const char *key, const char *what, const char *const names[], int count, Text *why)
{
  const char *name = strchr(key, ':') + 1;
  for (int i = 0; i < count; i++) {
    if (strcmp(names[i], name) == 0) return i;
  }
  explain_unknown_name(key, what, name, names, count, why);
  return -1;
}

const Body *body_of_key(const Scene *scene, const char *key, Text *why)
{
  const Mechanism *mechanism = scene->mechanism;
  const char **names = ARENA_ARRAY(scene->equations->arena, const char *, mechanism->body_count);
  for (int i = 0; i < mechanism->body_count; i++)
    names[i] = mechanism->bodies[i].name;
  int b = index_of_key(key, "body", names, mechanism->body_count, why);
  return b < 0 ? NULL : &mechanism->bodies[b];
}

const Joint *joint_of_key(const Scene *scene, const char *key, Text *why)
{
  const Mechanism *mechanism = scene->mechanism;
  const char **names = ARENA_ARRAY(scene->equations->arena, const char *, mechanism->joint_count);
  for (int i = 0; i < mechanism->joint_count; i++)
    names[i] = mechanism->joints[i].name;
  int j = index_of_key(key, "joint", names, mechanism->joint_count, why);
  return j < 0 ? NULL : &mechanism->joints[j];
}

bool *frames_carried_by(const Scene *scene, int frame)
{
  const Mechanism *mechanism = scene->mechanism;
  bool *is_carried = ARENA_ARRAY(scene->equations->arena, bool, mechanism->frame_count);
  is_carried[frame] = true;
  for (int f = frame + 1; f < mechanism->frame_count; f++)
    is_carried[f] = is_carried[mechanism->frames[f].parent];
  return is_carried;
}

const Expr **add_energy_of_body(Scene *scene, const char *key, const Body *body)
{
  Arena *arena = scene->equations->arena;
  const char *kind = key[0] == 'T' ? "kinetic" : "potential";
  const char *function = arena_format(arena, "%s_energy_%s", kind, body->name);
  const char *title = arena_format(arena, "%s energy of %s", kind, body->name);
  return add_scalar(scene->equations, key, function, "J", title);
}

// ---- equations of motion

const Expr **add_gravity(const Scene *scene, const char *key)
{
  bool is_whole = scene->mechanism->energy_count == 0;  // V is of the weights alone
  return add_vector(scene->equations, key, "gravity",
                    is_whole ? "gravity terms, dV/dq" : "gravity terms");
}

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

// The entries of stage `stage` and later where a symbol of every coordinate is zero.
static void set_to_zero(const Equations *equations,
                        const Expr *(*symbol_of)(const Equations *equations, int i), Stage stage,
                        const Expr *entries[], int count)
{
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **zeros = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    symbols[i] = symbol_of(equations, i);
    zeros[i] = expr_integer(equations->pool, 0);
  }
  for (int e = 0; e < count; e++) {
    if (entries[e]->form->stage >= stage)
      entries[e] = expr_substitute(entries[e], symbols, zeros, n);
  }
}

void without_accelerations(const Equations *equations, const Expr *entries[], int count)
{
  set_to_zero(equations, acceleration_of, STAGE_ACCELERATION, entries, count);
}

void without_speeds(const Equations *equations, const Expr *entries[], int count)
{
  set_to_zero(equations, speed_of, STAGE_VELOCITY, entries, count);
}
