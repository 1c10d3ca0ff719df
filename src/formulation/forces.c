// forces.c -- the list of applied forces, and their generalised forces by virtual power.
//
//   force f at P of frame F       Q_i = f . dv_P/dqd_i
//   moment N on F                 Q_i = N . dw_F/dqd_i
//   torque on a coordinate        itself
//
// If time moves frames, the same forces have an additional power: that of v with all speeds zero.
//
// A torque that contains a free input is a drive. The effort of the drives is the result of inverse
// dynamics, so drives are kept separate (Qu). Torques proportional to accelerations (the rotor of a
// motor) are inertia: they are added to the mass matrix (Ma) and to the kinetic energy.
//
//   M qdd + h + G = tau + Qe + Qu,   M and T with Ma
// SPDX-License-Identifier: MIT
#include "formulation/forces.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

// ---- lengths

static void add_roots(Derivation *derivation, const Expr *e, const Expr *roots[], int *count,
                      int most)
{
  Steps steps = steps_of(&e, 1);
  for (int i = 0; i < steps.count && *count < most; i++) {
    const Step *step = &steps.at[i];
    if (step->op != OP_SQRT) continue;
    roots[(*count)++] = expr_copy(derivation->equations->pool, steps.at[step->arg[0]].node);
  }
  steps_free(&steps);
}

// Positions are expressed in the axes of ground, so many terms of the distance between two bodies
// cancel. Copies of the squared distance would not be simplified later; its node gets the short
// form before other expressions are built from it.
void derivation_shorten_roots(Derivation *derivation)
{
  enum { MAX_ROOTS = 64 };
  const Mechanism *mechanism = derivation->mechanism;
  if (derivation->has_short_roots || derivation->skip_shortening) return;
  derivation->has_short_roots = true;
  const Expr *roots[MAX_ROOTS];
  int count = 0;
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    for (int i = 0; i < 3 && force->kind != FORCE_TORQUE; i++)
      add_roots(derivation, force->vector.at[i], roots, &count, MAX_ROOTS);
  }
  for (int k = 0; k < mechanism->energy_count; k++)
    add_roots(derivation, mechanism->energies[k].value, roots, &count, MAX_ROOTS);
  entries_shorten(roots, count);
}

// ---- the list

static bool is_drive(const Mechanism *mechanism, const Force *force)
{
  if (force->kind != FORCE_TORQUE) return false;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (input_is_free(input) && expr_depends_on(force->amount, input->symbol)) return true;
  }
  return false;
}

const ActionList *derivation_actions(Derivation *derivation)
{
  if (derivation->actions) return derivation->actions;
  const Mechanism *mechanism = derivation->mechanism;
  ActionList *list = ARENA_NEW(derivation->equations->arena, ActionList);
  list->at = ARENA_ARRAY(derivation->equations->arena, Action, 2 * mechanism->force_count);
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    list->at[list->count++] =
        (Action){ .force = force, .frame = force->frame, .is_drive = is_drive(mechanism, force) };
    if (force->kind == FORCE_TORQUE) continue;
    list->at[list->count++] =
        (Action){ .force = force, .frame = force->second_frame, .is_reaction = true };
  }
  derivation->actions = list;
  return list;
}

const Expr *action_amount(Derivation *derivation, const Action *action)
{
  return derivation_expression(derivation, action->force->amount);
}

Vec3 action_vector(Derivation *derivation, const Action *action)
{
  derivation_shorten_roots(derivation);
  Vec3 vector;
  for (int i = 0; i < 3; i++)
    vector.at[i] = derivation_expression(derivation, action->force->vector.at[i]);
  return vector;
}

// ---- virtual power

// Returns the factor of a product with the highest operation count.
static const Expr *longest_factor(const Expr *e)
{
  switch (e->form->op) {
  case OP_NEG:
  case OP_DIV: return longest_factor(e->form->arg[0]);
  case OP_MUL: {
    const Expr *a = longest_factor(e->form->arg[0]), *b = longest_factor(e->form->arg[1]);
    return a->form->cost >= b->form->cost ? a : b;
  }
  default: return e;
  }
}

// A force along a line is a scalar factor times the direction, which remains short when it is
// rotated separately. Returns false if the components have no long common factor.
static bool split_line(Vec3 vector, const Expr **factor, Vec3 *line)
{
  *factor = integer(vector.at[0], 0);
  for (int i = 0; i < 3; i++) {
    const Expr *longest = longest_factor(vector.at[i]);
    if (longest->form->cost > (*factor)->form->cost) *factor = longest;
  }
  if ((*factor)->form->stage <= STAGE_PARAMETER) return false;
  for (int i = 0; i < 3; i++) {
    line->at[i] = quotient(vector.at[i], *factor);
    bool is_long = line->at[i]->form->cost >= (*factor)->form->cost;
    if (is_long && !is_zero(line->at[i])) return false;
  }
  return true;
}

// The force or moment that an action exerts on its frame, in the axes of that frame.
static Vec3 vector_on_frame(Derivation *derivation, const Action *action)
{
  int axes = action->force->axes;
  Vec3 vector = action_vector(derivation, action), line;
  const Expr *factor;
  if (axes != action->frame) {
    Mat3 R =
        pose_of_frame(derivation->mechanism, derivation->equations->pool, axes, action->frame).R;
    bool is_pull = split_line(vector, &factor, &line);
    vector = mat3_mul_vec(R, is_pull ? line : vector);
    if (is_pull) {
      derivation_shorten(derivation, vector.at, 3);
      derivation_shorten(derivation, &factor, 1);
      vector = vec3_scale(factor, vector);
    }
  }
  return action->is_reaction ? vec3_neg(vector) : vector;
}

