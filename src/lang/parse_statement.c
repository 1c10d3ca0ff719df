// parse_statement.c -- the statements.
//
// A statement that fails is kept, marked broken, and reading goes on behind its end.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"
#include "lang/units.h"

// ---- mechanism, param, let, gravity

// mechanism = "mechanism", NAME, [ STRING ] ;
static bool parse_mechanism(Parser *parser, AstStatement *statement)
{
  if (!parser_expect_name(parser, "the mechanism's name", &statement->name)) return false;
  if (parser_at(parser, TOKEN_STRING)) {
    Span quoted = parser_advance(parser).span;
    statement->title = (Span){ quoted.source, quoted.start + 1, quoted.length - 2 };
  }
  return true;
}

// parameter = NAME, [ "=", expression ] ;
static bool parse_parameter(Parser *parser, AstItem *item)
{
  if (!parser_expect_name(parser, "a parameter's name", &item->name)) return false;
  if (!parser_accept(parser, TOKEN_ASSIGN)) return true;
  item->value = parse_expression(parser);
  return item->value != NULL;
}

// definition = NAME, "=", expression ;
bool parse_definition(Parser *parser, AstItem *item)
{
  if (!parser_expect_name(parser, "a name for the expression", &item->name)) return false;
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and an expression")) return false;
  item->value = parse_expression(parser);
  return item->value != NULL;
}

