// sweep_forces.c -- drive efforts and joint reactions along a sweep (inverse dynamics).
//
// The motion of every row is known, so with A = Phi_q and E the unit vectors of the input and of
// the held coordinates
//
//   tau(q, qd, qdd) - Qu + A^T lambda = E effort
//
// has only multipliers and efforts as unknowns. Components that are zero in all rows have no
// columns, nor have those that are not unique because constraints are redundant.
// SPDX-License-Identifier: MIT
#include "numeric/linear/least_squares.h"
#include "study/motion/reactions.h"
#include "study/sweep/sweep_impl.h"

#include <math.h>
#include <string.h>

static const double RANK_TOLERANCE = 1e-9;
// Largest admissible residual of the balance, relative to the largest force.
static const double BALANCED = 1e-6;

typedef enum BorneKind {
  BORNE_BY_DRIVE,   // index: the effort
  BORNE_BY_MOTION,  // index: the row of A; acts on the coordinate that it drives
  BORNE_BY_ROW,     // index: the row of A
  // index: the entry of A; the constraint is an expression that acts on coordinates.
  BORNE_BY_ENTRY,
  SIZE_IN_LOOP,    // index: the loop
  BORNE_BY_JOINT,  // index: joint and component
  SIZE_IN_JOINT,   // index: the joint
} BorneKind;

typedef struct ForceColumn {
  RowColumn column;
  BorneKind kind;
  int index;
  bool is_unique;  // in all rows
  double largest;
} ForceColumn;

typedef struct Work {
  Sweep *sweep;
  const Mechanism *mechanism;
  Arena *arena;  // scratch
  const Equations *equations;
  const ConstraintList *rows;
  ProgramState state;
  double *q, *qd, *qdd;
  int n;
  Evaluator evaluator;  // tau, Qu, A
  double *tau, *Qu;
  ReactionEvaluator bearing_board;
  JointReactions joint_reactions;
  int *driven;  // coordinates with an effort
  int driven_count;
  double *effort;
  ForceColumn *columns;
  int count;
} Work;

// ---- equations

static bool derive(Work *work, System *system, Text *why)
{
  static const char *const KEYS[] = { "tau", "Qu" };
  int count = 0;
  work->rows = system->rows;
  const char **reactions =
      reactions_keys(work->mechanism, work->rows->count > 0, work->arena, &count);
  return system_derive(system, KEYS, 2, why) && system_derive(system, reactions, count, why);
}

static bool compile(Work *work, Text *why)
{
  const Equations *equations = work->equations;
  work->joint_reactions = reactions_new(work->mechanism, equations, work->rows, work->arena);
  work->evaluator = evaluator_new(equations, work->arena, 3);
  work->tau = evaluator_add(&work->evaluator, "tau", NULL);
  work->Qu = evaluator_add(&work->evaluator, "Qu", NULL);
  if (work->rows->count > 0)
    work->joint_reactions.A = evaluator_add(&work->evaluator, "Phi_q", NULL);
  return evaluator_compile(&work->evaluator, why) &&
         reaction_evaluator_new(&work->bearing_board, work->mechanism, equations,
                                work->rows->count > 0, work->arena, why);
}

// ---- columns

static void add_column(Work *work, BorneKind kind, int index, const char *unit, const char *name)
{
  work->columns[work->count++] =
      (ForceColumn){ { name, unit }, kind, index, .is_unique = true, .largest = 0 };
}

static void name_drives(Work *work)
{
  const SweepOptions *options = &work->sweep->options;
  for (int i = 0; i < work->n; i++) {
    if (i != options->input && !options->is_held[i]) continue;
    work->driven[work->driven_count] = i;
    add_column(work, BORNE_BY_DRIVE, work->driven_count++, work->equations->torques[i].unit,
               arena_format(work->sweep->arena, "tau[%s]", work->equations->coordinates[i].name));
  }
}

