// maple.c -- imports the Maple definition files of the thesis "modelling of articulated
// mechanisms".
//
//     liaison_vehicule:=table([ Repere1=([R0,vector([x,0,0]),vector([0,0,0])]), ... ]);
//     Repere_corps:=table([ Repere1=([chassis,M,matrix([[..],..]),Vector([0,0,0,1])]), ... ]);
//     PointEnContact:=[Repere5];
//     q:=vector([x,theta]);
//
// A frame is reached from its parent by a translation, then a rotation about one axis; frames may
// be in any order. The elements of q are coordinates, all other symbols are parameters. Inertias
// are about the centre of mass. In the thesis, gravity g acts against the z axis of R0, and the
// description is written accordingly. Each frame becomes a `frame`, each contact a `point`.
// SPDX-License-Identifier: MIT
#include "import/maple/maple.h"

#include "import/common/decimal.h"

#include <string.h>

enum { MAPLE_GROUND = -1, MAPLE_UNKNOWN = -2 };

// ---- consistency checks

// Returns the index of the frame; MAPLE_GROUND for R0; otherwise MAPLE_UNKNOWN with an error.
static int find_frame(MapleModel *model, Span name)
{
  const char *foreign = name.source->bytes + name.start;
  const char *own = names_of(&model->frame_names, foreign, name.length);
  int index = map_find(&model->frame_index, own);
  if (index >= 0) return index;
  if (name.length == 2 && memcmp(foreign, "R0", 2) == 0) return MAPLE_GROUND;
  const char **known = ARENA_ARRAY(model->arena, const char *, model->frame_count + 1);
  for (int i = 0; i < model->frame_count; i++)
    known[i] = model->frames[i].name;
  known[model->frame_count] = "R0";
  const char *hint =
      nearest_or_all(model->arena, foreign, name.length, known, model->frame_count + 1);
  diagnostics_error(model->diagnostics, name, hint, "unknown frame '%s'", own);
  return MAPLE_UNKNOWN;
}

static void check_angles(const MapleModel *model, const MapleFrame *frame)
{
  int count = 0;
  for (int i = 0; i < 3; i++) {
    if (!frame->angle[i].is_zero) count++;
    if (count < 2) continue;
    diagnostics_error(model->diagnostics, frame->angle[i].span, "write one frame for each angle",
                      "a frame turns about one axis only");
    return;
  }
}

