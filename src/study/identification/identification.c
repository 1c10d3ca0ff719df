// identification.c -- from measured samples to parameters with their standard deviations.
// SPDX-License-Identifier: MIT
#include "study/identification/identification_impl.h"

#include "numeric/linear/echelon.h"
#include "numeric/linear/least_squares.h"
#include "numeric/low_pass.h"

#include <math.h>
#include <string.h>

// Relative rank tolerance of the scaled regressor.
static const double UNSEEN = 1e-9;
// Smaller components of a null-space direction, in scaled parameters, are rounding.
static const double NO_PART = 1e-6;
static const double PIVOT = 1e-9;
// If the terms of a column cancel to this fraction, the rest is rounding, or due to nearly singular
// positions of loops.
static const double CANCELLED = 1e-7;
// Admissible relative variation of time steps, due to rounding and recorder clocks.
static const double UNEVEN = 0.01;
// Default cut-off frequency, relative to the sampling frequency.
static const double DEFAULT_CUTOFF = 0.05;
// Samples per period of the cut-off after decimation, slightly above Nyquist's two.
static const double SAMPLES_FOR_CUTOFF = 2.5;
// Periods of the cut-off that are discarded at each end: the filter is applied twice, and its
// transient decays to a tenth within a period.
static const double SPOILT_PERIODS = 3;

// Limit for the regressor, of which several copies are held.
static const size_t MAX_ENTRIES = 100000000;

typedef struct Work {
  Identification *out;
  System *system;
  const ProgramState *start;
  const IdentificationOptions *options;
  IdentificationData data;  // completed with rates
  RegressorEvaluator evaluator;
  Arena *scratch;
  int n, count;    // coordinates, parameters
  int m;           // equations per sample: measured efforts, or independent coordinates
  const int *of;   // by equation: the coordinate
  int first, end;  // range of samples that are used
  int step;        // decimation: every step-th sample is used
  double alike;    // number of used samples that are equivalent to one with independent noise
  int rows;        // used samples * m
  double *W, *y;   // rows x count, and the right-hand side
  double *sizes;   // by column: sum of squares of its terms before cancellation
  double *sigma;   // by joint
  Text *why;
} Work;

static size_t at(const Work *work, int row, int column)
{
  return (size_t)row * (size_t)work->count + (size_t)column;
}

// ---- rates

static bool is_even(const Work *work, double step)
{
  const double *time = work->data.time;
  for (int k = 1; k < work->data.count; k++) {
    double off = time[k] - time[k - 1] - step;
    if (!(fabs(off) <= UNEVEN * step)) {
      text_format(work->why,
                  "samples to be filtered are evenly spaced in time: that at t = %.6g s is %.6g s "
                  "behind the one before, and not %.6g s",
                  time[k], time[k] - time[k - 1], step);
      return false;
    }
  }
  return true;
}

// Determines the sampling rate and the cut-off frequency.
static bool choose_filter(Work *work)
{
  Identification *out = work->out;
  int count = work->data.count;
  out->is_filtered = !work->data.qdd || isfinite(work->options->cutoff);
  if (!out->is_filtered) return true;
  double step = count > 1 ? (work->data.time[count - 1] - work->data.time[0]) / (count - 1) : 0;
  if (!(step > 0)) {
    text_put(work->why, "to filter what was measured, times of the samples must grow");
    return false;
  }
  out->rate = 1 / step;
  bool is_asked = isfinite(work->options->cutoff);
  out->cutoff = is_asked ? work->options->cutoff : DEFAULT_CUTOFF * out->rate;
  if (!(out->cutoff > 0) || out->cutoff >= out->rate / 2) {
    text_format(work->why,
                "a cut-off of %.6g Hz is not between 0 and half of the sampling frequency, %.6g Hz",
                out->cutoff, out->rate / 2);
    return false;
  }
  int lost = (int)ceil(SPOILT_PERIODS * out->rate / out->cutoff);
  work->first = lost;
  work->end = count - lost;
  work->step = (int)fmax(1, floor(out->rate / (SAMPLES_FOR_CUTOFF * out->cutoff)));
  if (work->end - work->first < work->step * work->count) {
    text_format(work->why,
                "%d samples are too few to be filtered at %.6g Hz: %d are lost at each end, and "
                "every %d. counts",
                count, out->cutoff, lost, work->step);
    return false;
  }
  return is_even(work, step);
}

