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
  for (int i = 0; i < mechanism->parameter_count; i++)
    visit_one(visit, &mechanism->parameters[i].value);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    visit_one(visit, &mechanism->coordinates[i].initial);
    visit_one(visit, &mechanism->coordinates[i].lower);
    visit_one(visit, &mechanism->coordinates[i].upper);
  }
  for (int i = 0; i < mechanism->input_count; i++)
    visit_one(visit, &mechanism->inputs[i].value);
  for (int i = 0; i < mechanism->state_count; i++)
    visit_one(visit, &mechanism->states[i].initial);
  for (int i = 0; i < mechanism->discrete_count; i++)
    visit_one(visit, &mechanism->discretes[i].initial);
  for (int i = 0; i < mechanism->sample_count; i++) {
    visit_one(visit, &mechanism->samples[i].period);
    visit_one(visit, &mechanism->samples[i].delay);
  }
}

static void visit_geometry(const Visit *visit, Mechanism *mechanism)
{
  for (int f = 0; f < mechanism->frame_count; f++)
    visit_moves(visit, mechanism->frames[f].moves, mechanism->frames[f].move_count);
  for (int i = 0; i < mechanism->joint_count; i++) {
    visit_vector(visit, &mechanism->joints[i].axis_F);
    visit_one(visit, &mechanism->joints[i].effort);
    visit_one(visit, &mechanism->joints[i].velocity);
  }
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
  for (int i = 0; i < mechanism->point_count; i++)
    visit_vector(visit, &mechanism->points[i].position_F);
  for (int i = 0; i < mechanism->observed_count; i++)
    visit_vector(visit, &mechanism->observed[i].position_F);
}

static void visit_contacts(const Visit *visit, Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->loop_count; i++) {
    Loop *loop = &mechanism->loops[i];
    visit_vector(visit, &loop->axis);
    visit_one(visit, &loop->pitch);
    visit_vector(visit, &loop->first.position_F);
    visit_vector(visit, &loop->second.position_F);
  }
  for (int i = 0; i < mechanism->rolling_count; i++) {
    visit_vector(visit, &mechanism->rollings[i].axle_F);
    visit_one(visit, &mechanism->rollings[i].radius);
    visit_vector(visit, &mechanism->rollings[i].normal);
  }
  for (int i = 0; i < mechanism->force_count; i++)
    visit_vector(visit, &mechanism->forces[i].position_F);
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
  for (int i = 0; i < mechanism->definition_count; i++)
    visit_one(&each, &mechanism->definitions[i].value);
  visit_constraints(&each, mechanism, false);
  for (int i = 0; i < mechanism->speed_count; i++)
    visit_one(&each, &mechanism->speeds[i].value);
  for (int i = 0; i < mechanism->force_count; i++) {
    visit_one(&each, &mechanism->forces[i].amount);
    visit_vector(&each, &mechanism->forces[i].vector);
  }
  for (int i = 0; i < mechanism->energy_count; i++)
    visit_one(&each, &mechanism->energies[i].value);
  for (int i = 0; i < mechanism->state_count; i++)
    visit_one(&each, &mechanism->states[i].rate);
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

static void copy_arrays(Mechanism *copy, Arena *arena)
{
#define ARRAY(type, items, count) COPY(copy, items, count);
#include "mechanism/arrays.def"
  for (int i = 0; i < copy->event_count; i++) {
    COPY(&copy->events[i], resets, reset_count);
    COPY(&copy->events[i], records, record_count);
  }
  for (int i = 0; i < copy->sample_count; i++)
    COPY(&copy->samples[i], resets, reset_count);
  for (int i = 0; i < copy->frame_count; i++)
    COPY(&copy->frames[i], moves, move_count);
  for (int i = 0; i < copy->shape_count; i++)
    COPY(&copy->shapes[i], moves, move_count);
  for (int i = 0; i < copy->table_count; i++)
    COPY(&copy->tables[i], rows, row_count);
  for (int i = 0; i < copy->task_count; i++)
    COPY(&copy->tasks[i], options, option_count);
}

static void take_twin(const Expr **e, void *pool) { *e = pool_twin(pool, *e); }

void mechanism_visit_symbols(const Mechanism *mechanism, ExprVisit visit, void *context)
{
  for (int i = 0; i < mechanism->parameter_count; i++)
    visit(&mechanism->parameters[i].symbol, context);
  for (int i = 0; i < mechanism->coordinate_count; i++)
    visit(&mechanism->coordinates[i].q, context);
  for (int i = 0; i < mechanism->speed_count; i++)
    visit(&mechanism->speeds[i].symbol, context);
  for (int i = 0; i < mechanism->input_count; i++)
    visit(&mechanism->inputs[i].symbol, context);
  for (int i = 0; i < mechanism->state_count; i++)
    visit(&mechanism->states[i].symbol, context);
  for (int i = 0; i < mechanism->discrete_count; i++)
    visit(&mechanism->discretes[i].symbol, context);
}

Mechanism *mechanism_copy(const Mechanism *mechanism)
{
  Arena *arena = arena_new();
  Mechanism *copy = ARENA_NEW(arena, Mechanism);
  *copy = *mechanism;
  copy->arena = arena;
  copy->pool = pool_copy(mechanism->pool);
  copy_arrays(copy, arena);
  mechanism_visit_symbols(copy, take_twin, copy->pool);
  mechanism_visit(copy, take_twin, copy->pool);
  return copy;
}
