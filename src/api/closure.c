// closure.c -- states against the constraints.
// SPDX-License-Identifier: MIT
#include "api/closure.h"

#include "api/start_state.h"
#include "base/memory.h"
#include "formulation/derivation.h"
#include "formulation/quantities.h"
#include "system/assembly.h"
#include "system/closing.h"
#include "report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Nobody measures better, and typed states have six digits.
static const double TOLERANCE = 1e-5;

// Is it a quantity of motion under constraints?
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
    // Generalised speeds decide by themselves what rates the constraints allow.
    bool is_one = info && (info->group == GROUP_CONSTRAINTS || info->group == GROUP_SPEEDS);
    is_of_state = is_of_state || is_one;
    has_others = has_others || !is_one;
  }
  return has_others && !is_of_state ? CLOSURE_WARNS : CLOSURE_NONE;
}

// ---- one state

struct Closure {
  const ClosureRequest *request;
  Closing closing;  // with the parameters of the state that is examined
  StateValues *state;
  long number;        // of the state; 0: a lone one
  long closed;        // so far
  bool warned;        // of a state that stays open
  Text first;         // what was changed of the first
  double *neighbour;  // coordinates of the state before, closed
  bool has_neighbour;
  long apart;  // states to which none of them leads
  long first_apart;
};

static double largest_of(const double values[], int count)
{
  double largest = 0;
  for (int i = 0; i < count; i++)
    largest = fmax(largest, fabs(values[i]));
  return largest;
}

static void evaluate(Closure *work)
{
  Closing *closing = &work->closing;
  closing->state = start_state_program(work->state);
  closing->state.q = closing->q;
  closing_at(closing, work->state->q);
}

// By this state, not by the first one of a list: what the least change is depends on lengths.
static void scale(Closure *work, const double given[])
{
  closing_set_scales(&work->closing, given);
  closing_at(&work->closing, work->state->q);
}

// The row that is off the most, -1 if none is; compared with how far coordinates and speeds reach.
static int worst_row(const Closure *work, bool is_speed, double *off)
{
  const StateValues *state = work->state;
  int n = work->closing.n, worst = -1;
  double reach = fmax(1, fmax(largest_of(state->q, n), largest_of(state->qd, n)));
  *off = TOLERANCE * reach;
  for (int i = 0; i < (is_speed ? work->closing.rows : work->closing.holonomic); i++) {
    double residual = is_speed ? closing_slip(&work->closing, i, state->qd) : work->closing.phi[i];
    if (!(fabs(residual) > fabs(*off))) continue;
    *off = residual;
    worst = i;
  }
  return worst;
}

static const char *label_of(const Closure *work, int row)
{
  int holonomic = work->closing.holonomic;
  bool is_held = row < holonomic;
  const Quantity *rows = equations_find(work->request->system->ties, is_held ? "Phi" : "H");
  return rows->row_labels[is_held ? row : row - holonomic];
}

static void put_message(const Closure *work, Severity severity, const char *hint,
                        const char *sentence)
{
  if (!work->request->diagnostics) return;
  Span span = { work->request->source, 0, 1 };
  const char *where =
      work->number > 0 ? arena_format(work->request->arena, "state %ld: ", work->number) : "";
  diagnostics_add(work->request->diagnostics, severity, span, hint, "%s%s", where, sentence);
}

// A loop that is closed the other way round, half a turn away; NULL: none is, or it may be.
static const char *turned_loop(const Closure *work)
{
  const System *system = work->request->system;
  const Quantity *turns = equations_find(system->ties, "Phi_turn");
  for (int i = 0; i < work->closing.turn_count && !system->keeps_sides; i++) {
    if (work->closing.turn[i] > 1) return turns->row_labels[i];
  }
  return NULL;
}

static void refuse_turned(const Closure *work, const char *loop)
{
  put_message(
      work, SEVERITY_ERROR,
      "--upside-down takes it as it is; a half turn of the frame of one place, RX(180 deg), "
      "describes it so",
      arena_format(work->request->arena,
                   "the mechanism cannot be closed with the loop '%s' as described: its joint "
                   "is upside down here, half a turn away",
                   loop));
}

static void refuse(const Closure *work, bool is_speed, int row, double off)
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

