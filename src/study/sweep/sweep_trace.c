// sweep_trace.c -- path following along the curve of closed configurations, in both directions from
// the start.
//
// Positions on the grid are expressed by u = steps (input - from) / (to - from): rows are at
// integer u.
// SPDX-License-Identifier: MIT
#include "study/sweep/sweep_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MAX_STEP = 0.1;        // rad, or relative to the size of the mechanism
static const double SAME_PLACE = 1e-9;     // relative to the range
static const double MAX_DEVIATION = 0.05;  // of the cubic, relative to the step
static const double NEAR_CROSSING = 5e-3;
// Smallest singular value of Phi_q, relative to the largest, at the ends of a step.
static const double CLEAR_OF_CROSSING = 1e-3;
enum { MAX_RETRIES = 4 };
// In units of the size of the mechanism.
static const double FARTHEST = 1e4;

typedef struct Run {
  Sweep *sweep;
  SweepConstraints *closure;
  SweepRows *table;
  Curve *curve;
  CurvePoint start, from, to, place, crossing, base;
  double step;  // step length from `from` to `to`
  bool has_crossing;
  int first, last;  // rows that are filled; first > last: none
  double *rows;     // steps + 1 rows
  double *beside;   // a row next to the one that is being filled
  double *mean;     // weighted mean of such rows
} Run;

static void turn_around(const Run *run, CurvePoint *point)
{
  for (int j = 0; j <= run->closure->free_count; j++)
    point->tangent[j] = -point->tangent[j];
}

// ---- extremes and singular positions

static double grid_place(const Run *run, const CurvePoint *point)
{
  const SweepOptions *options = &run->sweep->options;
  double input = sweep_input_of(run->closure, point->x);
  return options->steps * ((input - options->from) / (options->to - options->from));
}

static bool is_in_range(const Run *run, const CurvePoint *point)
{
  double u = grid_place(run, point), tolerance = SAME_PLACE * run->sweep->options.steps;
  return u >= -tolerance && u <= run->sweep->options.steps + tolerance;
}

static void note_extremes(Run *run, const CurvePoint *point)
{
  Sweep *sweep = run->sweep;
  constraint_system_set(&run->closure->unknowns, point->x);
  double input = sweep_input_of(run->closure, point->x);
  for (int i = 0; i < run->closure->constraints.n; i++) {
    SweepExtremes *extremes = &sweep->extremes[i];
    double value = run->closure->constraints.q[i];
    if (value < extremes->least) {
      extremes->least = value;
      extremes->least_at = input;
    }
    if (value > extremes->greatest) {
      extremes->greatest = value;
      extremes->greatest_at = input;
    }
  }
}

static void add_place(Run *run, SweepPlaceKind kind, const CurvePoint *point)
{
  Sweep *sweep = run->sweep;
  size_t n = (size_t)run->closure->constraints.n;
  if (sweep->place_count == sweep->place_capacity) {
    sweep->place_capacity = 2 * sweep->place_capacity + 4;
    SweepSingularity *larger = ARENA_ARRAY(sweep->arena, SweepSingularity, sweep->place_capacity);
    if (sweep->places) memcpy(larger, sweep->places, sizeof *larger * (size_t)sweep->place_count);
    sweep->places = larger;
  }
  constraint_system_set(&run->closure->unknowns, point->x);
  SweepSingularity *place = &sweep->places[sweep->place_count++];
  *place = (SweepSingularity){ .kind = kind,
                               .input = sweep_input_of(run->closure, point->x),
                               .q = ARENA_ARRAY(sweep->arena, double, n) };
  memcpy(place->q, run->closure->constraints.q, sizeof(double) * n);
}

// ---- rows

// A point within the present step where an unknown has a given value.
typedef struct Target {
  int unknown;
  double value;
} Target;

static double distance_from_target(const void *context, const CurvePoint *point)
{
  const Target *target = context;
  return point->x[target->unknown] - target->value;
}

