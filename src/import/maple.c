// maple.c -- the Maple definition files of the thesis "modelling of articulated mechanisms".
//
//     liaison_vehicule:=table([ Repere1=([R0,vector([x,0,0]),vector([0,0,0])]), ... ]);
//     Repere_corps:=table([ Repere1=([chassis,M,matrix([[..],..]),Vector([0,0,0,1])]), ... ]);
//     PointEnContact:=[Repere5];
//     q:=vector([x,theta]);
//
// A frame comes from the one before it by a translation, then a rotation about one axis; frames may
// stand in any order. What is in q moves, all other symbols are parameters. Inertias are about the
// centre of mass. The thesis's generator has its gravity g against the z axis of R0, so that is
// what the description says. Each frame becomes a `frame`, each contact a `point`.
// SPDX-License-Identifier: MIT
#include "import/maple.h"

#include "base/memory.h"
#include "import/describe.h"
#include "import/import.h"

#include <stdlib.h>
#include <string.h>

enum { MAPLE_GROUND = -1, MAPLE_UNKNOWN = -2 };

// ---- checks of the whole

// The index of the frame, MAPLE_GROUND for R0, MAPLE_UNKNOWN with an error otherwise.
static int find_frame(MapleModel *model, Span name)
{
  const char *foreign = name.source->bytes + name.start;
  const char *own = names_of(&model->frame_names, foreign, name.length);
  int index = map_find(&model->frame_index, own);
  if (index >= 0) return index;
  if (name.length == 2 && memcmp(foreign, "R0", 2) == 0) return MAPLE_GROUND;
  const char **known = memory_new((size_t)model->frame_count + 1, sizeof *known);
  for (int i = 0; i < model->frame_count; i++)
    known[i] = model->frames[i].name;
  known[model->frame_count] = "R0";
  const char *nearest = nearest_name(foreign, name.length, known, model->frame_count + 1);
  const char *hint =
      nearest ? arena_format(model->arena, "did you mean '%s'?", nearest) : "the first frame is R0";
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, name, hint, "unknown frame '%s'", own);
  free(known);
  return MAPLE_UNKNOWN;
}

static void check_angles(const MapleModel *model, const MapleFrame *frame)
{
  int count = 0;
  for (int i = 0; i < 3; i++) {
    if (!frame->angle[i].is_zero) count++;
    if (count < 2) continue;
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, frame->angle[i].span,
                    "write one frame for each angle", "a frame turns about one axis only");
    return;
  }
}

static void check_coordinates(const MapleModel *model)
{
  bool *is_used = memory_new((size_t)model->values.count + 1, sizeof *is_used);
  for (int i = 0; i < model->frame_count; i++) {
    for (int k = 0; k < 6; k++) {
      const MapleFrame *frame = &model->frames[i];
      const Cell *cell = k < 3 ? &frame->offset[k] : &frame->angle[k - 3];
      for (int n = 0; n < cell->name_count; n++)
        is_used[cell->names[n]] = true;
    }
  }
  for (int i = 0; i < model->coordinate_count; i++) {
    const Value *value = &model->values.items[model->coordinates[i]];
    if (is_used[model->coordinates[i]]) continue;
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, value->span, NULL,
                    "'%s' is in q, but in no frame", value->name);
  }
  free(is_used);
}

static void find_frames(MapleModel *model)
{
  for (int i = 0; i < model->frame_count; i++) {
    model->frames[i].parent = find_frame(model, model->frames[i].parent_span);
    check_angles(model, &model->frames[i]);
  }
  for (int i = 0; i < model->body_count; i++)
    model->bodies[i].frame = find_frame(model, model->bodies[i].frame_span);
  for (int i = 0; i < model->contact_count; i++)
    (void)find_frame(model, model->contacts[i]);
}

// The frames with those before them first, otherwise as in the file. NULL, with an error: in a
// circle.
static const int *sort_frames(MapleModel *model)
{
  enum { NEW, WAITING, DONE };
  int *order = ARENA_ARRAY(model->arena, int, model->frame_count + 1);
  int *state = ARENA_ARRAY(model->arena, int, model->frame_count + 1);
  int *path = ARENA_ARRAY(model->arena, int, model->frame_count + 1);
  int count = 0;
  for (int i = 0; i < model->frame_count; i++) {
    int depth = 0;
    int frame = i;
    for (; frame >= 0 && state[frame] == NEW; frame = model->frames[frame].parent) {
      state[frame] = WAITING;
      path[depth++] = frame;
    }
    if (frame >= 0 && state[frame] == WAITING) {
      diagnostics_add(model->diagnostics, SEVERITY_ERROR, model->frames[frame].parent_span,
                      "a frame must lead to R0", "the frame '%s' comes after itself",
                      model->frames[frame].name);
      return NULL;
    }
    while (depth > 0) {
      state[path[--depth]] = DONE;
      order[count++] = path[depth];
    }
  }
  return order;
}

// ---- the description

static const char *frame_name(const MapleModel *model, int frame)
{
  return frame >= 0 ? model->frames[frame].name : "ground";
}

static void put_moves(const MapleModel *model, char letter, const Cell cells[3], int *count,
                      Text *bl)
{
  for (int i = 0; i < 3; i++) {
    if (cells[i].is_zero) continue;
    const char *constant = cell_moves(&cells[i], &model->values) ? "" : "K";
    text_format(bl, "%s%c%c%s(%s)", *count > 0 ? ", " : " : ", letter, 'X' + i, constant,
                cells[i].text);
    ++*count;
  }
}

