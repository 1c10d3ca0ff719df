// modes.h -- small motions about a state: eigenvalues, frequencies, damping, shapes.
//
// The state is made one of the mechanism first, as for motion.h. There, for the coordinates and
// speeds that can be chosen freely and the states of the language, x = (q_in, v_in, s),
//
//   dx/dt = A x,   A = lin:A_in,   x(t) = sum of shapes exp(lambda t)
//
// About an equilibrium or a steady motion this holds for all times while motions stay small; about
// any other state only for a moment.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MODES_MODES_H
#define BIELLE_STUDY_MODES_MODES_H

#include "numeric/linear/eigen.h"
#include "study/motion/motion.h"

typedef enum ModeKind {
  MODE_DECAYS,               // real, below zero
  MODE_GROWS,                // real, above zero
  MODE_DAMPED,               // oscillates ever less
  MODE_UNDAMPED,             // oscillates without damping
  MODE_GROWING_OSCILLATION,  // oscillates ever more
} ModeKind;

// One real eigenvalue, or two that are conjugate.
typedef struct Mode {
  ModeKind kind;
  double real, imaginary;  // the eigenvalue [1/s]; imaginary not below 0
  double natural;          // |eigenvalue| [rad/s]
  double damping;          // ratio: -real / natural
  // By coordinate, then by state: the complex shape; that of the largest size is 1.
  double *shape, *shape_im;
} Mode;

typedef enum ModesState {
  MODES_EQUILIBRIUM,
  MODES_STEADY,   // moves, and nothing accelerates
  MODES_PASSING,  // accelerates: no equilibrium
} ModesState;

typedef struct Modes {
  Arena *arena;
  MotionStudy *motion;         // owned: the state, or why it cannot be closed
  const Equations *equations;  // borrowed
  ModesState state;
  int fastest;              // of a state that passes: the coordinate that accelerates most
  bool is_searched;         // an equilibrium was looked for,
  bool is_found;            // and found
  const char *const *rows;  // names of x
  int size;                 // of x
  int coordinates_in;       // of them positions,
  int *q_in;                // which are these coordinates
  double *A;                // size x size
  Mode *modes;              // slowest first
  int count;
  int zero_count;  // eigenvalues that are zero,
  int null_count;  // and motions that go with them: as many shapes, by coordinate and state
  double *null;    // null_count x (coordinates + states), in echelon form
} Modes;

typedef struct ModesOptions {
  bool requests_equilibrium;  // look for one, from the state that is given
  MotionOptions constraints;  // how the state is closed
} ModesOptions;

// `start` as for motion_study_new(). NULL with a sentence in `why`, and *hint what would help.
Modes *modes_new(System *system, const ProgramState *start, const ModesOptions *options, Text *why,
                 const char **hint);
void modes_free(Modes *modes);  // NULL is allowed

// All coordinates from those that are independent, Phi_q shape = 0.
NumericStatus modes_complete_shape(const Modes *modes, double shape[]);
// Does nothing grow?
bool modes_are_stable(const Modes *modes);
bool mode_grows(const Mode *mode);
const char *mode_kind_word(ModeKind kind);  // "decays"

#endif
