// model.c -- expressions for the results that controllers take from the model.
// SPDX-License-Identifier: MIT
#include "control/model.h"

#include "control/model_impl.h"
#include "control/parts.h"
#include "control/regulator.h"
#include "formulation/formulation.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

Substitution model_list(const Model *model)
{
  int room = 3 * model->mechanism->coordinate_count + model->mechanism->model_term_count +
             model->plant->parameter_count;
  return (Substitution){ .from = ARENA_ARRAY(model->scratch, const Expr *, room),
                         .to = ARENA_ARRAY(model->scratch, const Expr *, room) };
}

static void reject(Model *model, Span span, const char *sentence)
{
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, span, NULL, "%s", sentence);
}

// ---- the plant

static bool holds_term(const Mechanism *mechanism, const Expr *e)
{
  for (int i = 0; e && i < mechanism->model_term_count; i++) {
    if (expr_depends_on(e, mechanism->model_terms[i].symbol)) return true;
  }
  return false;
}

static bool is_of_controller(const Mechanism *mechanism, const Force *force)
{
  bool result = force->is_command || holds_term(mechanism, force->amount);
  for (int i = 0; i < 3; i++)
    result = result || holds_term(mechanism, force->vector.at[i]);
  return result;
}

static Mechanism *plant_of(const Mechanism *mechanism)
{
  Mechanism *plant = mechanism_copy(mechanism);
  int kept = 0;
  for (int i = 0; i < mechanism->force_count; i++) {
    if (!is_of_controller(mechanism, &mechanism->forces[i]))
      plant->forces[kept++] = plant->forces[i];
  }
  plant->force_count = kept;
  return plant;
}

static System *new_system(const Mechanism *plant)
{
  FormulateOptions options = { .seed = pool_seed(plant->pool) };
  return system_new(plant, &options);
}

// Returns a quantity of the plant in the pool of the mechanism, or NULL after reporting an error.
static const Expr **quantity_of_plant(Model *model, const char *key, Span span)
{
  Text why = { 0 };
  int n = model->mechanism->coordinate_count;
  const Expr **entries = derivation_quantity(model->system->derivation, key, &why);
  const Expr **copies = ARENA_ARRAY(model->scratch, const Expr *, n + 1);
  for (int i = 0; entries && i < n; i++)
    copies[i] = expr_copy(model->mechanism->pool, entries[i]);
  if (!entries) reject(model, span, text_string(&why));
  text_free(&why);
  return entries ? copies : NULL;
}

// ---- parameters of the model

static Parameter *model_parameter(Mechanism *mechanism, const Parameter *own)
{
  const char *name = arena_format(mechanism->arena, "model.%s", own->name);
  int known = mechanism_find_parameter(mechanism, name);
  if (known >= 0) return &mechanism->parameters[known];
  Parameter copy = *own;
  copy.name = name;
  copy.symbol = expr_symbol(mechanism->pool, name, STAGE_PARAMETER);
  return control_add_parameter(mechanism, copy);
}

void model_add_parameters(Model *model, const Expr *const e[], int count, Substitution *list)
{
  Mechanism *mechanism = model->mechanism;
  int own_count = model->plant->parameter_count;
  for (int p = 0; p < own_count; p++) {
    const Expr *symbol = mechanism->parameters[p].symbol;
    bool is_used = false;
    for (int i = 0; i < count && !is_used; i++)
      is_used = expr_depends_on(e[i], symbol);
    if (!is_used || !mechanism->parameters[p].value) continue;
    Parameter own = mechanism->parameters[p];
    substitution_add(list, symbol, model_parameter(mechanism, &own)->symbol);
  }
}

void model_use_own_parameters(Model *model, Matrix a)
{
  int count = a.rows * a.columns;
  Substitution own = model_list(model);
  model_add_parameters(model, a.at, count, &own);
  expr_substitute_all(a.at, count, own.from, own.to, own.count, a.at);
}

// ---- terms

bool model_has_term(const Model *model, const ModelTerm *term)
{
  return term == model->shown || model->acts[term - model->mechanism->model_terms];
}

