// test_diagnostics.c -- messages, places and carets, compared with what a person would draw.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include <cmocka.h>

static Source source_of(const char *string)
{
  return (Source){ .name = "arm.bl", .bytes = string, .length = strlen(string) };
}

// The span of the first occurrence of `part`.
static Span span_of(const Source *source, const char *part)
{
  const char *found = strstr(source->bytes, part);
  assert_non_null(found);
  return span_at(source, (size_t)(found - source->bytes), strlen(part));
}

static void assert_printed(const Diagnostics *diagnostics, const char *expected)
{
  Text out = { 0 };
  diagnostics_print(diagnostics, &out);
  assert_string_equal(text_string(&out), expected);
  text_free(&out);
}

// What is printed for one error "wrong" at `span`, with the hint "here".
static void assert_one_printed(Span span, const char *expected)
{
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, span, "here", "wrong");
  assert_printed(diagnostics, expected);
  diagnostics_free(diagnostics);
}

static void assert_place(Span span, int line, int column)
{
  Place place = span_place(span);
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

// ---- collecting

static void nothing_said_prints_nothing(void **state)
{
  (void)state;
  Diagnostics *diagnostics = diagnostics_new();
  assert_int_equal(diagnostics_count(diagnostics), 0);
  assert_int_equal(diagnostics_error_count(diagnostics), 0);
  assert_printed(diagnostics, "");
  diagnostics_free(diagnostics);
  diagnostics_free(NULL);
}

static void what_was_added_can_be_asked_for(void **state)
{
  (void)state;
  Source source = source_of("body arm");
  char hint[] = "temporary";
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_WARNING, span_of(&source, "arm"), hint, "%s %d", "x", 3);
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, NULL, "100%%");
  hint[0] = '?';
  assert_int_equal(diagnostics_count(diagnostics), 2);
  assert_int_equal(diagnostics_error_count(diagnostics), 1);
  assert_string_equal(diagnostics_message(diagnostics, 0), "x 3");
  assert_string_equal(diagnostics_hint(diagnostics, 0), "temporary");
  assert_int_equal(diagnostics_severity(diagnostics, 0), SEVERITY_WARNING);
  assert_int_equal(diagnostics_span(diagnostics, 0).start, 5);
  assert_string_equal(diagnostics_message(diagnostics, 1), "100%");
  assert_null(diagnostics_hint(diagnostics, 1));
  diagnostics_free(diagnostics);
}

static void after_a_hundred_errors_the_rest_is_counted(void **state)
{
  (void)state;
  Diagnostics *diagnostics = diagnostics_new();
  for (int i = 0; i < 250; i++) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, NULL, "number %d", i);
    diagnostics_add(diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL, "because of %d", i);
  }
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL, "last");
  assert_int_equal(diagnostics_error_count(diagnostics), 250);
  assert_int_equal(diagnostics_count(diagnostics), 201);
  assert_string_equal(diagnostics_message(diagnostics, 198), "number 99");
  assert_string_equal(diagnostics_message(diagnostics, 199), "because of 99");
  assert_string_equal(diagnostics_message(diagnostics, 200), "last");
  Text out = { 0 };
  diagnostics_print(diagnostics, &out);
  const char *end =
      "\nwarning: last\n250 errors, 1 warning (only the first 100 errors are shown)\n";
  assert_string_equal(text_string(&out) + out.length - strlen(end), end);
  text_free(&out);
  diagnostics_free(diagnostics);
}

static void of_a_kind_of_warning_the_first_hundred_are_shown(void **state)
{
  (void)state;
  Diagnostics *inner = diagnostics_new();
  for (int i = 0; i < 250; i++)
    diagnostics_add(inner, SEVERITY_WARNING, (Span){ 0 }, NULL, "number %d", i);
  diagnostics_add(inner, SEVERITY_WARNING, (Span){ 0 }, NULL, "another");
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_merge(diagnostics, inner);
  assert_int_equal(diagnostics_warning_count(inner), 251);
  assert_int_equal(diagnostics_warning_count(diagnostics), 251);
  assert_int_equal(diagnostics_count(diagnostics), 101);
  assert_string_equal(diagnostics_message(diagnostics, 99), "number 99");
  Text out = { 0 };
  diagnostics_print(diagnostics, &out);
  const char *end = "\nwarning: another\n"
                    "251 warnings (only the first 100 warnings of a kind are shown)\n";
  assert_string_equal(text_string(&out) + out.length - strlen(end), end);
  text_free(&out);
  diagnostics_free(inner);
  diagnostics_free(diagnostics);
}

