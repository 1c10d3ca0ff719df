// file_place.c -- resolves paths, and remembers which files were read.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"

#include "base/memory/memory.h"

#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_is_same(const char *a, const char *b)
{
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// ---- resolving paths

static char *copy_of(const char *text)
{
  char *copy = strdup(text);
  if (!copy) memory_exhausted();
  return copy;
}

// Returns the target of a symbolic link, resolved relative to the link; NULL if `path` is not a
// link. The caller frees the result.
static char *link_target(const char *path)
{
  char bytes[PATH_MAX];
  ssize_t length = readlink(path, bytes, sizeof bytes - 1);
  if (length < 0) return NULL;
  bytes[length] = '\0';
  Arena *arena = arena_new();
  char *target = copy_of(path_beside(arena, path, bytes));
  arena_free(arena);
  return target;
}

char *file_target(const char *path)
{
  enum { MAX_LINKS = 40 };  // the limit of the system
  char *there = realpath(path, NULL);
  if (there) return there;
  char *target = copy_of(path);
  for (int i = 0; i < MAX_LINKS; i++) {
    char *next = link_target(target);
    if (!next) break;
    free(target);
    target = next;
  }
  return target;
}

// Absolute path: the resolved directory and the file name; NULL if the directory does not exist.
// The caller frees the result.
static char *absolute_place(const char *path)
{
  char *target = file_target(path), *for_folder = copy_of(target);
  char *folder = realpath(dirname(for_folder), NULL), *place = NULL;
  if (folder) {
    Text text = { 0 };
    text_format(&text, "%s/%s", folder, basename(target));
    place = copy_of(text_string(&text));
    text_free(&text);
  }
  free(folder);
  free(for_folder);
  free(target);
  return place;
}

bool file_is_one_place(const char *a, const char *b)
{
  struct stat status;
  if (stat(a, &status) == 0) return S_ISREG(status.st_mode) && file_is_same(a, b);
  char *first = absolute_place(a), *second = absolute_place(b);
  bool is_one = first && second && strcmp(first, second) == 0;
  free(first);
  free(second);
  return is_one;
}

// ---- registered input files

typedef struct Input {
  dev_t device;
  ino_t number;
} Input;

static pthread_mutex_t inputs_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  bool is_on;
  Input *files;
  int count, capacity;
} inputs;

void file_remember_inputs(void) { inputs.is_on = true; }

static bool is_remembered(const struct stat *status)
{
  for (int i = 0; i < inputs.count; i++) {
    const Input *input = &inputs.files[i];
    if (input->device == status->st_dev && input->number == status->st_ino) return true;
  }
  return false;
}

static void remember(const struct stat *status)
{
  if (!S_ISREG(status->st_mode)) return;
  pthread_mutex_lock(&inputs_lock);
  if (!is_remembered(status)) {
    MEMORY_ROOM(inputs.files, inputs.count, inputs.capacity);
    inputs.files[inputs.count++] = (Input){ status->st_dev, status->st_ino };
  }
  pthread_mutex_unlock(&inputs_lock);
}

void file_add_input(int descriptor)
{
  struct stat status;
  if (inputs.is_on && fstat(descriptor, &status) == 0) remember(&status);
}

void file_add_named_input(const char *path)
{
  struct stat status;
  if (inputs.is_on && stat(path, &status) == 0) remember(&status);
}

bool file_is_input(const char *path)
{
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  pthread_mutex_lock(&inputs_lock);
  bool is_one = is_remembered(&status);
  pthread_mutex_unlock(&inputs_lock);
  return is_one;
}
