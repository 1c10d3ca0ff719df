// test_threads.c -- eight threads share a mechanism and a model and call what takes them const.
//
// Every function is called by all threads at once, in a process of its own; each thread must get
// what a single one gets. Built with the preset tsan, ThreadSanitizer watches. The last process
// calls different functions at the same time.
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"

#include <flint/flint.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { THREADS = 8, ROUNDS = 3 };

// The first report ends the process, which is one for each function.
enum { RACE = 66 };

__attribute__((visibility("default"))) const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "halt_on_error=1:exitcode=66"; }

// ---- what is shared

typedef struct Shared {
  BielleMechanism *tree;
  BielleMechanism *loop;
  BielleModel *model;
  BielleFunction *function;
} Shared;

static const char *const KEYS[] = { "M", "h", "G", "tau" };
enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

static BielleMechanism *load(const char *example, BielleDiagnostics *diagnostics)
{
  char path[1000];
  BielleMechanism *mechanism = NULL;
  snprintf(path, sizeof path, "%s/examples/%s", BIELLE_SOURCE_DIR, example);
  assert_int_equal(bielle_mechanism_load(path, diagnostics, &mechanism), BIELLE_OK);
  return mechanism;
}

static void open_shared(Shared *shared)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  *shared = (Shared){ .tree = load("rr/rr.bl", diagnostics),
                      .loop = load("four_bar/four_bar.bl", diagnostics) };
  assert_int_equal(bielle_model_derive(shared->tree, NULL, diagnostics, &shared->model), BIELLE_OK);
  assert_int_equal(bielle_function_new(shared->model, KEYS, 1, diagnostics, &shared->function),
                   BIELLE_OK);
  bielle_diagnostics_free(diagnostics);
}

static void close_shared(Shared *shared)
{
  bielle_function_free(shared->function);
  bielle_model_free(shared->model);
  bielle_mechanism_free(shared->loop);
  bielle_mechanism_free(shared->tree);
}

// ---- the functions, each giving a text that is the same at every call

static char *copy(const char *text)
{
  size_t size = strlen(text) + 1;
  char *all = malloc(size);
  return memcpy(all, text, size);
}

// The text, or what went wrong, which no other thread gets by chance.
static char *answer(BielleStatus status, char *out, BielleDiagnostics *diagnostics)
{
  if (status != BIELLE_OK && status != BIELLE_DOES_NOT_HOLD) {
    bielle_string_free(out);
    out = bielle_diagnostics_text(diagnostics);
  }
  char *text = copy(out ? out : "");
  bielle_string_free(out);
  return text;
}

// The same of an answer's data.
static char *data_of(BielleStatus status, BielleAnswer *found, BielleDiagnostics *diagnostics)
{
  char *json = found ? bielle_record_json(bielle_answer_record(found)) : NULL;
  bielle_answer_free(found);
  return answer(status, json, diagnostics);
}

typedef char *(*Call)(const Shared *shared, BielleDiagnostics *diagnostics);

static char *facts(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char text[500];
  int rows;
  BielleConstraint *constraints = NULL;
  BielleQuantity quantity;
  BielleVariable variable;
  BielleFrame frame;
  BielleBody body;
  bielle_mechanism_constraints(shared->loop, diagnostics, &constraints, &rows);
  bielle_model_quantity(shared->model, 0, &quantity);
  bielle_mechanism_variable(shared->tree, BIELLE_COORDINATES, 1, &variable);
  bielle_mechanism_frame(shared->loop, 1, &frame);
  bielle_mechanism_body(shared->tree, 0, &body);
  snprintf(text, sizeof text, "%s %d %s %s %d %s %d %s %s %s", bielle_mechanism_name(shared->tree),
           bielle_mechanism_variable_count(shared->tree, BIELLE_PARAMETERS), variable.name,
           variable.unit, rows, constraints[0].label, bielle_model_quantity_count(shared->model),
           quantity.key, frame.name, body.name);
  bielle_constraints_free(constraints);
  return copy(text);
}

static char *summary(const Shared *shared, BielleDiagnostics *diagnostics)
{
  return data_of(BIELLE_OK, bielle_mechanism_summary(shared->loop, 0), diagnostics);
}

static char *dump(const Shared *shared, BielleDiagnostics *diagnostics)
{
  return answer(BIELLE_OK, bielle_mechanism_dump(shared->loop), diagnostics);
}

static char *convert(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char *out = NULL;
  BielleStatus status = bielle_mechanism_convert(shared->tree, "bl", diagnostics, &out);
  return answer(status, out, diagnostics);
}

static char *derive(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleModel *model = NULL;
  BielleStatus status = bielle_model_derive(shared->loop, NULL, diagnostics, &model);
  char *text = answer(status, NULL, diagnostics);
  bielle_model_free(model);
  return text;
}

static char *verify(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleAnswer *out = NULL;
  BielleStatus status = bielle_verify(shared->tree, 0, diagnostics, &out);
  return data_of(status, out, diagnostics);
}

