// random_text.h -- random descriptions: names used again and again, quotients, powers, nested
// functions, vectors, units; forces, outputs and a constraint.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_RANDOM_TEXT_H
#define BIELLE_TEST_RANDOM_TEXT_H

#include "base/text/text.h"
#include "support/text_ball.h"

#include <stdint.h>

enum {
  RANDOM_PARAMETERS = 5,
  RANDOM_COORDINATES = 5,  // slides along x, y, z, a turn about z; a slide that is constrained
  RANDOM_LETS = 24,
  RANDOM_OUTPUTS = 30,
  RANDOM_FORCES = 4,  // components of a force along the slides, and a torque about the turn
  RANDOM_POINTS = 4,
  RANDOM_COARSE = 28
};

// Values of all symbols at one point, for programs and for balls.
typedef struct RandomPoint {
  double parameters[RANDOM_PARAMETERS];
  double q[RANDOM_COORDINATES];
  double qd[RANDOM_COORDINATES];
  double t;
  BallScope *exact;   // the same, and the values of the lets
  BallScope *coarse;  // the same by numbers of RANDOM_COARSE bits
} RandomPoint;

// A description and the texts of its expressions, in SI: what a reader of ours must find in it.
typedef struct RandomText {
  uint64_t state;
  bool has_units;
  Text description;
  Text lets[RANDOM_LETS];
  Text outputs[RANDOM_OUTPUTS];
  Text forces[RANDOM_FORCES];
  Text constraint;  // q5 = this
  RandomPoint points[RANDOM_POINTS];
} RandomText;

RandomText *random_text_new(uint64_t seed);
void random_text_free(RandomText *text);

#endif