static void put_frame(const MapleModel *model, const MapleFrame *frame, Text *bl)
{
  int count = 0;
  text_format(bl, "frame %s in %s", frame->name, frame_name(model, frame->parent));
  put_moves(model, 'T', frame->offset, &count, bl);
  put_moves(model, 'R', frame->angle, &count, bl);
  text_put_char(bl, '\n');
}

static void put_inertia(const MapleBody *body, Text *bl)
{
  const Cell(*m)[3] = body->inertia;
  bool is_diagonal = m[0][1].is_zero && m[0][2].is_zero && m[1][2].is_zero;
  if (is_diagonal) {
    if (m[0][0].is_zero && m[1][1].is_zero && m[2][2].is_zero) return;
    text_format(bl, ", inertia diag(%s, %s, %s)", m[0][0].text, m[1][1].text, m[2][2].text);
    return;
  }
  text_put(bl, ",\n     inertia [");
  for (int i = 0; i < 3; i++) {
    text_format(bl, "%s[%s, %s, %s]", i > 0 ? ", " : "", m[i][0].text, m[i][1].text, m[i][2].text);
  }
  text_put_char(bl, ']');
}

static void put_body(const MapleModel *model, const MapleBody *body, Text *bl)
{
  const Cell *com = body->com;
  text_format(bl, "body %s on %s : mass %s", body->name, frame_name(model, body->frame),
              body->mass.text);
  if (!com[0].is_zero || !com[1].is_zero || !com[2].is_zero) {
    text_format(bl, ", com [%s, %s, %s]", com[0].text, com[1].text, com[2].text);
  }
  put_inertia(body, bl);
  text_put_char(bl, '\n');
}

static void put_coordinates(const MapleModel *model, Text *bl)
{
  for (int i = 0; i < model->coordinate_count; i++) {
    const Value *value = &model->values.items[model->coordinates[i]];
    text_format(bl, "%s%s", i == 0 ? "coord " : ", ", value->name);
    if (value->number) text_format(bl, " = %s", value->number);
  }
  text_put_char(bl, '\n');
}

// The name of the acceleration of gravity; the file may have used it already.
static const char *gravity_name(MapleModel *model)
{
  Span nowhere = { 0 };
  model->values.group = MAPLE_GROUP_FRAMES;
  int value = values_add_text(&model->values, "g", nowhere);
  if (!model->values.items[value].is_coordinate) return model->values.items[value].name;
  value = values_add_text(&model->values, "gravity_g", nowhere);
  return model->values.items[value].name;
}

static void put_points(MapleModel *model, Text *bl)
{
  if (model->contact_count > 0) text_put_char(bl, '\n');
  for (int i = 0; i < model->contact_count; i++) {
    const char *frame = frame_name(model, find_frame(model, model->contacts[i]));
    const char *wanted = arena_format(model->arena, "contact_%s", frame);
    text_format(bl, "point %s on %s at [0, 0, 0]\n", names_new(&model->frame_names, wanted), frame);
  }
}

static void put_values(MapleModel *model, Text *bl)
{
  const char *g = gravity_name(model);
  for (int group = 0; group <= model->body_count; group++)
    values_put_params(&model->values, group, bl);
  put_coordinates(model, bl);
  for (int i = 0; i < model->let_count; i++)
    text_format(bl, "let %s = %s\n", model->lets[i].name, model->lets[i].value.text);
  text_format(bl, "gravity [0, 0, -%s]\n", g);
}

static void put_description(MapleModel *model, const char *file_name, Text *bl)
{
  const int *order = sort_frames(model);
  if (!order) return;
  describe_top(bl, file_name, "a definition file (Maple tables)", NULL,
               name_from_file(model->arena, file_name));
  put_values(model, bl);
  text_put_char(bl, '\n');
  for (int i = 0; i < model->frame_count; i++)
    put_frame(model, &model->frames[order[i]], bl);
  if (model->body_count > 0) text_put_char(bl, '\n');
  for (int i = 0; i < model->body_count; i++)
    put_body(model, &model->bodies[i], bl);
  put_points(model, bl);
}

// ---- the format

bool recognise_maple(const Source *source)
{
  Arena *arena = arena_new();
  bool is_found = false;
  for (const ScanToken *token = scan_text(source, maple_style, NULL, arena);
       token->kind != SCAN_END && !is_found; token++) {
    is_found = scan_is_mark(token, (char)MARK_ASSIGN) &&
               (scan_is_name(token + 1, "table") || scan_is_name(token + 1, "vector"));
  }
  arena_free(arena);
  return is_found;
}

static void model_free(MapleModel *model)
{
  values_free(&model->values);
  names_free(&model->frame_names);
  names_free(&model->body_names);
  map_free(&model->frame_index);
  free(model->frames);
  free(model->bodies);
  free(model->lets);
  free(model->contacts);
  free(model->coordinates);
  arena_free(model->arena);
}

bool import_maple(const Source *source, const ImportOptions *options, Diagnostics *diagnostics,
                  Text *bl)
{
  Arena *arena = arena_new();
  int errors = diagnostics_error_count(diagnostics);
  MapleModel model = { .arena = arena,
                       .diagnostics = diagnostics,
                       .values.names.arena = arena,
                       .frame_names.arena = arena,
                       .body_names.arena = arena };
  maple_read(&model, source);
  // what was not read would be missed: of a damaged text only the damage is reported
  if (diagnostics_error_count(diagnostics) == errors) {
    find_frames(&model);
    check_coordinates(&model);
  }
  if (diagnostics_error_count(diagnostics) == errors)
    put_description(&model, options->file_name, bl);
  bool is_good = diagnostics_error_count(diagnostics) == errors;
  model_free(&model);
  return is_good;
}
