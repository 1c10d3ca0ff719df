// trajectory_places.c -- points and frames that follow lines and arcs, as rows of Phi.
//
//   line    p(s) = p0 + s (p1 - p0)
//   arc     p(s) = c + r (e1 cos(phi s) + e2 sin(phi s)), the circle through three points
//   turn    R(s) = R0 exp(s theta [k]), the shortest rotation: equal to slerp of quaternions
//
// with s(t) a law of motion from 0 to 1. A point has a prescribed position, a frame also a
// prescribed orientation; rows that no coordinate changes (a planar arm never leaves its plane) are
// checked and omitted.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include "mechanism/default_value.h"
#include "mechanism/kinematics.h"
#include "symbolic/calculus/motion_law.h"
#include "rotation/rotation_values.h"
#include "base/vector.h"
#include "symbolic/algebra.h"

#include <math.h>
#include <string.h>

// Numbers this close to 0, 1 and -1 differ from them by rounding only.
static const double ROUND = 1e-14;
static const double NOTHING = 1e-9;  // of a length [m], and of an angle [rad]

typedef struct CartesianPath {
  double start[3], end[3];
  bool is_arc;
  double centre[3], across[2][3];  // of an arc; each vector has the length of its radius
  double arc;                      // angle of the arc
  RotationMatrix orientation;      // at the start
  double axis[3], angle;           // of the rotation, in the axes of the start orientation
} CartesianPath;

bool motion_is_of_place(const Task *task)
{
  return strcmp(task->word, "line") == 0 || strcmp(task->word, "arc") == 0;
}

// ---- start pose

// Fills the position and the rotation of the point or frame, twelve expressions.
static void put_pose(const Mechanism *mechanism, const FollowedMotion *motion,
                     const FrameMotion motions[], const Expr *out[12])
{
  Pose pose = motions[motion->frame].pose;
  Vec3 p =
      motion->point >= 0 ? pose_apply(pose, mechanism->points[motion->point].position_F) : pose.p;
  for (int i = 0; i < 3; i++)
    out[i] = p.at[i];
  for (int i = 0; i < 9; i++)
    out[3 + i] = pose.R.at[i / 3][i % 3];
}

static bool evaluate(TrajectoryWork *work, System *system, const Expr *const e[], int count,
                     double values[])
{
  static const char KEY[] = "place";
  const Expr **entries = ARENA_ARRAY(work->arena, const Expr *, count);
  for (int i = 0; i < count; i++)
    entries[i] = derivation_expression(system->derivation, e[i]);
  Quantity quantity = { .key = KEY, .rows = count, .columns = 1, .entries = entries };
  Equations equations = *system->equations;
  equations.quantities = &quantity;
  equations.quantity_count = 1;
  Evaluator evaluator = evaluator_new(&equations, work->arena, 1);
  evaluator_add(&evaluator, KEY, values);
  bool is_good = evaluator_compile(&evaluator, work->why);
  ProgramState state = work->state;
  state.q = work->q0;
  state.time = work->trajectory->begin;
  if (is_good) evaluator_evaluate(&evaluator, &state);
  evaluator_free(&evaluator);
  return is_good;
}

// ---- path

static double value_of(const TrajectoryWork *work, const Expr *e)
{
  return mechanism_value_with(work->trajectory->own, work->state.parameters, e);
}

static bool read_vector(const TrajectoryWork *work, const Task *task, const char *name,
                        double values[], int count)
{
  const TaskOption *option = task_option(task, name);
  if (!option || option->value_count != count) return false;
  for (int i = 0; i < count; i++)
    values[i] = value_of(work, option->values[i]);
  return true;
}

// Computes the circle through three points: relative to the first, the centre is (|a|^2 b - |b|^2
// a) x (a x b) / (2 |a x b|^2).
static bool plan_arc(TrajectoryWork *work, const FollowedMotion *motion, CartesianPath *way)
{
  double through[3] = { 0 }, a[3], b[3], n[3], mean[3], out[3];
  read_vector(work, motion->task, "through", through, 3);
  vector_add(through, -1, way->start, a);
  vector_add(way->end, -1, way->start, b);
  vector_cross(a, b, n);
  double area = vector_length(n), size = vector_length(a) * vector_length(b);
  if (!(area > NOTHING * size)) {
    return trajectory_fail(work, motion->task->span, "a line leads there, too",
                           "the arc of '%s' is none: start, 'through' and 'to' are on one line",
                           motion->task->name);
  }
  vector_scale(vector_dot(a, a), b, mean);
  vector_add(mean, -vector_dot(b, b), a, mean);
  vector_cross(mean, n, out);
  vector_add(way->start, 1 / (2 * area * area), out, way->centre);
  vector_add(way->start, -1, way->centre, way->across[0]);
  vector_scale(1 / area, n, n);
  vector_cross(n, way->across[0], way->across[1]);
  vector_add(way->end, -1, way->centre, out);
  way->arc = atan2(vector_dot(out, way->across[1]), vector_dot(out, way->across[0]));
  if (way->arc <= 0) way->arc += 2 * 3.14159265358979323846;
  way->is_arc = true;
  motion->place->length = way->arc * vector_length(way->across[0]);
  return true;
}

