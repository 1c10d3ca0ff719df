// fmu_model.c -- quantities, variables and events of a unit.
// SPDX-License-Identifier: MIT
#include "api/fmu/fmu_model.h"

#include "codegen/common/identifier.h"
#include "control/design.h"
#include "mechanism/default_value.h"
#include "study/simulation/experiment.h"
#include "study/simulation/contact_kinematics.h"

#include <string.h>

static const char CLOCK[] = "described", TIMING[] = "timing", STARTS[] = "starts";

// ---- impacts

static void find_slips(const Event *event, FmuContact *contact, int *rows)
{
  contact->first_slip = *rows;
  for (int k = 0; k < event->reset_count; k++) {
    if (event->resets[k].kind == TARGET_FRICTION) contact->friction = k;
    if (event->resets[k].kind == TARGET_SLIP) contact->slip_count++;
  }
  *rows += contact->slip_count;
}

static void find_contacts(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  const ConstraintList *rows = plan->call->system->rows;
  FmuContact *contacts = ARENA_ARRAY(plan->call->arena, FmuContact, mechanism->event_count + 1);
  int count = 0;
  for (int e = 0; e < mechanism->event_count; e++) {
    const Event *event = &mechanism->events[e];
    for (int k = 0; k < event->reset_count; k++) {
      if (reset_is_restitution(&event->resets[k]))
        contacts[count++] = (FmuContact){ .event = e,
                                          .part = k,
                                          .is_poisson = event->resets[k].kind == TARGET_POISSON };
    }
  }
  plan->fmu->contact_rows = count;
  for (int c = 0; c < count; c++)
    find_slips(&mechanism->events[contacts[c].event], &contacts[c], &plan->fmu->contact_rows);
  plan->fmu->contacts = contacts;
  plan->fmu->contact_count = count;
  plan->fmu->ties = rows->count;
}

// ---- multipliers

// The row of the constraint whose multiplier the input is; -1: none.
static int row_of_input(const FmuPlan *plan, int input)
{
  const Mechanism *mechanism = plan->call->mechanism;
  const ConstraintList *rows = plan->call->system->rows;
  int found = -1;
  for (int row = 0; row < rows->count; row++) {
    const ConstraintEquation *equation = &rows->equations[row];
    if (equation->origin == ORIGIN_STATEMENT && strcmp(mechanism->constraints[equation->index].name,
                                                       mechanism->inputs[input].multiplier) == 0)
      found = row;
  }
  return found;
}

static bool find_multipliers(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (!input->multiplier) continue;
    plan->fmu->has_multipliers = true;
    if (row_of_input(plan, i) >= 0) continue;
    text_format(&plan->call->why, "there is no constraint '%s', whose multiplier '%s' could be",
                input->multiplier, input->name);
    return false;
  }
  return true;
}

// ---- quantities

// Initial values that depend on parameters, and their variables.
typedef struct StartList {
  const Expr **entries;
  int *places;
  int count;
} StartList;

typedef struct KeyList {
  const char **keys;
  int count;
} KeyList;

static void add_key(KeyList *list, const char *key)
{
  for (int k = 0; k < list->count; k++) {
    if (strcmp(list->keys[k], key) == 0) return;
  }
  list->keys[list->count++] = key;
}

static void find_outputs(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  Arena *arena = plan->call->arena;
  Fmu *fmu = plan->fmu;
  fmu->outputs = plan->outputs;
  fmu->output_count = plan->output_count;
  if (plan->output_count > 0) return;
  const char **keys = ARENA_ARRAY(arena, const char *, mechanism->task_count + 1);
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind == TASK_OUTPUT)
      keys[fmu->output_count++] = arena_format(arena, "out:%s", mechanism->tasks[i].name);
  }
  fmu->outputs = keys;
}

