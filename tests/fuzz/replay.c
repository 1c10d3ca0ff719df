// replay.c -- runs a fuzz target without libFuzzer: on every file of its corpus, and on files that are
// made of them, always the same ones. `make fuzz` looks further.
//
// usage: fuzz_NAME CORPUS INPUT     each input is in the file INPUT while it is tried
// SPDX-License-Identifier: MIT
#include "base/memory/arena.h"
#include "base/files/file.h"
#include "base/random.h"
#include "base/text/text.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MADE = 3000, MAX_CHANGES = 4, MAX_PART_LENGTH = 40, MAX_TRIAL = 10 };  // .., [byte], [s]

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Corpus {
  Text *texts;
  int count;
  uint64_t state;  // of random numbers
} Corpus;

static void fail(const char *what)
{
  fprintf(stderr, "cannot use %s\n", what);
  exit(1);
}

// In a block of its own size, so that the sanitizer sees what is read behind it.
static void try(const Text *text, const char *input)
{
  FILE *file = fopen(input, "wb");
  bool is_kept = file && fwrite(text_string(text), 1, text->length, file) == text->length;
  if (!file || fclose(file) != 0 || !is_kept) fail(input);
  uint8_t *bytes = malloc(text->length + (text->length == 0));
  if (!bytes) fail("memory");
  memcpy(bytes, text_string(text), text->length);
  alarm(MAX_TRIAL);
  LLVMFuzzerTestOneInput(bytes, text->length);
  alarm(0);
  free(bytes);
}

static size_t below(Corpus *corpus, size_t limit)
{
  return limit > 0 ? random_next(&corpus->state) % limit : 0;
}

// A part of the text is left out, replaced by one of another text or by a byte, or stands twice.
static void change(Corpus *corpus, Text *text)
{
  const Text *other = &corpus->texts[below(corpus, (size_t)corpus->count)];
  size_t start = below(corpus, text->length + 1), from = below(corpus, other->length + 1);
  size_t left = text->length - start, there = other->length - from;
  size_t length = below(corpus, (left < MAX_PART_LENGTH ? left : MAX_PART_LENGTH) + 1);
  size_t taken = below(corpus, (there < MAX_PART_LENGTH ? there : MAX_PART_LENGTH) + 1);
  Text made = { 0 };
  text_put_bytes(&made, text_string(text), start);
  switch (below(corpus, 4)) {
  case 0: break;
  case 1: text_put_bytes(&made, text_string(other) + from, taken); break;
  case 2: text_put_char(&made, (char)below(corpus, 256)); break;
  default: length = 0; text_put_bytes(&made, text_string(text) + start, left);
  }
  text_put_bytes(&made, text_string(text) + start + length, left - length);
  text_free(text);
  *text = made;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void read_corpus(const char *folder, Corpus *corpus, Arena *arena)
{
  DIR *files = opendir(folder);
  const char **paths = NULL;
  int count = 0;
  if (!files) fail(folder);
  for (const struct dirent *file; (file = readdir(files));) {
    if (file->d_name[0] == '.') continue;
    *ARENA_PUSH(arena, paths, count) = arena_format(arena, "%s/%s", folder, file->d_name);
  }
  closedir(files);
  if (count == 0) fail(folder);
  qsort(paths, (size_t)count, sizeof *paths, by_name);
  for (int i = 0; i < count; i++) {
    Text *text = ARENA_PUSH(arena, corpus->texts, corpus->count), why = { 0 };
    *text = (Text){ 0 };
    if (!file_read(paths[i], text, &why)) fail(paths[i]);
  }
}

int main(int argc, char **argv)
{
  if (argc != 3) fail("these arguments: CORPUS INPUT");
  Arena *arena = arena_new();
  Corpus corpus = { .state = 1 };
  read_corpus(argv[1], &corpus, arena);
  for (int i = 0; i < corpus.count; i++)
    try(&corpus.texts[i], argv[2]);
  for (int i = 0; i < MADE; i++) {
    const Text *first = &corpus.texts[i % corpus.count];
    Text text = { 0 };
    text_put_bytes(&text, text_string(first), first->length);
    for (size_t k = 1 + below(&corpus, MAX_CHANGES); k > 0; k--)
      change(&corpus, &text);
    try(&text, argv[2]);
    text_free(&text);
  }
  printf("%d files, %d made of them\n", corpus.count, MADE);
  for (int i = 0; i < corpus.count; i++)
    text_free(&corpus.texts[i]);
  remove(argv[2]);
  arena_free(arena);
  return 0;
}
