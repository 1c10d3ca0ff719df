// test_random_text.c -- random descriptions, from the text to numbers and to printed equations.
//
// Every expression of a description (let, output, force, constraint) is read a second time by
// support/text_ball.c, which shares nothing with the library, and computed in ball arithmetic at
// random points. The programs' numbers must lie in the balls of numbers of 28 bits, whose radius
// allows for rounding, and the printed equations, read back in the same way, must have the same
// value in 256 bits.
//
//   BIELLE_RANDOM_TEXTS  how many descriptions (59 expressions each)
//   BIELLE_RANDOM_SEED   where to start
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"
#include "random_text.h"
#include "support/ball.h"
#include "support/sanitizer.h"

#include <jansson.h>

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef HAS_SANITIZER
enum { DESCRIPTIONS = 60 };
#else
enum { DESCRIPTIONS = 700 };
#endif

enum { KEYS = (RANDOM_OUTPUTS + RANDOM_LETS) / 3 + 2 };

typedef struct Trial {
  RandomText *text;
  uint64_t seed;
  BielleDiagnostics *diagnostics;
  BielleMechanism *mechanism;
  BielleModel *model;
  char keys[KEYS][24];
  int judged;  // numbers
  int read;    // printed expressions
} Trial;

// Shows all there is to know: cmocka would cut it.
static void fail_with(const Trial *trial, const char *what, const char *expression)
{
  char *messages = bielle_diagnostics_text(trial->diagnostics);
  fprintf(stderr, "%s\n%sBIELLE_RANDOM_SEED=%llu: %s: %s\n", text_string(&trial->text->description),
          messages, (unsigned long long)trial->seed, what, expression);
  bielle_string_free(messages);
  fail();
}

// When the library dies the description would be lost.
static const Trial *current;

static void show_current(int signal_number)
{
  signal(signal_number, SIG_DFL);
  fprintf(stderr, "%s\nBIELLE_RANDOM_SEED=%llu: aborted\n",
          text_string(&current->text->description), (unsigned long long)current->seed);
  raise(signal_number);
}

// On a stack of its own: the usual one may be full.
static void watch_for_death(void)
{
  static char stack[1 << 16];
  sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
  const struct sigaction action = { .sa_handler = show_current, .sa_flags = SA_ONSTACK };
  sigaction(SIGABRT, &action, NULL);
  sigaction(SIGSEGV, &action, NULL);
}

// ---- opening

static void name_keys(Trial *trial)
{
  int count = 0;
  for (int i = 1; i <= RANDOM_OUTPUTS / 3; i++)
    snprintf(trial->keys[count++], sizeof trial->keys[0], "out:o%d", i);
  for (int i = 1; i <= RANDOM_LETS / 3; i++)
    snprintf(trial->keys[count++], sizeof trial->keys[0], "out:l%d", i);
  snprintf(trial->keys[count++], sizeof trial->keys[0], "Qe");
  snprintf(trial->keys[count++], sizeof trial->keys[0], "Phi");
}

// A branch that is never taken may have no value, whatever the numbers are.
static bool has_no_value_anywhere(const Trial *trial)
{
  char *messages = bielle_diagnostics_text(trial->diagnostics);
  bool has_none = strstr(messages, "has no value") || strstr(messages, "division by zero");
  bielle_string_free(messages);
  return has_none;
}

// False if the description is refused, rightly.
static bool open_trial(Trial *trial, uint64_t seed)
{
  *trial = (Trial){ .text = random_text_new(seed), .seed = seed };
  trial->diagnostics = bielle_diagnostics_new();
  current = trial;
  name_keys(trial);
  const char *keys[KEYS];
  for (int i = 0; i < KEYS; i++)
    keys[i] = trial->keys[i];
  const char *description = text_string(&trial->text->description);
  if (bielle_mechanism_read("random.bl", description, strlen(description), trial->diagnostics,
                            &trial->mechanism) != BIELLE_OK) {
    if (!has_no_value_anywhere(trial)) fail_with(trial, "refused", "");
    return false;
  }
  BielleDeriveOptions options = { .keys = keys, .key_count = KEYS };
  if (bielle_model_derive(trial->mechanism, &options, trial->diagnostics, &trial->model) !=
      BIELLE_OK) {
    fail_with(trial, "not derived", "");
  }
  return true;
}