static bool find_input(Run *run, const CurvePoint *from, double step, double input, CurvePoint *out)
{
  int unknown = run->closure->free_count;
  Target target = { unknown, input / sweep_input_scale(run->closure) };
  if (!curve_find(run->curve, from, &step, distance_from_target, &target, out)) return false;
  constraint_system_set(&run->closure->unknowns, out->x);
  return true;
}

static bool is_near_crossing(const Run *run, double input)
{
  int unknown = run->closure->free_count;
  double distance = input / sweep_input_scale(run->closure) - run->crossing.x[unknown];
  return run->has_crossing && fabs(distance) < NEAR_CROSSING;
}

// Returns the end of the step that is further from the crossing.
static const CurvePoint *far_end(const Run *run)
{
  int input = run->closure->free_count;
  double crossing = run->crossing.x[input];
  bool is_start = fabs(run->from.x[input] - crossing) > fabs(run->to.x[input] - crossing);
  return is_start ? &run->from : &run->to;
}

// Finds the point with this input before or after `base`.
static bool find_around(Run *run, const CurvePoint *base, double input, CurvePoint *out)
{
  int unknown = run->closure->free_count;
  double way = input / sweep_input_scale(run->closure) - base->x[unknown];
  double length = way / base->tangent[unknown];
  curve_point_copy(run->curve, &run->base, base);
  if (length < 0) turn_around(run, &run->base);
  return find_input(run, &run->base, 1.5 * fabs(length), input, out);
}

// At a crossing of branches the equations do not determine the rates, and near it only badly, but
// the rates are smooth: weighted means of rows on both sides, at one, two and three times a
// distance, have an error of sixth order.
static bool fill_between(Run *run, double input, double row[])
{
  static const double WEIGHTS[] = { 15.0 / 20, -6.0 / 20, 1.0 / 20 };
  int count = run->sweep->column_count;
  double aside = NEAR_CROSSING * sweep_input_scale(run->closure);
  const CurvePoint *base = far_end(run);
  memset(run->mean, 0, sizeof(double) * (size_t)count);
  for (int k = 0; k < 6; k++) {
    int pair = k / 2;
    double place = input + (k % 2 == 0 ? aside : -aside) * (pair + 1);
    bool is_good = find_around(run, base, place, &run->place) &&
                   sweep_rows_fill(run->table, run->closure, run->beside);
    if (!is_good) return false;
    for (int i = 0; i < count; i++)
      run->mean[i] += WEIGHTS[pair] * run->beside[i];
  }
  memcpy(row, run->mean, sizeof(double) * (size_t)count);
  return true;
}

// Faster equivalent of find_input() on the present step: cubic Hermite interpolation between its
// ends, then Newton corrections. Returns false where the input hardly moves or branches cross.
static bool find_by_cubic(Run *run, double input, double x[])
{
  const CurvePoint *from = &run->from, *to = &run->to;
  int unknown = run->closure->free_count;
  double least = fmin(fabs(from->tangent[unknown]), fabs(to->tangent[unknown]));
  if (run->has_crossing || least < 0.1) return false;
  double width = to->x[unknown] - from->x[unknown];
  x[unknown] = input / sweep_input_scale(run->closure);
  double t = (x[unknown] - from->x[unknown]) / width, back = 1 - t;
  for (int j = 0; j < unknown; j++) {
    double slope = width * from->tangent[j] / from->tangent[unknown];
    double last_slope = width * to->tangent[j] / to->tangent[unknown];
    x[j] = back * back * ((1 + 2 * t) * from->x[j] + t * slope) +
           t * t * ((1 + 2 * back) * to->x[j] - back * last_slope);
  }
  if (!curve_correct(run->curve, x, unknown, MAX_DEVIATION * run->step)) return false;
  constraint_system_set(&run->closure->unknowns, x);
  return true;
}

// Rates that are not determined are stored as NaN.
static void fill_directly(Run *run, double input, double row[])
{
  int count = run->sweep->column_count, first_rate = run->closure->free_count + 1;
  bool is_found = find_by_cubic(run, input, run->place.x) ||
                  find_input(run, &run->from, run->step, input, &run->place);
  if (is_found) note_extremes(run, &run->place);
  bool is_regular = is_found && sweep_rows_fill(run->table, run->closure, row);
  for (int i = is_found ? first_rate : 0; i < count && !is_regular; i++)
    row[i] = NAN;
}