// ---- places

static void places_count_lines_and_code_points_from_one(void **state)
{
  (void)state;
  Source source = source_of("ab\n\xC3\xA9t\xC3\xA9 x\r\n\tend");
  assert_place((Span){ &source, 0, 1 }, 1, 1);
  assert_place((Span){ &source, 2, 1 }, 1, 3);  // the line feed ends line 1
  assert_place((Span){ &source, 3, 1 }, 2, 1);
  assert_place((Span){ &source, 4, 1 }, 2, 1);  // inside the first letter
  assert_place(span_of(&source, "x"), 2, 5);
  assert_place(span_of(&source, "end"), 3, 2);
  assert_place(span_at(&source, source.length, 0), 3, 5);
  assert_place((Span){ &source, UINT32_MAX, UINT32_MAX }, 3, 5);
  assert_place((Span){ NULL, 0, 0 }, 0, 0);
  Source empty = { "empty.bl", NULL, 0 };
  assert_place((Span){ &empty, 0, 0 }, 1, 1);
}

// ---- carets

static void the_example_of_the_header_is_printed_so(void **state)
{
  (void)state;
  Source source = source_of("\n\n\n\n\n\nbody forearm on elbo : mass m3\n");
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, span_of(&source, "elbo"), "did you mean 'elbow'?",
                  "unknown frame '%s'", "elbo");
  assert_printed(diagnostics, "arm.bl:7:17: error: unknown frame 'elbo'\n"
                              "    7 | body forearm on elbo : mass m3\n"
                              "      |                 ^~~~ did you mean 'elbow'?\n");
  diagnostics_free(diagnostics);
}

static void tabs_are_repeated_before_the_caret(void **state)
{
  (void)state;
  Source source = source_of("\tbody\tarm");
  assert_one_printed(span_of(&source, "arm"), "arm.bl:1:7: error: wrong\n"
                                              "    1 | \tbody\tarm\n"
                                              "      | \t    \t^~~ here\n");
}

static void letters_beyond_ascii_take_one_column(void **state)
{
  (void)state;
  Source source = source_of("\xCE\xB8\xCC\x87 = \xC3\xA9t\xC3\xA9 ;");  // theta with a dot above
  assert_one_printed(span_of(&source, "\xC3\xA9t\xC3\xA9"),
                     "arm.bl:1:6: error: wrong\n"
                     "    1 | \xCE\xB8\xCC\x87 = \xC3\xA9t\xC3\xA9 ;\n"
                     "      |     ^~~ here\n");
}

static void what_a_terminal_cannot_show_becomes_a_question_mark(void **state)
{
  (void)state;
  Source source = { "arm.bl", "a\0\xFF\x1B\x7F\xC2\x9B\xC3 x\rz", 12 };
  assert_one_printed((Span){ &source, 9, 1 }, "arm.bl:1:9: error: wrong\n"
                                              "    1 | a?????? x?z\n"
                                              "      |         ^ here\n");
}

static void control_characters_of_a_message_are_not_sent_to_the_terminal(void **state)
{
  (void)state;
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, "\x07hint", "bad '%s'", "\x1B[31m\xFF");
  assert_printed(diagnostics, "error: bad '?[31m?'\n"
                              "        ?hint\n");
  diagnostics_free(diagnostics);
}

