// lang.h -- the description language: text in, mechanism out.
//
//     Mechanism *arm = lang_read(&source, diagnostics);
//
// docs/language.md describes the language, docs/grammar.ebnf its grammar.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_LANG_H
#define BIELLE_LANG_LANG_H

#include "lang/syntax/document.h"
#include "mechanism/mechanism.h"

// Reads a description and checks it (mechanism_check). The caller owns the mechanism, whose spans
// point into `source`. Returns NULL if there is any error: no partial mechanism is returned, and
// all errors of the text are in `diagnostics`. Warnings are reported in either case.
Mechanism *lang_read(const Source *source, Diagnostics *diagnostics);
// The same for a document that was built, or that was read with or without errors.
Mechanism *lang_resolve(Document *document, Diagnostics *diagnostics);

#endif
