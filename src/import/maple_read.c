// maple_read.c -- the statements of a Maple definition file.
//
//     statement = name ":=" ( frames | bodies | list | vector | sum ) ( ";" | ":" )
//     frames    = "table" "(" "[" frame { "," frame } "]" ")"
//     frame     = name "=" [ "(" ] "[" name "," vector "," vector "]" [ ")" ]
//     bodies    = "table" "(" "[" body { "," body } "]" ")"
//     body      = name "=" [ "(" ] "[" name "," sum "," matrix "," vector "]" [ ")" ]
//     vector    = ( "vector" | "Vector" ) "(" row ")"
//     matrix    = ( "matrix" | "Matrix" ) "(" "[" row "," row "," row "]" ")"
//     row       = "[" sum { "," sum } "]"
//
// What a statement is, its name says: liaison... the frames, ...corps the bodies, PointEnContact,
// q. After an error in an entry of a table the next entry is looked for, so that a damaged file is
// reported entry by entry.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "import/maple.h"

#include <string.h>

const ScanStyle maple_style = { .hash_comments = true };

typedef struct MapleReader {
  MapleModel *model;
  const ScanToken *at;
  bool has_frames;
  bool has_bodies;
  bool has_contacts;
  bool has_coordinates;
} MapleReader;

typedef bool EntryReader(MapleReader *reader);

// ---- small steps

static bool fail(MapleReader *reader, const char *wanted)
{
  MapleModel *model = reader->model;
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, reader->at->span, NULL,
                  "expected %s instead of %s", wanted, scan_describe(reader->at, model->arena));
  return false;
}

static bool take(MapleReader *reader, char mark, const char *wanted)
{
  if (!scan_is_mark(reader->at, mark)) return fail(reader, wanted);
  reader->at++;
  return true;
}

static bool take_if(MapleReader *reader, char mark)
{
  if (!scan_is_mark(reader->at, mark)) return false;
  reader->at++;
  return true;
}

static bool take_name(MapleReader *reader, const char *wanted, Span *span)
{
  if (reader->at->kind != SCAN_NAME) return fail(reader, wanted);
  *span = reader->at->span;
  reader->at++;
  return true;
}

static bool take_word(MapleReader *reader, const char *lower, const char *upper)
{
  if (!scan_is_name(reader->at, lower) && !scan_is_name(reader->at, upper)) {
    return fail(reader, arena_format(reader->model->arena, "'%s'", lower));
  }
  reader->at++;
  return true;
}

static bool begins_statement(const ScanToken *token)
{
  return token->kind == SCAN_NAME && scan_is_mark(token + 1, (char)MARK_ASSIGN);
}

static bool begins_entry(const ScanToken *token)
{
  return token->kind == SCAN_NAME && scan_is_mark(token + 1, '=');
}

static bool ends_statement(const ScanToken *token)
{
  return token->kind == SCAN_END || scan_is_mark(token, ';') || scan_is_mark(token, ':');
}

static void skip_statement(MapleReader *reader)
{
  while (!ends_statement(reader->at) && !begins_statement(reader->at))
    reader->at++;
}

// ---- vectors and matrices

static bool read_sum(MapleReader *reader, Cell *cell)
{
  MapleModel *model = reader->model;
  CellReader cells = { .at = reader->at,
                       .values = &model->values,
                       .diagnostics = model->diagnostics,
                       .arena = model->arena,
                       .has_blanks = true };
  bool is_good = cell_read(&cells, cell);
  reader->at = cells.at;
  return is_good;
}

// Three sums in square brackets; behind them, with `may_be_homogeneous`, perhaps a 1.
static bool read_row(MapleReader *reader, Cell row[3], bool may_be_homogeneous)
{
  if (!take(reader, '[', "'['")) return false;
  for (int i = 0; i < 3; i++) {
    if (i > 0 && !take(reader, ',', "',' and three components")) return false;
    if (!read_sum(reader, &row[i])) return false;
  }
  if (may_be_homogeneous && take_if(reader, ',')) {
    const ScanToken *one = reader->at;
    bool is_one = one->kind == SCAN_NUMBER && one->span.length == 1 && *scan_bytes(one) == '1';
    if (!is_one) return fail(reader, "1, the fourth component of a point,");
    reader->at++;
  }
  return take(reader, ']', "']'");
}

