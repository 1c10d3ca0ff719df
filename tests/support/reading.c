// reading.c -- see reading.h.
// SPDX-License-Identifier: MIT
#include "support/reading.h"

#include "base/files/file.h"
#include "import/import.h"
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

void print_diagnostics(const Diagnostics *diagnostics)
{
  Text messages = { 0 };
  diagnostics_print(diagnostics, &messages);
  print_error("%s", text_string(&messages));
  text_free(&messages);
}

// As the program reads it when nobody gives options.
static void translate(Text *text, const char *name)
{
  Source source = { name, text_string(text), text->length };
  const ImportFormat *format = import_recognise(&source);
  if (!format) return;
  Text bl = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  bool is_good = import_text(format->import, &source, &(ImportOptions){ .snap_angles = true },
                             diagnostics, &bl);
  if (!is_good) print_diagnostics(diagnostics);
  diagnostics_free(diagnostics);
  assert_true(is_good);
  text_free(text);
  *text = bl;
}

// mechanism_find_parameter and mechanism_find_coordinate rely on it.
static void assert_order_of_symbols(const Mechanism *mechanism)
{
  for (int i = 1; i < mechanism->parameter_count; i++) {
    assert_true(mechanism->parameters[i - 1].symbol->form->symbol->index <
                mechanism->parameters[i].symbol->form->symbol->index);
  }
  for (int i = 1; i < mechanism->coordinate_count; i++) {
    assert_true(mechanism->coordinates[i - 1].q->form->symbol->index <
                mechanism->coordinates[i].q->form->symbol->index);
  }
}

static void read_mechanism(Reading *reading, const char *name)
{
  reading->source = (Source){ name, text_string(&reading->text), reading->text.length };
  Diagnostics *diagnostics = diagnostics_new();
  reading->mechanism = lang_read(&reading->source, diagnostics);
  if (!reading->mechanism) {
    print_diagnostics(diagnostics);
    print_error("%s", text_string(&reading->text));
  }
  diagnostics_free(diagnostics);
  assert_non_null(reading->mechanism);
  assert_order_of_symbols(reading->mechanism);
}

void reading_open(Reading *reading, const char *description)
{
  *reading = (Reading){ 0 };
  text_put(&reading->text, description);
  read_mechanism(reading, "test.bl");
}

void reading_open_text(Reading *reading, const char *name, Text text)
{
  *reading = (Reading){ .text = text };
  translate(&reading->text, name);
  read_mechanism(reading, name);
}

void reading_open_example(Reading *reading, const char *example, const char *more)
{
  *reading = (Reading){ 0 };
  Text why = { 0 };
  text_format(&reading->path, "%s/examples/%s", BIELLE_SOURCE_DIR, example);
  const char *path = text_string(&reading->path);  // other files stand beside it
  if (!file_read(path, &reading->text, &why)) fail_msg("%s", text_string(&why));
  translate(&reading->text, path);
  text_format(&reading->text, "\n%s", more);
  read_mechanism(reading, path);
  text_free(&why);
}

System *reading_system(Reading *reading)
{
  if (reading->system) return reading->system;
  Text unused = { 0 };
  reading->system = system_new(reading->mechanism, &(FormulateOptions){ .skip_shortening = true });
  system_derive_constraints(reading->system, &unused);
  text_free(&unused);
  return reading->system;
}

void reading_close(Reading *reading)
{
  system_free(reading->system);
  mechanism_free(reading->mechanism);
  text_free(&reading->text);
  text_free(&reading->path);
  flint_cleanup();
}

const Expr *reading_definition(const Reading *reading, const char *name)
{
  const Mechanism *mechanism = reading->mechanism;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (strcmp(mechanism->definitions[i].name, name) == 0) return mechanism->definitions[i].value;
  }
  fail_msg("no definition %s", name);
  return NULL;
}
