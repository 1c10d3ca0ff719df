// answer.h -- the data of a study's result. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_ANSWER_H
#define BIELLE_API_ANSWER_H

#include "api/api.h"
#include "base/record.h"

struct BielleAnswer {
  Arena *arena;  // of the record
  Record *record;
  Text words;
  Text table;
  Text picture;
};

// A new, empty result.
BielleAnswer *answer_new(void);

#endif
