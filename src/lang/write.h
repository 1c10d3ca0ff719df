// write.h -- a mechanism as text of the language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_WRITE_H
#define BIELLE_LANG_WRITE_H

#include "lang/document.h"
#include "mechanism/mechanism.h"

// The statements that describe the mechanism, in SI units and without includes, elements and loops:
// what they made is written.
Document *document_of_mechanism(const Mechanism *mechanism);

// For `bielle dump --stage mechanism` and tests: where the text comes from, the units that it does
// not say, the tree of frames, then the statements.
void mechanism_dump(const Mechanism *mechanism, Text *out);

#endif
