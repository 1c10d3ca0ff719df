// independent_coordinates.c -- expresses dependent coordinates as functions of the others.
//
// Loops and constraints with a closed-form solution are solved one after the other (closed_form.h).
// The coordinates that were described last and are not driven are preferred as dependent, so that
// the first crank, or the motor, remains. Of two solutions the one near the initial values is used.
// A torque A on a coordinate that became f(q) does the work A df, so that it acts on each q as A
// df/dq.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"
#include "mechanism/loop_residual.h"
#include "transform/closed_form.h"
#include "transform/transform.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "transform/solve.h"
#include "symbolic/steps.h"

#include <math.h>
#include <string.h>

// ---- equations to be solved

// Equations that are solved together.
typedef struct Closure {
  const char *sort;  // "loop", "constraint"
  const char *name;
  Span span;
  int index;
  const Expr *equations[MAX_EQUATIONS];
  int count;
} Closure;

typedef struct Reduction {
  Transform *transform;
  Elimination elimination;
  Closure *closures;
  int state_correction_count;
} Reduction;

// Adds an equation, unless it depends on no coordinate and vanishes up to the rounding of the
// description's decimals (`size`).
static void add_equation(const Transform *transform, Closure *closure, const Expr *e, double size)
{
  bool is_constant = e->form->stage < STAGE_POSITION;
  double value = is_constant ? mechanism_default_value(transform->mechanism, e) : NAN;
  if (!value_is_rounding(value, size)) closure->equations[closure->count++] = e;
}

// The equations of a loop in the axes of ground, without the direction in which it slides.
static void close_loop(const Transform *transform, const Loop *loop, Closure *closure)
{
  int k = transform->plane, u = (k + 1) % 3, v = (k + 2) % 3;
  Vec3 first = position_in(transform, loop->first.frame, FRAME_GROUND, loop->first.position_F);
  Vec3 second = position_in(transform, loop->second.frame, FRAME_GROUND, loop->second.position_F);
  Vec3 d = vec3_sub(second, first);
  double length = loop_length(transform->mechanism, loop);
  if (loop->kind != JOINT_REVOLUTE) {
    const Expr *angle = plane_angle(transform, loop->second.frame);
    angle = difference(angle, plane_angle(transform, loop->first.frame));
    add_equation(transform, closure, without_whole_turns(transform, angle), 1);
  }
  if (loop->kind == JOINT_PRISMATIC) {
    Vec3 seen =
        position_in(transform, loop->second.frame, loop->first.frame, loop->second.position_F);
    Vec3 across = vec3_cross(vec3_unit(transform->mechanism->pool, k), loop->axis);
    const Expr *gap = vec3_dot(across, vec3_sub(seen, loop->first.position_F));
    add_equation(transform, closure, gap, length);
    return;
  }
  add_equation(transform, closure, d.at[u], length);
  add_equation(transform, closure, d.at[v], length);
}

// Returns true if the constraint contains an Euler parameter. Such a constraint is kept, including
// norms: the four Euler parameters form one quaternion, and one as a function of the others has
// singular positions.
static bool holds_euler_parameter(const Mechanism *mechanism, const Constraint *constraint)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    if (!coordinate_is_euler_parameter(coordinate)) continue;
    if (expr_depends_on(constraint->residual, coordinate->q)) return true;
  }
  return false;
}

static bool reject(const Transform *transform, const Closure *closure, const char *why)
{
  diagnostics_add(transform->diagnostics, SEVERITY_ERROR, closure->span,
                  "--constraints partition solves it by numbers",
                  "the %s '%s' has no closed form: %s", closure->sort, closure->name, why);
  return false;
}

static bool list_closures(Reduction *reduction)
{
  const Transform *transform = reduction->transform;
  const Mechanism *mechanism = transform->mechanism;
  int room = mechanism->loop_count + mechanism->constraint_count;
  reduction->closures = ARENA_ARRAY(transform->scratch, Closure, room);
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    Closure *closure = &reduction->closures[reduction->state_correction_count++];
    *closure = (Closure){ .sort = "loop", .name = loop->name, .span = loop->span, .index = i };
    if (transform->plane < 0) return reject(transform, closure, "it is closed in space");
    close_loop(transform, loop, closure);
  }
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    if (constraint->norm || constraint_has_speeds(constraint) ||
        holds_euler_parameter(mechanism, constraint))
      continue;
    reduction->closures[reduction->state_correction_count++] =
        (Closure){ .sort = "constraint",
                   .name = constraint->name,
                   .span = constraint->span,
                   .index = i,
                   .equations = { constraint->residual },
                   .count = 1 };
  }
  return true;
}

