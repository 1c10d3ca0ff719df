// import.h -- translates foreign descriptions to the description language.
//
// An importer reads a foreign text and builds the document (lang/syntax/document.h) that a user
// would have written. The document is printed, and the language reads the result. `bielle import X
// -o Y.bl` and direct use of X are therefore equivalent, and the importers do not depend on
// mechanism/. Foreign numbers are copied digit by digit and so remain exact. Contents that the
// language cannot express cause an error or a warning with their position.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_IMPORT_H
#define BIELLE_IMPORT_IMPORT_H

#include "base/messages/diagnostics.h"
#include "base/text/text.h"

#include <stdbool.h>

typedef struct ImportOptions {
  bool snap_angles;       // angles close to multiples of 15 degrees are made exact
  bool merge_fixed;       // bodies on fixed joints are merged with the body that carries them
  const char *file_name;  // of the source without its folder, for the first comment; NULL: none
} ImportOptions;

struct Import;
// Fills the document. Returns false, with errors, if no mechanism can be built.
typedef bool ImportFunction(struct Import *import);

typedef struct ImportFormat {
  const char *name;   // "urdf", as in the command line
  const char *title;  // description for messages
  bool (*recognise)(const Source *source);
  ImportFunction *import;
} ImportFormat;

// Appends the description to `bl`. Returns false, with errors in `diagnostics`, on failure; `bl` is
// then unchanged. Warnings and notes may be reported on success as well.
bool import_text(ImportFunction *function, const Source *source, const ImportOptions *options,
                 Diagnostics *diagnostics, Text *bl);

// Recognises the format of `source` by its content. NULL: not a foreign format, hence a `.bl` text.
const ImportFormat *import_recognise(const Source *source);
// All formats, indexed 0 .. import_format_count() - 1.
int import_format_count(void);
const ImportFormat *import_format(int index);

#define FORMAT(name, title)                                                                        \
  bool recognise_##name(const Source *source);                                                     \
  ImportFunction import_##name;
#include "import/formats.def"

#endif