static void differentiate(Work *work)
{
  int n = work->n, count = work->data.count;
  size_t size = (size_t)count * (size_t)n;
  double *q = arena_alloc(work->scratch, size * sizeof(double));
  double *qd = arena_alloc(work->scratch, size * sizeof(double));
  double *qdd = arena_alloc(work->scratch, size * sizeof(double));
  double rate = work->out->rate;
  memcpy(q, work->data.q, size * sizeof(double));
  for (int i = 0; i < n; i++)
    low_pass(count, q + i, n, work->out->cutoff / rate);
  for (size_t k = (size_t)n; k + (size_t)n < size; k++) {
    double before = q[k - (size_t)n], after = q[k + (size_t)n];
    qd[k] = (after - before) * rate / 2;
    qdd[k] = (after - 2 * q[k] + before) * rate * rate;
  }
  work->data.q = q;
  work->data.qd = qd;
  work->data.qdd = qdd;
}

// ---- equations

// Returns the coefficient of a coordinate's row in an equation.
static double part_of(const Work *work, int equation, int coordinate)
{
  if (!work->evaluator.N) return work->of[equation] == coordinate;
  return work->evaluator.N[coordinate * work->m + equation];
}

// Returns the combination of values with the given `stride`. *size is increased by the square of
// the sum of magnitudes.
static double sum_of_parts(const Work *work, int equation, const double values[], int stride,
                           double *size)
{
  double sum = 0, all = 0;
  for (int i = 0; i < work->n; i++) {
    double term = part_of(work, equation, i) * values[(size_t)i * (size_t)stride];
    sum += term;
    all += fabs(term);
  }
  *size += all * all;
  return sum;
}

// Computes the equations of a sample from the rows of all coordinates.
static void project(Work *work, const double all[], const double efforts[], double W[], double y[])
{
  int count = work->count;
  double of_efforts = 0;
  for (int e = 0; e < work->m; e++) {
    y[e] = sum_of_parts(work, e, efforts, 1, &of_efforts);
    for (int k = 0; k < count; k++)
      W[e * count + k] = sum_of_parts(work, e, all + k, count, &work->sizes[k]);
  }
}

// Sets columns to 0 whose terms cancel to rounding: they contain no information.
static void clear_rounding(Work *work, int rows)
{
  for (int k = 0; k < work->count; k++) {
    double length = 0;
    for (int i = 0; i < rows; i++)
      length += work->W[at(work, i, k)] * work->W[at(work, i, k)];
    for (int i = 0; i < rows && length <= CANCELLED * CANCELLED * work->sizes[k]; i++)
      work->W[at(work, i, k)] = 0;
  }
}

static bool build_rows(Work *work)
{
  const IdentificationData *data = &work->data;
  int n = work->n, inputs = work->system->equations->input_count;
  double *rest = ARENA_ARRAY(work->scratch, double, n);
  double *all = ARENA_ARRAY(work->scratch, double, n * work->count);
  for (int k = 0; k < data->count; k++) {
    size_t row = (size_t)k * (size_t)n, first = (size_t)k * (size_t)work->m;
    ProgramState state = *work->start;
    state.q = data->q + row;
    state.qd = data->qd + row;
    state.qdd = data->qdd + row;
    state.inputs = data->inputs + (size_t)k * (size_t)inputs;
    state.time = data->time[k];
    regressor_evaluator_evaluate(&work->evaluator, &state, all, rest);
    for (int i = 0; i < n; i++)
      rest[i] = data->tau[row + (size_t)i] - rest[i];
    project(work, all, rest, work->W + first * (size_t)work->count, work->y + first);
    if (k % 1000 == 0 &&
        !progress_report(work->options->progress, "regressor", (double)k / data->count))
      return false;
  }
  clear_rounding(work, data->count * work->m);
  return true;
}

// Filters both sides alike, then removes the transients at the ends and decimates.
static void filter_rows(Work *work)
{
  int n = work->m, count = work->count, used = 0;
  double cutoff = work->out->cutoff / work->out->rate;
  for (int i = 0; i < n; i++) {
    low_pass(work->data.count, work->y + i, n, cutoff);
    for (int k = 0; k < count; k++)
      low_pass(work->data.count, work->W + at(work, i, k), n * count, cutoff);
  }
  for (int k = work->first; k < work->end; k += work->step, used++) {
    memmove(work->W + at(work, used * n, 0), work->W + at(work, k * n, 0),
            sizeof(double) * (size_t)n * (size_t)count);
    memmove(work->y + used * n, work->y + k * n, sizeof(double) * (size_t)n);
  }
  work->out->used = used;
  work->alike = fmax(1, 1 / (work->step * low_pass_noise(cutoff)));
}

