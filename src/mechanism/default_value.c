// default_value.c -- numeric values of expressions that are determined by the description.
//
// Double precision is used for checks and summaries (symbolic/double_eval.h). A parameter is
// replaced by the value of its expression, which depends on no other symbol. If the initial
// configuration decides between two forms, exact values are substituted.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"

#include "base/memory/memory.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"
#include "symbolic/double_eval.h"

#include <math.h>
#include <stdlib.h>

// Source of the symbols' values; `parameters` NULL: those of the description.
typedef struct Known {
  const Mechanism *mechanism;
  const double *parameters;
} Known;

static double parameter_value(void *context, const Symbol *symbol, int point)
{
  (void)point;
  const Known *known = context;
  int index = mechanism_find_parameter(known->mechanism, symbol->name);
  if (index >= 0 && known->parameters) return known->parameters[index];
  const Expr *given = index >= 0 ? known->mechanism->parameters[index].value : NULL;
  return given ? expr_known_value(given, NULL, NULL) : NAN;
}

double mechanism_default_value(const Mechanism *mechanism, const Expr *e)
{
  Known known = { .mechanism = mechanism };
  return expr_known_value(e, parameter_value, &known);
}

double mechanism_value_with(const Mechanism *mechanism, const double parameters[], const Expr *e)
{
  if (e->form->stage == STAGE_LITERAL) return expr_literal_value(e);
  Known known = { .mechanism = mechanism, .parameters = parameters };
  return expr_known_value(e, parameter_value, &known);
}

// ---- the initial configuration

// Initial value of a symbol, 0 for a coordinate without a start value; NULL if there is none.
static const Expr *initial_value(const Mechanism *mechanism, const char *symbol)
{
  int i = mechanism_find_parameter(mechanism, symbol);
  if (i >= 0) return mechanism->parameters[i].value;
  i = mechanism_find_coordinate(mechanism, symbol);
  return i >= 0 ? coordinate_start(&mechanism->coordinates[i]) : NULL;
}

static const Expr *with_initial_values(const Mechanism *mechanism, const Expr *e)
{
  Steps steps = steps_of(&e, 1);
  const Expr **from = memory_new(2 * (size_t)steps.count, sizeof *from), **to = from + steps.count;
  int count = 0;
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SYMBOL) continue;
    const Expr *value = initial_value(mechanism, steps.at[i].form->symbol->name);
    if (!value) continue;
    from[count] = steps.at[i].node;
    to[count++] = expr_copy(expr_pool(e), value);
  }
  e = expr_substitute(e, from, to, count);
  free(from);
  steps_free(&steps);
  return e;
}

double mechanism_initial_value(const Mechanism *mechanism, const Expr *e)
{
  e = with_initial_values(mechanism, with_initial_values(mechanism, e));  // with parameters
  return e->form->stage == STAGE_LITERAL ? expr_literal_value(e) : NAN;
}

// ---- trial configurations

double mechanism_trial_value(const Mechanism *mechanism, int place, const Expr *e)
{
  Known known = { .mechanism = mechanism };
  return expr_trial_value(e, place, parameter_value, &known);
}

void mechanism_trial_vector(const Mechanism *mechanism, int place, Vec3 v, double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = mechanism_trial_value(mechanism, place, v.at[i]);
}

// ---- sizes

static double symbol_size(void *context, const Symbol *symbol, int point)
{
  const Mechanism *mechanism = context;
  int coordinate = mechanism_find_coordinate(mechanism, symbol->name);
  Known known = { .mechanism = mechanism };
  const Expr *start =
      coordinate >= 0 ? coordinate_start(&mechanism->coordinates[coordinate]) : NULL;
  double value =
      start ? mechanism_default_value(mechanism, start) : parameter_value(&known, symbol, point);
  return isfinite(value) ? fabs(value) : 0;
}

double mechanism_initial_size(const Mechanism *mechanism, const Expr *e)
{
  double size = expr_size(e, symbol_size, (void *)mechanism);
  return isfinite(size) ? size : 0;
}

bool value_is_rounding(double value, double size) { return fabs(value) <= 1e-12 * size; }
