// work.c -- loading, output and exit status, common to all commands.
// SPDX-License-Identifier: MIT
#include "app/cli/files/output.h"
#include "app/cli/files/progress.h"
#include "app/cli/files/row_file.h"
#include "base/files/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool is_word(const char *word, const char *wanted) { return word && strcmp(word, wanted) == 0; }

bool requests_json(const Arguments *arguments) { return is_word(arguments->notation, "json"); }

static bool is_standard_output(const char *output) { return !output || strcmp(output, "-") == 0; }

// ---- input

static BielleStatus load_mechanism(Work *work)
{
  const Arguments *arguments = work->arguments;
  BielleStatus status = bielle_mechanism_load(arguments->file, work->diagnostics, &work->mechanism);
  if (status == BIELLE_OK && arguments->freeze)
    status = bielle_mechanism_freeze(work->mechanism, arguments->freeze, work->diagnostics);
  if (status == BIELLE_OK && arguments->parametrisation) {
    status = bielle_mechanism_parametrise_at(work->mechanism, arguments->parametrisation,
                                             arguments->state ? text_string(&work->state) : NULL,
                                             work->state.length, work->diagnostics);
  }
  return status;
}

BielleStatus derive_model(const Work *work, const Arguments *arguments, BielleModel **model)
{
  BielleDeriveOptions options = {
    .method = arguments->method,
    .keys = arguments->keys,
    .key_count = arguments->key_count,
    .drop = arguments->drop,
    .negligible = arguments->negligible,
    .speeds = arguments->speeds,
    .accelerations = arguments->accelerations,
    .constraints = arguments->constraints,
    .independent = arguments->independent,
    .weights = arguments->weights,
    .state = arguments->state ? text_string(&work->state) : NULL,
    .state_length = work->state.length,
    .about = arguments->about,
    .seed = arguments->seed,
    .is_for_reading = arguments->is_for_reading,
    .is_explicit = is_word(arguments->form, "explicit"),
    .is_for_steps = arguments->is_for_steps,
    .keeps_open = arguments->keeps_open,
    .keeps_sides = arguments->keeps_sides,
    .first_row = work->first_row,
    .columns = arguments->columns,
    .column_count = work->column_count,
    .progress = progress_show,
  };
  return bielle_model_derive(work->mechanism, &options, work->diagnostics, model);
}

BielleStatus work_load(Work *work, Needs needs)
{
  BielleStatus status = needs == NEEDS_NOTHING ? BIELLE_OK : load_mechanism(work);
  if (status == BIELLE_OK && needs == NEEDS_MODEL)
    status = derive_model(work, work->arguments, &work->model);
  return status;
}

// Reads the state of --at: a file, or a list of values, "q1 = 45 deg, u = 3".
static BielleStatus read_state(const Command *command, const char *given, Text *state)
{
  Text why = { 0 };
  bool is_read = !given || file_read(given, state, &why),
       is_list = given && state_is_written_out(given);
  if (!is_read && is_list) text_put(state, given);
  if (!is_read && !is_list) complain("bielle %s: %s", command->name, text_string(&why));
  text_free(&why);
  return is_read || is_list ? BIELLE_OK : BIELLE_BAD_INPUT;
}

// ---- results

// Writes the file completely or not at all.
static BielleStatus put_text(const char *output, const char *text)
{
  BielleStatus status = BIELLE_IO;
  Text why = { 0 };
  if (!is_standard_output(output)) {
    if (file_write(output, text, strlen(text), &why)) status = BIELLE_OK;
  } else if (fputs(text, stdout) >= 0 && fflush(stdout) == 0) {
    status = BIELLE_OK;
  } else {
    text_format(&why, "cannot write the result: %s", strerror(errno));
  }
  if (status != BIELLE_OK) complain("bielle: %s", text_string(&why));
  text_free(&why);
  return status;
}

// Writes the picture to `path`; NULL: none requested.
static BielleStatus put_picture(const Work *work, const char *path)
{
  const char *picture = bielle_answer_picture(work->answer);
  if (!path) return BIELLE_OK;
  if (*picture != '\0') return put_text(path, picture);
  complain("bielle: there is nothing to plot");
  return BIELLE_OK;
}

static BielleStatus put_json(const Work *work)
{
  char *json = bielle_record_json(bielle_answer_record(work->answer));
  BielleStatus status = put_text(work->output, json);
  bielle_string_free(json);
  return status;
}

// Writes the rows of the result as NumPy arrays.
static BielleStatus put_arrays(const Work *work)
{
  RowFile *file = row_file_new(work->output);
  Text why = { 0 };
  BielleStatus status = BIELLE_OK;
  row_file_take_record(file, bielle_answer_record(work->answer));
  if (!row_file_close(file, &why)) {
    complain("bielle: %s", text_string(&why));
    status = BIELLE_IO;
  }
  text_free(&why);
  return status;
}

