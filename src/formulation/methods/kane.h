// kane.h -- the parts of Kane's equations. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_KANE_H
#define BIELLE_FORMULATION_METHODS_KANE_H

#include "formulation/recipes.h"

// ---- bodies (kane.c)

// Velocity of the centre of mass and angular velocity, and inertia about the centre of mass, all in
// the axes of the body's frame.
typedef struct KaneBody {
  const Expr *mass;
  Mat3 inertia;
  Twist velocity;
} KaneBody;
KaneBody kane_body(Derivation *derivation, int b);

// M_b x
Twist kane_momentum(const KaneBody *body, Twist x);
// M_b x' + W_b M_b x: force and moment about the centre of mass, in the body's axes.
Twist kane_inertia_force(const KaneBody *body, Twist x, Twist x_rate);
Twist kane_weight(Derivation *derivation, int b);

Twist twist_add(Twist a, Twist b);
Twist twist_neg(Twist x);
Twist twist_rate(Twist x);
bool twist_is_zero(Twist x);

// Rows of body b in column `column` of a stack of twists, six rows for each body.
Twist kane_column(Matrix J, int b, int column);
// Adds J_b^T f to a column of `out`.
void kane_add_projection(Matrix J, int b, Twist f, Matrix out, int column);

// The shortest form of entries that are not so long that it would take long to find.
void kane_shorten(Matrix a);
// The symbols of the rates, by coordinate.
Matrix kane_rate_symbols(const Derivation *derivation);

// ---- generalised speeds

// The speeds that the equations are over, and the rates of the coordinates by them:
//   qd = Jnh alpha + d
typedef struct KaneSpeeds {
  int count;
  const char **names;   // "v"; "x'" where a rate is a speed
  const Expr **alpha;   // each its name for what it stands for
  Matrix Jnh;           // coordinates x count
  Matrix drift;         // d, by coordinate
  Matrix rates;         // Jnh alpha + d
  bool is_constrained;  // fewer speeds than rates
} KaneSpeeds;
// Names and alpha of the speeds, and a note of them (kane_choice.c).
struct Bonds;
KaneSpeeds *kane_choose_speeds(Derivation *derivation, const struct Bonds *bonds);
// "generalised speeds: v, w = theta'": a rate is printed as such, whatever the speed is called.
void kane_note_speeds(Derivation *derivation, const KaneSpeeds *speeds);
// "x'", by coordinate.
const char **kane_rate_names(const Equations *equations);

// All of them (kane_rates.c), once. NULL with a sentence in `why` if the speeds do not determine
// the rates.
const KaneSpeeds *kane_speeds(Derivation *derivation, Text *why);
// Entries with every rate of a coordinate as the constraints and the speeds have it. Without
// constraints they stay as they are.
void kane_reduce(const Derivation *derivation, const KaneSpeeds *speeds, const Expr *entries[],
                 int count);

// K X = B, K regular. 0, or how many unknowns are tied to one another where they are too many
// (kane_blocks.c).
int blocks_solve(Matrix K, Matrix B, Matrix *X);

// ---- recipes

// Jnh, dnh, qd_alpha (kane_rates.c).
bool derive_rates_by_speeds(Derivation *derivation, const char *key, Text *why);
bool derive_drift(Derivation *derivation, const char *key, Text *why);
bool derive_rates(Derivation *derivation, const char *key, Text *why);
// J, Jdot, D, C, tauk, alphad (kane_speeds.c).
bool derive_partial_velocities(Derivation *derivation, const char *key, Text *why);
bool derive_partial_velocity_rates(Derivation *derivation, const char *key, Text *why);
bool derive_speed_inertia(Derivation *derivation, const char *key, Text *why);
bool derive_speed_coriolis(Derivation *derivation, const char *key, Text *why);
bool derive_active_forces(Derivation *derivation, const char *key, Text *why);
bool derive_speed_accelerations(Derivation *derivation, const char *key, Text *why);
// wrench:, Mb, Wb (kane_wrench.c).
bool derive_constraint_wrench(Derivation *derivation, const char *key, Text *why);
bool derive_body_masses(Derivation *derivation, const char *key, Text *why);
bool derive_body_rotations(Derivation *derivation, const char *key, Text *why);

#endif
