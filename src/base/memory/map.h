// map.h -- maps names to integers and preserves the order of insertion.
//
// Iteration follows the order of insertion, never the hash, so that no output depends on it. Keys
// are borrowed: they must outlive the map.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_MAP_H
#define BIELLE_BASE_MEMORY_MAP_H

#include <stddef.h>

typedef struct MapEntry {
  const char *key;
  unsigned key_length;
  int value;
} MapEntry;

typedef struct MapSlot MapSlot;

typedef struct Map {
  MapEntry *entries;  // in insertion order
  int count;
  int capacity;
  MapSlot *slots;  // open addressing
  int slot_count;
} Map;  // starts as { 0 }

void map_free(Map *map);

// Returns the value of `key`, or -1. The _n functions take a key that is not NUL-terminated.
int map_find(const Map *map, const char *key);
int map_find_n(const Map *map, const char *key, size_t length);

// Adds `key`, or overwrites its value. Values must not be negative.
void map_put(Map *map, const char *key, int value);
void map_put_n(Map *map, const char *key, size_t length, int value);
// Adds `key` unless it exists. Returns its value.
int map_add_n(Map *map, const char *key, size_t length, int value);

#endif
