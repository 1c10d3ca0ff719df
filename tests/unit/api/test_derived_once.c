// test_derived_once.c -- what ties a mechanism is derived once for all that an evaluation does with
// it: closing the state, finding redundant rows, choosing coordinates, the equations of motion.
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

// Listeners hear a step again while it lasts, so calls in a row are one.
typedef struct Listener {
  int times;
  char last[100];
} Listener;

static int listen(void *context, const char *what, double part)
{
  (void)part;
  Listener *listener = context;
  bool is_same = strcmp(what, listener->last) == 0;
  if (!is_same && strcmp(what, "constraints") == 0) listener->times++;
  snprintf(listener->last, sizeof listener->last, "%s", what);
  return 0;
}

static void check(const char *example, const char *const keys[], int key_count, const char *state)
{
  char path[1000];
  Listener listener = { 0 };
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  BielleModel *model = NULL;
  char *values = NULL;
  snprintf(path, sizeof path, "%s/examples/%s/%s.bl", BIELLE_SOURCE_DIR, example, example);
  BielleDeriveOptions options = { .keys = keys,
                                  .key_count = key_count,
                                  .state = state,
                                  .state_length = strlen(state),
                                  .progress = listen,
                                  .progress_context = &listener };
  assert_int_equal(bielle_mechanism_load(path, diagnostics, &mechanism), BIELLE_OK);
  assert_int_equal(bielle_model_derive(mechanism, &options, diagnostics, &model), BIELLE_OK);
  assert_int_equal(bielle_model_evaluate_json(model, keys, key_count, "state", state, strlen(state),
                                              diagnostics, &values),
                   BIELLE_OK);
  if (listener.times != 1) print_message("%s: %d times\n", example, listener.times);
  assert_int_equal(listener.times, 1);
  bielle_string_free(values);
  bielle_model_free(model);
  bielle_mechanism_free(mechanism);
  bielle_diagnostics_free(diagnostics);
}

static void one_evaluation_derives_constraints_once(void **unused)
{
  (void)unused;
  static const char *const MOTION[] = { "qdd", "lambda" };
  static const char *const EXAMPLES[] = {
    "slider_crank_relative", "andrews_squeezer", "delta", "stewart", "bicycle", "rolling_disk"
  };
  for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
    check(EXAMPLES[i], MOTION, 2, "{}");
    check(EXAMPLES[i], NULL, 0, "{}");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(one_evaluation_derives_constraints_once) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
