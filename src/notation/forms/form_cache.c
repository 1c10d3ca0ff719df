// form_cache.c -- a hash table of formulas with open addressing.
// SPDX-License-Identifier: MIT
#include "notation/forms/form_cache.h"

FormCache *form_cache_new(Arena *arena)
{
  FormCache *memo = ARENA_NEW(arena, FormCache);
  *memo = (FormCache){ .arena = arena, .slot_count = 64 };
  memo->slots = ARENA_ARRAY(arena, MemoEntry, memo->slot_count);
  return memo;
}

// Returns the slot of a key, or the empty slot where it belongs.
static MemoEntry *slot_of(const FormCache *memo, uint64_t key)
{
  size_t i = (size_t)key & (memo->slot_count - 1);
  while (memo->slots[i].result && memo->slots[i].key != key)
    i = (i + 1) & (memo->slot_count - 1);
  return &memo->slots[i];
}

const MemoEntry *form_cache_find(const FormCache *memo, uint64_t key)
{
  const MemoEntry *slot = slot_of(memo, key);
  return slot->result ? slot : NULL;
}

static void grow(FormCache *memo)
{
  FormCache old = *memo;
  memo->slot_count *= 2;
  memo->slots = ARENA_ARRAY(memo->arena, MemoEntry, memo->slot_count);
  for (size_t i = 0; i < old.slot_count; i++) {
    if (old.slots[i].result) *slot_of(memo, old.slots[i].key) = old.slots[i];
  }
}

void form_cache_put(FormCache *memo, MemoEntry entry)
{
  if (2 * memo->count >= memo->slot_count) grow(memo);
  MemoEntry *slot = slot_of(memo, entry.key);
  memo->count += !slot->result;
  *slot = entry;
}
