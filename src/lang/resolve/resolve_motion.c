// resolve_motion.c -- builds the law of a motion from its options, and rejects motions that no
// actuator can follow.
//
// The duration is given by `in`, or it follows from the limits `velocity`, `acceleration` and
// `jerk`. If both are given, the limits are checked.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "symbolic/calculus/motion_law.h"

#include <string.h>

static const char *const LIMITS[MOTION_ORDERS] = { "velocity", "acceleration", "jerk" };

static const Expr *value_of(const Task *task, const char *name)
{
  const TaskOption *option = task_option(task, name);
  return option ? option->values[0] : NULL;
}

// ---- the plan

// from, through, to
static const Expr **stations_of(Resolver *resolver, const Task *task, int coordinate, int *count)
{
  const TaskOption *through = task_option(task, "through");
  int between = through ? through->value_count : 0;
  const Expr *from = value_of(task, "from");
  if (!from) from = coordinate_start(&resolver->mechanism->coordinates[coordinate]);
  const Expr **waypoints = ARENA_ARRAY(resolver->scratch, const Expr *, between + 2);
  *count = 0;
  waypoints[(*count)++] = from;
  for (int i = 0; i < between; i++)
    waypoints[(*count)++] = through->values[i];
  waypoints[(*count)++] = value_of(task, "to");
  return waypoints;
}

static void read_limits(const Task *task, MotionPlan *plan)
{
  for (int i = 0; i < MOTION_ORDERS; i++)
    plan->limits[i] = value_of(task, LIMITS[i]);
}

static MotionPlan plan_of(Resolver *resolver, const Task *task, int coordinate)
{
  const Expr *start = value_of(task, "at");
  MotionPlan plan = { .law = task->word,
                      .start = start ? start : expr_integer(resolver->pool, 0),
                      .duration = value_of(task, "in"),
                      .ramp = value_of(task, "ramp") };
  const TaskOption *times = task_option(task, "time");
  if (times) plan.times = times->values;
  plan.waypoints = stations_of(resolver, task, coordinate, &plan.station_count);
  read_limits(task, &plan);
  return plan;
}

// ---- checks

static bool check_parts(Resolver *resolver, const Task *task, bool has_speed)
{
  bool has_time = task_option(task, "in") || has_speed;
  for (int i = 0; i < MOTION_ORDERS; i++)
    has_time = has_time || task_option(task, LIMITS[i]);
  if ((task_option(task, "to") || task_option(task, "rotated")) && has_time) return true;
  return resolver_error(resolver, task->span, "such as 'quintic from 0 to 90 deg in 2 s'",
                        "a motion needs 'to' and 'in': where and in what time");
}

static bool check_positive(Resolver *resolver, const Task *task)
{
  static const char *const NAMES[] = { "in", "ramp", "velocity", "acceleration", "jerk" };
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    const TaskOption *option = task_option(task, NAMES[i]);
    if (!option || !(mechanism_default_value(resolver->mechanism, option->values[0]) <= 0))
      continue;
    return resolver_error(resolver, option->span, NULL, "'%s' is positive", option->name);
  }
  return true;
}

static bool check_ramp(Resolver *resolver, const Task *task, const MotionPlan *plan)
{
  const TaskOption *option = task_option(task, "ramp");
  if (!option) return true;
  if (!motion_has_ramp(plan->law))
    return resolver_error(resolver, option->span, "trapezoid, s_curve and sin2 have",
                          "a %s has no ramp: it speeds up all the way", plan->law);
  if (!plan->duration) {
    return resolver_error(resolver, option->span, "add 'in' and the time that it takes",
                          "with 'ramp' a motion needs 'in'");
  }
  const Expr *duration = motion_duration(plan, 0);
  double ramp = mechanism_default_value(resolver->mechanism, plan->ramp);
  double step = mechanism_default_value(resolver->mechanism, duration);
  if (!(2 * ramp > step * (1 + 1e-12)) && plan->ramp != duration) return true;
  return resolver_error(resolver, option->span,
                        "a ramp is at most half of the time from stop to stop",
                        "to speed up and to slow down takes more time than there is");
}

static bool check_bounds(Resolver *resolver, const Task *task, const MotionPlan *plan)
{
  for (int i = 0; i < MOTION_ORDERS; i++) {
    if (!plan->limits[i] || motion_is_bounded(plan->law, i)) continue;
    return resolver_error(resolver, task_option(task, LIMITS[i])->span,
                          "s_curve and sin2 keep it small", "the %s of a %s has no bound",
                          LIMITS[i], plan->law);
  }
  return true;
}

// Limits cannot determine the duration of a segment between equal waypoints.
static bool check_time(Resolver *resolver, const Task *task, const MotionPlan *plan)
{
  for (int i = 1; i < plan->station_count && !plan->duration; i++) {
    if (plan->waypoints[i] != plan->waypoints[i - 1]) continue;
    return resolver_error(
        resolver, task->span, "add 'in' and the time that it takes",
        "a part of the motion goes nowhere: limits do not say how long that takes");
  }
  return true;
}