// The output-only term takes precedence over the terms that affect the motion.
const ModelTerm *model_term(const Model *model, ModelTermKind kind, int coordinate)
{
  const ModelTerm *shown = model->shown;
  if (shown && shown->kind == kind && shown->coordinate == coordinate) return shown;
  for (int i = 0; i < model->mechanism->model_term_count; i++) {
    const ModelTerm *term = &model->mechanism->model_terms[i];
    bool is_it = term->kind == kind && term->coordinate == coordinate;
    if (is_it && model_has_term(model, term)) return term;
  }
  return NULL;
}

const Expr *model_driven_acceleration(const Mechanism *mechanism, int coordinate)
{
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    bool is_its = strcmp(task->name, coordinate_name(&mechanism->coordinates[coordinate])) == 0;
    if (task->kind == TASK_MOTION && is_its && task->law)
      return expr_time_derivative(expr_time_derivative(task->law));
  }
  return expr_integer(mechanism->pool, 0);
}

// Adds the motion at which the inverse dynamics are evaluated: the present state with the commanded
// accelerations, or the motion of the controllers.
static void add_motion(Model *model, ModelTermKind kind, Substitution *list)
{
  const Mechanism *mechanism = model->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    const ModelTerm *term = model_term(model, kind, i);
    const Expr *given = term ? term->given[0] : NULL;
    if (!given) {
      substitution_add(list, coordinate_acceleration(coordinate),
                       model_driven_acceleration(mechanism, i));
    } else if (kind == MODEL_DYNAMICS) {
      substitution_add(list, coordinate_acceleration(coordinate),
                       substituted(&model->known, given));
    } else {
      substitution_add_coordinate(list, coordinate, given);
    }
  }
}

static bool reject_second(Model *model, Span span)
{
  diagnostics_add(model->diagnostics, SEVERITY_ERROR, span, "one controller for each joint",
                  "the model moves a coordinate in one way at a time");
  return false;
}

// Returns gravity torques, or inverse dynamics at the state or along the motions, by coordinate;
// NULL after an error.
static const Expr **torques_of(Model *model, ModelTermKind kind, Span span)
{
  int n = model->mechanism->coordinate_count;
  const Expr **torques = quantity_of_plant(model, kind == MODEL_GRAVITY ? "G" : "tau", span);
  if (!torques) return NULL;
  Substitution list = model_list(model);
  model_add_parameters(model, torques, n, &list);
  if (kind != MODEL_GRAVITY && model->ties.count == 0) add_motion(model, kind, &list);
  expr_substitute_all(torques, n, list.from, list.to, list.count, torques);
  if (model->ties.count > 0) model_constraint_torques(model, kind, torques);
  return torques;
}

// Finds all terms of that kind that affect the motion.
static bool put_torques(Model *model, ModelTermKind kind)
{
  const Mechanism *mechanism = model->mechanism;
  const Expr **torques = NULL;
  for (int i = 0; i < mechanism->model_term_count; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    if (term->kind != kind || !model_has_term(model, term)) continue;
    if (term != model_term(model, kind, term->coordinate)) return reject_second(model, term->span);
    if (!torques) torques = torques_of(model, kind, term->span);
    if (!torques) return false;
    substitution_add(&model->known, term->symbol, torques[term->coordinate]);
  }
  return true;
}

static bool put_rates(Model *model)
{
  for (int i = 0; i < model->mechanism->model_term_count; i++) {
    const ModelTerm *term = &model->mechanism->model_terms[i];
    bool is_rate = term->kind == MODEL_RATE || term->kind == MODEL_ACCELERATION;
    if (is_rate && model_has_term(model, term) && !model_put_rate(model, term)) return false;
  }
  return true;
}

// Returns the first regulator term that affects the motion, or the first that is output only; NULL
// if there is none.
static const ModelTerm *first_regulator(const Model *model, bool acts)
{
  const Mechanism *mechanism = model->mechanism;
  for (int i = 0; i < mechanism->model_term_count; i++) {
    if (mechanism->model_terms[i].kind == MODEL_LQR && model->acts[i] == acts)
      return &mechanism->model_terms[i];
  }
  return NULL;
}

