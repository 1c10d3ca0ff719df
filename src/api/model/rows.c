// rows.c -- quantities at the rows of a table of states.
//
// Rows are evaluated by the batched evaluator in blocks, distributed over threads. Values that must
// be computed for each row beforehand, inputs that depend on time and coordinates after loop
// closure, are appended to its columns.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "api/state/state_correction.h"
#include "api/model/evaluation.h"
#include "api/model/row_columns.h"
#include "api/state/start_state.h"
#include "base/memory/memory.h"
#include "formulation/quantities.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

// CHUNK rows are evaluated at once; errors are reported for at most MAX_REPORTED rows.
enum { CHUNK = 128 * STATE_BLOCK, MAX_REPORTED = 10 };

// Buffers of one thread.
typedef struct Bench {
  Evaluation evaluation;
  StateBlock block;
  StateValues state;
} Bench;

struct BielleRows {
  const BielleModel *model;
  Program *program;
  DescribedValues *described;
  Arena *arena;
  StateValues shared;  // values without a column
  RowColumn *columns;
  int column_count;
  const char **results;  // names of the columns of results
  int result_count;
  // Input of the evaluator: `columns`, or prepared rows if values are computed beforehand.
  RowColumn *loaded;
  int loaded_count;
  bool is_prepared;
  double *prepared;   // CHUNK rows
  StateValues state;  // of the row being prepared
  StateValues described_state;
  bool has_time;  // time is a column: inputs have their described values at that time
  StateCorrectionRequest request;
  StateCorrection *closure;  // set at the first state; NULL: no constraints to check
  bool has_begun;            // the first state was processed
  Bench *benches;            // by thread
  int bench_count;
  EvaluationStatus *verdicts;  // of the rows of a chunk
  bool *is_refused;            // by row of a chunk: it could not be closed, which was reported
  long number;                 // number of rows so far
  long bad;                    // rows without a result
  long few;                    // rows with few significant digits
  long reported;               // reported rows of both kinds
};

// ---- construction

static const Equations *equations_of(const BielleRows *rows) { return rows->program->equations; }

static void name_results(BielleRows *rows)
{
  const Program *program = rows->program;
  for (int k = 0; k < program->output_count; k++)
    rows->result_count +=
        program->outputs[k].quantity->rows * program->outputs[k].quantity->columns;
  rows->results = ARENA_ARRAY(rows->arena, const char *, rows->result_count);
  Text name = { 0 };
  for (int k = 0, e = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      text_clear(&name);
      quantity_put_entry(program->equations, quantity, i, &name);
      rows->results[e++] = arena_copy_text(rows->arena, text_string(&name), name.length);
    }
  }
  text_free(&name);
}

static bool has_column(const BielleRows *rows, ValueSource source, int index)
{
  for (int c = 0; c < rows->column_count; c++) {
    if (rows->columns[c].source == source && rows->columns[c].index == index) return true;
  }
  return false;
}

// Appends all values of a source that are not columns.
static void load_source(BielleRows *rows, ValueSource source)
{
  for (int i = 0; i < state_value_count(equations_of(rows), source); i++) {
    if (!has_column(rows, source, i))
      rows->loaded[rows->loaded_count++] = (RowColumn){ source, i, NULL };
  }
}

static void choose_loaded(BielleRows *rows)
{
  const Equations *equations = equations_of(rows);
  rows->has_time = has_column(rows, SOURCE_TIME, 0);
  rows->is_prepared = rows->request.system || (rows->has_time && equations->input_count > 0);
  int most = rows->column_count + 2 * equations->coordinate_count + equations->input_count;
  rows->loaded = ARENA_ARRAY(rows->arena, RowColumn, most);
  rows->loaded_count = rows->column_count;
  if (rows->column_count > 0)
    memcpy(rows->loaded, rows->columns, sizeof(RowColumn) * (size_t)rows->column_count);
  if (!rows->is_prepared) return;
  if (rows->has_time) load_source(rows, SOURCE_INPUTS);
  if (rows->request.system) load_source(rows, SOURCE_Q);
  if (rows->request.system) load_source(rows, SOURCE_QD);
  size_t size = (size_t)rows->loaded_count * sizeof(double);
  rows->prepared = arena_alloc(rows->arena, CHUNK * size);
}

static void copy_state(const Equations *equations, StateValues *from, StateValues *to)
{
  for (ValueSource source = SOURCE_Q; source <= SOURCE_TIME; source++) {
    size_t size = sizeof(double) * (size_t)state_value_count(equations, source);
    if (size > 0) memcpy(state_values(to, source), state_values(from, source), size);
  }
}

