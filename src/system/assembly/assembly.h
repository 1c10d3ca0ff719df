// assembly.h -- values of the coordinates with which a mechanism closes, Phi(q, t) = 0.
//
// From rough values, by damped Newton on the programs of Phi and its derivative Phi_q; some
// coordinates may be held where they are. If the start leads nowhere, others around it are tried,
// ever further away, so that the branch near the start is found first. Angles stay within half a
// turn of the start, unless whole turns bring them into their limits. The equations of a joint's
// turns hold when it is closed upside down, too, half a turn away. Such solutions do not count
// (Phi_turn tells), unless the system keeps sides and the start has the joint clearly upside down.
// Solutions outside of limits count only where none within is found.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_ASSEMBLY_ASSEMBLY_H
#define BIELLE_SYSTEM_ASSEMBLY_ASSEMBLY_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "numeric/linear/least_squares.h"
#include "system/system.h"

typedef struct AssemblyOptions {
  const bool *is_held;   // by coordinate; NULL: none is
  const bool *is_named;  // likewise: held, too, if it can be closed so
  const double
      *neighbour;     // closed coordinates of a state nearby, of which this one keeps the branch
                      // if the description does not show one; NULL: none
  bool requests_all;  // every solution that many starts find, if there are finitely many
} AssemblyOptions;

// Where the start determines all coordinates: is the determinant of Phi_q of the same sign here, so
// that a way from the start with Phi growing less need not pass a dead point?
typedef enum Branch { BRANCH_UNKNOWN, BRANCH_OF_START, BRANCH_OTHER } Branch;

typedef struct Configuration {
  double *q;
  double *residual;  // Phi
  double norm;       // |Phi|, Euclidean
  NumericRank rank;  // of Phi_q over the coordinates that are not held
  int independent;   // rank of Phi_q over all coordinates: so many equations are independent
  Branch branch;
  int farthest;  // the coordinate that moved most from the start, lengths by the size of it all
  int alike;     // coordinates that place all bodies like these (postures.h); 0: not counted
} Configuration;

typedef struct Assembly {
  Arena *arena;
  const Equations *equations;  // borrowed
  const Quantity *phi;
  const double *start;  // coordinates
  bool *is_held;
  int free_count;  // coordinates that are not held
  bool is_closed;
  bool is_turned_away;  // all is held, and it would be closed if no joint were upside down
  bool requests_all;
  Configuration *configurations;  // with is_closed all solutions that were asked for and found
  int count;                      // otherwise one, the closest
  int starts;                     // tried
  int iterations;                 // of Newton, from all of them
  int refused;                    // of these, closed a joint upside down
  int outside;                    // solutions that were left out because they leave limits
  bool is_followed;               // from the description, or from the neighbour, by small steps
  bool has_curve;                 // more solutions than can be counted; one of them is here
} Assembly;

// Closes the system, whose ties are derived, with Phi among them. `start` has the parameters, the time and rough coordinates. NULL with a sentence in `why` after a bug of ours, or if Phi does not
// exist at any start.
Assembly *assembly_new(const System *system, const ProgramState *start,
                       const AssemblyOptions *options, Text *why);
void assembly_free(Assembly *assembly);  // NULL is allowed

#endif
