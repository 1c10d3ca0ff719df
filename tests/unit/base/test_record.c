// test_record.c -- records are found by name and printed as JSON that others can read.
// SPDX-License-Identifier: MIT
#include "base/record.h"
#include "report/report.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_json(const Record *record, const char *expected)
{
  Text text = { 0 };
  record_put_json(record, &text);
  assert_string_equal(expected, text_string(&text));
  json_t *read = json_loads(text_string(&text), 0, NULL);
  assert_non_null(read);
  json_decref(read);
  text_free(&text);
}

static void short_ones_stand_on_a_line(void **unused)
{
  (void)unused;
  Arena *arena = arena_new();
  Record *record = record_new(arena);
  assert_json(record, "{}\n");
  const double place[] = { 1, -0.5, NAN };
  record_flag(record, "closed", true);
  record_integer(record, "mobility", 1);
  record_numbers(record, "place", place, 3, "m");
  record_text(record_object(record, "q\"1"), "kind", "a\nb");
  record_number(record, "energy", INFINITY, "J");
  assert_json(record, "{\"closed\": true, \"mobility\": 1, \"place\": [1, -0.5, null], "
                      "\"q\\\"1\": {\"kind\": \"a\\nb\"}, \"energy\": null}\n");
  arena_free(arena);
}

static void long_ones_have_a_part_a_line(void **unused)
{
  (void)unused;
  Arena *arena = arena_new();
  Record *record = record_new(arena);
  double row[8];
  for (int i = 0; i < 8; i++)
    row[i] = 1000 + i / 3.0;
  Record *rows = record_list(record, "rows");
  record_numbers(rows, NULL, row, 2, "");
  record_numbers(rows, NULL, row, 8, "");
  record_null(record, "end");
  assert_json(record, "{\"rows\": [[1000, 1000.3333333333334],\n"
                      "  [1000, 1000.3333333333334, 1000.6666666666666, 1001, 1001.3333333333334, "
                      "1001.6666666666666, 1002, 1002.3333333333334]],\n \"end\": null}\n");
  arena_free(arena);
}

static void parts_are_copies_and_found_by_name(void **unused)
{
  (void)unused;
  Arena *arena = arena_new();
  Record *record = record_new(arena);
  char name[] = "th", unit[] = "rad";
  record_number(record, name, 0.5, unit);
  memset(name, 'x', 2);
  memset(unit, 'x', 3);
  const Record *found = record_find(record, "th");
  assert_non_null(found);
  assert_string_equal("rad", found->unit);
  assert_null(record_find(record, "ps"));
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(short_ones_stand_on_a_line),
    cmocka_unit_test(long_ones_have_a_part_a_line),
    cmocka_unit_test(parts_are_copies_and_found_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
