// fuzz_par.c -- any bytes may be given as a SYMORO file.
// SPDX-License-Identifier: MIT
#include "import_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  return fuzz_importer(import_par, "fuzz.par", data, size);
}
