// code.c -- generates programs through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "codegen/codegen.h"

#include <stdlib.h>
#include <string.h>

static const CodeTarget *find_target(const char *language, BielleDiagnostics *diagnostics)
{
  const CodeTarget *target = codegen_find_target(language);
  if (target) return target;
  Text names = { 0 };
  for (int i = 0; codegen_target(i); i++) {
    text_format(&names, "%s%s", i == 0 ? "" : ", ", codegen_target(i)->name);
  }
  diagnose(diagnostics, NULL, "unknown language '%s'; choose one of: %s", language,
           text_string(&names));
  text_free(&names);
  return NULL;
}

// Returns true if the target supports the requested options.
static bool has_options(const CodeTarget *target, const BielleCodeOptions *options,
                        BielleDiagnostics *diagnostics)
{
  const char *refused = options->is_float && !(target->options & CODE_HAS_FLOAT)    ? "--float"
                        : options->has_batch && !(target->options & CODE_HAS_BATCH) ? "--batch"
                        : options->is_portable && !(target->options & CODE_HAS_PORTABLE)
                            ? "--portable"
                        : options->fused_count > 0 && !(target->options & CODE_HAS_FUSED) ? "--fuse"
                                                                                          : NULL;
  if (!refused) return true;
  diagnose(diagnostics, NULL, "%s is for --lang c; code in %s does not have it", refused,
           target->name);
  return false;
}

// Returns false if one of the files was read as input, such as the description.
static bool are_new(const FileText files[], int count, Text *why)
{
  for (int i = 0; i < count; i++) {
    if (!file_is_input(files[i].path)) continue;
    text_format(why, "'%s' was read and would be replaced; choose another folder", files[i].path);
    return false;
  }
  return true;
}

static bool write_files(const CodeFiles *files, const char *directory, Text *why)
{
  Arena *arena = arena_new();
  FileText *texts = ARENA_ARRAY(arena, FileText, files->count);
  for (int i = 0; i < files->count; i++) {
    const CodeFile *file = &files->files[i];
    texts[i] = (FileText){ arena_format(arena, "%s/%s", directory, file->name),
                           text_string(&file->text), file->text.length };
  }
  bool is_good =
      are_new(texts, files->count, why) && file_write_into(directory, texts, files->count, why);
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

// Returns true if the quantities to be fused are distinct, and not too many.
static bool can_fuse(const BielleCodeOptions *options, BielleDiagnostics *diagnostics)
{
  if (options->fused_count > CODE_MAX_FUSED) {
    diagnose(diagnostics, NULL, "--fuse takes at most %d quantities", CODE_MAX_FUSED);
    return false;
  }
  for (int i = 0; i < options->fused_count; i++) {
    for (int k = 0; k < i; k++) {
      if (strcmp(options->fused[i], options->fused[k]) != 0) continue;
      diagnose(diagnostics, NULL, "duplicate quantity '%s' in --fuse", options->fused[i]);
      return false;
    }
  }
  return true;
}

// Generates the files of the program in memory, or reports a diagnostic.
static BielleStatus print_files(const BielleModel *model, const BielleCodeOptions *options,
                                BielleDiagnostics *diagnostics, CodeFiles *files)
{
  const CodeTarget *target = find_target(options->language, diagnostics);
  if (!target || !has_options(target, options, diagnostics) ||
      !has_quantities(model, options->keys, options->key_count, diagnostics) ||
      !has_quantities(model, options->fused, options->fused_count, diagnostics) ||
      !can_fuse(options, diagnostics)) {
    return BIELLE_BAD_INPUT;
  }
  const char **every = all_keys(model);
  bool is_all = options->key_count + options->fused_count == 0;
  CodeRequest request = {
    .equations = model->equations,
    .keys = is_all ? every : options->keys,
    .key_count = is_all ? model->equations->quantity_count : options->key_count,
    .fused = options->fused,
    .fused_count = options->fused_count,
    .command = options->command,
    .version = BIELLE_VERSION,
    .real = options->is_float ? CODE_FLOAT : CODE_DOUBLE,
    .with_batch = options->has_batch != 0,
    .is_portable = options->is_portable != 0,
    .keeps_stages = options->keeps_stages != 0,
  };
  Text why = { 0 };
  bool is_good = target->print(&request, files, &why);
  if (!is_good) diagnose(diagnostics, NULL, "%s", text_string(&why));
  text_free(&why);
  free(every);
  return is_good ? BIELLE_OK : BIELLE_INTERNAL;
}

// Copies into one block: the list, then names and texts, each terminated by a NUL.
static BielleFile *copy_files(const CodeFiles *files)
{
  size_t size = sizeof(BielleFile) * (size_t)files->count;
  for (int i = 0; i < files->count; i++)
    size += strlen(files->files[i].name) + files->files[i].text.length + 2;
  BielleFile *copies = memory_new(1, size);
  char *bytes = (char *)(copies + files->count);
  for (int i = 0; i < files->count; i++) {
    const Text *text = &files->files[i].text;
    copies[i] = (BielleFile){ .name = bytes, .length = text->length };
    bytes = stpcpy(bytes, files->files[i].name) + 1;
    copies[i].text = bytes;
    if (text->length > 0) memcpy(bytes, text->bytes, text->length);
    bytes += text->length + 1;
  }
  return copies;
}

BielleStatus bielle_model_code(const BielleModel *model, const BielleCodeOptions *options,
                               BielleDiagnostics *diagnostics, BielleFile **out, int *count)
{
  CodeFiles files = { 0 };
  *out = NULL;
  *count = 0;
  BielleStatus status = print_files(model, options, diagnostics, &files);
  if (status == BIELLE_OK) {
    *out = copy_files(&files);
    *count = files.count;
  }
  codegen_files_free(&files);
  return status;
}

void bielle_files_free(BielleFile *files) { free(files); }

BielleStatus bielle_model_write_code(const BielleModel *model, const BielleCodeOptions *options,
                                     const char *directory, BielleDiagnostics *diagnostics,
                                     char **names)
{
  CodeFiles files = { 0 };
  Text why = { 0 };
  if (names) *names = NULL;
  BielleStatus status = print_files(model, options, diagnostics, &files);
  if (status == BIELLE_OK && !write_files(&files, directory, &why)) {
    diagnose(diagnostics, NULL, "%s", text_string(&why));
    status = BIELLE_IO;
  }
  if (status == BIELLE_OK && names) *names = file_names(&files);
  codegen_files_free(&files);
  text_free(&why);
  return status;
}
