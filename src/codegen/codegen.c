// codegen.c -- the table of targets, and the list of generated files.
// SPDX-License-Identifier: MIT
#include "codegen/codegen.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

static const CodeTarget TARGETS[] = {
#define TARGET(name, extension, printer, options) { name, extension, printer, options },
#include "codegen/targets.def"
};

enum { TARGET_COUNT = sizeof TARGETS / sizeof TARGETS[0] };

const CodeTarget *codegen_target(int index)
{
  return index >= 0 && index < TARGET_COUNT ? &TARGETS[index] : NULL;
}

const CodeTarget *codegen_find_target(const char *name)
{
  for (int k = 0; k < TARGET_COUNT; k++) {
    if (strcmp(TARGETS[k].name, name) == 0) return &TARGETS[k];
  }
  return NULL;
}

Text *codegen_add_file(CodeFiles *files, const char *name)
{
  if (!files->arena) files->arena = arena_new();
  files->files = memory_grow(files->files, (size_t)files->count + 1, sizeof *files->files);
  CodeFile *file = &files->files[files->count++];
  *file = (CodeFile){ .name = arena_copy_text(files->arena, name, strlen(name)) };
  return &file->text;
}

void codegen_files_free(CodeFiles *files)
{
  for (int k = 0; k < files->count; k++)
    text_free(&files->files[k].text);
  free(files->files);
  arena_free(files->arena);
  *files = (CodeFiles){ 0 };
}
