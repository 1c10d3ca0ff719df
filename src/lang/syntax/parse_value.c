// parse_value.c -- the values of clauses: a reader for each syntax (syntax.def).
//
// The comment of each reader is its production in grammar.ebnf.
// SPDX-License-Identifier: MIT
#include "lang/syntax/parser_impl.h"

// ---- names, words, texts

static Node *parse_known_name(Parser *parser, const ClauseRow *row)
{
  return parser_check_name(parser, row->what, false) ? parse_name(parser) : NULL;
}

static Node *parse_new_name(Parser *parser, const ClauseRow *row)
{
  return parser_check_name(parser, row->what, true) ? parse_name(parser) : NULL;
}

static Node *parse_word(Parser *parser, const ClauseRow *row)
{
  bool has_hint = *row->hint != '\0';
  if (!has_hint && !parser_check_name(parser, row->what, false)) return NULL;
  if (!parser_at(parser, TOKEN_NAME) || parser->token.word != WORD_NONE)
    return parser_report_expected(parser, row->what, row->hint);
  return node_of_text(parser, NODE_NAME, parser_advance(parser).span);
}

static Node *parse_text(Parser *parser, const ClauseRow *row)
{
  if (!parser_at(parser, TOKEN_STRING)) return parser_report_expected(parser, row->what, row->hint);
  Span quoted = parser_advance(parser).span;
  Node *text = node_new(parser, NODE_TEXT, quoted);
  node_set_text(text, (Span){ quoted.source, quoted.start + 1, quoted.length - 2 });
  return text;
}

// ---- lists

typedef Node *ItemReader(Parser *parser, const ClauseRow *row);

// Adds the next item to the list. Returns false after an error; an item whose name was read is
// added nevertheless, because its declaration is known.
static bool add_item(Parser *parser, const ClauseRow *row, ItemReader *read, Node *list)
{
  parser->half_read = NULL;
  Node *item = read(parser, row);
  bool is_good = item != NULL;
  if (!is_good) item = parser->half_read;
  if (item) node_add(list, TOKEN_COMMA, item);
  return is_good;
}

static Node *parse_move(Parser *parser, const ClauseRow *row);

// Returns true if the list continues after the comma. It does not if another clause, possibly
// misspelt, begins there.
static bool list_goes_on(const Parser *parser, ItemReader *read)
{
  if (!parser_at(parser, TOKEN_COMMA) || parser_leads_clause(parser, &parser->next)) return false;
  bool may_end = read == parse_move && parser_has_options(parser);
  return !may_end || parser_bracket_follows(parser, &parser->next);
}

// Reads items separated by commas.
static bool parse_list(Parser *parser, const ClauseRow *row, ItemReader *read, Clause *clause)
{
  clause->value = node_new(parser, NODE_LIST, parser->token.span);
  while (add_item(parser, row, read, clause->value)) {
    if (!list_goes_on(parser, read)) return true;
    parser_advance(parser);
  }
  return false;
}

