// maple_table.c -- the tables of frames and of bodies in a Maple definition file.
//
//     frames = "table" "(" "[" frame { "," frame } "]" ")"
//     frame  = name "=" [ "(" ] "[" name "," vector "," vector "]" [ ")" ]
//     bodies = "table" "(" "[" body { "," body } "]" ")"
//     body   = name "=" [ "(" ] "[" name "," sum "," matrix "," vector "]" [ ")" ]
//     vector = ( "vector" | "Vector" ) "(" row ")"
//     matrix = ( "matrix" | "Matrix" ) "(" "[" row "," row "," row "]" ")"
//     row    = "[" sum { "," sum } "]"
//
// After an error in an entry, reading resumes at the next entry, so that the errors of all entries
// are reported.
// SPDX-License-Identifier: MIT
#include "import/maple/maple.h"

#include <string.h>

typedef bool EntryReader(MapleReader *reader);

// Reads three sums in square brackets, followed by an optional 1 if `may_be_homogeneous`.
static bool read_row(MapleReader *reader, Cell row[3], bool may_be_homogeneous)
{
  if (!reader_accept(&reader->in, TOKEN_BRACKET_OPEN, NULL)) return false;
  for (int i = 0; i < 3; i++) {
    if (i > 0 && !reader_accept(&reader->in, TOKEN_COMMA, "',' and three components")) return false;
    if (!cell_read(&reader->in, &row[i])) return false;
  }
  if (may_be_homogeneous && reader_take_if(&reader->in, TOKEN_COMMA)) {
    const Token *one = reader->in.at;
    bool is_one =
        one->kind == TOKEN_NUMBER && one->span.length == 1 && *span_bytes(one->span) == '1';
    if (!is_one) return reader_fail(&reader->in, "1, the fourth component of a point,");
    reader->in.at++;
  }
  return reader_accept(&reader->in, TOKEN_BRACKET_CLOSE, NULL);
}

static bool read_vector(MapleReader *reader, Cell vector[3], bool may_be_homogeneous)
{
  return maple_take_word(reader, "vector", "Vector") &&
         reader_accept(&reader->in, TOKEN_PAREN_OPEN, NULL) &&
         read_row(reader, vector, may_be_homogeneous) &&
         reader_accept(&reader->in, TOKEN_PAREN_CLOSE, NULL);
}

static bool read_matrix(MapleReader *reader, Cell matrix[3][3])
{
  if (!maple_open_list(reader, "matrix", "Matrix")) return false;
  for (int i = 0; i < 3; i++) {
    if (i > 0 && !reader_accept(&reader->in, TOKEN_COMMA, "',' and three rows")) return false;
    if (!read_row(reader, matrix[i], false)) return false;
  }
  return reader_accept(&reader->in, TOKEN_BRACKET_CLOSE, "']' after the rows") &&
         reader_accept(&reader->in, TOKEN_PAREN_CLOSE, NULL);
}

// ---- entries

static bool open_entry(MapleReader *reader, Span *name, bool *is_bracketed)
{
  if (!reader_take_name(&reader->in, "the name of a frame", name) ||
      !reader_accept(&reader->in, TOKEN_ASSIGN, NULL))
    return false;
  *is_bracketed = reader_take_if(&reader->in, TOKEN_PAREN_OPEN);
  return reader_accept(&reader->in, TOKEN_BRACKET_OPEN, NULL);
}

static bool close_entry(MapleReader *reader, bool is_bracketed)
{
  return reader_accept(&reader->in, TOKEN_BRACKET_CLOSE, "']' at the end of the entry") &&
         (!is_bracketed ||
          reader_accept(&reader->in, TOKEN_PAREN_CLOSE, "')' at the end of the entry"));
}