Vec3 action_velocity(Derivation *derivation, const Action *action)
{
  const FrameMotion *motion = &derivation_motions(derivation)[action->frame];
  if (action->force->kind == FORCE_MOMENT) return motion->w_F;
  Pool *pool = derivation->equations->pool;
  Vec3 place = vec3_copy(pool, action->force->position_F);
  if (!action->is_reaction) return point_velocity_F(motion, place);
  Pose between = pose_of_frame(derivation->mechanism, pool, action->force->frame, action->frame);
  return point_velocity_F(motion, pose_apply(between, place));
}

void action_add(Derivation *derivation, const Action *action, Matrix Q)
{
  if (action->force->kind == FORCE_TORQUE) {
    const Expr **entry = &Q.at[action->force->coordinate];
    *entry = sum(*entry, action_amount(derivation, action));
    return;
  }
  if (action->frame == FRAME_GROUND) return;
  Vec3 v = action_velocity(derivation, action);  // first, so that angles are added in tree order
  Vec3 f = vector_on_frame(derivation, action);
  for (int i = 0; i < Q.rows; i++) {
    Vec3 partial = vec3_partial(v, speed_of(derivation->equations, i));
    Q.at[i] = sum(Q.at[i], vec3_dot(f, partial));
  }
}

// Generalised forces by coordinate, either of the drives or of all other actions.
static Matrix forces_of(Derivation *derivation, bool drives)
{
  const ActionList *list = derivation_actions(derivation);
  Matrix Q = derivation_zeros(derivation, derivation->equations->coordinate_count, 1);
  for (int k = 0; k < list->count; k++) {
    if (list->at[k].is_drive == drives) action_add(derivation, &list->at[k], Q);
  }
  return Q;
}

// The power of an action if all coordinates are at rest and time moves frames.
static const Expr *action_time_power(Derivation *derivation, const Action *action)
{
  bool is_still = action->force->kind == FORCE_TORQUE || action->frame == FRAME_GROUND;
  if (is_still || !frame_driven_by_time(derivation->mechanism))
    return expr_integer(derivation->equations->pool, 0);
  Vec3 v = action_velocity(derivation, action);
  without_speeds(derivation->equations, v.at, 3);
  return vec3_dot(vector_on_frame(derivation, action), v);
}

const Expr *power_along_time(Derivation *derivation)
{
  const ActionList *list = derivation_actions(derivation);
  const Expr *power = expr_integer(derivation->equations->pool, 0);
  for (int k = 0; k < list->count; k++)
    power = sum(power, action_time_power(derivation, &list->at[k]));
  return power;
}

const Expr *power_of_force(Derivation *derivation, const Force *force)
{
  const ActionList *list = derivation_actions(derivation);
  const Equations *equations = derivation->equations;
  Matrix Q = derivation_zeros(derivation, equations->coordinate_count, 1);
  const Expr *power = expr_integer(equations->pool, 0);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    if (action->force != force) continue;
    action_add(derivation, action, Q);
    power = sum(power, action_time_power(derivation, action));
  }
  without_accelerations(equations, Q.at, Q.rows);
  for (int i = 0; i < Q.rows; i++)
    power = sum(power, product(Q.at[i], speed_of(equations, i)));
  return power;
}

// ---- quantities

// Returns true if Ma is constant and symmetric and the rest is free of accelerations: only then is
// it an inertia with a kinetic energy. (The derivative of sign(q'') is 0.)
static bool is_inertia(const Equations *equations, Matrix Ma, Matrix rest, Text *why)
{
  for (int i = 0; i < Ma.rows; i++) {
    for (int j = 0; j < Ma.rows; j++) {
      bool is_symmetric = matrix_get(Ma, i, j) == matrix_get(Ma, j, i);
      if (is_symmetric && matrix_get(Ma, i, j)->form->stage < STAGE_TIME) continue;
      text_format(why,
                  "the torque on %s depends on the acceleration of %s, but not as an inertia does: "
                  "by a factor that is constant and the same the other way round",
                  equations->coordinates[i].name, equations->coordinates[j].name);
      return false;
    }
  }
  Matrix at_rest = matrix_copy(rest);
  without_accelerations(equations, at_rest.at, rest.rows);
  for (int i = 0; i < rest.rows; i++) {
    if (rest.at[i] == at_rest.at[i]) continue;
    text_format(
        why,
        "the torque on %s depends on accelerations, but not as an inertia does: by constant "
        "factors",
        equations->coordinates[i].name);
    return false;
  }
  return true;
}

bool derive_added_inertia(Derivation *derivation, const char *key, Text *why)
{
  Matrix Q = forces_of(derivation, false), qdd = acceleration_column(derivation);
  Matrix Ma = matrix_neg(matrix_jacobian(Q, qdd));
  Matrix rest = matrix_add(Q, matrix_mul(Ma, qdd));
  return is_inertia(derivation->equations, Ma, rest, why) && derivation_put(derivation, key, Ma);
}

bool derive_applied_forces(Derivation *derivation, const char *key, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return false;
  Matrix inertia = matrix_mul(Ma, acceleration_column(derivation));
  return derivation_put(derivation, key, matrix_add(forces_of(derivation, false), inertia));
}

bool derive_drives(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  return derivation_put(derivation, key, forces_of(derivation, true));
}

Matrix outer_forces(Derivation *derivation, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  Matrix Qe = Ma.at ? derivation_matrix(derivation, "Qe", why) : Ma;
  if (!Qe.at) return Qe;
  return matrix_sub(matrix_mul(Ma, acceleration_column(derivation)), Qe);
}