static KeyList keys_of(const FmuPlan *plan)
{
  static const char *const HOLONOMIC[] = { "Phi", "Phi_q", "Phi_t" };
  static const char *const NONHOLONOMIC[] = { "H", "b_nh" };
  enum { MAX_BESIDES = 20 };
  static const char *const INERTIA[] = { "M", "Ma" };
  const Mechanism *mechanism = plan->call->mechanism;
  const ConstraintList *rows = plan->call->system->rows;
  Fmu *fmu = plan->fmu;
  KeyList list = { .keys = ARENA_ARRAY(plan->call->arena, const char *,
                                       fmu->output_count + mechanism->event_count +
                                           mechanism->sample_count + MAX_BESIDES) };
  if (mechanism->coordinate_count > 0) add_key(&list, "qdd");
  if (fmu->has_multipliers) add_key(&list, "lambda");
  if (mechanism->state_count > 0) add_key(&list, "sd");
  if (mechanism->event_count > 0) add_key(&list, "ev");
  for (int e = 0; e < mechanism->event_count; e++) {
    if (mechanism->events[e].reset_count > 0)
      add_key(&list, arena_format(plan->call->arena, "set:%s", mechanism->events[e].name));
  }
  for (int k = 0; k < mechanism->sample_count; k++)
    add_key(&list, arena_format(plan->call->arena, "set:%s", mechanism->samples[k].name));
  for (int i = 0; i < 3 && rows->holonomic_count > 0; i++)
    add_key(&list, HOLONOMIC[i]);
  for (int i = 0; i < 2 && rows->count > rows->holonomic_count; i++)
    add_key(&list, NONHOLONOMIC[i]);
  for (int i = 0; i < 2 && fmu->contact_count > 0; i++)
    add_key(&list, INERTIA[i]);
  for (int i = 0; i < fmu->output_count; i++)
    add_key(&list, fmu->outputs[i]);
  return list;
}

static Quantity formulas(const char *key, const char *function, const char *title,
                         const Expr *entries[], int count)
{
  return (Quantity){ .key = key,
                     .function = function,
                     .title = title,
                     .unit = "",
                     .shape = QUANTITY_VECTOR,
                     .rows = count,
                     .columns = 1,
                     .entries = entries };
}

// The periods of the samples, followed by their delays.
static Quantity timing_of(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  Derivation *derivation = plan->call->system->derivation;
  int count = mechanism->sample_count;
  const Expr **entries = ARENA_ARRAY(plan->call->arena, const Expr *, 2 * count);
  for (int k = 0; k < count; k++) {
    const Sampling *sampling = &mechanism->samples[k];
    entries[k] = derivation_expression(derivation, sampling->period);
    entries[count + k] = sampling->delay ? derivation_expression(derivation, sampling->delay)
                                         : expr_integer(plan->call->system->equations->pool, 0);
  }
  return formulas(TIMING, "timing", "periods and delays of samples", entries, 2 * count);
}

// The values of inputs in the description, as functions of time.
static Quantity described_inputs(const FmuPlan *plan)
{
  const Equations *equations = plan->call->system->equations;
  const Expr **entries = ARENA_ARRAY(plan->call->arena, const Expr *, equations->input_count + 1);
  for (int i = 0; i < equations->input_count; i++) {
    const Expr *value = equations->inputs[i].value;
    entries[i] = value ? value : expr_integer(equations->pool, 0);
  }
  return formulas(CLOCK, "described_inputs", "inputs as they are described", entries,
                  equations->input_count);
}

static Quantity *gaps_of(const FmuPlan *plan)
{
  const Fmu *fmu = plan->fmu;
  const System *system = plan->call->system;
  Quantity *gaps = gaps_new(system, plan->call->arena, fmu->contact_rows);
  for (int c = 0; c < fmu->contact_count; c++) {
    const Event *event = &plan->call->mechanism->events[fmu->contacts[c].event];
    int row = fmu->contacts[c].first_slip;
    gaps_put(system, event, c, gaps);
    for (int k = 0; k < event->reset_count; k++) {
      if (event->resets[k].kind == TARGET_SLIP)
        gaps_put_slip(system, event->resets[k].value, row++, gaps);
    }
  }
  return gaps;
}

