// system.h -- a mechanism prepared for computation.
//
// One derivation, extended on demand. The constraint equations, Phi(q, t) = 0 and H qd + b_nh = 0,
// and their derivatives are derived once. Their values in the assembled configuration determine
// which constraints are redundant and which coordinates can be independent. The equations of motion
// depend on both and are therefore derived afterwards.
//
//   system_new                   names, units and values of all variables; derives nothing
//   system_derive_constraints    Phi, Phi_q, Phi_t, H, b_nh, Phi_turn, Phi_turn_q
//   assembly_new                 assembles the mechanism (assembly.h); constraint_system.h
//                                evaluates the constraints there
//   system_select_coordinates    redundant constraints and independent coordinates there
//   system_derive                any other quantity
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_SYSTEM_H
#define BIELLE_SYSTEM_SYSTEM_H

#include "formulation/constraints/constraints.h"
#include "formulation/formulation.h"
#include "program/program.h"

typedef struct System {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed
  FormulateOptions options;    // of the derivation; system_select_coordinates() sets those decided
                               // numerically
  Derivation *derivation;      // NULL after system_formulate()
  Equations *equations;        // its variables, and the quantities derived so far
  const ConstraintList *rows;  // of J = [Phi_q; H], holonomic ones first; NULL: not derived yet
  const Equations *ties;       // the same variables, constraint quantities only; NULL: not yet
  bool keeps_sides;            // joints that are upside down initially are assembled that way
                               // (assembly.h)
  struct MobilityStudy
      *mobility;  // owned: the study on which the selection rests; NULL: nothing selected
} System;

// Creates the system. Borrows the mechanism, and what the options (NULL: none) refer to.
System *system_new(const Mechanism *mechanism, const FormulateOptions *options);
void system_free(System *system);  // NULL is allowed

// Returns the list of constraints. NULL with a sentence in `why` if a loop cannot be closed in any
// configuration.
const ConstraintList *system_rows(System *system, Text *why);
// Derives `rows` and `ties` once. Returns false with a sentence as system_rows().
bool system_derive_constraints(System *system, Text *why);
// Derives those of the quantities that are not yet derived. Returns false with a sentence about the
// first that cannot be derived.
bool system_derive(System *system, const char *const keys[], int count, Text *why);

// Selects redundant constraints to be omitted and dependent coordinates, at `start` (parameters,
// inputs, coordinates, time) if the mechanism can be assembled there, otherwise at the values of
// the description (`start` NULL: only there). Returns false with a sentence in `why` if the
// constraints cannot be evaluated (`mobility` then stays NULL) or coordinates requested as
// independent cannot be. If the mechanism cannot be assembled at all, `mobility` says so and
// nothing is selected.
bool system_select_coordinates(System *system, const ProgramState *start, Text *why);

// Ends the derivation. Returns the equations with these quantities, in this order, owned by the
// caller; `ties` is allocated in them as well. NULL with a line in `why` for every key that does
// not exist.
Equations *system_formulate(System *system, const char *const keys[], int count, Text *why);

#endif
