// copy.c -- visits the expressions of a mechanism, and copies mechanisms.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

#include <string.h>

// ---- visiting expressions

typedef enum ItemType {
#define ARRAY(type, items, count) TYPE_##type,
#include "mechanism/arrays.def"
} ItemType;

// Offsets [byte] of the arrays and of their counts in a mechanism.
static const struct {
  size_t items, count, size;
} arrays[] = {
#define ARRAY(type, items, count)                                                                  \
  { offsetof(Mechanism, items), offsetof(Mechanism, count), sizeof(type) },
#include "mechanism/arrays.def"
};

typedef enum FieldPart { FIELD_SYMBOL, FIELD_VALUE, FIELD_LAW } FieldPart;

typedef struct Field {
  FieldPart part;
  ItemType type;
  size_t offset;  // offset in the item
  int number;     // number of expressions
} Field;

static const Field fields[] = {
#define FIELD(part, type, field)                                                                   \
  { FIELD_##part, TYPE_##type, offsetof(type, field),                                              \
    sizeof(((type *)0)->field) / sizeof(const Expr *) },
#include "mechanism/fields.def"
};

typedef struct Visit {
  ExprVisit visit;
  void *context;
} Visit;

static void visit_all(const Visit *visit, const Expr **e, int count)
{
  for (int i = 0; i < count; i++)
    if (e[i]) visit->visit(&e[i], visit->context);
}

// Fields of the same array are consecutive in the table, so the array is traversed item by item.
static void visit_fields(const Visit *visit, Mechanism *mechanism, FieldPart part)
{
  const Field *end = fields + sizeof fields / sizeof fields[0];
  for (const Field *first = fields, *next; first < end; first = next) {
    for (next = first; next < end && next->type == first->type && next->part == first->part;)
      next++;
    char *item, *bytes = (char *)mechanism;
    int count;
    memcpy(&item, bytes + arrays[first->type].items, sizeof item);
    memcpy(&count, bytes + arrays[first->type].count, sizeof count);
    for (int i = 0; first->part == part && i < count; i++, item += arrays[first->type].size) {
      for (const Field *field = first; field < next; field++)
        visit_all(visit, (void *)(item + field->offset), field->number);
    }
  }
}

// Up to four expressions owned by a pool are not modified in place but replaced.
static void visit_kept(const Visit *visit, const Expr *const **kept, int count)
{
  const Expr *values[4];
  memcpy(values, *kept, (size_t)count * sizeof *values);
  visit_all(visit, values, count);
  if (memcmp(values, *kept, (size_t)count * sizeof *values) != 0) *kept = expr_keep(values, count);
}

static void visit_moves(const Visit *visit, Move *moves, int count)
{
  for (int m = 0; m < count; m++) {
    visit_all(visit, &moves[m].amount, 1);
    visit_kept(visit, &moves[m].at, move_size(&moves[m]));
  }
}

static void visit_table(const Visit *visit, JointTable *table)
{
  for (int i = 0; i < table->row_count; i++) {
    DhRow *row = &table->rows[i];
    const Expr **cells[] = { &row->gamma, &row->b, &row->alpha, &row->a, &row->theta, &row->d };
    for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++)
      visit_all(visit, cells[k], 1);
  }
}

static void visit_norms(const Visit *visit, Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->constraint_count; i++) {
    Constraint *constraint = &mechanism->constraints[i];
    if (constraint->norm) visit_kept(visit, &constraint->norm, 4);
  }
}

// The values of an option are not modified in place but replaced by a new list.
static void visit_options(const Visit *visit, TaskOption options[], int count, Arena *arena)
{
  for (int o = 0; o < count; o++) {
    TaskOption *option = &options[o];
    const Expr **values = ARENA_ARRAY(arena, const Expr *, option->value_count);
    if (option->value_count > 0)
      memcpy(values, option->values, (size_t)option->value_count * sizeof *values);
    visit_all(visit, values, option->value_count);
    option->values = values;
  }
}

static void visit_resets(const Visit *visit, Reset resets[], int count)
{
  for (int i = 0; i < count; i++)
    visit_all(visit, &resets[i].value, 1);
}

void mechanism_visit_symbols(Mechanism *mechanism, ExprVisit visit, void *context)
{
  visit_fields(&(Visit){ visit, context }, mechanism, FIELD_SYMBOL);
}

void mechanism_visit_laws(Mechanism *mechanism, ExprVisit visit, void *context)
{
  const Visit each = { visit, context };
  visit_fields(&each, mechanism, FIELD_LAW);
  for (int i = 0; i < mechanism->event_count; i++) {
    Event *event = &mechanism->events[i];
    visit_resets(&each, event->resets, event->reset_count);
    visit_options(&each, event->records, event->record_count, mechanism->arena);
  }
  for (int i = 0; i < mechanism->sample_count; i++)
    visit_resets(&each, mechanism->samples[i].resets, mechanism->samples[i].reset_count);
}

void mechanism_visit(Mechanism *mechanism, ExprVisit visit, void *context)
{
  const Visit each = { visit, context };
  visit_all(&each, mechanism->gravity.at, 3);
  for (int f = 0; f < mechanism->frame_count; f++)
    visit_moves(&each, mechanism->frames[f].moves, mechanism->frames[f].move_count);
  for (int i = 0; i < mechanism->table_count; i++)
    visit_table(&each, &mechanism->tables[i]);
  for (int i = 0; i < mechanism->shape_count; i++)
    visit_moves(&each, mechanism->shapes[i].moves, mechanism->shapes[i].move_count);
  visit_fields(&each, mechanism, FIELD_VALUE);
  visit_norms(&each, mechanism);
  mechanism_visit_laws(mechanism, visit, context);
  for (int i = 0; i < mechanism->task_count; i++) {
    Task *task = &mechanism->tasks[i];
    visit_options(&each, task->options, task->option_count, mechanism->arena);
  }
}

// ---- copying mechanisms

static void *copy_array(Arena *arena, const void *from, int count, size_t size)
{
  void *copy = arena_alloc(arena, size * (size_t)count);
  if (count > 0) memcpy(copy, from, size * (size_t)count);
  return copy;
}

// Replaces the array `field`, which has `count` elements, by a copy.
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

static void map_to_copy(const Expr **e, void *pool) { *e = pool_counterpart(pool, *e); }

Mechanism *mechanism_copy(const Mechanism *mechanism)
{
  Arena *arena = arena_new();
  Mechanism *copy = ARENA_NEW(arena, Mechanism);
  *copy = *mechanism;
  copy->arena = arena;
  copy->pool = pool_copy(mechanism->pool);
  copy_arrays(copy, arena);
  mechanism_visit_symbols(copy, map_to_copy, copy->pool);
  mechanism_visit(copy, map_to_copy, copy->pool);
  return copy;
}
