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

// ---- numerical solution (four_bar.c)

// Links in order around the loop: link i and link i + 2 are opposite.
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
  double determinant;  // l2 l3 sin(phi2 - phi3), determinant of the equations for the rates
} FourBarMotion;

// Coefficients of K cos(phi2) + L sin(phi2) = M.
typedef struct FourBarTerms {
  double K, L, M;
} FourBarTerms;
FourBarTerms four_bar_terms(const FourBarSize *size, double angle);

// Computes coupler and output for the input in `motion`; `branch` is the sign of the root, 1 or -1.
// Returns false if the linkage cannot be closed at this angle.
bool four_bar_solve(const FourBarSize *size, int branch, FourBarMotion *motion);

typedef enum FourBarKind {
  FOUR_BAR_OPEN,  // one link is longer than the sum of the others
  FOUR_BAR_GRASHOF,
  FOUR_BAR_CHANGE_POINT,
  FOUR_BAR_TRIPLE_ROCKER
} FourBarKind;
typedef struct FourBarGrashof {
  FourBarKind kind;
  double extremes;  // sum of the shortest and the longest length
  double others;
  Bar shortest;
} FourBarGrashof;
FourBarGrashof four_bar_grashof(const FourBarSize *size);
// Prints the type of the linkage when this link is fixed: "crank-rocker (input rotates fully)".
void four_bar_put_class(const FourBarGrashof *grashof, Bar fixed, Text *out);

// Returns the angle between AB and AD, 0 .. pi, where coupler and output are aligned; NaN if it is
// not reached.
double four_bar_singular_angle(const FourBarSize *size, bool is_stretched);

// ---- symbolic data (four_bar_find.c)

typedef struct FourBar {
  Arena *arena;
  Equations *equations;   // owned: names and expression pool of the members below
  const char *pivots[4];  // joints or loops at A, B, C, D
  const Expr *length[3];  // input, coupler, output
  const Expr *ground[2];  // D - A
  const Expr *angle[3];   // phi1, phi2, phi3 as functions of the coordinates
  const char *axes[2];    // axes of ground that span the plane: "x", "y"
} FourBar;

// Recognises a four-bar linkage, independently of where its loop is cut. `input` (may be NULL)
// names the joint, coordinate or loop at A; the default is the first one on ground. Returns NULL
// with a message in `why` if the mechanism is not a four-bar linkage.
FourBar *four_bar_find(const Mechanism *mechanism, const char *input, Text *why);
void four_bar_free(FourBar *four_bar);  // NULL is allowed

// ---- numbers at a state

typedef struct FourBarCase {
  FourBarSize size;
  double input[3];  // angle, rate, acceleration
} FourBarCase;

// Evaluates the linkage at a state; the rates of the input are given. Returns false with a message
// after an internal error.
bool four_bar_evaluate(const FourBar *four_bar, const ProgramState *state, FourBarCase *out,
                       Text *why);

#endif