static void the_end_of_a_file_can_be_pointed_at(void **state)
{
  (void)state;
  Source open_line = source_of("body");
  assert_one_printed((Span){ &open_line, 4, 0 }, "arm.bl:1:5: error: wrong\n"
                                                 "    1 | body\n"
                                                 "      |     ^ here\n");
  Source closed_line = source_of("body\n");
  assert_one_printed((Span){ &closed_line, 5, 9 }, "arm.bl:2:1: error: wrong\n"
                                                   "    2 |\n"
                                                   "      | ^ here\n");
  Source empty = { "arm.bl", NULL, 0 };
  assert_one_printed((Span){ &empty, 3, 3 }, "arm.bl:1:1: error: wrong\n"
                                             "    1 |\n"
                                             "      | ^ here\n");
}

static void a_span_of_several_lines_is_underlined_in_its_first(void **state)
{
  (void)state;
  Source source = source_of("one two\r\nthree\r\n");
  assert_one_printed(span_of(&source, "two\r\nthr"), "arm.bl:1:5: error: wrong\n"
                                                     "    1 | one two\n"
                                                     "      |     ^~~ here\n");
  assert_one_printed(span_of(&source, "\r\nthr"), "arm.bl:1:8: error: wrong\n"
                                                  "    1 | one two\n"
                                                  "      |        ^ here\n");
}

static void the_margin_grows_with_the_line_number(void **state)
{
  (void)state;
  char *bytes = calloc(1, 1234570);
  memset(bytes, '\n', 1234566);
  bytes[1234566] = 'a';
  bytes[1234567] = 'b';
  Source source = source_of(bytes);
  assert_one_printed((Span){ &source, 1234567, 1 }, "arm.bl:1234567:2: error: wrong\n"
                                                    "1234567 | ab\n"
                                                    "        |  ^ here\n");
  free(bytes);
}

// The caret must stand under the '@', whatever part of the line is shown.
static void assert_caret_under_mark(const Source *source, size_t mark, const char *dots)
{
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, span_at(source, mark, 500), NULL, "wrong");
  Text out = { 0 };
  diagnostics_print(diagnostics, &out);
  const char *line = strchr(text_string(&out), '\n') + 1;
  const char *caret_line = strchr(line, '\n') + 1;
  size_t line_length = (size_t)(caret_line - line) - 1;
  assert_true(line_length <= 8 + 100 + 6);
  assert_true(strlen(caret_line) - 1 <= line_length);
  assert_int_equal(strcspn(line, "@"), strcspn(caret_line, "^"));
  assert_int_equal(strncmp(line + 8, "...", 3) == 0, dots[0] == '.');
  assert_int_equal(strncmp(line + line_length - 3, "...", 3) == 0, dots[1] == '.');
  text_free(&out);
  diagnostics_free(diagnostics);
}

static void of_a_long_line_a_window_around_the_caret_is_shown(void **state)
{
  (void)state;
  enum { LENGTH = 400 };
  static const struct {
    size_t mark;
    const char *dots;  // '.' where the line is cut: left, right
  } cases[] = { { 0, " ." },   { 39, " ." },  { 40, " ." },  { 41, ".." }, { 200, ".." },
                { 339, ".." }, { 340, ". " }, { 341, ". " }, { 399, ". " } };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char bytes[LENGTH + 1];
    memset(bytes, 'x', LENGTH);
    bytes[LENGTH] = '\0';
    bytes[cases[i].mark] = '@';
    Source source = source_of(bytes);
    assert_caret_under_mark(&source, cases[i].mark, cases[i].dots);
  }
}

static void a_line_of_a_hundred_columns_is_shown_whole(void **state)
{
  (void)state;
  char bytes[102] = { 0 };
  memset(bytes, 'x', 100);
  bytes[99] = '@';
  Source source = source_of(bytes);
  assert_caret_under_mark(&source, 99, "  ");
  bytes[100] = 'x';
  source = source_of(bytes);
  assert_caret_under_mark(&source, 99, ". ");
}

// ---- order

