// import.c -- translates foreign descriptions, recognised by their content.
// SPDX-License-Identifier: MIT
#include "import/import.h"

#include "api/api.h"
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>

static const char *without_folder(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool translate(const ImportFormat *format, const Source *source,
                      const BielleImportOptions *options, BielleDiagnostics *diagnostics, Text *bl)
{
  ImportOptions import_options = {
    .snap_angles = !(options && options->keep_angles),
    .merge_fixed = options && options->merge_fixed,
    .file_name = without_folder(source->name),
  };
  Diagnostics *local = diagnostics_new();
  bool is_good = import_text(format->import, source, &import_options, local, bl);
  adopt_diagnostics(diagnostics, local);
  return is_good;
}

Translation translate_foreign(const char *name, Text *text, const BielleImportOptions *options,
                              BielleDiagnostics *diagnostics)
{
  Source source = { name, text_string(text), text->length };
  const ImportFormat *format = import_recognise(&source);
  if (!format) return TRANSLATION_NOT_NEEDED;
  Text bl = { 0 };
  bool is_good = translate(format, &source, options, diagnostics, &bl);
  text_free(text);
  *text = bl;
  return is_good ? TRANSLATION_DONE : TRANSLATION_FAILED;
}

static void diagnose_unknown_format(const char *name, const Text *text,
                                    BielleDiagnostics *diagnostics)
{
  bool has_mark = text->length >= 2 && (memcmp(text->bytes, "\xFF\xFE", 2) == 0 ||  //
                                        memcmp(text->bytes, "\xFE\xFF", 2) == 0);
  if (has_mark) {
    diagnose(diagnostics, "save the file as UTF-8", "'%s' is UTF-16 text", name);
    return;
  }
  Text formats = { 0 };
  text_put(&formats, "known by their content are:");
  for (int i = 0; i < import_format_count(); i++) {
    const ImportFormat *format = import_format(i);
    text_format(&formats, "%s %s, %s", i > 0 ? ";" : "", format->name, format->title);
  }
  diagnose(diagnostics, text_string(&formats), "'%s' is in none of the foreign formats", name);
  text_free(&formats);
}

// Verifies that the translation can be read, and reports its warnings.
static BielleStatus check_translation(const char *name, const Text *bl,
                                      BielleDiagnostics *diagnostics)
{
  BielleMechanism *mechanism = NULL;
  Text full_name = { 0 };
  text_format(&full_name, "%s%s", name, TRANSLATED);
  BielleStatus status = bielle_mechanism_read(text_string(&full_name), text_string(bl), bl->length,
                                              diagnostics, &mechanism);
  bielle_mechanism_free(mechanism);
  text_free(&full_name);
  return status;
}

BielleStatus bielle_import(const char *path, const BielleImportOptions *options,
                           BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  Text text = { 0 };
  if (!read_text(path, diagnostics, &text)) {
    text_free(&text);
    return BIELLE_IO;
  }
  const char *name = source_name(path);
  BielleStatus status = BIELLE_BAD_INPUT;
  Translation translation = translate_foreign(name, &text, options, diagnostics);
  if (translation == TRANSLATION_NOT_NEEDED) diagnose_unknown_format(name, &text, diagnostics);
  if (translation == TRANSLATION_DONE) status = check_translation(name, &text, diagnostics);
  if (status == BIELLE_OK) *out = text_release(&text);
  text_free(&text);
  return status;
}
