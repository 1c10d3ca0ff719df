// statics.c -- mechanisms at rest, through the public interface.
// SPDX-License-Identifier: MIT
#include "study/statics.h"

#include "api/api.h"
#include "api/coordinate_list.h"
#include "api/start_state.h"
#include "api/statics_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What is asked, and where the answer goes.
typedef struct Request {
  const BielleStaticsOptions *options;
  const StaticsModel *model;
  const Source *source;  // of the state
  Arena *arena;
  Diagnostics *local;
  BielleDiagnostics *diagnostics;
  Text *out;
} Request;

// ---- lists of drives

// A name of the list, and what stands behind it as "=2".
typedef struct Item {
  const char *name;
  size_t length;
  const char *value;  // NULL: none
} Item;

static const char *next_item(const char *at, Item *item)
{
  at += strspn(at, ", ");
  item->name = at;
  item->length = strcspn(at, "=, ");
  at += item->length;
  at += strspn(at, " ");
  item->value = *at == '=' ? at + 1 : NULL;
  return at + strcspn(at, ",");
}

static bool is_item(const Item *item, const char *name)
{
  return strlen(name) == item->length && memcmp(name, item->name, item->length) == 0;
}

// The coordinate or the input of that name.
static bool find_drive(const Request *request, const Item *item, StaticsDrive *drive)
{
  const Equations *equations = request->model->equations;
  int n = equations->coordinate_count, count = n + equations->input_count;
  const char **names = ARENA_ARRAY(request->arena, const char *, count);
  for (int i = 0; i < count; i++) {
    names[i] = i < n ? equations->coordinates[i].name : equations->inputs[i - n].name;
    if (!is_item(item, names[i])) continue;
    *drive = (StaticsDrive){ i >= n, i < n ? i : i - n, 1 };
    return true;
  }
  const char *near = nearest_name(item->name, item->length, names, count);
  const char *hint = near ? arena_format(request->arena, "did you mean '%s'?", near) : NULL;
  diagnose(request->diagnostics, hint, "there is no coordinate or input '%.*s' that could drive",
           (int)item->length, item->name);
  return false;
}

static int find_among(const StaticsOptions *options, StaticsDrive drive)
{
  for (int k = 0; k < options->drive_count; k++) {
    const StaticsDrive *other = &options->drives[k];
    if (other->is_input == drive.is_input && other->index == drive.index) return k;
  }
  return -1;
}

static int count_items(const char *list)
{
  int count = 1;
  for (; *list; list++)
    count += *list == ',';
  return count;
}

// --drives "q1, u2"; without it the free inputs of torques.
static bool read_drives(const Request *request, StaticsOptions *options, StaticsDrive **drives)
{
  const char *list = request->options->drives;
  if (!list) {
    *drives = statics_usual_drives(request->model, request->arena, &options->drive_count);
    options->drives = *drives;
    return true;
  }
  *drives = ARENA_ARRAY(request->arena, StaticsDrive, count_items(list));
  options->drives = *drives;
  while (*list) {
    Item item;
    list = next_item(list, &item);
    if (item.length == 0) continue;
    StaticsDrive drive;
    if (!find_drive(request, &item, &drive)) return false;
    if (find_among(options, drive) < 0) (*drives)[options->drive_count++] = drive;
  }
  return true;
}

// --weights "u1=2, u2=0.5"
static bool read_weights(const Request *request, const StaticsOptions *options,
                         StaticsDrive drives[])
{
  const char *list = request->options->weights ? request->options->weights : "";
  while (*list) {
    Item item;
    StaticsDrive drive;
    list = next_item(list, &item);
    if (item.length == 0) continue;
    if (!find_drive(request, &item, &drive)) return false;
    int place = find_among(options, drive);
    char *end = NULL;
    double weight = item.value ? strtod(item.value, &end) : 0;
    bool is_number = end && end != item.value && (*end == '\0' || *end == ',' || *end == ' ');
    if (place >= 0 && is_number && weight > 0 && isfinite(weight)) {
      drives[place].weight = weight;
      continue;
    }
    diagnose(request->diagnostics, "write --weights u1=2,u2=1", "'%.*s' %s", (int)item.length,
             item.name, place < 0 ? "is not among the drives" : "needs a weight above 0");
    return false;
  }
  return true;
}

// ---- from the mechanism to the answer

static bool read_options(const Request *request, StaticsOptions *options)
{
  const BielleStaticsOptions *given = request->options;
  StaticsDrive *drives = NULL;
  bool *is_held = ARENA_ARRAY(request->arena, bool, request->model->mechanism->coordinate_count);
  *options = (StaticsOptions){ .is_held = is_held,
                               .is_equilibrium = given->is_equilibrium != 0,
                               .wants_all = given->wants_all != 0 };
  if (!coordinate_list_read(given->hold, "to be held", request->model->mechanism, is_held,
                            request->local)) {
    return false;
  }
  if (options->is_equilibrium && (given->drives || given->weights)) {
    diagnose(request->diagnostics, NULL,
             "an equilibrium needs no drives: the inputs have the values of the state; --hold "
             "holds coordinates");
    return false;
  }
  if (options->wants_all && !options->is_equilibrium) {
    diagnose(request->diagnostics, NULL, "--all is for equilibria: add --equilibrium");
    return false;
  }
  if (options->is_equilibrium) return true;
  return read_drives(request, options, &drives) && read_weights(request, options, drives);
}

static BielleStatus solve(const Request *request, Text *why)
{
  StateValues start;
  StaticsOptions options;
  bool is_good = read_options(request, &options);
  bool is_read = start_state_read(request->model->equations, request->source, request->arena,
                                  request->local, &start, why);
  if (!is_read || !is_good) return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  Statics *statics = statics_new(request->model, &state, &options, why);
  if (!statics) return BIELLE_BAD_INPUT;
  if (request->options->is_json) {
    statics_put_json(statics, &start, request->out);
  } else {
    statics_report(statics, request->out);
  }
  bool holds = statics->is_closed && statics->is_balanced;
  statics_free(statics);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_analyze_statics(const BielleMechanism *mechanism,
                                    const BielleStaticsOptions *options,
                                    BielleDiagnostics *diagnostics, char **out)
{
  static const BielleStaticsOptions USUAL = { 0 };
  *out = NULL;
  if (!options) options = &USUAL;
  Text why = { 0 }, answer = { 0 };
  Source source = start_state_source(options->state, options->state_length, options->state_name);
  Diagnostics *local = diagnostics_new();
  BielleStatus status = BIELLE_BAD_INPUT;
  StaticsModel *model = statics_model_new(mechanism->mechanism, options->is_equilibrium != 0, &why);
  if (model) {
    Arena *arena = arena_new();
    Request request = { options, model, &source, arena, local, diagnostics, &answer };
    status = solve(&request, &why);
    arena_free(arena);
  }
  adopt_diagnostics(diagnostics, local, &source);
  if (why.length > 0) diagnose(diagnostics, NULL, "%s", text_string(&why));
  if (answer.length > 0) *out = text_release(&answer);
  statics_model_free(model);
  text_free(&answer);
  text_free(&why);
  return status;
}
