// arena.h -- memory that lives and dies together.
//
// One arena per stage result; its noun owns it. Blocks are zeroed and 8-byte aligned. An arena
// never returns NULL: out of memory ends the process with a message (docs/decisions/0003).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MEMORY_ARENA_H
#define BIELLE_BASE_MEMORY_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

// A point in an arena's life; everything allocated after it goes when it is rewound to.
typedef struct ArenaMark {
  void *block;
  size_t used;
} ArenaMark;

Arena *arena_new(void);
void arena_free(Arena *arena);  // NULL is allowed

// `size` zeroed bytes, owned by the arena. A size of 0 gives a valid pointer.
void *arena_alloc(Arena *arena, size_t size);

// Copies `length` bytes of `text` and adds a NUL.
char *arena_copy_text(Arena *arena, const char *text, size_t length);

// The one behind the other.
char *arena_concat(Arena *arena, const char *first, const char *second);

// "first.second"; without a first (NULL) a copy of the second.
char *arena_join(Arena *arena, const char *first, const char *second);

// Copies the text, which is left empty.
struct Text;
char *arena_take_text(Arena *arena, struct Text *text);

// The formatted text (printf), owned by the arena.
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

// Gives memory back early: what was allocated behind `kept` (NULL: from the beginning on) and before
// `next` is not used any more. Whole blocks of it are freed.
void arena_release(Arena *arena, const void *kept, const void *next);

// The same memory with more room behind it, zeroed: where it is, or elsewhere. Large blocks are moved
// without a copy, and small ones given back if nothing else is in them.
void *arena_grow(Arena *arena, void *memory, size_t size, size_t larger);

// The array of `count` with room for one more: doubled when it is full.
void *arena_reserve(Arena *arena, void *items, int count, size_t size);

// Bytes reserved from the system, for reports of memory use.
size_t arena_reserved(const Arena *arena);

// The place of one more in such an array, which is counted; good until the next one is added.
#define ARENA_PUSH(arena, items, count)                                                            \
  ((items) = arena_reserve((arena), (void *)(items), (count), sizeof *(items)), &(items)[(count)++])
#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                                            \
  ((type *)arena_alloc((arena), sizeof(type) * (size_t)(count)))

#endif
