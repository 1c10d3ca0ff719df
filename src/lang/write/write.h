// write.h -- writes a mechanism as text of the language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_WRITE_WRITE_H
#define BIELLE_LANG_WRITE_WRITE_H

#include "lang/syntax/document.h"
#include "mechanism/mechanism.h"

// Returns the statements that describe the mechanism, in SI units. Includes, elements and `for`
// loops are written expanded.
Document *document_of_mechanism(const Mechanism *mechanism);

// Returns the reason why this experiment is omitted from that document: a sentence in the arena of
// the mechanism. NULL: the experiment is written.
const char *write_obstacle(const Mechanism *mechanism, const Task *experiment);

#endif
