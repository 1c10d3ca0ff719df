// sweep_rows.c -- values of a row: rates from linear systems, then points and outputs.
// SPDX-License-Identifier: MIT
#include "numeric/linear/least_squares.h"
#include "study/sweep/sweep_impl.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Smallest singular value, relative to the largest, with which the rates are determined.
static const double RANK_TOLERANCE = 1e-7;

enum { PHI_Q, PHI_T, GAMMA, CLOSURE_KEYS };

// A column that is an entry of a quantity.
typedef struct ColumnSource {
  int output;  // index among the outputs of the program
  int entry;
} ColumnSource;

struct SweepRows {
  Arena *arena;
  const Sweep *sweep;
  Program *program;
  int first_output;  // after those of the constraints
  const ColumnSource *sources;
  int source_count;
  double *registers;
  double **values;  // by output
  double *qd;
  double *qdd;
  double *matrix;
  double *right;
  double *solution;
};

// ---- columns

// Adds a column: `name` with `order` prime marks, the unit divided by s^order.
static void add_column(Sweep *sweep, const char *name, const char *unit, int order)
{
  static const char *const MARKS[] = { "", "'", "''" };
  static const char *const SECONDS[] = { "", "/s", "/s^2" };
  RowColumn *column = &sweep->columns[sweep->column_count++];
  column->name = arena_format(sweep->arena, "%s%s", name, MARKS[order]);
  bool has_unit = unit[0] != '\0' || order > 0;
  const char *base = unit[0] == '\0' && order > 0 ? "1" : unit;
  column->unit = has_unit ? arena_format(sweep->arena, "%s%s", base, SECONDS[order]) : "";
}

static bool is_free(const Sweep *sweep, int coordinate)
{
  return coordinate != sweep->options.input && !sweep->options.is_held[coordinate];
}

static void add_coordinate_columns(Sweep *sweep)
{
  const Equations *equations = sweep->equations;
  bool is_time = sweep->options.input == SWEEP_TIME;
  for (int order = 0; order < 3; order++) {
    if (order == 0 || !is_time) add_column(sweep, sweep->input_name, sweep->input_unit, order);
    for (int i = 0; i < equations->coordinate_count; i++) {
      if (!is_free(sweep, i)) continue;
      add_column(sweep, equations->coordinates[i].name, equations->coordinates[i].unit, order);
    }
  }
}

// Components that are identically zero, such as z in a plane, have no columns.
static void add_point_columns(Sweep *sweep, const Quantity *position, int output,
                              ColumnSource sources[], int *count)
{
  static const char *const AXES[] = { "x", "y", "z" };
  const char *point = strchr(position->key, ':') + 1;
  for (int order = 0; order < 3; order++) {
    for (int i = 0; i < 3; i++) {
      if (expr_is_zero(position->entries[i])) continue;
      const char *name = arena_format(sweep->arena, "%s.%s", point, AXES[i]);
      add_column(sweep, name, "m", order);
      sources[(*count)++] = (ColumnSource){ output + order, i };
    }
  }
}

static void add_output_columns(Sweep *sweep, const Quantity *quantity, int output,
                               ColumnSource sources[], int *count)
{
  const char *name = strchr(quantity->key, ':') + 1;
  int entries = quantity->rows * quantity->columns;
  for (int i = 0; i < entries; i++) {
    add_column(sweep, row_part_name(sweep->arena, name, i, entries), "", 0);
    sources[(*count)++] = (ColumnSource){ output, i };
  }
}

