// fuzz_urdf.c -- any bytes may be given as URDF.
// SPDX-License-Identifier: MIT
#include "import_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  return fuzz_importer(import_urdf, "fuzz.urdf", data, size);
}
