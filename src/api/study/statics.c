// statics.c -- static balance, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/study/study_call.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Arguments of the study.
typedef struct Request {
  const BielleStaticsOptions *options;
  StudyCall *call;
  const bool *has_inputs;  // by input: given in the state
} Request;

// ---- lists of actuators

// A name of the list, and the text after "=", as in "=2".
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

// Finds the coordinate or the input of that name.
static bool find_drive(const Request *request, const Item *item, StaticsDrive *drive)
{
  const Equations *equations = request->call->system->equations;
  int n = equations->coordinate_count, count = n + equations->input_count;
  const char **names = ARENA_ARRAY(request->call->arena, const char *, count);
  for (int i = 0; i < count; i++)
    names[i] = i < n ? equations->coordinates[i].name : equations->inputs[i - n].name;
  const char *name = arena_copy_text(request->call->arena, item->name, item->length);
  int input = variable_find(equations->inputs, equations->input_count, name);
  int index = input >= 0 ? input : variable_find(equations->coordinates, n, name);
  *drive = (StaticsDrive){ input >= 0, index, 1 };
  if (index >= 0) return true;
  const char *hint = nearest_or_all(request->call->arena, item->name, item->length, names, count);
  diagnose(request->call->diagnostics, hint,
           "there is no coordinate or input '%.*s' that could drive", (int)item->length,
           item->name);
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

// Removes inputs with a value in the state: they act as given loads.
static void leave_out_given(const Request *request, StaticsOptions *options, StaticsDrive drives[])
{
  int count = 0;
  for (int k = 0; k < options->drive_count; k++) {
    if (!request->has_inputs[drives[k].index]) drives[count++] = drives[k];
  }
  options->are_given = options->drive_count > 0 && count == 0;
  options->drive_count = count;
}

static bool is_unknown(const Request *request, StaticsDrive drive)
{
  if (!drive.is_input || !request->has_inputs[drive.index]) return true;
  diagnose(request->call->diagnostics, "leave it out of one of them",
           "'%s' has a value in the state, and as a drive it is what is looked for",
           request->call->system->equations->inputs[drive.index].name);
  return false;
}

// --drives "q1, u2"; by default the torque inputs without a value in the state.
static bool read_drives(const Request *request, StaticsOptions *options, StaticsDrive **drives)
{
  const char *list = request->options->drives;
  if (!list) {
    *drives = statics_default_drives(request->call->mechanism, request->call->arena,
                                     &options->drive_count);
    options->drives = *drives;
    leave_out_given(request, options, *drives);
    return true;
  }
  *drives = ARENA_ARRAY(request->call->arena, StaticsDrive, count_items(list));
  options->drives = *drives;
  while (*list) {
    Item item;
    list = next_item(list, &item);
    if (item.length == 0) continue;
    StaticsDrive drive;
    if (!find_drive(request, &item, &drive) || !is_unknown(request, drive)) return false;
    if (find_among(options, drive) < 0) (*drives)[options->drive_count++] = drive;
  }
  return true;
}

// Reads --weights "u1=2, u2=0.5".
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
    diagnose(request->call->diagnostics, "write --weights u1=2,u2=1", "'%.*s' %s", (int)item.length,
             item.name, place < 0 ? "is not among the drives" : "needs a weight above 0");
    return false;
  }
  return true;
}

// ---- the study

static bool read_options(const Request *request, StaticsOptions *options)
{
  const BielleStaticsOptions *given = request->options;
  StaticsDrive *drives = NULL;
  *options = (StaticsOptions){ .is_equilibrium = given->is_equilibrium != 0,
                               .keeps_open = request->call->keeps_open,
                               .requests_all = given->requests_all != 0 };
  if (!study_read_held(request->call, given->hold, &options->is_held)) return false;
  if (options->is_equilibrium && (given->drives || given->weights)) {
    diagnose(request->call->diagnostics, NULL,
             "an equilibrium needs no drives: the inputs have the values of the state; --hold "
             "holds coordinates");
    return false;
  }
  if (options->is_equilibrium && options->keeps_open) {
    diagnose(request->call->diagnostics, NULL,
             "an equilibrium is looked for among closed states: leave --open away");
    return false;
  }
  if (options->requests_all && !options->is_equilibrium) {
    diagnose(request->call->diagnostics, NULL, "--all is for equilibria: add --equilibrium");
    return false;
  }
  if (options->is_equilibrium) return true;
  return read_drives(request, options, &drives) && read_weights(request, options, drives);
}

// An equilibrium is searched for from the coordinates given in the state.
static BielleStatus solve(StudyCall *call, const BielleStaticsOptions *asked)
{
  StateValues start;
  StaticsOptions options;
  if (!study_read_state(call, &start)) return BIELLE_BAD_INPUT;
  Request request = { asked, call, start.has_inputs };
  if (!read_options(&request, &options)) return BIELLE_BAD_INPUT;
  const bool *unused;
  if (!options.is_equilibrium)
    study_named_values(call, &start, options.is_held, &options.is_named, &unused);
  ProgramState state = start_state_program(&start);
  Statics *statics = statics_new(call->system, &state, &options, &call->why);
  if (!statics) return BIELLE_BAD_INPUT;
  statics_words(statics, &call->answer->words);
  statics_record(statics, &state, call->answer->record);
  bool holds = statics->is_closed && statics->is_balanced;
  statics_free(statics);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_analyze_statics(const BielleMechanism *mechanism,
                                    const BielleStaticsOptions *options,
                                    BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleStaticsOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
