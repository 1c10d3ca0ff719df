// arena.h -- memory that is released as a whole.
//
// Each result of a stage has one arena, owned by the object it returns. Blocks are zeroed and
// 8-byte aligned. An arena never returns NULL: lack of memory terminates the process with a message
// (docs/decisions/0003).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_ARENA_H
#define BIELLE_BASE_MEMORY_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

// A state of an arena; arena_rewind() to it releases everything allocated later.
typedef struct ArenaMark {
  void *block;
  size_t used;
} ArenaMark;

Arena *arena_new(void);
void arena_free(Arena *arena);  // NULL is allowed

// Returns `size` zeroed bytes, owned by the arena. The pointer is valid also for size 0.
void *arena_alloc(Arena *arena, size_t size);

// Copies `length` bytes of `text` and adds a NUL.
char *arena_copy_text(Arena *arena, const char *text, size_t length);

// The concatenation of both strings.
char *arena_concat(Arena *arena, const char *first, const char *second);

// "first.second"; if `first` is NULL, a copy of `second`.
char *arena_join(Arena *arena, const char *first, const char *second);

// Copies the text to the arena and clears it.
struct Text;
char *arena_take_text(Arena *arena, struct Text *text);

// Returns the formatted text (printf), owned by the arena.
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

// Frees memory early: the blocks that contain neither `kept` (NULL: from the beginning) nor `next`,
// and were allocated between them. Their contents must no longer be used.
void arena_release(Arena *arena, const void *kept, const void *next);

// Enlarges an allocation, in place or by moving it; the added part is zeroed. Large blocks are
// moved without copying, and small blocks are freed if they hold nothing else.
void *arena_grow(Arena *arena, void *memory, size_t size, size_t larger);

// Grows an array of `count` elements, if it is full, to hold one more; the capacity is doubled.
void *arena_reserve(Arena *arena, void *items, int count, size_t size);

// Bytes reserved from the system, for reports of memory use.
size_t arena_reserved(const Arena *arena);

// Appends an element to such an array, increments the count and yields the element as an lvalue,
// which is valid until the next one is added.
#define ARENA_PUSH(arena, items, count)                                                            \
  ((items) = arena_reserve((arena), (void *)(items), (count), sizeof *(items)), &(items)[(count)++])
#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                                            \
  ((type *)arena_alloc((arena), sizeof(type) * (size_t)(count)))

#endif
