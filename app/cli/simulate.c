// simulate.c -- bielle simulate: writes rows to their file during the simulation.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/files/progress.h"
#include "app/cli/files/row_file.h"

#include <time.h>
#include <unistd.h>

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Used if rows are not requested: the library keeps a few for text and curves.
static int leave_row(void *context, const BielleColumn columns[], int count, const double row[])
{
  (void)context, (void)columns, (void)count, (void)row;
  return 0;
}

// Printed separately, because the result must be reproducible.
static void print_speed_ratio(const Work *work, double begun)
{
  const BielleRecord *record = bielle_answer_record(work->answer);
  double begin = bielle_record_number(bielle_record_find(record, "begin"));
  double end = bielle_record_number(bielle_record_find(record, "end"));
  double passed = now() - begun;
  if (!isatty(STDERR_FILENO) || work->arguments->notation || !(end > begin)) return;
  remark("%.3g s of computing for %.6g s of motion: %.3g times real time", passed, end - begin,
         (end - begin) / passed);
}

static BielleStatus simulate_into(Work *work, BielleSimulateOptions *options, RowFile *file)
{
  Text why = { 0 };
  options->row = row_file_take;
  options->row_context = file;
  BielleStatus status = bielle_simulate(work->mechanism, options, work->diagnostics, &work->answer);
  if (!row_file_close(file, &why)) {
    complain("bielle simulate: %s", text_string(&why));
    status = BIELLE_IO;
  }
  progress_end_if_asked();
  text_free(&why);
  work->has_put_rows = true;
  if (work->answer && is_word(work->arguments->notation, "csv")) report_why_rows_end(work);
  return status;
}

BielleStatus command_simulate(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleSimulateOptions options = { .start = start_of(work),
                                    .experiment = arguments->second,
                                    .until = arguments->until,
                                    .method = arguments->method,
                                    .treatment = arguments->treatment,
                                    .tolerance = arguments->tolerance,
                                    .absolute = arguments->absolute,
                                    .stride = arguments->stride,
                                    .resolution = arguments->resolution,
                                    .sensitivity = arguments->sensitivity,
                                    .compiled = arguments->compiled,
                                    .progress = progress_show };
  double begun = now();
  BielleStatus status = BIELLE_OK;
  bool is_csv = is_word(arguments->notation, "csv");
  if (is_csv || (!arguments->notation && row_file_is_named(work->output))) {
    status = simulate_into(work, &options, row_file_new(work->output));
  } else {
    if (!requests_json(arguments)) options.row = leave_row;
    status = bielle_simulate(work->mechanism, &options, work->diagnostics, &work->answer);
  }
  if (work->answer) print_speed_ratio(work, begun);
  return status;
}
