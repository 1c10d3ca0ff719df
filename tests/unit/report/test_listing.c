// test_listing.c -- the tables of the 1980 report, against those that are printed there.
//
// tests/data/003_sentence_coding.json holds the tables of the report and of two shorter sentences,
// coded independently; the mass data of the robot are the report's.
// SPDX-License-Identifier: MIT
#include "report/report.h"

#include "import/import.h"
#include "lang/lang.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void list_description(const char *bl, size_t length, Text *out)
{
  Source source = { "robot.bl", bl, length };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  assert_true(mechanism_listing(mechanism, diagnostics, out));
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
}

static void list_sentence(const char *sentence, Text *out)
{
  Source source = { "robot.sentence", sentence, strlen(sentence) };
  const ImportOptions options = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  Text bl = { 0 };
  assert_true(import_text(import_sentence, &source, &options, diagnostics, &bl));
  list_description(text_string(&bl), bl.length, out);
  diagnostics_free(diagnostics);
  text_free(&bl);
}

// Behind the heading, and behind `skipped` words more.
static const char *section(const Text *listing, const char *heading, int skipped)
{
  const char *at = strstr(text_string(listing), heading);
  assert_non_null(at);
  at += strlen(heading);
  for (int i = 0; i < skipped; i++) {
    at += strspn(at, " \n");
    at += strcspn(at, " \n");
  }
  return at;
}

// The next word of the listing is the JSON string or number.
static const char *assert_word(const char *at, const json_t *wanted)
{
  char number[32];
  snprintf(number, sizeof number, "%d", (int)json_integer_value(wanted));
  const char *word = json_is_string(wanted) ? json_string_value(wanted) : number;
  at += strspn(at, " \n");
  size_t length = strcspn(at, " \n");
  assert_int_equal(length, strlen(word));
  assert_memory_equal(at, word, length);
  return at + length;
}

// All words of a table, row by row; behind them a blank line or the end.
static void assert_table(const Text *listing, const char *heading, int skipped, const json_t *rows)
{
  const char *at = section(listing, heading, skipped);
  for (size_t i = 0; i < json_array_size(rows); i++) {
    const json_t *row = json_array_get(rows, i);
    for (size_t k = 0; k < json_array_size(row); k++)
      at = assert_word(at, json_array_get(row, k));
  }
  assert_true(strncmp(at, "\n\n", 2) == 0 || strcmp(at, "\n") == 0);
}

static void the_tables_are_those_of_the_report(void **state)
{
  (void)state;
  json_t *vectors =
      json_load_file(BIELLE_SOURCE_DIR "/tests/data/003_sentence_coding.json", 0, NULL);
  assert_int_equal(json_array_size(vectors), 3);
  for (size_t i = 0; i < json_array_size(vectors); i++) {
    const json_t *vector = json_array_get(vectors, i);
    const json_t *expected = json_object_get(vector, "expected");
    const json_t *sentence = json_object_get(json_object_get(vector, "state"), "sentence");
    Text listing = { 0 };
    list_sentence(json_string_value(sentence), &listing);
    assert_table(&listing, "TABLE MRR OF THE DESCRIPTION", 0, json_object_get(expected, "MRR"));
    assert_table(&listing, "TABLE OF CONSTANT TRANSLATIONS", 0,
                 json_object_get(expected, "translations"));
    assert_table(&listing, "TABLE OF ROTATIONS", 0, json_object_get(expected, "rotations"));
    assert_table(&listing, "LIST OF THE BODIES", 2, json_object_get(expected, "bodies"));
    assert_table(&listing, "LIMITS OF THE DEGREES OF FREEDOM", 3,
                 json_object_get(expected, "limits"));
    assert_word(section(&listing, "CHANGES OF FRAME", 0), json_object_get(expected, "NR"));
    assert_word(section(&listing, "DEGREES OF FREEDOM ", 0), json_object_get(expected, "N"));
    text_free(&listing);
  }
  json_decref(vectors);
}