static void take_quantities(const FmuPlan *plan, const StartList *starts, KeyList *list)
{
  Arena *arena = plan->call->arena;
  const Equations *equations = plan->call->system->equations;
  Equations *all = ARENA_NEW(arena, Equations);
  *all = *equations;
  all->quantities = ARENA_ARRAY(arena, Quantity, equations->quantity_count + GAP_KEYS + 3);
  memcpy(all->quantities, equations->quantities,
         sizeof(Quantity) * (size_t)equations->quantity_count);
  if (plan->fmu->inputs) {
    all->quantities[all->quantity_count++] = described_inputs(plan);
    add_key(list, CLOCK);
  }
  if (plan->fmu->timing) {
    all->quantities[all->quantity_count++] = timing_of(plan);
    add_key(list, TIMING);
  }
  if (plan->fmu->starts) {
    all->quantities[all->quantity_count++] =
        formulas(STARTS, "starts", "starts that follow parameters", starts->entries, starts->count);
    add_key(list, STARTS);
  }
  if (plan->fmu->contact_count > 0) {
    const Quantity *gaps = gaps_of(plan);
    for (int k = 0; k < GAP_KEYS; k++) {
      all->quantities[all->quantity_count++] = gaps[k];
      add_key(list, gaps[k].key);
    }
  }
  plan->fmu->request.equations = all;
  plan->fmu->request.keys = list->keys;
  plan->fmu->request.key_count = list->count;
}

// ---- variables

static bool is_taken(const Fmu *fmu, const char *name)
{
  for (int k = 0; k < fmu->variable_count; k++) {
    if (strcmp(fmu->variables[k].name, name) == 0) return true;
  }
  return false;
}

static void add(const FmuPlan *plan, FmuRole role, const char *name, const char *unit,
                const char *meaning, double start)
{
  Fmu *fmu = plan->fmu;
  while (is_taken(fmu, name))
    name = arena_format(plan->call->arena, "%s_", name);
  fmu->variables[fmu->variable_count++] = (FmuVariable){ .name = name,
                                                         .unit = unit ? unit : "",
                                                         .meaning = meaning ? meaning : "",
                                                         .role = role,
                                                         .start = start };
}

// Unit of the rate of a variable with this unit.
static const char *rate_unit(Arena *arena, const char *unit)
{
  size_t length = strlen(unit);
  if (length == 0) return "";
  bool has_time = length > 2 && strcmp(unit + length - 2, "/s") == 0;
  return arena_format(arena, has_time ? "%s^2" : "%s/s", unit);
}

static bool sets_input(const Reset resets[], int count, int input)
{
  for (int k = 0; k < count; k++) {
    if (resets[k].kind == TARGET_INPUT && resets[k].index == input) return true;
  }
  return false;
}

// Returns true if an event or a sample sets the input.
static bool is_set(const Mechanism *mechanism, int input)
{
  for (int e = 0; e < mechanism->event_count; e++) {
    const Event *event = &mechanism->events[e];
    if (sets_input(event->resets, event->reset_count, input)) return true;
  }
  for (int k = 0; k < mechanism->sample_count; k++) {
    const Sampling *sampling = &mechanism->samples[k];
    if (sets_input(sampling->resets, sampling->reset_count, input)) return true;
  }
  return false;
}

// Rates of a smooth input have the role of that input.
static FmuRole role_of_input(const FmuPlan *plan, int input)
{
  const Variable *inputs = plan->call->system->equations->inputs;
  while (inputs[input].is_rate)
    input--;
  const Expr *value = inputs[input].value;
  if (plan->call->mechanism->inputs[input].multiplier) return FMU_FROM_MULTIPLIER;
  bool is_clocked = value && value->form->stage > STAGE_PARAMETER;
  if (is_clocked && !plan->start->has_inputs[input]) return FMU_FROM_TIME;
  return is_set(plan->call->mechanism, input) ? FMU_DISCRETE : FMU_INPUT;
}

