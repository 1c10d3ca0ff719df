// equations.c -- construction, lookup, copying and dump of equations.
// SPDX-License-Identifier: MIT
#include "formulation/equations.h"

#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/steps.h"
#include "notation/forms/condense.h"
#include "notation/print/print.h"

#include <stdlib.h>
#include <string.h>

static const char *unit_text(Arena *arena, Dimension dimension)
{
  Text text = { 0 };
  dimension_print(dimension, &text);
  const char *unit = arena_copy_text(arena, text_string(&text), text.length);
  text_free(&text);
  return unit;
}

static const char *copy_name(Arena *arena, const char *name)
{
  return name ? arena_copy_text(arena, name, strlen(name)) : "";
}

// Copies a variable of the mechanism into the equations' pool.
static Variable variable_of(const Equations *equations, const char *name, const Expr *symbol,
                            const Expr *value, const char *unit, const char *meaning)
{
  return (Variable){ .name = copy_name(equations->arena, name),
                     .symbol = expr_copy(equations->pool, symbol),
                     .value = value ? expr_copy(equations->pool, value) : NULL,
                     .unit = unit,
                     .meaning = meaning };
}

static void copy_parameters(Equations *equations, const Mechanism *mechanism)
{
  equations->parameter_count = mechanism->parameter_count;
  equations->parameters = ARENA_ARRAY(equations->arena, Variable, mechanism->parameter_count);
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *it = &mechanism->parameters[i];
    equations->parameters[i] = variable_of(equations, it->name, it->symbol, it->value,
                                           unit_text(equations->arena, it->dimension), "");
  }
}

// Returns "x", "-y", or "[a, b, c]" for an axis.
static const char *axis_text(Arena *arena, Vec3 axis)
{
  static const char *const NAMES[2][3] = { { "x", "y", "z" }, { "-x", "-y", "-z" } };
  int along = vec3_axis(axis);
  if (along >= 0 && expr_is_integer(axis.at[along], 1)) return NAMES[0][along];
  if (along >= 0 && expr_is_integer(axis.at[along], -1)) return NAMES[1][along];
  Text text = { 0 };
  for (int i = 0; i < 3; i++) {
    text_put(&text, i == 0 ? "[" : ", ");
    expr_print(axis.at[i], &text);
  }
  text_put(&text, "]");
  const char *result = arena_copy_text(arena, text_string(&text), text.length);
  text_free(&text);
  return result;
}

static const char *coordinate_meaning(Arena *arena, const Mechanism *mechanism,
                                      const Coordinate *coordinate)
{
  if (coordinate->joint < 0) return "";
  const Joint *joint = &mechanism->joints[coordinate->joint];
  const char *parent = mechanism->frames[mechanism->frames[joint->frame].parent].name;
  if (joint->kind != JOINT_REVOLUTE && joint->kind != JOINT_PRISMATIC) {
    return arena_format(arena, "%s, %s, from %s", joint->name, joint_info(joint->kind)->word,
                        parent);
  }
  const char *verb = joint->kind == JOINT_REVOLUTE ? "turns about" : "slides along";
  return arena_format(arena, "%s %s %s, from %s", joint->name, verb,
                      axis_text(arena, joint->axis_F), parent);
}

static const char *coordinate_unit(CoordinateKind kind)
{
  if (kind == COORDINATE_NUMBER) return "";
  return kind == COORDINATE_ANGLE ? "rad" : "m";
}

static void copy_coordinates(Equations *equations, const Mechanism *mechanism)
{
  equations->coordinate_count = mechanism->coordinate_count;
  equations->coordinates = ARENA_ARRAY(equations->arena, Variable, mechanism->coordinate_count);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *it = &mechanism->coordinates[i];
    equations->coordinates[i] =
        variable_of(equations, coordinate_name(it), it->q, it->initial, coordinate_unit(it->kind),
                    coordinate_meaning(equations->arena, mechanism, it));
    const Joint *joint = it->joint >= 0 ? &mechanism->joints[it->joint] : NULL;
    if (joint && joint->coordinate_count == 1)
      equations->coordinates[i].joint = copy_name(equations->arena, joint->name);
  }
}

static void copy_inputs(Equations *equations, const Mechanism *mechanism)
{
  equations->input_count = mechanism->input_count;
  equations->inputs = ARENA_ARRAY(equations->arena, Variable, mechanism->input_count);
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *it = &mechanism->inputs[i];
    equations->inputs[i] = variable_of(equations, it->name, it->symbol, it->value,
                                       unit_text(equations->arena, it->dimension), "");
    equations->inputs[i].is_rate = it->is_rate;
  }
}

