// identification.h -- identification of base inertial parameters from measured motions.
//
//   tau - Y0 = Yb(q, qd, qdd) base     stacked over all samples:  y = W x
//
// Under constraints both sides are projected onto the admissible motions, N' tau, on which
// constraint forces do no work. Columns are first scaled to length 1. Ordinary least squares yields
// the residual of each joint, sigma_j; the rows divided by sigma_j are solved again (weighted least
// squares), and (W'W)^-1 is the covariance. The null space of W cannot be identified from the data.
//
// Without measured rates q is filtered by a low-pass without phase shift and differentiated by
// central differences; W and y are then filtered in the same way and decimated, so that the
// remaining noise is nearly white.
//
// References: M. Gautier, "Dynamic identification of robots with power model", ICRA (1997); W.
// Khalil, E. Dombre, "Modeling, Identification and Control of Robots" (2002), chapter 12; J.
// Swevers et al., "Optimal robot excitation and identification", IEEE Trans. Robotics and
// Automation 13 (1997).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_H
#define BIELLE_STUDY_IDENTIFICATION_IDENTIFICATION_H

#include "base/messages/progress.h"
#include "study/row_table.h"
#include "system/system.h"

// Measured data, row by row; all members are borrowed.
typedef struct IdentificationData {
  int count;
  const double *time;
  const double *q;
  const double *qd;  // NULL: not measured, nor are the accelerations
  const double *qdd;
  const double *tau;        // 0 where not measured
  const bool *is_measured;  // by coordinate: tau is measured
  const double *inputs;
} IdentificationData;

typedef struct IdentificationOptions {
  double cutoff;      // [Hz] NaN: not requested; the default applies if rates are not measured
  bool has_friction;  // adds viscous and dry friction of every joint
  bool is_unweighted;
  Progress *progress;
} IdentificationOptions;

typedef struct IdentifiedParameter {
  const char *name;
  const char *unit;
  const Expr *formula;  // NULL: friction that the description does not contain
  double described;     // value in the description; NaN: unknown
  double value;
  double sd;      // standard deviation
  double margin;  // half width of the 95 % confidence interval
  bool is_seen;   // identifiable; otherwise value, sd and margin are meaningless
} IdentifiedParameter;

typedef struct IdentifiedJoint {
  const char *name;
  const char *unit;  // of its effort
  double rms;        // of the residual
  double share;      // fraction of the variance of the effort that is explained
} IdentifiedJoint;

// Physically consistent parameters of all links that have the identified base parameters and are
// nearest to those of the description: they minimise the sum over the links of
// tr(P0^-1 P) - log det P, with P the pseudo-inertia [[Sigma, h], [h', m]].
// Reference: P. Wensing, S. Kim, J.-J. Slotine, "Linear matrix inequalities for physically
// consistent inertial parameter identification", IEEE Robotics and Automation Letters 3 (2018).
typedef struct ConsistentLinks {
  bool is_judged;  // the description has values of all links
  bool exists;
  // No exact solution exists, but a least-squares one weighted by the standard deviations.
  bool is_near;
  double farthest;     // [sd] its largest deviation
  const char **names;  // "XX1"
  double *values;
  double *described;
  int count;
  // Links of the description that are not physically consistent and were corrected.
  int repaired_count;
} ConsistentLinks;

typedef struct Identification {
  Arena *arena;
  const Equations *equations;  // borrowed
  IdentifiedParameter *parameters;
  int count;
  IdentifiedJoint *joints;
  int joint_count;
  int samples;  // number of measured samples
  int used;     // number of samples used, per joint
  bool is_filtered;
  double cutoff;           // [Hz]
  double rate;             // [Hz] sampling rate; 0: not needed
  double condition;        // condition number of W with columns of length 1, without its null space
  double *unidentifiable;  // unseen_count x count: parameter changes in the null space of W
  int unseen_count;
  double *seen;  // seen_count x count: identifiable combinations of parameters, with variance 1
  int seen_count;
  ConsistentLinks links;
  // Parameters of the description that reproduce the identified ones, close to their described
  // values; values_off is the largest deviation in standard deviations. value_count 0: none were
  // found.
  const char **value_names;
  double *values;
  int value_count;
  double values_off;
  // Some value has a different sign from the description, or differs by more than a factor of 2.
  bool values_are_far;
} Identification;

// Returns in `keys`, which has capacity 3, the quantities of which the regressor consists: Yb, Y0
// and, under constraints, N. Returns their number, or 0 with a message in `why`.
int identification_keys(System *system, const char *keys[], Text *why);
// `start` contains the parameters and the inputs that are not measured. Returns NULL with a message
// in `why`.
Identification *identification_new(System *system, const ProgramState *start,
                                   const IdentificationData *data,
                                   const IdentificationOptions *options, Text *why);
void identification_free(Identification *identification);  // NULL is allowed

// ---- design of exciting motions

typedef struct ExcitationAxis {
  const char *name;
  const char *unit;
  double lower, upper;  // range of positions
  double speed;         // infinite: no limit
  bool is_assumed;      // the description has no limits
} ExcitationAxis;

// Fourier series with a common period for every coordinate.
typedef struct ExcitingMotion {
  Arena *arena;
  double period;
  int harmonics;
  ExcitationAxis *axes;
  int axis_count;
  int parameter_count;
  double condition;        // condition number of the regressor with columns of length 1
  double first_condition;  // of the first random motion
  int tried;
  RowTable table;  // t, q, q', q''
} ExcitingMotion;

ExcitingMotion *exciting_motion_new(System *system, const ProgramState *start, double period,
                                    const IdentificationOptions *options, Text *why);
void exciting_motion_free(ExcitingMotion *motion);  // NULL is allowed

#endif