// Returns the coordinate that the row of a motion drives; -1 if the row does not belong to a
// motion.
static int coordinate_of_motion(const Work *work, int row)
{
  if (work->rows->equations[row].origin != ORIGIN_MOTION) return -1;
  const Quantity *phi_q = equations_find(work->equations, "Phi_q");
  for (int i = 0; i < work->n; i++) {
    if (!expr_is_zero(phi_q->entries[row * work->n + i])) return i;
  }
  return -1;
}

// Adds a column for each coordinate that the constraint expression depends on.
static void name_entries(Work *work, int row)
{
  const Quantity *phi_q = equations_find(work->equations, "Phi_q");
  for (int i = 0; i < work->n; i++) {
    if (expr_is_zero(phi_q->entries[row * work->n + i])) continue;
    add_column(work, BORNE_BY_ENTRY, row * work->n + i, work->equations->torques[i].unit,
               arena_format(work->sweep->arena, "%s[%s]", work->rows->equations[row].label,
                            work->equations->coordinates[i].name));
  }
}

static void name_rows(Work *work)
{
  Arena *arena = work->sweep->arena;
  for (int r = 0; r < work->rows->count; r++) {
    const ConstraintEquation *row = &work->rows->equations[r];
    int driven = coordinate_of_motion(work, r);
    if (driven >= 0) {
      add_column(work, BORNE_BY_MOTION, r, work->equations->torques[driven].unit,
                 arena_format(arena, "tau[%s]", work->equations->coordinates[driven].name));
    }
    if (row->origin == ORIGIN_STATEMENT) name_entries(work, r);
    if (row->origin != ORIGIN_LOOP) continue;
    bool is_first = r == 0 || work->rows->equations[r - 1].origin != ORIGIN_LOOP ||
                    work->rows->equations[r - 1].index != row->index;
    if (is_first) {
      add_column(work, SIZE_IN_LOOP, row->index, "N",
                 arena_format(arena, "%s.F", work->mechanism->loops[row->index].name));
    }
    add_column(work, BORNE_BY_ROW, r, row->is_turn ? "N.m" : "N",
               arena_copy_text(arena, row->label, strlen(row->label)));
  }
}

static void name_joints(Work *work)
{
  static const char *const PARTS[BEARING_COMPONENTS] = { "Fx", "Fy", "Fz", "Mx", "My", "Mz" };
  for (int j = 0; j < work->mechanism->joint_count; j++) {
    const char *name = work->mechanism->joints[j].name;
    add_column(work, SIZE_IN_JOINT, j, "N", arena_format(work->sweep->arena, "%s.F", name));
    for (int c = 0; c < BEARING_COMPONENTS; c++) {
      add_column(work, BORNE_BY_JOINT, j * BEARING_COMPONENTS + c, c < 3 ? "N" : "N.m",
                 arena_format(work->sweep->arena, "%s.%s", name, PARTS[c]));
    }
  }
}

static void name_columns(Work *work)
{
  int most = work->n + (2 + work->n) * work->rows->count + work->mechanism->loop_count +
             (BEARING_COMPONENTS + 1) * work->mechanism->joint_count;
  work->columns = ARENA_ARRAY(work->arena, ForceColumn, most);
  name_drives(work);
  name_rows(work);
  name_joints(work);
  work->effort = ARENA_ARRAY(work->arena, double, work->driven_count);
}

// ---- values

// Reads the state from a row of the sweep: driven and free coordinates, then their rates.
static void read_row(Work *work, const double row[])
{
  const SweepOptions *options = &work->sweep->options;
  double *const orders[] = { work->q, work->qd, work->qdd };
  int column = 0;
  for (int order = 0; order < 3; order++) {
    if (options->input >= 0) {
      orders[order][options->input] = row[column++];
    } else if (order == 0) {
      work->state.time = row[column++];
    }
    for (int i = 0; i < work->n; i++) {
      if (i != options->input && !options->is_held[i]) orders[order][i] = row[column++];
    }
  }
}