static void copy_memory(Equations *equations, const Mechanism *mechanism)
{
  equations->state_count = mechanism->state_count;
  equations->states = ARENA_ARRAY(equations->arena, Variable, mechanism->state_count);
  for (int i = 0; i < mechanism->state_count; i++) {
    const StateVariable *it = &mechanism->states[i];
    equations->states[i] = variable_of(equations, it->name, it->symbol, it->initial,
                                       unit_text(equations->arena, it->dimension), "");
  }
  equations->discrete_count = mechanism->discrete_count;
  equations->discretes = ARENA_ARRAY(equations->arena, Variable, mechanism->discrete_count);
  for (int i = 0; i < mechanism->discrete_count; i++) {
    const DiscreteVariable *it = &mechanism->discretes[i];
    equations->discretes[i] = variable_of(equations, it->name, it->symbol, it->initial,
                                          unit_text(equations->arena, it->dimension), "");
  }
}

// The names, tau[q1], cannot coincide with any name of the language.
static void make_torques(Equations *equations)
{
  Arena *arena = equations->arena;
  equations->torques = ARENA_ARRAY(arena, Variable, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Variable *coordinate = &equations->coordinates[i];
    const char *name = arena_format(arena, "tau[%s]", coordinate->name);
    bool is_angle = strcmp(coordinate->unit, "rad") == 0;
    bool is_length = strcmp(coordinate->unit, "m") == 0;
    equations->torques[i] = (Variable){
      .name = name,
      .joint = coordinate->joint ? arena_format(arena, "tau[%s]", coordinate->joint) : NULL,
      .symbol = expr_symbol(equations->pool, name, STAGE_INPUT),
      .unit = is_angle    ? "N.m"
              : is_length ? "N"
                          : "",
      .meaning = arena_format(arena, "generalised force on %s", coordinate->name),
    };
  }
}

// Copies the named values of the description, so that equal expressions use their names.
static void copy_definitions(Equations *equations, const Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->definition_count; i++)
    expr_copy(equations->pool, mechanism->definitions[i].value);
}

Equations *equations_begin(const Mechanism *mechanism, const char *method, uint64_t seed)
{
  Arena *arena = arena_new();
  Equations *equations = ARENA_NEW(arena, Equations);
  equations->arena = arena;
  equations->pool = pool_new(seed);
  equations->name = copy_name(arena, mechanism->name);
  equations->title = copy_name(arena, mechanism->title);
  char hash[SHA256_HEX_SIZE];
  mechanism_source_hash(mechanism, hash);
  equations->source_hash = copy_name(arena, hash);
  equations->method = method;
  copy_parameters(equations, mechanism);
  equations->design = mechanism->design;
  copy_coordinates(equations, mechanism);
  copy_inputs(equations, mechanism);
  copy_memory(equations, mechanism);
  make_torques(equations);
  copy_definitions(equations, mechanism);
  if (mechanism->held) {
    equations_add_note(equations, arena_format(arena, "held still: %s", mechanism->held));
  }
  return equations;
}

void equations_add_note(Equations *equations, const char *line)
{
  const char *before = equations->note ? equations->note : "";
  equations->note = arena_format(equations->arena, "%s%s\n", before, line);
}

void equations_add_meaning(Equations *equations, const char *name, const char *meaning)
{
  if (equations->meaning_count == equations->meaning_capacity) {
    equations->meaning_capacity = 2 * equations->meaning_capacity + 16;
    NameMeaning *larger = ARENA_ARRAY(equations->arena, NameMeaning, equations->meaning_capacity);
    for (int i = 0; i < equations->meaning_count; i++)
      larger[i] = equations->meanings[i];
    equations->meanings = larger;
  }
  equations->meanings[equations->meaning_count++] = (NameMeaning){ name, meaning };
}

const char *equations_meaning(const Equations *equations, const Pool *pool, const char *name)
{
  for (; equations; equations = equations->part) {
    if (pool && pool != equations->pool) continue;
    for (int i = 0; i < equations->meaning_count; i++) {
      if (strcmp(equations->meanings[i].name, name) == 0) return equations->meanings[i].meaning;
    }
  }
  return NULL;
}

static void grow_quantities(Equations *equations)
{
  int count = equations->quantity_count, capacity = 2 * equations->quantity_capacity + 16;
  Quantity *larger = ARENA_ARRAY(equations->arena, Quantity, capacity);
  for (int k = 0; k < count; k++)
    larger[k] = equations->quantities[k];
  equations->quantities = larger;
  equations->quantity_capacity = capacity;
}