// Reads items separated by commas. An item that fails stays in the list if it has a name.
bool parse_items(Parser *parser, AstItem **end, bool (*parse_item)(Parser *, AstItem *))
{
  do {
    AstItem *item = ARENA_NEW(parser->arena, AstItem);
    bool is_good = parse_item(parser, item);
    if (is_good || item->name.length > 0) {
      *end = item;
      end = &item->next;
    }
    if (!is_good) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// param = "param", parameter, { ",", parameter } ;
static bool parse_param(Parser *parser, AstStatement *statement)
{
  return parse_items(parser, &statement->items, parse_parameter);
}

// let = "let", definition, { ",", definition } ;
static bool parse_let(Parser *parser, AstStatement *statement)
{
  return parse_items(parser, &statement->items, parse_definition);
}

// gravity = "gravity", expression ;
static bool parse_gravity(Parser *parser, AstStatement *statement)
{
  statement->value = parse_expression(parser);
  return statement->value != NULL;
}

bool parser_report_twice(Parser *parser, Token word)
{
  diagnostics_add(parser->diagnostics, SEVERITY_ERROR, word.span, "once is enough",
                  "'%.*s' is given twice", (int)word.span.length, span_bytes(word.span));
  return false;
}

// ---- any statement

static bool at_statement_end(const Parser *parser)
{
  return parser_at(parser, TOKEN_END) || parser_at(parser, TOKEN_NEWLINE) ||
         parser_at(parser, TOKEN_SEMICOLON) ||
         (parser->open_braces > 0 && parser_at(parser, TOKEN_BRACE_CLOSE));
}

static void skip_statement(Parser *parser)
{
  while (!at_statement_end(parser))
    parser_advance(parser);
}

// Skips a statement that is not known, with the block in braces that may follow it.
static void skip_unknown(Parser *parser)
{
  int open_braces = 0;
  while (!parser_at(parser, TOKEN_END)) {
    if (open_braces == 0 && at_statement_end(parser)) return;
    if (parser_at(parser, TOKEN_BRACE_OPEN)) open_braces++;
    if (parser_at(parser, TOKEN_BRACE_CLOSE) && open_braces > 0) open_braces--;
    parser_advance(parser);
  }
}

static const char *hint_for_unknown(Parser *parser)
{
  const char *names[WORD_COUNT];
  int count = 0;
  for (int word = WORD_NONE + 1; word < WORD_COUNT; word++) {
    if (word_begins_statement((Word)word)) names[count++] = word_text((Word)word);
  }
  Span span = parser->token.span;
  const char *nearest = nearest_name(span_bytes(span), span.length, names, count);
  if (nearest) return arena_format(parser->arena, "did you mean '%s'?", nearest);
  if (parser->next.kind == TOKEN_ASSIGN) return "write 'param' or 'let' in front of it";
  if (word_role(parser->token.word) == WORD_CLAUSE) {
    return "a statement ends with its line, unless the line ends in ',' or a bracket is open";
  }
  return "a statement begins with a word such as param, joint, body, loop or force";
}

static void report_unknown_statement(Parser *parser)
{
  Token token = parser->token;
  const char *bytes = span_bytes(token.span);
  if (token.kind == TOKEN_BAD) return;
  if (token.kind != TOKEN_NAME) {
    parser_report_expected(parser, "a statement",
                           "a statement begins with a word such as param, joint or body");
  } else {
    diagnostics_add(parser->diagnostics, SEVERITY_ERROR, token.span, hint_for_unknown(parser),
                    "unknown statement '%.*s'", (int)token.span.length, bytes);
  }
}

typedef bool StatementReader(Parser *, AstStatement *);

// declaration = mechanism | param | let | gravity | element | use ;
static StatementReader *parse_declaration(Word word)
{
  static StatementReader *const readers[WORD_COUNT] = {
    [WORD_MECHANISM] = parse_mechanism, [WORD_PARAM] = parse_param,     [WORD_LET] = parse_let,
    [WORD_GRAVITY] = parse_gravity,     [WORD_ELEMENT] = parse_element, [WORD_USE] = parse_use,
  };
  return readers[word];
}

// geometry = coord | frame | joint | chain | dh | body | point ;
static StatementReader *parse_geometry(Word word)
{
  static StatementReader *const readers[WORD_COUNT] = {
    [WORD_COORD] = parse_coord, [WORD_FRAME] = parse_frame, [WORD_JOINT] = parse_joint,
    [WORD_CHAIN] = parse_chain, [WORD_DH] = parse_dh,       [WORD_BODY] = parse_body,
    [WORD_POINT] = parse_point,
  };
  return readers[word];
}

// action = loop | constraint | rolling | speed | torque | force | moment | spring | input ;
static StatementReader *parse_action(Word word)
{
  static StatementReader *const readers[WORD_COUNT] = {
    [WORD_LOOP] = parse_loop,       [WORD_CONSTRAINT] = parse_constraint,
    [WORD_ROLLING] = parse_rolling, [WORD_SPEED] = parse_speed,
    [WORD_TORQUE] = parse_torque,   [WORD_FORCE] = parse_force,
    [WORD_MOMENT] = parse_moment,   [WORD_SPRING] = parse_spring,
    [WORD_INPUT] = parse_input,
  };
  return readers[word];
}

// task = output | motion | control | experiment ;
static StatementReader *parse_task(Word word)
{
  static StatementReader *const readers[WORD_COUNT] = {
    [WORD_OUTPUT] = parse_output,
    [WORD_MOTION] = parse_motion,
    [WORD_CONTROL] = parse_control,
    [WORD_EXPERIMENT] = parse_experiment,
  };
  return readers[word];
}

static StatementReader *reader_of(Word word)
{
  StatementReader *const readers[] = { parse_declaration(word), parse_geometry(word),
                                       parse_action(word), parse_task(word) };
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
    if (readers[i]) return readers[i];
  }
  return NULL;
}

// What is likely meant by a mark where a statement was expected to end.
static const char *hint_for_mark(const Parser *parser)
{
  switch ((int)parser->token.kind) {
  case TOKEN_COLON: return parser->next.kind == TOKEN_ASSIGN ? "write '='" : NULL;
  case TOKEN_EQUAL: return "write '='";
  case TOKEN_PRIME: return "only the name of a coordinate has a time derivative: q'";
  case TOKEN_MINUS:
  case TOKEN_DOT: return "a name is made of letters, digits and '_'";
  default: return NULL;
  }
}

// A unit behind a bracket: (1 + 2) mm.
static bool is_unit_of_bracket(const Parser *parser)
{
  Unit unit;
  Span span = parser->token.span;
  size_t end = span.start;
  while (end > 0 && span.source->bytes[end - 1] == ' ')
    end--;
  return parser_at(parser, TOKEN_NAME) && end > 0 && span.source->bytes[end - 1] == ')' &&
         unit_find(span_bytes(span), span.length, &unit);
}

// What could have stood where a statement was expected to end.
static const char *hint_for_rest(const Parser *parser, const AstStatement *statement)
{
  if (is_unit_of_bracket(parser)) return "a unit belongs to a number: (1 + 2)*1 mm";
  if (!parser_at(parser, TOKEN_NAME) && !parser_at(parser, TOKEN_NUMBER)) {
    return hint_for_mark(parser);
  }
  if (statement->word == WORD_JOINT) return "'at', 'rotated', 'limits' or 'pitch' may follow here";
  if (statement->word == WORD_BODY) return "separate mass, com, inertia and shapes with ','";
  if (statement->word == WORD_PARAM) return "separate parameters with ','";
  if (statement->word == WORD_LET) return "separate definitions with ','";
  if (statement->word == WORD_COORD) return "separate coordinates with ','";
  if (statement->word == WORD_MECHANISM) return "a title stands in quotes";
  return NULL;
}

// Leaves a statement with a syntax error. It is kept if it names something, so that uses of that
// name are not reported as well; otherwise its memory is given back.
static AstStatement *break_off(Parser *parser, AstStatement *statement, ArenaMark start)
{
  bool is_at_next = parser->token.is_first_on_line && word_begins_statement(parser->token.word);
  if (!is_at_next) skip_statement(parser);  // a block that was never closed stops at the next one
  statement->is_broken = true;
  if (statement->name.length > 0 || statement->items || statement->coordinates) return statement;
  arena_rewind(parser->arena, start);
  parser->has_lost_names = true;
  return NULL;
}

static AstStatement *skip_unknown_statement(Parser *parser)
{
  report_unknown_statement(parser);
  skip_unknown(parser);
  parser->has_lost_names = true;
  return NULL;
}

// statement = ( declaration | geometry | action | task ), ( NEWLINE | END ) ;
AstStatement *parse_statement(Parser *parser)
{
  StatementReader *reader = reader_of(parser->token.word);
  if (!reader) return skip_unknown_statement(parser);
  ArenaMark start = arena_mark(parser->arena);
  AstStatement *statement = ARENA_NEW(parser->arena, AstStatement);
  statement->word = parser->token.word;
  statement->span = parser_advance(parser).span;
  parser->nesting = 0;
  if (!reader(parser, statement)) return break_off(parser, statement, start);
  if (at_statement_end(parser)) return statement;
  parser_report_expected(parser, "the end of the statement", hint_for_rest(parser, statement));
  return break_off(parser, statement, start);
}