// Checks the limits numerically if `in` and limits are both given.
static bool check_limits(Resolver *resolver, const Task *task, const MotionPlan *plan)
{
  bool has_limit = plan->limits[0] || plan->limits[1] || plan->limits[2];
  if (!plan->duration || !has_limit || motion_is_spline(plan->law)) return true;
  for (int k = 0; k < (plan->station_count - 1) * MOTION_ORDERS; k++) {
    int step = k / MOTION_ORDERS, order = k % MOTION_ORDERS;
    if (!plan->limits[order]) continue;
    const Expr *peak = motion_peak(plan, step, order);
    double reached = mechanism_default_value(resolver->mechanism, peak);
    double limit = mechanism_default_value(resolver->mechanism, plan->limits[order]);
    if (!(reached > limit * (1 + 1e-12))) continue;
    const char *hint =
        arena_format(resolver->scratch, "in SI units, the motion reaches %.4g", reached);
    return resolver_error(resolver, task_option(task, LIMITS[order])->span, hint,
                          "the motion needs more %s than that in its time", LIMITS[order]);
  }
  return true;
}

// Checks the times of the waypoints, which must increase; a spline requires a duration.
static bool check_steps(Resolver *resolver, const Task *task, const MotionPlan *plan)
{
  const TaskOption *times = task_option(task, "time");
  if (motion_is_spline(plan->law) && !plan->duration) {
    return resolver_error(resolver, task->span,
                          "'bielle trajectory --shortest' finds the least one",
                          "a spline needs 'in': the time that it takes");
  }
  if (!times) return true;
  bool is_good = plan->duration && times->value_count == plan->station_count - 2;
  for (int i = 0; is_good && i < plan->station_count - 1; i++)
    is_good = !(mechanism_default_value(resolver->mechanism, motion_duration(plan, i)) <= 0);
  if (is_good) return true;
  return resolver_error(resolver, times->span,
                        "one for each value of 'through', from the start to 'in'",
                        "the times of the motion do not fit");
}

// Reports options that belong to other kinds of motion.
static bool check_options(Resolver *resolver, const Task *task, const char *const others[])
{
  for (int i = 0; others[i]; i++) {
    const TaskOption *option = task_option(task, others[i]);
    if (!option) continue;
    return resolver_error(resolver, option->span, NULL, "a %s has no '%s'", task->word, others[i]);
  }
  return true;
}

void check_cartesian_path(Resolver *resolver, const Task *task)
{
  static const char *const OTHERS[] = { "file", "column", "time", NULL };
  const TaskOption *method = task_option(task, "method");
  bool is_arc = strcmp(task->word, "arc") == 0;
  if (!check_options(resolver, task, OTHERS) || !check_parts(resolver, task, false)) return;
  if (!check_positive(resolver, task)) return;
  if (is_arc != (task_option(task, "through") && task_option(task, "to"))) {
    resolver_error(resolver, task->span, "such as 'arc through [1, 1, 0] m to [0, 2, 0] m in 2 s'",
                   is_arc ? "an arc needs 'through' and 'to'"
                          : "a line goes straight: it has no 'through'");
    return;
  }
  if (method && !motion_law_is_rest_to_rest(method->text)) {
    resolver_error(resolver, method->span, "quintic, septic, trapezoid, bang_bang, s_curve or sin2",
                   "the law along a way is one from stop to stop");
    return;
  }
  const Expr *zero = expr_integer(resolver->pool, 0);
  MotionPlan plan = { .law = method ? method->text : "quintic",
                      .waypoints = (const Expr *const[]){ zero, expr_integer(resolver->pool, 1) },
                      .station_count = 2,
                      .start = zero,
                      .duration = value_of(task, "in"),
                      .ramp = value_of(task, "ramp") };
  read_limits(task, &plan);
  if (check_ramp(resolver, task, &plan)) check_bounds(resolver, task, &plan);
}

void resolve_motion_law(Resolver *resolver, Task *task, int coordinate)
{
  static const char *const OTHERS[] = { "rotated", "method", NULL };
  int joint = resolver->mechanism->coordinates[coordinate].joint;
  const Expr *speed = joint >= 0 ? resolver->mechanism->joints[joint].velocity : NULL;
  if (speed && expr_is_zero(speed)) speed = NULL;
  if (!check_options(resolver, task, OTHERS) || !check_parts(resolver, task, speed != NULL)) return;
  if (!check_positive(resolver, task)) return;
  MotionPlan plan = plan_of(resolver, task, coordinate);
  if (!plan.duration && !plan.limits[0]) plan.limits[0] = speed;
  if (!check_steps(resolver, task, &plan)) return;
  if (!check_ramp(resolver, task, &plan) || !check_bounds(resolver, task, &plan)) return;
  if (!check_time(resolver, task, &plan) || !check_limits(resolver, task, &plan)) return;
  task->law = motion_position(&plan);
  task->end = motion_end(&plan);
}
