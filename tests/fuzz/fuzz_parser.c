// fuzz_parser.c -- any bytes may be given as a description: no crash, no hang, no leak, no constant
// without a value.
// SPDX-License-Identifier: MIT
#include "numbers.h"

#include "control/model.h"
#include "lang/lang.h"
#include "lang/write/write.h"
#include "report/report.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int is_true)
{
  if (!is_true) abort();
}

// The canonical text; false if the text has errors.
static int format(const Source *source, Text *out)
{
  Diagnostics *diagnostics = diagnostics_new();
  Document *document = document_read(source, diagnostics);
  int is_good = diagnostics_error_count(diagnostics) == 0;
  if (is_good) document_print(document, out);
  document_free(document);
  diagnostics_free(diagnostics);
  return is_good;
}

// What is formatted is a description, and formatting it again changes nothing.
static void check_format(const Source *source)
{
  Text once = { 0 }, twice = { 0 };
  if (format(source, &once)) {
    Source formatted = { "fuzz.bl", text_string(&once), once.length };
    check(format(&formatted, &twice));
    check(once.length == twice.length);
    check(memcmp(text_string(&once), text_string(&twice), once.length) == 0);
  }
  text_free(&once);
  text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Source source = { "fuzz.bl", (const char *)data, size };
  Text out = { 0 };
  check_format(&source);

  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  check((mechanism == NULL) == (diagnostics_error_count(diagnostics) > 0));
  if (mechanism && !control_put_model(mechanism, diagnostics)) {
    check(diagnostics_error_count(diagnostics) > 0);
    mechanism_free(mechanism);
    mechanism = NULL;
  }
  check_numbers(mechanism);
  if (mechanism) {
    Arena *arena = arena_new();
    mechanism_summary(mechanism, NULL, 0, record_new(arena), &out);
    arena_free(arena);
    mechanism_report_facts(mechanism, &out);
    Document *document = document_of_mechanism(mechanism);
    document_print(document, &out);
    document_free(document);
  }
  diagnostics_print(diagnostics, &out);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  text_free(&out);
  return 0;
}