static void check_coordinates(const MapleModel *model)
{
  bool *is_used = ARENA_ARRAY(model->arena, bool, model->values.count);
  for (int i = 0; i < model->frame_count; i++) {
    for (int k = 0; k < 6; k++) {
      const MapleFrame *frame = &model->frames[i];
      const Cell *cell = k < 3 ? &frame->offset[k] : &frame->angle[k - 3];
      for (int n = 0; n < cell->name_count; n++)
        is_used[cell->names[n]] = true;
    }
  }
  for (int i = 0; i < model->coordinate_count; i++) {
    const ForeignValue *value = &model->values.items[model->coordinates[i]];
    if (is_used[model->coordinates[i]]) continue;
    diagnostics_error(model->diagnostics, value->span, NULL, "'%s' is in q, but in no frame",
                      value->name);
  }
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

// Returns the frames with parents before children, otherwise in file order. Returns NULL, with an
// error, if they form a cycle.
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
      diagnostics_error(model->diagnostics, model->frames[frame].parent_span,
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

static const char *moves_of(const MapleModel *model, char letter, const Cell cells[3])
{
  const char *moves = "";
  for (int i = 0; i < 3; i++) {
    if (cells[i].is_zero) continue;
    const char *constant = cell_moves(&cells[i], &model->values) ? "" : "K";
    moves = moves_joined(
        model->arena, moves,
        arena_format(model->arena, "%c%c%s(%s)", letter, 'X' + i, constant, cells[i].text));
  }
  return moves;
}

static void put_frame(const MapleModel *model, const MapleFrame *frame)
{
  build_frame(model->import, frame->name, frame_name(model, frame->parent),
              moves_joined(model->arena, moves_of(model, 'T', frame->offset),
                           moves_of(model, 'R', frame->angle)));
}

static void put_body(const MapleModel *model, const MapleBody *body)
{
  const Cell(*m)[3] = body->inertia;
  MassData data = { .mass = body->mass.text,
                    .com = { body->com[0].text, body->com[1].text, body->com[2].text },
                    .inertia = { m[0][0].text, m[0][1].text, m[0][2].text, m[1][1].text,
                                 m[1][2].text, m[2][2].text } };
  build_mass(model->import, body->name, frame_name(model, body->frame), &data);
}

static void put_coordinates(const MapleModel *model)
{
  Text items = { 0 };
  for (int i = 0; i < model->coordinate_count; i++) {
    const ForeignValue *value = &model->values.items[model->coordinates[i]];
    text_format(&items, "%s%s", i == 0 ? "" : ", ", value->name);
    if (value->number) text_format(&items, " = %s", value->number);
  }
  if (items.length > 0) document_write(model->import->document, "coord %s", text_string(&items));
  text_free(&items);
}

// Returns the name of the acceleration of gravity; the file may already use it.
static const char *gravity_name(MapleModel *model)
{
  Span nowhere = { 0 };
  model->values.group = MAPLE_GROUP_FRAMES;
  int value = values_add_text(&model->values, "g", nowhere);
  if (!model->values.items[value].is_coordinate) return model->values.items[value].name;
  value = values_add_text(&model->values, "gravity_g", nowhere);
  return model->values.items[value].name;
}

static void put_points(MapleModel *model)
{
  Document *document = model->import->document;
  if (model->contact_count > 0) document_comment(document, "%s", "");
  for (int i = 0; i < model->contact_count; i++) {
    const char *frame = frame_name(model, find_frame(model, model->contacts[i]));
    document_write(document, "point %s at [0, 0, 0] on %s",
                   names_join(&model->frame_names, "contact", frame), frame);
  }
}

static void put_values(MapleModel *model)
{
  Document *document = model->import->document;
  const char *g = gravity_name(model);
  for (int group = 0; group <= model->body_count; group++)
    values_put_params(model->import, &model->values, group);
  put_coordinates(model);
  for (int i = 0; i < model->let_count; i++)
    document_write(document, "let %s = %s", model->lets[i].name, model->lets[i].value.text);
  document_write(document, "gravity [0, 0, -%s]", g);
}

static void put_description(MapleModel *model)
{
  const int *order = sort_frames(model);
  if (!order) return;
  build_top(model->import, "a definition file (Maple tables)", NULL);
  put_values(model);
  document_comment(model->import->document, "%s", "");
  for (int i = 0; i < model->frame_count; i++)
    put_frame(model, &model->frames[order[i]]);
  if (model->body_count > 0) document_comment(model->import->document, "%s", "");
  for (int i = 0; i < model->body_count; i++)
    put_body(model, &model->bodies[i]);
  put_points(model);
}

// ---- the format

bool recognise_maple(const Source *source)
{
  Arena *arena = arena_new();
  bool is_found = false;
  for (const Token *token = tokens_of(source, &maple_rules, NULL, arena);
       token->kind != TOKEN_END && !is_found; token++) {
    is_found = token->kind == TOKEN_DEFINE &&
               (span_is(token[1].span, "table") || span_is(token[1].span, "vector"));
  }
  arena_free(arena);
  return is_found;
}

bool import_maple(Import *import)
{
  Arena *arena = import->arena;
  MapleModel model = { .import = import,
                       .arena = arena,
                       .diagnostics = import->diagnostics,
                       .values.names.arena = arena,
                       .frame_names.arena = arena,
                       .body_names.arena = arena };
  maple_read(&model, import->source);
  // Missing parts would cause further errors, so only syntax errors of a damaged text are reported.
  if (!has_errors(import)) {
    find_frames(&model);
    check_coordinates(&model);
  }
  if (!has_errors(import)) put_description(&model);
  values_free(&model.values);
  names_free(&model.frame_names);
  names_free(&model.body_names);
  map_free(&model.frame_index);
  return true;
}