static void plan_turn(TrajectoryWork *work, const FollowedMotion *motion, CartesianPath *way)
{
  RotationMatrix end;
  double values[4];
  if (!read_vector(work, motion->task, "rotated", values, 4)) return;
  rotation_from_values((RotationForm){ .kind = ROTATION_QUATERNION }, values, &end);
  RotationMatrix back = rotation_inverse(&way->orientation);
  RotationMatrix turn = rotation_product(&back, &end);
  rotation_to_values(&turn, (RotationForm){ .kind = ROTATION_AXIS }, values);
  memcpy(way->axis, values, sizeof way->axis);
  way->angle = values[3] > NOTHING ? values[3] : 0;
  motion->place->angle = way->angle;
}

// ---- law along the path

static MotionPlan plan_of(const TrajectoryWork *work, const FollowedMotion *motion,
                          const Expr *waypoints[2])
{
  static const char *const LIMITS[MOTION_ORDERS] = { "velocity", "acceleration", "jerk" };
  const Task *task = motion->task;
  const TaskOption *law = task_option(task, "method"), *in = task_option(task, "in");
  const TaskOption *at = task_option(task, "at"), *ramp = task_option(task, "ramp");
  MotionPlan plan = { .law = law ? law->text : "quintic",
                      .waypoints = waypoints,
                      .station_count = 2,
                      .start = at ? at->values[0] : expr_integer(work->trajectory->own->pool, 0),
                      .duration = in ? in->values[0] : NULL,
                      .ramp = ramp ? ramp->values[0] : NULL };
  for (int i = 0; i < MOTION_ORDERS; i++) {
    const TaskOption *limit = task_option(task, LIMITS[i]);
    if (limit) plan.limits[i] = limit->values[0];
  }
  return plan;
}

// Returns the factor by which the limits along the path would lengthen its time.
static double demand_of(const TrajectoryWork *work, const MotionPlan *plan)
{
  double demand = 0;
  for (int order = 0; order < MOTION_ORDERS; order++) {
    if (!plan->limits[order]) continue;
    double ratio =
        value_of(work, motion_peak(plan, 0, order)) / value_of(work, plan->limits[order]);
    demand = fmax(demand, pow(ratio, 1.0 / (order + 1)));
  }
  return demand;
}

static bool plan_law(TrajectoryWork *work, FollowedMotion *motion)
{
  const CartesianPath *way = motion->way;
  Pool *pool = work->trajectory->own->pool;
  double length = motion->place->length > NOTHING ? motion->place->length : way->angle;
  if (!(length > NOTHING)) {
    return trajectory_fail(work, motion->task->span, NULL, "'%s' is where it is led to already",
                           motion->task->name);
  }
  const Expr *waypoints[2] = { expr_integer(pool, 0), trajectory_number(pool, length) };
  MotionPlan plan = plan_of(work, motion, waypoints);
  motion->part = quotient(motion_position(&plan), waypoints[1]);
  motion->duration = value_of(work, motion_duration(&plan, 0));
  motion->place->demand = demand_of(work, &plan);
  if (!plan.duration || motion->place->demand <= 1 + NOTHING ||
      work->trajectory->options.is_shortest)
    return true;
  return trajectory_fail(work, motion->task->span, "give it more time, or leave 'in' out",
                         "the way of '%s' is %.4g m: it needs %.4g times as long for its limits",
                         motion->task->name, motion->place->length, motion->place->demand);
}

// Rejects a path along a direction in which no coordinate moves the point.
static bool check_fixed(TrajectoryWork *work, const FollowedMotion *motion, const Expr *const e[3],
                        const double pose[12])
{
  static const char AXES[] = "xyz";
  const CartesianPath *way = motion->way;
  double size = NOTHING * (1 + vector_length(way->start) + vector_length(way->end));
  for (int i = 0; i < 3; i++) {
    bool is_led = fabs(way->start[i] - pose[i]) > size || fabs(way->end[i] - pose[i]) > size ||
                  (way->is_arc && hypot(way->across[0][i], way->across[1][i]) > size);
    if (e[i]->form->stage >= STAGE_POSITION || !is_led) continue;
    return trajectory_fail(work, motion->task->span, NULL,
                           "'%s' cannot be led there: no coordinate changes its %c, %.6g m",
                           motion->task->name, AXES[i], pose[i]);
  }
  return true;
}

static bool plan_place(TrajectoryWork *work, FollowedMotion *motion, const Expr *const e[3],
                       const double pose[12])
{
  TrajectoryPath *place = &work->trajectory->places[work->trajectory->place_count++];
  CartesianPath *way = ARENA_NEW(work->arena, CartesianPath);
  motion->way = way;
  *place = (TrajectoryPath){ .name = motion->task->name, .law = motion->task->word };
  motion->place = place;
  memcpy(way->start, pose, sizeof way->start);
  memcpy(&way->orientation, pose + 3, sizeof way->orientation);
  read_vector(work, motion->task, "from", way->start, 3);
  memcpy(way->end, way->start, sizeof way->end);
  read_vector(work, motion->task, "to", way->end, 3);
  double difference[3];
  vector_add(way->end, -1, way->start, difference);
  place->length = vector_length(difference);
  if (strcmp(motion->task->word, "arc") == 0 && !plan_arc(work, motion, way)) return false;
  plan_turn(work, motion, way);
  return check_fixed(work, motion, e, pose) && plan_law(work, motion);
}

