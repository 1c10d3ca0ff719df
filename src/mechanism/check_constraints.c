// check_constraints.c -- checks whether each loop, constraint and wheel of a description is a valid
// equation, and whether they are consistent.
//
// Two equations with residuals r and s are equivalent or contradictory if s = k r + c, where the
// factor k and the residual c do not depend on the configuration: with c = 0 the second is a
// duplicate, otherwise both imply "0 = c" (symbolic/field/equivalent_equations.h). Dependencies
// among three or more equations are found by the mobility analysis.
//
// A velocity constraint is used in the form H(q, t) qd + b(q, t) = 0. Products of speeds do not
// have this form, and their multipliers would have no physical meaning.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "base/memory/memory.h"
#include "mechanism/default_value.h"
#include "mechanism/loop_residual.h"
#include "symbolic/algebra.h"
#include "symbolic/field/equivalent_equations.h"
#include "notation/print/print.h"

#include <stdlib.h>
#include <string.h>

typedef struct Condition {
  const char *kind, *name;  // "constraint" and "c"
  Span span;
  const Expr *law;  // of a motion: `law` is subtracted from the residual, the coordinate
} Condition;

typedef struct Conditions {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Arena *arena;
  Pool *pool;  // for expressions in messages
  Condition *list;
  const Expr **residuals;
  int count;
} Conditions;

// The line is not searched for if the diagnostic will not be stored.
static int line_of(const Diagnostics *diagnostics, Span span)
{
  return diagnostics_is_full(diagnostics) ? 0 : span_place(span).line;
}

// ---- constraints and motions

static void add_constraints(Conditions *all, bool has_speeds)
{
  for (int i = 0; i < all->mechanism->constraint_count; i++) {
    const Constraint *constraint = &all->mechanism->constraints[i];
    if (constraint_has_speeds(constraint) != has_speeds) continue;
    all->residuals[all->count] = constraint_residual(constraint, all->mechanism->pool);
    all->list[all->count++] = (Condition){ "constraint", constraint->name, constraint->span, NULL };
  }
}

static void add_motions(Conditions *all)
{
  const Mechanism *mechanism = all->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_MOTION || !task->law) continue;
    int coordinate = mechanism_find_coordinate(mechanism, task->name);
    if (coordinate < 0) continue;
    all->residuals[all->count] = mechanism->coordinates[coordinate].q;
    all->list[all->count++] = (Condition){ "motion of", task->name, task->span, task->law };
  }
}

static const char *name_of(const Conditions *all, int i)
{
  return arena_format(all->arena, "%s '%s'", all->list[i].kind, all->list[i].name);
}

static const Expr *residual_of(const Conditions *all, int i)
{
  const Expr *residual = expr_copy(all->pool, all->residuals[i]);
  const Expr *law = all->list[i].law;
  return law ? difference(residual, expr_copy(all->pool, law)) : residual;
}

// ---- messages

// Reports that the second condition repeats or contradicts the first.
static void report_pair(Conditions *all, int first, int second)
{
  Span span = all->list[second].span;
  if (!all->pool) all->pool = pool_new(pool_seed(all->mechanism->pool));
  const Expr *r = residual_of(all, first), *s = residual_of(all, second), *multiple, *rest;
  if (!equivalence_residual(r, s, &multiple, &rest)) return;
  double size =
      mechanism_initial_size(all->mechanism, s) + mechanism_initial_size(all->mechanism, multiple);
  int line = line_of(all->diagnostics, all->list[first].span);
  if (value_is_rounding(mechanism_initial_value(all->mechanism, rest), size)) {
    diagnostics_error(all->diagnostics, span, "leave one of them out",
                      "the %s says the same as the %s at line %d", name_of(all, second),
                      name_of(all, first), line);
    return;
  }
  Text text = { 0 };
  expr_print(rest, &text);
  diagnostics_error(all->diagnostics, span, "leave one of them out, or correct it",
                    "the %s contradicts the %s at line %d: together they say 0 = %s",
                    name_of(all, second), name_of(all, first), line, text_string(&text));
  text_free(&text);
}