static void diagnostics_are_sorted_by_place_and_notes_follow_their_error(void **state)
{
  (void)state;
  Source first = { "a.bl", "abc", 3 };
  Source second = { "b.bl", "abc", 3 };
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ &second, 2, 1 }, NULL, "four");
  diagnostics_add(diagnostics, SEVERITY_NOTE, (Span){ &first, 2, 1 }, NULL, "five");
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ &second, 0, 1 }, NULL, "one");
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ &first, 1, 1 }, NULL, "six");
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ &second, 1, 1 }, NULL, "two");
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ &second, 1, 1 }, NULL, "three");
  assert_printed(diagnostics, "b.bl:1:1: warning: one\n    1 | abc\n      | ^\n"
                              "b.bl:1:2: error: two\n    1 | abc\n      |  ^\n"
                              "b.bl:1:2: error: three\n    1 | abc\n      |  ^\n"
                              "b.bl:1:3: error: four\n    1 | abc\n      |   ^\n"
                              "a.bl:1:3: note: five\n    1 | abc\n      |   ^\n"
                              "a.bl:1:2: error: six\n    1 | abc\n      |  ^\n"
                              "4 errors, 1 warning\n");
  diagnostics_free(diagnostics);
}

static void warnings_alone_are_counted_too(void **state)
{
  (void)state;
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL, "a");
  diagnostics_add(diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL, "n");
  assert_printed(diagnostics, "warning: a\nnote: n\n");
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL, "b");
  assert_printed(diagnostics, "warning: a\nnote: n\nwarning: b\n2 warnings\n");
  diagnostics_free(diagnostics);
}

// ---- JSON

static void an_error_of_our_own_is_an_error_and_says_so(void **state)
{
  (void)state;
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, NULL, "a");
  assert_false(diagnostics_has_internal(diagnostics));
  diagnostics_add(diagnostics, SEVERITY_INTERNAL, (Span){ 0 }, NULL, "b");
  assert_true(diagnostics_has_internal(diagnostics));
  assert_int_equal(diagnostics_error_count(diagnostics), 2);
  Text text = { 0 };
  diagnostics_print(diagnostics, &text);
  assert_string_equal(text_string(&text), "error: a\ninternal error: b\n2 errors\n");
  text_free(&text);
  diagnostics_free(diagnostics);
}

static void json_holds_the_same_as_the_text(void **state)
{
  (void)state;
  Source source = source_of("x\n\xC3\xA9t\xC3\xA9 \"q\"");
  Diagnostics *diagnostics = diagnostics_new();
  Text out = { 0 };
  diagnostics_print_json(diagnostics, &out);
  assert_string_equal(text_string(&out), "[]\n");
  text_clear(&out);

  diagnostics_add(diagnostics, SEVERITY_ERROR, span_of(&source, "\"q\""), "a\\b", "no \"q\"\n");
  diagnostics_add(diagnostics, SEVERITY_WARNING, span_of(&source, "\xC3\xA9t\xC3\xA9"), NULL, "w");
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, NULL, "\xFF");
  diagnostics_print_json(diagnostics, &out);
  assert_string_equal(
      text_string(&out),
      "[\n"
      "  {\"file\": \"arm.bl\", \"line\": 2, \"column\": 1, \"length\": 3, "
      "\"severity\": \"warning\", \"code\": null, \"message\": \"w\", \"hint\": null},\n"
      "  {\"file\": \"arm.bl\", \"line\": 2, \"column\": 5, \"length\": 3, "
      "\"severity\": \"error\", \"code\": null, \"message\": \"no \\\"q\\\"\\n\", \"hint\": "
      "\"a\\\\b\"},\n"
      "  {\"file\": null, \"line\": null, \"column\": null, \"length\": null, "
      "\"severity\": \"error\", \"code\": null, \"message\": \"\xEF\xBF\xBD\", \"hint\": null}\n"
      "]\n");
  text_free(&out);
  diagnostics_free(diagnostics);
}

// ---- whatever the source holds