static bool read_vector(MapleReader *reader, Cell vector[3], bool may_be_homogeneous)
{
  return take_word(reader, "vector", "Vector") && take(reader, '(', "'('") &&
         read_row(reader, vector, may_be_homogeneous) && take(reader, ')', "')'");
}

static bool read_matrix(MapleReader *reader, Cell matrix[3][3])
{
  if (!take_word(reader, "matrix", "Matrix") || !take(reader, '(', "'('") ||
      !take(reader, '[', "'['")) {
    return false;
  }
  for (int i = 0; i < 3; i++) {
    if (i > 0 && !take(reader, ',', "',' and three rows")) return false;
    if (!read_row(reader, matrix[i], false)) return false;
  }
  return take(reader, ']', "']' behind the rows") && take(reader, ')', "')'");
}

// ---- entries of tables

static bool open_entry(MapleReader *reader, Span *name, bool *is_bracketed)
{
  if (!take_name(reader, "the name of a frame", name) || !take(reader, '=', "'='")) return false;
  *is_bracketed = take_if(reader, '(');
  return take(reader, '[', "'['");
}

static bool close_entry(MapleReader *reader, bool is_bracketed)
{
  return take(reader, ']', "']' at the end of the entry") &&
         (!is_bracketed || take(reader, ')', "')' at the end of the entry"));
}

static const char *bytes_of(Span span) { return span.source->bytes + span.start; }

static void add_frame(MapleModel *model, MapleFrame frame)
{
  frame.name = names_of(&model->frame_names, bytes_of(frame.span), frame.span.length);
  if (map_find(&model->frame_index, frame.name) >= 0) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, frame.span, NULL,
                    "the frame '%s' is defined twice", frame.name);
    return;
  }
  if (model->frame_count == model->frame_capacity) {
    model->frame_capacity = 2 * model->frame_capacity + 32;
    model->frames =
        memory_grow(model->frames, (size_t)model->frame_capacity, sizeof *model->frames);
  }
  map_put(&model->frame_index, frame.name, model->frame_count);
  model->frames[model->frame_count++] = frame;
}

static bool read_frame(MapleReader *reader)
{
  MapleFrame frame = { 0 };
  bool is_bracketed = false;
  reader->model->values.group = MAPLE_GROUP_FRAMES;
  if (!open_entry(reader, &frame.span, &is_bracketed) ||
      !take_name(reader, "the frame before it", &frame.parent_span) || !take(reader, ',', "','") ||
      !read_vector(reader, frame.offset, false) || !take(reader, ',', "','") ||
      !read_vector(reader, frame.angle, false) || !close_entry(reader, is_bracketed)) {
    return false;
  }
  add_frame(reader->model, frame);
  return true;
}

static void check_symmetry(MapleModel *model, MapleBody *body)
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < i; j++) {
      const Cell *low = &body->inertia[i][j];
      const Cell *high = &body->inertia[j][i];
      if (strcmp(low->text, high->text) == 0) continue;
      diagnostics_add(model->diagnostics, SEVERITY_ERROR, low->span, NULL,
                      "the inertia matrix is not symmetric: %s here, %s across the diagonal",
                      low->text, high->text);
    }
  }
}

static void add_body(MapleModel *model, MapleBody body)
{
  if (model->body_count == model->body_capacity) {
    model->body_capacity = 2 * model->body_capacity + 16;
    model->bodies = memory_grow(model->bodies, (size_t)model->body_capacity, sizeof *model->bodies);
  }
  check_symmetry(model, &body);
  model->bodies[model->body_count++] = body;
}

static bool read_body(MapleReader *reader)
{
  MapleModel *model = reader->model;
  MapleBody body = { 0 };
  bool is_bracketed = false;
  Span name = { 0 };
  model->values.group = MAPLE_GROUP_BODIES + model->body_count;
  if (!open_entry(reader, &body.frame_span, &is_bracketed) ||
      !take_name(reader, "the name of a body", &name) || !take(reader, ',', "','") ||
      !read_sum(reader, &body.mass) || !take(reader, ',', "','") ||
      !read_matrix(reader, body.inertia) || !take(reader, ',', "','") ||
      !read_vector(reader, body.com, true) || !close_entry(reader, is_bracketed)) {
    return false;
  }
  const char *own = name_from(model->arena, bytes_of(name), name.length);
  body.name = names_new(&model->body_names, own);
  if (strcmp(own, body.name) != 0) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, name, NULL,
                    "the body '%s' is defined twice", own);
  }
  add_body(model, body);
  return true;
}

