// parametrise_minimal.c -- coordinates that loops determine become functions of the others.
//
// One loop or constraint after the other is solved where that has a closed form (closed_form.h).
// What a loop determines are by choice the coordinates that were described last and that nothing
// drives; so the first crank, or the motor, stays. Of two solutions the one near to the initial
// values is taken. A torque A on a coordinate that is now f(q) does the work A df, so it acts on
// each q by A df/dq.
// SPDX-License-Identifier: MIT
#include "mechanism/closed_form.h"
#include "mechanism/parametrise_impl.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "mechanism/solve.h"
#include "symbolic/steps.h"

#include <string.h>

// ---- what is to be solved

// Equations that are solved together.
typedef struct Closing {
  const char *sort;  // "loop", "constraint"
  const char *name;
  Span span;
  int index;
  const Expr *equations[MOST_EQUATIONS];
  int count;
} Closing;

typedef struct Reduction {
  Remake *remake;
  Elimination elimination;
  Closing *closings;
  int closing_count;
} Reduction;

// In the ground's axes, except what a slide leaves open.
static void close_loop(const Remake *remake, const Loop *loop, Closing *closing)
{
  int k = remake->plane, u = (k + 1) % 3, v = (k + 2) % 3;
  Vec3 first = position_in(remake, loop->first.frame, FRAME_GROUND, loop->first.position_F);
  Vec3 second = position_in(remake, loop->second.frame, FRAME_GROUND, loop->second.position_F);
  Vec3 d = vec3_sub(second, first);
  if (loop->kind != JOINT_REVOLUTE) {
    const Expr *angle = plane_angle(remake, loop->second.frame);
    angle = difference(angle, plane_angle(remake, loop->first.frame));
    closing->equations[closing->count++] = without_whole_turns(remake, angle);
  }
  if (loop->kind == JOINT_PRISMATIC) {
    Vec3 seen = position_in(remake, loop->second.frame, loop->first.frame, loop->second.position_F);
    Vec3 across = vec3_cross(vec3_unit(remake->mechanism->pool, k), loop->axis);
    closing->equations[closing->count++] = vec3_dot(across, vec3_sub(seen, loop->first.position_F));
    return;
  }
  closing->equations[closing->count++] = d.at[u];
  closing->equations[closing->count++] = d.at[v];
}

// The norm of a quaternion stays: it has no closed form without singular positions.
static bool is_norm(const Mechanism *mechanism, const Constraint *constraint)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    if (coordinate->kind != COORDINATE_NUMBER || coordinate->joint < 0) continue;
    if (expr_depends_on(constraint->residual, coordinate->q)) return true;
  }
  return false;
}

static bool refuse(const Remake *remake, const Closing *closing, const char *why)
{
  diagnostics_add(remake->diagnostics, SEVERITY_ERROR, closing->span,
                  "--constraints partition solves it by numbers",
                  "the %s '%s' has no closed form: %s", closing->sort, closing->name, why);
  return false;
}

static bool list_closings(Reduction *reduction)
{
  const Remake *remake = reduction->remake;
  const Mechanism *mechanism = remake->mechanism;
  int room = mechanism->loop_count + mechanism->constraint_count;
  reduction->closings = ARENA_ARRAY(remake->scratch, Closing, room);
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    Closing *closing = &reduction->closings[reduction->closing_count++];
    *closing = (Closing){ .sort = "loop", .name = loop->name, .span = loop->span, .index = i };
    if (remake->plane < 0) return refuse(remake, closing, "it is closed in space");
    close_loop(remake, loop, closing);
  }
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    if (constraint->has_speeds || is_norm(mechanism, constraint)) continue;
    reduction->closings[reduction->closing_count++] =
        (Closing){ .sort = "constraint",
                   .name = constraint->name,
                   .span = constraint->span,
                   .index = i,
                   .equations = { constraint->residual },
                   .count = 1 };
  }
  return true;
}

// ---- which coordinates go first

static bool is_driven(const Mechanism *mechanism, int coordinate)
{
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind == FORCE_TORQUE && force->coordinate == coordinate) return true;
  }
  for (int k = 0; k < mechanism->task_count; k++) {
    const Task *task = &mechanism->tasks[k];
    if (task->kind == TASK_MOTION &&
        strcmp(task->name, mechanism->coordinates[coordinate].name) == 0) {
      return true;
    }
  }
  return false;
}

static int *order_of_elimination(const Remake *remake)
{
  const Mechanism *mechanism = remake->mechanism;
  int n = mechanism->coordinate_count, count = 0;
  int *order = ARENA_ARRAY(remake->scratch, int, n);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = n - 1; i >= 0; i--) {
      if (is_driven(mechanism, i) == (pass == 1)) order[count++] = i;
    }
  }
  return order;
}

// ---- solving

