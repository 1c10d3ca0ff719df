// parse_element.c -- elements, a few statements under a name with arguments; and their use.
// SPDX-License-Identifier: MIT
#include "lang/ast_act.h"
#include "lang/parser_impl.h"

// formal = NAME, [ "=", expression ] ;
static bool parse_formal(Parser *parser, AstItem *item)
{
  if (!parser_expect_name(parser, "the name of an argument", &item->name)) return false;
  if (!parser_accept(parser, TOKEN_ASSIGN)) return true;
  item->value = parse_expression(parser);
  return item->value != NULL;
}

// argument = [ NAME, "=" ], expression ;
static bool parse_argument(Parser *parser, AstItem *item)
{
  bool has_name = parser_at(parser, TOKEN_NAME) && parser->next.kind == TOKEN_ASSIGN;
  if (has_name) {
    if (!parser_expect_name(parser, "the name of an argument", &item->name)) return false;
    parser_advance(parser);
  }
  item->value = parse_expression(parser);
  return item->value != NULL;
}

// Items in brackets, none of them lost: a list with a bad item is not used at all.
static bool parse_bracket(Parser *parser, AstItem **end, bool (*parse_item)(Parser *, AstItem *))
{
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "'(' and the arguments")) return false;
  if (parser_accept(parser, TOKEN_PAREN_CLOSE)) return true;
  do {
    AstItem *item = ARENA_NEW(parser->arena, AstItem);
    if (!parse_item(parser, item)) return false;
    *end = item;
    end = &item->next;
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

static bool report_inner_element(Parser *parser)
{
  diagnostics_add(parser->diagnostics, SEVERITY_ERROR, parser->token.span, "put it in front",
                  "an element cannot be made inside another");
  parser_skip_block(parser);
  return false;
}

// block = "{", { NEWLINE | statement }, "}" ;
static bool parse_block(Parser *parser, AstStatement **end)
{
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_BRACE_OPEN, "'{' and the statements")) return false;
  parser->open_braces++;
  while (!parser_at(parser, TOKEN_BRACE_CLOSE) && !parser_at(parser, TOKEN_END)) {
    if (parser_accept(parser, TOKEN_NEWLINE) || parser_accept(parser, TOKEN_SEMICOLON)) continue;
    if (parser->token.word == WORD_ELEMENT) break;
    AstStatement *statement = parse_statement(parser);
    if (!statement) continue;
    *end = statement;
    end = &statement->next;
  }
  parser->open_braces--;
  if (parser->token.word == WORD_ELEMENT) return report_inner_element(parser);
  return parser_expect_close(parser, TOKEN_BRACE_CLOSE, open);
}

// element = "element", NAME, "(", [ formal, { ",", formal } ], ")", block ;
bool parse_element(Parser *parser, AstStatement *statement)
{
  AstElement *element = ARENA_NEW(parser->arena, AstElement);
  statement->element = element;
  return parser_expect_name(parser, "the element's name", &statement->name) &&
         parse_bracket(parser, &element->formals, parse_formal) &&
         parse_block(parser, &element->body);
}

// use = "use", NAME, "(", [ argument, { ",", argument } ], ")" ;
bool parse_use(Parser *parser, AstStatement *statement)
{
  AstElement *element = ARENA_NEW(parser->arena, AstElement);
  statement->element = element;
  return parser_expect_name(parser, "the name of an element", &statement->name) &&
         parse_bracket(parser, &element->arguments, parse_argument);
}