static StateValues new_state(BielleRows *rows)
{
  StateValues state = state_values_new(equations_of(rows), rows->arena);
  copy_state(equations_of(rows), &rows->shared, &state);
  state.parameters = rows->shared.parameters;
  return state;
}

// Coordinates given by a column, like those of `shared`, are kept as far as possible.
static void name_given(BielleRows *rows)
{
  rows->state.has_q = rows->shared.has_q;
  rows->state.has_qd = rows->shared.has_qd;
  for (int c = 0; c < rows->column_count; c++) {
    if (rows->columns[c].source == SOURCE_Q) rows->state.has_q[rows->columns[c].index] = true;
    if (rows->columns[c].source == SOURCE_QD) rows->state.has_qd[rows->columns[c].index] = true;
  }
}

static bool read_options(BielleRows *rows, const BielleRowsOptions *options, Diagnostics *local,
                         Text *why)
{
  const Equations *equations = equations_of(rows);
  Source source = start_state_source(options->state, options->state_length, options->name);
  if (!start_state_read(equations, &source, NULL, rows->arena, local, &rows->shared, why)) {
    diagnostics_own_sources(local, NULL);
    return false;
  }
  rows->columns = row_columns_read(equations, options->columns, options->column_count, rows->arena,
                                   local, &rows->column_count);
  if (!rows->columns) return false;
  rows->state = new_state(rows);
  rows->described_state = new_state(rows);
  rows->request = (StateCorrectionRequest){ .system = rows->model->constraints,
                                            .keeps_open = rows->model->keeps_open,
                                            .only_warns = rows->model->only_warns,
                                            .is_list = true };
  name_given(rows);
  choose_loaded(rows);
  name_results(rows);
  rows->verdicts = ARENA_ARRAY(rows->arena, EvaluationStatus, CHUNK);
  rows->is_refused = ARENA_ARRAY(rows->arena, bool, CHUNK);
  return true;
}

static BielleStatus new_rows(const BielleModel *model, const BielleRowsOptions *options,
                             const char *const keys[], int key_count,
                             BielleDiagnostics *diagnostics, BielleRows **out)
{
  if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
  BielleRows *rows = memory_new(1, sizeof *rows);
  Text why = { 0 };
  rows->model = model;
  rows->arena = arena_new();
  rows->program = program_new(model->equations, keys, key_count, &why);
  rows->described = rows->program ? described_values_new(model->equations, &why) : NULL;
  Diagnostics *local = diagnostics_new();
  bool is_good = rows->described && read_options(rows, options, local, &why);
  adopt_diagnostics(diagnostics, local);
  if (why.length > 0) diagnose(diagnostics, NULL, "%s", text_string(&why));
  BielleStatus status = why.length > 0 ? BIELLE_INTERNAL : is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
  text_free(&why);
  if (status == BIELLE_OK) {
    *out = rows;
  } else {
    bielle_rows_free(rows);
  }
  return status;
}

BielleStatus bielle_rows_new(const BielleModel *model, const BielleRowsOptions *options,
                             BielleDiagnostics *diagnostics, BielleRows **out)
{
  const char **usual = NULL;
  int key_count = options->key_count;
  *out = NULL;
  if (key_count == 0) usual = default_keys(model->equations, &key_count);
  BielleStatus status =
      new_rows(model, options, usual ? usual : options->keys, key_count, diagnostics, out);
  free(usual);
  return status;
}

void bielle_rows_free(BielleRows *rows)
{
  if (!rows) return;
  state_correction_free(rows->closure);
  described_values_free(rows->described);
  program_free(rows->program);
  arena_free(rows->arena);
  free(rows->benches);
  free(rows);
}

int bielle_rows_input_count(const BielleRows *rows) { return rows->column_count; }

const char *bielle_rows_input(const BielleRows *rows, int index)
{
  return index >= 0 && index < rows->column_count ? rows->columns[index].name : NULL;
}

int bielle_rows_output_count(const BielleRows *rows) { return rows->result_count; }

const char *bielle_rows_output(const BielleRows *rows, int index)
{
  return index >= 0 && index < rows->result_count ? rows->results[index] : NULL;
}

// ---- prepared rows

