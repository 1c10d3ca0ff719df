// symoro_read.c -- the statements of a SYMORO file, and whether they fit together.
//
//     statement = key "=" ( sum | "{" sum { "," sum } "}" )
//
// Comments stand between (* and *).
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "import/symoro.h"

#include <stdlib.h>
#include <string.h>

const ScanStyle par_style = { .star_comments = true };

enum { MAX_FRAMES = 9999 };

typedef enum ParKind {
  PAR_COUNT,
  PAR_FRAMES,
  PAR_LINKS,
  PAR_JOINTS,
  PAR_IGNORED,
  PAR_VECTOR,
  PAR_MATRIX
} ParKind;

typedef struct ParInfo {
  const char *text;
  ParKind kind;
} ParInfo;

static const ParInfo keys[PAR_KEY_COUNT] = {
#define KEY(NAME, text, kind) { text, kind },
#include "import/symoro_keys.def"
};

typedef struct ParReader {
  ParModel *model;
  const ScanToken *at;
} ParReader;

static void error_at(const ParModel *model, Span span, const char *hint, const char *message)
{
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, span, hint, "%s", message);
}

static bool fail(ParReader *reader, const char *wanted)
{
  diagnostics_add(reader->model->diagnostics, SEVERITY_ERROR, reader->at->span, NULL,
                  "expected %s instead of %s", wanted,
                  scan_describe(reader->at, reader->model->arena));
  return false;
}

// ---- statements

// Parameters of a link are declared together, whatever the order of the file.
static void choose_group(ParModel *model, ParKind kind, int index)
{
  model->values.group = kind == PAR_LINKS ? PAR_GROUP_LINKS + index : PAR_GROUP_GEOMETRY;
}

static bool read_cell(ParReader *reader, ParKey key, int index, Cell *cell)
{
  ParModel *model = reader->model;
  ParKind kind = keys[key].kind;
  choose_group(model, kind, index);
  CellReader cells = { .at = reader->at,
                       .values = kind == PAR_IGNORED ? &model->ignored : &model->values,
                       .diagnostics = model->diagnostics,
                       .arena = model->arena };
  bool is_good = cell_read(&cells, cell);
  reader->at = cells.at;
  return is_good;
}

static bool read_list(ParReader *reader, ParKey key, ParList *list)
{
  Cell *cells = NULL;
  int capacity = 0;
  bool is_good = true;
  bool has_more = true;
  reader->at++;
  while (is_good && has_more) {
    if (list->count == capacity) {
      capacity = 2 * capacity + 16;
      cells = memory_grow(cells, (size_t)capacity, sizeof *cells);
    }
    is_good = read_cell(reader, key, list->count, &cells[list->count]);
    if (is_good) list->count++;
    has_more = scan_is_mark(reader->at, ',');
    if (has_more) reader->at++;
  }
  list->cells = ARENA_ARRAY(reader->model->arena, Cell, list->count + 1);
  if (list->count > 0) memcpy(list->cells, cells, (size_t)list->count * sizeof *cells);
  free(cells);
  if (!is_good) return false;
  if (!scan_is_mark(reader->at, '}')) return fail(reader, "',' or '}'");
  reader->at++;
  return true;
}

static bool read_value(ParReader *reader, ParKey key, ParList *list)
{
  if (scan_is_mark(reader->at, '{')) return read_list(reader, key, list);
  list->cells = ARENA_ARRAY(reader->model->arena, Cell, 1);
  list->count = 1;
  if (keys[key].kind == PAR_COUNT && (scan_is_name(reader->at, "True") ||  //
                                      scan_is_name(reader->at, "False"))) {
    *list->cells = cell_zero(reader->at->span);
    if (scan_is_name(reader->at, "True")) *list->cells = (Cell){ .text = "1", .is_number = true };
    reader->at++;
    return true;
  }
  return read_cell(reader, key, 0, list->cells);
}

static int find_key(const ScanToken *token)
{
  for (int i = 0; i < PAR_KEY_COUNT; i++) {
    if (scan_is_name(token, keys[i].text)) return i;
  }
  return -1;
}

static void report_unknown_key(const ParModel *model, const ScanToken *token)
{
  const char *names[PAR_KEY_COUNT];
  for (int i = 0; i < PAR_KEY_COUNT; i++)
    names[i] = keys[i].text;
  const char *nearest = nearest_name(scan_bytes(token), token->span.length, names, PAR_KEY_COUNT);
  const char *hint = nearest ? arena_format(model->arena, "did you mean '%s'?", nearest) : NULL;
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, token->span, hint, "unknown key %s",
                  scan_describe(token, model->arena));
}

