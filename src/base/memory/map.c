// map.c -- an array of entries in the order of insertion, and a hash table of indices into it.
//
// The table uses linear probing; its length is a power of two and it is at most three quarters
// full; entries are never removed. Each slot holds the hash of its key, so that most other keys are
// skipped, and the table is enlarged, without access to the entries.
// SPDX-License-Identifier: MIT
#include "base/memory/map.h"

#include "base/memory/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 16 };

struct MapSlot {
  unsigned hash;
  int place;  // index in `entries`, plus 1; 0: empty
};

static size_t slot_bytes(const Map *map) { return (size_t)map->slot_count * sizeof(MapSlot); }

void map_free(Map *map)
{
  free(map->entries);
  if (map->slots) memory_unmap(map->slots, slot_bytes(map));
  *map = (Map){ 0 };
}

// FNV-1a, 64 bits; the upper half is folded in because the table uses the low bits. The last byte
// is added after that: numbered names (q10, q11, q12) then occupy adjacent slots, in few cache
// lines.
static unsigned hash_of(const char *key, size_t length)
{
  uint64_t value = 14695981039346656037u;
  for (size_t i = 0; i + 1 < length; i++)
    value = (value ^ (unsigned char)key[i]) * 1099511628211u;
  return (unsigned)(value ^ (value >> 32)) ^ (length > 0 ? (unsigned char)key[length - 1] : 0u);
}

static bool has_key(const MapEntry *entry, const char *key, size_t length)
{
  return entry->key_length == length && (length == 0 || memcmp(entry->key, key, length) == 0);
}

// Returns the slot that holds the key, or the empty slot where it belongs.
static MapSlot *slot_of(const Map *map, const char *key, size_t length, unsigned hash)
{
  unsigned mask = (unsigned)map->slot_count - 1;
  MapSlot *slot = &map->slots[hash & mask];
  for (unsigned i = hash; slot->place > 0; slot = &map->slots[++i & mask]) {
    if (slot->hash == hash && has_key(&map->entries[slot->place - 1], key, length)) break;
  }
  return slot;
}

static void grow(Map *map)
{
  assert(map->capacity <= INT_MAX / 4 && "counts of things fit in an int");
  Map old = *map;
  map->slot_count = map->slot_count > 0 ? 2 * map->slot_count : FIRST_SLOTS;
  map->capacity = map->slot_count / 4 * 3;
  map->entries = memory_grow(map->entries, (size_t)map->capacity, sizeof *map->entries);
  map->slots = memory_map_table(slot_bytes(map));
  unsigned mask = (unsigned)map->slot_count - 1;
  for (int k = 0; k < old.slot_count; k++) {
    if (old.slots[k].place == 0) continue;
    unsigned i = old.slots[k].hash;
    while (map->slots[i & mask].place > 0)
      i++;
    map->slots[i & mask] = old.slots[k];
  }
  if (old.slots) memory_unmap(old.slots, slot_bytes(&old));
}

int map_find_n(const Map *map, const char *key, size_t length)
{
  if (map->count == 0) return -1;
  const MapSlot *slot = slot_of(map, key, length, hash_of(key, length));
  return slot->place > 0 ? map->entries[slot->place - 1].value : -1;
}

int map_find(const Map *map, const char *key) { return map_find_n(map, key, strlen(key)); }

// Returns the entry of the key; a new entry gets `value`.
static MapEntry *entry_of(Map *map, const char *key, size_t length, int value)
{
  assert(value >= 0 && "-1 means that a key is not there");
  if (map->count == map->capacity) grow(map);
  unsigned hash = hash_of(key, length);
  MapSlot *slot = slot_of(map, key, length, hash);
  if (slot->place == 0) {
    assert(length <= UINT_MAX && "keys are names and keys of things");
    map->entries[map->count++] = (MapEntry){ key, (unsigned)length, value };
    *slot = (MapSlot){ hash, map->count };
  }
  return &map->entries[slot->place - 1];
}

int map_add_n(Map *map, const char *key, size_t length, int value)
{
  return entry_of(map, key, length, value)->value;
}

void map_put_n(Map *map, const char *key, size_t length, int value)
{
  entry_of(map, key, length, value)->value = value;
}

void map_put(Map *map, const char *key, int value) { map_put_n(map, key, strlen(key), value); }
