// fuzz_urdf.c -- any bytes may be given as URDF: no crash, no leak; and what is written is our
// language.
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

static void check_language(const Text *bl)
{
  Source source = { "fuzz.bl", text_string(bl), bl->length };
  Diagnostics *diagnostics = diagnostics_new();
  ast_free(lang_parse(&source, diagnostics));
  check(diagnostics_error_count(diagnostics) == 0);
  diagnostics_free(diagnostics);
}

static void translate(const Source *source, bool snap_angles, bool merge_fixed)
{
  ImportOptions options = { snap_angles, merge_fixed, "fuzz.urdf" };
  Diagnostics *diagnostics = diagnostics_new();
  Text bl = { 0 };
  Text out = { 0 };
  bool is_good = import_urdf(source, &options, diagnostics, &bl);
  check(is_good == (diagnostics_error_count(diagnostics) == 0));
  if (is_good) check_language(&bl);
  diagnostics_print(diagnostics, &out);
  text_free(&out);
  text_free(&bl);
  diagnostics_free(diagnostics);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Source source = { "fuzz.urdf", (const char *)data, size };
  (void)import_recognise(&source);
  translate(&source, true, true);
  translate(&source, false, false);
  return 0;
}