// Blanks and line ends mean nothing in a sentence.
static void the_listing_begins_with_the_sentence_itself(void **state)
{
  (void)state;
  static const char sentence[] =
      "RY(01MIN,01MAX),TYK(L1),RX(02MIN,02MAX),TYK(L2),RX(03MIN,03MAX),TZK(L3),\n"
      "RX(04MIN,04MAX),TZK(0),RY(05MIN,05MAX),TZK(0),RZ(06MIN,06MAX),TZK(L6);\n";
  Text listing = { 0 };
  list_sentence(sentence, &listing);
  assert_memory_equal(text_string(&listing), sentence, sizeof sentence - 1);
  text_free(&listing);
}

static void sliding_joints_and_rotations_on_both_sides_of_one(void **state)
{
  (void)state;
  Text listing = { 0 };
  list_sentence("TZK(h),RZ(a,b),TX(c,d),TXK(L1),TXK(L2),TYK(-L3),RZ(e,f);", &listing);
  static const char wanted[] = "TABLE MRR OF THE DESCRIPTION\n"
                               "  0  0  0  1\n"
                               "  0  0  1  0\n"
                               "  2  0  0  2\n"
                               "  2  0  0  1\n"
                               "  2  0  0  1\n"
                               "  0  2  0  1\n"
                               "  0  0  3  0\n"
                               "\n"
                               "TABLE OF CONSTANT TRANSLATIONS\n"
                               "  0        0    0\n"
                               "  L1 + L2  -L3  0\n"
                               "  0        0    0\n"
                               "\n"
                               "TRANSLATION OF THE BASE\n"
                               "  0  0  h\n"
                               "\n"
                               "TABLE OF ROTATIONS\n"
                               "  0  0  1\n"
                               "  0  0  0\n"
                               "  0  0  13\n";
  assert_non_null(strstr(text_string(&listing), wanted));
  assert_non_null(strstr(text_string(&listing), "  2     L1, L2, -L3\n"));
  text_free(&listing);
}

static void the_mass_data_are_those_of_the_report(void **state)
{
  (void)state;
  static const char description[] =
      "param L1, L2, L3, L6, M1, M2, M3, M6, D1, D2, D3, D6\n"
      "param IX1, IZ1, IX2, IZ2, IX3, IY3, IX6, IY6\n"
      "chain R : RY(t1), TYK(L1), RX(t2), TYK(L2), RX(t3), TZK(L3), RX(t4), TZK(0), RY(t5), "
      "TZK(0),\n"
      "  RZ(t6), TZK(L6)\n"
      "body S1 on R1 : mass M1, com [0, D1, 0], inertia diag(IX1, 0, IZ1)\n"
      "body S2 on R2 : mass M2, com [0, D2, 0], inertia diag(IX2, 0, IZ2)\n"
      "body S3 on R3 : mass M3, com [0, 0, D3], inertia diag(IX3, IY3, 0)\n"
      "body S6 on R6 : mass M6, com [0, 0, D6], inertia diag(IX6, IY6, 0)\n";
  static const char wanted[] = "\nMASS DATA\n"
                               "  BODY  MASS  VCG\n"
                               "  1     M1    0    D1  0\n"
                               "  2     M2    0    D2  0\n"
                               "  3     M3    0    0   D3\n"
                               "  4     0     0    0   0\n"
                               "  5     0     0    0   0\n"
                               "  6     M6    0    0   D6\n"
                               "\n"
                               "TENSORS OF INERTIA\n"
                               "  BODY  XX   YY   ZZ   XY  XZ  YZ\n"
                               "  1     IX1  0    IZ1  0   0   0\n"
                               "  2     IX2  0    IZ2  0   0   0\n"
                               "  3     IX3  IY3  0    0   0   0\n"
                               "  6     IX6  IY6  0    0   0   0\n";
  Text listing = { 0 };
  list_description(description, sizeof description - 1, &listing);
  assert_non_null(strstr(text_string(&listing), wanted));
  assert_non_null(strstr(text_string(&listing), "RY(-,-),TYK(L1)"));  // no limits were given
  text_free(&listing);
}

