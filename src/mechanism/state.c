// state.c -- what a reset sets.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

void reset_put_target(const Mechanism *mechanism, const Reset *reset, Text *out)
{
  switch (reset->kind) {
  case TARGET_POSITION: text_put(out, mechanism->coordinates[reset->index].name); break;
  case TARGET_SPEED: text_format(out, "%s'", mechanism->coordinates[reset->index].name); break;
  case TARGET_STATE: text_put(out, mechanism->states[reset->index].name); break;
  case TARGET_DISCRETE: text_put(out, mechanism->discretes[reset->index].name); break;
  case TARGET_INPUT: text_put(out, mechanism->inputs[reset->index].name); break;
  case TARGET_NEWTON: text_put(out, "restitution"); break;
  case TARGET_POISSON: text_put(out, "poisson"); break;
  case TARGET_FRICTION: text_put(out, "friction"); break;
  case TARGET_SLIP: text_put(out, "slip"); break;
  }
}