static void close_trial(Trial *trial)
{
  bielle_model_free(trial->model);
  bielle_mechanism_free(trial->mechanism);
  bielle_diagnostics_free(trial->diagnostics);
  random_text_free(trial->text);
}

// The text of entry `entry` of key number `key`.
static void text_of_entry(const RandomText *text, int key, int entry, Text *out)
{
  text_clear(out);
  if (key < RANDOM_OUTPUTS / 3) {
    text_put(out, text_string(&text->outputs[3 * key + entry]));
  } else if (key < KEYS - 2) {
    text_put(out, text_string(&text->lets[3 * (key - RANDOM_OUTPUTS / 3) + entry]));
  } else if (key == KEYS - 2) {
    text_put(out, text_string(&text->forces[entry]));
  } else {
    text_format(out, "q5 - (%s)", text_string(&text->constraint));
  }
}

static int entry_count(int key) { return key < KEYS - 2 ? 3 : key == KEYS - 2 ? 4 : 1; }

// ---- numbers

static void show_point(const RandomPoint *point)
{
  for (int i = 0; i < RANDOM_PARAMETERS; i++)
    fprintf(stderr, "p%d=%.17g,", i + 1, point->parameters[i]);
  for (int i = 0; i < RANDOM_COORDINATES; i++)
    fprintf(stderr, "q%d=%.17g,q%d'=%.17g,", i + 1, point->q[i], i + 1, point->qd[i]);
  fprintf(stderr, "t=%.17g\n", point->t);
}

static void judge_number(Trial *trial, const RandomPoint *point, const char *expression,
                         double value)
{
  arb_t ball;
  arb_init(ball);
  BallReading reading = ball_read(point->coarse, expression, RANDOM_COARSE, ball);
  assert_int_not_equal(reading, BALL_UNREADABLE);
  if (reading == BALL_CERTAIN && arb_is_finite(ball)) {
    arf_t number;
    arf_init(number);
    arf_set_d(number, value);
    // where the function is flat its ball is narrower than a double
    mag_t rounding;
    mag_init(rounding);
    arf_get_mag(rounding, number);
    mag_mul_2exp_si(rounding, rounding, -RANDOM_COARSE);
    arb_add_error_mag(ball, rounding);
    mag_clear(rounding);
    bool is_inside = arb_contains_arf(ball, number);
    if (!is_inside) {
      print_error("%.17g is not in ", value);
      arb_fprintd(stderr, ball, 17);
      fputs("\n", stderr);
      show_point(point);
      fail_with(trial, "wrong number", expression);
    }
    arf_clear(number);
    trial->judged++;
  }
  arb_clear(ball);
}

static void judge_key(Trial *trial, int key)
{
  BielleFunction *function = NULL;
  const char *keys[] = { trial->keys[key] };
  double out[RANDOM_COORDINATES];
  Text expression = { 0 };
  if (bielle_function_new(trial->model, keys, 1, trial->diagnostics, &function) != BIELLE_OK) {
    fail_with(trial, "no program", trial->keys[key]);
  }
  double *scratch = calloc(bielle_function_scratch(function) + 1, sizeof *scratch);
  for (int k = 0; k < RANDOM_POINTS; k++) {
    const RandomPoint *point = &trial->text->points[k];
    BielleState state = {
      .params = point->parameters, .q = point->q, .qd = point->qd, .t = point->t
    };
    bielle_function_evaluate(function, &state, scratch, (double *const[]){ out });
    for (int entry = 0; entry < entry_count(key); entry++) {
      text_of_entry(trial->text, key, entry, &expression);
      judge_number(trial, point, text_string(&expression), out[entry]);
    }
  }
  text_free(&expression);
  free(scratch);
  bielle_function_free(function);
}

// ---- printed equations

