// test_assembly_starts.c -- mechanisms close from nearly all starts that are off by up to a quarter
// turn. The benchmark bench_assembly does the same a thousand times.
// SPDX-License-Identifier: MIT
#include "support/random_starts.h"

#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

typedef struct Case {
  const char *example;
  const char *held;
  double length;
  int count;
  int same;  // at least so many come back to where they were disturbed
} Case;

static const Case CASES[] = {
  { "four_bar/four_bar.bl", "", 0, 100, 0 },
  { "four_bar/four_bar.bl", " phi1 ", 0, 100, 85 },
  { "wiper/wiper.bl", "", 0, 100, 0 },
  { "wiper/wiper.bl", " phi ", 0, 100, 65 },
  { "stewart/stewart.bl", "", 0.5, 20, 0 },
  { "stewart/stewart.bl",
    " leg[1].length leg[2].length leg[3].length leg[4].length leg[5].length leg[6].length ", 0.5,
    20, 1 },
  { "delta/delta.bl", "", 0.3, 50, 0 },
  { "delta/delta.bl", " arm[1].theta arm[2].theta arm[3].theta ", 0.3, 50, 35 },
};

static void disturbed_mechanisms_close(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
    Reading reading;
    reading_open_example(&reading, CASES[k].example, "");
    RandomStarts starts = { .held = CASES[k].held,
                            .length = CASES[k].length,
                            .count = CASES[k].count };
    assert_true(random_starts_run(&starts, reading_system(&reading)));
    print_message("%s%s: %d of %d closed, %d came back\n", CASES[k].example, CASES[k].held,
                  starts.closed, starts.count, starts.same_branch);
    assert_true(100 * starts.closed >= 99 * starts.count);
    assert_true(starts.same_branch >= CASES[k].same);
    reading_close(&reading);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(disturbed_mechanisms_close) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
