// mobility_findings.h -- what a mobility study tells people: what is beyond ranks, and all in words.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_MOBILITY_FINDINGS_H
#define BIELLE_STUDY_MOBILITY_MOBILITY_FINDINGS_H

#include "study/mobility/kinematic_graph.h"

// ---- motions inside (mobility_internal.c)

// A link, held by joints to several others, that moves while these and all the rest stand still.
typedef struct InternalMotion {
  int link;
  bool is_turn;         // otherwise it slides
  double direction[3];  // of the axis, in the axes of the link's first frame
} InternalMotion;

typedef struct InternalMotions {
  InternalMotion *motions;
  int count;
} InternalMotions;

NumericStatus internal_motions(const KinematicGraph *graph, Arena *arena, InternalMotions *out);

// ---- special geometries (mobility_special.c)

// A sentence about why it moves as it does; NULL: nothing that has a name.
const char *special_geometry(const KinematicGraph *graph, Arena *arena);

// ---- actuators (mobility_actuators.c)

// Sets of joints of one freedom that together determine all speeds but those inside.
typedef struct ActuatorSets {
  const SkeletonJoint **candidates;
  int candidate_count;
  int size;               // of a set
  double ways;            // to choose so many candidates
  bool is_listed;         // few enough to try them all; otherwise what follows has no meaning
  int admissible;         // sets
  bool lists_admissible;  // what `sets` lists, the fewer: admissible sets or the others
  const int *sets;        // listed ones, `size` places among the candidates each
  int set_count;
} ActuatorSets;

NumericStatus actuator_sets(const KinematicGraph *graph, int internal, Arena *arena,
                            ActuatorSets *out);

// ---- exact ranks (mobility_exact.c)

// The rank of J, without motions, at the start of the description.
typedef struct StartRank {
  int rank;        // -1: the description's values do not close the mechanism exactly
  bool is_proved;  // by elimination of fractions; otherwise modulo two primes
} StartRank;
StartRank exact_start_rank(const MobilityStudy *study);
// The same where coordinates and parameters are as independent as they look: an upper limit of the
// rank where the mechanism is closed.
int exact_open_rank(const MobilityStudy *study);

// ---- words (mobility_words.c), JSON (mobility_json.c)

// What the report is made of.
typedef struct MobilityFindings {
  Arena *arena;
  const MobilityStudy *study;
  Mobility count;  // Gruebler's
  KinematicGraph *graph;
  StartRank start_rank;
  int open_rank;
  InternalMotions internal;
  const char *special;
  ActuatorSets actuators;
} MobilityFindings;

// NULL with a sentence in `why` after a bug of ours. Borrows the study.
MobilityFindings *mobility_findings_new(const MobilityStudy *study, Text *why);
void mobility_findings_free(MobilityFindings *findings);  // NULL is allowed

#endif
