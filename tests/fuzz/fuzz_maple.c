// fuzz_maple.c -- any bytes may be given as a definition file.
// SPDX-License-Identifier: MIT
#include "import_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  return fuzz_importer(import_maple, "fuzz.maple", data, size);
}
