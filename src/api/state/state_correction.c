// state_correction.c -- corrects states that violate the constraints.
// SPDX-License-Identifier: MIT
#include "api/state/state_correction.h"

#include "api/state/start_state.h"
#include "base/memory/memory.h"
#include "formulation/derivation.h"
#include "formulation/quantities.h"
#include "system/assembly/assembly.h"
#include "system/constraints/constraint_system.h"
#include "report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Above the accuracy of measurements and of states typed with six digits.
static const double TOLERANCE = 1e-5;

// Returns true for a quantity of motion under constraints.
static bool is_of_motion_under_constraints(const Quantity *quantity)
{
  if (strcmp(quantity->key, "qdd") == 0 || strcmp(quantity->key, "lambda") == 0) return true;
  for (int i = 0; i < quantity->pivot_count; i++) {
    if (quantity->pivots[i].constraint) return true;
  }
  return false;
}

ClosureNeed closure_need(const Equations *equations)
{
  bool is_of_state = false, has_others = false;
  for (int i = 0; i < equations->quantity_count; i++) {
    const Quantity *quantity = &equations->quantities[i];
    const QuantityInfo *info = quantity_find(quantity->key);
    if (is_of_motion_under_constraints(quantity)) return CLOSURE_CLOSES;
    // Equations of generalised speeds determine which rates the constraints allow.
    bool is_one = info && (info->group == GROUP_CONSTRAINTS || info->group == GROUP_SPEEDS);
    is_of_state = is_of_state || is_one;
    has_others = has_others || !is_one;
  }
  return has_others && !is_of_state ? CLOSURE_WARNS : CLOSURE_NONE;
}

// ---- one state

struct StateCorrection {
  const StateCorrectionRequest *request;
  ConstraintSystem constraints;  // with the parameters of the present state
  StateValues *state;
  long number;        // of the state; 0: a single one
  long closed;        // number of states closed so far
  bool warned;        // about a state that remains open
  Text first;         // corrections of the first state
  double *neighbour;  // coordinates of the previous state, closed
  bool has_neighbour;
  long apart;  // number of states not reached from the previous one
  long first_apart;
};

static double largest_of(const double values[], int count)
{
  double largest = 0;
  for (int i = 0; i < count; i++)
    largest = fmax(largest, fabs(values[i]));
  return largest;
}

static void evaluate(StateCorrection *work)
{
  ConstraintSystem *constraints = &work->constraints;
  constraints->state = start_state_program(work->state);
  constraints->state.q = constraints->q;
  constraint_system_evaluate_at(constraints, work->state->q);
}

// Scales the constraints at this state rather than the first one of a list, because the
// minimum-norm correction depends on the lengths.
static void scale(StateCorrection *work, const double given[])
{
  constraint_system_find_scales(&work->constraints, given);
  constraint_system_evaluate_at(&work->constraints, work->state->q);
}

// The row with the largest violation, relative to the magnitude of coordinates and speeds; -1 if
// all are satisfied.
static int worst_row(const StateCorrection *work, bool is_speed, double *off)
{
  const StateValues *state = work->state;
  int n = work->constraints.n, worst = -1;
  double reach = fmax(1, fmax(largest_of(state->q, n), largest_of(state->qd, n)));
  *off = TOLERANCE * reach;
  for (int i = 0; i < (is_speed ? work->constraints.rows : work->constraints.holonomic); i++) {
    double residual = is_speed
                          ? constraint_system_velocity_residual(&work->constraints, i, state->qd)
                          : work->constraints.phi[i];
    if (!(fabs(residual) > fabs(*off))) continue;
    *off = residual;
    worst = i;
  }
  return worst;
}

static const char *label_of(const StateCorrection *work, int row)
{
  int holonomic = work->constraints.holonomic;
  bool is_held = row < holonomic;
  const Quantity *rows = equations_find(work->request->system->ties, is_held ? "Phi" : "H");
  return rows->row_labels[is_held ? row : row - holonomic];
}

