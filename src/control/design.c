// design.c -- redesign of regulator gains for changed cost parameters.
// SPDX-License-Identifier: MIT
#include "control/design.h"

#include "control/regulator_impl.h"
#include "mechanism/default_value.h"

#include <math.h>
#include <string.h>

struct RegulatorDesign {
  Mechanism *plant;
  const ModelTerm *terms;  // terms of the regulators; the pool of the plant has counterparts of
                           // their expressions
  int term_count;
  const bool *is_own;      // by parameter of the plant: only costs and weights depend on it
  const double *defaults;  // by parameter of the plant: default value
  const double *x;         // minimum of the cost for the default values
  const double *torques;
};

// ---- parameters that only the cost depends on

typedef struct Use {
  const Mechanism *mechanism;
  bool *is_used;  // by parameter: it occurs in an expression
} Use;

static void note_use(const Expr **e, void *context)
{
  const Use *use = context;
  for (int p = 0; p < use->mechanism->parameter_count; p++) {
    if (!use->is_used[p])
      use->is_used[p] = expr_depends_on(*e, use->mechanism->parameters[p].symbol);
  }
}

// Marks the parameters of the plant; definitions and tasks are not part of it.
static void note_plant(const Mechanism *plant, bool is_used[])
{
  Mechanism *bare = mechanism_copy(plant);
  bare->definition_count = bare->task_count = 0;
  Use use = { bare, is_used };
  mechanism_visit(bare, note_use, &use);
  mechanism_free(bare);
}

// Fills is_own. Returns false if there is no such parameter.
static bool find_own(const Regulator *regulator, const Mechanism *plant, bool is_own[])
{
  int count = plant->parameter_count;
  bool *is_used = ARENA_ARRAY(regulator->arena, bool, count + 1);
  bool is_any = false;
  Use use = { regulator->mechanism, is_own };
  for (int k = 0; k < regulator->term_count; k++) {
    const Expr *given[] = { regulator->terms[k]->given[0], regulator->terms[k]->given[1] };
    for (int i = 0; i < 2; i++)
      note_use(&given[i], &use);
  }
  note_plant(plant, is_used);
  for (int p = 0; p < count; p++) {
    is_own[p] = is_own[p] && !is_used[p];
    is_any = is_any || is_own[p];
  }
  return is_any;
}

// ---- entries that change

static const double SAME = 1e-9;

static bool differs(double a, double b) { return !(fabs(a - b) <= SAME * fmax(1, fabs(a))); }

// Determines which entries change with the design parameters by a numerical example with other
// values; if these have no gains, all entries are assumed to change.
static void find_changes(Regulator *regulator, const Mechanism *plant, const bool is_own[])
{
  Arena *arena = arena_new();
  Text unused = { 0 };
  Regulator other = { .mechanism = regulator->mechanism, .arena = arena, .why = &unused };
  double *wanted = ARENA_ARRAY(arena, double, plant->parameter_count + 1);
  bool *moves = ARENA_ARRAY(regulator->arena, bool, regulator->size + 1);
  bool *turns = ARENA_ARRAY(regulator->arena, bool, regulator->term_count + 1);
  for (int p = 0; p < plant->parameter_count; p++) {
    wanted[p] = regulator->parameters[p];
    if (is_own[p]) wanted[p] += 0.1 * (wanted[p] != 0 ? wanted[p] : 1);
  }
  regulator_find_terms(&other);
  bool is_found = regulator_solve(&other, plant, wanted);
  for (int i = 0; i < regulator->size; i++)
    moves[i] = !is_found || differs(regulator->x[i], other.x[i]);
  for (int k = 0; k < regulator->term_count; k++) {
    int i = regulator->terms[k]->coordinate;
    turns[k] = !is_found || differs(regulator->torques[i], other.torques[i]);
  }
  regulator->moves = moves;
  regulator->turns = turns;
  regulator_end(&other);
  text_free(&unused);
  arena_free(arena);
}

// ---- storage

static void *kept(Arena *arena, const void *from, size_t size)
{
  void *copy = arena_alloc(arena, size + 1);
  if (size > 0) memcpy(copy, from, size);
  return copy;
}