// The same in parentheses, of which the opening one is already read.
static bool parse_bracket(Parser *parser, const ClauseRow *row, ItemReader *read, Clause *clause,
                          bool may_be_empty)
{
  Token open = { .kind = TOKEN_PAREN_OPEN, .span = clause->span };
  clause->value = node_new(parser, NODE_LIST, parser->token.span);
  if (may_be_empty && parser_accept(parser, TOKEN_PAREN_CLOSE)) return true;
  do {
    if (!add_item(parser, row, read, clause->value)) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

// ---- bindings

// sized_name = name ;   the size of a list is given in brackets: u[6]
static Node *parse_sized_name(Parser *parser, const ClauseRow *row)
{
  Node *name = parse_new_name(parser, row);
  if (name) name->kind = NODE_BINDING;
  return name;
}

static bool bind(Parser *parser, Node *binding)
{
  Node *value = parse_expression(parser);
  if (!value) parser->half_read = binding;
  if (value) node_add(binding, TOKEN_ASSIGN, value);
  return value != NULL;
}

// item = name, [ "=", expression ] ;
static Node *parse_item(Parser *parser, const ClauseRow *row)
{
  Node *item = parse_sized_name(parser, row);
  if (!item || !parser_accept(parser, TOKEN_ASSIGN)) return item;
  return bind(parser, item) ? item : NULL;
}

// Returns false, with an error, if two arguments have the same name.
static bool are_different(Parser *parser, const Node *formal)
{
  Map names = { 0 };
  for (int i = 0; formal; formal = formal->next, i++) {
    Span text = node_text(formal);
    if (map_add_n(&names, span_bytes(text), text.length, i) == i) continue;
    diagnostics_error(parser->diagnostics, text, "give one of them another name",
                      "two arguments are called '%.*s'", (int)text.length, span_bytes(text));
    break;
  }
  map_free(&names);
  return !formal;
}

static bool parse_formals(Parser *parser, Node *binding, const ClauseRow *row)
{
  Token open = parser_advance(parser);
  const Node *before = binding->last;
  do {
    if (!parser_check_name(parser, "the name of an argument", true)) return false;
    Node *formal = parse_new_name(parser, row);
    if (!formal) return false;
    node_add(binding, TOKEN_PAREN_OPEN, formal);
  } while (parser_accept(parser, TOKEN_COMMA));
  return are_different(parser, before ? before->next : binding->first) &&
         parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

// definition = name, [ "(", NAME, { ",", NAME }, ")" ], "=", expression ;
static Node *parse_definition(Parser *parser, const ClauseRow *row)
{
  Node *definition = parse_sized_name(parser, row);
  if (!definition) return NULL;
  bool is_function = parser_at(parser, TOKEN_PAREN_OPEN);
  parser->half_read = definition;
  if (is_function && !parse_formals(parser, definition, row)) return NULL;
  bool is_state = row->statement == STATEMENT_STATE;
  if (!parser_accept(parser, TOKEN_ASSIGN))
    return parser_report_expected(parser, "'=' and an expression", is_state ? row->hint : NULL);
  return bind(parser, definition) ? definition : NULL;
}

// range = expression, "..", expression ;
static Node *parse_range(Parser *parser, const ClauseRow *row)
{
  Node *lower = parse_expression(parser);
  if (!lower) return NULL;
  if (!parser_accept(parser, TOKEN_RANGE))
    return parser_report_expected(parser, "'..' and the upper limit",
                                  row->syntax == SYNTAX_RANGE ? row->hint
                                                              : "write -170 deg .. 170 deg");
  return node_pair(parser, NODE_RANGE, TOKEN_RANGE, lower, parse_expression(parser));
}

// Reads two expressions separated by a comma, in brackets.
static Node *parse_two(Parser *parser, NodeKind kind, TokenKind bracket, const char *first,
                       const char *second)
{
  Token open = parser->token;
  if (!parser_expect(parser, bracket, first)) return NULL;
  Node *one = parse_expression(parser);
  if (!one || !parser_expect(parser, TOKEN_COMMA, second)) return NULL;
  Node *two = node_pair(parser, kind, TOKEN_COMMA, one, parse_expression(parser));
  if (two) two->span = span_join(open.span, parser->token.span);
  TokenKind close = bracket == TOKEN_PAREN_OPEN ? TOKEN_PAREN_CLOSE : TOKEN_BRACKET_CLOSE;
  return two && parser_expect_close(parser, close, open) ? two : NULL;
}

// Deprecated form of limits: in [a, b].
static Node *parse_interval(Parser *parser)
{
  parser_note_old(parser, parser->token.span, "in [a, b]", "limits a .. b");
  return parse_two(parser, NODE_RANGE, TOKEN_BRACKET_OPEN, "'[' and the limits",
                   "',' and the upper limit");
}

// coordinate = item, [ "limits", range ] ;
static Node *parse_coordinate(Parser *parser, const ClauseRow *row)
{
  Node *coordinate = parse_item(parser, row);
  bool is_old = parser->token.word == WORD_IN;
  if (!coordinate || (!is_old && parser->token.word != WORD_LIMITS)) return coordinate;
  parser_advance(parser);
  Node *range = is_old ? parse_interval(parser) : parse_range(parser, row);
  if (!range) return NULL;
  node_add(coordinate, TOKEN_RANGE, range);
  return coordinate;
}

// assignment = name, { "'" }, "=", expression ;
static Node *parse_assignment(Parser *parser, const ClauseRow *row)
{
  Node *name = parse_known_name(parser, row);
  if (!name) return NULL;
  parse_primes(parser, name);
  if (!parser_accept(parser, TOKEN_ASSIGN)) {
    const char *hint = parser_at(parser, TOKEN_NAME) ? "no word stands before NAME = VALUE" : NULL;
    return parser_report_expected(parser, "'=' and its value", hint);
  }
  return node_pair(parser, NODE_EQUATION, TOKEN_ASSIGN, name, parse_expression(parser));
}

Node *parse_place_frame(Parser *parser, Node *at)
{
  if (!at) return NULL;
  if (parser->token.word != WORD_ON)
    return parser_report_expected(parser, "'on'", "a vector needs its frame: '[x, y, z] on F'");
  parser_advance(parser);
  if (!parser_check_name(parser, "the name of a frame", false)) return NULL;
  return node_pair(parser, NODE_PLACE, TOKEN_COMMA, at, parse_name(parser));
}

// argument = [ NAME, "=" ], ( expression | place ) ;
static Node *parse_argument(Parser *parser, const ClauseRow *row)
{
  bool has_name = parser_at(parser, TOKEN_NAME) && parser->next.kind == TOKEN_ASSIGN;
  Node *argument = NULL;
  if (has_name) {
    argument = parse_sized_name(parser, row);
    if (!argument) return NULL;
    parser_advance(parser);
  }
  Node *value = parse_expression(parser);
  if (value && parser->token.word == WORD_ON) value = parse_place_frame(parser, value);
  if (!argument || !value) return value;
  node_add(argument, TOKEN_ASSIGN, value);
  return argument;
}

// ---- places, axes, moves

// place = name | expression, "on", name ;
static Node *parse_place(Parser *parser)
{
  Node *value = NULL;
  bool is_name = parser_at(parser, TOKEN_NAME) && parser->next.kind != TOKEN_PAREN_OPEN;
  if (is_name && !parser_check_name(parser, "a frame or a point", false)) return NULL;
  value = parse_expression(parser);
  bool is_alone = value && value->kind == NODE_NAME && parser->token.word != WORD_ON;
  return is_alone ? value : parse_place_frame(parser, value);
}

static bool is_axis_name(const Token *token)
{
  return token_is(token, "x") || token_is(token, "y") || token_is(token, "z");
}

// A frame called x before the '=' is not an axis.
static bool at_axis(const Parser *parser)
{
  return parser_at(parser, TOKEN_BRACKET_OPEN) || parser_at(parser, TOKEN_MINUS) ||
         parser_at(parser, TOKEN_PLUS) ||
         (is_axis_name(&parser->token) && parser->next.kind != TOKEN_ASSIGN);
}

// axis = [ "-" | "+" ], NAME | expression ;
static Node *parse_axis(Parser *parser)
{
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) return parse_vector(parser);
  Span start = parser->token.span;
  if (parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS)) parser_advance(parser);
  if (!is_axis_name(&parser->token))
    return parser_report_expected(parser, "the joint's axis",
                                  "an axis is x, y, z, -x, -y, -z or a vector [a, b, c]");
  Node *axis = node_new(parser, NODE_NAME, start);
  node_set_text(axis, span_join(start, parser_advance(parser).span));
  axis->span = node_text(axis);
  return axis;
}

// The vector after the kind of a loop is the axis or, if a frame follows it, the first place.
static bool parse_loop_axis(Parser *parser, Clause *clause)
{
  if (!parser_at(parser, TOKEN_BRACKET_OPEN)) {
    clause->value = parse_axis(parser);
    return clause->value != NULL;
  }
  Node *vector = parse_bare_vector(parser);
  if (!vector) return false;
  bool has_unit = parser_at(parser, TOKEN_NAME) && parser->next.word == WORD_ON &&
                  parser->token.word == WORD_NONE;
  if (has_unit && !parse_unit(parser, vector)) return false;
  if (!has_unit && parser->token.word != WORD_ON) {
    clause->value = vector;
    return true;
  }
  clause->row++;  // the value of the next row, the first place
  clause->value = parse_place_frame(parser, vector);
  return clause->value != NULL;
}

// move = NAME, "(", expression, [ ",", expression ], ")" ;
static Node *parse_move(Parser *parser, const ClauseRow *row)
{
  (void)row;
  if (!parser_check_name(parser, "a move such as RX(90 deg)", true)) return NULL;
  Span name = parser_advance(parser).span;
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "'(' and the angle or the length")) return NULL;
  Node *move = node_of_text(parser, NODE_CALL, name);
  do {
    Node *argument = parse_expression(parser);
    if (!argument) return NULL;
    node_add(move, TOKEN_COMMA, argument);
  } while (parser_accept(parser, TOKEN_COMMA));
  move->span = span_join(name, parser->token.span);
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open) ? move : NULL;
}

