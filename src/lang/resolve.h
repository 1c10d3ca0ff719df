// resolve.h -- document to mechanism: names get their meaning, expressions become exact.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_H
#define BIELLE_LANG_RESOLVE_H

#include "lang/document.h"
#include "mechanism/mechanism.h"

// The mechanism that the document describes; the caller owns it. With any error in `diagnostics`,
// old ones included, the result is NULL.
Mechanism *resolve(Document *document, Diagnostics *diagnostics);

#endif
