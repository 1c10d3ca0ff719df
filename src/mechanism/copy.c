// copy.c -- every expression of a mechanism, and a mechanism again.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

#include <string.h>

// ---- every expression

typedef struct Visit {
  ExprVisit visit;
  void *context;
} Visit;

static void visit_one(const Visit *visit, const Expr **e)
{
  if (*e) visit->visit(e, visit->context);
}

// A field of every item.
#define EACH(visit_field, visit, items, count, field)                                              \
  for (int i = 0; i < mechanism->count; i++)                                                       \
  visit_field(visit, &mechanism->items[i].field)

static void visit_vector(const Visit *visit, Vec3 *v)
{
  for (int i = 0; i < 3; i++)
    visit_one(visit, &v->at[i]);
}

static void visit_moves(const Visit *visit, Move *moves, int count)
{
  for (int m = 0; m < count; m++) {
    visit_one(visit, &moves[m].amount);
    for (int i = 0; i < (moves[m].kind == MOVE_QUATERNION ? 4 : 3); i++)
      visit_one(visit, &moves[m].parameter[i]);  // or its axis
  }
}

static void visit_table(const Visit *visit, JointTable *table)
{
  for (int i = 0; i < table->row_count; i++) {
    DhRow *row = &table->rows[i];
    const Expr **cells[] = { &row->gamma, &row->b, &row->alpha, &row->a, &row->theta, &row->d };
    for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++)
      visit_one(visit, cells[k]);
  }
}

static void visit_values(const Visit *visit, Mechanism *mechanism)
{
  visit_vector(visit, &mechanism->gravity);
  EACH(visit_one, visit, parameters, parameter_count, value);
  EACH(visit_one, visit, coordinates, coordinate_count, initial);
  EACH(visit_one, visit, coordinates, coordinate_count, lower);
  EACH(visit_one, visit, coordinates, coordinate_count, upper);
  EACH(visit_one, visit, inputs, input_count, value);
  EACH(visit_one, visit, states, state_count, initial);
  EACH(visit_one, visit, discretes, discrete_count, initial);
  EACH(visit_one, visit, samples, sample_count, period);
  EACH(visit_one, visit, samples, sample_count, delay);
}

static void visit_geometry(const Visit *visit, Mechanism *mechanism)
{
  for (int f = 0; f < mechanism->frame_count; f++)
    visit_moves(visit, mechanism->frames[f].moves, mechanism->frames[f].move_count);
  EACH(visit_vector, visit, joints, joint_count, axis_F);
  EACH(visit_one, visit, joints, joint_count, effort);
  EACH(visit_one, visit, joints, joint_count, velocity);
  for (int i = 0; i < mechanism->table_count; i++)
    visit_table(visit, &mechanism->tables[i]);
  for (int i = 0; i < mechanism->body_count; i++) {
    Body *body = &mechanism->bodies[i];
    visit_one(visit, &body->mass);
    visit_vector(visit, &body->com_F);
    for (int k = 0; k < 9; k++)
      visit_one(visit, &body->inertia_F.at[k / 3][k % 3]);
  }
  for (int i = 0; i < mechanism->shape_count; i++) {
    BodyShape *shape = &mechanism->shapes[i];
    for (int k = 0; k < 3; k++) {
      visit_one(visit, &shape->size[k]);
      visit_one(visit, &shape->scale[k]);
    }
    for (int k = 0; k < 4; k++)
      visit_one(visit, &shape->color[k]);
    visit_moves(visit, shape->moves, shape->move_count);
  }
  EACH(visit_vector, visit, points, point_count, position_F);
  EACH(visit_vector, visit, observed, observed_count, position_F);
}

static void visit_contacts(const Visit *visit, Mechanism *mechanism)
{
  EACH(visit_vector, visit, loops, loop_count, axis);
  EACH(visit_one, visit, loops, loop_count, pitch);
  EACH(visit_vector, visit, loops, loop_count, first.position_F);
  EACH(visit_vector, visit, loops, loop_count, second.position_F);
  EACH(visit_vector, visit, rollings, rolling_count, axle_F);
  EACH(visit_one, visit, rollings, rolling_count, radius);
  EACH(visit_vector, visit, rollings, rolling_count, normal);
  EACH(visit_vector, visit, forces, force_count, position_F);
}

static void visit_constraints(const Visit *visit, Mechanism *mechanism, bool is_norm)
{
  for (int i = 0; i < mechanism->constraint_count; i++) {
    Constraint *constraint = &mechanism->constraints[i];
    if (constraint->is_norm == is_norm) visit_one(visit, &constraint->residual);
  }
}

