// test_text.c -- the growing string, UTF-8 and JSON strings.
// SPDX-License-Identifier: MIT
#include "base/text/text.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void an_empty_text_is_the_empty_string(void **state)
{
  (void)state;
  Text text = { 0 };
  assert_string_equal(text_string(&text), "");
  text_clear(&text);
  text_put(&text, "");
  assert_string_equal(text.bytes, "");
  text_free(&text);
  assert_string_equal(text_string(&text), "");
}

static void pieces_are_appended(void **state)
{
  (void)state;
  Text text = { 0 };
  text_put(&text, "ab");
  text_put_char(&text, 'c');
  text_put_bytes(&text, "defgh", 2);
  text_repeat(&text, '-', 3);
  text_repeat(&text, '!', -1);
  text_format(&text, "%s %d", "x", -7);
  text_put_bytes(&text, NULL, 0);
  assert_string_equal(text_string(&text), "abcde---x -7");
  assert_int_equal(text.length, strlen("abcde---x -7"));
  text_clear(&text);
  text_put(&text, "new");
  assert_string_equal(text_string(&text), "new");
  text_free(&text);
}

static void formats_are_those_of_printf(void **state)
{
  (void)state;
  Text text = { 0 };
  text_format(&text, "%d %d%s%d|", INT_MIN, INT_MAX, "", 0);
  text_format(&text, "100%% %s: %5d %.2f %d%c", "of", 12, 0.5, -10, 'x');
  text_format(&text, "|%.*s%%", 2, "abc");
  char expected[100];
  int length = snprintf(expected, sizeof expected, "%d %d%s%d|100%% %s: %5d %.2f %d%c|%.*s%%",
                        INT_MIN, INT_MAX, "", 0, "of", 12, 0.5, -10, 'x', 2, "abc");
  assert_string_equal(text_string(&text), expected);
  assert_int_equal(text.length, length);
  text_free(&text);
}

static void a_text_of_a_million_pieces_is_whole(void **state)
{
  (void)state;
  Text text = { 0 };
  for (int i = 0; i < 1000000; i++)
    text_put_char(&text, (char)('a' + i % 26));
  assert_int_equal(text.length, 1000000);
  for (int i = 0; i < 1000000; i++)
    assert_int_equal(text.bytes[i], 'a' + i % 26);
  assert_int_equal(text.bytes[1000000], '\0');
  text_free(&text);
}

static void a_format_longer_than_the_capacity_is_whole(void **state)
{
  (void)state;
  Text text = { 0 };
  text_put(&text, "ab");
  text_format(&text, "%5000d|", 12);
  assert_int_equal(text.length, 2 + 5000 + 1);
  assert_string_equal(text.bytes + 2 + 4998, "12|");
  text_free(&text);
}

static void nul_bytes_are_kept(void **state)
{
  (void)state;
  Text text = { 0 };
  text_put_bytes(&text, "a\0b", 3);
  text_put_char(&text, '\0');
  assert_int_equal(text.length, 4);
  assert_memory_equal(text.bytes, "a\0b\0", 5);
  text_free(&text);
}

// Table 3-7 of the Unicode standard (well-formed UTF-8 byte sequences) and its borders.
static void only_well_formed_utf8_has_a_length(void **state)
{
  (void)state;
  static const struct {
    const char *bytes;
    size_t available;
    int length;
  } cases[] = {
    { "", 0, 0 },
    { "a", 1, 1 },
    { "\0", 1, 1 },
    { "\x7F", 1, 1 },
    { "\x80", 1, 0 },
    { "\xC1\xBF", 2, 0 },
    { "\xC2\x80", 2, 2 },
    { "\xDF\xBF", 2, 2 },
    { "\xC3", 1, 0 },
    { "\xC3(", 2, 0 },
    { "\xE0\x9F\xBF", 3, 0 },
    { "\xE0\xA0\x80", 3, 3 },
    { "\xED\x9F\xBF", 3, 3 },
    { "\xED\xA0\x80", 3, 0 },
    { "\xED\xBF\xBF", 3, 0 },
    { "\xEE\x80\x80", 3, 3 },
    { "\xE2\x82", 2, 0 },
    { "\xF0\x8F\xBF\xBF", 4, 0 },
    { "\xF0\x90\x80\x80", 4, 4 },
    { "\xF4\x8F\xBF\xBF", 4, 4 },
    { "\xF4\x90\x80\x80", 4, 0 },
    { "\xF5\x80\x80\x80", 4, 0 },
    { "\xFF", 1, 0 },
    { "\xC3\xA9xyz", 5, 2 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(text_utf8_length(cases[i].bytes, cases[i].available), cases[i].length);
  }
}

static void columns_count_letters_and_not_marks(void **state)
{
  (void)state;
  assert_int_equal(text_columns("abc", 3), 3);
  assert_int_equal(text_columns(NULL, 0), 0);
  assert_int_equal(text_columns("\xC3\xA9t\xC3\xA9", 5), 3);     // é t é
  assert_int_equal(text_columns("e\xCC\x81t", 4), 2);            // e + U+0301, t
  assert_int_equal(text_columns("\xCE\xB8\xE2\x82\x81", 5), 2);  // theta, subscript one
  assert_int_equal(text_columns("\xF0\x9D\x9C\x83", 4), 1);      // mathematical theta
  assert_int_equal(text_columns("\xFF\xC3\xE2\x82", 4), 4);      // nothing valid
  assert_int_equal(text_columns("x\xE2\x83\x97", 4), 1);         // x with U+20D7, vector arrow
}

static void assert_json(const char *bytes, size_t length, const char *expected)
{
  Text text = { 0 };
  text_put_json_string(&text, bytes, length);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void json_strings_are_escaped(void **state)
{
  (void)state;
  assert_json("", 0, "\"\"");
  assert_json("plain", 5, "\"plain\"");
  assert_json("a\"b\\c/", 6, "\"a\\\"b\\\\c/\"");
  assert_json("\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\"");
  assert_json("\0\x01\x1F\x7F", 4, "\"\\u0000\\u0001\\u001f\x7F\"");
  assert_json("\xC3\xA9\xF0\x9D\x9C\x83", 6, "\"\xC3\xA9\xF0\x9D\x9C\x83\"");
  assert_json("a\xFF"
              "b\xC3",
              4,
              "\"a\xEF\xBF\xBD"
              "b\xEF\xBF\xBD\"");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_empty_text_is_the_empty_string),
    cmocka_unit_test(pieces_are_appended),
    cmocka_unit_test(formats_are_those_of_printf),
    cmocka_unit_test(a_text_of_a_million_pieces_is_whole),
    cmocka_unit_test(a_format_longer_than_the_capacity_is_whole),
    cmocka_unit_test(nul_bytes_are_kept),
    cmocka_unit_test(only_well_formed_utf8_has_a_length),
    cmocka_unit_test(columns_count_letters_and_not_marks),
    cmocka_unit_test(json_strings_are_escaped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
