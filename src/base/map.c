// map.c -- an array of entries in the order of insertion, and a hash table of indices into it.
//
// The table uses linear probing, is a power of two long and at most half full; entries are never
// removed.
// SPDX-License-Identifier: MIT
#include "base/map.h"

#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 8 };

void map_free(Map *map)
{
  free(map->entries);
  free(map->slots);
  *map = (Map){ 0 };
}

// FNV-1a, 64 bits; the upper half is folded in because the table uses the low bits.
static uint64_t hash(const char *key, size_t length)
{
  uint64_t value = 14695981039346656037u;
  for (size_t i = 0; i < length; i++)
    value = (value ^ (unsigned char)key[i]) * 1099511628211u;
  return value ^ (value >> 32);
}

static bool entry_has_key(const MapEntry *entry, const char *key, size_t length)
{
  return entry->key_length == length && (length == 0 || memcmp(entry->key, key, length) == 0);
}

// The slot that holds `key`, or the empty one where it belongs.
static int slot_of(const Map *map, const char *key, size_t length)
{
  int mask = map->slot_count - 1;
  int slot = (int)(hash(key, length) & (uint64_t)mask);
  while (map->slots[slot] >= 0 && !entry_has_key(&map->entries[map->slots[slot]], key, length)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

static void grow(Map *map)
{
  assert(map->capacity <= INT_MAX / 4 && "counts of things fit in an int");
  map->capacity = map->capacity > 0 ? 2 * map->capacity : FIRST_CAPACITY;
  map->entries = memory_grow(map->entries, (size_t)map->capacity, sizeof *map->entries);

  map->slot_count = 2 * map->capacity;
  map->slots = memory_grow(map->slots, (size_t)map->slot_count, sizeof *map->slots);
  for (int slot = 0; slot < map->slot_count; slot++)
    map->slots[slot] = -1;
  for (int i = 0; i < map->count; i++) {
    map->slots[slot_of(map, map->entries[i].key, map->entries[i].key_length)] = i;
  }
}

int map_find_n(const Map *map, const char *key, size_t length)
{
  if (map->count == 0) return -1;
  int index = map->slots[slot_of(map, key, length)];
  return index >= 0 ? map->entries[index].value : -1;
}

int map_find(const Map *map, const char *key) { return map_find_n(map, key, strlen(key)); }

void map_put_n(Map *map, const char *key, size_t length, int value)
{
  assert(value >= 0 && "-1 means that a key is not there");
  if (map->count == map->capacity) grow(map);

  int slot = slot_of(map, key, length);
  if (map->slots[slot] >= 0) {
    map->entries[map->slots[slot]].value = value;
    return;
  }
  map->slots[slot] = map->count;
  map->entries[map->count++] = (MapEntry){ .key = key, .key_length = length, .value = value };
}

void map_put(Map *map, const char *key, int value) { map_put_n(map, key, strlen(key), value); }