static void skip_entry(MapleReader *reader)
{
  while (!ends_statement(reader->at) && !begins_statement(reader->at) && !begins_entry(reader->at))
    reader->at++;
}

// Behind an entry: true if another one follows.
static bool next_entry(MapleReader *reader)
{
  const ScanToken *comma = reader->at;
  if (scan_is_mark(comma, ']')) return false;
  if (!take(reader, ',', "',' or ']' behind the entry")) {
    skip_entry(reader);
    return begins_entry(reader->at);
  }
  if (!scan_is_mark(reader->at, ']')) return true;
  diagnostics_add(reader->model->diagnostics, SEVERITY_WARNING, comma->span, "remove it",
                  "a comma behind the last entry");
  return false;
}

static bool read_table(MapleReader *reader, EntryReader *read_entry)
{
  if (!take_word(reader, "table", "Table") || !take(reader, '(', "'('") ||
      !take(reader, '[', "'['")) {
    return false;
  }
  bool is_good = true;
  bool has_more = !scan_is_mark(reader->at, ']');
  while (has_more) {
    bool is_entry_good = read_entry(reader);
    is_good = is_good && is_entry_good;
    if (!is_entry_good) skip_entry(reader);
    has_more = is_entry_good ? next_entry(reader) : begins_entry(reader->at);
  }
  if (!is_good) return false;
  return take(reader, ']', "']' at the end of the table") &&
         take(reader, ')', "')' at the end of the table");
}

// ---- the other statements

static bool read_contacts(MapleReader *reader)
{
  MapleModel *model = reader->model;
  if (!take(reader, '[', "'['")) return false;
  while (!take_if(reader, ']')) {
    if (model->contact_count > 0 && !take(reader, ',', "',' or ']'")) return false;
    Span name = { 0 };
    if (!take_name(reader, "the name of a frame", &name)) return false;
    if (model->contact_count == model->contact_capacity) {
      model->contact_capacity = 2 * model->contact_capacity + 8;
      model->contacts =
          memory_grow(model->contacts, (size_t)model->contact_capacity, sizeof *model->contacts);
    }
    model->contacts[model->contact_count++] = name;
  }
  return true;
}

static void add_coordinate(MapleModel *model, Span name)
{
  int value = values_add(&model->values, name);
  if (model->values.items[value].is_coordinate) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, name, NULL, "'%s' is in q twice",
                    model->values.items[value].name);
    return;
  }
  if (model->coordinate_count == model->coordinate_capacity) {
    model->coordinate_capacity = 2 * model->coordinate_capacity + 16;
    model->coordinates = memory_grow(model->coordinates, (size_t)model->coordinate_capacity,
                                     sizeof *model->coordinates);
  }
  model->values.items[value].is_coordinate = true;
  model->values.items[value].span = name;
  model->coordinates[model->coordinate_count++] = value;
}

static bool read_coordinates(MapleReader *reader)
{
  if (!take_word(reader, "vector", "Vector") || !take(reader, '(', "'('") ||
      !take(reader, '[', "'['")) {
    return false;
  }
  do {
    Span name = { 0 };
    if (!take_name(reader, "the name of a variable", &name)) return false;
    add_coordinate(reader->model, name);
  } while (take_if(reader, ','));
  return take(reader, ']', "']'") && take(reader, ')', "')'");
}

static void add_let(MapleModel *model, Span name, const Cell *cell)
{
  int value = values_add(&model->values, name);
  if (cell->is_number) {
    model->values.items[value].number = cell->text;
    return;
  }
  if (model->let_count == model->let_capacity) {
    model->let_capacity = 2 * model->let_capacity + 8;
    model->lets = memory_grow(model->lets, (size_t)model->let_capacity, sizeof *model->lets);
  }
  model->values.items[value].group = -1;  // declared by `let`, not by `param`
  model->lets[model->let_count++] = (MapleLet){ model->values.items[value].name, *cell };
}

