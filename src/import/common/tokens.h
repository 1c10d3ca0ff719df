// tokens.h -- splits a whole foreign text into tokens.
//
// A reader advances a pointer along them and never passes the last one, which is TOKEN_END.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_TOKENS_H
#define BIELLE_IMPORT_COMMON_TOKENS_H

#include "base/memory/arena.h"
#include "lang/syntax/lexer.h"

// Returns all tokens of `source`, in `arena`; "**" becomes a CARET. Unreadable text is reported and
// omitted. `diagnostics` NULL: nothing is reported.
const Token *tokens_of(const Source *source, const LexerRules *rules, Diagnostics *diagnostics,
                       Arena *arena);

// Returns true at NAME = ..
static inline bool token_is_assigned(const Token *token)
{
  return token->kind == TOKEN_NAME && token[1].kind == TOKEN_ASSIGN;
}

// Returns the token's name in messages: "'RX'", "the end of the text".
const char *token_describe(const Token *token, Arena *arena);

#endif