// ---- equations, laws, conditions

static Node *parse_equation(Parser *parser)
{
  Node *left = parse_sum(parser);
  if (!left || !parser_expect(parser, TOKEN_ASSIGN, "'=' and the other side of the equation"))
    return NULL;
  return node_pair(parser, NODE_EQUATION, TOKEN_ASSIGN, left, parse_sum(parser));
}

// Returns true at a law: a word before its clauses, or the word alone if they are missing.
static bool at_law(const Parser *parser)
{
  TokenKind next = parser->next.kind;
  WordRole role = word_role(parser->token.word);
  if (!parser_at(parser, TOKEN_NAME) || role == WORD_VALUE) return false;
  if (role == WORD_CLAUSE) return true;
  if (next == TOKEN_NAME || next == TOKEN_STRING || next == TOKEN_COMMA) return true;
  for (int i = 0; law_words[i]; i++)
    if (token_is(&parser->token, law_words[i])) return true;
  return false;
}

// Reads the word of a law, or an expression of time, which is the clause of the next row.
static bool parse_law(Parser *parser, Clause *clause)
{
  if (at_law(parser)) {
    clause->value =
        parser_check_name(parser, clause->row->what, true) ? parse_word(parser, clause->row) : NULL;
  } else {
    clause->row++;
    clause->value = parse_expression(parser);
  }
  return clause->value != NULL;
}

