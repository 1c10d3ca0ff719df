// assembly.h -- values of the coordinates with which a mechanism closes, Phi(q, t) = 0.
//
// From rough values, by damped Newton on the programs of Phi and its derivative Phi_q; some
// coordinates may be held where they are. If the start leads nowhere, others around it are tried,
// ever further away, so that the branch near the start is found first. The equations of a joint's
// turns hold when it is closed upside down, too. Such solutions do not count (Phi_side tells),
// unless the start itself has the joint clearly upside down.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_ASSEMBLY_H
#define BIELLE_STUDY_ASSEMBLY_H

#include "base/arena.h"
#include "base/text.h"
#include "formulation/derivation.h"
#include "numeric/least_squares.h"
#include "program/program.h"

typedef struct AssemblyOptions {
  const bool *is_held;  // by coordinate; NULL: none is
  bool wants_all;       // every solution that many starts find, if there are finitely many
} AssemblyOptions;

typedef struct Configuration {
  double *q;
  double *residual;  // Phi
  double norm;       // |Phi|, Euclidean
  NumericRank rank;  // of Phi_q over the coordinates that are not held
} Configuration;

typedef struct Assembly {
  Arena *arena;
  const Equations *equations;  // borrowed
  const Quantity *phi;
  bool *is_held;
  int free_count;  // coordinates that are not held
  bool is_closed;
  bool wants_all;
  Configuration *configurations;  // with is_closed all solutions that were asked for and found
  int count;                      // otherwise one, the closest
  int starts;                     // tried
  int refused;                    // of these, closed a joint upside down
  bool has_curve;                 // more solutions than can be counted; one of them is here
} Assembly;

// The equations of a mechanism that an assembly needs: Phi, Phi_q and, if it has any, Phi_side.
// NULL with a sentence in `why` if nothing ties positions together, or nothing ever can.
Equations *assembly_equations(const Mechanism *mechanism, uint64_t seed, Text *why);

// Closes the mechanism of these equations. `start` has the parameters, the
// time and rough coordinates. NULL with a sentence in `why` after a bug of ours, or if Phi does not
// exist at any start.
Assembly *assembly_new(const Equations *equations, const ProgramState *start,
                       const AssemblyOptions *options, Text *why);
void assembly_free(Assembly *assembly);  // NULL is allowed

// In words: closed or not, how well, with which coordinates, what is left free.
void assembly_report(const Assembly *assembly, Text *out);

#endif