static char *print_form(const Shared *shared, BielleDiagnostics *diagnostics,
                        BielleNotation notation, BielleForm form)
{
  char *out = NULL;
  BiellePrintOptions options = {
    .keys = KEYS, .key_count = KEY_COUNT, .notation = notation, .form = form
  };
  BielleStatus status = bielle_model_print(shared->model, &options, diagnostics, &out);
  return answer(status, out, diagnostics);
}

static char *print_text(const Shared *shared, BielleDiagnostics *diagnostics)
{
  return print_form(shared, diagnostics, BIELLE_TEXT, BIELLE_CONDENSED);
}

static char *print_expanded(const Shared *shared, BielleDiagnostics *diagnostics)
{
  return print_form(shared, diagnostics, BIELLE_JSON, BIELLE_EXPANDED);
}

static char *print_recursive(const Shared *shared, BielleDiagnostics *diagnostics)
{
  return print_form(shared, diagnostics, BIELLE_LATEX, BIELLE_RECURSIVE);
}

static char *listing(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char *out = NULL;
  BielleStatus status =
      bielle_model_listing(shared->tree, shared->model, KEYS, 2, diagnostics, &out);
  return answer(status, out, diagnostics);
}

static char *count(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleAnswer *out = NULL;
  BielleStatus status = bielle_model_count(shared->model, KEYS, KEY_COUNT, diagnostics, &out);
  return data_of(status, out, diagnostics);
}

static char *dump_equations(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char *out = NULL;
  BielleStatus status = bielle_model_dump(shared->model, "equations", KEYS, 2, diagnostics, &out);
  return answer(status, out, diagnostics);
}

static char *dump_program(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char *out = NULL;
  BielleStatus status = bielle_model_dump(shared->model, "program", KEYS, 2, diagnostics, &out);
  return answer(status, out, diagnostics);
}

static char *evaluate_json(const Shared *shared, BielleDiagnostics *diagnostics)
{
  static const char state[] = "{\"q\": {}, \"qd\": {}}";
  char *out = NULL;
  BielleStatus status = bielle_model_evaluate_json(shared->model, KEYS, KEY_COUNT, "state", state,
                                                   sizeof state - 1, diagnostics, &out);
  return answer(status, out, diagnostics);
}

static char *evaluate_with(const BielleFunction *function)
{
  double parameters[100] = { 0 }, out[100] = { 0 };
  const double q[] = { 0.3, 0.7 };
  for (int i = 0; i < 100; i++)
    parameters[i] = 1 + 0.01 * i;
  double *scratch = calloc(bielle_function_scratch(function) + 1, sizeof *scratch);
  BielleState state = { .params = parameters, .q = q };
  bielle_function_evaluate(function, &state, scratch, (double *const[]){ out });
  free(scratch);
  char text[100];
  snprintf(text, sizeof text, "%.17g %.17g", out[0], out[1]);
  return copy(text);
}

static char *evaluate(const Shared *shared, BielleDiagnostics *diagnostics)
{
  (void)diagnostics;
  return evaluate_with(shared->function);
}

static char *compile(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleFunction *function = NULL;
  BielleStatus status = bielle_function_new(shared->model, KEYS + 1, 1, diagnostics, &function);
  char *text = status == BIELLE_OK ? evaluate_with(function) : answer(status, NULL, diagnostics);
  bielle_function_free(function);
  return text;
}

static char *write_code(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char folder[] = "/tmp/bielle_threads_XXXXXX", command[100], *names = NULL;
  if (!mkdtemp(folder)) return copy("no folder");
  BielleCodeOptions options = { .language = "c", .keys = KEYS, .key_count = KEY_COUNT };
  BielleStatus status =
      bielle_model_write_code(shared->model, &options, folder, diagnostics, &names);
  snprintf(command, sizeof command, "rm -r %s", folder);
  if (system(command) != 0) return copy("the folder stays");
  return answer(status, names, diagnostics);
}

static char *assembly(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleAnswer *found = NULL;
  BielleStatus status = bielle_analyze_assembly(shared->loop, NULL, diagnostics, &found);
  return data_of(status, found, diagnostics);
}

static char *mobility(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleAnswer *found = NULL;
  BielleStatus status = bielle_analyze_mobility(shared->loop, NULL, diagnostics, &found);
  return data_of(status, found, diagnostics);
}

static char *statics(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleAnswer *found = NULL;
  BielleStatus status = bielle_analyze_statics(shared->loop, NULL, diagnostics, &found);
  return data_of(status, found, diagnostics);
}

static char *motion(const Shared *shared, BielleDiagnostics *diagnostics)
{
  BielleAnswer *found = NULL;
  BielleStatus status = bielle_analyze_motion(shared->loop, NULL, diagnostics, &found);
  return data_of(status, found, diagnostics);
}

static char *four_bar(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char *out = NULL;
  BielleFourBarOptions options = { 0 };
  BielleAnswer *found = NULL;
  BielleStatus status = bielle_analyze_four_bar(shared->loop, &options, diagnostics, &found);
  if (found) out = bielle_record_json(bielle_answer_record(found));
  bielle_answer_free(found);
  return answer(status, out, diagnostics);
}

