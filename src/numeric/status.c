// status.c -- the sentences of the table in status.h.
// SPDX-License-Identifier: MIT
#include "numeric/status.h"

#include "base/memory/memory.h"

#include <lapacke.h>

#include <assert.h>
#include <stdbool.h>

const char *numeric_status_sentence(NumericStatus status)
{
  switch (status) {
#define NUMERIC_STATUS_CASE(name, sentence)                                                        \
  case name: return sentence;
    NUMERIC_STATUS_LIST(NUMERIC_STATUS_CASE)
#undef NUMERIC_STATUS_CASE
  }
  assert(false && "a status of the table");
  return "";
}

NumericStatus numeric_status_of_lapack(int info)
{
  if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR) memory_exhausted();
  if (info == 0) return NUMERIC_OK;
  return info < 0 ? NUMERIC_NOT_FINITE : NUMERIC_NOT_CONVERGED;
}
