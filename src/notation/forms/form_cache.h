// form_cache.h -- cache of forms found before; similar expressions have most parts in common.
//
// Keys are 64-bit hashes of the input and are not verified: a form found under a colliding key
// would have another value, which condense.h rejects.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_FORM_CACHE_H
#define BIELLE_NOTATION_FORMS_FORM_CACHE_H

#include "notation/formula/formula.h"

typedef struct MemoEntry {
  uint64_t key;
  const Formula *result;
} MemoEntry;

typedef struct FormCache {
  bool is_for_nodes;  // forms become nodes: they must not have more function calls
  Arena *arena;       // arena of the formulas
  MemoEntry *slots;
  size_t slot_count;  // a power of two
  size_t count;
  int refused_count;  // candidates with another value: faults of the rules that produced them
} FormCache;

FormCache *form_cache_new(Arena *arena);
// NULL if there is none.
const MemoEntry *form_cache_find(const FormCache *memo, uint64_t key);
// Adds an entry, or replaces the entry with the same key.
void form_cache_put(FormCache *memo, MemoEntry entry);

#endif
