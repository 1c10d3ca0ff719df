// fuzz_mjcf.c -- any bytes may be given as MJCF.
// SPDX-License-Identifier: MIT
#include "import_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  return fuzz_importer(import_mjcf, "fuzz.mjcf", data, size);
}