static void put_message(const StateCorrection *work, Severity severity, const char *hint,
                        const char *sentence)
{
  if (!work->request->diagnostics) return;
  Span span = { work->request->source, 0, 1 };
  const char *where =
      work->number > 0 ? arena_format(work->request->arena, "state %ld: ", work->number) : "";
  diagnostics_add(work->request->diagnostics, severity, span, hint, "%s%s", where, sentence);
}

// A loop that is closed upside down (180 deg away), unless that is permitted; NULL: none.
static const char *turned_loop(const StateCorrection *work)
{
  const System *system = work->request->system;
  const Quantity *turns = equations_find(system->ties, "Phi_turn");
  for (int i = 0; i < work->constraints.turn_count && !system->keeps_sides; i++) {
    if (work->constraints.turn[i] > 1) return turns->row_labels[i];
  }
  return NULL;
}

static void reject_turned(const StateCorrection *work, const char *loop)
{
  put_message(
      work, SEVERITY_ERROR,
      "--upside-down accepts it; a half turn of the frame of one place, RX(180 deg), "
      "describes it so",
      arena_format(work->request->arena,
                   "the mechanism cannot be closed with the loop '%s' as described: its joint "
                   "is rotated by 180 deg here",
                   loop));
}

static void reject(const StateCorrection *work, bool is_speed, int row, double off)
{
  const char *sentence = arena_format(work->request->arena, "%s: '%s' is off by %.3g",
                                      is_speed ? "no speeds satisfy the constraints here"
                                               : "the mechanism cannot be closed",
                                      label_of(work, row), off);
  put_message(work, SEVERITY_ERROR,
              "--open computes at the state as it is; bielle analyze assembly shows how close it "
              "comes",
              sentence);
}

static bool close_positions(StateCorrection *work)
{
  ProgramState start = start_state_program(work->state);
  bool has_names = false;
  for (int i = 0; i < work->constraints.n; i++)
    has_names = has_names || work->state->has_q[i];
  bool has_neighbour = work->has_neighbour && has_names;
  AssemblyOptions options = { .is_named = work->state->has_q,
                              .neighbour = has_neighbour ? work->neighbour : NULL };
  Text why = { 0 };
  Assembly *assembly = assembly_new(work->request->system, &start, &options, &why);
  bool is_closed = assembly && assembly->is_closed;
  if (is_closed) {
    memcpy(work->state->q, assembly->configurations[0].q,
           sizeof(double) * (size_t)work->constraints.n);
    bool is_held = assembly->free_count < work->constraints.n;
    bool is_apart = has_neighbour && is_held && !assembly->is_followed;
    if (is_apart && work->apart++ == 0) work->first_apart = work->number;
  }
  assembly_free(assembly);
  text_free(&why);
  return is_closed;
}

static const double *copied(const StateCorrection *work, const double values[])
{
  double *copy = ARENA_ARRAY(work->request->arena, double, work->constraints.n);
  memcpy(copy, values, sizeof(double) * (size_t)work->constraints.n);
  return copy;
}

static void note_first(StateCorrection *work, const StateChange *change)
{
  const Equations *equations = work->request->system->ties;
  Text *out = &work->first;
  if (work->closed++ > 0) return;
  if (work->number > 0) text_format(out, "state %ld: ", work->number);
  text_put(out, "closed: ");
  if (change->q) words_put_changes(out, equations, change->q, work->state->q, "");
  Text speeds = { 0 };
  if (change->qd) words_put_changes(&speeds, equations, change->qd, work->state->qd, "/s");
  if (speeds.length > 0)
    text_format(out, "%s%s", change->q ? "; speeds: " : "speeds: ", text_string(&speeds));
  text_free(&speeds);
}

static bool close_state(StateCorrection *work, StateChange *change)
{
  double off;
  evaluate(work);
  int row = worst_row(work, false, &off);
  const char *turned = row < 0 ? turned_loop(work) : NULL;
  if (row >= 0 || turned) {
    change->q = copied(work, work->state->q);
    if (!close_positions(work)) {
      if (turned) {
        reject_turned(work, turned);
      } else {
        reject(work, false, row, off);
      }
      return false;
    }
    evaluate(work);
  }
  row = worst_row(work, true, &off);
  if (row >= 0) {
    change->qd = copied(work, work->state->qd);
    scale(work, change->q ? change->q : work->state->q);
    if (!constraint_system_project_velocity(&work->constraints, NULL, work->state->has_qd,
                                            work->state->qd)) {
      reject(work, true, row, off);
      return false;
    }
  }
  if (change->q || change->qd) note_first(work, change);
  memcpy(work->neighbour, work->state->q, sizeof(double) * (size_t)work->constraints.n);
  work->has_neighbour = work->number > 0;
  return true;
}

