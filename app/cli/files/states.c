// states.c -- bielle eval --states: quantities at the rows of a file, block by block.
// SPDX-License-Identifier: MIT
#include "app/cli/files/npy.h"
#include "app/cli/files/output.h"
#include "app/cli/files/progress.h"
#include "base/files/file.h"
#include "base/memory/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 32768 };  // rows in memory

// Destination of rows. A file is written completely or not at all; standard output receives rows as
// they are computed.
typedef struct Sink {
  FileWriter *file;  // NULL: standard output
  bool is_npy;       // otherwise CSV
  Text text;
} Sink;

// ---- output

static bool sink_open(Sink *sink, const char *output, Text *why)
{
  *sink = (Sink){ .is_npy = output_ends_in(output, ".npy") };
  if (!output || strcmp(output, "-") == 0) return true;
  sink->file = file_writer_open(output, why);
  return sink->file;
}

// Writes the buffered text.
static bool sink_flush(Sink *sink, Text *why)
{
  const char *bytes = text_string(&sink->text);
  size_t length = sink->text.length;
  bool is_written = sink->file ? file_writer_put(sink->file, bytes, length, why)
                               : fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0;
  if (!is_written && !sink->file) text_format(why, "cannot write the result: %s", strerror(errno));
  text_clear(&sink->text);
  return is_written;
}

static bool sink_close(Sink *sink, bool is_wanted, Text *why)
{
  text_free(&sink->text);
  return !sink->file || file_writer_close(sink->file, is_wanted, why);
}

// In quotes if it contains a comma: "M[q1,q2]".
static void put_names(const BielleRows *rows, Text *out)
{
  for (int i = 0; i < bielle_rows_output_count(rows); i++) {
    const char *name = bielle_rows_output(rows, i), *quote = strpbrk(name, ",\"") ? "\"" : "";
    text_format(out, "%s%s%s%s", i > 0 ? "," : "", quote, name, quote);
  }
  text_put_char(out, '\n');
}

static void put_csv(Text *out, const double values[], size_t count, int columns)
{
  for (size_t s = 0; s < count; s++) {
    for (int i = 0; i < columns; i++) {
      if (i > 0) text_put_char(out, ',');
      text_put_double_17(out, values[s * (size_t)columns + (size_t)i]);
    }
    text_put_char(out, '\n');
  }
}

static bool put_rows(Sink *sink, const double values[], size_t count, int columns, Text *why)
{
  if (sink->is_npy) {
    npy_put_doubles(&sink->text, values, count * (size_t)columns);
  } else {
    put_csv(&sink->text, values, count, columns);
  }
  return sink_flush(sink, why);
}

static bool put_head(Sink *sink, const BielleRows *rows, uint64_t count, Text *why)
{
  if (sink->is_npy) {
    npy_put_header(&sink->text, count, bielle_rows_output_count(rows));
  } else {
    put_names(rows, &sink->text);
  }
  return sink_flush(sink, why);
}

// Reports the columns, because binary files do not contain their names.
static void report_columns(const BielleRows *rows)
{
  enum { MAX_NAMES = 12 };
  int count = bielle_rows_output_count(rows);
  Text names = { 0 };
  for (int i = 0; i < count && i < MAX_NAMES; i++)
    text_format(&names, "%s%s", i > 0 ? ", " : "", bielle_rows_output(rows, i));
  if (count > MAX_NAMES) text_format(&names, ", ..., %s", bielle_rows_output(rows, count - 1));
  remark("columns: %s (%d)", text_string(&names), count);
  text_free(&names);
}

// ---- all rows

// The rows in memory; the first ones are read before the model is derived, which depends on them.
typedef struct StateFile {
  NpyReader file;
  uint64_t next;  // index of the row after those in memory
  size_t count;
  double *rows;
} StateFile;

static bool read_rows(StateFile *input, Text *why)
{
  uint64_t left = input->file.rows - input->next;
  input->count = left < BLOCK ? (size_t)left : BLOCK;
  input->next += input->count;
  return npy_read(&input->file, input->count, input->rows, why);
}

// After a row without a result the others are still evaluated, to be counted, but not written.
static BielleStatus evaluate_all(const Work *work, BielleRows *rows, StateFile *input, Sink *sink,
                                 Text *why)
{
  int columns = bielle_rows_output_count(rows);
  double *out = memory_new(BLOCK * (size_t)columns + 1, sizeof(double));
  BielleStatus status = BIELLE_OK;
  bool is_going = put_head(sink, rows, input->file.rows, why);
  while (is_going && input->count > 0) {
    BielleStatus found =
        bielle_rows_evaluate(rows, input->count, input->rows, 0, out, work->diagnostics);
    if (status == BIELLE_OK) status = found;
    if (status == BIELLE_OK) is_going = put_rows(sink, out, input->count, columns, why);
    progress_show(NULL, "states", (double)input->next / (double)input->file.rows);
    is_going = is_going && read_rows(input, why);
  }
  bielle_rows_end(rows, work->diagnostics);
  free(out);
  return is_going ? status : BIELLE_IO;
}

static BielleStatus write_all(const Work *work, BielleRows *rows, StateFile *input, Text *why)
{
  Sink sink;
  if (!sink_open(&sink, work->output, why)) return BIELLE_IO;
  BielleStatus status = evaluate_all(work, rows, input, &sink, why);
  bool is_closed = sink_close(&sink, status == BIELLE_OK, why);
  if (status == BIELLE_OK && !is_closed) status = BIELLE_IO;
  if (status == BIELLE_OK && sink.is_npy) report_columns(rows);
  return status;
}

static BielleStatus evaluate_input(Work *work, StateFile *input, Text *why)
{
  const Arguments *arguments = work->arguments;
  BielleRowsOptions options = { .keys = arguments->keys,
                                .key_count = arguments->key_count,
                                .columns = arguments->columns,
                                .column_count = input->file.columns,
                                .name = arguments->state_name,
                                .state = arguments->state ? text_string(&work->state) : NULL,
                                .state_length = work->state.length };
  BielleRows *rows = NULL;
  work->first_row = input->count > 0 ? input->rows : NULL;
  work->column_count = input->file.columns;
  BielleStatus status = work_load(work, NEEDS_MODEL);
  if (status == BIELLE_OK)
    status = bielle_rows_new(work->model, &options, work->diagnostics, &rows);
  if (status == BIELLE_OK) status = write_all(work, rows, input, why);
  bielle_rows_free(rows);
  return status;
}

BielleStatus evaluate_states(Work *work)
{
  StateFile input = { 0 };
  Text why = { 0 };
  bool is_read = npy_open(&input.file, work->arguments->states, &why);
  if (is_read && !output_is_safe(work->command, work->arguments)) {
    npy_close(&input.file);
    return BIELLE_BAD_INPUT;
  }
  if (is_read) {
    input.rows = memory_new(BLOCK * (size_t)input.file.columns + 1, sizeof(double));
    is_read = read_rows(&input, &why);
  }
  BielleStatus status = is_read ? evaluate_input(work, &input, &why) : BIELLE_IO;
  npy_close(&input.file);
  free(input.rows);
  if (why.length > 0) complain("bielle eval: %s", text_string(&why));
  text_free(&why);
  return status;
}
