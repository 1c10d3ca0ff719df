// regressor_friction.c -- friction and rotors among the parameters.
//
// Of the torques that act on a coordinate, without drives, Q = - FV qd - FS sign(qd) - IA qdd and
// more. FV and IA are derivatives, FS is what changes its sign with the rate; each is a column if
// it depends on parameters only.
// SPDX-License-Identifier: MIT
#include "formulation/forces.h"
#include "formulation/recipes.h"
#include "formulation/parameters/regressor.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static const Expr *torque_on(Derivation *derivation, int coordinate)
{
  const ActionList *list = derivation_actions(derivation);
  const Expr *torque = expr_integer(derivation->equations->pool, 0);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    bool acts = action->amount && action->force->coordinate == coordinate;
    if (acts && !action->is_drive) torque = sum(torque, action->amount);
  }
  return torque;
}

// Adds the column of `value` times `factor` if there is one; returns the torque that is left.
static const Expr *add_part(Derivation *derivation, RegressorColumns *columns, const char *letters,
                            int coordinate, const Expr *value, const Expr *factor,
                            const Expr *torque)
{
  if (is_zero(value) || value->form->stage > STAGE_PARAMETER) return torque;
  const char *label = arena_format(derivation->equations->arena, "%s%d", letters, coordinate + 1);
  RegressorColumn *column = regressor_add_column(derivation, columns, label, value);
  column->entries[coordinate] = factor;
  return sum(torque, product(value, factor));
}

void regressor_add_friction(Derivation *derivation, RegressorColumns *columns)
{
  const Equations *equations = derivation->equations;
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Expr *speed = speed_of(equations, i), *acceleration = acceleration_of(equations, i);
    const Expr *torque = torque_on(derivation, i);
    if (is_zero(torque)) continue;
    const Expr *viscous = negative(expr_derivative(torque, speed));
    torque = add_part(derivation, columns, "FV", i, viscous, speed, torque);
    const Expr *backwards = negative(speed);
    const Expr *odd = half(difference(torque, expr_substitute(torque, &speed, &backwards, 1)));
    const Expr *sign = expr_call(OP_SIGN, speed);
    const Expr *dry = negative(quotient(odd, sign));
    torque = add_part(derivation, columns, "FS", i, dry, sign, torque);
    const Expr *rotor = negative(expr_derivative(torque, acceleration));
    add_part(derivation, columns, "IA", i, rotor, acceleration, torque);
  }
}
