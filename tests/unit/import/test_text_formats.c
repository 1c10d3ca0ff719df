// test_text_formats.c -- sentences, definition files and SYMORO files, each a small file with what
// it becomes.
//
// tests/import/text/NAME.sentence|def|par is translated and compared with NAME....bl; what is
// reported on the way, with NAME....messages. A file without .bl must be refused. Every translation
// is then read by the language, without a complaint.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "import/import.h"
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char folder[] = BIELLE_SOURCE_DIR "/tests/import/text/";

typedef bool RecogniseFunction(const Source *source);

typedef struct Format {
  const char *ending;
  RecogniseFunction *recognise;
  ImportFunction *import;
} Format;

static const Format formats[] = {
  { ".sentence", recognise_sentence, import_sentence },
  { ".def", recognise_maple, import_maple },
  { ".par", recognise_par, import_par },
};

// The bytes of folder/name + ending; false if there is no such file.
static bool read_case(const char *name, const char *ending, Text *out)
{
  Text path = { 0 };
  Text why = { 0 };
  text_format(&path, "%s%s%s", folder, name, ending);
  bool is_there = file_read(text_string(&path), out, &why);
  text_free(&path);
  text_free(&why);
  return is_there;
}

static void assert_readable(const Text *bl)
{
  Source source = { "translation.bl", text_string(bl), bl->length };
  Diagnostics *diagnostics = diagnostics_new();
  Text messages = { 0 };
  Mechanism *mechanism = lang_read(&source, diagnostics);
  diagnostics_print(diagnostics, &messages);
  assert_string_equal(text_string(&messages), "");
  assert_non_null(mechanism);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  text_free(&messages);
}

static void check_translation(const char *name, const Format *format)
{
  Text input = { 0 };
  Text wanted = { 0 };
  Text wanted_messages = { 0 };
  Text bl = { 0 };
  Text messages = { 0 };
  assert_true(read_case(name, "", &input));
  bool can_be_read = read_case(name, ".bl", &wanted);
  read_case(name, ".messages", &wanted_messages);

  Source source = { name, text_string(&input), input.length };
  const ImportOptions options = { .file_name = name };
  Diagnostics *diagnostics = diagnostics_new();
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    assert_int_equal(formats[i].recognise(&source), &formats[i] == format);
  assert_int_equal(import_text(format->import, &source, &options, diagnostics, &bl), can_be_read);
  diagnostics_print(diagnostics, &messages);
  assert_string_equal(text_string(&messages), text_string(&wanted_messages));
  if (can_be_read) {
    assert_string_equal(text_string(&bl), text_string(&wanted));
    assert_readable(&bl);
  }
  diagnostics_free(diagnostics);
  text_free(&input);
  text_free(&wanted);
  text_free(&wanted_messages);
  text_free(&bl);
  text_free(&messages);
}

static void check_all(const char *const names[], int count)
{
  for (int i = 0; i < count; i++) {
    const Format *format = formats;
    while (!strstr(names[i], format->ending))
      format++;
    check_translation(names[i], format);
  }
}

static void sentences_become_chains(void **state)
{
  (void)state;
  const char *const names[] = { "four_joints.sentence", "printed.sentence" };
  check_all(names, 2);
}

static void errors_in_a_sentence_are_reported_at_the_term(void **state)
{
  (void)state;
  const char *const names[] = { "missing_parts.sentence", "missing_bracket.sentence",
                                "text_behind_the_end.sentence", "nothing_moves.sentence",
                                "bad_characters.sentence" };
  check_all(names, 5);
}

static void definition_files_become_frames_and_bodies(void **state)
{
  (void)state;
  const char *const names[] = { "crane.def" };
  check_all(names, 1);
}

static void damaged_definition_files_are_reported_entry_by_entry(void **state)
{
  (void)state;
  const char *const names[] = { "damaged.def", "wrong_names.def", "unknown_frames.def",
                                "circle.def", "half.def" };
  check_all(names, 5);
}

static void symoro_files_become_tables_bodies_and_loops(void **state)
{
  (void)state;
  const char *const names[] = { "tree.par", "loop.par", "mobile.par", "moving_base.par" };
  check_all(names, 4);
}

