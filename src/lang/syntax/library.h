// library.h -- the standard library of elements, in the description language itself.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_LIBRARY_H
#define BIELLE_LANG_SYNTAX_LIBRARY_H

#include "base/messages/diagnostics.h"

// The concatenated text of all lib/*.bl files.
const Source *library_source(void);

#endif