static void check_condition(Conditions *all, int i, const EquationClass *likeness)
{
  if (!likeness->is_affine) {
    diagnostics_error(all->diagnostics, all->list[i].span,
                      "speeds may be multiplied by functions of positions and added, such as "
                      "cos(theta)*x' + sin(theta)*y'",
                      "the %s is not affine in the speeds", name_of(all, i));
  } else if (!likeness->has_slope) {
    diagnostics_error(all->diagnostics, all->list[i].span,
                      "a constraint is an equation for coordinates or speeds",
                      "nothing that moves is left in the %s", name_of(all, i));
  } else if (likeness->first != i && diagnostics_is_full(all->diagnostics)) {
    diagnostics_error(all->diagnostics, all->list[i].span, NULL, "the %s says the same as the %s",
                      all->list[i].kind, all->list[likeness->first].kind);  // counted, not stored
  } else if (likeness->first != i) {
    report_pair(all, likeness->first, i);
  }
}

static void check_conditions(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  bool has_laws = false;
  for (int i = 0; i < mechanism->constraint_count && !has_laws; i++)
    has_laws = !mechanism->constraints[i].norm;
  if (!has_laws) return;  // each norm has its own four coordinates, and each motion one
  Arena *arena = arena_new();
  int most = mechanism->constraint_count + mechanism->task_count;
  Conditions all = { .mechanism = mechanism,
                     .diagnostics = diagnostics,
                     .arena = arena,
                     .list = ARENA_ARRAY(arena, Condition, most),
                     .residuals = ARENA_ARRAY(arena, const Expr *, most) };
  EquationClass *likeness = ARENA_ARRAY(arena, EquationClass, most);
  add_constraints(&all, true);
  alike_speeds(all.residuals, all.count, likeness);
  for (int i = 0; i < all.count; i++)
    check_condition(&all, i, &likeness[i]);
  all.count = 0;
  add_constraints(&all, false);
  add_motions(&all);
  alike_positions(all.residuals, all.count, likeness);
  for (int i = 0; i < all.count; i++)
    check_condition(&all, i, &likeness[i]);
  pool_free(all.pool);
  arena_free(arena);
}

// ---- loops

// Returns true if a frame on the path between both moves. Parents have smaller indices.
static bool frames_move_apart(const Mechanism *mechanism, int a, int b)
{
  while (a != b) {
    int *farther = a > b ? &a : &b;
    if (frame_is_above(&mechanism->frames[*farther], STAGE_TIME)) return true;
    *farther = mechanism->frames[*farther].parent;
  }
  return false;
}

// Reports an error if a distance or rotation, relative to the first point, cannot become zero.
// Returns true if there is none.
static bool check_closing(const Mechanism *mechanism, const Loop *loop, int plane, Pool *triads,
                          Diagnostics *diagnostics)
{
  if (loop_is_mirrored(mechanism, loop, triads)) {
    diagnostics_error(
        diagnostics, loop->span,
        "rotate one of them by 180 deg about an axis in the plane, such as RX(180 deg)",
        "the loop '%s' can never be closed: its frames see the plane in which "
        "everything moves from opposite sides",
        loop->name);
    return false;
  }
  if (loop_surely_closes(mechanism, loop, plane, triads)) return true;
  Arena *arena = arena_new();
  Pool *pool = pool_new(pool_seed(mechanism->pool));
  LoopResidual residuals[MAX_LOOP_RESIDUALS];
  int count = loop_residuals(mechanism, loop, pool, arena, residuals), bad = 0;
  while (bad < count && !loop_residual_is_inconsistent(mechanism, loop, plane, &residuals[bad]))
    bad++;
  if (bad < count) {
    Text value = { 0 };
    expr_print(residuals[bad].value, &value);
    diagnostics_error(
        diagnostics, loop->span, "move a place, or let a frame between them move this way",
        "the loop '%s' can never be closed: no coordinate changes '%s', which stays %s", loop->name,
        residuals[bad].what, text_string(&value));
    text_free(&value);
  }
  pool_free(pool);
  arena_free(arena);
  return bad == count;
}

