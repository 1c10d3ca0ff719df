// parts.c -- additions of controllers to a mechanism; each enlarges an array by one entry.
// SPDX-License-Identifier: MIT
#include "control/parts.h"

#include <string.h>

Dimension control_dimension_on(const Mechanism *mechanism, int coordinate)
{
  CoordinateKind kind = mechanism->coordinates[coordinate].kind;
  return (Dimension){ .is_known = kind != COORDINATE_NUMBER,
                      .power = { kind == COORDINATE_ANGLE ? 2 : 1, 1, -2 } };
}

static void *grown(Arena *arena, const void *array, int count, size_t size)
{
  void *larger = arena_alloc(arena, ((size_t)count + 1) * size);
  if (count > 0) memcpy(larger, array, (size_t)count * size);
  return larger;
}

Parameter *control_add_parameter(Mechanism *mechanism, Parameter parameter)
{
  mechanism->parameters =
      grown(mechanism->arena, mechanism->parameters, mechanism->parameter_count, sizeof parameter);
  Parameter *added = &mechanism->parameters[mechanism->parameter_count++];
  *added = parameter;
  return added;
}

DiscreteVariable *control_add_discrete(Mechanism *mechanism, DiscreteVariable variable)
{
  mechanism->discretes =
      grown(mechanism->arena, mechanism->discretes, mechanism->discrete_count, sizeof variable);
  DiscreteVariable *added = &mechanism->discretes[mechanism->discrete_count++];
  *added = variable;
  return added;
}

Sampling *control_add_sampling(Mechanism *mechanism, Sampling sampling)
{
  mechanism->samples =
      grown(mechanism->arena, mechanism->samples, mechanism->sample_count, sizeof sampling);
  Sampling *added = &mechanism->samples[mechanism->sample_count++];
  *added = sampling;
  return added;
}
