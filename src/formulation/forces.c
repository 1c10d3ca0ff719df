// forces.c -- generalised forces of everything that acts, by virtual power.
//
//   force f at P of frame F       Q_i = f . dv_P/dqd_i
//   moment N on F                 Q_i = N . dw_F/dqd_i
//   spring between P and Q        Q_i = - (f / l) r . dr/dq_i,   r from P to Q, l = |r|,
//                                 f = k (l - l0) + c dl/dt
//   torque on a coordinate        itself
//
// A torque that holds a free input is a drive: what drives must supply is what inverse dynamics
// answers, so they are kept apart (Qu). Torques that are proportional to accelerations (the rotor
// of a motor) are inertia: they go to the mass matrix (Ma) and to the kinetic energy.
//
//   M qdd + h + G = tau + Qe + Qu,   M and T with Ma
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static const Expr *symbol_of(const Scene *scene, int i)
{
  return scene->equations->coordinates[i].symbol;
}

// ---- virtual power

// Adds f . dv/dqd_i for every coordinate.
static void add_power(const Scene *scene, Vec3 f, Vec3 v, const Expr *Q[])
{
  for (int i = 0; i < scene->equations->coordinate_count; i++) {
    Vec3 partial = vec3_partial(v, speed_of(scene->equations, i));
    Q[i] = sum(Q[i], vec3_dot(f, partial));
  }
}

Vec3 force_vector(Scene *scene, const Force *force)
{
  Vec3 vector;
  for (int i = 0; i < 3; i++)
    vector.at[i] = scene_expression(scene, force->vector.at[i]);
  return vector;
}

// `vector`, given in the axes of one frame, in those of another.
static Vec3 vector_in(Scene *scene, const Force *force, int frame)
{
  Pool *pool = scene->equations->pool;
  Vec3 vector = force_vector(scene, force);
  if (force->axes == frame) return vector;
  FrameMotion motion = kinematics_between(scene->mechanism, pool, force->axes, frame);
  return mat3_mul_vec(motion.R_GF, vector);
}

static void add_moment(Scene *scene, const Force *force, const Expr *Q[])
{
  const FrameMotion *motions = scene_motions(scene);
  add_power(scene, vector_in(scene, force, force->frame), motions[force->frame].w_F, Q);
  if (force->second_frame == FRAME_GROUND) return;
  Vec3 reaction = vec3_neg(vector_in(scene, force, force->second_frame));
  add_power(scene, reaction, motions[force->second_frame].w_F, Q);
}

// The reaction acts at the same place of space.
static void add_force(Scene *scene, const Force *force, const Expr *Q[])
{
  Pool *pool = scene->equations->pool;
  const FrameMotion *motions = scene_motions(scene);
  Vec3 r_F = vec3_copy(pool, force->position_F);
  Vec3 f = vector_in(scene, force, force->frame);
  add_power(scene, f, point_velocity_F(&motions[force->frame], r_F), Q);
  int second = force->second_frame;
  if (second == FRAME_GROUND) return;
  FrameMotion between = kinematics_between(scene->mechanism, pool, force->frame, second);
  Vec3 r_S = point_position_G(&between, r_F);
  Vec3 reaction = vec3_neg(vector_in(scene, force, second));
  add_power(scene, reaction, point_velocity_F(&motions[second], r_S), Q);
}

const Expr *spring_density(Scene *scene, const Force *force, Vec3 r)
{
  const Expr *zero = expr_integer(scene->equations->pool, 0);
  const Expr *stiffness = force->stiffness ? scene_expression(scene, force->stiffness) : zero;
  const Expr *damping = force->damping ? scene_expression(scene, force->damping) : zero;
  const Expr *rest = force->length ? scene_expression(scene, force->length) : zero;
  const Expr *squared = vec3_dot(r, r);
  const Expr *density = stiffness;
  if (!is_zero(rest)) {
    const Expr *length = expr_call(OP_SQRT, squared);
    density = difference(density, product(stiffness, quotient(rest, length)));
  }
  if (is_zero(damping)) return density;
  const Expr *half_rate = half(expr_time_derivative(squared));
  return sum(density, product(damping, quotient(half_rate, squared)));
}

