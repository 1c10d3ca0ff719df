// maple_read.c -- the statements of a Maple definition file.
//
//     statement = name ":=" ( frames | bodies | list | vector | sum ) ( ";" | ":" )
//
// The name determines the kind of statement: liaison... the frames, ...corps the bodies
// (maple_table.c), PointEnContact, q.
// SPDX-License-Identifier: MIT
#include "import/maple/maple.h"

#include <string.h>

const LexerRules maple_rules = { .marks = MARKS_FOREIGN,
                                 .loose_numbers = true,
                                 .all_letters = true };

bool maple_take_word(MapleReader *reader, const char *lower, const char *upper)
{
  if (!span_is(reader->in.at->span, lower) && !span_is(reader->in.at->span, upper))
    return reader_fail(&reader->in, arena_format(reader->model->arena, "'%s'", lower));
  reader->in.at++;
  return true;
}

bool maple_open_list(MapleReader *reader, const char *lower, const char *upper)
{
  return maple_take_word(reader, lower, upper) &&
         reader_accept(&reader->in, TOKEN_PAREN_OPEN, NULL) &&
         reader_accept(&reader->in, TOKEN_BRACKET_OPEN, NULL);
}

bool maple_begins_statement(const Token *token)
{
  return token->kind == TOKEN_NAME && token[1].kind == TOKEN_DEFINE;
}

bool maple_ends_statement(const Token *token)
{
  return token->kind == TOKEN_END || token->kind == TOKEN_SEMICOLON || token->kind == TOKEN_COLON;
}

static void skip_statement(MapleReader *reader)
{
  while (!maple_ends_statement(reader->in.at) && !maple_begins_statement(reader->in.at))
    reader->in.at++;
}

// ---- the other statements

static bool read_contacts(MapleReader *reader)
{
  MapleModel *model = reader->model;
  if (!reader_accept(&reader->in, TOKEN_BRACKET_OPEN, NULL)) return false;
  while (!reader_take_if(&reader->in, TOKEN_BRACKET_CLOSE)) {
    if (model->contact_count > 0 && !reader_accept(&reader->in, TOKEN_COMMA, "',' or ']'"))
      return false;
    Span name = { 0 };
    if (!reader_take_name(&reader->in, "the name of a frame", &name)) return false;
    *ARENA_PUSH(model->arena, model->contacts, model->contact_count) = name;
  }
  return true;
}

static void add_coordinate(MapleModel *model, Span name)
{
  int value = values_add(&model->values, name);
  if (model->values.items[value].is_coordinate) {
    diagnostics_error(model->diagnostics, name, NULL, "'%s' is in q twice",
                      model->values.items[value].name);
    return;
  }
  model->values.items[value].is_coordinate = true;
  model->values.items[value].span = name;
  *ARENA_PUSH(model->arena, model->coordinates, model->coordinate_count) = value;
}

static bool read_coordinates(MapleReader *reader)
{
  if (!maple_open_list(reader, "vector", "Vector")) return false;
  do {
    Span name = { 0 };
    if (!reader_take_name(&reader->in, "the name of a variable", &name)) return false;
    add_coordinate(reader->model, name);
  } while (reader_take_if(&reader->in, TOKEN_COMMA));
  return reader_accept(&reader->in, TOKEN_BRACKET_CLOSE, NULL) &&
         reader_accept(&reader->in, TOKEN_PAREN_CLOSE, NULL);
}

static void add_let(MapleModel *model, Span name, const Cell *cell)
{
  int value = values_add(&model->values, name);
  if (cell->is_number) {
    model->values.items[value].number = cell->text;
    return;
  }
  model->values.items[value].group = -1;  // declared by `let` instead of `param`
  *ARENA_PUSH(model->arena, model->lets, model->let_count) =
      (MapleLet){ model->values.items[value].name, *cell };
}

// Returns true for the names of speeds and of lists that are derived from q.
static bool follows_from_q(const Token *name)
{
  static const char *const names[] = { "ql", "qp", "qpT", "qpl", "qT", "qs", "qpp" };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (span_is(name->span, names[i])) return true;
  return false;
}