static void fill_row(Run *run, int index)
{
  const SweepOptions *options = &run->sweep->options;
  double input = options->from + (options->to - options->from) * index / options->steps;
  double *row = run->rows + (size_t)index * (size_t)run->sweep->column_count;
  bool is_done = is_near_crossing(run, input) && fill_between(run, input, row);
  if (!is_done) fill_directly(run, input, row);
  row[0] = input;  // exact value
  if (run->first > run->last) run->first = run->last = index;
  if (index < run->first) run->first = index;
  if (index > run->last) run->last = index;
  progress_report(options->progress, "sweep", (double)(run->last - run->first) / options->steps);
}

// ---- one direction

static double tangent_of_unknown(const void *context, const CurvePoint *point)
{
  return point->tangent[*(const int *)context];
}

static bool turns(const Run *run, int unknown)
{
  return run->from.tangent[unknown] * run->to.tangent[unknown] < 0;
}

// Finds the points between `from` and `to` where a coordinate reverses.
static void find_extremes(Run *run)
{
  for (int j = 0; j < run->closure->free_count; j++) {
    if (!turns(run, j)) continue;
    double step = run->step;
    bool is_found = curve_find(run->curve, &run->from, &step, tangent_of_unknown, &j, &run->place);
    if (is_found && is_in_range(run, &run->place)) note_extremes(run, &run->place);
  }
}

// Begins at the start, towards the end of the range (way 1) or its beginning (way -1).
static void set_out(Run *run, int way)
{
  const SweepOptions *options = &run->sweep->options;
  int input = run->closure->free_count;
  curve_point_copy(run->curve, &run->from, &run->start);
  run->step = MAX_STEP;
  bool is_ahead = run->from.tangent[input] * way * (options->to - options->from) > 0;
  if (!is_ahead) turn_around(run, &run->from);
}

static bool is_clear(const CurvePoint *point, int unknowns)
{
  return point->rank.rank == unknowns - 1 &&
         point->rank.smallest > CLEAR_OF_CROSSING * point->rank.largest;
}

// Takes a step that does not end close to a crossing of branches, if a shorter one avoids it.
static CurveStep step_clear(Run *run)
{
  double whole = run->step;
  for (int k = 0; k < MAX_RETRIES; k++) {
    CurveStep outcome = curve_step(run->curve, &run->from, &run->step, &run->to, &run->crossing);
    if (outcome == CURVE_STUCK || is_clear(&run->to, run->closure->free_count + 1)) return outcome;
    run->step *= 0.7;
  }
  run->step = whole;
  return curve_step(run->curve, &run->from, &run->step, &run->to, &run->crossing);
}

// Returns true if a sliding coordinate diverges. The input then approaches a value asymptotically
// without reaching it.
static bool runs_away(const Run *run)
{
  const SweepConstraints *closure = run->closure;
  for (int i = 0; i < closure->free_count; i++) {
    const char *unit = run->sweep->equations->coordinates[closure->unknowns.places[i]].unit;
    if (strcmp(unit, "m") == 0 && fabs(run->from.x[i]) > FARTHEST) return true;
  }
  return false;
}

// Takes one step, shortened to end at a dead-centre position if the input reverses. Returns false
// if no step is possible.
static bool advance(Run *run, bool *is_dead)
{
  int input = run->closure->free_count;
  CurveStep outcome = runs_away(run) ? CURVE_STUCK : step_clear(run);
  if (outcome == CURVE_STUCK) {
    add_place(run, PLACE_END, &run->from);
    return false;
  }
  run->has_crossing = outcome == CURVE_CROSSING;
  *is_dead = turns(run, input);
  if (*is_dead) {
    if (!curve_find(run->curve, &run->from, &run->step, tangent_of_unknown, &input, &run->to)) {
      return false;
    }
    add_place(run, PLACE_DEAD_POINT, &run->to);
    if (is_in_range(run, &run->to)) note_extremes(run, &run->to);
  } else if (run->has_crossing && is_in_range(run, &run->crossing)) {
    add_place(run, PLACE_CHANGE_POINT, &run->crossing);
    note_extremes(run, &run->crossing);
  }
  find_extremes(run);
  return true;
}