// From the first place to the second, in the axes of the first frame.
static Vec3 spring_line(Scene *scene, const Force *force)
{
  Pool *pool = scene->equations->pool;
  FrameMotion between =
      kinematics_between(scene->mechanism, pool, force->second_frame, force->frame);
  Vec3 second = point_position_G(&between, vec3_copy(pool, force->second_position));
  return vec3_sub(second, vec3_copy(pool, force->position_F));
}

Vec3 spring_pull(Scene *scene, const Force *force)
{
  Vec3 r = spring_line(scene, force);
  return vec3_scale(spring_density(scene, force, r), r);
}

static void add_spring(Scene *scene, const Force *force, const Expr *Q[])
{
  Vec3 r = spring_line(scene, force);
  const Expr *density = spring_density(scene, force, r);
  for (int i = 0; i < scene->equations->coordinate_count; i++) {
    const Expr *part = vec3_dot(r, vec3_partial(r, symbol_of(scene, i)));
    Q[i] = difference(Q[i], product(density, part));
  }
}

bool force_is_drive(const Scene *scene, const Force *force)
{
  if (force->kind != FORCE_TORQUE) return false;
  for (int i = 0; i < scene->mechanism->input_count; i++) {
    const Input *input = &scene->mechanism->inputs[i];
    bool is_free = !input->value && !input->table;
    if (is_free && expr_depends_on(force->amount, input->symbol)) return true;
  }
  return false;
}

// Sums those that are drives, or those that are not.
static void add_forces(Scene *scene, bool drives, const Expr *Q[])
{
  const Mechanism *mechanism = scene->mechanism;
  Pool *pool = scene->equations->pool;
  for (int i = 0; i < scene->equations->coordinate_count; i++)
    Q[i] = expr_integer(pool, 0);
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force_is_drive(scene, force) != drives) continue;
    switch (force->kind) {
    case FORCE_TORQUE:
      Q[force->coordinate] = sum(Q[force->coordinate], scene_expression(scene, force->amount));
      break;
    case FORCE_AT_POINT: add_force(scene, force, Q); break;
    case FORCE_MOMENT: add_moment(scene, force, Q); break;
    case FORCE_SPRING: add_spring(scene, force, Q); break;
    }
  }
}

// ---- quantities

// Constant and symmetric: then it is an inertia, with an energy.
static bool is_inertia(const Equations *equations, const Expr *const Ma[], Text *why)
{
  int n = equations->coordinate_count;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      bool is_symmetric = Ma[i * n + j] == Ma[j * n + i];
      if (is_symmetric && Ma[i * n + j]->form->stage < STAGE_TIME) continue;
      text_format(why,
                  "the torque on %s depends on the acceleration of %s, but not as an inertia does: "
                  "by a factor that is constant and the same the other way round",
                  equations->coordinates[i].name, equations->coordinates[j].name);
      return false;
    }
  }
  return true;
}

bool derive_added_inertia(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr **Q = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **inertia = ARENA_ARRAY(equations->arena, const Expr *, n *n);
  add_forces(scene, false, Q);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      inertia[i * n + j] = negative(expr_derivative(Q[i], acceleration_of(equations, j)));
  }
  if (!is_inertia(equations, inertia, why)) return false;
  const Expr **Ma =
      add_matrix(equations, key, "added_inertia", "inertia of torques against acceleration", true);
  for (int i = 0; i < n * n; i++)
    Ma[i] = inertia[i];
  return true;
}

bool derive_applied_forces(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = scene_quantity(scene, "Ma", why);
  if (!Ma) return false;
  const Expr **Qe = add_vector(equations, key, "applied_forces",
                               "generalised forces of what acts, without drives");
  add_forces(scene, false, Qe);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      Qe[i] = sum(Qe[i], product(Ma[i * n + j], acceleration_of(equations, j)));
  }
  return true;
}

bool derive_drives(Scene *scene, const char *key, Text *why)
{
  (void)why;
  const Expr **Qu = add_vector(scene->equations, key, "drive_forces",
                               "generalised forces of the drives, torques with inputs");
  add_forces(scene, true, Qu);
  return true;
}
