// fail_one.c -- preloaded: allocation number FAIL_AT fails, all others succeed; COUNT_TO is a file that
// takes how many there were.
// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_long count;
static long failing;

__attribute__((constructor)) static void begin(void)
{
  const char *word = getenv("FAIL_AT");
  count = 0;
  failing = word ? atol(word) : -1;
}

__attribute__((destructor)) static void end(void)
{
  const char *path = getenv("COUNT_TO");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", (long)count);
  fclose(file);
}

static int fails(void)
{
  if (atomic_fetch_add(&count, 1) + 1 != failing) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return fails() ? NULL : __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
