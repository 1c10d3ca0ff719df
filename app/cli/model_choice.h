// model_choice.h -- which quantities `bielle model` prints. For model.c only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_MODEL_CHOICE_H
#define BIELLE_CLI_MODEL_CHOICE_H

#include "app/cli/command.h"

// What people read: the usual quantities if none are named, written out in full while that is
// short, with named constants beyond.
Arguments readable_choices(const Arguments *given, const BielleMechanism *mechanism);
// A sequence of steps is what the cheapest recipes compute, torques if nothing else is said.
Arguments recursive_choices(const Arguments *given);

// Is there a kinetic or a potential energy in the model?
bool has_masses(const BielleModel *model);
// Leaves out forces where there are none, and all of dynamics where nothing has mass.
void drop_absent(const BielleMechanism *mechanism, const BielleModel *model, Arguments *chosen);

// What is too long to read.
typedef struct LeftOut {
  Text sizes;         // a line for each
  const char *first;  // key of one; NULL: nothing is left out
} LeftOut;
// How to get it all the same.
void put_ways(const Arguments *given, LeftOut *left_out);
// Leaves out the quantities that nobody could read, before they are derived (`model` is NULL) or
// behind. Are there any?
bool drop_long(const BielleMechanism *mechanism, const BielleModel *model, Arguments *chosen,
               LeftOut *left_out);
// The same of those that turned out to be too long when they were printed: `lines` by key, 0 of
// those that are there.
bool drop_left_out(const int lines[], Arguments *chosen, LeftOut *left_out);
// Without a mass matrix to read, the torques step by step tell more than what is left.
bool prefers_steps(const Arguments *given, const Arguments *chosen);

#endif
