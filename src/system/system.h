// system.h -- a mechanism ready to be computed with.
//
// One derivation that goes on as long as somebody asks for quantities. What ties the mechanism
// together, Phi(q, t) = 0 and H qd + b_nh = 0 with their derivatives, is derived once. Where the
// mechanism is closed these rows say, in numbers, which of them are redundant and which coordinates
// can be chosen freely; equations of motion stand on both, so they are derived after that.
//
//   system_new           nothing is derived yet: names, units and values of all variables
//   system_derive_constraints   Phi, Phi_q, Phi_t, H, b_nh, Phi_turn, Phi_turn_q
//   assembly_new         closes it (assembly.h), and closing.h looks at it where it is closed
//   system_select_coordinates        redundant rows and independent coordinates there
//   system_derive        whatever is asked for
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_SYSTEM_H
#define BIELLE_SYSTEM_SYSTEM_H

#include "formulation/constraints/constraints.h"
#include "formulation/formulation.h"
#include "program/program.h"

typedef struct System {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed
  FormulateOptions
      options;             // of the derivation; system_select_coordinates() fills what numbers tell
  Derivation *derivation;  // NULL behind system_formulate()
  Equations *equations;    // its variables, and the quantities so far
  const ConstraintList *rows;  // of J = [Phi_q; H], holonomic ones first; NULL: not derived yet
  const Equations *ties;       // the same variables with those quantities that tie; NULL: not yet
  bool keeps_sides;            // joints that a start has upside down are closed so (assembly.h)
  struct MobilityStudy *mobility;  // owned: what was decided upon; NULL: nothing is decided
} System;

// Borrows the mechanism, and what the options (NULL: none) point at.
System *system_new(const Mechanism *mechanism, const FormulateOptions *options);
void system_free(System *system);  // NULL is allowed

// The list of constraints. NULL with a sentence in `why` if a loop can never be closed.
const ConstraintList *system_rows(System *system, Text *why);
// Fills `rows` and `ties`; once. False with a sentence as system_rows().
bool system_derive_constraints(System *system, Text *why);
// These quantities, as far as they are not there. False with a sentence about the first that cannot
// be.
bool system_derive(System *system, const char *const keys[], int count, Text *why);

// Decides which constraints are left out as redundant and which coordinates follow from others:
// at `start` (parameters, inputs, coordinates, time), if the mechanism closes there, otherwise at
// the values of the description (`start` NULL: at once). False with a sentence in `why`: nothing is
// known of the rows and `mobility` stays NULL, or coordinates that were to be independent cannot
// be. Where it closes nowhere, `mobility` says so, and nothing is decided.
bool system_select_coordinates(System *system, const ProgramState *start, Text *why);

// Ends the derivation: the equations with these quantities, in this order, which the caller owns;
// the ties live in them, too. NULL with a line in `why` for every key that there is not.
Equations *system_formulate(System *system, const char *const keys[], int count, Text *why);

#endif
