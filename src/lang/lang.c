// lang.c -- the language as a whole.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include "lang/resolve.h"

Mechanism *lang_read(const Source *source, Diagnostics *diagnostics)
{
  Document *document = document_open(source, diagnostics);
  Mechanism *mechanism = resolve(document, diagnostics);
  document_free(document);
  return mechanism;
}