// ---- order of elimination

static bool is_driven(const Mechanism *mechanism, int coordinate)
{
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind == FORCE_TORQUE && force->coordinate == coordinate) return true;
  }
  for (int k = 0; k < mechanism->task_count; k++) {
    const Task *task = &mechanism->tasks[k];
    if (task->kind == TASK_MOTION &&
        strcmp(task->name, coordinate_name(&mechanism->coordinates[coordinate])) == 0) {
      return true;
    }
  }
  return false;
}

static int *order_of_elimination(const Transform *transform)
{
  const Mechanism *mechanism = transform->mechanism;
  int n = mechanism->coordinate_count, count = 0;
  int *order = ARENA_ARRAY(transform->scratch, int, n);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = n - 1; i >= 0; i--) {
      if (is_driven(mechanism, i) == (pass == 1)) order[count++] = i;
    }
  }
  return order;
}

// ---- solving

// Warns that a solution was chosen arbitrarily, because without parameter values the initial
// configuration is unknown.
static void warn_of_start(Reduction *reduction, const Closure *closure)
{
  const Transform *transform = reduction->transform;
  bool has_values = true;
  for (int i = 0; i < transform->mechanism->parameter_count; i++)
    has_values = has_values && transform->mechanism->parameters[i].value;
  if (!reduction->elimination.is_blind || !has_values) return;
  reduction->elimination.is_blind = false;
  diagnostics_add(
      transform->diagnostics, SEVERITY_WARNING, closure->span,
      "give coordinates initial values at which it can be closed",
      "the %s '%s' cannot be closed at the initial values: of its two ways to be closed "
      "the first one is taken",
      closure->sort, closure->name);
}

// The reason why the remaining equations have no closed form.
static const char *reason_of(const Transform *transform, const Closure *closure)
{
  const Mechanism *mechanism = transform->mechanism;
  if (closure->equations[0]->form->stage < STAGE_POSITION)
    return "what is left of it holds no coordinate";
  for (int i = 0; i < closure->count * mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i / closure->count];
    const Expr *branch = expr_branch_of(closure->equations[i % closure->count], coordinate->q);
    if (!branch) continue;
    bool is_table = branch->form->op == OP_TABLE;
    return arena_format(transform->scratch,
                        "it holds '%s' of %s, and which branch holds is not known",
                        is_table ? branch->form->arg[1]->form->points.name
                                 : operator_info((Operator)branch->form->op)->text,
                        coordinate_name(coordinate));
  }
  return "its equations are not those of two bars, or of a bar and a slide";
}

// Solves what has a closed form, repeatedly, because a loop may depend on another.
static bool solve_all(Reduction *reduction)
{
  bool *is_solved =
      ARENA_ARRAY(reduction->transform->scratch, bool, reduction->state_correction_count);
  int open = reduction->state_correction_count, before = open + 1;
  while (open > 0 && open < before) {
    before = open;
    for (int c = 0; c < reduction->state_correction_count; c++) {
      Closure *closure = &reduction->closures[c];
      if (is_solved[c]) continue;
      is_solved[c] = eliminate(&reduction->elimination, closure->equations, &closure->count);
      warn_of_start(reduction, closure);
      open -= is_solved[c];
    }
  }
  for (int c = 0; c < reduction->state_correction_count; c++) {
    if (is_solved[c]) continue;
    const Closure *closure = &reduction->closures[c];
    return reject(reduction->transform, closure, reason_of(reduction->transform, closure));
  }
  return true;
}

// ---- result

static void remove_solved(Reduction *reduction)
{
  Mechanism *mechanism = reduction->transform->mechanism;
  bool *is_gone = ARENA_ARRAY(reduction->transform->scratch, bool, mechanism->constraint_count);
  for (int c = 0; c < reduction->state_correction_count; c++) {
    const Closure *closure = &reduction->closures[c];
    if (strcmp(closure->sort, "constraint") == 0) is_gone[closure->index] = true;
  }
  int kept = 0;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    if (!is_gone[i]) mechanism->constraints[kept++] = mechanism->constraints[i];
  }
  mechanism->constraint_count = kept;
  mechanism->loop_count = 0;
}

