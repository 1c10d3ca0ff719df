// tokens.h -- a foreign text cut into tokens at once.
//
// A reader walks along them with a pointer and never passes the last, which is TOKEN_END.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_TOKENS_H
#define BIELLE_IMPORT_COMMON_TOKENS_H

#include "base/memory/arena.h"
#include "lang/syntax/lexer.h"

// All tokens of `source`, in `arena`; "**" is a CARET. Text that is no token is reported and left
// out. `diagnostics` NULL: nothing is reported.
const Token *tokens_of(const Source *source, const LexerRules *rules, Diagnostics *diagnostics,
                       Arena *arena);

// NAME = ..
static inline bool token_is_assigned(const Token *token)
{
  return token->kind == TOKEN_NAME && token[1].kind == TOKEN_ASSIGN;
}

// What messages call the token: "'RX'", "the end of the text".
const char *token_describe(const Token *token, Arena *arena);

#endif
