// vehicle_input.c -- search for the excitations of a vehicle.
// SPDX-License-Identifier: MIT
#include "study/vehicle/vehicle_input.h"

#include <string.h>

static Excitation of_input(const Mechanism *mechanism, const Equations *equations, int index)
{
  bool has_rates = input_is_smooth(&mechanism->inputs[index]);
  return (Excitation){ .name = equations->inputs[index].name,
                       .unit = equations->inputs[index].unit,
                       .index = index,
                       .columns = has_rates ? 3 : 1 };
}

bool excitation_find(const Mechanism *mechanism, const Equations *equations, const char *name,
                     Excitation *out)
{
  for (int i = 0; i < equations->input_count; i++) {
    if (mechanism->inputs[i].is_rate || strcmp(equations->inputs[i].name, name) != 0) continue;
    *out = of_input(mechanism, equations, i);
    return true;
  }
  for (int i = 0; i < equations->parameter_count; i++) {
    const Variable *parameter = &equations->parameters[i];
    if (strcmp(parameter->name, name) != 0) continue;
    *out = (Excitation){ parameter->name, parameter->unit, true, i, 1 };
    return true;
  }
  return false;
}

int excitation_list(const Mechanism *mechanism, const Equations *equations, const char *unit,
                    Excitation out[], int most)
{
  int count = 0;
  for (int i = 0; i < equations->input_count; i++) {
    if (mechanism->inputs[i].is_rate || strcmp(equations->inputs[i].unit, unit) != 0) continue;
    if (count < most) out[count] = of_input(mechanism, equations, i);
    count++;
  }
  return count;
}
