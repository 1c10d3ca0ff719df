// code.c -- writing programs through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "base/file.h"
#include "base/memory.h"
#include "codegen/codegen.h"

#include <stdlib.h>

static const CodeTarget *find_target(const char *language, BielleDiagnostics *diagnostics)
{
  const CodeTarget *target = codegen_find_target(language);
  if (target) return target;
  Text names = { 0 };
  for (int i = 0; codegen_target(i); i++) {
    text_format(&names, "%s%s", i == 0 ? "" : ", ", codegen_target(i)->name);
  }
  diagnose(diagnostics, NULL, "unknown language '%s'; there is: %s", language, text_string(&names));
  text_free(&names);
  return NULL;
}

static bool write_files(const CodeFiles *files, const char *directory, Text *why)
{
  if (!file_make_directory(directory, why)) return false;
  Arena *arena = arena_new();
  FileText *texts = ARENA_ARRAY(arena, FileText, files->count);
  for (int i = 0; i < files->count; i++) {
    const CodeFile *file = &files->files[i];
    texts[i] = (FileText){ arena_format(arena, "%s/%s", directory, file->name),
                           text_string(&file->text), file->text.length };
  }
  bool is_good = file_write_together(texts, files->count, why);
  arena_free(arena);
  return is_good;
}

static char *file_names(const CodeFiles *files)
{
  Text names = { 0 };
  for (int i = 0; i < files->count; i++)
    text_format(&names, "%s\n", files->files[i].name);
  return text_release(&names);
}

static const char **all_keys(const Equations *equations)
{
  const char **keys = memory_new((size_t)equations->quantity_count, sizeof(*keys));
  for (int i = 0; i < equations->quantity_count; i++)
    keys[i] = equations->quantities[i].key;
  return keys;
}

BielleStatus bielle_model_write_code(const BielleModel *model, const BielleCodeOptions *options,
                                     const char *directory, BielleDiagnostics *diagnostics,
                                     char **names)
{
  const Equations *equations = model->equations;
  if (names) *names = NULL;
  const CodeTarget *target = find_target(options->language, diagnostics);
  if (!target || !has_quantities(model, options->keys, options->key_count, diagnostics)) {
    return BIELLE_BAD_INPUT;
  }
  const char **every = all_keys(equations);
  CodeRequest request = {
    .equations = equations,
    .keys = options->key_count > 0 ? options->keys : every,
    .key_count = options->key_count > 0 ? options->key_count : equations->quantity_count,
    .command = options->command,
    .version = BIELLE_VERSION,
    .real = options->is_float ? CODE_FLOAT : CODE_DOUBLE,
    .with_batch = options->has_batch != 0,
  };
  CodeFiles files = { 0 };
  Text why = { 0 };
  BielleStatus status = target->print(&request, &files, &why) ? BIELLE_OK : BIELLE_INTERNAL;
  if (status == BIELLE_OK && !write_files(&files, directory, &why)) status = BIELLE_IO;
  if (status != BIELLE_OK) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (status == BIELLE_OK && names) *names = file_names(&files);
  codegen_files_free(&files);
  text_free(&why);
  free(every);
  return status;
}
