// test_table.c -- columns are aligned by what a terminal shows.
// SPDX-License-Identifier: MIT
#include "base/memory/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void columns_are_aligned_and_lines_end_without_blanks(void **state)
{
  (void)state;
  Table table = table_new(3);
  const char *const cells[] = { "a", "long", "x", "θθθ", "", "", "b", "", "y" };
  for (int i = 0; i < 9; i++)
    table_put(&table, cells[i]);
  Text out = { 0 };
  table_print(&table, &out);
  assert_string_equal(text_string(&out), "  a    long  x\n"
                                         "  θθθ\n"
                                         "  b          y\n");
  text_free(&out);
  table_free(&table);
}

static void a_cell_may_be_written_in_pieces(void **state)
{
  (void)state;
  Table table = table_new(2);
  Text *cell = table_cell(&table);
  text_put(cell, "one");
  text_put(cell, "two");
  table_put(&table, "next");
  Text out = { 0 };
  table_print(&table, &out);
  assert_string_equal(text_string(&out), "  onetwo  next\n");
  text_free(&out);
  table_free(&table);
}

static void an_empty_table_prints_nothing(void **state)
{
  (void)state;
  Table table = table_new(2);
  Text out = { 0 };
  table_print(&table, &out);
  assert_string_equal(text_string(&out), "");
  text_free(&out);
  table_free(&table);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(columns_are_aligned_and_lines_end_without_blanks),
    cmocka_unit_test(a_cell_may_be_written_in_pieces),
    cmocka_unit_test(an_empty_table_prints_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
