// motion.c -- from an approximate state to accelerations, energies and forces.
// SPDX-License-Identifier: MIT
#include "study/motion/motion.h"

#include "system/constraints/constraint_system.h"

#include <math.h>
#include <string.h>

// Singular values of A below this fraction of the largest count as zero. A nearly singular state
// has none below 1e-6, otherwise it would have no accelerations; those of redundant rows are
// rounding.
static const double RANK_TOLERANCE = 1e-9;

enum { ENERGY_COUNT = 4 };
static const char *const ENERGIES[ENERGY_COUNT] = { "T", "V", "P", "P_t" };

typedef struct Work {
  System *system;
  MotionStudy *study;
  const MotionOptions *options;
  const ConstraintList *rows;
  ProgramState state;  // later satisfies the constraints
  Arena *arena;        // arena of the study
  int n;
  Evaluator dynamics;  // qdd, lambda
  double *lambda;      // as computed by the constraint method: redundant rows carry no load
  Evaluator work;      // energies and powers, from known accelerations
  double *energies[ENERGY_COUNT];
  ReactionEvaluator joint_reactions;
  Text *why;
  const char **hint;
} Work;

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count);
  if (count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

// ---- equations

// Computes q. Returns false if the loops cannot be closed, or after an internal error.
static bool close_loops(Work *work)
{
  MotionStudy *study = work->study;
  study->is_closed = true;
  study->q = copied(work->arena, work->state.q, work->n);
  work->state.q = study->q;
  if (work->rows->holonomic_count == 0 || work->options->keeps_open) return true;
  AssemblyOptions options = { .is_held = work->options->is_held,
                              .is_named = work->options->is_named };
  study->assembly = assembly_new(work->system, &work->state, &options, work->why);
  if (!study->assembly) return false;
  study->is_closed = study->assembly->is_closed;
  memcpy(study->q, study->assembly->configurations[0].q, sizeof(double) * (size_t)work->n);
  return study->is_closed;
}

static bool derive(const Work *work)
{
  static const char *const MOTION[] = { "qdd", "lambda" };
  bool is_tied = work->rows->count > 0;
  int count = 0;
  const char **reactions = reactions_keys(work->system->mechanism, is_tied, work->arena, &count);
  return system_derive(work->system, MOTION, is_tied ? 2 : 1, work->why) &&
         system_derive(work->system, ENERGIES, ENERGY_COUNT, work->why) &&
         system_derive(work->system, reactions, count, work->why);
}

// Closes the mechanism and derives the equations at this configuration.
static bool prepare(Work *work)
{
  System *system = work->system;
  if (!system_derive_constraints(system, work->why)) return false;
  work->rows = system->rows;
  system->options.treatment = work->options->treatment;
  return close_loops(work) && system_select_coordinates(system, &work->state, work->why) &&
         derive(work);
}

static bool compile(Work *work)
{
  enum { MAX_OF_DYNAMICS = 2 };
  MotionStudy *study = work->study;
  const Equations *equations = study->equations;
  study->joint_reactions = reactions_new(study->mechanism, equations, work->rows, work->arena);
  work->dynamics = evaluator_new(equations, work->arena, MAX_OF_DYNAMICS);
  study->qdd = evaluator_add(&work->dynamics, "qdd", NULL);
  if (work->rows->count > 0) work->lambda = evaluator_add(&work->dynamics, "lambda", NULL);
  work->work = evaluator_new(equations, work->arena, ENERGY_COUNT);
  for (int k = 0; k < ENERGY_COUNT; k++)
    work->energies[k] = evaluator_add(&work->work, ENERGIES[k], NULL);
  return evaluator_compile(&work->dynamics, work->why) &&
         evaluator_compile(&work->work, work->why) &&
         reaction_evaluator_new(&work->joint_reactions, study->mechanism, equations,
                                work->rows->count > 0, work->arena, work->why);
}

// ---- speeds

static void report_misfit(const Work *work, const ConstraintSystem *constraints)
{
  int worst = 0;
  double most = 0;
  for (int i = 0; i < constraints->rows; i++) {
    double slip = fabs(constraint_system_velocity_residual(constraints, i, work->study->qd)) /
                  constraints->row_scale[i];
    if (!(slip > most)) continue;
    most = slip;
    worst = i;
  }
  text_format(work->why, "no speeds fit the constraints at this state: '%s' is violated",
              work->rows->equations[worst].label);
  *work->hint = work->options->is_held ? "hold fewer coordinates, or give them other speeds"
                                       : "motions that are given contradict one another here";
}

// Computes qd, A and b so that A qd + b = 0.
static bool fit_speeds(Work *work)
{
  MotionStudy *study = work->study;
  const MotionOptions *options = work->options;
  ConstraintSystem constraints;
  study->qd = copied(work->arena, work->state.qd, work->n);
  work->state.qd = study->qd;
  if (!constraint_system_init(&constraints, work->system->ties, &work->state, work->why))
    return false;
  bool is_good = constraint_system_evaluate_at(&constraints, study->q);
  if (!is_good) {
    text_put(work->why, "the constraints have no value at this state");
    *work->hint = "choose another configuration";
  } else if (!options->keeps_open &&
             !constraint_system_project_velocity(&constraints, options->is_held,
                                                 options->is_named_rate, study->qd)) {
    report_misfit(work, &constraints);
    is_good = false;
  }
  study->joint_reactions.A = copied(work->arena, constraints.J, constraints.rows * work->n);
  study->b = copied(work->arena, constraints.rest, constraints.rows);
  constraint_system_free(&constraints);
  return is_good;
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
  if (!fit_speeds(work)) return false;
  int failed = evaluator_evaluate(&work->dynamics, &work->state);
  if (failed != 0) {
    *work->hint = program_explain(work->dynamics.program, failed, work->why);
    return false;
  }
  work->state.qdd = study->qdd;
  return are_finite(work, "qdd", study->qdd, work->n) &&
         are_finite(work, "lambda", work->lambda, work->rows->count);
}

static bool balance_energy(Work *work)
{
  MotionStudy *study = work->study;
  evaluator_evaluate(&work->work, &work->state);
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

// Computes the multipliers; the minimum-norm solution if rows are redundant.
static bool bear(Work *work)
{
  MotionStudy *study = work->study;
  JointReactions *joint_reactions = &study->joint_reactions;
  int n = work->n, rows = work->rows->count;
  double *forces = ARENA_ARRAY(work->arena, double, n);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      forces[j] += work->lambda[i] * joint_reactions->A[i * n + j];
  }
  const double *null;
  NumericStatus status =
      reactions_distribute(joint_reactions, forces, RANK_TOLERANCE, work->arena, &null);
  if (status != NUMERIC_OK) {
    text_format(work->why, "what the joints bear was not found at this state: %s",
                numeric_status_sentence(status));
    *work->hint = "choose another configuration, or forces that are less extreme";
    return false;
  }
  if (rows > 0 && joint_reactions->rank == rows) joint_reactions->lambda = work->lambda;
  reactions_compute(joint_reactions, &work->joint_reactions, &work->state, null);
  return true;
}

// ---- allocation and release

MotionStudy *motion_study_new(System *system, const ProgramState *start,
                              const MotionOptions *options, Text *why, const char **hint)
{
  const Mechanism *mechanism = system->mechanism;
  *hint = NULL;
  if (mechanism->coordinate_count == 0) {
    text_put(why, "nothing can move: there is no coordinate");
    return NULL;
  }
  Arena *arena = arena_new();
  MotionStudy *study = ARENA_NEW(arena, MotionStudy);
  *study = (MotionStudy){ .arena = arena,
                          .mechanism = mechanism,
                          .equations = system->equations,
                          .has_held = options->is_held || options->is_named,
                          .time = start->time };
  Work work = { .system = system,
                .study = study,
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
  is_good = is_good && compile(&work) && move(&work) && balance_energy(&work) && bear(&work);
  evaluator_free(&work.dynamics);
  evaluator_free(&work.work);
  evaluator_free(&work.joint_reactions.evaluator);
  if (is_good || is_open) return study;
  motion_study_free(study);
  return NULL;
}

bool motion_close(System *system, const ProgramState *start, const MotionOptions *options,
                  Arena *arena, const double **q, const double **qd)
{
  Text why = { 0 };
  const char *hint = NULL;
  MotionStudy study = { .arena = arena, .mechanism = system->mechanism };
  Work work = { .system = system,
                .study = &study,
                .options = options,
                .rows = system->rows,
                .state = *start,
                .arena = arena,
                .n = system->mechanism->coordinate_count,
                .why = &why,
                .hint = &hint };
  bool is_good = close_loops(&work) && fit_speeds(&work);
  assembly_free(study.assembly);
  text_free(&why);
  *q = study.q;
  *qd = study.qd;
  return is_good;
}

void motion_study_free(MotionStudy *study)
{
  if (!study) return;
  assembly_free(study->assembly);
  arena_free(study->arena);
}
