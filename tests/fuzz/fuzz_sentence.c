// fuzz_sentence.c -- any bytes may be given as a description sentence: no crash, no hang, no leak,
// and what is translated has the syntax of the language.
// SPDX-License-Identifier: MIT
#include "import/import.h"
#include "lang/lang.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int is_true)
{
  if (!is_true) abort();
}

static void check_syntax(const Text *bl)
{
  Source source = { "translation.bl", text_string(bl), bl->length };
  Diagnostics *diagnostics = diagnostics_new();
  ast_free(lang_parse(&source, diagnostics));
  check(diagnostics_error_count(diagnostics) == 0);
  mechanism_free(lang_read(&source, diagnostics));
  diagnostics_free(diagnostics);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Source source = { "fuzz.sentence", (const char *)data, size };
  const ImportOptions options = { .file_name = "fuzz.sentence" };
  Diagnostics *diagnostics = diagnostics_new();
  Text out = { 0 };
  Text bl = { 0 };

  recognise_sentence(&source);
  bool is_good = import_sentence(&source, &options, diagnostics, &bl);
  check(is_good == (diagnostics_error_count(diagnostics) == 0));
  if (is_good) check_syntax(&bl);
  diagnostics_print(diagnostics, &out);
  diagnostics_free(diagnostics);
  text_free(&bl);
  text_free(&out);
  return 0;
}
