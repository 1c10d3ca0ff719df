// form_cache.h -- forms that were found before: most parts of similar expressions are the same.
//
// Keys are hashes of what the form was looked for (64 bits, not compared any further): a form that
// came from another key would have another value, which condense.h refuses.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_FORM_CACHE_H
#define BIELLE_NOTATION_FORMS_FORM_CACHE_H

#include "notation/formula/formula.h"

typedef struct MemoEntry {
  uint64_t key;
  const Formula *result;
} MemoEntry;

typedef struct FormCache {
  bool is_for_nodes;  // forms are to be built: no function that programs would have to call more
  Arena *arena;       // that of the formulas
  MemoEntry *slots;
  size_t slot_count;  // a power of two
  size_t count;
  int refused_count;  // candidates that had another value, which is a fault of the rule behind them
} FormCache;

FormCache *form_cache_new(Arena *arena);
// NULL: there is none.
const MemoEntry *form_cache_find(const FormCache *memo, uint64_t key);
// Adds an entry, or replaces that of the same key.
void form_cache_put(FormCache *memo, MemoEntry entry);

#endif