// Solves for multipliers and efforts. Returns false if they do not balance the forces, at a
// singular configuration.
static bool balance(Work *work, Arena *scratch)
{
  int n = work->n, m = work->rows->count, k = work->driven_count;
  double *matrix = ARENA_ARRAY(scratch, double, n *(m + k));
  double *right = ARENA_ARRAY(scratch, double, n), *x = ARENA_ARRAY(scratch, double, m + k);
  double largest = 0, residual = 0;
  for (int i = 0; i < n; i++) {
    double given = work->state.torques ? work->state.torques[i] : 0;
    right[i] = work->Qu[i] + given - work->tau[i];
    largest = fmax(largest, fabs(right[i]));
    for (int r = 0; r < m; r++)
      matrix[i * (m + k) + r] = work->joint_reactions.A[r * n + i];
    for (int d = 0; d < k; d++)
      matrix[i * (m + k) + m + d] = work->driven[d] == i ? -1 : 0;
  }
  NumericRank rank;
  NumericStatus status =
      least_squares_solve(n, m + k, matrix, right, RANK_TOLERANCE, x, &rank, &residual);
  if (status != NUMERIC_OK || !(residual <= BALANCED * largest)) return false;
  for (int d = 0; d < k; d++)
    work->effort[d] = x[m + d];
  double *forces = ARENA_ARRAY(scratch, double, n);
  for (int e = 0; e < n * m; e++)
    forces[e % n] += work->joint_reactions.A[e] * x[e / n];
  const double *null;
  if (reactions_distribute(&work->joint_reactions, forces, RANK_TOLERANCE, scratch, &null) !=
      NUMERIC_OK)
    return false;
  reactions_compute(&work->joint_reactions, &work->bearing_board, &work->state, null);
  return true;
}

static double size_of_loop(const Work *work, ForceColumn *column)
{
  double size = 0;
  for (int r = 0; r < work->rows->count; r++) {
    const ConstraintEquation *row = &work->rows->equations[r];
    if (row->origin != ORIGIN_LOOP || row->index != column->index || row->is_turn) continue;
    size = hypot(size, work->joint_reactions.lambda[r]);
    if (!work->joint_reactions.lambda_is_unique[r]) column->is_unique = false;
  }
  return size;
}

static double value_of(const Work *work, ForceColumn *column)
{
  const JointReactions *joint_reactions = &work->joint_reactions;
  int k = column->index;
  switch (column->kind) {
  case BORNE_BY_DRIVE: return work->effort[k];
  case BORNE_BY_MOTION:
    return -joint_reactions->lambda[k] *
           joint_reactions->A[k * work->n + coordinate_of_motion(work, k)];
  case SIZE_IN_LOOP: return size_of_loop(work, column);
  case BORNE_BY_ROW:
    column->is_unique = column->is_unique && joint_reactions->lambda_is_unique[k];
    return -joint_reactions->lambda[k];
  case BORNE_BY_ENTRY:
    column->is_unique = column->is_unique && joint_reactions->lambda_is_unique[k / work->n];
    return -joint_reactions->lambda[k / work->n] * joint_reactions->A[k];
  case BORNE_BY_JOINT:
    column->is_unique = column->is_unique && joint_reactions->reaction_is_unique[k];
    return joint_reactions->reactions[k];
  case SIZE_IN_JOINT: break;
  }
  // In a planar mechanism, forces normal to the plane are zero and not unique.
  const double *force = joint_reactions->reactions + k * BEARING_COMPONENTS;
  const bool *is_unique = joint_reactions->reaction_is_unique + k * BEARING_COMPONENTS;
  double size = hypot(hypot(force[0], force[1]), force[2]);
  for (int c = 0; c < 3; c++) {
    if (!is_unique[c] && fabs(force[c]) > REACTION_EPSILON * size) column->is_unique = false;
  }
  return size;
}