static void check_loop(const Mechanism *mechanism, const Loop *loop, int plane, Pool *triads,
                       Diagnostics *diagnostics)
{
  int first = loop->first.frame, second = loop->second.frame;
  if (frames_move_apart(mechanism, first, second)) {
    Loop back = *loop;
    back.first = loop->second;
    back.second = loop->first;
    if (check_closing(mechanism, loop, plane, triads, diagnostics))
      check_closing(mechanism, &back, plane, triads, diagnostics);
    return;
  }
  diagnostics_error(diagnostics, loop->span, "a loop joins two frames that move",
                    "nothing moves between '%s' and '%s', which the loop '%s' joins",
                    mechanism->frames[first].name, mechanism->frames[second].name, loop->name);
}

// ---- wheels

static void check_wheel(const Mechanism *mechanism, const Rolling *rolling,
                        Diagnostics *diagnostics)
{
  WheelMotion motion = wheel_motion(mechanism, rolling);
  if (motion.is_flat) {
    diagnostics_error(diagnostics, rolling->span,
                      "give its axle, such as 'axle y': it lies in the plane, or leans",
                      "the wheel '%s' lies flat: its axle is along the plane's normal",
                      rolling->name);
  } else if (!motion.moves) {
    diagnostics_error(diagnostics, rolling->span,
                      "a wheel sits on a frame that moves along the plane",
                      "the wheel '%s' cannot roll: its centre does not move", rolling->name);
  }
}

// ---- duplicate loops and wheels

// Properties that are equal for duplicate loops or wheels.
typedef struct Key {
  struct {
    Vec3 v;
    intptr_t number;
  } part[3];
} Key;

// The points may be in either order.
static Key key_of_loop(const Loop *loop)
{
  const FramePoint *a = &loop->first, *b = &loop->second;
  Key key = {
    { { loop->axis, loop->kind }, { a->position_F, a->frame }, { b->position_F, b->frame } }
  };
  Key turned = { { key.part[0], key.part[2], key.part[1] } };
  return memcmp(&key, &turned, sizeof key) <= 0 ? key : turned;
}

static void check_loops(const Mechanism *mechanism, Diagnostics *diagnostics, Map *seen, Key keys[])
{
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    keys[i] = key_of_loop(loop);
    const Loop *first = &mechanism->loops[map_add_n(seen, (char *)&keys[i], sizeof keys[i], i)];
    if (first == loop) continue;
    diagnostics_error(diagnostics, loop->span, "leave one of them out",
                      "the loop '%s' joins the same places as the loop '%s' at line %d", loop->name,
                      first->name, line_of(diagnostics, first->span));
  }
}

static void check_wheels(const Mechanism *mechanism, Diagnostics *diagnostics, Map *seen,
                         Key keys[])
{
  for (int i = 0; i < mechanism->rolling_count; i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    keys[i] = (Key){ { { rolling->normal, rolling->frame } } };
    int k = map_add_n(seen, (char *)&keys[i], sizeof keys[i], i);
    if (k == i) continue;
    diagnostics_error(diagnostics, rolling->span, "leave one of them out",
                      "the wheel '%s' rolls on this plane at line %d already", rolling->name,
                      line_of(diagnostics, mechanism->rollings[k].span));
  }
}

void mechanism_check_constraints(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  int plane = mechanism->loop_count > 0 ? mechanism_plane(mechanism) : -1;
  Pool *triads = pool_new(pool_seed(mechanism->pool));
  Map loops = { 0 }, wheels = { 0 };
  Key *keys = memory_new((size_t)mechanism->loop_count + (size_t)mechanism->rolling_count + 1,
                         sizeof *keys);
  for (int i = 0; i < mechanism->loop_count; i++)
    check_loop(mechanism, &mechanism->loops[i], plane, triads, diagnostics);
  for (int i = 0; i < mechanism->rolling_count; i++)
    check_wheel(mechanism, &mechanism->rollings[i], diagnostics);
  check_loops(mechanism, diagnostics, &loops, keys);
  check_conditions(mechanism, diagnostics);
  check_wheels(mechanism, diagnostics, &wheels, keys + mechanism->loop_count);
  map_free(&loops);
  map_free(&wheels);
  free(keys);
  pool_free(triads);
}
