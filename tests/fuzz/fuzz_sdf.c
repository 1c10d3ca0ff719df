// fuzz_sdf.c -- any bytes may be given as SDF.
// SPDX-License-Identifier: MIT
#include "import_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  return fuzz_importer(import_sdf, "fuzz.sdf", data, size);
}
