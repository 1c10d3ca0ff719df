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

// Reads and checks (mechanism_check) a description. The caller owns the mechanism, whose spans
// point into `source`. NULL if there is any error: nothing is half-built, and all errors of the
// text are in `diagnostics`. Warnings are there in either case.
Mechanism *lang_read(const Source *source, Diagnostics *diagnostics);
// The same of a document that was built, or read with errors or without.
Mechanism *lang_resolve(Document *document, Diagnostics *diagnostics);

#endif
