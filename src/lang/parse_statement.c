// parse_statement.c -- the statements.
//
// A statement that fails is kept, marked broken, and reading goes on behind its end.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"

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
static bool parse_definition(Parser *parser, AstItem *item)
{
  if (!parser_expect_name(parser, "a name for the expression", &item->name)) return false;
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and an expression")) return false;
  item->value = parse_expression(parser);
  return item->value != NULL;
}

// Reads items separated by commas. An item that fails stays in the list if it has a name.
static bool parse_items(Parser *parser, AstItem **end, bool (*parse_item)(Parser *, AstItem *))
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

// ---- joint

// axis = [ "-" | "+" ], NAME | vector ;
static bool parse_axis(Parser *parser, AstJoint *joint)
{
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) {
    joint->axis = parse_vector(parser);
    return joint->axis != NULL;
  }
  Span start = parser->token.span;
  if (parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS)) parser_advance(parser);
  bool is_axis =
      parser_at_name(parser, "x") || parser_at_name(parser, "y") || parser_at_name(parser, "z");
  if (!is_axis) {
    parser_report_expected(parser, "the joint's axis",
                           "an axis is x, y, z, -x, -y, -z or a vector [a, b, c]");
    return false;
  }
  joint->axis_name = span_join(start, parser_advance(parser).span);
  return true;
}

// coordinate = "(", NAME, [ "=", expression ], ")" ;
static bool parse_coordinate(Parser *parser, AstJoint *joint)
{
  Token open = parser_advance(parser);
  if (!parser_expect_name(parser, "the coordinate's name", &joint->coordinate)) return false;
  if (parser_accept(parser, TOKEN_ASSIGN)) {
    joint->initial = parse_expression(parser);
    if (!joint->initial) return false;
  }
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

// move = NAME, "(", expression, ")" ;
static bool parse_move(Parser *parser, AstItem *item)
{
  if (!parser_expect_name(parser, "a move such as RX(90 deg)", &item->name)) return false;
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "'(' and the angle")) return false;
  item->value = parse_expression(parser);
  return item->value && parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

static bool begins_joint_part(const Token *token)
{
  return token->word == WORD_AT || token->word == WORD_ROTATED || token->word == WORD_LIMITS;
}

// moves = move, { ",", move } ;
static bool parse_moves(Parser *parser, AstItem **end)
{
  for (;;) {
    AstItem *item = ARENA_NEW(parser->arena, AstItem);
    if (!parse_move(parser, item)) return false;
    *end = item;
    end = &item->next;
    // a comma may also separate this part of the joint from the next one
    if (!parser_at(parser, TOKEN_COMMA) || begins_joint_part(&parser->next)) return true;
    parser_advance(parser);
  }
}

static bool report_twice(Parser *parser, Token word)
{
  diagnostics_add(parser->diagnostics, SEVERITY_ERROR, word.span, "once is enough",
                  "'%.*s' is given twice", (int)word.span.length, span_bytes(word.span));
  return false;
}

// joint_part = "at", expression | "rotated", moves | "limits", expression, "..", expression ;
static bool parse_joint_part(Parser *parser, AstJoint *joint)
{
  Token word = parser_advance(parser);
  if (word.word == WORD_AT) {
    if (joint->at) return report_twice(parser, word);
    joint->at = parse_expression(parser);
    return joint->at != NULL;
  }
  if (word.word == WORD_ROTATED) {
    if (joint->rotated) return report_twice(parser, word);
    return parse_moves(parser, &joint->rotated);
  }
  if (joint->lower) return report_twice(parser, word);
  joint->lower = parse_expression(parser);
  if (!joint->lower) return false;
  if (!parser_expect(parser, TOKEN_RANGE, "'..' and the upper limit")) return false;
  joint->upper = parse_expression(parser);
  return joint->upper != NULL;
}

static bool parse_joint_parts(Parser *parser, AstJoint *joint)
{
  for (;;) {
    if (parser_accept(parser, TOKEN_COMMA) && !begins_joint_part(&parser->token)) {
      parser_report_expected(parser, "'at', 'rotated' or 'limits'", NULL);
      return false;
    }
    if (!begins_joint_part(&parser->token)) return true;
    if (!parse_joint_part(parser, joint)) return false;
  }
}

