// mobility.h -- how a mechanism can really move: the rank of its constraints where it is assembled.
//
// The rows of J = [Phi_q; H] are counted at a generic configuration: the mechanism is closed, then
// moved a little along what J leaves free and closed again, so that a special position at the
// start (a dead point, a change point) does not count. A rank is an opinion of doubles; its gap is
// there. Coordinates that a motion drives count as free here: the motion is what the freedom is
// used for.
//
//   instantaneous mobility   n - rank J at the start: speeds that are possible there
//   mobility                 n - rank J at the generic configuration, less the directions in which
//                            the mechanism does not really get away from there: it is shaky
//
// The study is made for derivations, too, which leave the redundant rows out; what is only told to
// people is found when the report asks for it (mobility_findings.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_MOBILITY_MOBILITY_H
#define BIELLE_SYSTEM_MOBILITY_MOBILITY_H

#include "numeric/linear/least_squares.h"
#include "system/system.h"

// Where the numbers of the study come from.
typedef enum MobilityValues {
  VALUES_DESCRIBED,  // of the description
  VALUES_GIVEN,      // by the caller
  VALUES_TRIAL,      // parameters without a value were given one at which the mechanism closes
} MobilityValues;

typedef struct MobilityStudy {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed
  const Equations *equations;  // borrowed, as rows: Phi, Phi_q, Phi_turn, H: those that there are
  const ConstraintList *rows;  // of J: holonomic, then nonholonomic
  int coordinate_count;        // n
  MobilityValues values;
  double *parameters;  // by parameter of the mechanism
  double *inputs;
  double time;
  int motion_count;  // rows that are motions, the last of the holonomic ones

  bool is_assembled;  // otherwise q and start_q are the closest, and only `residual` has a meaning
  double residual;    // |Phi|
  double *given_q;    // as the caller or the description gave it
  double *start_q;    // closed, nearest to the start
  double *q;          // closed, generic

  NumericRank start_rank;  // of J without motions, at start_q
  NumericRank rank;        // the same at q
  NumericRank phi_rank;    // of its rows that tie positions; the same where nothing ties speeds
  bool *is_redundant;      // by row, motions among them: dependent on the others at q
  double *motions;         // speeds that J allows at q, a basis: (n - rank) x n
  int instantaneous;       // mobility at the start
  int positions;           // n - phi_rank: freedoms of positions; more than of speeds with wheels
  int finite;              // of these, as many as can be followed
  int mobility;            // n - rank, less what cannot be followed

  // with mobility_find_branch
  const double
      *branch_q;  // closed on another branch, where more equations count; NULL: none was found
  int branch_mobility;  // there
} MobilityStudy;

// Studies the system at `start` (parameters, inputs, coordinates, time; in the order of the
// mechanism; NULL: the values of the description); coordinates that are named (NULL: none) are held
// if it closes so. NULL with a sentence in `why` if there are no
// constraints at all, if a loop can never be closed or after a bug of ours. A mechanism that cannot
// be assembled is an answer, not a failure.
MobilityStudy *mobility_study_new(System *system, const ProgramState *start, const bool is_named[],
                                  Text *why);
// Where equations are redundant, looks for a branch on which fewer are.
void mobility_find_branch(MobilityStudy *study, const System *system);
int mobility_redundant_count(const MobilityStudy *study);
// " m" if all equations of positions have this unit; "" if they differ.
const char *mobility_residual_unit(const MobilityStudy *study);
void mobility_study_free(MobilityStudy *study);  // NULL is allowed

#endif