static bool has_prefix(const char *text, const char *prefix)
{
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static void name_columns(Sweep *sweep, SweepRows *rows)
{
  const Program *program = rows->program;
  int most = 3 * (sweep->equations->coordinate_count + 1);
  for (int k = 0; k < program->output_count; k++)
    most += program->outputs[k].quantity->rows * program->outputs[k].quantity->columns;
  ColumnSource *sources = ARENA_ARRAY(rows->arena, ColumnSource, most);
  sweep->columns = ARENA_ARRAY(sweep->arena, RowColumn, most);
  add_coordinate_columns(sweep);
  sweep->first_output = sweep->column_count;
  for (int k = rows->first_output; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    if (has_prefix(quantity->key, "pos:")) {
      add_point_columns(sweep, quantity, k, sources, &rows->source_count);
      sweep->first_output = sweep->column_count;
    } else if (has_prefix(quantity->key, "out:")) {
      add_output_columns(sweep, quantity, k, sources, &rows->source_count);
    }
  }
  sweep->output_count = sweep->column_count - sweep->first_output;
  sweep->first_force = sweep->column_count;
  rows->sources = sources;
}

SweepRows *sweep_rows_new(Sweep *sweep, Text *why)
{
  const Equations *equations = sweep->equations;
  int n = equations->coordinate_count;
  Arena *arena = arena_new();
  const char **keys = ARENA_ARRAY(arena, const char *, equations->quantity_count);
  int count = 0, state_correction_keys = 0;
  static const char *const CLOSURE[CLOSURE_KEYS] = { "Phi_q", "Phi_t", "gamma" };
  const Quantity *phi = equations_find(equations, "Phi");
  for (; phi && state_correction_keys < CLOSURE_KEYS; state_correction_keys++)
    keys[count++] = CLOSURE[state_correction_keys];
  for (int i = 0; i < equations->quantity_count; i++) {
    if (strchr(equations->quantities[i].key, ':')) keys[count++] = equations->quantities[i].key;
  }
  Program *program = program_new(equations, keys, count, why);
  if (!program) {
    arena_free(arena);
    return NULL;
  }
  int m = phi ? phi->rows : 0;
  SweepRows *rows = ARENA_NEW(arena, SweepRows);
  *rows = (SweepRows){
    .arena = arena,
    .sweep = sweep,
    .program = program,
    .first_output = state_correction_keys,
    .registers = ARENA_ARRAY(arena, double, program_register_count(program)),
    .values = ARENA_ARRAY(arena, double *, count),
    .qd = ARENA_ARRAY(arena, double, n),
    .qdd = ARENA_ARRAY(arena, double, n),
    .matrix = ARENA_ARRAY(arena, double, m *n),
    .right = ARENA_ARRAY(arena, double, m),
    .solution = ARENA_ARRAY(arena, double, n),
  };
  for (int k = 0; k < count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    rows->values[k] = ARENA_ARRAY(arena, double, quantity->rows * quantity->columns);
  }
  name_columns(sweep, rows);
  return rows;
}

void sweep_rows_free(SweepRows *rows)
{
  if (!rows) return;
  program_free(rows->program);
  arena_free(rows->arena);
}

// ---- values

static void evaluate(SweepRows *rows, const SweepConstraints *closure)
{
  ProgramState state = closure->constraints.state;
  state.qd = rows->qd;
  state.qdd = rows->qdd;
  program_evaluate(rows->program, &state, rows->registers, rows->values);
}

// Solves Phi_q rate = right, where the rate of the input is given and that of held coordinates is
// 0.
static bool solve(SweepRows *rows, const SweepConstraints *closure, double input_rate,
                  double rate[])
{
  int n = closure->constraints.n, m = closure->constraints.holonomic, count = closure->free_count;
  for (int i = 0; i < m; i++) {
    const double *phi_q = rows->values[PHI_Q] + i * n;
    for (int j = 0; j < count; j++)
      rows->matrix[i * count + j] =
          phi_q[closure->unknowns.places[j]] / closure->constraints.row_scale[i];
    if (closure->input >= 0) rows->right[i] -= phi_q[closure->input] * input_rate;
    rows->right[i] /= closure->constraints.row_scale[i];
  }
  NumericRank rank;
  NumericStatus status = least_squares_solve(m, count, rows->matrix, rows->right, RANK_TOLERANCE,
                                             rows->solution, &rank, NULL);
  for (int j = 0; j < count; j++)
    rate[closure->unknowns.places[j]] = rows->solution[j];
  if (closure->input >= 0) rate[closure->input] = input_rate;
  return status == NUMERIC_OK && rank.rank == count;
}

static bool solve_rates(SweepRows *rows, const SweepConstraints *closure)
{
  const SweepOptions *options = &rows->sweep->options;
  int n = closure->constraints.n, m = closure->constraints.holonomic;
  memset(rows->qd, 0, sizeof(double) * (size_t)n);
  memset(rows->qdd, 0, sizeof(double) * (size_t)n);
  evaluate(rows, closure);
  for (int i = 0; i < m; i++)
    rows->right[i] = -rows->values[PHI_T][i];
  if (!solve(rows, closure, options->speed, rows->qd)) return false;
  evaluate(rows, closure);
  for (int i = 0; i < m; i++)
    rows->right[i] = rows->values[GAMMA][i];
  if (!solve(rows, closure, options->acceleration, rows->qdd)) return false;
  evaluate(rows, closure);
  return true;
}

static void put_coordinates(const SweepRows *rows, const SweepConstraints *closure, double row[],
                            int *column)
{
  const double *const orders[] = { closure->constraints.q, rows->qd, rows->qdd };
  for (int order = 0; order < 3; order++) {
    if (closure->input >= 0) {
      row[(*column)++] = orders[order][closure->input];
    } else if (order == 0) {
      row[(*column)++] = closure->constraints.state.time;
    }
    for (int j = 0; j < closure->free_count; j++)
      row[(*column)++] = orders[order][closure->unknowns.places[j]];
  }
}

bool sweep_rows_fill(SweepRows *rows, const SweepConstraints *closure, double row[])
{
  bool is_regular = solve_rates(rows, closure);
  int column = 0;
  put_coordinates(rows, closure, row, &column);
  for (int k = 0; k < rows->source_count; k++)
    row[column++] = rows->values[rows->sources[k].output][rows->sources[k].entry];
  assert(column == rows->sweep->column_count);
  return is_regular;
}
