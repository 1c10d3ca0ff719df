// test_cancel.c -- work that its caller ends: at any moment, without a result, without a leak.
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Ends the work at its n-th call; counts the calls.
typedef struct Caller {
  int most;
  int calls;
} Caller;

static int listen(void *context, const char *what, double part)
{
  Caller *caller = context;
  assert_non_null(what);
  assert_true(part <= 1);
  return ++caller->calls >= caller->most;
}

static BielleMechanism *load(const char *example, BielleDiagnostics *diagnostics)
{
  char path[1000];
  BielleMechanism *mechanism = NULL;
  snprintf(path, sizeof path, "%s/examples/%s", BIELLE_SOURCE_DIR, example);
  assert_int_equal(bielle_mechanism_load(path, diagnostics, &mechanism), BIELLE_OK);
  return mechanism;
}

enum { NEVER = 1000000000 };

static BielleStatus derive(const BielleMechanism *mechanism, int is_for_reading, Caller *caller)
{
  static const char *const KEYS[] = { "T", "M", "C", "G", "tau", "qdd", "dtau/dq" };
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleModel *model = NULL;
  BielleDeriveOptions options = { .keys = KEYS,
                                  .key_count = sizeof KEYS / sizeof KEYS[0],
                                  .is_for_reading = is_for_reading,
                                  .progress = listen,
                                  .progress_context = caller };
  BielleStatus status = bielle_model_derive(mechanism, &options, diagnostics, &model);
  assert_true((status == BIELLE_OK) == (model != NULL));
  if (status == BIELLE_BAD_INPUT) fail_msg("%s", bielle_diagnostics_text(diagnostics));
  if (status == BIELLE_CANCELLED) assert_int_equal(0, bielle_diagnostics_count(diagnostics));
  bielle_model_free(model);
  bielle_diagnostics_free(diagnostics);
  return status;
}

static const char *const EXAMPLES[] = { "stanford/stanford.bl",
                                        "slider_crank_relative/slider_crank_relative.bl",
                                        "bicycle/bicycle.bl", "cart_pole/cart_pole.bl" };

// About eight moments of each derivation.
static void a_derivation_ends_at_any_moment(void **unused)
{
  (void)unused;
  for (size_t e = 0; e < sizeof EXAMPLES / sizeof EXAMPLES[0]; e++) {
    BielleDiagnostics *diagnostics = bielle_diagnostics_new();
    BielleMechanism *mechanism = load(EXAMPLES[e], diagnostics);
    for (int is_for_reading = 0; is_for_reading < 2; is_for_reading++) {
      Caller whole = { .most = NEVER };
      assert_int_equal(BIELLE_OK, derive(mechanism, is_for_reading, &whole));
      assert_true(whole.calls > 0);
      int step = whole.calls / 8 + 1;
      for (int most = 1; most <= whole.calls; most += step) {
        Caller caller = { .most = most };
        assert_int_equal(BIELLE_CANCELLED, derive(mechanism, is_for_reading, &caller));
        assert_int_equal(most, caller.calls);
      }
    }
    bielle_mechanism_free(mechanism);
    bielle_diagnostics_free(diagnostics);
  }
}

static void a_proof_and_a_sweep_end_too(void **unused)
{
  (void)unused;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *robot = load("rr/rr.bl", diagnostics);
  BielleMechanism *linkage = load("four_bar/four_bar.bl", diagnostics);
  for (int most = 1; most < 6; most++) {
    BielleAnswer *answer = NULL;
    Caller prover = { .most = most }, sweeper = { .most = 3 * most };
    BielleVerifyOptions verify = { .progress = listen, .progress_context = &prover };
    assert_int_equal(BIELLE_CANCELLED, bielle_verify(robot, &verify, diagnostics, &answer));
    assert_null(answer);
    BielleVariable input;
    bielle_mechanism_variable(linkage, BIELLE_COORDINATES, 0, &input);
    char drive[100];
    snprintf(drive, sizeof drive, "%s=0..20deg", input.name);
    BielleSweepOptions sweep = {
      .drive = drive, .steps = 1000, .progress = listen, .progress_context = &sweeper
    };
    assert_int_equal(BIELLE_CANCELLED, bielle_analyze_sweep(linkage, &sweep, diagnostics, &answer));
    assert_null(answer);
  }
  bielle_mechanism_free(linkage);
  bielle_mechanism_free(robot);
  bielle_diagnostics_free(diagnostics);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_derivation_ends_at_any_moment),
    cmocka_unit_test(a_proof_and_a_sweep_end_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
