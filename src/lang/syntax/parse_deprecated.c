// parse_deprecated.c -- converts deprecated statements to their current form.
// SPDX-License-Identifier: MIT
#include "lang/syntax/parser_impl.h"

#include <string.h>

static Node *named_argument(Parser *parser, const Clause *clause)
{
  Node *argument = node_of_text(parser, NODE_BINDING, clause->span);
  node_add(argument, TOKEN_ASSIGN, clause->value);
  return argument;
}

static Span made_span(Parser *parser, const char *text)
{
  Source *source = ARENA_NEW(parser->arena, Source);
  *source = (Source){ .name = "", .bytes = text, .length = strlen(text) };
  return span_at(source, 0, source->length);
}

// spring S between P and Q : stiffness k   ->   use spring(P, Q, stiffness = k) as S
static Statement *use_of_spring(Parser *parser, const Statement *spring)
{
  Statement *use = statement_new(parser->arena, STATEMENT_USE, spring->span);
  use->end = spring->end;
  Clause *element =
      statement_append(parser->arena, use, clause_named(STATEMENT_USE, "element"), spring->span);
  element->value = node_of_text(parser, NODE_NAME, spring->span);
  Clause *list =
      statement_append(parser->arena, use, clause_named(STATEMENT_USE, "arguments"), spring->span);
  list->value = node_new(parser, NODE_LIST, spring->span);
  for (const Clause *clause = spring->first->next; clause; clause = clause->next) {
    if (!clause->value) continue;
    bool is_place = clause->row->syntax == SYNTAX_PLACE;
    node_add(list->value, TOKEN_COMMA, is_place ? clause->value : named_argument(parser, clause));
  }
  Clause *as =
      statement_append(parser->arena, use, clause_named(STATEMENT_USE, "as"), spring->span);
  as->value = spring->first->value;
  return use;
}

// input u = table "f.csv" column 2 [N]   ->   table u_table "f.csv" x 1 y 2 [N]
//                                              input u = u_table(t)
static Statement *input_of_table(Parser *parser, Statement *input)
{
  Clause *old = input->first->next;
  Node *file = old->value;
  const Node *column = file->first;
  Span name = node_text(input->first->value->first);
  Statement *table = statement_new(parser->arena, STATEMENT_TABLE, input->span);
  table->end = input->end;
  Span made = made_span(
      parser, arena_format(parser->arena, "%.*s_table", (int)name.length, span_bytes(name)));
  statement_append(parser->arena, table, clause_named(STATEMENT_TABLE, "name"), input->span)
      ->value = node_of_text(parser, NODE_NAME, made);
  statement_append(parser->arena, table, clause_named(STATEMENT_TABLE, "file"), file->span)->value =
      file;
  Clause *y =
      statement_append(parser->arena, table, clause_named(STATEMENT_TABLE, "y"), file->span);
  Node *number = node_new(parser, NODE_NUMBER, file->span);
  node_set_text(number, column ? node_text(column) : made_span(parser, "2"));
  y->value = node_new(parser, NODE_LIST, file->span);
  node_add(y->value, TOKEN_COMMA, number);
  const Clause *unit = statement_clause(input, "unit");
  if (unit) node_add(y->value, TOKEN_COMMA, unit->value);
  file->first = file->last = NULL;
  file->count = 0;
  Node *call = node_new(parser, NODE_CALL, old->span);
  node_set_text(call, made);
  node_add(call, TOKEN_COMMA, node_of_text(parser, NODE_NAME, made_span(parser, "t")));
  call->span = old->span;
  old->row = clause_named(STATEMENT_INPUT, "value");
  old->value = call;
  old->next = NULL;
  input->last = old;
  table->next = input;
  return table;
}

Statement *statement_modernised(Parser *parser, Statement *statement)
{
  if (statement->kind == STATEMENT_SPRING) {
    parser_note_old(parser, statement->span, "spring",
                    "use spring(P, Q, stiffness = k, length = l, damping = c) as NAME");
    return use_of_spring(parser, statement);
  }
  const Clause *second = statement->first ? statement->first->next : NULL;
  bool is_table =
      statement->kind == STATEMENT_INPUT && second && second->row->syntax == SYNTAX_OLD_TABLE;
  if (!is_table) return statement;
  parser_note_old(parser, second->span, "table",
                  "table NAME \"file.csv\" x 1 y 2; input u = NAME(t)");
  return input_of_table(parser, statement);
}
