// identification.h -- base inertial parameters from a motion that was measured.
//
//   tau - Y0 = Yb(q, qd, qdd) base     stacked over all samples:  y = W x
//
// Under constraints both sides are taken along the motions that these allow, N' tau: their forces do no
// work there. Columns are scaled to length 1 first. Ordinary least squares tell how much each joint is off,
// sigma_j; its rows divided by that are solved once more, and (W'W)^-1 is the covariance. What W takes
// to zero cannot be told by the data.
//
// Without measured rates q is low-passed without delay and differentiated by central differences; W
// and y are then low-passed alike and thinned out, so that the noise that is left is nearly white.
//
// References: M. Gautier, "Dynamic identification of robots with power model", ICRA (1997); W. Khalil,
// E. Dombre, "Modeling, Identification and Control of Robots" (2002), chapter 12; J. Swevers et al.,
// "Optimal robot excitation and identification", IEEE Trans. Robotics and Automation 13 (1997).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_H
#define BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_H

#include "base/messages/progress.h"
#include "study/row_table.h"
#include "system/system.h"

// What was measured, row by row; all borrowed.
typedef struct IdentificationData {
  int count;
  const double *time;
  const double *q;
  const double *qd;  // NULL: not measured, and no accelerations either
  const double *qdd;
  const double *tau;        // 0 where it is not measured,
  const bool *is_measured;  // by coordinate
  const double *inputs;
} IdentificationData;

typedef struct IdentificationOptions {
  double cutoff;  // [Hz]; NaN: none is asked for, and the usual one where rates are not measured
  bool has_friction;  // viscous and dry friction of every joint, too
  bool is_unweighted;
  Progress *progress;
} IdentificationOptions;

typedef struct IdentifiedParameter {
  const char *name;
  const char *unit;
  const Expr *formula;  // NULL: friction that the description does not have
  double described;     // NaN: not known
  double value;
  double sd;      // standard deviation
  double margin;  // half of the interval that holds the value with 95 %
  bool is_seen;   // otherwise value, sd and margin say nothing
} IdentifiedParameter;

typedef struct IdentifiedJoint {
  const char *name;
  const char *unit;  // of its effort
  double rms;        // of the residual
  double share;      // of the effort's variance that is explained
} IdentifiedJoint;

// The parameters of all links, each of which a body can have, that have the identified ones and are
// nearest to those of the description: least sum over the links of tr(P0^-1 P) - log det P, with P
// the pseudo-inertia [[Sigma, h], [h', m]].
// Reference: P. Wensing, S. Kim, J.-J. Slotine, "Linear matrix inequalities for physically consistent
// inertial parameter identification", IEEE Robotics and Automation Letters 3 (2018).
typedef struct ConsistentLinks {
  bool is_judged;  // the description has values of all links
  bool exists;
  bool is_near;        // there are none, but these are near, weighed by the standard deviations:
  double farthest;     // [sd] off at most
  const char **names;  // "XX1"
  double *values;
  double *described;
  int count;
  int repaired_count;  // links of the description that no body can have, made so by the least
} ConsistentLinks;

typedef struct Identification {
  Arena *arena;
  const Equations *equations;  // borrowed
  IdentifiedParameter *parameters;
  int count;
  IdentifiedJoint *joints;
  int joint_count;
  int samples;  // measured,
  int used;     // and used, of each joint
  bool is_filtered;
  double cutoff;           // [Hz]
  double rate;             // samples in a second; 0: nobody asked
  double condition;        // of W with columns of length 1, without what is not seen
  double *unidentifiable;  // unseen_count x count: changes of the parameters that nothing shows
  int unseen_count;
  double *seen;  // seen_count x count: sums of parameters that are told apart, with variance 1
  int seen_count;
  ConsistentLinks links;
  // Parameters of the description with which it has the identified ones, near to those that it has;
  // off by so many standard deviations at most. None: they were not found.
  const char **value_names;
  double *values;
  int value_count;
  double values_off;
  bool
      values_are_far;  // one has another sign than in the description, or another size by more than a factor of 2
} Identification;

// What regressors of this mechanism are made of, for choices of values: Yb, Y0 and, under
// constraints, N; in `keys` with room for 3. Returns their number, 0 with a sentence in `why`.
int identification_keys(System *system, const char *keys[], Text *why);
// `start` gives parameters and inputs that are not measured. NULL with a sentence in `why`.
Identification *identification_new(System *system, const ProgramState *start,
                                   const IdentificationData *data,
                                   const IdentificationOptions *options, Text *why);
void identification_free(Identification *identification);  // NULL is allowed

// ---- motions that show the parameters

typedef struct ExcitationAxis {
  const char *name;
  const char *unit;
  double lower, upper;  // what it may reach
  double speed;         // infinite: no limit
  bool is_assumed;      // the description has no limits
} ExcitationAxis;

// Sums of harmonics of one period for every coordinate.
typedef struct ExcitingMotion {
  Arena *arena;
  double period;
  int harmonics;
  ExcitationAxis *axes;
  int axis_count;
  int parameter_count;
  double condition;        // of the regressor, columns of length 1
  double first_condition;  // of the first motion that was tried, a random one
  int tried;
  RowTable table;  // t, q, q', q''
} ExcitingMotion;

ExcitingMotion *exciting_motion_new(System *system, const ProgramState *start, double period,
                                    const IdentificationOptions *options, Text *why);
void exciting_motion_free(ExcitingMotion *motion);  // NULL is allowed

#endif
