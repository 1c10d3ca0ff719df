// assembly.h -- coordinates at which a mechanism is assembled, Phi(q, t) = 0.
//
// Damped Newton iteration from approximate values, with the programs of Phi and its derivative
// Phi_q; coordinates may be held at their values. If the iteration does not converge, other
// starting points at increasing distance are tried, so that the branch near the start is found
// first. Angles stay within 180 deg of the start, unless full revolutions move them into their
// limits. The orientation equations of a joint are also satisfied when it is closed upside down
// (180 deg away). Such solutions are rejected (by Phi_turn), unless the system keeps sides and the
// start has the joint clearly upside down. Solutions outside of limits count only if there is none
// within.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_ASSEMBLY_ASSEMBLY_H
#define BIELLE_SYSTEM_ASSEMBLY_ASSEMBLY_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "numeric/linear/least_squares.h"
#include "system/system.h"

typedef struct AssemblyOptions {
  const bool *is_held;   // by coordinate: must keep its value; NULL: none
  const bool *is_named;  // by coordinate: is held as well if the mechanism can be assembled so
  // An assembled configuration of a nearby state, whose branch is kept if the description does not
  // determine one; NULL: none
  const double *neighbour;
  bool requests_all;  // every solution found from many starts, if there are finitely many
} AssemblyOptions;

// Branch of a configuration, if the start determines all coordinates: BRANCH_OF_START if the
// determinant of Phi_q has the same sign as at the start. A path from the start along which Phi
// decreases then need not pass a singular configuration.
typedef enum Branch { BRANCH_UNKNOWN, BRANCH_OF_START, BRANCH_OTHER } Branch;

typedef struct Configuration {
  double *q;
  double *residual;  // Phi
  double norm;       // |Phi|, Euclidean
  NumericRank rank;  // of Phi_q over the coordinates that are not held
  int independent;   // rank of Phi_q over all coordinates: the number of independent constraints
  Branch branch;
  int farthest;  // coordinate with the largest change from the start, lengths relative to size
  int alike;     // number of coordinate vectors with this posture (postures.h); 0: not counted
} Configuration;

typedef struct Assembly {
  Arena *arena;
  const Equations *equations;  // borrowed
  const Quantity *phi;
  const double *start;  // coordinates
  bool *is_held;
  int free_count;       // coordinates that are not held
  bool is_closed;       // all constraints satisfied
  bool is_turned_away;  // all coordinates are held, and only the sides of joints prevent assembly
  bool requests_all;
  Configuration *configurations;  // if is_closed, all requested solutions that were found
  int count;                      // otherwise one, the closest
  int starts;                     // starting points tried
  int iterations;                 // Newton iterations, all starts
  int refused;                    // solutions rejected because a joint is upside down
  int outside;                    // solutions rejected because they are outside of limits
  bool is_followed;               // by small steps from the description or the neighbour
  bool has_curve;                 // solutions form a continuum, one of which is listed
} Assembly;

// Assembles the system, whose constraints, including Phi, must be derived. `start` has the
// parameters, the time and approximate coordinates. NULL with a sentence in `why` after an internal
// error, or if Phi has no finite value at any start.
Assembly *assembly_new(const System *system, const ProgramState *start,
                       const AssemblyOptions *options, Text *why);
void assembly_free(Assembly *assembly);  // NULL is allowed

#endif