static void add_given(const FmuPlan *plan)
{
  const Equations *equations = plan->call->system->equations;
  const StateValues *start = plan->start;
  Fmu *fmu = plan->fmu;
  add(plan, FMU_TIME, "time", "s", "", 0);
  fmu->first[FMU_PARAMETER] = fmu->variable_count;
  for (int i = 0; i < equations->parameter_count; i++) {
    const Variable *parameter = &equations->parameters[i];
    add(plan, FMU_PARAMETER, parameter->name, parameter->unit, parameter->meaning,
        start->parameters[i]);
  }
  fmu->first[FMU_INPUT] = fmu->variable_count;
  for (int i = 0; i < equations->input_count; i++) {
    const Variable *input = &equations->inputs[i];
    FmuRole role = role_of_input(plan, i);
    if (role == FMU_FROM_TIME) fmu->inputs = CLOCK;
    add(plan, role, input->name, input->unit, input->meaning, start->inputs[i]);
    fmu->variables[fmu->variable_count - 1].is_rate = input->is_rate;
    if (role == FMU_FROM_MULTIPLIER)
      fmu->variables[fmu->variable_count - 1].row = row_of_input(plan, i);
  }
  fmu->first[FMU_DISCRETE] = fmu->variable_count;
  for (int i = 0; i < equations->discrete_count; i++) {
    const Variable *discrete = &equations->discretes[i];
    add(plan, FMU_DISCRETE, discrete->name, discrete->unit, discrete->meaning, start->discretes[i]);
  }
}

static void add_states(const FmuPlan *plan)
{
  const Equations *equations = plan->call->system->equations;
  Arena *arena = plan->call->arena;
  Fmu *fmu = plan->fmu;
  int n = equations->coordinate_count;
  fmu->first[FMU_STATE] = fmu->variable_count;
  for (int i = 0; i < n; i++) {
    const Variable *q = &equations->coordinates[i];
    add(plan, FMU_STATE, q->name, q->unit, q->meaning, plan->motion->q[i]);
  }
  for (int i = 0; i < n; i++) {
    const Variable *q = &equations->coordinates[i];
    add(plan, FMU_STATE, arena_format(arena, "%s'", q->name), rate_unit(arena, q->unit), "",
        plan->motion->qd[i]);
  }
  for (int i = 0; i < n; i++) {
    fmu->variables[fmu->first[FMU_STATE] + i].is_given = plan->start->has_q[i];
    fmu->variables[fmu->first[FMU_STATE] + n + i].is_given = plan->start->has_qd[i];
  }
  for (int i = 0; i < equations->state_count; i++) {
    const Variable *s = &equations->states[i];
    add(plan, FMU_STATE, s->name, s->unit, s->meaning, plan->start->states[i]);
  }
  int order = fmu->variable_count - fmu->first[FMU_STATE];
  fmu->first[FMU_RATE] = fmu->variable_count;
  for (int i = 0; i < order; i++) {
    int place = fmu->first[FMU_STATE] + i;
    add(plan, FMU_RATE, arena_format(arena, "der(%s)", fmu->variables[place].name),
        rate_unit(arena, fmu->variables[place].unit), "", 0);
    fmu->variables[fmu->variable_count - 1].state = place;
  }
}

static const char *entry_name(const FmuPlan *plan, const Quantity *quantity, int index)
{
  static const char OUTPUT[] = "out:";
  Text place = { 0 };
  quantity_put_place(quantity, index, &place);
  const char *name = text_string(&place);
  bool is_output = strncmp(name, OUTPUT, strlen(OUTPUT)) == 0;
  bool is_alone = quantity->rows * quantity->columns == 1;
  if (is_alone) name = quantity->key;
  if (is_output) name += strlen(OUTPUT);
  const char *copy = arena_copy_text(plan->call->arena, name, strlen(name));
  text_free(&place);
  return copy;
}

static void add_results(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  Fmu *fmu = plan->fmu;
  fmu->first[FMU_OUTPUT] = fmu->variable_count;
  for (int i = 0; i < fmu->output_count; i++) {
    const Quantity *quantity = equations_find(plan->call->system->equations, fmu->outputs[i]);
    for (int k = 0; k < quantity->rows * quantity->columns; k++) {
      const char *unit = quantity->unit;
      if (quantity->row_units) unit = quantity->row_units[k / quantity->columns];
      add(plan, FMU_OUTPUT, entry_name(plan, quantity, k), unit, quantity->title, 0);
    }
  }
  fmu->first[FMU_EVENT] = fmu->variable_count;
  for (int e = 0; e < mechanism->event_count; e++)
    add(plan, FMU_EVENT, mechanism->events[e].name, "", mechanism->events[e].condition, 0);
}

