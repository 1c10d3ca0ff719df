// import.h -- foreign descriptions, translated to our language.
//
// An importer reads a foreign text and builds the document (lang/syntax/document.h) that a person would have
// written; it is printed, and the language reads that. So `bielle import X -o Y.bl` and using X directly are the same thing, and
// the importers know nothing of mechanisms. Foreign numbers are copied digit by digit, so that they
// stay exact. What cannot be said in the language becomes an error or a warning with its place.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_IMPORT_H
#define BIELLE_IMPORT_IMPORT_H

#include "base/messages/diagnostics.h"
#include "base/text/text.h"

#include <stdbool.h>

typedef struct ImportOptions {
  bool snap_angles;       // angles that are clearly multiples of 15 degrees become exact
  bool merge_fixed;       // bodies behind fixed joints become part of what carries them
  const char *file_name;  // of the source without its folder, for the top comment; NULL: none
} ImportOptions;

struct Import;
// Fills the document; false, with errors, when there is no mechanism to be had.
typedef bool ImportFunction(struct Import *import);

typedef struct ImportFormat {
  const char *name;   // "urdf", as on the command line
  const char *title;  // what it is, for people
  bool (*recognise)(const Source *source);
  ImportFunction *import;
} ImportFormat;

// Appends the description to `bl`. False, with errors in `diagnostics`, when there is none; then
// nothing is appended. Warnings and notes may come with success.
bool import_text(ImportFunction *function, const Source *source, const ImportOptions *options,
                 Diagnostics *diagnostics, Text *bl);

// The format of `source`, known by its content; NULL: none of ours, so a `.bl` text.
const ImportFormat *import_recognise(const Source *source);
// All formats: 0 .. import_format_count() - 1.
int import_format_count(void);
const ImportFormat *import_format(int index);

#define FORMAT(name, title)                                                                        \
  bool recognise_##name(const Source *source);                                                     \
  ImportFunction import_##name;
#include "import/formats.def"

#endif