// Warns of a state that remains open; returns false if it is closed.
static bool warn(StateCorrection *work)
{
  static const char *const AS_GIVEN =
      "evaluated at the state as given; 'bielle analyze assembly' closes it, "
      "--open accepts it";
  const char *hint = work->request->only_warns ? AS_GIVEN : "without --open it is closed first";
  double off;
  evaluate(work);
  int row = worst_row(work, false, &off);
  const char *turned = row < 0 ? turned_loop(work) : NULL, *what = "";
  if (turned) {
    put_message(work, SEVERITY_WARNING,
                work->request->only_warns ? AS_GIVEN
                                          : "without --open it is closed the right way round first",
                arena_format(work->request->arena,
                             "the state has the joint of the loop '%s' rotated by 180 deg",
                             turned));
    return true;
  }
  if (row < 0) {
    row = worst_row(work, true, &off);
    what = "speed of ";
  }
  if (row < 0) return false;
  put_message(work, SEVERITY_WARNING, hint,
              arena_format(work->request->arena,
                           "the state does not satisfy the constraints: '%s%s' is off by %.3g",
                           row < work->constraints.holonomic ? what : "", label_of(work, row),
                           off));
  return true;
}

StateCorrection *state_correction_new(const StateCorrectionRequest *request,
                                      const StateValues *first)
{
  if (!request->system) return NULL;
  StateCorrection *closure = memory_new(1, sizeof *closure);
  closure->request = request;
  Text why = { 0 };
  ProgramState start = start_state_program(first);
  bool is_open = constraint_system_init(&closure->constraints, request->system->ties, &start, &why);
  text_free(&why);
  if (is_open) {
    closure->neighbour = memory_new((size_t)closure->constraints.n + 1, sizeof(double));
    return closure;
  }
  free(closure);
  return NULL;
}

bool state_correction_of_state(StateCorrection *closure, long number, StateValues *state,
                               StateChange *change)
{
  closure->state = state;
  closure->number = number;
  if (!closure->request->keeps_open) return close_state(closure, change);
  if (!closure->warned) closure->warned = warn(closure);
  return true;
}

void state_correction_report(StateCorrection *closure)
{
  if (closure->closed > 1) text_format(&closure->first, "; %ld states in all", closure->closed);
  if (closure->closed > 0) {
    diagnostics_add(closure->request->diagnostics, SEVERITY_NOTE, (Span){ 0 }, NULL, "%s",
                    text_string(&closure->first));
  }
  if (closure->apart > 0) {
    diagnostics_add(closure->request->diagnostics, SEVERITY_WARNING,
                    (Span){ closure->request->source, 0, 1 },
                    "give the coordinates that follow rough values, too",
                    "state %ld%s: no motion was found that leads here from the state before; the "
                    "mechanism may be on another branch",
                    closure->first_apart,
                    closure->apart > 1
                        ? arena_format(closure->request->arena, " and %ld more", closure->apart - 1)
                        : "");
  }
}

void state_correction_free(StateCorrection *closure)
{
  if (!closure) return;
  constraint_system_free(&closure->constraints);
  text_free(&closure->first);
  free(closure->neighbour);
  free(closure);
}

void state_correction_apply(const StateCorrectionRequest *request, StateValues states[], int count,
                            StateChange changes[])
{
  StateCorrection *closure = count > 0 ? state_correction_new(request, &states[0]) : NULL;
  if (!closure) return;
  for (int s = 0; s < count; s++) {
    StateChange unseen = { 0 }, *change = changes ? &changes[s] : &unseen;
    change->is_refused =
        !state_correction_of_state(closure, request->is_list ? s + 1 : 0, &states[s], change);
  }
  state_correction_report(closure);
  state_correction_free(closure);
}