// ---- tables

// pair = "(", expression, ",", expression, ")" ;
static Node *parse_pair(Parser *parser, const ClauseRow *row)
{
  (void)row;
  Node *point = parse_two(parser, NODE_LIST, TOKEN_PAREN_OPEN, "a point (x, y)", "',' and y");
  if (point) point->is_in_brackets = true;
  return point;
}

static Node *parse_bracketed_unit(Parser *parser)
{
  Token open = parser->token;
  bool has_bracket = parser_accept(parser, TOKEN_BRACKET_OPEN);
  Node *unit = node_new(parser, NODE_UNIT, parser->token.span);
  if (!parser_at(parser, TOKEN_NAME)) return parser_report_expected(parser, "a unit", NULL);
  if (!parse_unit(parser, unit)) return NULL;
  bool is_closed = !has_bracket || parser_expect_close(parser, TOKEN_BRACKET_CLOSE, open);
  return is_closed ? unit : NULL;
}

// Reads a column number, with the unit of its values if given: x 1 [mm].
static Node *parse_column(Parser *parser, const ClauseRow *row)
{
  if (!parser_at(parser, TOKEN_NUMBER))
    return parser_report_expected(parser, row->what, "a whole number from 1");
  Node *number = node_of_text(parser, NODE_NUMBER, parser_advance(parser).span);
  Node *column = node_new(parser, NODE_LIST, number->span);
  node_add(column, TOKEN_COMMA, number);
  if (!parser_at(parser, TOKEN_BRACKET_OPEN)) return column;
  Node *unit = parse_bracketed_unit(parser);
  if (!unit) return NULL;
  node_add(column, TOKEN_COMMA, unit);
  return column;
}

// Returns true if there is an empty line between this line end and the next token. A line with a
// comment is not empty.
static bool at_blank_line(const Parser *parser)
{
  const char *bytes = span_bytes(parser->token.span);
  size_t length = parser->next.span.start - parser->token.span.start;
  bool is_empty = false;  // only blanks since the last line end
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == '\n' && is_empty) return true;
    if (bytes[i] == '\n') is_empty = true;
    if (bytes[i] != '#') continue;
    is_empty = false;
    while (i + 1 < length && bytes[i + 1] != '\n')
      i++;
  }
  return false;
}

// Returns true if another row follows. The table ends at an empty line or at the next statement.
static bool at_row(const Parser *parser)
{
  const Token *next = &parser->next;
  bool is_statement =
      next->kind == TOKEN_NAME && !next->is_indented &&
      statement_of_word(span_bytes(next->span), next->span.length, false) < STATEMENT_COUNT;
  return parser_at(parser, TOKEN_NEWLINE) && next->kind != TOKEN_END &&
         next->kind != TOKEN_SEMICOLON && next->kind != TOKEN_BRACE_CLOSE && !is_statement &&
         !word_begins_statement(next->word) && !at_blank_line(parser);
}

