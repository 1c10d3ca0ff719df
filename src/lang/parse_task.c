// parse_task.c -- what to do with a mechanism: output, motion, control, experiment.
//
// All of them become a word and a list of options; which options there are is the resolver's
// matter.
// SPDX-License-Identifier: MIT
#include "lang/ast_act.h"
#include "lang/parser_impl.h"

static AstTask *begin_task(Parser *parser, AstStatement *statement)
{
  statement->task = ARENA_NEW(parser->arena, AstTask);
  return statement->task;
}

static AstOption *add_option(Parser *parser, AstOption ***end, Span name)
{
  AstOption *option = ARENA_NEW(parser->arena, AstOption);
  option->name = name;
  **end = option;
  *end = &option->next;
  return option;
}

static bool parse_option_value(Parser *parser, AstOption *option)
{
  option->values = parse_expression(parser);
  return option->values != NULL;
}

// output = "output", NAME, "=", expression ;
bool parse_output(Parser *parser, AstStatement *statement)
{
  AstTask *task = begin_task(parser, statement);
  AstOption **end = &task->options;
  if (!parser_expect_name(parser, "the output's name", &statement->name)) return false;
  Span name = parser->token.span;
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and an expression")) return false;
  return parse_option_value(parser, add_option(parser, &end, name));
}

// ---- motion

static bool at_motion_part(const Parser *parser)
{
  Word word = parser->token.word;
  bool is_clause = word == WORD_FROM || word == WORD_TO || word == WORD_IN || word == WORD_AT;
  return parser_at(parser, TOKEN_STRING) || is_clause ||
         (parser_at(parser, TOKEN_NAME) && word == WORD_NONE);
}

// Does another value of the part follow behind the comma, or another part?
static bool at_more_values(const Parser *parser)
{
  static const char *const words[] = { "through", "velocity", "acceleration",
                                       "jerk",    "ramp",     "column" };
  TokenKind kind = parser->next.kind;
  if (!parser_at(parser, TOKEN_COMMA)) return false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (token_is(&parser->next, words[i])) return false;
  }
  return kind == TOKEN_NUMBER || kind == TOKEN_PAREN_OPEN || kind == TOKEN_MINUS ||
         (kind == TOKEN_NAME && (parser->next.word == WORD_NONE || parser->next.word == WORD_PI));
}

// motion_part = STRING | ( "from" | "to" | "in" | "at" | NAME ), expression, { ",", expression } ;
static bool parse_motion_part(Parser *parser, AstOption ***end)
{
  if (parser_at(parser, TOKEN_STRING)) {
    AstOption *file = add_option(parser, end, parser->token.span);
    file->text = parser_advance(parser).span;
    return true;
  }
  AstOption *option = add_option(parser, end, parser_advance(parser).span);
  if (!parse_option_value(parser, option)) return false;
  AstExpr *last = option->values;
  while (at_more_values(parser)) {
    parser_advance(parser);
    last->next = parse_expression(parser);
    last = last->next;
    if (!last) return false;
  }
  return true;
}

// law = NAME, { [ "," ], motion_part } ;
static bool parse_law(Parser *parser, AstTask *task)
{
  AstOption **end = &task->options;
  if (!parser_expect_name(parser, "the law of motion", &task->word)) return false;
  for (;;) {
    bool has_comma = parser_accept(parser, TOKEN_COMMA);
    if (has_comma && !at_motion_part(parser)) {
      parser_report_expected(parser, "a part of the motion", "such as 'from 0 to 90 deg in 2 s'");
      return false;
    }
    if (!at_motion_part(parser)) return true;
    if (!parse_motion_part(parser, &end)) return false;
  }
}

// A law is a word in front of its parts; also alone, without the parts that it needs.
static bool at_law(const Parser *parser)
{
  static const char *const words[] = {
#define LAW(word) word,
#include "lang/tasks.def"
  };
  TokenKind next = parser->next.kind;
  Word word = parser->token.word;
  if (word == WORD_FROM || word == WORD_TO || word == WORD_IN || word == WORD_AT) return true;
  if (!parser_at(parser, TOKEN_NAME) || word != WORD_NONE) return false;
  if (next == TOKEN_NAME || next == TOKEN_STRING || next == TOKEN_COMMA) return true;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (token_is(&parser->token, words[i])) return true;
  }
  return false;
}

// motion = "motion", NAME, ":", ( law | expression ) ;
bool parse_motion(Parser *parser, AstStatement *statement)
{
  AstTask *task = begin_task(parser, statement);
  AstOption **end = &task->options;
  if (!parser_expect_name(parser, "the coordinate's name", &statement->name)) return false;
  Span colon = parser->token.span;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the law of motion")) return false;
  if (at_law(parser)) return parse_law(parser, task);
  return parse_option_value(parser, add_option(parser, &end, colon));
}