static bool read_frame(MapleReader *reader)
{
  MapleModel *model = reader->model;
  MapleFrame frame = { 0 };
  bool is_bracketed = false;
  model->values.group = MAPLE_GROUP_FRAMES;
  if (!open_entry(reader, &frame.span, &is_bracketed) ||
      !reader_take_name(&reader->in, "the frame before it", &frame.parent_span) ||
      !reader_accept(&reader->in, TOKEN_COMMA, NULL) || !read_vector(reader, frame.offset, false) ||
      !reader_accept(&reader->in, TOKEN_COMMA, NULL) || !read_vector(reader, frame.angle, false) ||
      !close_entry(reader, is_bracketed)) {
    return false;
  }
  frame.name = names_of(&model->frame_names, span_bytes(frame.span), frame.span.length);
  if (map_find(&model->frame_index, frame.name) >= 0) {
    diagnostics_error(model->diagnostics, frame.span, NULL, "the frame '%s' is defined twice",
                      frame.name);
    return true;
  }
  map_put(&model->frame_index, frame.name, model->frame_count);
  *ARENA_PUSH(model->arena, model->frames, model->frame_count) = frame;
  return true;
}

static void check_symmetry(MapleModel *model, MapleBody *body)
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < i; j++) {
      const Cell *low = &body->inertia[i][j];
      const Cell *high = &body->inertia[j][i];
      if (strcmp(low->text, high->text) == 0) continue;
      diagnostics_error(model->diagnostics, low->span, NULL,
                        "the inertia matrix is not symmetric: %s here, %s across the diagonal",
                        low->text, high->text);
    }
  }
}

static bool read_body(MapleReader *reader)
{
  MapleModel *model = reader->model;
  MapleBody body = { 0 };
  bool is_bracketed = false;
  Span name = { 0 };
  model->values.group = MAPLE_GROUP_BODIES + model->body_count;
  if (!open_entry(reader, &body.frame_span, &is_bracketed) ||
      !reader_take_name(&reader->in, "the name of a body", &name) ||
      !reader_accept(&reader->in, TOKEN_COMMA, NULL) || !cell_read(&reader->in, &body.mass) ||
      !reader_accept(&reader->in, TOKEN_COMMA, NULL) || !read_matrix(reader, body.inertia) ||
      !reader_accept(&reader->in, TOKEN_COMMA, NULL) || !read_vector(reader, body.com, true) ||
      !close_entry(reader, is_bracketed)) {
    return false;
  }
  const char *own = name_from(model->arena, span_bytes(name), name.length);
  body.name = names_take(&model->body_names, own, "body");
  if (strcmp(own, body.name) != 0)
    diagnostics_error(model->diagnostics, name, NULL, "the body '%s' is defined twice", own);
  check_symmetry(model, &body);
  *ARENA_PUSH(model->arena, model->bodies, model->body_count) = body;
  return true;
}

static void skip_entry(MapleReader *reader)
{
  while (!maple_ends_statement(reader->in.at) && !maple_begins_statement(reader->in.at) &&
         !token_is_assigned(reader->in.at))
    reader->in.at++;
}

// Reads the separator after an entry; returns true if another entry follows.
static bool next_entry(MapleReader *reader)
{
  const Token *comma = reader->in.at;
  if (comma->kind == TOKEN_BRACKET_CLOSE) return false;
  if (!reader_accept(&reader->in, TOKEN_COMMA, "',' or ']' after the entry")) {
    skip_entry(reader);
    return token_is_assigned(reader->in.at);
  }
  if (reader->in.at->kind != TOKEN_BRACKET_CLOSE) return true;
  diagnostics_add(reader->model->diagnostics, SEVERITY_WARNING, comma->span, "remove it",
                  "a comma after the last entry");
  return false;
}

static bool read_table(MapleReader *reader, EntryReader *read_entry)
{
  if (!maple_open_list(reader, "table", "Table")) return false;
  bool is_good = true;
  bool has_more = reader->in.at->kind != TOKEN_BRACKET_CLOSE;
  while (has_more) {
    bool is_entry_good = read_entry(reader);
    is_good = is_good && is_entry_good;
    if (!is_entry_good) skip_entry(reader);
    has_more = is_entry_good ? next_entry(reader) : token_is_assigned(reader->in.at);
  }
  if (!is_good) return false;
  return reader_accept(&reader->in, TOKEN_BRACKET_CLOSE, "']' at the end of the table") &&
         reader_accept(&reader->in, TOKEN_PAREN_CLOSE, "')' at the end of the table");
}

bool maple_read_frames(MapleReader *reader) { return read_table(reader, read_frame); }

bool maple_read_bodies(MapleReader *reader) { return read_table(reader, read_body); }
