// motion.c -- from a rough state to accelerations, energies and forces.
// SPDX-License-Identifier: MIT
#include "study/motion.h"

#include "numeric/least_squares.h"
#include "system/mobility.h"
#include "system/partition.h"

#include <math.h>
#include <string.h>

// Singular values of A below this part of the largest count as zero. A state that is nearly
// singular has none below 1e-6, or it would have no accelerations; redundant rows are rounding.
static const double RANK_TOLERANCE = 1e-9;
// What may be left of the speeds of constraints, as part of the largest of their terms.
static const double FITS = 1e-9;

enum { ENERGY_COUNT = 4 };
static const char *const ENERGIES[ENERGY_COUNT] = { "T", "V", "P", "P_t" };

typedef struct Work {
  MotionStudy *study;
  const MotionOptions *options;
  const ConstraintList *rows;
  ProgramState state;  // becomes one of the mechanism
  Arena *arena;        // of the study
  int n;
  Board speeds;    // A, b
  Board dynamics;  // qdd, lambda
  double *lambda;  // as the treatment has it: redundant rows bear nothing
  Board work;      // energies and powers, with the accelerations known
  double *energies[ENERGY_COUNT];
  BearingBoard bearing;
  Text *why;
  const char **hint;
} Work;

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count);
  if (count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

// ---- the equations

// Fills q; false if it cannot be closed or after a bug.
static bool close_loops(Work *work)
{
  MotionStudy *study = work->study;
  study->is_closed = true;
  study->q = copied(work->arena, work->state.q, work->n);
  work->state.q = study->q;
  if (work->rows->holonomic_count == 0) return true;
  study->closing = assembly_equations(study->mechanism, 0, work->why);
  if (!study->closing) return false;
  AssemblyOptions options = { .is_held = work->options->is_held };
  study->assembly = assembly_new(study->closing, &work->state, &options, work->why);
  if (!study->assembly) return false;
  study->is_closed = study->assembly->is_closed;
  memcpy(study->q, study->assembly->configurations[0].q, sizeof(double) * (size_t)work->n);
  return study->is_closed;
}

// Which rows the others imply at this state, and where a partition divides.
static bool use_mobility(Work *work, const MobilityStudy *mobility, FormulateOptions *formulate)
{
  if (!mobility->is_assembled) return true;
  bool *omitted = ARENA_ARRAY(work->arena, bool, work->rows->count);
  memcpy(omitted, mobility->is_redundant, sizeof(bool) * (size_t)work->rows->count);
  formulate->omitted = omitted;
  formulate->places = partition_choose(mobility, NULL, work->arena, work->why);
  return formulate->places != NULL;
}

static bool study_rows(Work *work, FormulateOptions *formulate)
{
  formulate->treatment = work->options->treatment;
  if (work->rows->count == 0) return true;
  MobilityStudy *mobility = mobility_study_new(work->study->mechanism, &work->state, work->why);
  bool is_good = mobility && use_mobility(work, mobility, formulate);
  mobility_study_free(mobility);
  return is_good;
}

static bool derive_all(Derivation *derivation, const char *const keys[], int count, Text *why)
{
  for (int i = 0; i < count; i++) {
    if (!derivation_quantity(derivation, keys[i], why)) return false;
  }
  return true;
}

static bool derive(const Work *work, Derivation *derivation)
{
  static const char *const ALWAYS[] = { "qdd" };
  static const char *const TIED[] = { "lambda" };
  static const char *const ON_POSITIONS[] = { "Phi_q", "Phi_t" };
  static const char *const ON_SPEEDS[] = { "H", "b_nh" };
  int held = work->rows->holonomic_count, rolled = work->rows->count - held, count = 0;
  const char **reactions =
      bearing_keys(derivation->mechanism, work->rows->count > 0, work->arena, &count);
  return derive_all(derivation, ALWAYS, 1, work->why) &&
         derive_all(derivation, ENERGIES, ENERGY_COUNT, work->why) &&
         derive_all(derivation, TIED, work->rows->count > 0 ? 1 : 0, work->why) &&
         derive_all(derivation, ON_POSITIONS, held > 0 ? 2 : 0, work->why) &&
         derive_all(derivation, ON_SPEEDS, rolled > 0 ? 2 : 0, work->why) &&
         derive_all(derivation, reactions, count, work->why);
}

// Closes the mechanism and derives what it needs there.
static bool prepare(Work *work)
{
  MotionStudy *study = work->study;
  FormulateOptions formulate = { 0 };
  Derivation *derivation = derivation_new(study->mechanism, NULL, 0);
  derivation->options = &formulate;
  work->rows = derivation_constraints(derivation, work->why);
  bool is_good = work->rows && close_loops(work) && study_rows(work, &formulate);
  is_good = is_good && derive(work, derivation);
  study->equations = derivation_release(derivation);
  return is_good;
}

static bool compile(Work *work)
{
  enum { MOST_OF_SPEEDS = 4, MOST_OF_DYNAMICS = 2 };
  MotionStudy *study = work->study;
  const Equations *equations = study->equations;
  study->bearing = bearing_new(study->mechanism, equations, work->rows, work->arena);
  work->speeds = board_new(equations, work->arena, MOST_OF_SPEEDS);
  study->bearing.A = board_add_rows(&work->speeds, work->rows, "Phi_q", "H", work->n);
  study->b = board_add_rows(&work->speeds, work->rows, "Phi_t", "b_nh", 1);
  work->dynamics = board_new(equations, work->arena, MOST_OF_DYNAMICS);
  study->qdd = board_add(&work->dynamics, "qdd", NULL);
  if (work->rows->count > 0) work->lambda = board_add(&work->dynamics, "lambda", NULL);
  work->work = board_new(equations, work->arena, ENERGY_COUNT);
  for (int k = 0; k < ENERGY_COUNT; k++)
    work->energies[k] = board_add(&work->work, ENERGIES[k], NULL);
  return board_compile(&work->speeds, work->why) && board_compile(&work->dynamics, work->why) &&
         board_compile(&work->work, work->why) &&
         bearing_board_new(&work->bearing, study->mechanism, equations, work->rows->count > 0,
                           work->arena, work->why);
}

// ---- speeds

static bool is_free(const Work *work, int coordinate)
{
  return !work->options->is_held || !work->options->is_held[coordinate];
}

// A qd + b of a row; `size` becomes the sum of what is added.
static double slip_of(const Work *work, int row, double *size)
{
  const MotionStudy *study = work->study;
  const double *A = study->bearing.A + row * work->n;
  double slip = study->b[row];
  *size = fabs(slip);
  for (int j = 0; j < work->n; j++) {
    slip += A[j] * study->qd[j];
    *size += fabs(A[j] * study->qd[j]);
  }
  return slip;
}

// The shortest change of the speeds that are not held.
static bool fit_speeds(Work *work)
{
  MotionStudy *study = work->study;
  int n = work->n, rows = work->rows->count, count = 0;
  double size;
  double *by_free = ARENA_ARRAY(work->arena, double, rows *n);
  double *right = ARENA_ARRAY(work->arena, double, rows);
  double *change = ARENA_ARRAY(work->arena, double, n);
  for (int j = 0; j < n; j++)
    count += is_free(work, j) ? 1 : 0;
  for (int i = 0; i < rows; i++) {
    right[i] = -slip_of(work, i, &size);
    for (int j = 0, next = 0; j < n; j++) {
      if (is_free(work, j)) by_free[i * count + next++] = study->bearing.A[i * n + j];
    }
  }
  NumericRank rank;
  NumericStatus status =
      least_squares_solve(rows, count, by_free, right, RANK_TOLERANCE, change, &rank, NULL);
  for (int j = 0, next = 0; j < n; j++) {
    if (is_free(work, j)) study->qd[j] += change[next++];
  }
  if (status == NUMERIC_OK) return true;
  text_format(work->why, "no speeds that fit the constraints were found at this state: %s",
              numeric_status_sentence(status));
  *work->hint = "choose another configuration";
  return false;
}

static bool speeds_fit(const Work *work)
{
  int worst = -1;
  double most = 0, largest = 0;
  for (int i = 0; i < work->rows->count; i++) {
    double size, slip = fabs(slip_of(work, i, &size));
    largest = fmax(largest, size);
    if (!(slip > most)) continue;
    most = slip;
    worst = i;
  }
  if (!(most > FITS * largest)) return true;
  text_format(work->why, "no speeds fit the constraints at this state: '%s' is violated",
              work->rows->equations[worst].label);
  *work->hint = work->options->is_held ? "hold fewer coordinates, or give them other speeds"
                                       : "motions that are given contradict one another here";
  return false;
}

// ---- motion

static bool are_finite(const Work *work, const char *what, const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (isfinite(values[i])) continue;
    text_format(work->why, "%s has no finite value at this state", what);
    *work->hint = "choose another configuration";
    return false;
  }
  return true;
}