// ---- control

// control_argument = NAME, [ "=", expression ] ;
static bool parse_control_argument(Parser *parser, AstOption ***end)
{
  Span name;
  if (!parser_expect_name(parser, "a joint, a frame or an option", &name)) return false;
  AstOption *option = add_option(parser, end, name);
  return !parser_accept(parser, TOKEN_ASSIGN) || parse_option_value(parser, option);
}

// control = "control", NAME, "(", [ control_argument, { ",", control_argument } ], ")" ;
bool parse_control(Parser *parser, AstStatement *statement)
{
  AstTask *task = begin_task(parser, statement);
  AstOption **end = &task->options;
  if (!parser_expect_name(parser, "the controller", &task->word)) return false;
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "'(' and what it controls")) return false;
  if (parser_accept(parser, TOKEN_PAREN_CLOSE)) return true;
  do {
    if (!parse_control_argument(parser, &end)) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

// ---- experiment

// start = NAME, { "'" }, "=", expression ;
static bool parse_start(Parser *parser, AstOption *option)
{
  if (!parser_expect_name(parser, "the coordinate's name", &option->subject)) return false;
  while (parser_at(parser, TOKEN_PRIME)) {
    option->subject = span_join(option->subject, parser_advance(parser).span);
  }
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and the value at the start")) return false;
  return parse_option_value(parser, option);
}

// Does the list of `start` or `record` go on behind the comma?
static bool list_goes_on(const Parser *parser)
{
  static const char *const words[] = { "time", "step", "method", "tolerance", "start", "record" };
  if (!parser_at(parser, TOKEN_NAME)) return false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (parser_at_name(parser, words[i])) return false;
  }
  return true;
}

// Reads `start` or `record` and the further items of its list; leaves the comma behind them read.
static bool parse_list(Parser *parser, AstOption ***end, Span word, bool is_start)
{
  do {
    AstOption *option = add_option(parser, end, word);
    bool is_good = is_start ? parse_start(parser, option)
                            : parser_expect_name(parser, "what to record", &option->text);
    if (!is_good) return false;
  } while (parser_accept(parser, TOKEN_COMMA) && list_goes_on(parser));
  return true;
}

// experiment_part = NAME, ( NAME | start | expression, [ "..", expression ] ) ;
static bool parse_experiment_part(Parser *parser, AstOption ***end)
{
  bool is_start = parser_at_name(parser, "start");
  bool is_record = parser_at_name(parser, "record");
  bool is_method = parser_at_name(parser, "method");
  Span word;
  if (!parser_expect_name(parser, "a part of the experiment", &word)) return false;
  if (is_start || is_record) return parse_list(parser, end, word, is_start);
  AstOption *option = add_option(parser, end, word);
  if (is_method) return parser_expect_name(parser, "the method's name", &option->text);
  if (!parse_option_value(parser, option)) return false;
  if (!parser_accept(parser, TOKEN_RANGE)) return true;
  option->values->next = parse_expression(parser);
  return option->values->next != NULL;
}

static void skip_separators(Parser *parser)
{
  while (parser_accept(parser, TOKEN_COMMA) || parser_accept(parser, TOKEN_NEWLINE) ||
         parser_accept(parser, TOKEN_SEMICOLON))
    continue;
}

void parser_skip_block(Parser *parser)
{
  int depth = 0;
  while (!parser_at(parser, TOKEN_END)) {
    if (parser_at(parser, TOKEN_BRACE_CLOSE) && depth-- == 0) break;
    if (parser_at(parser, TOKEN_BRACE_OPEN)) depth++;
    parser_advance(parser);
  }
}

// experiment = "experiment", NAME, "{", { experiment_part | "," | NEWLINE }, "}" ;
bool parse_experiment(Parser *parser, AstStatement *statement)
{
  AstTask *task = begin_task(parser, statement);
  AstOption **end = &task->options;
  if (!parser_expect_name(parser, "the experiment's name", &statement->name)) return false;
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_BRACE_OPEN, "'{' and the parts of the experiment")) return false;
  for (skip_separators(parser); !parser_at(parser, TOKEN_BRACE_CLOSE); skip_separators(parser)) {
    bool is_open = parser_at(parser, TOKEN_END) || word_begins_statement(parser->token.word);
    if (is_open) return parser_expect_close(parser, TOKEN_BRACE_CLOSE, open);
    if (parse_experiment_part(parser, &end)) continue;
    parser_skip_block(parser);
    return false;
  }
  parser_advance(parser);
  return true;
}
