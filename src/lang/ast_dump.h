// ast_dump.h -- what the files of the tree's text form share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_AST_DUMP_H
#define BIELLE_LANG_AST_DUMP_H

#include "lang/ast.h"

// "  LABEL value"; nothing if there is no value.
void ast_dump_field(const char *label, const AstExpr *value, Text *out);
void ast_dump_name(const char *label, Span name, Text *out);
void ast_dump_items(const char *label, const AstItem *item, Text *out);
void ast_dump_unit(const char *label, const AstUnit *unit, Text *out);
// Elements do not nest, so neither does this.
void ast_dump_statement(const AstStatement *statement, Text *out);

// ---- ast_dump_act.c
void ast_dump_action(const AstStatement *statement, Text *out);

#endif