static bool move(Work *work)
{
  MotionStudy *study = work->study;
  study->qd = copied(work->arena, work->state.qd, work->n);
  work->state.qd = study->qd;
  board_evaluate(&work->speeds, &work->state);
  if (!fit_speeds(work)) return false;
  int failed = board_evaluate(&work->dynamics, &work->state);
  if (failed != 0) {
    *work->hint = program_explain(work->dynamics.program, failed, work->why);
    return false;
  }
  work->state.qdd = study->qdd;
  return speeds_fit(work) && are_finite(work, "qdd", study->qdd, work->n) &&
         are_finite(work, "lambda", work->lambda, work->rows->count);
}

static bool balance_energy(Work *work)
{
  MotionStudy *study = work->study;
  board_evaluate(&work->work, &work->state);
  study->kinetic_energy = work->energies[0][0];
  study->potential_energy = work->energies[1][0];
  study->power = work->energies[2][0];
  study->drive_power = work->energies[3][0];
  study->is_driven = frame_driven_by_time(study->mechanism) != NULL;
  for (int i = 0; i < work->rows->count; i++) {
    study->drive_power += work->lambda[i] * study->b[i];
    study->is_driven = study->is_driven || study->b[i] != 0;
  }
  for (int k = 0; k < ENERGY_COUNT; k++) {
    if (!are_finite(work, ENERGIES[k], work->energies[k], 1)) return false;
  }
  return true;
}