static bool begins_statement(const ScanToken *token)
{
  return token->kind == SCAN_NAME && scan_is_mark(token + 1, '=');
}

static void skip_to_statement(ParReader *reader)
{
  while (reader->at->kind != SCAN_END && !begins_statement(reader->at))
    reader->at++;
}

static void read_statement(ParReader *reader)
{
  ParModel *model = reader->model;
  const ScanToken *name = reader->at;
  int key = find_key(name);
  if (!begins_statement(name)) {
    fail(reader, "'key = ...'");
    skip_to_statement(reader);
  } else if (key < 0) {
    report_unknown_key(model, name);
    reader->at++;
    skip_to_statement(reader);
  } else {
    ParList list = { .span = name->span };
    reader->at += 2;
    if (!read_value(reader, (ParKey)key, &list)) skip_to_statement(reader);
    if (model->lists[key].cells) {
      diagnostics_add(model->diagnostics, SEVERITY_ERROR, name->span, NULL,
                      "'%s' is given a second time", keys[key].text);
    }
    model->lists[key] = list;
  }
}

// ---- access

const Cell *par_cell(const ParModel *model, ParKey key, int index)
{
  static const Cell zero = { .text = "0", .is_zero = true, .is_number = true };
  const ParList *list = &model->lists[key];
  return index < list->count ? &list->cells[index] : &zero;
}

bool par_has(const ParModel *model, ParKey key)
{
  for (int i = 0; i < model->lists[key].count; i++) {
    if (!model->lists[key].cells[i].is_zero) return true;
  }
  return false;
}

int par_whole(const Cell *cell)
{
  int value = 0;
  for (const char *c = cell->text; *c; c++) {
    if (*c < '0' || *c > '9' || value > MAX_FRAMES / 10) return -1;
    value = 10 * value + (*c - '0');
  }
  return value;
}

ParMotion par_motion(const ParModel *model, int frame)
{
  return (ParMotion)par_whole(par_cell(model, PAR_SIGMA, frame));
}

bool par_is_cut(const ParModel *model, int frame)
{
  return frame >= model->link_count && frame < model->joint_count;
}

// ---- do the parts fit together?

static int read_count(const ParModel *model, ParKey key, Span end)
{
  if (model->lists[key].count == 0) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, end, NULL, "'%s = ...' is missing",
                    keys[key].text);
    return -1;
  }
  int count = par_whole(par_cell(model, key, 0));
  if (count <= 0) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, model->lists[key].span, NULL,
                    "'%s' is a whole number from 1 to %d", keys[key].text, (int)MAX_FRAMES);
  }
  return count;
}

static bool check_counts(ParModel *model, Span end)
{
  model->link_count = read_count(model, PAR_NL, end);
  model->joint_count = read_count(model, PAR_NJ, end);
  model->frame_count = read_count(model, PAR_NF, end);
  if (model->link_count <= 0 || model->joint_count <= 0 || model->frame_count <= 0) return false;
  int loops = model->joint_count - model->link_count;
  if (loops >= 0 && model->frame_count == model->joint_count + loops) return true;
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, model->lists[PAR_NF].span,
                  "each of the NJ - NL loops has two frames at its cut: NF = 2*NJ - NL",
                  "NL = %d, NJ = %d and NF = %d do not fit", model->link_count, model->joint_count,
                  model->frame_count);
  return false;
}

static int wanted_count(const ParModel *model, ParKind kind)
{
  switch (kind) {
  case PAR_COUNT: return 1;
  case PAR_FRAMES: return model->frame_count;
  case PAR_LINKS: return model->link_count;
  case PAR_JOINTS:
  case PAR_IGNORED: return model->joint_count;
  case PAR_VECTOR: return 3;
  case PAR_MATRIX: return 16;
  }
  return 0;
}

static void check_lengths(const ParModel *model)
{
  for (int key = 0; key < PAR_KEY_COUNT; key++) {
    const ParList *list = &model->lists[key];
    int wanted = wanted_count(model, keys[key].kind);
    if (list->count == wanted || !list->cells) continue;
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, list->span, NULL,
                    "'%s' has %d values instead of %d", keys[key].text, list->count, wanted);
  }
}

