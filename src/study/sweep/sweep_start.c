// sweep_start.c -- closed start of a sweep, and why there is none.
//
// The start is closed with the input held at its start value; if that fails, with the input free;
// if the configuration is singular (often, when all angles are zero), slightly away from it, then
// at several values in the range.
// SPDX-License-Identifier: MIT
#include "system/assembly/assembly.h"
#include "study/sweep/sweep_impl.h"

#include <math.h>
#include <string.h>

// Relative rank tolerance: assembly satisfies the constraints to 1e-10.
static const double RANK_TOLERANCE = 1e-7;
// Smallest component of the input in a motion of length 1.
static const double MIN_MOTION = 1e-6;

// State of the search over several trials.
typedef struct Search {
  const Sweep *sweep;
  SweepConstraints *closure;
  double *rough;  // coordinates of the start
  double rough_time;
  double *x;
  double *residual;
  double *jacobian;
  double *directions;
  bool has_closed;
  int freedoms;     // smallest number of degrees of freedom of a closed configuration so far
  double *motions;  // orthonormal basis of the motions of that configuration
  Text *why;
} Search;

// ---- one trial

static void restore(Search *search)
{
  SweepConstraints *closure = search->closure;
  memcpy(closure->constraints.q, search->rough, sizeof(double) * (size_t)closure->constraints.n);
  closure->constraints.state.time = search->rough_time;
}

// Closes the mechanism from the approximate values with the input at `input`, which is held unless
// `is_free`.
static bool close_at(Search *search, double input, bool is_free)
{
  SweepConstraints *closure = search->closure;
  int n = closure->constraints.n;
  restore(search);
  bool is_time = closure->input == SWEEP_TIME;
  if (is_time) {
    closure->constraints.state.time = input;
  } else {
    closure->constraints.q[closure->input] = input;
  }
  if (closure->constraints.holonomic == 0) return true;
  Arena *arena = arena_new();
  bool *is_held = ARENA_ARRAY(arena, bool, n);
  memcpy(is_held, search->sweep->options.is_held, sizeof(bool) * (size_t)n);
  if (!is_time) is_held[closure->input] = !is_free;
  Assembly *assembly = assembly_new(search->sweep->system, &closure->constraints.state,
                                    &(AssemblyOptions){ .is_held = is_held }, search->why);
  bool is_closed = assembly && assembly->is_closed;
  if (is_closed)
    memcpy(closure->constraints.q, assembly->configurations[0].q, sizeof(double) * (size_t)n);
  assembly_free(assembly);
  arena_free(arena);
  return is_closed;
}

// Returns true if the present configuration lies on a curve along which the input moves.
static bool is_good(Search *search)
{
  SweepConstraints *closure = search->closure;
  int n = closure->free_count + 1, m = closure->constraints.holonomic;
  NumericRank rank;
  constraint_system_get(&closure->unknowns, search->x);
  constraint_system_residuals(&closure->unknowns, search->x, search->residual, search->jacobian);
  if (numeric_rank(m, n, search->jacobian, RANK_TOLERANCE, NULL, search->directions, &rank) !=
      NUMERIC_OK) {
    return false;
  }
  int freedoms = n - rank.rank;
  if (!search->has_closed || freedoms < search->freedoms) {
    search->freedoms = freedoms;
    memcpy(search->motions, search->directions + rank.rank * n,
           sizeof(double) * (size_t)(freedoms * n));
  }
  search->has_closed = true;
  return freedoms == 1 && fabs(search->directions[n * n - 1]) > MIN_MOTION;
}

static bool try_at(Search *search, double input, bool is_free)
{
  return close_at(search, input, is_free) && is_good(search);
}

static bool try_range(Search *search)
{
  static const double PARTS[] = { 0, 1, 0.5, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6 };
  const SweepOptions *options = &search->sweep->options;
  for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
    // slightly off round values, which are often singular
    double part = PARTS[i] + (PARTS[i] < 0.5 ? 1e-3 : -1e-3);
    if (try_at(search, options->from + part * (options->to - options->from), false)) return true;
  }
  return false;
}

static bool try_all(Search *search, bool is_in_range)
{
  const SweepOptions *options = &search->sweep->options;
  double input = options->input == SWEEP_TIME ? search->rough_time : search->rough[options->input];
  double aside = 0.01 * (options->to - options->from);
  if (!is_in_range) {
    if (try_at(search, input, false)) return true;
    if (options->input != SWEEP_TIME && try_at(search, input, true)) return true;
    if (try_at(search, input + aside, false) || try_at(search, input - aside, false)) return true;
  }
  return try_range(search);
}

// ---- cause of a failure

