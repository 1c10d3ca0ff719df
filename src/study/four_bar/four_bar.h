// four_bar.h -- the planar four-bar linkage: recognised in a description, solved in closed form.
//
//        B ----- C        AB input (1), BC coupler (2), DC output (3), AD ground
//       /         \       phi1, phi2, phi3: angles of AB, BC, DC from the first axis of the plane
//      A           D
//
//   l1 e(phi1) + l2 e(phi2) - l3 e(phi3) = D - A
//
// Reference: vector method, J. E. Shigley, J. J. Uicker, "Theory of machines and mechanisms"
// (1995), chapters 2 to 4; F. Grashof, "Theoretische Maschinenlehre" (1883).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_FOUR_BAR_FOUR_BAR_H
#define BIELLE_STUDY_FOUR_BAR_FOUR_BAR_H

#include "formulation/derivation.h"
#include "program/program.h"

// ---- numbers (four_bar.c)

// Each link is opposite to the one that is two away.
typedef enum Bar { BAR_INPUT, BAR_COUPLER, BAR_OUTPUT, BAR_GROUND, BAR_COUNT } Bar;
const char *bar_name(Bar link);  // "input"

typedef struct FourBarSize {
  double length[3];  // input, coupler, output
  double ground[2];  // D - A
} FourBarSize;
double four_bar_length(const FourBarSize *size, Bar link);  // not negative

// Angles and their derivatives, of input, coupler and output.
typedef struct FourBarMotion {
  double angle[3];
  double rate[3];
  double acceleration[3];
  double determinant;  // l2 l3 sin(phi2 - phi3), of the equations for rates
} FourBarMotion;

// The terms of K cos(phi2) + L sin(phi2) = M.
typedef struct FourBarTerms {
  double K, L, M;
} FourBarTerms;
FourBarTerms four_bar_terms(const FourBarSize *size, double angle);

// Fills in coupler and output for the input that `motion` has; `branch` is the sign of the root, 1
// or -1. False if the linkage cannot be closed at this angle.
bool four_bar_solve(const FourBarSize *size, int branch, FourBarMotion *motion);

typedef enum FourBarKind {
  FOUR_BAR_OPEN,  // one link is longer than the others together
  FOUR_BAR_GRASHOF,
  FOUR_BAR_CHANGE_POINT,
  FOUR_BAR_TRIPLE_ROCKER
} FourBarKind;
typedef struct FourBarGrashof {
  FourBarKind kind;
  double extremes;  // shortest and longest
  double others;
  Bar shortest;
} FourBarGrashof;
FourBarGrashof four_bar_grashof(const FourBarSize *size);
// What the linkage is when this link is the fixed one: "crank-rocker (input rotates fully)".
void four_bar_put_class(const FourBarGrashof *grashof, Bar fixed, Text *out);

// The angle between AB and AD, 0 .. pi, where coupler and output are in line; NaN: not reached.
double four_bar_singular_angle(const FourBarSize *size, bool is_stretched);

// ---- symbols (four_bar_find.c)

typedef struct FourBar {
  Arena *arena;
  Equations *equations;   // owned: names and pool of what follows
  const char *pivots[4];  // joints or loops at A, B, C, D
  const Expr *length[3];  // input, coupler, output
  const Expr *ground[2];  // D - A
  const Expr *angle[3];   // phi1, phi2, phi3 in coordinates
  const char *axes[2];    // of ground that span the plane: "x", "y"
} FourBar;

// Recognises a four-bar, in whatever way it was cut open. `input` (may be NULL) names the joint,
// coordinate or loop at A; otherwise it is the first one on ground. NULL with a sentence in `why`
// if the mechanism is something else.
FourBar *four_bar_find(const Mechanism *mechanism, const char *input, Text *why);
void four_bar_free(FourBar *four_bar);  // NULL is allowed

// ---- numbers at a state

typedef struct FourBarCase {
  FourBarSize size;
  double input[3];  // angle, rate, acceleration
} FourBarCase;

// Numbers at a state; rates of the input are given. False with a sentence after a bug of ours.
bool four_bar_evaluate(const FourBar *four_bar, const ProgramState *state, FourBarCase *out,
                       Text *why);

#endif