// Without values of parameters nobody can tell where the mechanism starts.
static void warn_of_start(Reduction *reduction, const Closing *closing)
{
  const Remake *remake = reduction->remake;
  bool has_values = true;
  for (int i = 0; i < remake->mechanism->parameter_count; i++)
    has_values = has_values && remake->mechanism->parameters[i].value;
  if (!reduction->elimination.is_blind || !has_values) return;
  reduction->elimination.is_blind = false;
  diagnostics_add(
      remake->diagnostics, SEVERITY_WARNING, closing->span,
      "give coordinates initial values at which it can be closed",
      "the %s '%s' cannot be closed at the initial values: of its two ways to be closed "
      "the first one is taken",
      closing->sort, closing->name);
}

// Why the equations that are left have no closed form.
static const char *reason_of(const Remake *remake, const Closing *closing)
{
  const Mechanism *mechanism = remake->mechanism;
  if (closing->equations[0]->form->stage < STAGE_POSITION)
    return "what is left of it holds no coordinate";
  for (int i = 0; i < closing->count * mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i / closing->count];
    const Expr *branch = expr_branch_of(closing->equations[i % closing->count], coordinate->q);
    if (!branch) continue;
    bool is_table = branch->form->op == OP_TABLE;
    return arena_format(remake->scratch, "it holds '%s' of %s, and which branch holds is not known",
                        is_table ? branch->form->arg[1]->form->points.name
                                 : operator_info((Operator)branch->form->op)->text,
                        coordinate->name);
  }
  return "its equations are not those of two bars, or of a bar and a slide";
}

// Solves what it can, again and again: a loop may wait for another.
static bool solve_all(Reduction *reduction)
{
  bool *is_solved = ARENA_ARRAY(reduction->remake->scratch, bool, reduction->closing_count);
  int open = reduction->closing_count, before = open + 1;
  while (open > 0 && open < before) {
    before = open;
    for (int c = 0; c < reduction->closing_count; c++) {
      Closing *closing = &reduction->closings[c];
      if (is_solved[c]) continue;
      is_solved[c] = eliminate(&reduction->elimination, closing->equations, &closing->count);
      warn_of_start(reduction, closing);
      open -= is_solved[c];
    }
  }
  for (int c = 0; c < reduction->closing_count; c++) {
    if (is_solved[c]) continue;
    const Closing *closing = &reduction->closings[c];
    return refuse(reduction->remake, closing, reason_of(reduction->remake, closing));
  }
  return true;
}

// ---- the result

static void remove_solved(Reduction *reduction)
{
  Mechanism *mechanism = reduction->remake->mechanism;
  bool *is_gone = ARENA_ARRAY(reduction->remake->scratch, bool, mechanism->constraint_count);
  for (int c = 0; c < reduction->closing_count; c++) {
    const Closing *closing = &reduction->closings[c];
    if (strcmp(closing->sort, "constraint") == 0) is_gone[closing->index] = true;
  }
  int kept = 0;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    if (!is_gone[i]) mechanism->constraints[kept++] = mechanism->constraints[i];
  }
  mechanism->constraint_count = kept;
  mechanism->loop_count = 0;
}

// Is what the definition is made of among those in front of it?
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

// Each behind those that it is made of.
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

// What was a coordinate keeps its name: results show it so.
static void define_found(Reduction *reduction)
{
  Mechanism *mechanism = reduction->remake->mechanism;
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

// The torque acts on the coordinates that are left.
static void spread_torque(Reduction *reduction, int index)
{
  Remake *remake = reduction->remake;
  Mechanism *mechanism = remake->mechanism;
  Force torque = mechanism->forces[index];
  const Expr *value = eliminated_value(&reduction->elimination, torque.coordinate);
  bool is_first = true;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *share = expr_derivative(value, mechanism->coordinates[i].q);
    if (is_zero(share)) continue;
    Force part = torque;
    part.coordinate = i;
    part.amount = product(torque.amount, share);
    if (is_first) {
      mechanism->forces[index] = part;
    } else {
      part.name = action_name(remake, torque.name);
      remake_add_force(remake, part);
    }
    is_first = false;
  }
}

static bool put_values(Reduction *reduction)
{
  Remake *remake = reduction->remake;
  Mechanism *mechanism = remake->mechanism;
  const Elimination *elimination = &reduction->elimination;
  Substitution known = substitution_new(mechanism, remake->scratch);
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
  if (!constrain_motions(remake, elimination->is_gone)) return false;
  mechanism_substitute(mechanism, &known);
  mechanism_remove_coordinates(mechanism, elimination->is_gone);
  return true;
}

bool remake_minimal(Remake *remake)
{
  int attached = attach_free_frames(remake);
  if (attached < 0) return false;
  Reduction reduction = { .remake = remake };
  if (!list_closings(&reduction)) return false;
  if (reduction.closing_count == 0) {
    if (attached == 0) remake_note(remake, "no loop and no constraint determines any of them");
    return true;
  }
  reduction.elimination = elimination_new(remake, order_of_elimination(remake));
  if (!solve_all(&reduction)) return false;
  remove_solved(&reduction);
  return put_values(&reduction);
}
