// fuzz_sentence.c -- any bytes may be given as a description sentence.
// SPDX-License-Identifier: MIT
#include "import_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  return fuzz_importer(import_sentence, "fuzz.sentence", data, size);
}