static bool check_rows(Work *work)
{
  work->rows = work->out->used * work->m;
  if (work->rows <= work->count) {
    text_format(work->why, "%d samples are too few for %d parameters", work->out->used,
                work->count);
    return false;
  }
  for (int i = 0; i < work->rows; i++) {
    for (int k = 0; k < work->count; k++) {
      if (isfinite(work->W[at(work, i, k)]) && isfinite(work->y[i])) continue;
      text_format(work->why, "the equations have no finite value at sample %d", i / work->m + 1);
      return false;
    }
  }
  return true;
}

static bool make_equations(Work *work)
{
  Identification *out = work->out;
  size_t rows = (size_t)work->data.count * (size_t)work->m;
  if (rows > MAX_ENTRIES / (size_t)work->count) {
    text_format(work->why, "%d samples of %d parameters are too many at once", work->data.count,
                work->count);
    return false;
  }
  work->end = out->used = work->data.count;
  work->step = 1;
  work->alike = 1;
  if (!choose_filter(work)) return false;
  if (!work->data.qdd) differentiate(work);
  if (work->evaluator.N &&
      !identification_close(work->system, work->start, work->scratch, &work->data, work->why)) {
    return false;
  }
  work->W = arena_alloc(work->scratch, rows * (size_t)work->count * sizeof(double));
  work->y = arena_alloc(work->scratch, rows * sizeof(double));
  work->sizes = ARENA_ARRAY(work->scratch, double, work->count);
  if (!build_rows(work)) return false;
  if (out->is_filtered) filter_rows(work);
  return check_rows(work);
}

// ---- least squares

// The problem with the rows of each joint divided by its sigma, and columns scaled to length 1.
typedef struct Scaled {
  double *W, *y, *lengths;
  double *x;  // of the scaled columns
  double *values, *directions;
  NumericRank rank;
} Scaled;

static bool solve_scaled(Work *work, const double sigma[], Scaled *s)
{
  size_t size = (size_t)work->rows * (size_t)work->count;
  memcpy(s->W, work->W, size * sizeof(double));
  for (int i = 0; i < work->rows; i++) {
    s->y[i] = work->y[i] / sigma[i % work->m];
    for (int k = 0; k < work->count; k++)
      s->W[at(work, i, k)] /= sigma[i % work->m];
  }
  columns_scale(work->rows, work->count, s->W, s->lengths);
  NumericStatus status =
      numeric_rank(work->rows, work->count, s->W, UNSEEN, s->values, s->directions, &s->rank);
  if (status == NUMERIC_OK) {
    status = least_squares_solve(work->rows, work->count, s->W, s->y, UNSEEN, s->x, &s->rank, NULL);
  }
  if (status == NUMERIC_OK) return true;
  text_format(work->why, "the parameters were not found: %s", numeric_status_sentence(status));
  return false;
}

// Smallest variation of efforts about their mean, relative to the largest effort; below, it is the
// filtering residue of a constant.
static const double CONSTANT = 1e-9;

// By joint: rms of the residuals, and of the efforts about their mean.
static void judge_joints(const Work *work, const Scaled *s)
{
  for (int j = 0; j < work->m; j++) {
    double left = 0, mean = 0, all = 0, largest = 0;
    int used = work->out->used;
    for (int i = j; i < work->rows; i += work->m)
      mean += work->y[i] / used;
    for (int i = j; i < work->rows; i += work->m) {
      double residual = work->y[i];
      for (int k = 0; k < work->count; k++)
        residual -= work->W[at(work, i, k)] * s->x[k] / s->lengths[k];
      left += residual * residual;
      all += (work->y[i] - mean) * (work->y[i] - mean);
      largest = fmax(largest, fabs(work->y[i]));
    }
    work->out->joints[j].rms = sqrt(left / used);
    work->out->joints[j].share = sqrt(all / used) > CONSTANT * largest ? 1 - left / all : NAN;
    // degrees of freedom: the parameters are shared equally among the joints
    work->sigma[j] = sqrt(work->alike * left / used * work->rows / (work->rows - s->rank.rank));
  }
}

// Limits the weights of joints whose residuals are only rounding.
static void limit_sigma(const Work *work)
{
  double largest = 0, most = 0;
  for (int i = 0; i < work->rows; i++)
    largest = fmax(largest, fabs(work->y[i]));
  for (int j = 0; j < work->m; j++)
    most = fmax(most, work->sigma[j]);
  double least = fmax(1e-6 * most, 1e-15 * largest);
  for (int j = 0; j < work->m; j++)
    work->sigma[j] = fmax(work->sigma[j], least > 0 ? least : 1);
}