// Writes the format implied by the file's name; *is_apart: the text goes to another destination.
static BielleStatus put_by_name(const Work *work, bool *is_apart)
{
  const char *table = bielle_answer_table(work->answer), *output = work->output;
  const char *ending = *table == '{' ? ".json" : ".csv";
  *is_apart = true;
  if (output_ends_in(output, ".svg")) return put_picture(work, output);
  if (!*table && row_file_is_named(output)) {
    complain("bielle: there are no rows for '%s'", output);
    return BIELLE_OK;
  }
  if (work->arguments->is_notation_of_name && requests_json(work->arguments)) return put_json(work);
  if (*table && output_ends_in(output, ending)) return put_text(output, table);
  if (*table && output_ends_in(output, ".npz")) return put_arrays(work);
  *is_apart = false;
  return put_text(output, bielle_answer_words(work->answer));
}

// Writes the result. Rows, or values as a JSON state, are the output if they are requested
// explicitly; if the name of the file implies them, the text goes to standard output.
static BielleStatus put_answer(const Work *work)
{
  const Arguments *arguments = work->arguments;
  const char *table = bielle_answer_table(work->answer), *words = bielle_answer_words(work->answer);
  bool is_by_name = !arguments->notation || arguments->is_notation_of_name, is_apart;
  if (requests_json(arguments) && !is_by_name) return put_json(work);
  if (is_word(arguments->notation, "csv") && output_ends_in(work->output, ".npz"))
    return work->has_put_rows ? BIELLE_OK : put_arrays(work);
  if (is_word(arguments->notation, "csv"))
    return work->has_put_rows ? BIELLE_OK : put_text(work->output, table);
  if (!*words) return BIELLE_OK;  // there are no such numbers and hence no file
  if (work->has_put_rows) return put_text(NULL, words);
  if (!is_by_name) return put_text(work->output, words);
  BielleStatus status = put_by_name(work, &is_apart);
  return status == BIELLE_OK && is_apart ? put_text(NULL, words) : status;
}

void report_why_rows_end(const Work *work)
{
  const BielleRecord *record = bielle_answer_record(work->answer);
  const char *name = work->command->name;
  const char *failure = bielle_record_text(bielle_record_find(record, "failure"));
  if (!bielle_record_flag(bielle_record_find(record, "closed"))) {
    complain("bielle %s: the mechanism cannot be closed at the start; --as text says what is open",
             name);
  } else if (*failure) {
    complain("bielle %s: it could not go on: %s", name, failure);
  } else if (bielle_record_count(bielle_record_find(record, "exceeded")) > 0) {
    complain("bielle %s: a limit is exceeded; --as text says which", name);
  }
}

// A result is also written if it is negative (BIELLE_DOES_NOT_HOLD), but not for bad input.
static BielleStatus put_result(const Work *work, BielleStatus status)
{
  if (status != BIELLE_OK && status != BIELLE_DOES_NOT_HOLD) return status;
  BielleStatus drawn = BIELLE_OK, written = BIELLE_OK;
  if (work->answer) drawn = put_picture(work, work->arguments->plot);
  if (work->answer) written = put_answer(work);
  if (work->text && status == BIELLE_OK) written = put_text(work->output, work->text);
  if (drawn != BIELLE_OK) return drawn;
  return written == BIELLE_OK ? status : written;
}

// ---- command

int run_command(const Command *command, const Arguments *arguments)
{
  Work work = { .command = command,
                .arguments = arguments,
                .diagnostics = bielle_diagnostics_new(),
                .output = arguments->output };
  progress_begin();
  BielleStatus status = read_state(command, arguments->state, &work.state);
  if (status == BIELLE_OK) status = work_load(&work, command->needs);
  if (status == BIELLE_OK && !output_is_safe(command, arguments)) status = BIELLE_BAD_INPUT;
  if (status == BIELLE_OK) status = command->run(&work);
  progress_end();
  bool has_result = status == BIELLE_OK || status == BIELLE_DOES_NOT_HOLD;
  if (has_result && !output_is_safe(command, arguments)) status = BIELLE_BAD_INPUT;
  status = put_result(&work, status);
  report_diagnostics(work.diagnostics);
  bielle_answer_free(work.answer);
  bielle_string_free(work.text);
  bielle_model_free(work.model);
  bielle_mechanism_free(work.mechanism);
  text_free(&work.state);
  bielle_diagnostics_free(work.diagnostics);
  if (status == BIELLE_INTERNAL || status == BIELLE_DOES_NOT_HOLD) return EXIT_DOES_NOT_HOLD;
  return status == BIELLE_OK ? EXIT_DONE : EXIT_BAD_INPUT;
}

// ---- terminal

static bool is_shown(const Arguments *arguments)
{
  return is_standard_output(arguments->output) && isatty(STDOUT_FILENO);
}

int text_width(const Arguments *arguments)
{
  enum { LEAST = 40 };
  struct winsize size;
  if (arguments->width > 0) return (int)arguments->width;
  if (!is_shown(arguments) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col < LEAST ? 0 : size.ws_col;
}

bool requests_colour(const Arguments *arguments)
{
  const char *word = arguments->color ? arguments->color : "auto";
  if (strcmp(word, "auto") != 0) return strcmp(word, "always") == 0;
  const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
  bool is_able = terminal && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;
  return is_able && !(refused && refused[0] != '\0') && is_shown(arguments);
}
