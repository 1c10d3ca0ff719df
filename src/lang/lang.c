// lang.c -- the language as a whole.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include "lang/parser.h"
#include "lang/resolve.h"

Ast *lang_parse(const Source *source, Diagnostics *diagnostics)
{
  return parser_read(source, diagnostics);
}

Mechanism *lang_read(const Source *source, Diagnostics *diagnostics)
{
  Ast *ast = parser_read(source, diagnostics);
  Mechanism *mechanism = resolve(ast, diagnostics);
  ast_free(ast);
  return mechanism;
}