bool trajectory_plan_places(TrajectoryWork *work, System *system)
{
  const Mechanism *own = work->trajectory->own;
  const FrameMotion *motions = kinematics_of(own, own->pool, work->arena);
  work->trajectory->places = ARENA_ARRAY(work->arena, TrajectoryPath, work->motion_count);
  for (int i = 0; i < work->motion_count; i++) {
    const Expr *pose[12];
    double values[12];
    if (work->motions[i].coordinate >= 0) continue;
    put_pose(own, &work->motions[i], motions, pose);
    if (!evaluate(work, system, pose, 12, values) ||
        !plan_place(work, &work->motions[i], pose, values)) {
      return false;
    }
  }
  return true;
}

// ---- rows

static const Expr *number(Pool *pool, double value)
{
  if (fabs(value - round(value)) < ROUND) return expr_integer(pool, (long)round(value));
  return trajectory_number(pool, value);
}

static const Expr *target(Pool *pool, const CartesianPath *way, const Expr *part, int i)
{
  if (!way->is_arc) {
    const Expr *distance = number(pool, way->end[i] - way->start[i]);
    return sum(number(pool, way->start[i]), product(distance, part));
  }
  const Expr *angle = product(number(pool, way->arc), part);
  const Expr *round_it = sum_of_products(number(pool, way->across[0][i]), expr_call(OP_COS, angle),
                                         number(pool, way->across[1][i]), expr_call(OP_SIN, angle));
  return sum(number(pool, way->centre[i]), round_it);
}

static void add_row(Mechanism *own, const FollowedMotion *motion, const char *what,
                    const Expr *residual)
{
  if (residual->form->stage < STAGE_POSITION) return;
  int count = own->constraint_count;
  Constraint *constraints = ARENA_ARRAY(own->arena, Constraint, count + 1);
  if (count > 0) memcpy(constraints, own->constraints, sizeof *constraints * (size_t)count);
  constraints[count] =
      (Constraint){ .name = arena_format(own->arena, "%s of %s", what, motion->task->name),
                    .residual = residual,
                    .span = motion->task->span };
  own->constraints = constraints;
  own->constraint_count++;
}

// Adds the orientation error about the axes of the target: half of R_e - R_e^T with R_e = R(s)^T R.
static void add_turns(Mechanism *own, const FollowedMotion *motion, Mat3 R)
{
  static const char *const ABOUT[] = { "turn about x", "turn about y", "turn about z" };
  const CartesianPath *way = motion->way;
  Pool *pool = own->pool;
  Mat3 wanted;
  Vec3 axis;
  for (int i = 0; i < 9; i++)
    wanted.at[i / 3][i % 3] = number(pool, way->orientation.at[i / 3][i % 3]);
  for (int i = 0; i < 3; i++)
    axis.at[i] = number(pool, way->axis[i]);
  if (way->angle > 0) {
    const Expr *angle = product(number(pool, way->angle), motion->part);
    wanted = mat3_mul(wanted, mat3_rotation(axis, angle));
  }
  Mat3 left = mat3_mul(mat3_transpose(wanted), R);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    add_row(own, motion, ABOUT[i], half(difference(left.at[k][j], left.at[j][k])));
  }
}

void trajectory_add_places(TrajectoryWork *work)
{
  static const char *const ALONG[] = { "x", "y", "z" };
  Mechanism *own = work->trajectory->own;
  const FrameMotion *motions = kinematics_of(own, own->pool, work->arena);
  for (int i = 0; i < work->motion_count; i++) {
    FollowedMotion *motion = &work->motions[i];
    const Expr *pose[12];
    if (motion->coordinate >= 0) continue;
    put_pose(own, motion, motions, pose);
    motion->first_row = own->constraint_count;
    for (int k = 0; k < 3; k++)
      add_row(own, motion, ALONG[k],
              difference(pose[k], target(own->pool, motion->way, motion->part, k)));
    motion->row_count = own->constraint_count - motion->first_row;
    if (motion->point < 0) add_turns(own, motion, motions[motion->frame].pose.R);
  }
}

void trajectory_see_places(TrajectoryWork *work)
{
  const ConstraintList *list = work->trajectory->system->rows;
  for (int m = 0; m < work->motion_count; m++) {
    FollowedMotion *motion = &work->motions[m];
    double distance = 0;
    for (int i = 0; motion->place && i < list->count; i++) {
      int row = list->equations[i].index - motion->first_row;
      bool is_own = list->equations[i].origin == ORIGIN_STATEMENT && row >= 0;
      if (is_own && row < motion->row_count) distance = hypot(distance, work->constraints.phi[i]);
    }
    if (motion->place) motion->place->error = fmax(motion->place->error, distance);
  }
}