// Returns true if the definition uses none of the waiting ones.
static bool is_ready(const Definition *definition, const Definition waiting[], int count)
{
  const Expr *body = definition_body(definition);
  Steps steps = steps_of(&body, 1);
  bool is_good = true;
  for (int i = 0; i < count; i++)
    is_good = is_good && (&waiting[i] == definition || !steps_contain(&steps, waiting[i].value));
  steps_free(&steps);
  return is_good;
}

// Sorts definitions so that each follows those it uses.
static void sort_definitions(Definition definitions[], int count)
{
  for (int done = 0; done < count; done++) {
    int next = done;
    while (next < count - 1 && !is_ready(&definitions[next], definitions + done, count - done))
      next++;
    Definition definition = definitions[next];
    for (int i = next; i > done; i--)
      definitions[i] = definitions[i - 1];
    definitions[done] = definition;
  }
}

// Defines the eliminated coordinates under their names, so that results report them.
static void define_found(Reduction *reduction)
{
  Mechanism *mechanism = reduction->transform->mechanism;
  Elimination *elimination = &reduction->elimination;
  int count = elimination->found_count, old_count = mechanism->definition_count;
  Definition *definitions = ARENA_ARRAY(mechanism->arena, Definition, count + old_count);
  for (int k = 0; k < count; k++) {
    Found *found = &elimination->found[k];
    found->value = expr_name(found->name, found->value);
    definitions[k] = (Definition){ .name = found->name, .value = found->value };
    if (found->coordinate < 0) continue;
    definitions[k].span = mechanism->coordinates[found->coordinate].span;
  }
  sort_definitions(definitions, count);
  for (int i = 0; i < old_count; i++)
    definitions[count + i] = mechanism->definitions[i];
  mechanism->definitions = definitions;
  mechanism->definition_count = count + old_count;
}

// Distributes the torque to the remaining coordinates.
static void spread_torque(Reduction *reduction, int index)
{
  Transform *transform = reduction->transform;
  Mechanism *mechanism = transform->mechanism;
  Force torque = mechanism->forces[index];
  const Expr *value = eliminated_value(&reduction->elimination, torque.coordinate);
  bool is_first = true;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *share = expr_derivative(value, mechanism->coordinates[i].q);
    if (is_zero(share)) continue;
    Force part = torque;
    part.coordinate = i;
    part.amount = product(torque.amount, share);
    if (!part.said) part.said = torque.amount;
    if (is_first) {
      mechanism->forces[index] = part;
    } else {
      part.name = action_name(transform, torque.name);
      transform_add_force(transform, part);
    }
    is_first = false;
  }
}

static bool put_values(Reduction *reduction)
{
  Transform *transform = reduction->transform;
  Mechanism *mechanism = transform->mechanism;
  const Elimination *elimination = &reduction->elimination;
  Substitution known = substitution_new(mechanism, transform->scratch);
  define_found(reduction);
  int force_count = mechanism->force_count;
  for (int k = 0; k < force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind != FORCE_TORQUE) continue;
    if (elimination->is_gone[force->coordinate]) spread_torque(reduction, k);
  }
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (!elimination->is_gone[i]) continue;
    const Expr *value = eliminated_value(elimination, i);
    substitution_add_coordinate(&known, &mechanism->coordinates[i], value);
  }
  transform->reported = known;
  if (!carry_events(transform, elimination->is_gone)) return false;
  constrain_motions(transform, elimination->is_gone);
  mechanism_substitute(mechanism, &known);
  mechanism_remove_coordinates(mechanism, elimination->is_gone);
  return true;
}

bool independent_coordinates(Transform *transform)
{
  int attached = attach_free_frames(transform);
  if (attached < 0) return false;
  Reduction reduction = { .transform = transform };
  if (!list_closures(&reduction)) return false;
  if (reduction.state_correction_count == 0) {
    if (attached == 0)
      transform_note(transform, "no loop and no constraint determines any of them");
    return true;
  }
  reduction.elimination = elimination_new(transform, order_of_elimination(transform));
  if (!solve_all(&reduction)) return false;
  remove_solved(&reduction);
  return put_values(&reduction);
}
