// modes.h -- linear vibration modes about a state: eigenvalues, frequencies, damping, mode shapes.
//
// The state is first projected onto the constraints, as for motion.h. There, for the independent
// coordinates and speeds and the state variables of the description, x = (q_in, v_in, s),
//
//   dx/dt = A x,   A = lin:A_in,   x(t) = sum of shapes exp(lambda t)
//
// About an equilibrium or a steady motion this holds at all times while deviations stay small;
// about any other state only for a short time.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MODES_MODES_H
#define BIELLE_STUDY_MODES_MODES_H

#include "numeric/linear/eigen.h"
#include "study/motion/motion.h"

typedef enum ModeKind {
  MODE_DECAYS,               // real, negative
  MODE_GROWS,                // real, positive
  MODE_DAMPED,               // oscillation with decreasing amplitude
  MODE_UNDAMPED,             // oscillation without damping
  MODE_GROWING_OSCILLATION,  // oscillation with increasing amplitude
} ModeKind;

// One real eigenvalue, or a conjugate pair.
typedef struct Mode {
  ModeKind kind;
  double real, imaginary;  // the eigenvalue [1/s]; imaginary >= 0
  double natural;          // |eigenvalue| [rad/s]
  double damping;          // damping ratio: -real / natural
  // Complex mode shape by coordinate, then by state variable; its largest component is 1.
  double *shape, *shape_im;
} Mode;

typedef enum ModesState {
  MODES_EQUILIBRIUM,
  MODES_STEADY,   // steady motion: speeds without accelerations
  MODES_PASSING,  // accelerated: neither an equilibrium nor a steady motion
} ModesState;

typedef struct Modes {
  Arena *arena;
  MotionStudy *motion;         // owned: the state, or why it cannot be closed
  const Equations *equations;  // borrowed
  ModesState state;
  int fastest;              // for MODES_PASSING: the coordinate with the largest acceleration
  bool is_searched;         // an equilibrium was searched for
  bool is_found;            // and was found
  const char *const *rows;  // names of x
  int size;                 // length of x
  int coordinates_in;       // number of positions in x
  int *q_in;                // coordinates of these positions
  double *A;                // size x size
  Mode *modes;              // in ascending order of frequency
  int count;
  int zero_count;  // number of zero eigenvalues
  int null_count;  // number of independent motions with eigenvalue zero
  double *null;    // null_count x (coordinates + states), in echelon form
} Modes;

typedef struct ModesOptions {
  bool requests_equilibrium;  // search for an equilibrium from the given state
  MotionOptions constraints;  // how the state is closed
} ModesOptions;

// Returns NULL with a message in `why` and a correction in *hint. `start` as for
// motion_study_new().
Modes *modes_new(System *system, const ProgramState *start, const ModesOptions *options, Text *why,
                 const char **hint);
void modes_free(Modes *modes);  // NULL is allowed

// Computes all coordinates of a shape from the independent ones: Phi_q shape = 0.
NumericStatus modes_complete_shape(const Modes *modes, double shape[]);
// Returns true if no mode grows.
bool modes_are_stable(const Modes *modes);
bool mode_grows(const Mode *mode);
const char *mode_kind_word(ModeKind kind);  // "decays"

#endif
