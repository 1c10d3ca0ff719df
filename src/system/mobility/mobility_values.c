// mobility_values.c -- numerical values for the study if the caller gives none.
//
// Coordinates have the initial values of the description. A parameter without a value receives an
// arbitrary one, different for each trial: between 1 and 2, or for an angle between 0.5 and 1 rad.
// SPDX-License-Identifier: MIT
#include "system/mobility/mobility_impl.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"

#include <math.h>

bool values_lack(const MobilityStudy *study, int parameter)
{
  const Variable *variable = &study->equations->parameters[parameter];
  for (int i = 0; i < study->rows->count && !variable->value; i++) {
    if (expr_depends_on(study->rows->equations[i].residual, variable->symbol)) return true;
  }
  return false;
}

bool values_are_complete(const MobilityStudy *study)
{
  for (int i = 0; i < study->equations->parameter_count; i++) {
    if (values_lack(study, i)) return false;
  }
  return true;
}

static double trial_value(const Parameter *parameter, int index, int trial)
{
  double place = 0.7548776662466927 * (index + 1) + 0.5698402909980532 * trial;
  place -= floor(place);
  return parameter->dimension.is_angle ? 0.5 + place / 2 : 1 + place;
}

// Initial value of a coordinate or an input: a function of the parameters and, for inputs, of the
// time, 0.
static double start_value(const MobilityStudy *study, const Expr *value)
{
  const Equations *equations = study->equations;
  if (!value) return 0;
  int count = equations->parameter_count;
  const Expr **from = ARENA_ARRAY(study->arena, const Expr *, count + 1);
  const Expr **to = ARENA_ARRAY(study->arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++) {
    from[i] = equations->parameters[i].symbol;
    to[i] = equations->parameters[i].value;
    if (!to[i]) to[i] = expr_integer(equations->pool, 1);
  }
  from[count] = expr_symbol(equations->pool, "t", STAGE_TIME);
  to[count] = expr_integer(equations->pool, 0);
  const Expr *literal = expr_substitute(value, from, to, count + 1);
  double result = literal->form->stage == STAGE_LITERAL ? expr_literal_value(literal) : 0;
  return isfinite(result) ? result : 0;
}

void values_of_description(MobilityStudy *study, int trial, double q[])
{
  const Equations *equations = study->equations;
  const Mechanism *mechanism = study->mechanism;
  for (int i = 0; i < equations->parameter_count; i++) {
    const Expr *value = equations->parameters[i].value;
    study->parameters[i] =
        value ? expr_literal_value(value) : trial_value(&mechanism->parameters[i], i, trial);
  }
  for (int i = 0; i < equations->coordinate_count; i++)
    q[i] = start_value(study, equations->coordinates[i].value);
  for (int i = 0; i < equations->input_count; i++)
    study->inputs[i] = start_value(study, equations->inputs[i].value);
}