static int count_variables(const FmuPlan *plan)
{
  const Equations *equations = plan->call->system->equations;
  int order = 2 * equations->coordinate_count + equations->state_count;
  int count = 1 + equations->parameter_count + equations->input_count + equations->discrete_count +
              2 * order + plan->call->mechanism->event_count;
  for (int i = 0; i < plan->fmu->output_count; i++) {
    const Quantity *quantity = equations_find(equations, plan->fmu->outputs[i]);
    count += quantity->rows * quantity->columns;
  }
  return count;
}

// ---- derivatives

// The column of lin:B for the input; -1: none.
static int column_of(const Quantity *slopes, const char *input)
{
  for (int c = 0; c < slopes->columns && slopes->column_labels; c++) {
    if (strcmp(slopes->column_labels[c], input) == 0) return c;
  }
  return -1;
}

// Returns true if lin:B has columns for all external inputs; inputs with a described value have
// none.
static bool find_columns(const FmuPlan *plan, bool *has_inputs)
{
  const Equations *equations = plan->call->system->equations;
  const Quantity *slopes = equations_find(equations, "lin:B");
  int *columns = ARENA_ARRAY(plan->call->arena, int, equations->input_count + 1);
  *has_inputs = false;
  for (int i = 0; i < equations->input_count; i++) {
    bool is_given = plan->fmu->variables[plan->fmu->first[FMU_INPUT] + i].role == FMU_INPUT;
    columns[i] = is_given ? column_of(slopes, equations->inputs[i].name) : -1;
    if (is_given && columns[i] < 0) return false;
    *has_inputs = *has_inputs || is_given;
  }
  plan->fmu->slope_columns = columns;
  return true;
}

// Adds analytic derivatives. For large mechanisms they would be longer than all other code, and
// finite differences are used.
static void add_slopes(const FmuPlan *plan, KeyList *list)
{
  enum { MAX_COORDINATES = 8 };
  static const char *const SLOPES[] = { "lin:A", "lin:B" };
  int n = plan->call->mechanism->coordinate_count;
  bool has_inputs = false;
  Text unused = { 0 };
  // contact forces also change accelerations: finite differences are used
  plan->fmu->has_slopes = n > 0 && n <= MAX_COORDINATES && plan->fmu->contact_count == 0 &&
                          !plan->fmu->has_multipliers &&
                          system_derive(plan->call->system, SLOPES, 2, &unused) &&
                          find_columns(plan, &has_inputs);
  text_free(&unused);
  if (!plan->fmu->has_slopes) return;
  add_key(list, SLOPES[0]);
  if (has_inputs) add_key(list, SLOPES[1]);
}

// ---- events

static int place_of(const FmuPlan *plan, const Reset *reset)
{
  const int *first = plan->fmu->first;
  int n = plan->call->mechanism->coordinate_count;
  switch (reset->kind) {
  case TARGET_POSITION: return first[FMU_STATE] + reset->index;
  case TARGET_SPEED: return first[FMU_STATE] + n + reset->index;
  case TARGET_STATE: return first[FMU_STATE] + 2 * n + reset->index;
  case TARGET_DISCRETE: return first[FMU_DISCRETE] + reset->index;
  case TARGET_NEWTON:
  case TARGET_POISSON:
  case TARGET_FRICTION:
  case TARGET_SLIP: return -1;
  default: return first[FMU_INPUT] + reset->index;
  }
}

static FmuEvent setting_of(const FmuPlan *plan, const char *name, const Reset resets[], int count)
{
  Arena *arena = plan->call->arena;
  int *targets = ARENA_ARRAY(arena, int, count + 1);
  for (int k = 0; k < count; k++)
    targets[k] = place_of(plan, &resets[k]);
  return (FmuEvent){ .key = count > 0 ? arena_format(arena, "set:%s", name) : NULL,
                     .targets = targets,
                     .target_count = count };
}

