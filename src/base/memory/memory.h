// memory.h -- heap blocks for things that grow; failure ends the process with a message.
//
// Allocation failure is not an error that any caller could repair (docs/decisions/0003), so these
// never return NULL. Everything with a fixed lifetime belongs in an arena instead.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_MEMORY_H
#define BIELLE_BASE_MEMORY_MEMORY_H

#include <stddef.h>

void *memory_new(size_t count, size_t size);  // zeroed; free() it
void *memory_grow(void *block, size_t count,
                  size_t size);     // realloc of count*size, overflow checked
void *memory_aligned(size_t size);  // a power of two, aligned to itself, not zeroed; free() it
// The block of a list with room for one element more, *capacity elements in all.
void *memory_room(void *block, int count, int *capacity, size_t size);
// The same for a list and its two numbers.
#define MEMORY_ROOM(list, count, capacity)                                                         \
  ((list) = memory_room(list, count, &(capacity), sizeof *(list)))

// `size` zeroed bytes for what is filled from its beginning. Give the same size to memory_unmap().
void *memory_map(size_t size);
// The same for a table that is read and written anywhere; where the system can, in huge pages, which
// spare most of the page faults and TLB misses (node construction: 1.5 to 4 million a second). A
// virtual machine may have given them back to its host, and takes 2 s to get a GB of them again.
void *memory_map_table(size_t size);
void memory_unmap(void *block, size_t size);
// A block of at least 2 MiB made larger; what is new is zeroed.
void *memory_remap(void *block, size_t size, size_t larger);

// Ends the process with a message. For requests whose very size overflows.
_Noreturn void memory_exhausted(void);

// Ends the process with a message: something that cannot be has happened, and going on would give
// wrong answers. For checks that must stay in every build.
_Noreturn void fail_invariant(const char *what);

#endif