static void fill(Work *work, double values[])
{
  for (int k = 0; k < work->sweep->row_count; k++) {
    Arena *scratch = arena_new();
    read_row(work, work->sweep->rows + (size_t)k * (size_t)work->sweep->column_count);
    evaluator_evaluate(&work->evaluator, &work->state);
    bool is_balanced = balance(work, scratch);
    for (int c = 0; c < work->count; c++) {
      ForceColumn *column = &work->columns[c];
      double value = is_balanced ? value_of(work, column) : NAN;
      values[(size_t)k * (size_t)work->count + (size_t)c] = value;
      if (isfinite(value)) column->largest = fmax(column->largest, fabs(value));
    }
    arena_free(scratch);
  }
}

// Returns the largest value of all columns with the same unit.
static double largest_like(const Work *work, const ForceColumn *column)
{
  double largest = 0;
  for (int c = 0; c < work->count; c++) {
    if (strcmp(work->columns[c].column.unit, column->column.unit) == 0)
      largest = fmax(largest, work->columns[c].largest);
  }
  return largest;
}

static void append(Work *work, const double values[])
{
  Sweep *sweep = work->sweep;
  RowColumn *columns = ARENA_ARRAY(work->arena, RowColumn, work->count);
  double *kept = ARENA_ARRAY(work->arena, double, (size_t)work->count *(size_t)sweep->row_count);
  int *places = ARENA_ARRAY(work->arena, int, work->count);
  int count = 0;
  for (int c = 0; c < work->count; c++) {
    const ForceColumn *column = &work->columns[c];
    bool is_zero = column->largest <= REACTION_EPSILON * largest_like(work, column);
    bool is_drive = column->kind == BORNE_BY_DRIVE || column->kind == BORNE_BY_MOTION;
    if (is_zero && !is_drive) continue;
    if (!column->is_unique) sweep->has_unclear_forces = true;
    if (!column->is_unique) continue;
    columns[count] = column->column;
    places[count++] = c;
  }
  for (int k = 0; k < sweep->row_count; k++) {
    for (int c = 0; c < count; c++)
      kept[k * count + c] = values[(size_t)k * (size_t)work->count + (size_t)places[c]];
  }
  sweep->first_force = sweep->column_count;
  sweep->force_count = count;
  sweep_append(sweep, columns, count, kept);
}

static void prepare_state(Work *work, const ProgramState *start)
{
  work->n = work->mechanism->coordinate_count;
  work->q = ARENA_ARRAY(work->arena, double, work->n);
  work->qd = ARENA_ARRAY(work->arena, double, work->n);
  work->qdd = ARENA_ARRAY(work->arena, double, work->n);
  work->driven = ARENA_ARRAY(work->arena, int, work->n);
  if (start->q) memcpy(work->q, start->q, sizeof(double) * (size_t)work->n);
  work->state = *start;
  work->state.q = work->q;
  work->state.qd = work->qd;
  work->state.qdd = work->qdd;
}

bool sweep_add_forces(Sweep *sweep, System *system, const ProgramState *start, Text *why)
{
  const Mechanism *mechanism = system->mechanism;
  if (mechanism->body_count == 0 && mechanism->force_count == 0) return true;
  if (sweep->row_count == 0) return true;
  Arena *arena = arena_new();
  Work work = {
    .sweep = sweep, .mechanism = mechanism, .arena = arena, .equations = sweep->equations
  };
  prepare_state(&work, start);
  bool is_good = derive(&work, system, why) && compile(&work, why);
  if (is_good) {
    name_columns(&work);
    double *values = ARENA_ARRAY(arena, double, (size_t)work.count *(size_t)sweep->row_count);
    fill(&work, values);
    append(&work, values);
  }
  evaluator_free(&work.evaluator);
  evaluator_free(&work.bearing_board.evaluator);
  arena_free(arena);
  return is_good;
}