// Finds the regulator. It is designed for all its terms together: either all or none of them affect
// the motion.
static bool put_regulator(Model *model)
{
  Mechanism *mechanism = model->mechanism;
  const ModelTerm *first = first_regulator(model, true), *shown = first_regulator(model, false);
  if (first && shown) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, shown->span,
                    "show what it takes, with the same cost and weight",
                    "the regulator has no such torque");
    return false;
  }
  if (!first) first = shown;
  if (!first) return true;
  Text why = { 0 };
  bool is_good = regulator_put(mechanism, model->plant, &model->known, &why);
  if (!is_good) reject(model, first->span, text_string(&why));
  text_free(&why);
  return is_good;
}

// Returns the first term that does not belong to a regulator (regulators accept any coordinates),
// or NULL.
static const ModelTerm *first_that_moves(const Model *model)
{
  const Mechanism *mechanism = model->mechanism;
  for (int i = 0; i < mechanism->model_term_count; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    if (term->kind != MODEL_LQR && model_has_term(model, term)) return term;
  }
  return NULL;
}

static bool tie(Model *model, Span span)
{
  Text why = { 0 };
  bool is_good = model_solve_constraints(model, &why);
  if (!is_good) {
    diagnostics_add(
        model->diagnostics, SEVERITY_ERROR, span,
        "command as many coordinates as move by themselves, and those that can be chosen",
        "the model has constraints: %s", text_string(&why));
  }
  text_free(&why);
  return is_good;
}

static bool put_acting(Model *model)
{
  const ModelTerm *first = first_that_moves(model);
  bool is_good = !model_is_constrained(model->mechanism) || !first || tie(model, first->span);
  return is_good && put_regulator(model) && put_rates(model) && put_torques(model, MODEL_GRAVITY) &&
         put_torques(model, MODEL_FEEDFORWARD) && put_torques(model, MODEL_DYNAMICS);
}

// ---- output-only terms

static bool is_independent(const Model *model, int coordinate)
{
  for (int k = 0; k < model->ties.count; k++)
    if (model->ties.independent[k] == coordinate) return true;
  return false;
}

static bool put_shown_term(Model *model, const ModelTerm *term)
{
  bool is_rate = term->kind == MODEL_RATE || term->kind == MODEL_ACCELERATION;
  if (is_rate) return model_put_rate(model, term);
  const Expr **torques = torques_of(model, term->kind, term->span);
  if (torques) substitution_add(&model->known, term->symbol, torques[term->coordinate]);
  return torques != NULL;
}

// Evaluates an output-only term in addition to those that affect the motion. With constraints, its
// coordinate is treated as independent, as if it were commanded.
static bool put_shown(Model *model, const ModelTerm *term)
{
  bool needs_constraints =
      model_is_constrained(model->mechanism) && !is_independent(model, term->coordinate);
  Model own = *model;
  own.shown = term;
  if (needs_constraints) own.system = new_system(own.plant);
  bool is_good = (!needs_constraints || tie(&own, term->span)) && put_shown_term(&own, term);
  if (needs_constraints) system_free(own.system);
  model->known = own.known;
  return is_good;
}

static bool put_terms(Model *model)
{
  const Mechanism *mechanism = model->mechanism;
  bool is_good = put_acting(model);
  for (int i = 0; i < mechanism->model_term_count && is_good; i++) {
    const ModelTerm *term = &mechanism->model_terms[i];
    if (term->kind != MODEL_LQR && !model->acts[i]) is_good = put_shown(model, term);
  }
  return is_good;
}

// ---- efforts

const Expr *control_effort(const Mechanism *mechanism, const Force *force)
{
  bool is_torque = force->is_command && force->kind == FORCE_TORQUE;
  int joint = is_torque ? mechanism->coordinates[force->coordinate].joint : -1;
  return joint >= 0 ? mechanism->joints[joint].effort : NULL;
}