void regulator_keep_design(Regulator *regulator, const Mechanism *plant)
{
  bool *is_own = ARENA_ARRAY(regulator->arena, bool, plant->parameter_count + 1);
  if (!find_own(regulator, plant, is_own)) return;
  find_changes(regulator, plant, is_own);
  Mechanism *copy = mechanism_copy(plant);
  Arena *arena = copy->arena;
  size_t parameters = (size_t)plant->parameter_count;
  ModelTerm *terms = ARENA_ARRAY(arena, ModelTerm, regulator->term_count);
  for (int k = 0; k < regulator->term_count; k++)
    terms[k] = *regulator->terms[k];
  RegulatorDesign *design = ARENA_NEW(arena, RegulatorDesign);
  *design = (RegulatorDesign){
    .plant = copy,
    .terms = terms,
    .term_count = regulator->term_count,
    .is_own = kept(arena, is_own, parameters * sizeof(bool)),
    .defaults = kept(arena, regulator->parameters, parameters * sizeof(double)),
    .x = kept(arena, regulator->x, (size_t)regulator->size * sizeof(double)),
    .torques = kept(arena, regulator->torques, (size_t)regulator->n * sizeof(double))
  };
  regulator->mechanism->design = design;
}

void control_free_design(RegulatorDesign *design)
{
  if (design) mechanism_free(design->plant);
}

// ---- redesign

bool control_is_design(const RegulatorDesign *design, int parameter)
{
  return design && parameter < design->plant->parameter_count && design->is_own[parameter];
}

// Destination of the results, by name.
typedef struct Results {
  const Equations *equations;
  const bool *is_given;
  double *parameters;
} Results;

// Returns false if there is no parameter of this name.
static bool put_result(const Results *results, const char *name, double value)
{
  int p = variable_find(results->equations->parameters, results->equations->parameter_count, name);
  if (p >= 0 && !results->is_given[p]) results->parameters[p] = regulator_rounded(value);
  return p >= 0;
}

// Returns false if a value that is a number in the law has changed.
static bool put_results(const Regulator *regulator, const RegulatorDesign *design,
                        const Results *results)
{
  bool is_good = true;
  for (int i = 0; i < regulator->size; i++) {
    if (!put_result(results, place_name(regulator, i), regulator->x[i]))
      is_good = is_good && !differs(regulator->x[i], design->x[i]);
  }
  for (int k = 0; k < regulator->term_count; k++) {
    int at = regulator->terms[k]->coordinate;
    if (!put_result(results, holding_name(regulator, k), regulator->torques[at]))
      is_good = is_good && !differs(regulator->torques[at], design->torques[at]);
    for (int j = 0; j < regulator->count; j++) {
      double gain = regulator->K[k * regulator->count + j];
      is_good = put_result(results, gain_name(regulator, k, j), gain) && is_good;
    }
  }
  return is_good;
}

static bool solve_anew(const RegulatorDesign *design, const Results *results, Text *why)
{
  Mechanism *plant = mechanism_copy(design->plant);
  Arena *arena = arena_new();
  Regulator regulator = { .mechanism = plant, .arena = arena, .why = why };
  plant->model_terms = ARENA_ARRAY(plant->arena, ModelTerm, design->term_count);
  plant->model_term_count = design->term_count;
  for (int k = 0; k < design->term_count; k++) {
    plant->model_terms[k] = design->terms[k];
    for (int i = 0; i < 2; i++)
      plant->model_terms[k].given[i] = pool_counterpart(plant->pool, design->terms[k].given[i]);
  }
  double *wanted = ARENA_ARRAY(arena, double, plant->parameter_count + 1);
  for (int p = 0; p < plant->parameter_count; p++)
    wanted[p] = design->is_own[p] ? results->parameters[p] : design->defaults[p];
  regulator_find_terms(&regulator);
  bool is_good = regulator_solve(&regulator, plant, wanted);
  if (is_good && !put_results(&regulator, design, results)) {
    is_good = false;
    text_put(why, "with these values the regulator of 'lqr' has another form: write them into the "
                  "description");
  }
  regulator_end(&regulator);
  arena_free(arena);
  mechanism_free(plant);
  return is_good;
}

bool control_redesign(const Equations *equations, const bool is_given[], double parameters[],
                      Text *why)
{
  const RegulatorDesign *design = equations->design;
  bool is_other = false;
  for (int p = 0; design && p < design->plant->parameter_count; p++)
    is_other = is_other || (design->is_own[p] && parameters[p] != design->defaults[p]);
  if (!is_other) return true;
  Results results = { equations, is_given, parameters };
  return solve_anew(design, &results, why);
}