// Sets inputs that are not given to their described values at the time of the row.
static void describe_inputs(BielleRows *rows)
{
  StateValues *state = &rows->state, *described = &rows->described_state;
  described_values_at(rows->described, state->parameters, state->time,
                      (DescribedArrays){ described->inputs, described->q, described->states,
                                         described->discretes });
  for (int i = 0; i < equations_of(rows)->input_count; i++) {
    if (!rows->shared.has_inputs[i] && !has_column(rows, SOURCE_INPUTS, i))
      state->inputs[i] = described->inputs[i];
  }
}

// Returns false if the state cannot be closed.
static bool prepare_row(BielleRows *rows, long number, const double row[], double prepared[])
{
  StateChange change = { 0 };
  copy_state(equations_of(rows), &rows->shared, &rows->state);
  row_columns_put(rows->columns, rows->column_count, row, &rows->state);
  if (rows->has_time) describe_inputs(rows);
  if (!rows->has_begun) rows->closure = state_correction_new(&rows->request, &rows->state);
  rows->has_begun = true;
  bool is_closed =
      !rows->closure || state_correction_of_state(rows->closure, number, &rows->state, &change);
  for (int c = 0; c < rows->loaded_count; c++)
    prepared[c] = state_values(&rows->state, rows->loaded[c].source)[rows->loaded[c].index];
  return is_closed;
}

// Prepares the rows of a chunk. Prepared values of a row without a valid state are arbitrary; its
// results are not used.
static void prepare(BielleRows *rows, int count, const double in[], Diagnostics *local)
{
  Arena *arena = arena_new();
  ArenaMark begin = arena_mark(arena);
  rows->request.arena = arena;
  for (int s = 0; s < count; s++) {
    const double *row = in + (size_t)s * (size_t)rows->column_count;
    double *prepared = rows->prepared + (size_t)s * (size_t)rows->loaded_count;
    rows->is_refused[s] = false;
    if (row_not_finite(row, rows->column_count) >= 0) continue;
    rows->request.diagnostics = rows->reported < MAX_REPORTED ? local : NULL;
    if (!prepare_row(rows, rows->number + s + 1, row, prepared)) {
      rows->is_refused[s] = true;
      rows->bad++;
      rows->reported++;
    }
    arena_rewind(arena, begin);
  }
  arena_free(arena);
}

// ---- evaluation

static void provide_benches(BielleRows *rows, int threads)
{
  if (threads <= rows->bench_count) return;
  rows->benches = memory_grow(rows->benches, (size_t)threads, sizeof(Bench));
  for (; rows->bench_count < threads; rows->bench_count++) {
    Bench *bench = &rows->benches[rows->bench_count];
    *bench = (Bench){ .evaluation = evaluation_new(rows->program, rows->arena),
                      .block = state_block_new(rows->program, rows->arena),
                      .state = new_state(rows) };
    for (int s = 0; s < STATE_BLOCK; s++)
      state_block_set(&bench->block, s, &rows->shared);
  }
}

// Evaluates a block of rows; each column is copied to its array.
static void run_block(const BielleRows *rows, const Bench *bench, const double loaded[], int count)
{
  for (int c = 0; c < rows->loaded_count; c++) {
    const RowColumn *column = &rows->loaded[c];
    double *lane = bench->block.values[column->source] + (size_t)column->index * STATE_BLOCK;
    for (int s = 0; s < count; s++)
      lane[s] = loaded[(size_t)s * (size_t)rows->loaded_count + (size_t)c];
  }
  state_block_evaluate(&bench->block, rows->shared.parameters, count);
}

static EvaluationStatus judge(Bench *bench, int s, const Report *report)
{
  if (bench->evaluation.divides) state_block_state(&bench->block, s, &bench->state);
  ProgramState state = start_state_program(&bench->state);
  return evaluation_of_block(&bench->evaluation, &bench->block, s, &state, report);
}

static void put_results(const BielleRows *rows, const Bench *bench, EvaluationStatus verdict,
                        double out[])
{
  for (int k = 0, e = 0; k < rows->program->output_count; k++) {
    const Quantity *quantity = rows->program->outputs[k].quantity;
    for (int i = 0; i < quantity->rows * quantity->columns; i++)
      out[e++] = verdict == VERDICT_NO_VALUE ? NAN : bench->evaluation.out[k][i];
  }
}

// The part of a chunk that is evaluated by one call: `count` rows from `first` on.
typedef struct Part {
  const double *in;
  const double *loaded;
  double *out;
  int first;
  int count;
} Part;

