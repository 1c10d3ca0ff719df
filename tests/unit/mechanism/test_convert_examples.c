// test_convert_examples.c -- every example in every convention: proved the same, or refused, and
// why.
//
// The table below names the reason of a refusal; everything else must come back as the same
// mechanism (same_mechanism.h). URDF holds rounded numbers, whose equality
// tests/convert/test_convert.py shows; here it must only be readable.
// SPDX-License-Identifier: MIT
#include "api/mechanism/convert.h"

#include "same_mechanism.h"
#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char BRANCHES[] = "the table is for one chain";
static const char NO_VALUE[] = "has no value";
static const char QUATERNION[] = "turns by a quaternion";

typedef struct Case {
  const char *path;  // below examples/
  Proof proof;
  const char *refused[CONVENTION_COUNT];  // part of the message; NULL: converted
} Case;

static const Case CASES[] = {
  { "closed_chain/closed_chain.def", EXACT, { BRANCHES, BRANCHES, NULL, NO_VALUE } },
  { "four_bar/four_bar.bl", IN_NUMBERS, { BRANCHES, BRANCHES, NULL, "URDF cannot say the loop" } },
  { "free_body/free_body.bl", EXACT, { QUATERNION, QUATERNION, QUATERNION, NULL } },
  { "khalil_tree/khalil_tree.bl", EXACT, { BRANCHES, BRANCHES, NULL, NULL } },
  { "kuka_kr30/kuka_kr30.bl", EXACT, { NULL } },
  { "monopod/monopod.def", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "planar_2dof/planar_2dof.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "robot2d/robot2d.def", IN_NUMBERS, { BRANCHES, BRANCHES, NULL, NO_VALUE } },
  { "robot6/robot6.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "robot6_sentence/robot6.sentence", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "rr/rr.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "rrp/rrp.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "spatial_3r/spatial_3r.bl", EXACT, { NULL } },
  { "telescopic/telescopic.bl", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "telescopic_sentence/telescopic.sentence", EXACT, { NULL, NULL, NULL, NO_VALUE } },
  { "unicycle/unicycle.bl", EXACT, { NULL, NULL, NULL, "URDF cannot say the constraint" } },
  { "vehicle15/vehicle15.def", EXACT, { BRANCHES, BRANCHES, NULL, NO_VALUE } },
};

// ---- the table

static bool says(const Diagnostics *diagnostics, const char *part)
{
  for (int i = 0; i < diagnostics_count(diagnostics); i++) {
    if (strstr(diagnostics_message(diagnostics, i), part)) return true;
  }
  return false;
}

static void convert_and_compare(const Reading *old, Convention convention, const Case *test)
{
  const char *refused = test->refused[convention];
  Text converted = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  bool is_good = mechanism_convert(old->mechanism, convention, diagnostics, &converted);
  if (is_good == (refused != NULL) || (refused && !says(diagnostics, refused))) {
    print_diagnostics(diagnostics);
    fail_msg("%s to %s", old->source.name, convention_word(convention));
  }
  diagnostics_free(diagnostics);
  if (refused) {
    text_free(&converted);
    return;
  }
  Reading new;
  reading_open_text(&new, convention_word(convention), converted);
  if (convention == CONVENTION_URDF) {
    assert_int_equal(new.mechanism->coordinate_count, old->mechanism->coordinate_count);
    assert_true(new.mechanism->body_count >= old->mechanism->body_count);
  } else {
    assert_same_mechanism(old->mechanism, new.mechanism, test->proof);
  }
  reading_close(&new);
}

static void every_example_is_converted_or_refused_with_its_reason(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    for (int convention = 0; convention < CONVENTION_COUNT; convention++) {
      Reading old;
      reading_open_example(&old, CASES[i].path, "");
      convert_and_compare(&old, (Convention)convention, &CASES[i]);
      reading_close(&old);
    }
  }
}

// ---- long values

// Skew axes at general angles, all in symbols: the exact cells would fill pages.
static const char GENERAL[] =
    "param a, b, c, u, v, w, k2\n"
    "joint p : revolute z (q1) from ground\n"
    "joint r : revolute [1, 2, 3] (q2) from p at [a, b, c] rotated RX(u), RY(v), RZ(w)\n"
    "joint s : revolute [1, 1, 0] (q3) from r at [a, b, c] rotated RX(v), RY(w), RZ(u)\n"
    "joint g : prismatic [0, 1, 2] (q4) from s at [c, a, b] rotated RX(w), RY(u), RZ(v)\n"
    "joint n : revolute [2, 1, 2] (q5) from g at [c, b, a] rotated RX(u), RY(w), RZ(v)\n"
    "joint o : revolute [2, 0, 1] (q6) from n at [b, b, a] rotated RX(v), RY(w), RZ(u)\n";

static size_t longest_line(const Text *text)
{
  size_t longest = 0;
  for (const char *at = text_string(text); *at;) {
    size_t length = strcspn(at, "\n");
    if (length > longest) longest = length;
    at += length + (at[length] == '\n');
  }
  return longest;
}

static void long_cells_become_definitions_that_can_be_read(void **state)
{
  (void)state;
  for (int convention = 0; convention < CONVENTION_URDF; convention++) {
    Text converted = { 0 };
    Diagnostics *diagnostics = diagnostics_new();
    Reading old, new;
    reading_open(&old, GENERAL);
    assert_true(mechanism_convert(old.mechanism, (Convention)convention, diagnostics, &converted));
    diagnostics_free(diagnostics);
    assert_null(strstr(text_string(&converted), " where "));
    assert_null(strstr(text_string(&converted), "let k2 ="));  // the name is taken
    assert_non_null(strstr(text_string(&converted), "\nlet k3 = "));
    assert_true(longest_line(&converted) < 2000);
    reading_open_text(&new, "converted.bl", converted);
    assert_same_mechanism(old.mechanism, new.mechanism, IN_NUMBERS);
    reading_close(&new);
    reading_close(&old);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_example_is_converted_or_refused_with_its_reason),
    cmocka_unit_test(long_cells_become_definitions_that_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
