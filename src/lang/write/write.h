// write.h -- a mechanism as text of the language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_WRITE_WRITE_H
#define BIELLE_LANG_WRITE_WRITE_H

#include "lang/syntax/document.h"
#include "mechanism/mechanism.h"

// The statements that describe the mechanism, in SI units and without includes, elements and loops:
// what they made is written.
Document *document_of_mechanism(const Mechanism *mechanism);

// Why this experiment is left out of that document: a sentence in the arena of the mechanism. NULL: it
// is written.
const char *write_obstacle(const Mechanism *mechanism, const Task *experiment);

#endif