// Has the printed text the value of the described one?
static void judge_printed(Trial *trial, BallScope *const scopes[], const char *printed,
                          const char *described)
{
  arb_t expected, found;
  arb_init(expected);
  arb_init(found);
  for (int k = 0; k < RANDOM_POINTS; k++) {
    BallReading first = ball_read(scopes[k], described, BALL_PRECISION, expected);
    BallReading second = ball_read(scopes[k], printed, BALL_PRECISION, found);
    if (first == BALL_UNREADABLE || second == BALL_UNREADABLE)
      fail_with(trial, "cannot be read", printed);
    if (first != BALL_CERTAIN || second != BALL_CERTAIN) continue;
    if (!arb_overlaps(expected, found)) {
      print_error("described: %s\n", described);
      fail_with(trial, "printed", printed);
    }
    trial->read++;
  }
  arb_clear(found);
  arb_clear(expected);
}

// Definitions that are lets must have their values; others are names that the printer made.
static void judge_definitions(Trial *trial, BallScope *const scopes[], json_t *definitions)
{
  const char *name;
  json_t *value;
  json_object_foreach(definitions, name, value)
  {
    if (name[0] == 'n') {
      judge_printed(trial, scopes, json_string_value(value),
                    text_string(&trial->text->lets[atoi(name + 1) - 1]));
      continue;
    }
    arb_t ball;
    arb_init(ball);
    for (int k = 0; k < RANDOM_POINTS; k++) {
      ball_read(scopes[k], json_string_value(value), BALL_PRECISION, ball);
      ball_scope_set(scopes[k], name, ball);
    }
    arb_clear(ball);
  }
}

static void judge_equations(Trial *trial)
{
  BallScope *scopes[RANDOM_POINTS];
  for (int k = 0; k < RANDOM_POINTS; k++)
    scopes[k] = trial->text->points[k].exact;
  const char *keys[KEYS];
  for (int i = 0; i < KEYS; i++)
    keys[i] = trial->keys[i];
  BiellePrintOptions options = { .keys = keys, .key_count = KEYS, .notation = BIELLE_JSON };
  char *printed = NULL;
  if (bielle_model_print(trial->model, &options, trial->diagnostics, &printed) != BIELLE_OK) {
    fail_with(trial, "not printed", "");
  }
  json_t *all = json_loads(printed, 0, NULL);
  assert_non_null(all);
  judge_definitions(trial, scopes, json_object_get(all, "definitions"));
  Text described = { 0 };
  for (int key = 0; key < KEYS; key++) {
    json_t *entries = json_object_get(all, trial->keys[key]);
    for (int entry = 0; entry < entry_count(key); entry++) {
      json_t *text = json_is_array(entries) ? json_array_get(entries, (size_t)entry) : entries;
      assert_true(json_is_string(text));
      text_of_entry(trial->text, key, entry, &described);
      judge_printed(trial, scopes, json_string_value(text), text_string(&described));
    }
  }
  text_free(&described);
  json_decref(all);
  bielle_string_free(printed);
}

// ---- the tests

static uint64_t number_from_environment(const char *name, uint64_t otherwise)
{
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

static void descriptions_mean_what_they_say(void **state)
{
  (void)state;
  uint64_t count = number_from_environment("BIELLE_RANDOM_TEXTS", DESCRIPTIONS);
  uint64_t start = number_from_environment("BIELLE_RANDOM_SEED", 1);
  uint64_t refused = 0;
  long expressions = 0, judged = 0, read = 0;
  watch_for_death();
  for (uint64_t i = 0; i < count; i++) {
    Trial trial;
    bool is_open = open_trial(&trial, start + i);
    for (int key = 0; key < KEYS && is_open; key++)
      judge_key(&trial, key);
    if (is_open) judge_equations(&trial);
    refused += !is_open;
    expressions += RANDOM_LETS + RANDOM_OUTPUTS + RANDOM_FORCES + 1;
    judged += trial.judged;
    read += trial.read;
    close_trial(&trial);
  }
  print_message("%ld expressions; %ld numbers, %ld printed expressions judged\n", expressions,
                judged, read);
  assert_true(judged > expressions && read > expressions);
  assert_true(refused <= 1 + count / 50);
  flint_cleanup();
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(descriptions_mean_what_they_say) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