static unsigned next_random(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void fill_with_noise(char *bytes, size_t length, unsigned *seed)
{
  static const char *const pieces[] = { "\n",           "\r\n",     "\t",       "\xC3\xA9",
                                        "\xE2\x82\xAC", "\xCC\x81", "x",        "yz",
                                        "\xC3",         "\x80",     "\xF0\x9F", "\x1B" };
  size_t at = 0;
  while (at < length) {
    const char *piece = pieces[next_random(seed) % 12];
    for (; *piece != '\0' && at < length; piece++)
      bytes[at++] = *piece;
    if (at < length && next_random(seed) % 50 == 0) bytes[at++] = '\0';
  }
}

static void assert_safe_for_a_terminal(const Text *out)
{
  for (size_t at = 0; at < out->length;) {
    int length = text_utf8_length(out->bytes + at, out->length - at);
    assert_true(length > 0);
    unsigned char first = (unsigned char)out->bytes[at];
    assert_true(first >= 0x20 || first == '\n' || first == '\t');
    at += (size_t)length;
  }
}

static void any_bytes_and_spans_give_clean_text_and_valid_json(void **state)
{
  (void)state;
  unsigned seed = 7;
  for (int round = 0; round < 2000; round++) {
    size_t length = next_random(&seed) % 400;
    char *message = calloc(1, length + 1);
    char *bytes = malloc(length + (length == 0));  // no room behind: the sanitizer sees overruns
    fill_with_noise(bytes, length, &seed);
    memcpy(message, bytes, length);
    Source source = { "noise", bytes, length };
    Span span = span_at(&source, next_random(&seed) % (length + 3), next_random(&seed) % 200);
    Diagnostics *diagnostics = diagnostics_new();
    diagnostics_add(diagnostics, SEVERITY_ERROR, span, message, "%s", message);

    Text out = { 0 };
    diagnostics_print(diagnostics, &out);
    assert_safe_for_a_terminal(&out);
    text_clear(&out);
    diagnostics_print_json(diagnostics, &out);
    json_error_t error;
    json_t *parsed = json_loadb(out.bytes, out.length, 0, &error);
    if (parsed == NULL) fail_msg("%s: %s", error.text, out.bytes);
    assert_int_equal(json_array_size(parsed), 1);
    json_decref(parsed);

    text_free(&out);
    diagnostics_free(diagnostics);
    free(message);
    free(bytes);
  }
}

static void words_that_nobody_could_read_are_cut(void **state)
{
  (void)state;
  char word[1001];
  memset(word, 'x', 1000);
  word[1000] = '\0';
  Diagnostics *diagnostics = diagnostics_new();
  diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ 0 }, NULL, "unknown link '%s' here", word);
  const char *message = diagnostics_message(diagnostics, 0);
  assert_true(strlen(message) < 100);
  assert_non_null(strstr(message, "unknown link 'xxx"));
  assert_non_null(strstr(message, "xxx... here"));
  diagnostics_free(diagnostics);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words_that_nobody_could_read_are_cut),
    cmocka_unit_test(nothing_said_prints_nothing),
    cmocka_unit_test(what_was_added_can_be_asked_for),
    cmocka_unit_test(after_a_hundred_errors_the_rest_is_counted),
    cmocka_unit_test(of_a_kind_of_warning_the_first_hundred_are_shown),
    cmocka_unit_test(places_count_lines_and_code_points_from_one),
    cmocka_unit_test(the_example_of_the_header_is_printed_so),
    cmocka_unit_test(tabs_are_repeated_before_the_caret),
    cmocka_unit_test(letters_beyond_ascii_take_one_column),
    cmocka_unit_test(what_a_terminal_cannot_show_becomes_a_question_mark),
    cmocka_unit_test(control_characters_of_a_message_are_not_sent_to_the_terminal),
    cmocka_unit_test(the_end_of_a_file_can_be_pointed_at),
    cmocka_unit_test(a_span_of_several_lines_is_underlined_in_its_first),
    cmocka_unit_test(the_margin_grows_with_the_line_number),
    cmocka_unit_test(of_a_long_line_a_window_around_the_caret_is_shown),
    cmocka_unit_test(a_line_of_a_hundred_columns_is_shown_whole),
    cmocka_unit_test(diagnostics_are_sorted_by_place_and_notes_follow_their_error),
    cmocka_unit_test(warnings_alone_are_counted_too),
    cmocka_unit_test(an_error_of_our_own_is_an_error_and_says_so),
    cmocka_unit_test(json_holds_the_same_as_the_text),
    cmocka_unit_test(any_bytes_and_spans_give_clean_text_and_valid_json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