// The values of an option are never written to: a list of new ones takes their place.
static void visit_options(const Visit *visit, TaskOption options[], int count, Arena *arena)
{
  for (int o = 0; o < count; o++) {
    TaskOption *option = &options[o];
    const Expr **values = ARENA_ARRAY(arena, const Expr *, option->value_count);
    for (int i = 0; i < option->value_count; i++) {
      values[i] = option->values[i];
      visit_one(visit, &values[i]);
    }
    option->values = values;
  }
}

static void visit_task(const Visit *visit, Task *task, Arena *arena)
{
  visit_one(visit, &task->law);
  visit_one(visit, &task->end);
  visit_options(visit, task->options, task->option_count, arena);
}

static void visit_resets(const Visit *visit, Reset resets[], int count)
{
  for (int i = 0; i < count; i++)
    visit_one(visit, &resets[i].value);
}

void mechanism_visit_laws(Mechanism *mechanism, ExprVisit visit, void *context)
{
  const Visit each = { visit, context };
  EACH(visit_one, &each, definitions, definition_count, value);
  visit_constraints(&each, mechanism, false);
  EACH(visit_one, &each, speeds, speed_count, value);
  for (int i = 0; i < mechanism->force_count; i++) {  // of one or the other kind, in their order
    visit_one(&each, &mechanism->forces[i].amount);
    visit_vector(&each, &mechanism->forces[i].vector);
  }
  EACH(visit_one, &each, energies, energy_count, value);
  EACH(visit_one, &each, states, state_count, rate);
  for (int i = 0; i < mechanism->event_count; i++) {
    Event *event = &mechanism->events[i];
    visit_one(&each, &event->function);
    visit_resets(&each, event->resets, event->reset_count);
    visit_options(&each, event->records, event->record_count, mechanism->arena);
  }
  for (int i = 0; i < mechanism->sample_count; i++)
    visit_resets(&each, mechanism->samples[i].resets, mechanism->samples[i].reset_count);
}

void mechanism_visit(Mechanism *mechanism, ExprVisit visit, void *context)
{
  const Visit each = { visit, context };
  visit_values(&each, mechanism);
  visit_geometry(&each, mechanism);
  visit_contacts(&each, mechanism);
  visit_constraints(&each, mechanism, true);
  mechanism_visit_laws(mechanism, visit, context);
  for (int i = 0; i < mechanism->task_count; i++)
    visit_task(&each, &mechanism->tasks[i], mechanism->arena);
}

// ---- a mechanism again

static void *copy_array(Arena *arena, const void *from, int count, size_t size)
{
  void *copy = arena_alloc(arena, size * (size_t)count);
  if (count > 0) memcpy(copy, from, size * (size_t)count);
  return copy;
}

// Takes over the array `field`, of which there are `field_count`.
#define COPY(of, field, count)                                                                     \
  ((of)->field = copy_array(arena, (of)->field, (of)->count, sizeof *(of)->field))

#define COPY_EACH(items, item_count, field, count)                                                 \
  for (int i = 0; i < copy->item_count; i++)                                                       \
  COPY(&copy->items[i], field, count)

static void copy_arrays(Mechanism *copy, Arena *arena)
{
#define ARRAY(type, items, count) COPY(copy, items, count);
#include "mechanism/arrays.def"
  COPY_EACH(events, event_count, resets, reset_count);
  COPY_EACH(events, event_count, records, record_count);
  COPY_EACH(samples, sample_count, resets, reset_count);
  COPY_EACH(frames, frame_count, moves, move_count);
  COPY_EACH(shapes, shape_count, moves, move_count);
  COPY_EACH(tables, table_count, rows, row_count);
  COPY_EACH(tasks, task_count, options, option_count);
}

static void take_twin(const Expr **e, void *pool) { *e = pool_twin(pool, *e); }

static void copy_symbols(Mechanism *mechanism)
{
  const Visit twins = { take_twin, mechanism->pool };
  EACH(visit_one, &twins, parameters, parameter_count, symbol);
  EACH(visit_one, &twins, coordinates, coordinate_count, q);
  EACH(visit_one, &twins, speeds, speed_count, symbol);
  EACH(visit_one, &twins, inputs, input_count, symbol);
  EACH(visit_one, &twins, states, state_count, symbol);
  EACH(visit_one, &twins, discretes, discrete_count, symbol);
}

Mechanism *mechanism_copy(const Mechanism *mechanism)
{
  Arena *arena = arena_new();
  Mechanism *copy = ARENA_NEW(arena, Mechanism);
  *copy = *mechanism;
  copy->arena = arena;
  copy->pool = pool_copy(mechanism->pool);
  copy_arrays(copy, arena);
  copy_symbols(copy);
  mechanism_visit(copy, take_twin, copy->pool);
  return copy;
}
