// model_choice.h -- selects the quantities that `bielle model` prints. For model.c only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_MODEL_CHOICE_H
#define BIELLE_CLI_MODEL_CHOICE_H

#include "app/cli/command.h"

// Quantities for display: the default ones if none are named, explicit up to a limited length, and
// beyond that with named constants.
Arguments readable_choices(const Arguments *given, const BielleMechanism *mechanism);
// Quantities for recursive output: those of the shortest recipes, torques by default.
Arguments recursive_choices(const Arguments *given);

// Returns true if the model has kinetic or potential energy.
bool has_masses(const BielleModel *model);
// Removes forces if there are none, and all of dynamics if there are no masses.
void drop_absent(const BielleMechanism *mechanism, const BielleModel *model, Arguments *chosen);

// Quantities that are too long to print.
typedef struct LeftOut {
  Text sizes;         // one line for each
  const char *first;  // key of one; NULL: none
} LeftOut;
// Adds hints how to obtain them nevertheless.
void put_ways(const Arguments *given, LeftOut *left_out);
// Removes quantities that are too long to print, before they are derived (`model` is NULL) or
// after. Returns true if there are any.
bool drop_long(const BielleMechanism *mechanism, const BielleModel *model, Arguments *chosen,
               LeftOut *left_out);
// The same for quantities that turned out to be too long when printed: `lines` by key, 0 for those
// printed.
bool drop_left_out(const int lines[], Arguments *chosen, LeftOut *left_out);
// Returns true if the recursive form of the torques is preferable because the mass matrix is too
// long.
bool prefers_steps(const Arguments *given, const Arguments *chosen);

#endif
