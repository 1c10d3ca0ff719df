// model_ties.c -- models with loops, wheels and other constraints: the dependent coordinates.
//
// The coordinates that controllers command are independent, and all others follow from them,
//
//   qdd = N qdd_in + a,   qd = N qd_in + ..
//
// so the drives need N^T tau, where tau are the torques without constraints: the constraint forces
// do no work along N (Murray, Lovell 1989, for robots with closed chains). Positions of dependent
// coordinates are those of the state and are not solved for, not even along a motion, where
// velocities and accelerations are those of the motion.
// SPDX-License-Identifier: MIT
#include "control/model_impl.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

bool model_is_constrained(const Mechanism *mechanism)
{
  bool result = mechanism->loop_count > 0 || mechanism->rolling_count > 0;
  for (int i = 0; i < mechanism->constraint_count; i++)
    result = result || !mechanism->constraints[i].norm;
  return result;
}

static Matrix copied(const Model *model, Matrix a)
{
  Matrix copy = matrix_zero(model->scratch, model->mechanism->pool, a.rows, a.columns);
  for (int i = 0; i < a.rows * a.columns; i++)
    copy.at[i] = expr_copy(model->mechanism->pool, a.at[i]);
  return copy;
}

bool model_solve_constraints(Model *model, Text *why)
{
  const Mechanism *mechanism = model->mechanism;
  System *system = model->system;
  ModelConstraints *ties = &model->ties;
  bool *is_driven = ARENA_ARRAY(model->scratch, bool, mechanism->coordinate_count + 1);
  for (int i = 0; i < mechanism->model_term_count; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    bool is_drive = term->kind != MODEL_LQR && model_has_term(model, term);
    if (is_drive) is_driven[term->coordinate] = true;
  }
  system->options.independent = is_driven;
  if (!system_select_coordinates(system, NULL, why)) return false;
  if (!system->mobility || !system->mobility->is_assembled) {
    text_put(why, "the model cannot be closed at the values of the description");
    return false;
  }
  const Partition *partition = derivation_partition(system->derivation, why);
  if (!partition) return false;
  ties->count = partition->free_count;
  ties->independent = partition->independent;
  ties->N = copied(model, partition->N);
  ties->a = copied(model, partition->a);
  model_use_own_parameters(model, ties->N);
  model_use_own_parameters(model, ties->a);
  return true;
}

// Returns true if the coordinate is passive: neither a controller nor a prescribed motion drives
// it.
static bool is_passive(const Mechanism *mechanism, int coordinate)
{
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    if (force->is_command && force->kind == FORCE_TORQUE && force->coordinate == coordinate)
      return false;
  }
  return is_zero(model_driven_acceleration(mechanism, coordinate));
}

// Returns the commanded acceleration of an independent coordinate. Without a command it is the
// acceleration symbol if the coordinate is passive, otherwise that of its motion, or 0.
static const Expr *command_of(const Model *model, ModelTermKind kind, int coordinate)
{
  const Mechanism *mechanism = model->mechanism;
  const ModelTerm *term = model_term(model, kind, coordinate);
  if (!term && is_passive(mechanism, coordinate))
    return coordinate_acceleration(&mechanism->coordinates[coordinate]);
  if (!term || !term->given[0]) return model_driven_acceleration(mechanism, coordinate);
  if (kind == MODEL_DYNAMICS) return substituted(&model->known, term->given[0]);
  return expr_time_derivative(expr_time_derivative(term->given[0]));
}

// Substitutes the velocities of the motion for those of the state.
static void move_along(const Model *model, Matrix tau, Matrix a)
{
  const Mechanism *mechanism = model->mechanism;
  const ModelConstraints *ties = &model->ties;
  Matrix off = matrix_zero(model->scratch, mechanism->pool, ties->count, 1);
  for (int k = 0; k < ties->count; k++) {
    int i = ties->independent[k];
    const ModelTerm *term = model_term(model, MODEL_FEEDFORWARD, i);
    if (term)
      off.at[k] = difference(expr_time_derivative(term->given[0]),
                             coordinate_rate(&mechanism->coordinates[i]));
  }
  Matrix change = matrix_mul(ties->N, off);
  Substitution list = model_list(model);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *speed = coordinate_rate(&mechanism->coordinates[i]);
    substitution_add(&list, speed, sum(speed, change.at[i]));
  }
  expr_substitute_all(tau.at, tau.rows, list.from, list.to, list.count, tau.at);
  expr_substitute_all(a.at, a.rows, list.from, list.to, list.count, a.at);
}

// Passive coordinates have no drive: their generalised force is zero, which determines their
// acceleration, so that the drives produce the commanded motion exactly (Spong 1994, partial
// feedback linearisation).
static void release_passive(const Model *model, ModelTermKind kind, Matrix drives)
{
  const Mechanism *mechanism = model->mechanism;
  const ModelConstraints *ties = &model->ties;
  int *places = ARENA_ARRAY(model->scratch, int, ties->count), count = 0;
  Matrix own = matrix_zero(model->scratch, mechanism->pool, ties->count, 1);
  Substitution still = model_list(model), known = model_list(model);
  for (int k = 0; k < ties->count; k++) {
    int i = ties->independent[k];
    if (model_term(model, kind, i) || !is_passive(mechanism, i)) continue;
    own.at[count] = coordinate_acceleration(&mechanism->coordinates[i]);
    substitution_add(&still, own.at[count], expr_integer(mechanism->pool, 0));
    places[count++] = k;
  }
  if (count == 0) return;
  own.rows = count;
  Matrix rest = matrix_rows(drives, places, count);
  SymmetricFactors factors;
  if (factors_of(matrix_jacobian(rest, own), NULL, (IntermediateNaming){ 0 }, &factors) >= 0)
    return;
  expr_substitute_all(rest.at, count, still.from, still.to, still.count, rest.at);
  Matrix accelerations = matrix_neg(rest);
  factors_solve(&factors, accelerations);
  for (int k = 0; k < count; k++)
    substitution_add(&known, own.at[k], accelerations.at[k]);
  expr_substitute_all(drives.at, drives.rows, known.from, known.to, known.count, drives.at);
}

void model_constraint_torques(const Model *model, ModelTermKind kind, const Expr *torques[])
{
  const Mechanism *mechanism = model->mechanism;
  const ModelConstraints *ties = &model->ties;
  int n = mechanism->coordinate_count;
  Matrix tau = matrix_zero(model->scratch, mechanism->pool, n, 1), a = matrix_copy(ties->a);
  for (int i = 0; i < n; i++)
    tau.at[i] = torques[i];
  if (kind == MODEL_FEEDFORWARD) move_along(model, tau, a);
  if (kind != MODEL_GRAVITY) {
    Matrix commands = matrix_zero(model->scratch, mechanism->pool, ties->count, 1);
    for (int k = 0; k < ties->count; k++)
      commands.at[k] = command_of(model, kind, ties->independent[k]);
    Matrix accelerations = matrix_add(matrix_mul(ties->N, commands), a);
    Substitution list = model_list(model);
    for (int i = 0; i < n; i++)
      substitution_add(&list, coordinate_acceleration(&mechanism->coordinates[i]),
                       accelerations.at[i]);
    expr_substitute_all(tau.at, n, list.from, list.to, list.count, tau.at);
  }
  Matrix drives = matrix_mul_transposed(ties->N, tau);
  if (kind != MODEL_GRAVITY) release_passive(model, kind, drives);
  for (int k = 0; k < ties->count; k++)
    torques[ties->independent[k]] = drives.at[k];
}