static void assert_refused(const char *bl, const char *why)
{
  Source source = { "robot.bl", bl, strlen(bl) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  Text out = { 0 };
  assert_non_null(mechanism);
  int before = diagnostics_count(diagnostics);
  assert_false(mechanism_listing(mechanism, diagnostics, &out));
  assert_int_equal(out.length, 0);
  assert_int_equal(diagnostics_count(diagnostics), before + 1);
  assert_non_null(strstr(diagnostics_message(diagnostics, before), why));
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  text_free(&out);
}

// The second joint of an elbow arm stands across the first. RX(90 deg) takes z to -y and y to z:
// what stands behind it at [a, b, c] is at [a, -c, b] in front of it.
static void constants_that_turn_carry_what_stands_behind_them(void **state)
{
  (void)state;
  static const char description[] =
      "param h, a, b, c, m, I1, I2, I3\n"
      "chain R : RZ(q1), TZK(h), RXK(90 deg), TZK(c), RZ(q2), RZ(q3)\n"
      "frame plate from R1 : TZK(h), RXK(90 deg)\n";
  static const char own_chain[] = "param h, a, b, c, m, I1, I2, I3\n"
                                  "coord q1, q2, q3\n"
                                  "frame A from ground : RZ(q1), TZK(h), RXK(90 deg)\n"
                                  "body P on A : mass m, com [a, b, c], inertia diag(I1, I2, I3)\n"
                                  "frame B from A : TZK(c), RZ(q2), RZ(q3)\n";
  static const char wanted[] = "TABLE MRR OF THE DESCRIPTION\n"
                               "  0  0  1  0\n"
                               "  0  0  1  1\n"
                               "  1  0  0  3\n"
                               "  0  0  1  1\n"
                               "  0  0  2  0\n"
                               "  0  0  3  0\n"
                               "\n"
                               "TABLE OF CONSTANT TRANSLATIONS\n"
                               "  0  -c  h\n"
                               "  0  0   0\n"
                               "  0  0   0\n"
                               "\n"
                               "TABLE OF ROTATIONS\n"
                               "  0  0  1\n"
                               "  0  0  2\n"
                               "  0  0  23\n"
                               "\n"
                               "CONSTANT ROTATIONS\n"
                               "  BODY  X     Y  Z\n"
                               "  1     pi/2  0  0\n";
  Text listing = { 0 };
  list_description(own_chain, sizeof own_chain - 1, &listing);
  assert_non_null(strstr(text_string(&listing), wanted));
  assert_non_null(strstr(text_string(&listing), "  1     m     a    -c  h + b\n"));
  assert_non_null(strstr(text_string(&listing), "  1     I1  I3  I2  0   0   0\n"));
  text_free(&listing);
  assert_refused(description, "'plate' begins a branch");
}

static void what_the_tables_cannot_hold_is_an_error(void **state)
{
  (void)state;
  assert_refused("frame a from ground : TXK(1)\n", "nothing moves");
  assert_refused("coord a\nchain R : RX(a), TXK(1), RX(2*a)\n", "a coordinate of its own");
  assert_refused("joint a : revolute z from ground\njoint b : revolute z from a at [1, 0, 0]\n"
                 "loop c : revolute z [1, 0, 0] on b = [1, 0, 0] on ground\n",
                 "the loop 'c' closes it");
  assert_refused("coord x, y\nchain R : RX(x), RX(y)\nconstraint c : x = y\n",
                 "it has the constraint 'c'");
  assert_refused("joint a : revolute [1, 1, 0] from ground\n", "not x, y or z");
  assert_refused("joint a : revolute z from ground\njoint b : revolute z from ground\n",
                 "is not a serial chain");
  assert_refused("joint a : spherical quaternion from ground\n", "Euler parameters");
  assert_refused("body B on ground : mass 1\nchain R : RX(a)\n", "the body 'B' does not move");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_tables_are_those_of_the_report),
    cmocka_unit_test(the_listing_begins_with_the_sentence_itself),
    cmocka_unit_test(sliding_joints_and_rotations_on_both_sides_of_one),
    cmocka_unit_test(the_mass_data_are_those_of_the_report),
    cmocka_unit_test(constants_that_turn_carry_what_stands_behind_them),
    cmocka_unit_test(what_the_tables_cannot_hold_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
