// regressor.c -- the regressor of all parameters.
//
//   Y, pi     tau = Y pi + Y0 with the ten parameters of every link that carries a body
//   Yb, base  tau = Yb base + Y0 with the fewest parameters, base = base:K pi
//   Y0        the part independent of the parameters: applied forces and moments
//
// The columns of base parameters are those of the same letters: the contributions of the other
// columns are regrouped.
//
// Friction and rotors: the torques on a coordinate, without drives, are
// Q = - FV qd - FS sign(qd) - IA qdd and other terms. FV and IA are derivatives, FS is the part
// that changes sign with the rate; each is a column if it depends on parameters only.
//
// References: C. Atkeson, C. An, J. Hollerbach, "Estimation of inertial parameters of manipulator
// loads and links", Int. J. Robotics Research 5 (1986); Khalil and Dombre 2002, chapter 9.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/regressor.h"

#include "formulation/forces.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

// ---- axes

// The vector from the origin of link i to that of its frame, if it is along the joint's axis and
// the frame is not rotated; otherwise zero.
static Vec3 shift_to_frame(const LinkTree *tree, int i)
{
  const Link *link = &tree->links[i];
  LinkPlace place = tree->places[link->frame];
  Vec3 zero = vec3_zero(expr_pool(place.placement.p.at[0]));
  Pose turned = { .R = place.placement.R, .p = zero };
  if (place.link != i || !pose_is_identity(turned)) return zero;
  if (link->kind == MOVE_TRANSLATION) return place.placement.p;
  if (link->kind == MOVE_QUATERNION) return zero;
  bool is_on_axis = vec3_is_zero(vec3_cross(place.placement.p, link->axis));
  return is_on_axis ? place.placement.p : zero;
}

static Pose axes_of_frame(const LinkTree *tree, int i, Pose before)
{
  Pose axes = pose_identity(expr_pool(before.p.at[0]));
  axes.p = shift_to_frame(tree, i);
  return axes;
}

const LinkTree *regressor_tree(Derivation *derivation)
{
  return link_tree_reframed(derivation_links(derivation), derivation->mechanism->frame_count,
                            axes_of_frame, derivation->equations->arena);
}

// ---- motion

// Adds the motion of the move to w and v, which are those of the parent in the axes of link i.
static void add_own_motion(const Newton *newton, int i, int coordinate, Vec3 *w, Vec3 *v)
{
  const Link *link = &newton->tree->links[i];
  const Equations *equations = newton->derivation->equations;
  const Expr *speed = speed_of(equations, coordinate);
  if (link->kind == MOVE_TRANSLATION) {
    *v = vec3_add(*v, vec3_partial(link->v_L, speed));
  } else {
    *w = vec3_add(*w, vec3_partial(link->w_L, speed));
  }
}

RegressorMotion regressor_motion(Derivation *derivation, const LinkTree *tree)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  Vec3 zero = vec3_zero(equations->pool);
  RegressorMotion motion = {
    .newton =
        newton_outward(derivation, tree, NEWTON_SPEEDS | NEWTON_ACCELERATIONS | NEWTON_GRAVITY),
    .w = ARENA_ARRAY(equations->arena, Vec3, tree->count * n),
    .v = ARENA_ARRAY(equations->arena, Vec3, tree->count * n),
  };
  for (int i = 0; i < tree->count; i++) {
    int parent = tree->links[i].parent;
    for (int j = 0; j < n; j++) {
      Vec3 *w = &motion.w[i * n + j], *v = &motion.v[i * n + j];
      *w = *v = zero;
      if (parent != LINK_GROUND) {
        Vec3 w_P = motion.w[parent * n + j];
        Vec3 lever = vec3_cross(w_P, motion.newton.links[i].p);
        *w = newton_into_link(&motion.newton, i, w_P);
        *v = newton_into_link(&motion.newton, i, vec3_add(motion.v[parent * n + j], lever));
      }
      add_own_motion(&motion.newton, i, j, w, v);
    }
  }
  return motion;
}

// f = m V + U s,  n = J wd + w x J w + s x V
void regressor_response(const RegressorMotion *motion, int link, const LinkInertia *inertia,
                        const Expr *out[])
{
  const NewtonLink *own = &motion->newton.links[link];
  int n = motion->newton.derivation->equations->coordinate_count;
  Vec3 f = vec3_scale(inertia->mass, own->V);
  f = vec3_add(f, mat3_mul_vec(own->U, inertia->first_moment));
  Vec3 spin = mat3_mul_vec(inertia->inertia, own->w);
  Vec3 moment = mat3_mul_vec(inertia->inertia, own->wd);
  moment = vec3_add(moment, vec3_cross(own->w, spin));
  moment = vec3_add(moment, vec3_cross(inertia->first_moment, own->V));
  for (int j = 0; j < n; j++) {
    const Expr *of_force = vec3_dot(f, motion->v[link * n + j]);
    out[j] = sum(of_force, vec3_dot(moment, motion->w[link * n + j]));
  }
}

// ---- columns

Regressor regressor_new(const Derivation *derivation, const LinkTree *tree)
{
  int n = derivation->equations->coordinate_count, most = LINK_PARAMETERS * tree->count + 3 * n;
  return (Regressor){ .columns = derivation_zeros(derivation, most, n),
                      .values = derivation_zeros(derivation, most, 1),
                      .labels = ARENA_ARRAY(derivation->equations->arena, const char *, most) };
}