// The multipliers, the least of all that do the same where rows are redundant.
static void bear(Work *work)
{
  MotionStudy *study = work->study;
  Bearing *bearing = &study->bearing;
  int n = work->n, rows = work->rows->count;
  double *forces = ARENA_ARRAY(work->arena, double, n);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      forces[j] += work->lambda[i] * bearing->A[i * n + j];
  }
  const double *null = bearing_share(bearing, forces, RANK_TOLERANCE, work->arena);
  if (rows > 0 && bearing->rank == rows) bearing->lambda = work->lambda;
  bearing_find(bearing, &work->bearing, &work->state, null);
}

// ---- life

MotionStudy *motion_study_new(const Mechanism *mechanism, const ProgramState *start,
                              const MotionOptions *options, Text *why, const char **hint)
{
  *hint = NULL;
  if (mechanism->coordinate_count == 0) {
    text_put(why, "nothing can move: there is no coordinate");
    return NULL;
  }
  Arena *arena = arena_new();
  MotionStudy *study = ARENA_NEW(arena, MotionStudy);
  *study = (MotionStudy){ .arena = arena,
                          .mechanism = mechanism,
                          .has_held = options->is_held != NULL,
                          .time = start->time };
  Work work = { .study = study,
                .options = options,
                .state = *start,
                .arena = arena,
                .n = mechanism->coordinate_count,
                .why = why,
                .hint = hint };
  study->given_q = copied(arena, start->q, work.n);
  study->given_qd = copied(arena, start->qd, work.n);
  bool is_good = prepare(&work);
  bool is_open = !is_good && study->assembly && !study->is_closed;
  is_good = is_good && compile(&work) && move(&work) && balance_energy(&work);
  if (is_good) bear(&work);
  board_close(&work.speeds);
  board_close(&work.dynamics);
  board_close(&work.work);
  board_close(&work.bearing.board);
  if (is_good || is_open) return study;
  motion_study_free(study);
  return NULL;
}

void motion_study_free(MotionStudy *study)
{
  if (!study) return;
  assembly_free(study->assembly);
  equations_free(study->closing);
  equations_free(study->equations);
  arena_free(study->arena);
}
