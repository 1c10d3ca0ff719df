// mobility_findings.h -- results of a mobility study for its report: findings beyond ranks.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_MOBILITY_FINDINGS_H
#define BIELLE_STUDY_MOBILITY_MOBILITY_FINDINGS_H

#include "study/mobility/kinematic_graph.h"

// ---- internal motions (mobility_internal.c)

// A link, connected to several others, that can move while all other links are at rest.
typedef struct InternalMotion {
  int link;
  bool is_turn;         // false: it translates
  double direction[3];  // of the axis, in the axes of the first frame of the link
} InternalMotion;

typedef struct InternalMotions {
  InternalMotion *motions;
  int count;
} InternalMotions;

NumericStatus internal_motions(const KinematicGraph *graph, Arena *arena, InternalMotions *out);

// ---- special geometries (mobility_special.c)

// Returns a sentence that explains the mobility, or NULL if no known geometry applies.
const char *special_geometry(const KinematicGraph *graph, Arena *arena);

// ---- actuators (mobility_actuators.c)

// Sets of joints with one degree of freedom that together determine all velocities except internal
// motions.
typedef struct ActuatorSets {
  const SkeletonJoint **candidates;
  int candidate_count;
  int size;        // number of joints in a set
  double ways;     // number of sets of this size
  bool is_listed;  // there are few enough to test all; otherwise the members below are undefined
  int admissible;  // number of admissible sets
  // `sets` lists the admissible sets; otherwise the others, which are then fewer.
  bool lists_admissible;
  const int *sets;  // listed sets: `size` candidate indices each
  int set_count;
} ActuatorSets;

NumericStatus actuator_sets(const KinematicGraph *graph, int internal, Arena *arena,
                            ActuatorSets *out);

// ---- exact ranks (mobility_exact.c)

// Rank of J, without motions, at the start values of the description.
typedef struct StartRank {
  int rank;        // -1: the values of the description do not satisfy the constraints exactly
  bool is_proved;  // by exact rational elimination; otherwise modulo two primes
} StartRank;
StartRank exact_start_rank(const MobilityStudy *study);
// Returns the generic rank of J for independent coordinates and parameters: an upper bound of the
// rank where the mechanism is closed.
int exact_open_rank(const MobilityStudy *study);

// ---- text (report/studies/mobility_text.c), JSON (report/studies/mobility_record.c)

// The contents of the report.
typedef struct MobilityFindings {
  Arena *arena;
  const MobilityStudy *study;
  Mobility count;  // by Gruebler's formula
  KinematicGraph *graph;
  StartRank start_rank;
  int open_rank;
  InternalMotions internal;
  const char *special;
  ActuatorSets actuators;
} MobilityFindings;

// Borrows the study. Returns NULL with a message in `why` after an internal error.
MobilityFindings *mobility_findings_new(const MobilityStudy *study, Text *why);
void mobility_findings_free(MobilityFindings *findings);  // NULL is allowed

#endif
