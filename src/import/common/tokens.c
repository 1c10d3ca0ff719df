// tokens.c -- splits a whole foreign text into tokens.
// SPDX-License-Identifier: MIT
#include "import/common/tokens.h"

#include "lang/syntax/document.h"

#include <stdlib.h>

const Token *tokens_of(const Source *source, const LexerRules *rules, Diagnostics *diagnostics,
                       Arena *arena)
{
  Lexer lexer;
  lexer_init(&lexer, source, rules, diagnostics);
  Token *tokens = NULL;
  int count = 0;
  bool begins_line = true;  // also if the first token of the line was omitted
  do {
    Token token;
    lexer_next(&lexer, &token);
    begins_line = begins_line || token.is_first_on_line;
    if (token.kind == TOKEN_BAD) continue;
    token.is_first_on_line = begins_line;
    begins_line = false;
    if (token.kind == TOKEN_POWER) token.kind = TOKEN_CARET;
    *ARENA_PUSH(arena, tokens, count) = token;
  } while (count == 0 || tokens[count - 1].kind != TOKEN_END);
  tokens[count - 1].span = span_at(source, source->length, 0);  // after blanks and comments
  free(lexer.comments);
  return tokens;
}

const char *token_describe(const Token *token, Arena *arena)
{
  if (token->kind == TOKEN_END) return "the end of the text";
  int length = token->span.length < 60 ? (int)token->span.length : 60;
  return arena_format(arena, "'%.*s'", length, span_bytes(token->span));
}