// 97.5 % quantile of Student's t distribution, by its expansion about the normal distribution
// (Abramowitz and Stegun 26.7.5).
static double student(double freedoms)
{
  double z = 1.959963984540054, v = freedoms;
  double first = (pow(z, 3) + z) / 4;
  double second = (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / 96;
  return z + first / v + second / (v * v);
}

// `scale`: standard deviation of the residuals of the scaled rows.
static void take_parameters(Work *work, const Scaled *s, double scale)
{
  Identification *out = work->out;
  double factor = student(work->rows - s->rank.rank);
  for (int k = 0; k < work->count; k++) {
    IdentifiedParameter *parameter = &out->parameters[k];
    double variance = 0;
    parameter->is_seen = true;
    for (int r = 0; r < work->count; r++) {
      double part = s->directions[r * work->count + k];
      if (r < s->rank.rank) variance += part * part / (s->values[r] * s->values[r]);
      if (r >= s->rank.rank && fabs(part) > NO_PART) parameter->is_seen = false;
    }
    parameter->value = s->x[k] / s->lengths[k];
    parameter->sd = scale * sqrt(variance) / s->lengths[k];
    parameter->margin = factor * parameter->sd;
  }
}

static void take_unseen(Work *work, const Scaled *s)
{
  Identification *out = work->out;
  int count = work->count, unidentifiable = count - s->rank.rank;
  int *pivots = ARENA_ARRAY(work->scratch, int, unidentifiable);
  out->condition = s->rank.smallest > 0 ? s->rank.largest / s->rank.smallest : INFINITY;
  out->unidentifiable = ARENA_ARRAY(out->arena, double, unidentifiable *count);
  for (int r = 0; r < unidentifiable; r++) {
    for (int k = 0; k < count; k++) {
      double part = s->directions[(s->rank.rank + r) * count + k];
      out->unidentifiable[r * count + k] = fabs(part) > NO_PART ? part : 0;
    }
  }
  out->unseen_count = echelon_reduce(unidentifiable, count, out->unidentifiable, PIVOT, pivots);
  for (int r = 0; r < out->unseen_count; r++) {
    for (int k = 0; k < count; k++)
      out->unidentifiable[r * count + k] *= s->lengths[pivots[r]] / s->lengths[k];
  }
}

static void take_seen(Work *work, const Scaled *s, double scale)
{
  Identification *out = work->out;
  int count = work->count;
  out->seen_count = s->rank.rank;
  out->seen = ARENA_ARRAY(out->arena, double, out->seen_count *count);
  for (int r = 0; r < out->seen_count; r++) {
    for (int k = 0; k < count; k++)
      out->seen[r * count + k] =
          s->values[r] * s->directions[r * count + k] * s->lengths[k] / (scale > 0 ? scale : 1);
  }
}

static bool solve(Work *work)
{
  int count = work->count;
  size_t size = (size_t)work->rows * (size_t)count;
  Scaled s = { .W = arena_alloc(work->scratch, size * sizeof(double)),
               .y = ARENA_ARRAY(work->scratch, double, work->rows),
               .lengths = ARENA_ARRAY(work->scratch, double, count),
               .x = ARENA_ARRAY(work->scratch, double, count),
               .values = ARENA_ARRAY(work->scratch, double, count),
               .directions = ARENA_ARRAY(work->scratch, double, count *count) };
  double *even = ARENA_ARRAY(work->scratch, double, work->m);
  work->sigma = ARENA_ARRAY(work->scratch, double, work->m);
  for (int j = 0; j < work->m; j++)
    even[j] = 1;
  if (!solve_scaled(work, even, &s)) return false;
  judge_joints(work, &s);
  double scale = 0;
  for (int j = 0; j < work->m; j++)
    scale += work->sigma[j] * work->sigma[j] / work->m;
  scale = sqrt(scale);
  limit_sigma(work);
  if (!work->options->is_unweighted) {
    if (!solve_scaled(work, work->sigma, &s)) return false;
    judge_joints(work, &s);
    scale = 1;
  }
  take_parameters(work, &s, scale);
  take_unseen(work, &s);
  take_seen(work, &s, scale);
  return true;
}

// ---- names

static const char *effort_unit(const Equations *equations, int coordinate)
{
  const char *unit = equations->coordinates[coordinate].unit;
  return strcmp(unit, "m") == 0 ? "N" : strcmp(unit, "rad") == 0 ? "N.m" : "";
}

static const char *unit_of(const Equations *equations, const char *name)
{
  size_t letters = strcspn(name, "R0123456789");
  const char *digits = name + strcspn(name, "0123456789");
  int coordinate = 0;
  for (; *digits >= '0' && *digits <= '9' && coordinate < 100000; digits++)
    coordinate = 10 * coordinate + (*digits - '0');
  bool is_length = coordinate >= 1 && coordinate <= equations->coordinate_count &&
                   strcmp(equations->coordinates[coordinate - 1].unit, "m") == 0;
  if (text_is("FV", name, letters)) return is_length ? "N.s/m" : "N.m.s";
  if (text_is("FS", name, letters)) return is_length ? "N" : "N.m";
  if (text_is("IA", name, letters)) return is_length ? "kg" : "kg.m^2";
  if (text_is("M", name, letters)) return "kg";
  return name[0] == 'M' ? "kg.m" : "kg.m^2";
}

// Reads the parameter values of the description, as far as they are known.
static bool take_described(Work *work)
{
  Identification *out = work->out;
  Evaluator evaluator = evaluator_new(out->equations, work->scratch, 1);
  const double *values = evaluator_add(&evaluator, "base", NULL);
  bool is_good = evaluator_compile(&evaluator, work->why);
  if (is_good) evaluator_evaluate(&evaluator, work->start);
  for (int k = 0; k < work->evaluator.of_base && is_good; k++)
    out->parameters[k].described = isfinite(values[k]) ? values[k] : NAN;
  evaluator_free(&evaluator);
  return is_good;
}

static void name_parameters(Work *work)
{
  Identification *out = work->out;
  const Quantity *base = equations_find(out->equations, "base");
  out->count = work->count;
  out->parameters = ARENA_ARRAY(out->arena, IdentifiedParameter, work->count);
  out->joints = ARENA_ARRAY(out->arena, IdentifiedJoint, work->m);
  out->joint_count = work->m;
  for (int e = 0; e < work->m; e++) {
    out->joints[e] = (IdentifiedJoint){ .name = out->equations->coordinates[work->of[e]].name,
                                        .unit = effort_unit(out->equations, work->of[e]) };
  }
  for (int k = 0; k < work->evaluator.of_base; k++) {
    const char *name = work->evaluator.Yb->column_labels[k];
    out->parameters[k] = (IdentifiedParameter){ .name = name,
                                                .unit = unit_of(out->equations, name),
                                                .formula = base->entries[k] };
  }
  for (int i = 0; i < work->n; i++) {
    for (int k = 0; k < 2 && work->evaluator.friction[i] >= 0; k++) {
      const char *name = arena_format(out->arena, "%s%d", k == 0 ? "FV" : "FS", i + 1);
      out->parameters[work->evaluator.friction[i] + k] = (IdentifiedParameter){
        .name = name, .unit = unit_of(out->equations, name), .described = NAN
      };
    }
  }
}

// Chooses the equations: measured efforts, or under constraints the independent coordinates.
static bool choose_equations(Work *work)
{
  const Equations *equations = work->system->equations;
  const Quantity *independent = work->evaluator.independent;
  int *of = ARENA_ARRAY(work->scratch, int, work->n + 1);
  for (int i = 0; i < work->n; i++) {
    bool is_one = work->data.is_measured[i] && !independent;
    for (int c = 0; independent && c < independent->columns; c++)
      is_one = is_one || strcmp(independent->column_labels[c], equations->coordinates[i].name) == 0;
    if (is_one) of[work->m++] = i;
  }
  work->of = of;
  if (work->m > 0) return true;
  text_put(work->why, "nothing moves freely: there is no effort to identify from");
  return false;
}

// ---- allocation and release

static bool identify(Work *work)
{
  if (!regressor_evaluator_init(work->system, work->options->has_friction, work->out->arena,
                                &work->evaluator, work->why)) {
    return false;
  }
  work->count = work->evaluator.count;
  if (!choose_equations(work)) return false;
  name_parameters(work);
  if (!take_described(work) || !make_equations(work) || !solve(work)) return false;
  consistent_links_find(work->system, work->start, work->out);
  identified_values_find(work->system, work->start, work->evaluator.of_base, work->out);
  return true;
}

Identification *identification_new(System *system, const ProgramState *start,
                                   const IdentificationData *data,
                                   const IdentificationOptions *options, Text *why)
{
  Arena *arena = arena_new();
  Identification *out = ARENA_NEW(arena, Identification);
  *out = (Identification){ .arena = arena, .equations = system->equations, .samples = data->count };
  Work work = { .out = out,
                .system = system,
                .start = start,
                .options = options,
                .data = *data,
                .scratch = arena_new(),
                .n = system->mechanism->coordinate_count,
                .why = why };
  bool is_good = identify(&work);
  evaluator_free(&work.evaluator.evaluator);
  arena_free(work.scratch);
  if (is_good) return out;
  identification_free(out);
  return NULL;
}

void identification_free(Identification *identification)
{
  if (identification) arena_free(identification->arena);
}