static Node *parse_column_names(Parser *parser)
{
  Node *names = node_new(parser, NODE_LIST, parser->token.span);
  while (!parser_at_statement_end(parser)) {
    if (parser_accept(parser, TOKEN_CELL)) continue;
    if (!parser_at(parser, TOKEN_NAME))
      return parser_report_expected(parser, "the name of a column",
                                    "the line below 'dh' names the columns: joint a alpha d theta");
    node_add(names, TOKEN_COMMA, node_of_text(parser, NODE_NAME, parser_advance(parser).span));
  }
  return names;
}

static Node *parse_cells(Parser *parser)
{
  Node *row = node_new(parser, NODE_LIST, parser->token.span);
  while (!parser_at_statement_end(parser)) {
    Node *cell = parse_expression(parser);
    if (!cell) return NULL;
    node_add(row, TOKEN_COMMA, cell);
    if (!parser_accept(parser, TOKEN_CELL) && !parser_at_statement_end(parser))
      return parser_report_expected(parser, "the next cell",
                                    "a cell is an expression without blanks or in brackets");
  }
  return row;
}

// Skips the rest of a table with an error, so that its lines are not read as statements.
static void skip_rows(Parser *parser)
{
  while (!parser_at(parser, TOKEN_END) && !parser_at(parser, TOKEN_SEMICOLON)) {
    if (parser_at(parser, TOKEN_NEWLINE) && !at_row(parser)) return;
    parser_advance(parser);
  }
}

// Reads the column names in the next line and one joint in each following line. Blanks separate the
// cells, so a cell is an expression without blanks or in brackets.
static bool parse_rows(Parser *parser, Clause *clause)
{
  if (!parser_at(parser, TOKEN_NEWLINE) || parser->next.kind == TOKEN_END)
    return parser_report_expected(parser, clause->row->what, clause->row->hint);
  parser->lexer.is_in_table = true;
  parser_advance(parser);
  Node *rows = node_new(parser, NODE_LIST, parser->token.span);
  Node *line = parse_column_names(parser);
  for (; line && at_row(parser); line = parse_cells(parser)) {
    node_add(rows, TOKEN_NEWLINE, line);
    parser_advance(parser);
  }
  if (line) node_add(rows, TOKEN_NEWLINE, line);
  if (!line) skip_rows(parser);
  parser->lexer.is_in_table = false;
  clause->value = rows;
  return line != NULL;
}

// ---- deprecated forms

// point P on F at [x, y, z]
static Node *parse_old_place(Parser *parser, const ClauseRow *row)
{
  Node *frame = parse_known_name(parser, row);
  if (!frame) return NULL;
  if (parser->token.word != WORD_AT)
    return parser_report_expected(parser, "'at'", "a point has a place: 'at [x, y, z] on q1'");
  parser_advance(parser);
  Node *at = parse_expression(parser);
  if (!at) return NULL;
  Node *place = node_pair(parser, NODE_PLACE, TOKEN_COMMA, at, frame);
  place->span = span_join(frame->span, at->span);
  return place;
}

// input u = table "file.csv" column 2
static Node *parse_old_table(Parser *parser, const ClauseRow *row)
{
  Node *file = parse_text(parser, row);
  if (!file || !token_is(&parser->token, "column")) return file;
  parser_advance(parser);
  Span number = parser->token.span;
  if (!parser_expect(parser, TOKEN_NUMBER, "the column's number, from 1")) return NULL;
  node_add(file, TOKEN_COMMA, node_of_text(parser, NODE_NUMBER, number));
  return file;
}

// ---- any value

static bool parse_part(Parser *parser, Clause *clause)
{
  Span word = parser->token.span;
  StatementKind kind = statement_of_word(span_bytes(word), word.length, true);
  Statement *part = statement_new(parser->arena, kind, word);
  clause->part = part;
  parser_advance(parser);
  parser_enter(parser, kind);
  bool is_good = parse_clauses(parser, part);
  parser->kind_count--;
  return is_good;
}