static bool close_positions(Closure *work)
{
  ProgramState start = start_state_program(work->state);
  bool has_names = false;
  for (int i = 0; i < work->closing.n; i++)
    has_names = has_names || work->state->gives_q[i];
  bool has_neighbour = work->has_neighbour && has_names;
  AssemblyOptions options = { .is_named = work->state->gives_q,
                              .neighbour = has_neighbour ? work->neighbour : NULL };
  Text why = { 0 };
  Assembly *assembly = assembly_new(work->request->system, &start, &options, &why);
  bool is_closed = assembly && assembly->is_closed;
  if (is_closed) {
    memcpy(work->state->q, assembly->configurations[0].q, sizeof(double) * (size_t)work->closing.n);
    bool is_held = assembly->free_count < work->closing.n;
    bool is_apart = has_neighbour && is_held && !assembly->is_followed;
    if (is_apart && work->apart++ == 0) work->first_apart = work->number;
  }
  assembly_free(assembly);
  text_free(&why);
  return is_closed;
}

static const double *copied(const Closure *work, const double values[])
{
  double *copy = ARENA_ARRAY(work->request->arena, double, work->closing.n);
  memcpy(copy, values, sizeof(double) * (size_t)work->closing.n);
  return copy;
}

static void note_first(Closure *work, const StateChange *change)
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

static bool close_state(Closure *work, StateChange *change)
{
  double off;
  evaluate(work);
  int row = worst_row(work, false, &off);
  const char *turned = row < 0 ? turned_loop(work) : NULL;
  if (row >= 0 || turned) {
    change->q = copied(work, work->state->q);
    if (!close_positions(work)) {
      if (turned) {
        refuse_turned(work, turned);
      } else {
        refuse(work, false, row, off);
      }
      return false;
    }
    evaluate(work);
  }
  row = worst_row(work, true, &off);
  if (row >= 0) {
    change->qd = copied(work, work->state->qd);
    scale(work, change->q ? change->q : work->state->q);
    if (!closing_fit_speeds(&work->closing, NULL, work->state->gives_qd, work->state->qd)) {
      refuse(work, true, row, off);
      return false;
    }
  }
  if (change->q || change->qd) note_first(work, change);
  memcpy(work->neighbour, work->state->q, sizeof(double) * (size_t)work->closing.n);
  work->has_neighbour = work->number > 0;
  return true;
}

// The warning about a state that stays open; false if it is closed.
static bool warn(Closure *work)
{
  static const char *const AS_GIVEN =
      "this is computed at the state as it is; 'bielle analyze assembly' "
      "closes it, and --open says that it is meant so";
  const char *hint = work->request->only_warns ? AS_GIVEN : "without --open it is closed first";
  double off;
  evaluate(work);
  int row = worst_row(work, false, &off);
  const char *turned = row < 0 ? turned_loop(work) : NULL, *what = "";
  if (turned) {
    put_message(
        work, SEVERITY_WARNING,
        work->request->only_warns ? AS_GIVEN
                                  : "without --open it is closed the right way round first",
        arena_format(work->request->arena,
                     "the state has the joint of the loop '%s' upside down, half a turn away",
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
                           row < work->closing.holonomic ? what : "", label_of(work, row), off));
  return true;
}

Closure *closure_new(const ClosureRequest *request, const StateValues *first)
{
  if (!request->system) return NULL;
  Closure *closure = memory_new(1, sizeof *closure);
  closure->request = request;
  Text why = { 0 };
  ProgramState start = start_state_program(first);
  bool is_open = closing_open(&closure->closing, request->system->ties, &start, &why);
  text_free(&why);
  if (is_open) {
    closure->neighbour = memory_new((size_t)closure->closing.n + 1, sizeof(double));
    return closure;
  }
  free(closure);
  return NULL;
}

bool closure_of_state(Closure *closure, long number, StateValues *state, StateChange *change)
{
  closure->state = state;
  closure->number = number;
  if (!closure->request->keeps_open) return close_state(closure, change);
  if (!closure->warned) closure->warned = warn(closure);
  return true;
}

void closure_tell(Closure *closure)
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

void closure_free(Closure *closure)
{
  if (!closure) return;
  closing_close(&closure->closing);
  text_free(&closure->first);
  free(closure->neighbour);
  free(closure);
}

void closure_apply(const ClosureRequest *request, StateValues states[], int count,
                   StateChange changes[])
{
  Closure *closure = count > 0 ? closure_new(request, &states[0]) : NULL;
  if (!closure) return;
  for (int s = 0; s < count; s++) {
    StateChange unseen = { 0 }, *change = changes ? &changes[s] : &unseen;
    change->is_refused =
        !closure_of_state(closure, request->is_list ? s + 1 : 0, &states[s], change);
  }
  closure_tell(closure);
  closure_free(closure);
}
