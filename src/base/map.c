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
static unsigned hash_of(const char *key, size_t length)
{
  uint64_t value = 14695981039346656037u;
  for (size_t i = 0; i < length; i++)
    value = (value ^ (unsigned char)key[i]) * 1099511628211u;
  return (unsigned)(value ^ (value >> 32));
}

static bool is_same(const MapEntry *a, const MapEntry *b)
{
  return a->hash == b->hash && a->key_length == b->key_length &&
         (a->key_length == 0 || memcmp(a->key, b->key, a->key_length) == 0);
}

// The slot that holds the key of the entry, or the empty one where it belongs.
static int slot_of(const Map *map, const MapEntry *entry)
{
  int mask = map->slot_count - 1;
  int slot = (int)(entry->hash & (unsigned)mask);
  while (map->slots[slot] >= 0 && !is_same(&map->entries[map->slots[slot]], entry)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

static MapEntry entry_of(const char *key, size_t length, int value)
{
  return (MapEntry){ key, length, value, hash_of(key, length) };
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
  for (int i = 0; i < map->count; i++)
    map->slots[slot_of(map, &map->entries[i])] = i;
}

int map_find_n(const Map *map, const char *key, size_t length)
{
  if (map->count == 0) return -1;
  MapEntry wanted = entry_of(key, length, 0);
  int index = map->slots[slot_of(map, &wanted)];
  return index >= 0 ? map->entries[index].value : -1;
}

int map_find(const Map *map, const char *key) { return map_find_n(map, key, strlen(key)); }

void map_put_n(Map *map, const char *key, size_t length, int value)
{
  assert(value >= 0 && "-1 means that a key is not there");
  if (map->count == map->capacity) grow(map);

  MapEntry entry = entry_of(key, length, value);
  int slot = slot_of(map, &entry);
  if (map->slots[slot] >= 0) {
    map->entries[map->slots[slot]].value = value;
    return;
  }
  map->slots[slot] = map->count;
  map->entries[map->count++] = entry;
}

void map_put(Map *map, const char *key, int value) { map_put_n(map, key, strlen(key), value); }