bool value_begins(const Parser *parser, const ClauseRow *row)
{
  const Token *token = &parser->token;
  switch ((int)row->syntax) {
  case SYNTAX_TEXT: return token->kind == TOKEN_STRING;
  case SYNTAX_AXIS: return !parser_at(parser, TOKEN_PAREN_OPEN) && token->word != WORD_FROM;
  case SYNTAX_LOOP_AXIS: return at_axis(parser);
  case SYNTAX_UNIT:
    return token->kind == TOKEN_BRACKET_OPEN ||
           (token->kind == TOKEN_NAME && token->word == WORD_NONE &&
            !parser_leads_clause(parser, token));
  case SYNTAX_PART:
    return token->kind == TOKEN_NAME &&
           statement_of_word(span_bytes(token->span), token->span.length, true) < STATEMENT_COUNT;
  default: return true;
  }
}

static Node *parse_single(Parser *parser, const ClauseRow *row)
{
  switch (row->syntax) {
  case SYNTAX_NEW_NAME: return parse_new_name(parser, row);
  case SYNTAX_NAME: return parse_known_name(parser, row);
  case SYNTAX_WORD: return parse_word(parser, row);
  case SYNTAX_TEXT: return parse_text(parser, row);
  case SYNTAX_BARE_VECTOR:
    if (parser_at(parser, TOKEN_BRACKET_OPEN)) return parse_bare_vector(parser);
    return parser_report_expected(parser, row->what, "a vector: [0, 0, 1]");
  case SYNTAX_AXIS: return parse_axis(parser);
  case SYNTAX_PLACE: return parse_place(parser);
  case SYNTAX_OLD_PLACE: return parse_old_place(parser, row);
  case SYNTAX_OLD_TABLE: return parse_old_table(parser, row);
  case SYNTAX_RANGE: return parse_range(parser, row);
  case SYNTAX_EQUATION: return parse_equation(parser);
  case SYNTAX_UNIT: return parse_bracketed_unit(parser);
  case SYNTAX_COLUMN: return parse_column(parser, row);
  default: return parse_expression(parser);
  }
}

static Node *parse_number_item(Parser *parser, const ClauseRow *row)
{
  (void)row;
  return parse_expression(parser);
}

bool parse_value(Parser *parser, Statement *statement, Clause *clause)
{
  const ClauseRow *row = clause->row;
  switch ((int)row->syntax) {
  case SYNTAX_FLAG:
  case SYNTAX_NOTHING: return true;
  case SYNTAX_MAYBE_VALUES:
    if (parser_at(parser, TOKEN_COMMA) || parser_at_statement_end(parser)) return true;
    return parse_list(parser, row, parse_number_item, clause);
  case SYNTAX_VALUES:
  case SYNTAX_NUMBERS: return parse_list(parser, row, parse_number_item, clause);
  case SYNTAX_MOVES: return parse_list(parser, row, parse_move, clause);
  case SYNTAX_RANGES: return parse_list(parser, row, parse_range, clause);
  case SYNTAX_ITEMS: return parse_list(parser, row, parse_item, clause);
  case SYNTAX_DEFINITIONS: return parse_list(parser, row, parse_definition, clause);
  case SYNTAX_COORDINATES: return parse_list(parser, row, parse_coordinate, clause);
  case SYNTAX_NEW_NAMES: return parse_list(parser, row, parse_sized_name, clause);
  case SYNTAX_ASSIGNMENTS: return parse_list(parser, row, parse_assignment, clause);
  case SYNTAX_POINTS: return parse_list(parser, row, parse_pair, clause);
  case SYNTAX_JOINT_COORDINATES: return parse_bracket(parser, row, parse_item, clause, false);
  case SYNTAX_FORMALS:
    return parse_bracket(parser, row, parse_item, clause, true) &&
           are_different(parser, clause->value->first);
  case SYNTAX_ARGUMENTS: return parse_bracket(parser, row, parse_argument, clause, true);
  case SYNTAX_DRIVER:
    clause->value = parse_expression(parser);
    return clause->value &&
           parser_expect_close(parser, TOKEN_PAREN_CLOSE,
                               (Token){ .kind = TOKEN_PAREN_OPEN, .span = clause->span });
  case SYNTAX_LOOP_AXIS: return parse_loop_axis(parser, clause);
  case SYNTAX_LAW: return parse_law(parser, clause);
  case SYNTAX_ROWS: return parse_rows(parser, clause);
  case SYNTAX_PART: return parse_part(parser, clause);
  case SYNTAX_BLOCK: return parse_block(parser, statement);
  default: clause->value = parse_single(parser, row); return clause->value != NULL;
  }
}
