// resolve.h -- tree to mechanism: names get their meaning, expressions become exact.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_H
#define BIELLE_LANG_RESOLVE_H

#include "lang/ast.h"
#include "mechanism/mechanism.h"

// The mechanism that the tree describes; the caller owns it. With any error in `diagnostics`, old
// ones included, the result is NULL.
Mechanism *resolve(const Ast *ast, Diagnostics *diagnostics);

#endif