const Expr **equations_add(Equations *equations, Quantity quantity)
{
  if (equations->quantity_count == equations->quantity_capacity) grow_quantities(equations);
  quantity.key = copy_name(equations->arena, quantity.key);
  quantity_complete(equations, &quantity);
  quantity.entries = ARENA_ARRAY(equations->arena, const Expr *, quantity.rows *quantity.columns);
  equations->quantities[equations->quantity_count++] = quantity;
  return quantity.entries;
}

void equations_put(Equations *equations, Quantity quantity, Matrix entries)
{
  quantity.rows = entries.rows;
  quantity.columns = entries.columns;
  matrix_put(entries, equations_add(equations, quantity));
}

bool derivation_put(Derivation *derivation, const char *key, Matrix entries)
{
  equations_put(derivation->equations, (Quantity){ .key = key }, entries);
  return true;
}

bool derivation_put_number(Derivation *derivation, const char *key, const Expr *value)
{
  return derivation_put(derivation, key, derivation_column(derivation, &value, 1));
}

const Expr *speed_of(const Equations *equations, int i)
{
  return expr_rate(equations->coordinates[i].symbol);
}

const Expr *acceleration_of(const Equations *equations, int i)
{
  return expr_rate(speed_of(equations, i));
}

bool entries_are_zero(const Expr *const entries[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!is_zero(entries[i])) return false;
  }
  return true;
}

long entries_cost(const Expr *const entries[], int count)
{
  Steps steps = steps_of(entries, count);
  long cost = 0;
  for (int i = 0; i < steps.count; i++) {
    const Step *item = &steps.at[i];
    if (item->node->form->stage <= STAGE_PARAMETER || item->op == OP_NAMED) continue;
    cost += (long)operator_info(item->op)->cost;
  }
  steps_free(&steps);
  return cost;
}

void entries_shorten(const Expr *const entries[], int count)
{
  Arena *scratch = arena_new();
  FormCache *memo = form_cache_new(scratch);
  memo->is_for_nodes = true;
  for (int i = 0; i < count; i++) {
    const Formula *formula = condense_next(entries[i], scratch, memo);
    if (!condense_is_too_long(formula)) expr_of_formula(expr_pool(entries[i]), formula);
  }
  arena_free(scratch);
}

void derivation_shorten(const Derivation *derivation, const Expr *const entries[], int count)
{
  if (!derivation->skip_shortening) entries_shorten(entries, count);
}

double quantity_size_written(const Quantity *quantity)
{
  double operations = 0;
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    bool is_repeated = quantity->is_symmetric && i / quantity->columns > i % quantity->columns;
    if (!is_repeated) operations += quantity->entries[i]->form->cost;
  }
  return operations;
}

bool quantity_is_zero(const Quantity *quantity)
{
  return entries_are_zero(quantity->entries, quantity->rows * quantity->columns);
}

bool quantity_is_number(const Quantity *quantity) { return quantity->shape == QUANTITY_NUMBER; }

bool quantity_is_vector(const Quantity *quantity)
{
  if (quantity->shape == QUANTITY_BY_COLUMNS) return quantity->columns == 1;
  return quantity->shape == QUANTITY_VECTOR;
}

void quantity_put_place(const Quantity *quantity, int index, Text *out)
{
  text_put(out, quantity->key);
  if (quantity_is_vector(quantity)) {
    text_format(out, "[%d]", index + 1);
  } else if (!quantity_is_number(quantity)) {
    text_format(out, "[%d,%d]", index / quantity->columns + 1, index % quantity->columns + 1);
  }
}

// Returns the zero-based index for a number from 1 or for one of the labels; -1: neither.
static int index_of(const char *text, size_t length, const char *const labels[], int count)
{
  char *end = NULL;
  long number = strtol(text, &end, 10);
  if (end == text + length) return number >= 1 && number <= count ? (int)number - 1 : -1;
  for (int i = 0; labels && i < count; i++) {
    if (strlen(labels[i]) == length && strncmp(labels[i], text, length) == 0) return i;
  }
  return -1;
}

int quantity_index(const Quantity *quantity, const char *text)
{
  int rows = quantity->rows, columns = quantity->columns;
  const char *comma = strchr(text, ','), *close = text + strcspn(text, "]");
  bool is_vector = quantity_is_vector(quantity);
  bool is_place = text[0] == '[' && close[0] == ']' && close[1] == '\0';
  if (!is_place || is_vector != !comma) return -1;
  const char *middle = comma ? comma : close;
  int row = index_of(text + 1, (size_t)(middle - text) - 1, quantity->row_labels, rows);
  if (is_vector) return row;
  int column = index_of(comma + 1, (size_t)(close - comma) - 1, quantity->column_labels, columns);
  return row < 0 || column < 0 ? -1 : row * columns + column;
}

