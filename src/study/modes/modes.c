// modes.c -- from an approximate state to eigenvalues and mode shapes.
// SPDX-License-Identifier: MIT
#include "study/modes/modes.h"

#include "numeric/linear/echelon.h"
#include "numeric/linear/least_squares.h"
#include "study/statics/statics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Singular values of A below this fraction of the largest are zero within rounding.
static const double ZERO = 1e-10;
// A real part below this fraction of a conjugate eigenvalue is rounding.
static const double UNDAMPED = 1e-7;
// A state counts as an equilibrium if one exists at about this distance.
static const double NEAR = 1e-5;
static const double STILL = 1e-12;
static const double RANK_TOLERANCE = 1e-9;
static const double PIVOT = 1e-9;

typedef struct Work {
  Modes *modes;
  System *system;
  ProgramState state;  // later satisfies the constraints
  Arena *arena;        // arena of the modes
  int n;
  NumericStatus shapes;  // status of the completion of all shapes
  Text *why;
  const char **hint;
} Work;

bool mode_grows(const Mode *mode)
{
  return mode->kind == MODE_GROWS || mode->kind == MODE_GROWING_OSCILLATION;
}

bool modes_are_stable(const Modes *modes)
{
  for (int k = 0; k < modes->count; k++) {
    if (mode_grows(&modes->modes[k])) return false;
  }
  return true;
}

const char *mode_kind_word(ModeKind kind)
{
  static const char *const WORDS[] = { [MODE_DECAYS] = "decays",
                                       [MODE_GROWS] = "grows",
                                       [MODE_DAMPED] = "damped",
                                       [MODE_UNDAMPED] = "undamped",
                                       [MODE_GROWING_OSCILLATION] = "growing oscillation" };
  return WORDS[kind];
}

// ---- state

// Searches for an equilibrium near the state.
static bool find_equilibrium(Work *work)
{
  work->modes->is_searched = true;
  StaticsOptions options = { .is_equilibrium = true };
  Statics *statics = statics_new(work->system, &work->state, &options, work->why);
  if (statics && statics->is_closed && statics->is_balanced) {
    double *q = ARENA_ARRAY(work->arena, double, work->n);
    memcpy(q, statics->rests[0].q, sizeof(double) * (size_t)work->n);
    work->state.q = q;
    work->state.qd = ARENA_ARRAY(work->arena, double, work->n);
    work->modes->is_found = true;
  }
  bool is_good = statics != NULL;
  statics_free(statics);
  return is_good;
}

// Closes the state and projects its speeds. Returns false if that is not possible; modes->motion
// may contain the reason.
static bool settle(Work *work, const MotionOptions *constraints)
{
  static const MotionOptions AS_FOUND = { 0 };
  if (work->modes->is_found) constraints = &AS_FOUND;
  MotionStudy *motion =
      motion_study_new(work->system, &work->state, constraints, work->why, work->hint);
  work->modes->motion = motion;
  if (!motion || !motion->is_closed) return false;
  work->state.q = motion->q;
  work->state.qd = motion->qd;
  return true;
}

// ---- linear equations

// Sets entries to zero that are rounding errors: their square roots would appear as frequencies.
// The limit is a small multiple of the estimated rounding error.
static void clear_rounding(const Work *work, const Evaluator *evaluator)
{
  enum { FEW = 16 };
  const Output *output = &evaluator->program->outputs[0];
  int size = work->modes->size * work->modes->size;
  double *off = ARENA_ARRAY(work->arena, double, size);
  double *scratch = ARENA_ARRAY(work->arena, double, program_register_count(evaluator->program));
  program_rounding(evaluator->program, output, evaluator->registers, scratch, off);
  for (int i = 0; i < size; i++) {
    if (fabs(work->modes->A[i]) <= FEW * off[i]) work->modes->A[i] = 0;
  }
}

static bool evaluate(Work *work)
{
  Modes *modes = work->modes;
  Evaluator evaluator = evaluator_new(modes->equations, work->arena, 1);
  modes->A = evaluator_add(&evaluator, "lin:A_in", NULL);
  bool is_good = evaluator_compile(&evaluator, work->why);
  int failed = is_good ? evaluator_evaluate(&evaluator, &work->state) : 0;
  if (failed != 0) *work->hint = program_explain(evaluator.program, failed, work->why);
  if (is_good && failed == 0) clear_rounding(work, &evaluator);
  evaluator_free(&evaluator);
  for (int i = 0; i < modes->size * modes->size && is_good && failed == 0; i++) {
    if (isfinite(modes->A[i])) continue;
    text_put(work->why, "the linearised equations have no finite value at this state");
    *work->hint = "choose another state";
    return false;
  }
  return is_good && failed == 0;
}