// Marks the states that events change: those they set, all speeds if constraints couple them to a
// speed that is set, positions and speeds at impacts.
static void mark_jumps(const FmuPlan *plan)
{
  Fmu *fmu = plan->fmu;
  int n = plan->call->mechanism->coordinate_count;
  FmuVariable *q = fmu->variables + fmu->first[FMU_STATE], *qd = q + n;
  bool sets_speed = false;
  for (int e = 0; e < fmu->event_count; e++) {
    for (int k = 0; k < fmu->events[e].target_count; k++) {
      int place = fmu->events[e].targets[k] - fmu->first[FMU_STATE];
      if (place >= 0) q[place].jumps = true;
      sets_speed = sets_speed || (place >= n && place < 2 * n);
    }
  }
  for (int i = 0; i < n; i++) {
    if (fmu->contact_count > 0) q[i].jumps = true;
    if (fmu->contact_count > 0 || (sets_speed && fmu->ties > 0)) qd[i].jumps = true;
  }
}

static void add_events(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  FmuEvent *events = ARENA_ARRAY(plan->call->arena, FmuEvent, mechanism->event_count + 1);
  for (int e = 0; e < mechanism->event_count; e++) {
    const Event *event = &mechanism->events[e];
    events[e] = setting_of(plan, event->name, event->resets, event->reset_count);
    events[e].stops = event->stop != NULL;
    events[e].holds_at_zero = !event->is_strict && !event_is_impact(event);
  }
  plan->fmu->events = events;
  plan->fmu->event_count = mechanism->event_count;
  mark_jumps(plan);
}

// ---- samples

static bool depends(const Mechanism *mechanism, const Expr *e)
{
  bool result = false;
  for (int p = 0; p < mechanism->parameter_count; p++)
    result = result || expr_depends_on(e, mechanism->parameters[p].symbol);
  return result;
}

// Capacity for delayed results, with a reserve if parameters may change the times. Returns false if
// the times are inadmissible.
static bool find_room(const FmuPlan *plan, const Sampling *sampling, int *room)
{
  static const double MAX_WAITING = 1000;
  enum { ROOM_TO_CHANGE = 64 };
  const Mechanism *mechanism = plan->call->mechanism;
  const double *parameters = plan->start->parameters;
  double period = mechanism_value_with(mechanism, parameters, sampling->period);
  double delay = sampling->delay ? mechanism_value_with(mechanism, parameters, sampling->delay) : 0;
  if (!(period > 0)) {
    text_format(&plan->call->why, "the period of '%s' is not above 0", sampling->name);
    return false;
  }
  if (!(delay >= 0 && delay / period < MAX_WAITING)) {
    text_format(&plan->call->why,
                delay < 0 ? "the delay of '%s' is below 0"
                          : "the delay of '%s' is too many periods long",
                sampling->name);
    return false;
  }
  *room = (int)(delay / period) + 2;
  bool may_change = sampling->delay &&
                    (depends(mechanism, sampling->period) || depends(mechanism, sampling->delay));
  if (may_change && *room < ROOM_TO_CHANGE) *room = ROOM_TO_CHANGE;
  return true;
}

static void fix_parameters(const FmuPlan *plan, const Expr *e)
{
  const Mechanism *mechanism = plan->call->mechanism;
  for (int p = 0; p < mechanism->parameter_count; p++) {
    FmuVariable *variable = &plan->fmu->variables[plan->fmu->first[FMU_PARAMETER] + p];
    if (expr_depends_on(e, mechanism->parameters[p].symbol)) variable->is_fixed = true;
  }
}

// Adds samples with the times of the initial state. Returns false if a period or a delay is
// inadmissible.
static bool add_samples(const FmuPlan *plan)
{
  const Mechanism *mechanism = plan->call->mechanism;
  FmuSample *samples = ARENA_ARRAY(plan->call->arena, FmuSample, mechanism->sample_count + 1);
  for (int k = 0; k < mechanism->sample_count; k++) {
    const Sampling *sampling = &mechanism->samples[k];
    samples[k].set = setting_of(plan, sampling->name, sampling->resets, sampling->reset_count);
    if (!find_room(plan, sampling, &samples[k].room)) return false;
    fix_parameters(plan, sampling->period);
    if (sampling->delay) fix_parameters(plan, sampling->delay);
  }
  plan->fmu->samples = samples;
  plan->fmu->sample_count = mechanism->sample_count;
  if (mechanism->sample_count > 0) plan->fmu->timing = TIMING;
  return true;
}