static void what_does_not_fit_in_a_symoro_file_is_an_error(void **state)
{
  (void)state;
  const char *const names[] = { "unknown_keys.par",    "does_not_fit.par", "wrong_values.par",
                                "not_expressible.par", "impossible.par",   "no_variable.par",
                                "no_counts.par",       "odd_bytes.par" };
  check_all(names, 8);
}

// Every beginning of a good file is refused or understood, and nothing is read behind its end.
static void any_beginning_of_a_file_may_be_given(void **state)
{
  (void)state;
  const char *const names[] = { "four_joints.sentence", "crane.def", "tree.par" };
  for (int i = 0; i < 3; i++) {
    Text input = { 0 };
    assert_true(read_case(names[i], "", &input));
    for (size_t length = 0; length < input.length; length++) {
      char *copy = test_malloc(length + 1);
      memcpy(copy, text_string(&input), length);
      Source source = { names[i], copy, length };
      const ImportOptions options = { 0 };
      Diagnostics *diagnostics = diagnostics_new();
      Text bl = { 0 };
      bool is_good = import_text(formats[i].import, &source, &options, diagnostics, &bl);
      assert_int_equal(is_good, diagnostics_error_count(diagnostics) == 0);
      formats[i].recognise(&source);
      diagnostics_free(diagnostics);
      text_free(&bl);
      test_free(copy);
    }
    text_free(&input);
  }
}

static void deep_brackets_and_long_numbers_are_errors(void **state)
{
  (void)state;
  Text input = { 0 };
  text_put(&input, "a:=");
  text_repeat(&input, '(', 100000);
  text_put(&input, "; b:=0.");
  text_repeat(&input, '1', 1000);
  text_put(&input, "; liaison:=table([]); q:=vector([x]);");
  Source source = { "deep.def", text_string(&input), input.length };
  const ImportOptions options = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  Text bl = { 0 };
  assert_false(import_text(import_maple, &source, &options, diagnostics, &bl));
  assert_int_equal(diagnostics_count(diagnostics), 2);
  assert_string_equal(diagnostics_message(diagnostics, 0), "brackets nest more than 100 deep");
  assert_string_equal(diagnostics_message(diagnostics, 1), "this number is too long");
  diagnostics_free(diagnostics);
  text_free(&bl);
  text_free(&input);
}

static void assert_only_message(ImportFunction *import, const char *text, const char *message)
{
  Source source = { "a.xml", text, strlen(text) };
  const ImportOptions options = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  Text bl = { 0 };
  assert_false(import_text(import, &source, &options, diagnostics, &bl));
  assert_int_equal(diagnostics_count(diagnostics), 1);
  assert_string_equal(diagnostics_message(diagnostics, 0), message);
  diagnostics_free(diagnostics);
  text_free(&bl);
}

static void a_text_without_elements_is_no_xml(void **state)
{
  (void)state;
  assert_only_message(import_urdf, "", "this is not well-formed XML: there is no element");
  assert_only_message(import_mjcf, "<!-- -->", "this is not well-formed XML: there is no element");
}

static void a_tag_has_not_too_many_attributes(void **state)
{
  (void)state;
  Text text = { 0 };
  text_put(&text, "<robot><link");
  for (int i = 0; i < 200000; i++)
    text_format(&text, " a%d='1'", i);
  text_put(&text, "/></robot>");
  assert_only_message(import_urdf, text_string(&text), "this tag has more than 10000 attributes");
  text_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_tag_has_not_too_many_attributes),
    cmocka_unit_test(sentences_become_chains),
    cmocka_unit_test(errors_in_a_sentence_are_reported_at_the_term),
    cmocka_unit_test(definition_files_become_frames_and_bodies),
    cmocka_unit_test(damaged_definition_files_are_reported_entry_by_entry),
    cmocka_unit_test(symoro_files_become_tables_bodies_and_loops),
    cmocka_unit_test(what_does_not_fit_in_a_symoro_file_is_an_error),
    cmocka_unit_test(any_beginning_of_a_file_may_be_given),
    cmocka_unit_test(deep_brackets_and_long_numbers_are_errors),
    cmocka_unit_test(a_text_without_elements_is_no_xml),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
