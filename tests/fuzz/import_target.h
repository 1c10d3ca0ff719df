// import_target.h -- what every fuzz target of an importer does: any bytes may be given; no crash,
// no hang, no leak, and what is translated has the syntax of the language and no constant without a
// value.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FUZZ_IMPORT_TARGET_H
#define BIELLE_FUZZ_IMPORT_TARGET_H

#include "numbers.h"

#include "import/import.h"
#include "lang/syntax/document.h"
#include "lang/lang.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void check(int is_true)
{
  if (!is_true) abort();
}

static inline void check_translation(const Text *bl)
{
  Source source = { "translation.bl", text_string(bl), bl->length };
  Diagnostics *diagnostics = diagnostics_new();
  document_free(document_read(&source, diagnostics));
  check(diagnostics_error_count(diagnostics) == 0);
  Mechanism *mechanism = lang_read(&source, diagnostics);
  check_numbers(mechanism);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
}

static inline void translate(ImportFunction *import, const Source *source, bool with_options)
{
  const ImportOptions options = { with_options, with_options, source->name };
  Diagnostics *diagnostics = diagnostics_new();
  Text bl = { 0 }, out = { 0 };
  bool is_good = import_text(import, source, &options, diagnostics, &bl);
  check(is_good == (diagnostics_error_count(diagnostics) == 0));
  if (is_good) check_translation(&bl);
  diagnostics_print(diagnostics, &out);
  text_free(&out);
  text_free(&bl);
  diagnostics_free(diagnostics);
}

static inline int fuzz_importer(ImportFunction *import, const char *name, const uint8_t *data,
                                size_t size)
{
  Source source = { name, (const char *)data, size };
  (void)import_recognise(&source);
  translate(import, &source, true);
  translate(import, &source, false);
  return 0;
}

#endif
