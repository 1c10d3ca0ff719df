// status.c -- the sentences of the table in status.h.
// SPDX-License-Identifier: MIT
#include "numeric/status.h"

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