int variable_find(const Variable variables[], int count, const char *name)
{
  int found = -1;
  for (int i = 0; i < count; i++) {
    if (strcmp(variables[i].name, name) == 0) return i;
    if (variables[i].joint && strcmp(variables[i].joint, name) == 0) found = i;
  }
  return found;
}

static Variable *copy_variables(Equations *copy, const Variable variables[], int count)
{
  Variable *copies = ARENA_ARRAY(copy->arena, Variable, count);
  for (int i = 0; i < count; i++) {
    copies[i] = variables[i];
    copies[i].symbol = pool_counterpart(copy->pool, variables[i].symbol);
    if (variables[i].value) copies[i].value = pool_counterpart(copy->pool, variables[i].value);
  }
  return copies;
}

// Quantities of parts have separate pools, identified by the pool of their first entry.
static const Pool *twin_of_pool(const Equations *equations, const Equations *copy, const Pool *pool)
{
  for (; equations; equations = equations->part, copy = copy->part) {
    if (equations->pool == pool) return copy->pool;
  }
  return NULL;
}

static void copy_quantity(const Equations *equations, const Equations *copy, Quantity *quantity)
{
  int size = quantity->rows * quantity->columns;
  if (size == 0) return;
  const Pool *pool = twin_of_pool(equations, copy, expr_pool(quantity->entries[0]));
  const Expr **entries = ARENA_ARRAY(copy->arena, const Expr *, size);
  for (int i = 0; i < size; i++)
    entries[i] = pool_counterpart(pool, quantity->entries[i]);
  quantity->entries = entries;
  Pivot *pivots = ARENA_ARRAY(copy->arena, Pivot, quantity->pivot_count);
  for (int i = 0; i < quantity->pivot_count; i++) {
    pivots[i] = quantity->pivots[i];
    pivots[i].value = pool_counterpart(pool, quantity->pivots[i].value);
  }
  quantity->pivots = pivots;
}

Equations *equations_copy(const Equations *equations)
{
  if (!equations) return NULL;
  Arena *arena = arena_new();
  Equations *copy = ARENA_NEW(arena, Equations);
  *copy = *equations;
  copy->arena = arena;
  copy->pool = pool_copy(equations->pool);
  copy->part = equations_copy(equations->part);
  copy->parameters = copy_variables(copy, equations->parameters, equations->parameter_count);
  copy->coordinates = copy_variables(copy, equations->coordinates, equations->coordinate_count);
  copy->inputs = copy_variables(copy, equations->inputs, equations->input_count);
  copy->states = copy_variables(copy, equations->states, equations->state_count);
  copy->discretes = copy_variables(copy, equations->discretes, equations->discrete_count);
  copy->torques = copy_variables(copy, equations->torques, equations->coordinate_count);
  copy->quantities = ARENA_ARRAY(arena, Quantity, equations->quantity_count);
  for (int k = 0; k < equations->quantity_count; k++) {
    copy->quantities[k] = equations->quantities[k];
    copy_quantity(equations, copy, &copy->quantities[k]);
  }
  return copy;
}

void equations_join(Equations *whole, Equations *part)
{
  for (int k = 0; k < part->quantity_count; k++) {
    if (equations_find(whole, part->quantities[k].key)) continue;
    if (whole->quantity_count == whole->quantity_capacity) grow_quantities(whole);
    whole->quantities[whole->quantity_count++] = part->quantities[k];
  }
  for (const char *line = part->note ? part->note : ""; *line;) {
    size_t length = strcspn(line, "\n");
    const char *copy = arena_copy_text(whole->arena, line, length);
    if (!whole->note || !strstr(whole->note, copy)) equations_add_note(whole, copy);
    line += length + (line[length] == '\n');
  }
  part->part = whole->part;
  whole->part = part;
}

void equations_free(Equations *equations)
{
  while (equations) {
    Equations *part = equations->part;
    pool_free(equations->pool);
    arena_free(equations->arena);
    equations = part;
  }
}

const Quantity *equations_find(const Equations *equations, const char *key)
{
  for (int k = 0; k < equations->quantity_count + equations->companion_count; k++) {
    if (strcmp(equations->quantities[k].key, key) == 0) return &equations->quantities[k];
  }
  return NULL;
}

void equations_dump(const Equations *equations, Text *out)
{
  text_format(out, "equations of %s by %s\n", equations->name, equations->method);
  for (int k = 0; k < equations->quantity_count; k++) {
    const Quantity *quantity = &equations->quantities[k];
    text_format(out, "%s: %s, %d x %d\n", quantity->key, quantity->title, quantity->rows,
                quantity->columns);
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      text_format(out, "  [%d][%d] ", i / quantity->columns, i % quantity->columns);
      expr_print(quantity->entries[i], out);
      text_put_char(out, '\n');
    }
  }
}