static void evaluate_part(BielleRows *rows, Bench *bench, Part part)
{
  const Report silent = { 0 };
  int columns = rows->column_count;
  run_block(rows, bench, part.loaded, part.count);
  for (int s = 0; s < part.count; s++) {
    EvaluationStatus *verdict = &rows->verdicts[part.first + s];
    bool is_finite = row_not_finite(part.in + (size_t)s * (size_t)columns, columns) < 0;
    bool has_state = is_finite && !rows->is_refused[part.first + s];
    *verdict = has_state ? judge(bench, s, &silent) : VERDICT_NO_VALUE;
    put_results(rows, bench, *verdict, part.out + (size_t)s * (size_t)rows->result_count);
  }
}

// ---- messages

static bool report_not_finite(const BielleRows *rows, const double row[], long number,
                              Diagnostics *local)
{
  int c = row_not_finite(row, rows->column_count);
  if (c < 0) return false;
  diagnostics_add(local, SEVERITY_ERROR, (Span){ 0 }, NULL, "state %ld: column %d, '%s', holds %s",
                  number, c + 1, rows->columns[c].name, isnan(row[c]) ? "nan" : "inf");
  return true;
}

// Evaluates the row once more to report the error.
static void report_row(BielleRows *rows, const double row[], const double loaded[], long number,
                       Diagnostics *local)
{
  if (rows->reported++ >= MAX_REPORTED || report_not_finite(rows, row, number, local)) return;
  Report report = { NULL, local, number };
  run_block(rows, &rows->benches[0], loaded, 1);
  judge(&rows->benches[0], 0, &report);
}

static void report_chunk(BielleRows *rows, int count, const double in[], const double loaded[],
                         Diagnostics *local)
{
  for (int s = 0; s < count; s++) {
    if (rows->verdicts[s] == VERDICT_GOOD || rows->is_refused[s]) continue;
    if (rows->verdicts[s] == VERDICT_NO_VALUE) rows->bad++;
    if (rows->verdicts[s] == VERDICT_FEW_DIGITS) rows->few++;
    report_row(rows, in + (size_t)s * (size_t)rows->column_count,
               loaded + (size_t)s * (size_t)rows->loaded_count, rows->number + s + 1, local);
  }
}

static void evaluate_chunk(BielleRows *rows, int count, const double in[], int threads,
                           double out[], Diagnostics *local)
{
  const double *loaded = rows->is_prepared ? rows->prepared : in;
  if (rows->is_prepared) prepare(rows, count, in, local);
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (threads > 1)
  for (int first = 0; first < count; first += STATE_BLOCK) {
    Part part = { .in = in + (size_t)first * (size_t)rows->column_count,
                  .loaded = loaded + (size_t)first * (size_t)rows->loaded_count,
                  .out = out + (size_t)first * (size_t)rows->result_count,
                  .first = first,
                  .count = count - first < STATE_BLOCK ? count - first : STATE_BLOCK };
    evaluate_part(rows, &rows->benches[omp_get_thread_num()], part);
  }
  report_chunk(rows, count, in, loaded, local);
  rows->number += count;
}

BielleStatus bielle_rows_evaluate(BielleRows *rows, size_t count, const double in[], int threads,
                                  double out[], BielleDiagnostics *diagnostics)
{
  long bad = rows->bad;
  Diagnostics *local = diagnostics_new();
  if (threads <= 0) threads = omp_get_max_threads();
  provide_benches(rows, threads);
  for (size_t first = 0; first < count; first += CHUNK) {
    int size = count - first < CHUNK ? (int)(count - first) : CHUNK;
    evaluate_chunk(rows, size, in + first * (size_t)rows->column_count, threads,
                   out + first * (size_t)rows->result_count, local);
  }
  adopt_diagnostics(diagnostics, local);
  return rows->bad > bad ? BIELLE_BAD_INPUT : BIELLE_OK;
}

void bielle_rows_end(BielleRows *rows, BielleDiagnostics *diagnostics)
{
  rows->request.diagnostics = diagnostics->list;
  if (rows->closure) state_correction_report(rows->closure);
  state_correction_free(rows->closure);
  rows->closure = NULL;
  rows->has_begun = false;
  if (rows->reported > MAX_REPORTED && rows->bad > 0) {
    diagnostics_add(diagnostics->list, SEVERITY_NOTE, (Span){ 0 }, NULL,
                    "%ld states of %ld have no result", rows->bad, rows->number);
  }
  if (rows->reported > MAX_REPORTED && rows->few > 0) {
    diagnostics_add(diagnostics->list, SEVERITY_NOTE, (Span){ 0 }, NULL,
                    "%ld states of %ld have results of few digits", rows->few, rows->number);
  }
  rows->number = rows->bad = rows->few = rows->reported = 0;
}