// The names of speeds, and lists made of q: they follow from q.
static bool follows_from_q(const ScanToken *name)
{
  static const char *const names[] = { "ql", "qp", "qpT", "qpl", "qT", "qs", "qpp" };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (scan_is_name(name, names[i])) return true;
  }
  return false;
}

static bool read_other(MapleReader *reader, const ScanToken *name)
{
  MapleModel *model = reader->model;
  bool is_call = reader->at->kind == SCAN_NAME && scan_is_mark(reader->at + 1, '(');
  if (follows_from_q(name) || is_call || scan_is_mark(reader->at, '[')) {
    if (!follows_from_q(name)) {
      diagnostics_add(model->diagnostics, SEVERITY_WARNING, name->span,
                      "read are liaison..., Repere_corps, PointEnContact, q and values",
                      "%s is not used", scan_describe(name, model->arena));
    }
    skip_statement(reader);
    return true;
  }
  Cell cell = { 0 };
  model->values.group = MAPLE_GROUP_FRAMES;
  if (!read_sum(reader, &cell)) return false;
  add_let(model, name->span, &cell);
  return true;
}

// ---- statements

static bool begins_with(Span name, const char *text)
{
  size_t length = strlen(text);
  return name.length >= length && memcmp(bytes_of(name), text, length) == 0;
}

static bool ends_with(Span name, const char *text)
{
  size_t length = strlen(text);
  return name.length >= length && memcmp(bytes_of(name) + name.length - length, text, length) == 0;
}

static bool first_of_its_kind(MapleReader *reader, Span name, bool *has_it)
{
  if (*has_it) {
    diagnostics_add(reader->model->diagnostics, SEVERITY_ERROR, name, NULL,
                    "this part of the definition stands here a second time");
  }
  bool is_first = !*has_it;
  *has_it = true;
  return is_first;
}

static bool read_value(MapleReader *reader, const ScanToken *name)
{
  Span span = name->span;
  if (begins_with(span, "liaison") || begins_with(span, "Liaison")) {
    return first_of_its_kind(reader, span, &reader->has_frames) && read_table(reader, read_frame);
  }
  if (ends_with(span, "corps") && scan_is_name(reader->at, "table")) {
    return first_of_its_kind(reader, span, &reader->has_bodies) && read_table(reader, read_body);
  }
  if (begins_with(span, "PointEnContact")) {
    return first_of_its_kind(reader, span, &reader->has_contacts) && read_contacts(reader);
  }
  if (scan_is_name(name, "q")) {
    return first_of_its_kind(reader, span, &reader->has_coordinates) && read_coordinates(reader);
  }
  return read_other(reader, name);
}

static void read_statement(MapleReader *reader)
{
  const ScanToken *name = reader->at;
  reader->at += 2;
  bool is_good = read_value(reader, name);
  if (is_good && !ends_statement(reader->at)) fail(reader, "';' at the end of the statement");
  if (is_good && reader->at->kind == SCAN_END) fail(reader, "';' at the end of the statement");
  skip_statement(reader);
}

static void skip_foreign_text(MapleReader *reader)
{
  diagnostics_add(reader->model->diagnostics, SEVERITY_ERROR, reader->at->span,
                  "a comment begins with '#'", "expected 'name := ...' instead of %s",
                  scan_describe(reader->at, reader->model->arena));
  while (reader->at->kind != SCAN_END && !begins_statement(reader->at))
    reader->at++;
}

void maple_read(MapleModel *model, const Source *source)
{
  MapleReader reader = { .model = model };
  reader.at = scan_text(source, maple_style, model->diagnostics, model->arena);
  while (reader.at->kind != SCAN_END) {
    if (begins_statement(reader.at)) {
      read_statement(&reader);
    } else if (scan_is_mark(reader.at, ';') || scan_is_mark(reader.at, ':')) {
      reader.at++;
    } else {
      skip_foreign_text(&reader);
    }
  }
  if (!reader.has_frames) fail(&reader, "the frames, liaison:=table([...]),");
  if (!reader.has_coordinates) fail(&reader, "the coordinates, q:=vector([...]),");
}