static bool read_other(MapleReader *reader, const Token *name)
{
  MapleModel *model = reader->model;
  bool is_call = reader->in.at->kind == TOKEN_NAME && reader->in.at[1].kind == TOKEN_PAREN_OPEN;
  if (follows_from_q(name) || is_call || reader->in.at->kind == TOKEN_BRACKET_OPEN) {
    if (!follows_from_q(name)) {
      diagnostics_add(model->diagnostics, SEVERITY_WARNING, name->span,
                      "read are liaison..., Repere_corps, PointEnContact, q and values",
                      "%s is not used", token_describe(name, model->arena));
    }
    skip_statement(reader);
    return true;
  }
  Cell cell = { 0 };
  model->values.group = MAPLE_GROUP_FRAMES;
  if (!cell_read(&reader->in, &cell)) return false;
  add_let(model, name->span, &cell);
  return true;
}

// ---- statements

static bool begins_with(Span name, const char *text)
{
  size_t length = strlen(text);
  return name.length >= length && memcmp(span_bytes(name), text, length) == 0;
}

static bool ends_with(Span name, const char *text)
{
  size_t length = strlen(text);
  return name.length >= length &&
         memcmp(span_bytes(name) + name.length - length, text, length) == 0;
}

static bool first_of_its_kind(MapleReader *reader, Span name, bool *has_it)
{
  if (*has_it) {
    diagnostics_error(reader->model->diagnostics, name, NULL,
                      "this part of the definition stands here a second time");
  }
  bool is_first = !*has_it;
  *has_it = true;
  return is_first;
}

static bool read_value(MapleReader *reader, const Token *name)
{
  Span span = name->span;
  if (begins_with(span, "liaison") || begins_with(span, "Liaison"))
    return first_of_its_kind(reader, span, &reader->has_frames) && maple_read_frames(reader);
  if (ends_with(span, "corps") && span_is(reader->in.at->span, "table"))
    return first_of_its_kind(reader, span, &reader->has_bodies) && maple_read_bodies(reader);
  if (begins_with(span, "PointEnContact"))
    return first_of_its_kind(reader, span, &reader->has_contacts) && read_contacts(reader);
  if (span_is(name->span, "q"))
    return first_of_its_kind(reader, span, &reader->has_coordinates) && read_coordinates(reader);
  return read_other(reader, name);
}

static void read_statement(MapleReader *reader)
{
  const Token *name = reader->in.at;
  reader->in.at += 2;
  bool is_good = read_value(reader, name);
  if (is_good && (!maple_ends_statement(reader->in.at) || reader->in.at->kind == TOKEN_END))
    reader_fail(&reader->in, "';' at the end of the statement");
  skip_statement(reader);
}

static void skip_foreign_text(MapleReader *reader)
{
  diagnostics_error(reader->model->diagnostics, reader->in.at->span, "a comment begins with '#'",
                    "expected 'name := ...' instead of %s",
                    token_describe(reader->in.at, reader->model->arena));
  while (reader->in.at->kind != TOKEN_END && !maple_begins_statement(reader->in.at))
    reader->in.at++;
}

void maple_read(MapleModel *model, const Source *source)
{
  MapleReader reader = { .in = { tokens_of(source, &maple_rules, model->diagnostics, model->arena),
                                 &model->values, model->diagnostics, model->arena },
                         .model = model };
  while (reader.in.at->kind != TOKEN_END) {
    if (maple_begins_statement(reader.in.at)) {
      read_statement(&reader);
    } else if (reader.in.at->kind == TOKEN_SEMICOLON || reader.in.at->kind == TOKEN_COLON) {
      reader.in.at++;
    } else {
      skip_foreign_text(&reader);
    }
  }
  if (!reader.has_frames) reader_fail(&reader.in, "the frames, liaison:=table([...]),");
  if (!reader.has_coordinates) reader_fail(&reader.in, "the coordinates, q:=vector([...]),");
}