static void trace(Run *run, int way)
{
  int steps = run->sweep->options.steps;
  double u = grid_place(run, &run->start);
  int next = (int)fmin(steps + 1, fmax(-1, way > 0 ? fmax(0, ceil(u)) : fmin(steps, ceil(u) - 1)));
  set_out(run, way);
  for (bool is_dead = false; next >= 0 && next <= steps && !is_dead;) {
    if (progress_is_stopped(run->sweep->options.progress)) return;
    if (!advance(run, &is_dead)) return;
    // rates are undefined at the dead-centre position itself
    double reached = grid_place(run, &run->to) - (is_dead ? way * SAME_PLACE * steps : 0);
    for (; next >= 0 && next <= steps && (reached - next) * way >= 0; next += way)
      fill_row(run, next);
    CurvePoint left = run->from;
    run->from = run->to;
    run->to = left;
    run->step = fmin(1.5 * run->step, MAX_STEP);
  }
}

// A range that ends at a dead-centre position counts as complete, although there are no rates at
// its end.
static bool reaches_end(const Run *run, int end)
{
  const Sweep *sweep = run->sweep;
  const SweepOptions *options = &sweep->options;
  if (run->first > run->last) return false;
  if (end == 0 ? run->first == 0 : run->last == end) return true;
  double wanted = end == 0 ? options->from : options->to;
  for (int k = 0; k < sweep->place_count; k++) {
    double distance = fabs(sweep->places[k].input - wanted);
    if (distance <= SAME_PLACE * fabs(options->to - options->from)) return true;
  }
  return false;
}

static int by_place(const void *a, const void *b)
{
  double first = ((const SweepSingularity *)a)->input,
         second = ((const SweepSingularity *)b)->input;
  return (first > second) - (first < second);
}

static void run_both_ways(Run *run)
{
  Sweep *sweep = run->sweep;
  int steps = sweep->options.steps;
  constraint_system_get(&run->closure->unknowns, run->beside);
  if (!curve_begin(run->curve, run->beside, NULL, &run->start)) return;
  sweep->start = sweep_input_of(run->closure, run->start.x);
  double u = grid_place(run, &run->start);
  if (u <= steps) trace(run, 1);
  if (u > 0) trace(run, -1);
  sweep->rows = run->rows + (size_t)run->first * (size_t)sweep->column_count;
  sweep->row_count = run->last - run->first + 1;
  sweep->is_complete = reaches_end(run, 0) && reaches_end(run, steps);
  if (sweep->place_count > 1)
    qsort(sweep->places, (size_t)sweep->place_count, sizeof *sweep->places, by_place);
}

void sweep_trace(Sweep *sweep, SweepConstraints *closure, SweepRows *rows)
{
  NewtonProblem problem = { closure->free_count + 1, closure->constraints.holonomic,
                            constraint_system_residuals, &closure->unknowns };
  Curve *curve = curve_new(&problem);
  int columns = sweep->column_count;
  size_t cells = (size_t)columns * (size_t)(sweep->options.steps + 1);
  Run run = { .sweep = sweep,
              .closure = closure,
              .table = rows,
              .curve = curve,
              .start = curve_point_new(curve),
              .from = curve_point_new(curve),
              .to = curve_point_new(curve),
              .place = curve_point_new(curve),
              .crossing = curve_point_new(curve),
              .base = curve_point_new(curve),
              .last = -1,
              .rows = ARENA_ARRAY(sweep->arena, double, cells),
              .beside = ARENA_ARRAY(sweep->arena, double, columns),
              .mean = ARENA_ARRAY(sweep->arena, double, columns) };
  run_both_ways(&run);
  curve_free(curve);
}
