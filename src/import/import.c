// import.c -- the table of foreign formats, and the translation of a foreign text.
// SPDX-License-Identifier: MIT
#include "import/import.h"

#include "import/common/build.h"

#include <assert.h>

static const ImportFormat formats[] = {
#define FORMAT(name, title) { #name, title, recognise_##name, import_##name },
#include "import/formats.def"
};
enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

int import_format_count(void) { return FORMAT_COUNT; }

const ImportFormat *import_format(int index)
{
  assert(index >= 0 && index < FORMAT_COUNT);
  return &formats[index];
}

// Only the beginning is searched, so that a long description in the language is not read twice.
const ImportFormat *import_recognise(const Source *source)
{
  enum { BEGINNING = 256 * 1024 };  // [byte]
  Source beginning = *source;
  if (beginning.length > BEGINNING) beginning.length = BEGINNING;
  for (int i = 0; i < FORMAT_COUNT; i++)
    if (formats[i].recognise(&beginning)) return &formats[i];
  return NULL;
}

static void free_import(Import *import)
{
  names_free(&import->values);
  names_free(&import->bodies);
  names_free(&import->actions);
  snapping_free(&import->snapping);
  untranslated_free(&import->leftovers);
  xml_free(import->xml);
  document_free(import->document);
}

bool import_text(ImportFunction *function, const Source *source, const ImportOptions *options,
                 Diagnostics *diagnostics, Text *bl)
{
  Document *document = document_new();
  Import import = { .source = source,
                    .options = options,
                    .diagnostics = diagnostics,
                    .document = document,
                    .arena = document->arena,
                    .values.arena = document->arena,
                    .bodies.arena = document->arena,
                    .actions.arena = document->arena,
                    .leftovers.arena = document->arena,
                    .snapping.is_on = options->snap_angles };
  int errors = diagnostics_error_count(diagnostics);
  bool is_good = function(&import) && diagnostics_error_count(diagnostics) == errors;
  if (is_good) {
    untranslated_report(&import.leftovers, diagnostics);
    snapping_report(&import.snapping, diagnostics);
    document_print(document, bl);
  }
  free_import(&import);
  return is_good;
}
