// arena.c -- a stack of blocks, filled from the bottom, with sizes that double up to a limit.
//
// Invariant: the bytes of a block after `used` are zero. memory_map establishes it and arena_rewind
// restores it, so arena_alloc returns zeroed memory without writing to it.
// SPDX-License-Identifier: MIT
#include "base/memory/arena.h"

#include "base/memory/memory.h"
#include "base/text/text.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  ALIGNMENT = 8,               // [byte]; for pointers, doubles and 64-bit integers
  FIRST_BLOCK_SIZE = 4096,     // [byte]; sufficient for most arenas of a small model
  MAX_STEP = 4 * 1024 * 1024,  // [byte]; maximum block size when doubling; whole huge pages
};

typedef struct Block {
  struct Block *previous;
  size_t size;
  size_t used;
  alignas(ALIGNMENT) unsigned char bytes[];
} Block;

struct Arena {
  Block *top;    // NULL until the first allocation
  Block *spare;  // a released block kept for reuse; NULL: none
};

Arena *arena_new(void) { return memory_new(1, sizeof(Arena)); }

static void free_block(Block *block) { memory_unmap(block, sizeof(Block) + block->size); }

static void pop_blocks_above(Arena *arena, const Block *keep)
{
  while (arena->top != keep) {
    assert(arena->top != NULL && "the mark belongs to this arena and is not older than a rewind");
    Block *previous = arena->top->previous;
    free_block(arena->top);
    arena->top = previous;
  }
}

void arena_free(Arena *arena)
{
  if (arena == NULL) return;
  pop_blocks_above(arena, NULL);
  if (arena->spare != NULL) free_block(arena->spare);
  free(arena);
}

static void push_block(Arena *arena, size_t at_least)
{
  size_t total = FIRST_BLOCK_SIZE;
  if (arena->top != NULL) total = 2 * (sizeof(Block) + arena->top->size);
  if (total > MAX_STEP) total = MAX_STEP;
  if (total < sizeof(Block) + at_least) total = sizeof(Block) + at_least;

  Block *block = arena->spare;
  if (block != NULL && sizeof(Block) + block->size >= total) {
    arena->spare = NULL;
  } else {
    block = memory_map(total);
    block->size = total - sizeof(Block);
  }
  block->previous = arena->top;
  arena->top = block;
}

// Keeps one block of maximum size for reuse: clearing it is faster than mapping new memory.
static void spare_block(Arena *arena, Block *block)
{
  if (arena->spare != NULL || sizeof(Block) + block->size != MAX_STEP) {
    free_block(block);
    return;
  }
  memset(block->bytes, 0, block->used);
  block->used = 0;
  arena->spare = block;
}

static size_t rounded(size_t size)
{
  return size == 0 ? ALIGNMENT : (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

void *arena_alloc(Arena *arena, size_t size)
{
  if (size > SIZE_MAX / 2) memory_exhausted();  // a negative or impossible count
  size = rounded(size);

  if (arena->top == NULL || size > arena->top->size - arena->top->used) push_block(arena, size);
  void *memory = arena->top->bytes + arena->top->used;
  arena->top->used += size;
  return memory;
}

char *arena_copy_text(Arena *arena, const char *text, size_t length)
{
  if (length == SIZE_MAX) memory_exhausted();
  char *copy = arena_alloc(arena, length + 1);
  if (length > 0) memcpy(copy, text, length);
  return copy;
}

char *arena_concat(Arena *arena, const char *first, const char *second)
{
  size_t before = strlen(first), length = strlen(second);
  char *text = arena_alloc(arena, before + length + 1);
  memcpy(text, first, before + 1);
  memcpy(text + before, second, length + 1);
  return text;
}

char *arena_join(Arena *arena, const char *first, const char *second)
{
  size_t before = first != NULL ? strlen(first) + 1 : 0, length = strlen(second);
  char *text = arena_alloc(arena, before + length + 1);
  if (first != NULL) memcpy(text, first, before);
  if (first != NULL) text[before - 1] = '.';
  memcpy(text + before, second, length + 1);
  return text;
}

char *arena_take_text(Arena *arena, Text *text)
{
  char *copy = arena_copy_text(arena, text_string(text), text->length);
  text_free(text);
  return copy;
}

char *arena_format(Arena *arena, const char *format, ...)
{
  Text text = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&text, format, arguments);
  va_end(arguments);
  return arena_take_text(arena, &text);
}

static bool holds(const Block *block, const void *memory)
{
  uintptr_t place = (uintptr_t)memory, start = (uintptr_t)block->bytes;
  return place >= start && place < start + block->size;
}

void arena_release(Arena *arena, const void *kept, const void *next)
{
  Block *block = arena->top;
  while (block != NULL && !holds(block, next))
    block = block->previous;
  if (block == NULL || holds(block, kept)) return;
  while (block->previous != NULL && !holds(block->previous, kept)) {
    Block *released = block->previous;
    block->previous = released->previous;
    spare_block(arena, released);
  }
}

// Returns the link to the block that holds only the given memory; NULL if the block holds anything
// else.
static Block **link_alone(Arena *arena, const void *memory, size_t size)
{
  Block **link = &arena->top;
  while (!holds(*link, memory))
    link = &(*link)->previous;
  bool is_alone = memory == (*link)->bytes && (*link)->used == rounded(size);
  return is_alone ? link : NULL;
}

void *arena_grow(Arena *arena, void *memory, size_t size, size_t larger)
{
  Block **link = link_alone(arena, memory, size);
  if (link && size >= MAX_STEP && larger <= SIZE_MAX / 2) {
    size_t total = sizeof(Block) + rounded(larger);
    *link = memory_remap(*link, sizeof(Block) + (*link)->size, total);
    (*link)->size = (*link)->used = rounded(larger);
    return (*link)->bytes;
  }
  void *grown = memcpy(arena_alloc(arena, larger), memory, size);
  link = link_alone(arena, memory, size);  // the new memory may be in the same block
  if (!link) return grown;
  Block *block = *link;
  *link = block->previous;
  free_block(block);
  return grown;
}

void *arena_reserve(Arena *arena, void *items, int count, size_t size)
{
  enum { FIRST_ROOM = 8 };
  bool is_power_of_two = (count & (count - 1)) == 0;
  bool is_full = count == 0 || (count >= FIRST_ROOM && is_power_of_two);
  if (!is_full) return items;
  if (count == 0) return arena_alloc(arena, FIRST_ROOM * size);
  return arena_grow(arena, items, (size_t)count * size, 2 * (size_t)count * size);
}

ArenaMark arena_mark(const Arena *arena)
{
  Block *top = arena->top;
  return (ArenaMark){ .block = top, .used = top != NULL ? top->used : 0 };
}

void arena_rewind(Arena *arena, ArenaMark mark)
{
  pop_blocks_above(arena, mark.block);
  Block *top = arena->top;
  if (top == NULL) return;
  assert(mark.used <= top->used && "marks are rewound to in the reverse order of their making");
  memset(top->bytes + mark.used, 0, top->used - mark.used);
  top->used = mark.used;
}

size_t arena_reserved(const Arena *arena)
{
  size_t total = sizeof(Arena);
  if (arena->spare != NULL) total += sizeof(Block) + arena->spare->size;
  for (const Block *block = arena->top; block != NULL; block = block->previous) {
    total += sizeof(Block) + block->size;
  }
  return total;
}
