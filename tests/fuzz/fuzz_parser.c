// fuzz_parser.c -- any bytes may be given as a description: no crash, no hang, no leak.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int is_true)
{
  if (!is_true) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Source source = { "fuzz.bl", (const char *)data, size };
  Diagnostics *diagnostics = diagnostics_new();
  Text out = { 0 };

  Ast *ast = lang_parse(&source, diagnostics);
  ast_dump(ast, &out);
  ast_free(ast);
  diagnostics_free(diagnostics);

  diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  check((mechanism == NULL) == (diagnostics_error_count(diagnostics) > 0));
  if (mechanism) {
    mechanism_summary(mechanism, &out);
    mechanism_dump(mechanism, &out);
  }
  diagnostics_print(diagnostics, &out);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  text_free(&out);
  return 0;
}