// Reads the names of x, and finds the coordinates in it.
static void read_rows(Work *work)
{
  Modes *modes = work->modes;
  const Equations *equations = modes->equations;
  const Quantity *A = equations_find(equations, "lin:A_in");
  modes->rows = A->row_labels;
  modes->size = A->rows;
  modes->q_in = ARENA_ARRAY(work->arena, int, work->n);
  for (int i = 0; i < work->n && modes->coordinates_in < modes->size; i++) {
    if (strcmp(equations->coordinates[i].name, modes->rows[modes->coordinates_in]) == 0)
      modes->q_in[modes->coordinates_in++] = i;
  }
}

static bool linearise(Work *work)
{
  static const char *const LINEAR[] = { "lin:A_in" };
  if (!system_derive(work->system, LINEAR, 1, work->why)) return false;
  read_rows(work);
  return evaluate(work);
}

// ---- kind of the state

// Returns the largest derivative of an acceleration.
static double sensitivity_of(const Modes *modes)
{
  double largest = 0;
  int first = modes->coordinates_in * modes->size;
  int end = (modes->size - modes->equations->state_count) * modes->size;
  for (int i = first; i < end; i++)
    largest = fmax(largest, fabs(modes->A[i]));
  return largest;
}

// Classifies the state. It is an equilibrium or a steady motion if no acceleration exceeds what a
// small deviation would cause.
static void judge_state(Work *work)
{
  Modes *modes = work->modes;
  const MotionStudy *motion = modes->motion;
  double most = fmax(STILL, NEAR * sensitivity_of(modes));
  modes->state = MODES_EQUILIBRIUM;
  for (int i = 0; i < work->n; i++) {
    if (fabs(motion->qd[i]) > STILL) modes->state = MODES_STEADY;
  }
  for (int k = 0; k < modes->coordinates_in; k++) {
    double acceleration = fabs(motion->qdd[modes->q_in[k]]);
    if (acceleration <= most) continue;
    most = acceleration;
    modes->fastest = modes->q_in[k];
    modes->state = MODES_PASSING;
  }
}

// ---- modes

NumericStatus modes_complete_shape(const Modes *modes, double shape[])
{
  const JointReactions *joint_reactions = &modes->motion->joint_reactions;
  int n = modes->equations->coordinate_count, rows = joint_reactions->rows->holonomic_count;
  int free = modes->coordinates_in;
  if (rows == 0 || free == n) return NUMERIC_OK;
  Arena *scratch = arena_new();
  double *by_rest = ARENA_ARRAY(scratch, double, rows *(n - free));
  double *right = ARENA_ARRAY(scratch, double, rows);
  double *rest = ARENA_ARRAY(scratch, double, n);
  for (int i = 0; i < rows; i++) {
    for (int j = 0, next = 0, k = 0; j < n; j++) {
      double entry = joint_reactions->A[i * n + j];
      bool is_in = k < free && modes->q_in[k] == j;
      if (is_in) {
        right[i] -= entry * shape[j];
        k++;
      } else {
        by_rest[i * (n - free) + next++] = entry;
      }
    }
  }
  NumericRank rank;
  NumericStatus status =
      least_squares_solve(rows, n - free, by_rest, right, RANK_TOLERANCE, rest, &rank, NULL);
  for (int j = 0, next = 0, k = 0; j < n; j++) {
    if (k < free && modes->q_in[k] == j) {
      k++;
    } else {
      shape[j] = rest[next++];
    }
  }
  arena_free(scratch);
  return status;
}

// Returns the shape by coordinate and state for a vector x.
static double *shape_of(Work *work, const double x[])
{
  const Modes *modes = work->modes;
  int states = modes->equations->state_count;
  double *shape = ARENA_ARRAY(work->arena, double, work->n + states);
  for (int k = 0; k < modes->coordinates_in; k++)
    shape[modes->q_in[k]] = x[k];
  for (int k = 0; k < states; k++)
    shape[work->n + k] = x[modes->size - states + k];
  NumericStatus status = modes_complete_shape(modes, shape);
  if (status != NUMERIC_OK) work->shapes = status;
  return shape;
}

// Normalises the largest component to 1.
static void normalise(Mode *mode, int count)
{
  int largest = 0;
  double most = 0;
  for (int i = 0; i < count; i++) {
    double size = hypot(mode->shape[i], mode->shape_im[i]);
    if (!(size > most * (1 + 1e-9))) continue;  // the first of equal ones
    most = size;
    largest = i;
  }
  if (!(most > 0)) return;
  double c = mode->shape[largest] / most, s = mode->shape_im[largest] / most;
  for (int i = 0; i < count; i++) {
    double a = mode->shape[i] / most, b = mode->shape_im[i] / most;
    mode->shape[i] = a * c + b * s;
    mode->shape_im[i] = b * c - a * s;
  }
}

