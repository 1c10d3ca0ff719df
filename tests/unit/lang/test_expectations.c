// test_expectations.c -- every description below tests/lang says itself what is to be said about
// it.
//
//     param b = a/2  # expect error: unknown name 'a' # expect hint: did you mean 'b'?
//
// Errors and warnings must appear on their line, word for word, and no others. A hint, where one
// is expected, belongs to some diagnostic of that line. A file without expectations must read
// without a word.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "lang/lang.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Expectation {
  char kind;  // 'e'rror, 'w'arning, 'h'int
  int line;
  char *text;
  bool is_met;
} Expectation;

typedef struct Expectations {
  Expectation *items;
  int count;
} Expectations;

static const char mark[] = "# expect ";

static void add_expectation(Expectations *all, int line, const char *start, const char *end)
{
  const char *colon = memchr(start, ':', (size_t)(end - start));
  assert_non_null(colon);
  const char *text = colon + 2;
  while (end > text && (end[-1] == ' ' || end[-1] == '\r'))
    end--;
  all->items = memory_grow(all->items, (size_t)all->count + 1, sizeof *all->items);
  Expectation *item = &all->items[all->count++];
  *item = (Expectation){ .kind = start[0], .line = line };
  item->text = memory_new((size_t)(end - text) + 1, 1);
  memcpy(item->text, text, (size_t)(end - text));
}

static void read_line(Expectations *all, int line, const char *start, const char *end)
{
  const char *next = memmem(start, (size_t)(end - start), mark, strlen(mark));
  while (next) {
    const char *begin = next + strlen(mark);
    next = memmem(begin, (size_t)(end - begin), mark, strlen(mark));
    add_expectation(all, line, begin, next ? next : end);
  }
}

static Expectations read_expectations(const Source *source)
{
  Expectations all = { 0 };
  const char *end = source->bytes + source->length;
  int line = 1;
  for (const char *start = source->bytes; source->length > 0 && start < end; line++) {
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    read_line(&all, line, start, stop ? stop : end);
    start = stop ? stop + 1 : end;
  }
  return all;
}

static void free_expectations(Expectations *all)
{
  for (int i = 0; i < all->count; i++)
    free(all->items[i].text);
  free(all->items);
}

static bool meet(Expectations *all, char kind, int line, const char *text)
{
  for (int i = 0; i < all->count; i++) {
    Expectation *item = &all->items[i];
    if (item->is_met || item->kind != kind || item->line != line) continue;
    if (strcmp(item->text, text) != 0) continue;
    item->is_met = true;
    return true;
  }
  return false;
}

// Does an unexpected one of that severity count?
typedef bool Counts(Severity severity);
static bool is_any(Severity severity) { return severity != SEVERITY_NOTE; }
static bool is_error(Severity severity) { return severity == SEVERITY_ERROR; }

// Number of differences, each printed.
static int compare(const Source *source, Expectations *all, const Diagnostics *diagnostics,
                   Counts *counts)
{
  int differences = 0;
  for (int i = 0; i < diagnostics_count(diagnostics); i++) {
    int line = span_place(diagnostics_span(diagnostics, i)).line;
    char kind = diagnostics_severity(diagnostics, i) == SEVERITY_ERROR ? 'e' : 'w';
    const char *hint = diagnostics_hint(diagnostics, i);
    if (hint) meet(all, 'h', line, hint);
    if (meet(all, kind, line, diagnostics_message(diagnostics, i))) continue;
    if (!counts(diagnostics_severity(diagnostics, i))) continue;
    print_error("%s:%d: not expected: %s\n", source->name, line,
                diagnostics_message(diagnostics, i));
    differences++;
  }
  for (int i = 0; i < all->count; i++) {
    if (all->items[i].is_met) continue;
    print_error("%s:%d: expected, but missing: %s\n", source->name, all->items[i].line,
                all->items[i].text);
    differences++;
  }
  return differences;
}

static int check_file(const char *path, Counts *counts)
{
  Text text = { 0 };
  Text why = { 0 };
  assert_true(file_read(path, &text, &why));
  Source source = { path, text_string(&text), text.length };
  Expectations expectations = read_expectations(&source);
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_int_equal(mechanism == NULL, diagnostics_error_count(diagnostics) > 0);
  int differences = compare(&source, &expectations, diagnostics, counts);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  free_expectations(&expectations);
  text_free(&text);
  text_free(&why);
  return differences;
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// Checks all .bl files of a folder and its subfolders, in order; counts the files.
static int check_folder(const char *folder, Counts *counts, int *file_count)
{
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, is_shown, alphasort);
  int differences = 0;
  for (int i = 0; i < count; i++) {
    Text path = { 0 };
    text_format(&path, "%s/%s", folder, entries[i]->d_name);
    const char *dot = strrchr(entries[i]->d_name, '.');
    if (entries[i]->d_type == DT_DIR) {
      differences += check_folder(text_string(&path), counts, file_count);
    } else if (dot && strcmp(dot, ".bl") == 0) {
      differences += check_file(text_string(&path), counts);
      (*file_count)++;
    }
    text_free(&path);
    free(entries[i]);
  }
  free(entries);
  return differences;
}

static void descriptions_get_the_diagnostics_that_they_expect(void **state)
{
  (void)state;
  int file_count = 0;
  int differences = check_folder(BIELLE_SOURCE_DIR "/tests/lang", is_any, &file_count);
  assert_in_range(file_count, 30, 100000);  // the folder was found
  assert_int_equal(differences, 0);
}

// Published data of real robots may be warned of: an inertia that no real body has.
static void examples_read_without_errors(void **state)
{
  (void)state;
  int file_count = 0;
  int differences = check_folder(BIELLE_SOURCE_DIR "/examples", is_error, &file_count);
  assert_in_range(file_count, 4, 100000);
  assert_int_equal(differences, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(descriptions_get_the_diagnostics_that_they_expect),
    cmocka_unit_test(examples_read_without_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