static char *sweep(const Shared *shared, BielleDiagnostics *diagnostics)
{
  char drive[100], *out = NULL;
  BielleVariable input;
  bielle_mechanism_variable(shared->loop, BIELLE_COORDINATES, 0, &input);
  snprintf(drive, sizeof drive, "%s=0..20deg", input.name);
  BielleSweepOptions options = { .drive = drive, .steps = 4 };
  BielleAnswer *found = NULL;
  BielleStatus status = bielle_analyze_sweep(shared->loop, &options, diagnostics, &found);
  if (found) out = bielle_record_json(bielle_answer_record(found));
  bielle_answer_free(found);
  return answer(status, out, diagnostics);
}

static const struct {
  const char *name;
  Call call;
} CALLS[] = {
  { "names and counts", facts },
  { "bielle_mechanism_summary", summary },
  { "bielle_mechanism_dump", dump },
  { "bielle_mechanism_convert", convert },
  { "bielle_model_derive", derive },
  { "bielle_verify", verify },
  { "bielle_model_print, text", print_text },
  { "bielle_model_print, expanded", print_expanded },
  { "bielle_model_print, recursive", print_recursive },
  { "bielle_model_listing", listing },
  { "bielle_model_count", count },
  { "bielle_model_dump, equations", dump_equations },
  { "bielle_model_dump, program", dump_program },
  { "bielle_model_evaluate_json", evaluate_json },
  { "bielle_function_new", compile },
  { "bielle_function_evaluate", evaluate },
  { "bielle_model_write_code", write_code },
  { "bielle_analyze_assembly", assembly },
  { "bielle_analyze_mobility", mobility },
  { "bielle_analyze_statics", statics },
  { "bielle_analyze_motion", motion },
  { "bielle_analyze_four_bar", four_bar },
  { "bielle_analyze_sweep", sweep },
};
enum { CALL_COUNT = sizeof CALLS / sizeof CALLS[0] };

// ---- threads

typedef struct Worker {
  pthread_t thread;
  const Shared *shared;
  pthread_barrier_t *barrier;
  int first;  // the calls, from this one on
  int step;   // 0: always the same
  char **expected;
  int wrong;  // answers that were other ones
} Worker;

static void *work(void *given)
{
  Worker *worker = given;
  pthread_barrier_wait(worker->barrier);
  int calls = worker->step == 0 ? ROUNDS : CALL_COUNT;
  for (int i = 0; i < calls; i++) {
    int k = (worker->first + i * worker->step) % CALL_COUNT;
    BielleDiagnostics *diagnostics = bielle_diagnostics_new();
    char *text = CALLS[k].call(worker->shared, diagnostics);
    if (strcmp(text, worker->expected[k]) != 0) worker->wrong++;
    free(text);
    bielle_diagnostics_free(diagnostics);
  }
  flint_cleanup();
  return NULL;
}

// Runs the call in all threads, or, with a step, all calls, each thread from another one on.
// Returns the number of wrong answers.
static int run_together(const Shared *shared, int first, int step, char **expected)
{
  Worker workers[THREADS];
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, THREADS);
  int wrong = 0;
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (Worker){ .shared = shared,
                           .barrier = &barrier,
                           .first = first + i * step * (CALL_COUNT / THREADS),
                           .step = step,
                           .expected = expected };
    assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(workers[i].thread, NULL);
    wrong += workers[i].wrong;
  }
  pthread_barrier_destroy(&barrier);
  return wrong;
}

// What one thread gets, each call from a mechanism and a model of its own.
static void expect_answers(char *expected[])
{
  for (int k = 0; k < CALL_COUNT; k++) {
    Shared alone;
    BielleDiagnostics *diagnostics = bielle_diagnostics_new();
    open_shared(&alone);
    expected[k] = CALLS[k].call(&alone, diagnostics);
    close_shared(&alone);
    bielle_diagnostics_free(diagnostics);
  }
}

// Exit status 0: all answers are right.
static void be_child(int k, char **expected)
{
  Shared shared;
  open_shared(&shared);
  bool is_last = k == CALL_COUNT;
  int wrong = run_together(&shared, is_last ? 0 : k, is_last ? 1 : 0, expected);
  _exit(wrong == 0 ? 0 : 1);
}

// Runs the call, or all of them, in a process of its own; true if all is well.
static bool is_good(int k, char **expected)
{
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) be_child(k, expected);
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  const char *verdict = "good";
  if (WIFSIGNALED(status)) {
    verdict = "aborts";
  } else if (WEXITSTATUS(status) == RACE) {
    verdict = "a race";
  } else if (WEXITSTATUS(status) != 0) {
    verdict = "wrong answers";
  }
  print_message("%-32s %s\n", k == CALL_COUNT ? "all of them" : CALLS[k].name, verdict);
  return status == 0;
}

static void what_is_const_may_be_shared(void **state)
{
  (void)state;
  char *expected[CALL_COUNT];
  int failed = 0;
  expect_answers(expected);
  for (int k = 0; k <= CALL_COUNT; k++)
    failed += !is_good(k, expected);
  for (int k = 0; k < CALL_COUNT; k++)
    free(expected[k]);
  flint_cleanup();
  assert_int_equal(failed, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_const_may_be_shared) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
