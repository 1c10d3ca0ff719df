// memory.h -- heap blocks for objects that grow; failure terminates the process with a message.
//
// No caller could recover from a failed allocation (docs/decisions/0003), so these functions never
// return NULL. Everything with a fixed lifetime belongs in an arena instead.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_MEMORY_H
#define BIELLE_BASE_MEMORY_MEMORY_H

#include <stddef.h>

void *memory_new(size_t count, size_t size);  // zeroed; free() it
void *memory_grow(void *block, size_t count,
                  size_t size);     // realloc of count*size bytes; overflow is checked
void *memory_aligned(size_t size);  // a power of two, aligned to itself, not zeroed; free() it
// Grows the block of a list, if necessary, to hold at least count + 1 elements; *capacity is
// updated.
void *memory_room(void *block, int count, int *capacity, size_t size);
// Same as memory_room() for a list with its count and capacity.
#define MEMORY_ROOM(list, count, capacity)                                                         \
  ((list) = memory_room(list, count, &(capacity), sizeof *(list)))

// Returns `size` zeroed bytes, for data that is filled sequentially. Pass the same size to
// memory_unmap().
void *memory_map(size_t size);
// Same as memory_map() for a table with random access. If the system supports it, the table uses
// huge pages, which avoid most page faults and TLB misses (node construction: 1.5 to 4 million a
// second). A virtual machine may have returned the pages to its host and then needs 2 s to get a GB
// of them again.
void *memory_map_table(size_t size);
void memory_unmap(void *block, size_t size);
// Enlarges a block of at least 2 MiB; the added part is zeroed.
void *memory_remap(void *block, size_t size, size_t larger);

// Terminates the process with a message. Also for requests whose size overflows.
_Noreturn void memory_exhausted(void);

// Terminates the process with a message after a violated invariant, because continuing would yield
// wrong results. For checks that must remain in every build.
_Noreturn void fail_invariant(const char *what);

#endif