static ModeKind kind_of(const Mode *mode)
{
  if (mode->imaginary == 0) return mode->real > 0 ? MODE_GROWS : MODE_DECAYS;
  if (fabs(mode->real) <= UNDAMPED * mode->natural) return MODE_UNDAMPED;
  return mode->real > 0 ? MODE_GROWING_OSCILLATION : MODE_DAMPED;
}

static void add_mode(Work *work, const EigenSystem *eigen, int k)
{
  Modes *modes = work->modes;
  Mode *mode = &modes->modes[modes->count++];
  const double *x = eigen->vectors + k * modes->size, *y = eigen->vectors_im + k * modes->size;
  *mode = (Mode){ .real = eigen->real[k],
                  .imaginary = eigen->imaginary[k],
                  .natural = hypot(eigen->real[k], eigen->imaginary[k]),
                  .shape = shape_of(work, x),
                  .shape_im = shape_of(work, y) };
  mode->damping = -mode->real / mode->natural;
  mode->kind = kind_of(mode);
  if (mode->kind == MODE_UNDAMPED) mode->real = mode->damping = 0;
  normalise(mode, work->n + modes->equations->state_count);
}

// Order: lower frequencies first; at equal frequency, growing modes first.
static int compare(const void *a, const void *b)
{
  const Mode *first = a, *second = b;
  if (fabs(first->natural - second->natural) <= RANK_TOLERANCE * first->natural) {
    return (first->real < second->real) - (first->real > second->real);
  }
  return (first->natural > second->natural) - (first->natural < second->natural);
}

static void keep_null_motions(Work *work, const EigenSystem *eigen)
{
  Modes *modes = work->modes;
  int width = work->n + modes->equations->state_count;
  int *pivots = ARENA_ARRAY(work->arena, int, modes->size);
  modes->zero_count = eigen->zero_count;
  modes->null_count = echelon_reduce(eigen->null_count, modes->size, eigen->null, PIVOT, pivots);
  modes->null = ARENA_ARRAY(work->arena, double, modes->null_count *width);
  for (int k = 0; k < modes->null_count; k++)
    memcpy(modes->null + k * width, shape_of(work, eigen->null + k * modes->size),
           sizeof(double) * (size_t)width);
}

static bool find_modes(Work *work)
{
  Modes *modes = work->modes;
  EigenSystem eigen;
  NumericStatus status = eigen_general(modes->size, modes->A, ZERO, work->arena, &eigen);
  if (status != NUMERIC_OK) {
    text_format(work->why, "the eigenvalues were not found: %s", numeric_status_sentence(status));
    return false;
  }
  modes->modes = ARENA_ARRAY(work->arena, Mode, eigen.count);
  for (int k = 0; k < eigen.count; k++) {
    if (eigen.imaginary[k] >= 0) add_mode(work, &eigen, k);
  }
  if (modes->count > 0) qsort(modes->modes, (size_t)modes->count, sizeof(Mode), compare);
  keep_null_motions(work, &eigen);
  if (work->shapes == NUMERIC_OK) return true;
  text_format(work->why, "how the other coordinates follow in the modes was not found: %s",
              numeric_status_sentence(work->shapes));
  return false;
}

// ---- allocation and release

Modes *modes_new(System *system, const ProgramState *start, const ModesOptions *options, Text *why,
                 const char **hint)
{
  *hint = NULL;
  Arena *arena = arena_new();
  Modes *modes = ARENA_NEW(arena, Modes);
  *modes = (Modes){ .arena = arena, .equations = system->equations };
  Work work = { .modes = modes,
                .system = system,
                .state = *start,
                .arena = arena,
                .n = system->mechanism->coordinate_count,
                .why = why,
                .hint = hint };
  bool is_good = !options->requests_equilibrium || find_equilibrium(&work);
  bool is_settled = is_good && settle(&work, &options->constraints);
  bool is_open = modes->motion && !modes->motion->is_closed;
  is_good = is_settled && linearise(&work) && find_modes(&work);
  if (is_good) judge_state(&work);
  if (is_good || is_open) return modes;
  modes_free(modes);
  return NULL;
}

void modes_free(Modes *modes)
{
  if (!modes) return;
  motion_study_free(modes->motion);
  arena_free(modes->arena);
}