// joint = "joint", NAME, ":", NAME, axis, [ coordinate ], "from", NAME, { [ "," ], joint_part } ;
static bool parse_joint(Parser *parser, AstStatement *statement)
{
  AstJoint *joint = ARENA_NEW(parser->arena, AstJoint);
  statement->joint = joint;
  if (!parser_expect_name(parser, "the joint's name", &statement->name)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the kind of joint")) return false;
  if (!parser_expect_name(parser, "the kind of joint", &joint->kind)) return false;
  if (!parse_axis(parser, joint)) return false;
  if (parser_at(parser, TOKEN_PAREN_OPEN) && !parse_coordinate(parser, joint)) return false;
  if (!parser_expect_word(parser, WORD_FROM, "a joint moves from a frame: 'from ground'")) {
    return false;
  }
  if (!parser_expect_name(parser, "the name of a frame", &joint->parent)) return false;
  return parse_joint_parts(parser, joint);
}

// ---- body, point

static bool parse_about_origin(Parser *parser, AstBody *body)
{
  parser_advance(parser);
  if (!parser_at_name(parser, "origin")) {
    parser_report_expected(parser, "'origin'",
                           "without 'about origin' it is about the centre of mass");
    return false;
  }
  parser_advance(parser);
  body->is_about_origin = true;
  return true;
}

static AstExpr **body_field(Parser *parser, AstBody *body)
{
  if (parser_at_name(parser, "mass")) return &body->mass;
  if (parser_at_name(parser, "com")) return &body->com;
  if (parser_at_name(parser, "inertia")) return &body->inertia;
  return NULL;
}

// body_part = ( "mass" | "com" ), expression | "inertia", expression, [ "about", "origin" ] ;
static bool parse_body_part(Parser *parser, AstBody *body)
{
  AstExpr **field = body_field(parser, body);
  if (!field) {
    parser_report_expected(parser, "'mass', 'com' or 'inertia'", NULL);
    return false;
  }
  Token word = parser_advance(parser);
  if (*field) return report_twice(parser, word);
  *field = parse_expression(parser);
  if (!*field) return false;
  bool is_inertia = field == &body->inertia;
  if (is_inertia && parser->token.word == WORD_ABOUT) return parse_about_origin(parser, body);
  return true;
}

// body = "body", NAME, "on", NAME, ":", body_part, { ",", body_part } ;
static bool parse_body(Parser *parser, AstStatement *statement)
{
  AstBody *body = ARENA_NEW(parser->arena, AstBody);
  statement->body = body;
  if (!parser_expect_name(parser, "the body's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_ON, "a body sits on a frame: 'on q1'")) return false;
  if (!parser_expect_name(parser, "the name of a frame", &body->frame)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the mass")) return false;
  do {
    if (!parse_body_part(parser, body)) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// point = "point", NAME, "on", NAME, "at", expression ;
static bool parse_point(Parser *parser, AstStatement *statement)
{
  AstPoint *point = ARENA_NEW(parser->arena, AstPoint);
  statement->point = point;
  if (!parser_expect_name(parser, "the point's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_ON, "a point sits on a frame: 'on q1'")) return false;
  if (!parser_expect_name(parser, "the name of a frame", &point->frame)) return false;
  if (!parser_expect_word(parser, WORD_AT, "a point has a place: 'at [x, y, z]'")) return false;
  point->at = parse_expression(parser);
  return point->at != NULL;
}

// ---- any statement

static bool at_statement_end(const Parser *parser)
{
  return parser_at(parser, TOKEN_END) || parser_at(parser, TOKEN_NEWLINE) ||
         parser_at(parser, TOKEN_SEMICOLON);
}

static void skip_statement(Parser *parser)
{
  while (!at_statement_end(parser))
    parser_advance(parser);
}

// Skips a statement that is not read yet, with the block in braces or the table that follows it.
static void skip_later_statement(Parser *parser, Word word)
{
  int open_braces = 0;
  while (!parser_at(parser, TOKEN_END)) {
    if (open_braces == 0 && at_statement_end(parser)) {
      bool table_goes_on = word == WORD_DH && parser->next.is_indented;
      if (!table_goes_on) return;
    }
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
  return "a statement begins with mechanism, param, let, gravity, joint, body or point";
}

static void report_unknown_statement(Parser *parser)
{
  Token token = parser->token;
  const char *bytes = span_bytes(token.span);
  if (token.kind == TOKEN_BAD) return;
  if (token.kind != TOKEN_NAME) {
    parser_report_expected(
        parser, "a statement",
        "a statement begins with mechanism, param, let, gravity, joint, body or point");
  } else if (word_role(token.word) == WORD_LATER) {
    diagnostics_add(parser->diagnostics, SEVERITY_ERROR, token.span, NULL,
                    "'%s' is not supported yet", word_text(token.word));
  } else {
    diagnostics_add(parser->diagnostics, SEVERITY_ERROR, token.span, hint_for_unknown(parser),
                    "unknown statement '%.*s'", (int)token.span.length, bytes);
  }
}

typedef bool StatementReader(Parser *, AstStatement *);

static StatementReader *const readers[WORD_COUNT] = {
  [WORD_MECHANISM] = parse_mechanism, [WORD_PARAM] = parse_param, [WORD_LET] = parse_let,
  [WORD_GRAVITY] = parse_gravity,     [WORD_JOINT] = parse_joint, [WORD_BODY] = parse_body,
  [WORD_POINT] = parse_point,
};

// What could have stood where a statement was expected to end.
static const char *hint_for_rest(const Parser *parser, const AstStatement *statement)
{
  if (!parser_at(parser, TOKEN_NAME) && !parser_at(parser, TOKEN_NUMBER)) return NULL;
  if (statement->word == WORD_JOINT) return "'at', 'rotated' or 'limits' may follow here";
  if (statement->word == WORD_BODY) return "separate mass, com and inertia with ','";
  if (statement->word == WORD_PARAM) return "separate parameters with ','";
  if (statement->word == WORD_LET) return "separate definitions with ','";
  return NULL;
}

// Leaves a statement with a syntax error. It is kept if it names something, so that uses of that
// name are not reported as well; otherwise its memory is given back.
static AstStatement *break_off(Parser *parser, AstStatement *statement, ArenaMark start)
{
  skip_statement(parser);
  statement->is_broken = true;
  if (statement->name.length > 0 || statement->items) return statement;
  arena_rewind(parser->arena, start);
  parser->has_lost_names = true;
  return NULL;
}

static AstStatement *skip_unknown_statement(Parser *parser)
{
  report_unknown_statement(parser);
  skip_later_statement(parser, parser->token.word);
  parser->has_lost_names = true;
  return NULL;
}

// statement = ( mechanism | param | let | gravity | joint | body | point ), ( NEWLINE | END ) ;
AstStatement *parse_statement(Parser *parser)
{
  StatementReader *reader = readers[parser->token.word];
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
