// code_sincos.c -- sines and cosines at the start of a C function, computed by one call.
//
// Angles that are inputs are passed to NAME_sincos() together: directly from the argument where
// they are adjacent there, the others in a separate array. Sines and cosines of computed values
// call NAME_sin() and NAME_cos(). All results have the bits of base/sincos.h.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

// ---- selection of the angles

static bool is_early_circular(const Routine *routine, int statement)
{
  int value = routine->statements[statement].value;
  return value >= 0 && routine->values[value].is_early && routine_is_circular(routine, value);
}

// Returns the argument entry that holds an angle, or NULL if the angle is computed.
static const ProgramInput *entry_at(const CodeModel *model, int angle)
{
  const Program *program = model->program;
  int index = angle - program->constant_count;
  if (index < 0 || index >= program->input_count) return NULL;
  const ProgramInput *input = &program->inputs[index];
  return CODE_ARRAYS[input->source].name ? input : NULL;
}

static int place_of(const CodeAngles *angles, int angle)
{
  int place = 0;
  while (place < angles->count && angles->of[place] != angle)
    place++;
  return place;
}

// Inserts the angle in the order of the steps, which begins with the arguments and their entries.
static void add_angle(CodeAngles *angles, int angle)
{
  if (place_of(angles, angle) < angles->count) return;
  int place = angles->count++;
  for (; place > 0 && angles->of[place - 1] > angle; place--)
    angles->of[place] = angles->of[place - 1];
  angles->of[place] = angle;
}

// Returns how many angles from `begin` on are adjacent in an argument.
static int length_of_run(const CodeModel *model, const CodeAngles *angles, int begin)
{
  const ProgramInput *first = entry_at(model, angles->of[begin]);
  int length = 0;
  for (int k = begin; first && k < angles->count; k++) {
    const ProgramInput *input = entry_at(model, angles->of[k]);
    if (!input || input->source != first->source || input->index != first->index + length) break;
    length++;
  }
  return length;
}

// Maximum vector length. Vector loads wait for values that were just stored, so runs shorter than
// this are passed with the other angles.
enum { LANES = 4 };

// Moves the longest run of angles to the front. The remainder that does not fill a vector is left
// out if there are other angles to join it, or if it contains `needed`, the angle that is needed
// first.
static void hoist_run(const CodeModel *model, CodeAngles *angles, int needed)
{
  int begin = 0, length = 0;
  for (int k = 0; k < angles->count; k++) {
    int here = length_of_run(model, angles, k);
    bool is_worth_it = here == angles->count || here >= LANES;
    if (is_worth_it && here > length) {
      begin = k;
      length = here;
    }
  }
  int few = length > LANES ? length % LANES : 0, place = place_of(angles, needed) - begin;
  bool is_late = place >= length - few && place < length;
  if (is_late) begin += few;
  angles->straight = is_late || length < angles->count ? length - few : length;
  for (int k = 0; k < angles->straight; k++) {
    int angle = angles->of[begin + k];
    memmove(angles->of + k + 1, angles->of + k, (size_t)begin * sizeof angles->of[0]);
    angles->of[k] = angle;
  }
}

CodeAngles code_angles(const CodeModel *model, const Routine *routine, int first, int end)
{
  CodeAngles angles = { .first = first };
  while (angles.first < end && !is_early_circular(routine, angles.first))
    angles.first++;
  int last = angles.first;
  while (last < end && is_early_circular(routine, last))
    last++;
  angles.of = ARENA_ARRAY(model->arena, int, last - angles.first);
  for (int k = angles.first; k < last; k++)
    add_angle(&angles, routine->steps->at[routine->statements[k].value].arg[0]);
  if (angles.count > 0)
    hoist_run(model, &angles, routine->steps->at[routine->statements[angles.first].value].arg[0]);
  return angles;
}

// ---- calls

// Calls write this many results.
static int whole_lanes(int count) { return (count + LANES - 1) / LANES * LANES; }

int code_sincos_room(const CodeAngles *angles)
{
  int others = angles->count - angles->straight;
  return others > 0 ? angles->straight + whole_lanes(others) : whole_lanes(angles->straight);
}

// Returns "sine + 6, cosine + 6": where the call writes the results of the angles from `first` on.
static const char *arrays_from(const CodeModel *model, const CodeAngles *angles, int first)
{
  const char *behind = first > 0 ? code_text(model, " + %d", first) : "";
  if (angles->is_kept)
    return code_text(model, "w%s, w + %d", behind, code_sincos_room(angles) + first);
  return code_text(model, "sine%s, cosine%s", behind, behind);
}

static void put_straight_call(CodeWriter *writer, Text *out, int indent)
{
  const CodeAngles *angles = &writer->angles;
  const ProgramInput *input = entry_at(writer->model, angles->of[0]);
  const char *array = CODE_ARRAYS[input->source].name;
  if (input->index > 0) array = code_text(writer->model, "%s + %d", array, input->index);
  code_put(out, writer->model, "%*s$NAME_sincos(%s, %s, %d);\n", indent, "", array,
           arrays_from(writer->model, angles, 0), angles->straight);
  writer->used |= 1U << input->source;
}

static void put_other_call(CodeWriter *writer, Text *out, int indent)
{
  const CodeModel *model = writer->model;
  const CodeAngles *angles = &writer->angles;
  int others = angles->count - angles->straight;
  Text marked = { 0 };
  text_put(&marked, "{");
  for (int k = angles->straight; k < angles->count; k++) {
    text_put_char(&marked, '\001');
    code_put_expression(writer, &marked, angles->of[k]);
    text_put(&marked, k + 1 < angles->count ? "," : "");
  }
  text_put(&marked, " }");
  code_put_statement(out, model->language, indent,
                     code_text(model, "const $NAME_real angles[%d] =", others),
                     text_string(&marked));
  code_put(out, model, "%*s$NAME_sincos(angles, %s, %d);\n", indent, "",
           arrays_from(model, angles, angles->straight), others);
  text_free(&marked);
}

void code_put_sincos(CodeWriter *writer, Text *out, int indent)
{
  const CodeAngles *angles = &writer->angles;
  int room = code_sincos_room(angles);
  if (angles->is_kept) {
    writer->used |= 1U << SOURCE_WORK;
  } else {
    code_put(out, writer->model, "%*s$NAME_real sine[%d], cosine[%d];\n", indent, "", room, room);
  }
  if (angles->straight > 0) put_straight_call(writer, out, indent);
  if (angles->straight < angles->count) put_other_call(writer, out, indent);
}

int code_sincos_place(const Routine *routine, const CodeAngles *angles, int value)
{
  const Step *step = &routine->steps->at[value];
  if (!routine_is_circular(routine, value)) return -1;
  int place = place_of(angles, step->arg[0]);
  if (place == angles->count) return -1;
  return step->op == OP_SIN ? place : code_sincos_room(angles) + place;
}

const char *code_sincos_entry(const CodeModel *model, const Routine *routine,
                              const CodeAngles *angles, int value)
{
  int place = code_sincos_place(routine, angles, value), room = code_sincos_room(angles);
  if (place < 0) return NULL;
  if (angles->is_kept) return code_text(model, "w[%d]", place);
  return place < room ? code_text(model, "sine[%d]", place)
                      : code_text(model, "cosine[%d]", place - room);
}
