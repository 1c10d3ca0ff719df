// memory.c -- the two allocation calls of the heap, and the one way out when it is full.
// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void memory_exhausted(void)
{
  // No allocation and no formatting here: stdio may need memory for either.
  fputs("bielle: out of memory\n", stderr);
  abort();
}

void *memory_new(size_t count, size_t size)
{
  // calloc(0) may return NULL; one byte keeps NULL for failure alone.
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