static void check_given(const ParModel *model, Span end)
{
  static const ParKey needed[] = { PAR_ANT, PAR_SIGMA, PAR_ALPHA, PAR_D, PAR_THETA, PAR_R };
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (model->lists[needed[i]].cells) continue;
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, end, NULL, "'%s = {...}' is missing",
                    keys[needed[i]].text);
  }
}

static void check_frame(const ParModel *model, int frame)
{
  const Cell *ant = par_cell(model, PAR_ANT, frame);
  const Cell *sigma = par_cell(model, PAR_SIGMA, frame);
  const Cell *mu = par_cell(model, PAR_MU, frame);
  int before = par_whole(ant);
  if (before < 0 || before > frame) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, ant->span, "0 is the base",
                    "the antecedent of frame %d is a frame before it", frame + 1);
  }
  if (par_whole(sigma) < 0 || par_whole(sigma) > 2) {
    error_at(model, sigma->span, "0: revolute, 1: prismatic, 2: fixed", "unknown kind of joint");
  }
  if (par_whole(mu) < 0 || par_whole(mu) > 1) {
    error_at(model, mu->span, "1: driven, 0: passive", "'mu' is 0 or 1");
  }
  if (frame >= model->joint_count && par_whole(sigma) != 2) {
    error_at(model, sigma->span, "sigma is 2 for the last NF - NJ frames",
             "the frame at the other side of a cut joint is fixed");
  }
}

// The one name in the cell that moves is the joint's variable.
static void find_variable(ParModel *model, int frame)
{
  ParMotion motion = par_motion(model, frame);
  if (motion == PAR_FIXED) return;
  const Cell *cell = par_cell(model, motion == PAR_REVOLUTE ? PAR_THETA : PAR_R, frame);
  if (cell->name_count != 1) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, cell->span,
                    motion == PAR_REVOLUTE ? "such as th1, or th1+pi/2" : "such as r1",
                    "here stands the variable of joint %d, one name", frame + 1);
    return;
  }
  model->values.items[cell->names[0]].is_coordinate = true;
}

static void check_unused(const ParModel *model)
{
  static const ParKey unreadable[] = { PAR_IS_MOBILE, PAR_IS_FLOATING, PAR_ETA, PAR_K };
  for (size_t i = 0; i < sizeof unreadable / sizeof unreadable[0]; i++) {
    if (!par_has(model, unreadable[i])) continue;
    bool is_base = unreadable[i] == PAR_IS_MOBILE || unreadable[i] == PAR_IS_FLOATING;
    error_at(model, model->lists[unreadable[i]].span,
             is_base ? "describe it in a .bl file: joint base : free from ground" : NULL,
             is_base ? "a base that moves freely cannot be read from this format"
                     : "flexible joints cannot be read");
  }
  for (int key = PAR_QP; key <= PAR_GAM; key++) {
    for (int i = 0; i < model->lists[key].count; i++) {
      const Cell *cell = &model->lists[key].cells[i];
      if (cell->is_name || cell->is_zero) continue;
      diagnostics_add(model->diagnostics, SEVERITY_WARNING, cell->span,
                      "give states and torques when you evaluate the model",
                      "this value of '%s' is not used", keys[key].text);
    }
  }
}

static void check_type(const ParModel *model)
{
  if (!model->lists[PAR_TYPE].cells) return;
  int type = par_whole(par_cell(model, PAR_TYPE, 0));
  bool has_loops = model->frame_count > model->joint_count;
  if (type >= 0 && type <= 2 && (type == 2) == has_loops) return;
  diagnostics_add(model->diagnostics, SEVERITY_WARNING, model->lists[PAR_TYPE].span,
                  "0: serial, 1: tree, 2: closed loops", "'Type' does not fit NL, NJ and NF");
}

static void check_model(ParModel *model, Span end)
{
  check_given(model, end);
  if (!check_counts(model, end)) return;
  int errors = diagnostics_error_count(model->diagnostics);
  check_lengths(model);
  for (int i = 0; i < model->frame_count; i++)
    check_frame(model, i);
  check_unused(model);
  check_type(model);
  if (diagnostics_error_count(model->diagnostics) > errors) return;
  for (int i = 0; i < model->frame_count; i++)
    find_variable(model, i);
}

void par_read(ParModel *model, const Source *source)
{
  ParReader reader = { .model = model };
  int errors = diagnostics_error_count(model->diagnostics);
  reader.at = scan_text(source, par_style, model->diagnostics, model->arena);
  while (reader.at->kind != SCAN_END)
    read_statement(&reader);
  if (diagnostics_error_count(model->diagnostics) == errors) check_model(model, reader.at->span);
}