static const Expr *cut_at(const Expr *effort, const Expr *torque)
{
  const Expr *below = expr_call2(OP_MIN, effort, torque);
  return expr_call2(OP_MAX, expr_neg(effort), below);
}

static bool commands_same(const Force *a, const Force *b)
{
  return a->is_command && b->is_command && a->kind == FORCE_TORQUE && b->kind == FORCE_TORQUE &&
         a->coordinate == b->coordinate;
}

// Combines all commands on one drive in the first of them.
static void cut_commands(Mechanism *mechanism)
{
  int kept = 0;
  for (int i = 0; i < mechanism->force_count; i++) {
    Force force = mechanism->forces[i];
    const Expr *effort = control_effort(mechanism, &force);
    bool is_first = true;
    for (int k = 0; k < kept && effort; k++)
      is_first = is_first && !commands_same(&mechanism->forces[k], &force);
    if (!is_first) continue;
    for (int k = i + 1; k < mechanism->force_count && effort; k++) {
      const Force *other = &mechanism->forces[k];
      if (commands_same(other, &force)) force.amount = sum(force.amount, other->amount);
    }
    if (effort) force.amount = cut_at(effort, force.amount);
    mechanism->forces[kept++] = force;
  }
  mechanism->force_count = kept;
}

// ---- names of the generated parameters

static bool has_prefix(const char *name, const char *prefix)
{
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

// Reports an error if a library element named `lqr` creates values with names of gains.
static bool check_gains(const Mechanism *mechanism, const ModelTerm *regulator,
                        Diagnostics *diagnostics)
{
  static const char *const PREFIXES[] = { "lqr.k", "lqr.at.", "lqr.rate.", "lqr.hold." };
  const Expr *symbol = pool_next_symbol(mechanism->pool, NULL);
  for (; symbol; symbol = pool_next_symbol(mechanism->pool, symbol)) {
    const char *name = symbol->form->symbol->name;
    for (size_t i = 0; i < sizeof PREFIXES / sizeof PREFIXES[0]; i++) {
      if (!has_prefix(name, PREFIXES[i])) continue;
      diagnostics_add(diagnostics, SEVERITY_ERROR, regulator->span,
                      "give the use that makes it another name than 'lqr'",
                      "'%s' has a name of the parameters that the regulator makes", name);
      return false;
    }
  }
  return true;
}

// Reports an error if an element named `model` creates values with names of the model's parameters.
static bool check_names(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *own = &mechanism->parameters[i];
    const char *name = arena_format(mechanism->arena, "model.%s", own->name);
    if (!own->value || !expr_find_symbol(mechanism->pool, name)) continue;
    diagnostics_add(diagnostics, SEVERITY_ERROR, mechanism->model_terms[0].span,
                    "give the use that makes it another name than 'model'",
                    "'%s' has the name of the parameter that the model makes of '%s'", name,
                    own->name);
    return false;
  }
  for (int i = 0; i < mechanism->model_term_count; i++) {
    if (mechanism->model_terms[i].kind == MODEL_LQR)
      return check_gains(mechanism, &mechanism->model_terms[i], diagnostics);
  }
  return true;
}

// ---- entry point

bool control_put_model(Mechanism *mechanism, Diagnostics *diagnostics)
{
  bool is_good = mechanism->model_term_count == 0 || check_names(mechanism, diagnostics);
  if (is_good && mechanism->model_term_count > 0) {
    Model model = { .mechanism = mechanism,
                    .plant = plant_of(mechanism),
                    .diagnostics = diagnostics,
                    .scratch = arena_new() };
    model.system = new_system(model.plant);
    model.acts = model_acting_terms(mechanism, model.scratch);
    model.known = model_list(&model);
    is_good = put_terms(&model);
    if (is_good) mechanism_substitute(mechanism, &model.known);
    system_free(model.system);
    mechanism_free(model.plant);
    arena_free(model.scratch);
    mechanism->model_term_count = 0;
  }
  if (is_good) cut_commands(mechanism);
  return is_good;
}
