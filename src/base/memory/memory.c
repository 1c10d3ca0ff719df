// memory.c -- heap blocks, large tables, and termination when memory is exhausted.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void memory_exhausted(void)
{
  // No allocation and no formatting here, because stdio may need memory for either.
  fputs("bielle: out of memory\n", stderr);
  abort();
}

void fail_invariant(const char *what)
{
  fputs("bielle: internal error: ", stderr);
  fputs(what, stderr);
  fputs("; nothing was written, please report it\n", stderr);
  abort();
}

void *memory_new(size_t count, size_t size)
{
  // calloc(0) may return NULL; allocating one byte reserves NULL for failure.
  if (count == 0 || size == 0) count = size = 1;
  void *block = calloc(count, size);
  if (block == NULL) memory_exhausted();
  return block;
}

void *memory_grow(void *block, size_t count, size_t size)
{
  if (size != 0 && count > SIZE_MAX / size) memory_exhausted();
  size_t bytes = count * size;
  void *grown = realloc(block, bytes > 0 ? bytes : 1);
  if (grown == NULL) memory_exhausted();
  return grown;
}

void *memory_room(void *block, int count, int *capacity, size_t size)
{
  if (count < *capacity) return block;
  if (*capacity > INT_MAX / 2 - 16) memory_exhausted();
  *capacity = 2 * *capacity + 8;
  return memory_grow(block, (size_t)*capacity, size);
}

void *memory_aligned(size_t size)
{
  void *block = aligned_alloc(size, size);
  if (block == NULL) memory_exhausted();
  return block;
}

enum { HUGE_PAGE = 2 * 1024 * 1024 };

// Size rounded up to whole huge pages.
static size_t mapped_size(size_t size)
{
  if (size > SIZE_MAX - 2 * HUGE_PAGE) memory_exhausted();
  return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

// Maps one additional huge page and unmaps the parts outside of the aligned range.
static void *map_aligned(size_t size)
{
  size_t total = size + HUGE_PAGE;
  char *raw = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) memory_exhausted();
  size_t before = (HUGE_PAGE - (uintptr_t)raw % HUGE_PAGE) % HUGE_PAGE;
  if (before > 0) munmap(raw, before);
  if (HUGE_PAGE - before > 0) munmap(raw + before + size, HUGE_PAGE - before);
  return raw + before;
}

void *memory_map(size_t size)
{
  return size < HUGE_PAGE ? memory_new(size, 1) : map_aligned(mapped_size(size));
}

void *memory_map_table(size_t size)
{
  void *block = memory_map(size);
#ifdef MADV_HUGEPAGE
  // advisory; failure has no effect on the contents
  if (size >= HUGE_PAGE) madvise(block, mapped_size(size), MADV_HUGEPAGE);
#endif
  return block;
}

void *memory_remap(void *block, size_t size, size_t larger)
{
  char *grown = map_aligned(mapped_size(larger));
#ifdef MREMAP_FIXED
  size_t mapped = mapped_size(size);  // moves pages without copying; huge pages remain whole
  if (mremap(block, mapped, mapped, MREMAP_MAYMOVE | MREMAP_FIXED, grown) == grown) return grown;
#endif
  memcpy(grown, block, size);
  memory_unmap(block, size);
  return grown;
}

void memory_unmap(void *block, size_t size)
{
  if (size < HUGE_PAGE) {
    free(block);
  } else {
    munmap(block, mapped_size(size));
  }
}
