// mobility.h -- the actual mobility of a mechanism: the rank of its constraints in an assembled
// configuration.
//
// The rank of J = [Phi_q; H] is computed at a generic configuration: the mechanism is assembled,
// moved a little in the null space of J and assembled again, so that a special position at the
// start (a dead-centre position, a change point) does not count. The rank is a numerical estimate;
// its gap is reported. Coordinates driven by a motion count as free here, because the motion uses
// the degree of freedom.
//
//   instantaneous mobility   n - rank J at the start: velocities that are possible there
//   mobility                 n - rank J at the generic configuration, less the directions in which
//                            no finite motion exists: there the mechanism is shaky
//
// Derivations use the study as well, to omit the redundant constraints; results needed only in
// reports are computed on request (mobility_findings.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_MOBILITY_MOBILITY_H
#define BIELLE_SYSTEM_MOBILITY_MOBILITY_H

#include "numeric/linear/least_squares.h"
#include "system/system.h"

// Origin of the numerical values of the study.
typedef enum MobilityValues {
  VALUES_DESCRIBED,  // of the description
  VALUES_GIVEN,      // by the caller
  VALUES_TRIAL,      // parameters without a value received trial values for assembly
} MobilityValues;

typedef struct MobilityStudy {
  Arena *arena;
  const Mechanism *mechanism;  // borrowed
  const Equations *equations;  // borrowed, as is rows: those of Phi, Phi_q, Phi_turn, H that exist
  const ConstraintList *rows;  // of J: holonomic, then nonholonomic
  int coordinate_count;        // n
  MobilityValues values;
  double *parameters;  // by parameter of the mechanism
  double *inputs;
  double time;
  int motion_count;  // number of motion constraints, the last of the holonomic ones

  bool is_assembled;  // otherwise q and start_q are the closest, and only `residual` is meaningful
  double residual;    // |Phi|
  double *given_q;    // as given by the caller or the description
  double *start_q;    // assembled, nearest to the start
  double *q;          // assembled, generic

  NumericRank start_rank;  // of J without motions, at start_q
  NumericRank rank;        // of J without motions, at q
  NumericRank phi_rank;    // of its position constraints; equals `rank` without velocity
                           // constraints
  bool *is_redundant;      // by row, including motions: dependent on the others at q
  double *motions;         // basis of the velocities that J allows at q: (n - rank) x n
  int instantaneous;       // mobility at the start
  int positions;           // n - phi_rank: DOF of position; more than of velocity with wheels
  int finite;              // of these, DOF with a finite motion
  int mobility;            // n - rank, less the DOF without a finite motion

  // Set by mobility_find_branch(): assembled on another branch with more independent constraints;
  // NULL: none found.
  const double *branch_q;
  int branch_mobility;  // mobility on that branch
} MobilityStudy;

// Studies the system at `start` (parameters, inputs, coordinates, time, in the order of the
// mechanism; NULL: the values of the description). Coordinates with is_named (NULL: none) are held
// if the mechanism can be assembled so. NULL with a sentence in `why` if there are no constraints
// at all, if a loop cannot be closed in any configuration, or after an internal error. A mechanism
// that cannot be assembled is a result, not a failure.
MobilityStudy *mobility_study_new(System *system, const ProgramState *start, const bool is_named[],
                                  Text *why);
// If constraints are redundant, searches for a branch with fewer redundant constraints.
void mobility_find_branch(MobilityStudy *study, const System *system);
int mobility_redundant_count(const MobilityStudy *study);
// " m" if all position constraints have this unit; "" if the units differ.
const char *mobility_residual_unit(const MobilityStudy *study);
void mobility_study_free(MobilityStudy *study);  // NULL is allowed

#endif