const Expr **regressor_add(Regressor *regressor, const char *label, const Expr *value)
{
  regressor->labels[regressor->count] = label;
  regressor->values.at[regressor->count] = value;
  const Expr **entries = matrix_row(regressor->columns, regressor->count++);
  for (int i = 0; i < regressor->columns.columns; i++)
    entries[i] = expr_integer(regressor->columns.pool, 0);
  return entries;
}

LinkInertia regressor_unit(int parameter, Pool *pool)
{
  LinkInertia unit = link_inertia_zero(pool);
  link_parameter_set(&unit, parameter, expr_integer(pool, 1));
  return unit;
}

bool *regressor_links(const Derivation *derivation, const LinkTree *tree)
{
  const Mechanism *mechanism = derivation->mechanism;
  bool *has_body = ARENA_ARRAY(derivation->equations->arena, bool, tree->count);
  for (int b = 0; b < mechanism->body_count; b++) {
    int link = tree->places[mechanism->bodies[b].frame].link;
    if (link != LINK_GROUND) has_body[link] = true;
  }
  return has_body;
}

static void add_links(Derivation *derivation, Regressor *regressor)
{
  Equations *equations = derivation->equations;
  const LinkTree *tree = regressor_tree(derivation);
  const bool *has_body = regressor_links(derivation, tree);
  RegressorMotion motion = regressor_motion(derivation, tree);
  for (int i = 0; i < tree->count; i++) {
    for (int k = 0; has_body[i] && k < LINK_PARAMETERS; k++) {
      LinkInertia unit = regressor_unit(k, equations->pool);
      const char *label = arena_format(equations->arena, "%s%d", link_parameter_letters(k), i + 1);
      const Expr *value = link_parameter(&tree->links[i].inertia, k);
      regressor_response(&motion, i, &unit, regressor_add(regressor, label, value));
    }
  }
}

// ---- friction and rotors

static const Expr *torque_on(Derivation *derivation, int coordinate)
{
  const ActionList *list = derivation_actions(derivation);
  const Expr *torque = expr_integer(derivation->equations->pool, 0);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    bool acts = action->force->kind == FORCE_TORQUE && action->force->coordinate == coordinate;
    if (acts && !action->is_drive) torque = sum(torque, action_amount(derivation, action));
  }
  return torque;
}

// Adds the column of `value` times `factor` if there is one; returns the remaining torque.
static const Expr *add_part(Regressor *regressor, const char *letters, int coordinate,
                            const Expr *value, const Expr *factor, const Expr *torque)
{
  if (is_zero(value) || value->form->stage > STAGE_PARAMETER) return torque;
  const char *label = arena_format(regressor->values.arena, "%s%d", letters, coordinate + 1);
  regressor_add(regressor, label, value)[coordinate] = factor;
  return sum(torque, product(value, factor));
}

void regressor_add_friction(Derivation *derivation, Regressor *regressor)
{
  const Equations *equations = derivation->equations;
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Expr *speed = speed_of(equations, i), *acceleration = acceleration_of(equations, i);
    const Expr *torque = torque_on(derivation, i);
    if (is_zero(torque)) continue;
    const Expr *viscous = negative(expr_derivative(torque, speed));
    torque = add_part(regressor, "FV", i, viscous, speed, torque);
    const Expr *backwards = negative(speed);
    const Expr *odd = half(difference(torque, expr_substitute(torque, &speed, &backwards, 1)));
    const Expr *sign = expr_call(OP_SIGN, speed);
    const Expr *dry = negative(quotient(odd, sign));
    torque = add_part(regressor, "FS", i, dry, sign, torque);
    const Expr *rotor = negative(expr_derivative(torque, acceleration));
    add_part(regressor, "IA", i, rotor, acceleration, torque);
  }
}

// ---- quantities

Matrix regressor_matrix(const Regressor *regressor)
{
  Matrix columns = regressor->columns;
  columns.rows = regressor->count;
  return matrix_transpose(columns);
}

Matrix regressor_values(const Regressor *regressor)
{
  Matrix values = regressor->values;
  values.rows = regressor->count;
  return values;
}

bool regressor_put(Derivation *derivation, const char *key, bool is_matrix,
                   const Regressor *regressor, Text *why)
{
  if (regressor->count == 0) {
    text_put(why, "no moving link carries a body: there are no parameters");
    return false;
  }
  Quantity quantity = { .key = key };
  *(is_matrix ? &quantity.column_labels : &quantity.labels) = regressor->labels;
  equations_put(derivation->equations, quantity,
                is_matrix ? regressor_matrix(regressor) : regressor_values(regressor));
  return true;
}

bool derive_regressor(Derivation *derivation, const char *key, Text *why)
{
  Regressor regressor = regressor_new(derivation, derivation_links(derivation));
  add_links(derivation, &regressor);
  regressor_add_friction(derivation, &regressor);
  return regressor_put(derivation, key, strcmp(key, "Y") == 0, &regressor, why);
}

bool derive_regressor_rest(Derivation *derivation, const char *key, Text *why)
{
  Matrix outer = outer_forces(derivation, why);
  if (!outer.at) return false;
  Regressor friction = regressor_new(derivation, derivation_links(derivation));
  regressor_add_friction(derivation, &friction);
  Matrix known = matrix_mul(regressor_matrix(&friction), regressor_values(&friction));
  return derivation_put(derivation, key, matrix_sub(outer, known));
}