// ---- initial values that depend on parameters

// The formula of an initial value that is not given by the caller: that of the experiment, or of
// the description.
static const Expr *start_of(const FmuPlan *plan, const char *name, const Expr *described)
{
  const TaskOption *option = plan->experiment ? experiment_start(plan->experiment, name) : NULL;
  if (!option) return described;
  return derivation_expression(plan->call->system->derivation, option->values[0]);
}

// Makes the initial value of variable number `place` follow its formula, if that depends on
// parameters.
static void follow(const FmuPlan *plan, int place, bool is_given, const Expr *formula,
                   StartList *list)
{
  if (is_given || !formula || formula->form->stage != STAGE_PARAMETER) return;
  plan->fmu->variables[place].follows = true;
  list->entries[list->count] = formula;
  list->places[list->count++] = place;
}

static void follow_parameters(const FmuPlan *plan, StartList *list)
{
  const Equations *equations = plan->call->system->equations;
  int first = plan->fmu->first[FMU_PARAMETER];
  for (int i = 0; i < equations->parameter_count; i++) {
    follow(plan, first + i, plan->named->has_parameters[i],
           start_of(plan, equations->parameters[i].name, NULL), list);
    plan->fmu->variables[first + i].is_constant = control_is_design(equations->design, i);
  }
}

static StartList find_starts(const FmuPlan *plan)
{
  const Equations *equations = plan->call->system->equations;
  const StateValues *named = plan->named;
  Arena *arena = plan->call->arena;
  Fmu *fmu = plan->fmu;
  int n = equations->coordinate_count, states = fmu->first[FMU_STATE];
  StartList list = { ARENA_ARRAY(arena, const Expr *, fmu->variable_count),
                     ARENA_ARRAY(arena, int, fmu->variable_count), 0 };
  follow_parameters(plan, &list);
  for (int i = 0; i < equations->input_count; i++) {
    const Variable *input = &equations->inputs[i];
    int place = fmu->first[FMU_INPUT] + i;
    bool is_start =
        fmu->variables[place].role == FMU_INPUT || fmu->variables[place].role == FMU_DISCRETE;
    follow(plan, place, !is_start || named->has_inputs[i],
           start_of(plan, input->name, input->value), &list);
  }
  for (int i = 0; i < equations->discrete_count; i++) {
    const Variable *discrete = &equations->discretes[i];
    follow(plan, fmu->first[FMU_DISCRETE] + i, named->has_discretes[i],
           start_of(plan, discrete->name, discrete->value), &list);
  }
  for (int i = 0; i < n; i++) {
    const Variable *q = &equations->coordinates[i];
    follow(plan, states + i, named->has_q[i], start_of(plan, q->name, q->value), &list);
    follow(plan, states + n + i, named->has_qd[i],
           start_of(plan, arena_format(arena, "%s'", q->name), NULL), &list);
  }
  for (int i = 0; i < equations->state_count; i++) {
    const Variable *s = &equations->states[i];
    follow(plan, states + 2 * n + i, named->has_states[i], start_of(plan, s->name, s->value),
           &list);
  }
  fmu->start_places = list.places;
  fmu->start_count = list.count;
  if (list.count > 0) fmu->starts = STARTS;
  return list;
}

// ---- the unit

bool fmu_model_fill(const FmuPlan *plan)
{
  StudyCall *call = plan->call;
  find_outputs(plan);
  find_contacts(plan);
  if (!find_multipliers(plan)) return false;
  KeyList keys = keys_of(plan);
  if (!system_derive(call->system, keys.keys, keys.count, &call->why)) return false;
  const Equations *equations = call->system->equations;
  const char *name = equations->name[0] != '\0' ? equations->name : "model";
  plan->fmu->identifier = identifier_of(call->arena, name);
  plan->fmu->variables = ARENA_ARRAY(call->arena, FmuVariable, count_variables(plan));
  add_given(plan);
  add_states(plan);
  add_results(plan);
  add_events(plan);
  if (!add_samples(plan)) return false;
  StartList starts = find_starts(plan);
  add_slopes(plan, &keys);
  take_quantities(plan, &starts, &keys);
  return true;
}
