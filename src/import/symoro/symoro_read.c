// symoro_read.c -- the statements of a SYMORO file.
//
//     statement = key "=" ( sum | "{" sum { "," sum } "}" )
//
// Comments are enclosed in (* and *). If the base is free, the lists of the links may begin with
// it.
// SPDX-License-Identifier: MIT
#include "import/symoro/symoro.h"

#include <string.h>
#include <strings.h>

const LexerRules par_rules = {
  .marks = MARKS_FOREIGN, .loose_numbers = true, .all_letters = true, .star_comments = true
};

static const ParInfo keys[PAR_KEY_COUNT] = {
#define KEY(NAME, text, kind) { text, kind },
#include "import/symoro/symoro_keys.def"
};

typedef struct ParReader {
  CellReader in;
  ParModel *model;
} ParReader;

// ---- statements

static bool read_cell(ParReader *reader, ParKey key, int index, Cell *cell)
{
  ParModel *model = reader->model;
  ParKind kind = keys[key].kind;
  bool is_ignored = kind == PAR_IGNORED || (kind == PAR_MOTION && par_base_is_free(model));
  // The parameters of a link are declared together, regardless of the order in the file.
  model->values.group = kind == PAR_LINKS ? PAR_GROUP_LINKS + index : PAR_GROUP_GEOMETRY;
  reader->in.values = is_ignored ? &model->ignored : &model->values;
  return cell_read(&reader->in, cell);
}

static bool read_list(ParReader *reader, ParKey key, ParList *list)
{
  bool is_good = true;
  bool has_more = true;
  reader->in.at++;
  while (is_good && has_more) {
    Cell cell;
    is_good = read_cell(reader, key, list->count, &cell);
    if (is_good) *ARENA_PUSH(reader->model->arena, list->cells, list->count) = cell;
    has_more = reader_take_if(&reader->in, TOKEN_COMMA);
  }
  return is_good && reader_accept(&reader->in, TOKEN_BRACE_CLOSE, "',' or '}'");
}

static bool read_value(ParReader *reader, ParKey key, ParList *list)
{
  if (reader->in.at->kind == TOKEN_BRACE_OPEN) return read_list(reader, key, list);
  list->cells = ARENA_ARRAY(reader->model->arena, Cell, 1);
  list->count = 1;
  if (keys[key].kind == PAR_COUNT && (span_is(reader->in.at->span, "True") ||  //
                                      span_is(reader->in.at->span, "False"))) {
    *list->cells = cell_zero(reader->in.at->span);
    if (span_is(reader->in.at->span, "True"))
      *list->cells = (Cell){ .text = "1", .is_number = true };
    reader->in.at++;
    return true;
  }
  return read_cell(reader, key, 0, list->cells);
}

// SYMORO also accepts capitals in the keys of the geometry: Ant.
static int find_key(const Token *token)
{
  const char *name = span_bytes(token->span);
  for (int i = 0; i < PAR_KEY_COUNT; i++)
    if (span_is(token->span, keys[i].text)) return i;
  for (int i = PAR_ANT; i <= PAR_THETA; i++) {
    bool is_long = strlen(keys[i].text) == token->span.length;
    if (is_long && strncasecmp(keys[i].text, name, token->span.length) == 0) return i;
  }
  return -1;
}

static void report_unknown_key(const ParModel *model, const Token *token)
{
  const char *names[PAR_KEY_COUNT];
  for (int i = 0; i < PAR_KEY_COUNT; i++)
    names[i] = keys[i].text;
  const char *hint = nearest_hint(model->arena, span_bytes(token->span), token->span.length, names,
                                  PAR_KEY_COUNT, NULL);
  diagnostics_error(model->diagnostics, token->span, hint, "unknown key %s",
                    token_describe(token, model->arena));
}

static void skip_to_statement(ParReader *reader)
{
  while (reader->in.at->kind != TOKEN_END && !token_is_assigned(reader->in.at))
    reader->in.at++;
}

static void read_statement(ParReader *reader)
{
  ParModel *model = reader->model;
  const Token *name = reader->in.at;
  int key = find_key(name);
  if (!token_is_assigned(name)) {
    reader_fail(&reader->in, "'key = ...'");
    skip_to_statement(reader);
  } else if (key < 0) {
    report_unknown_key(model, name);
    reader->in.at++;
    skip_to_statement(reader);
  } else {
    ParList list = { .span = name->span };
    reader->in.at += 2;
    if (!read_value(reader, (ParKey)key, &list)) skip_to_statement(reader);
    if (model->lists[key].cells) {
      diagnostics_error(model->diagnostics, name->span, NULL, "'%s' is given a second time",
                        keys[key].text);
    }
    model->lists[key] = list;
  }
}

// ---- access

const ParInfo *par_info(ParKey key) { return &keys[key]; }

const Cell *par_cell(const ParModel *model, ParKey key, int index)
{
  static const Cell zero = { .text = "0", .is_zero = true, .is_number = true };
  const ParList *list = &model->lists[key];
  bool begins_at_base = keys[key].kind == PAR_LINKS && list->count == model->link_count + 1;
  int place = begins_at_base ? index + 1 : index;
  return place >= 0 && place < list->count ? &list->cells[place] : &zero;
}

bool par_has(const ParModel *model, ParKey key)
{
  for (int i = 0; i < model->lists[key].count; i++)
    if (!model->lists[key].cells[i].is_zero) return true;
  return false;
}

int par_whole(const Cell *cell)
{
  int value = 0;
  for (const char *c = cell->text; *c; c++) {
    if (*c < '0' || *c > '9' || value > PAR_MAX_FRAMES / 10) return -1;
    value = 10 * value + (*c - '0');
  }
  return value;
}

ParMotion par_motion(const ParModel *model, int frame)
{
  return (ParMotion)par_whole(par_cell(model, PAR_SIGMA, frame));
}

bool par_base_is_free(const ParModel *model)
{
  return par_has(model, PAR_IS_MOBILE) || par_has(model, PAR_IS_FLOATING);
}

bool par_is_cut(const ParModel *model, int frame)
{
  return frame >= model->link_count && frame < model->joint_count;
}

void par_read(ParModel *model, const Source *source)
{
  ParReader reader = { .in = { tokens_of(source, &par_rules, model->diagnostics, model->arena),
                               &model->values, model->diagnostics, model->arena },
                       .model = model };
  while (reader.in.at->kind != TOKEN_END)
    read_statement(&reader);
  if (!has_errors(model->import)) par_check(model, reader.in.at->span);
}