static const char *unknown_name(const Search *search, int unknown)
{
  const SweepConstraints *closure = search->closure;
  if (unknown == closure->free_count) return search->sweep->input_name;
  return search->sweep->equations->coordinates[closure->unknowns.places[unknown]].name;
}

// Eliminates the unknown from the motions after number `first`, and moves the motion with its
// largest component to that place.
static void eliminate(Search *search, int first, int unknown)
{
  int n = search->closure->free_count + 1, pivot = first;
  for (int k = first; k < search->freedoms; k++) {
    if (fabs(search->motions[k * n + unknown]) > fabs(search->motions[pivot * n + unknown]))
      pivot = k;
  }
  double *row = search->motions + pivot * n, *place = search->motions + first * n;
  for (int j = 0; j < n; j++) {
    double moved = row[j];
    row[j] = place[j];
    place[j] = moved;
  }
  for (int k = first + 1; k < search->freedoms; k++) {
    double factor = search->motions[k * n + unknown] / place[unknown];
    for (int j = 0; j < n; j++)
      search->motions[k * n + j] -= factor * place[j];
  }
}

// Returns the unknown with the largest norm in the motions from number `first` on.
static int strongest_unknown(const Search *search, int first)
{
  int n = search->closure->free_count + 1, result = 0;
  double most = 0;
  for (int j = 0; j < n; j++) {
    double size = 0;
    for (int k = first; k < search->freedoms; k++)
      size = hypot(size, search->motions[k * n + j]);
    if (size > most + MIN_MOTION) {
      most = size;
      result = j;
    }
  }
  return result;
}

static bool moves_input(const Search *search)
{
  int n = search->closure->free_count + 1;
  for (int k = 0; k < search->freedoms; k++) {
    if (fabs(search->motions[k * n + n - 1]) > MIN_MOTION) return true;
  }
  return false;
}

static bool depends_on_time(const Equations *equations)
{
  const Quantity *by_time = equations_find(equations, "Phi_t");
  for (int i = 0; by_time && i < by_time->rows; i++) {
    if (!expr_is_zero(by_time->entries[i])) return true;
  }
  return false;
}

static void explain_freedoms(Search *search)
{
  Text *why = search->why;
  const char *input = search->sweep->input_name;
  if (!moves_input(search)) {
    text_format(why, "%s cannot move: the loops and constraints hold it", input);
    if (search->freedoms == 0) {
      text_put(why, ", and everything else");
      if (depends_on_time(search->sweep->equations)) {
        text_put(why, "; time moves it: --drive t=0..1s");
      }
    } else {
      text_format(why, "; what moves is, for example, %s",
                  unknown_name(search, strongest_unknown(search, 0)));
    }
    return;
  }
  eliminate(search, 0, search->closure->free_count);
  int more = search->freedoms - 1;
  text_format(
      why,
      "with %s fixed, %d degree%s of freedom left; fix %d more coordinate%s, for example --hold ",
      input, more, more == 1 ? "" : "s", more, more == 1 ? "" : "s");
  for (int k = 1; k <= more; k++) {
    int unknown = strongest_unknown(search, k);
    text_format(why, "%s%s", k > 1 ? "," : "", unknown_name(search, unknown));
    eliminate(search, k, unknown);
  }
}

static Search search_new(const Sweep *sweep, SweepConstraints *closure, Arena *arena, Text *why)
{
  int n = closure->free_count + 1, m = closure->constraints.holonomic, all = closure->constraints.n;
  Search search = { .sweep = sweep,
                    .closure = closure,
                    .rough = ARENA_ARRAY(arena, double, all),
                    .rough_time = closure->constraints.state.time,
                    .x = ARENA_ARRAY(arena, double, n),
                    .residual = ARENA_ARRAY(arena, double, m),
                    .jacobian = ARENA_ARRAY(arena, double, m *n),
                    .directions = ARENA_ARRAY(arena, double, n *n),
                    .motions = ARENA_ARRAY(arena, double, n *n),
                    .why = why };
  memcpy(search.rough, closure->constraints.q, sizeof(double) * (size_t)all);
  return search;
}

SweepStatus sweep_find_start(const Sweep *sweep, SweepConstraints *closure, bool is_in_range,
                             Text *why)
{
  Arena *arena = arena_new();
  Search search = search_new(sweep, closure, arena, why);
  SweepStatus status = SWEEP_OK;
  if (!try_all(&search, is_in_range)) {
    status = search.has_closed ? SWEEP_WRONG_FREEDOMS : SWEEP_DOES_NOT_CLOSE;
    restore(&search);
    if (search.has_closed) {
      explain_freedoms(&search);
    } else if (why->length == 0) {
      text_format(why,
                  "the mechanism does not close, neither at the start nor with %s in the range",
                  sweep->input_name);
    }
  }
  arena_free(arena);
  return status;
}
