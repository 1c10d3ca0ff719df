// constraint_system.h -- what ties a mechanism together, Phi(q, t) = 0 and H qd + b_nh = 0, as functions of
// its coordinates, well scaled.
//
// Lengths are measured by the size of the mechanism, the longest lever of an angle, and rows by
// their usual length, so that neither units nor ways of writing decide what counts as small.
// Assembly, mobility and sweeps all look at the constraints through this.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_CONSTRAINTS_CONSTRAINT_SYSTEM_H
#define BIELLE_SYSTEM_CONSTRAINTS_CONSTRAINT_SYSTEM_H

#include "base/memory/arena.h"
#include "numeric/linear/least_squares.h"
#include "program/program.h"

enum { CONSTRAINT_KEYS = 6 };

// How what is closed changes along a direction.
typedef struct ConstraintTangent {
  double *phi, *rest, *J, *turn;  // as in Closing
  double *registers;
} ConstraintTangent;

// A value of the program, and its place.
typedef struct ConstraintValue {
  int source;  // register
  double *place;
} ConstraintValue;

typedef struct ConstraintSystem {
  const Equations *equations;  // borrowed
  Program *program;            // owned; NULL: nothing is tied
  ProgramState state;          // points at q
  Arena *arena;
  int n;           // coordinates
  int rows;        // of J
  int holonomic;   // of these, the first ones
  int geometric;   // of these, the first ones: without the motions that drive coordinates
  int turn_count;  // joints that could be closed upside down
  double size;     // of the mechanism, the longest lever; 0: nothing turns
  double *q;
  double *registers;
  double *out[CONSTRAINT_KEYS];
  ConstraintValue *moving;  // what is no constant, of all outputs
  int moving_count;
  Entries entries;  // of J: those that are not zero everywhere
  double *phi;
  double *rest;       // by row: Phi_t, then b_nh; zeros unless the equations have them
  double *J;          // rows x n, as it is: Phi_q, then H
  double *scaled;     // the same in units of row_scale and step
  double *turn;       // 1 - cos of the angle by which a joint is turned away; 2: upside down
  double *row_scale;  // usual length of each row
  double *step;       // by coordinate: 1, or the size of the mechanism; of time, which is last: 1
  bool *turns;        // by coordinate: an angle of which whole turns change nothing
  bool is_of_norms;   // nothing is tied but norms of quaternions
  ConstraintTangent *tangent;  // NULL: nobody has asked
  Program *turning;            // of Phi_turn_q, owned; NULL: nobody has asked, or there is none
  double *turning_registers;
} ConstraintSystem;

// At the values of `start`; takes what the equations have of Phi, Phi_q, Phi_t, Phi_turn, H, b_nh.
// False with a sentence in `why` after a bug of ours.
bool constraint_system_init(ConstraintSystem *constraints, const Equations *equations,
                            const ProgramState *start, Text *why);
void constraint_system_free(ConstraintSystem *constraints);
// Steps and scales of rows as constraint_system_init() sets them, for the parameters and time of closing->state,
// near q. Evaluate it again afterwards.
void constraint_system_find_scales(ConstraintSystem *constraints, const double q[]);

// Everything at closing->q. False if not all of it are numbers.
bool constraint_system_evaluate(ConstraintSystem *constraints);
// The same at q, which is copied.
bool constraint_system_evaluate_at(ConstraintSystem *constraints, const double q[]);

// ---- unknowns

// Coordinates, each divided by its step, as unknowns of the first rows of Phi. Place n is time.
typedef struct ConstraintUnknowns {
  ConstraintSystem *constraints;
  const int *places;
  int count;
  int equations;
} ConstraintUnknowns;

void constraint_system_set(const ConstraintUnknowns *unknowns, const double x[]);
void constraint_system_get(const ConstraintUnknowns *unknowns, double x[]);
// A NewtonFunction; its context is the unknowns. Residuals are divided by row_scale.
bool constraint_system_residuals(void *context, const double x[], double residual[],
                                 double jacobian[]);

// ---- which way round (closing_turn.c)

// Is a joint that closes a loop turned by more than a quarter of a turn from where it was described,
// where it was evaluated last? Where Phi = 0 it then is upside down, half a turn away.
bool constraint_system_is_turned_away(const ConstraintSystem *constraints);
// Are there joints that could be? Compiles what constraint_system_unfolding_residuals() needs.
bool constraint_system_can_unfold(ConstraintSystem *constraints);
// As constraint_system_residuals(), followed by turn_count rows that tell how far each joint is turned away: no
// joint is upside down where all of them are zero.
bool constraint_system_unfolding_residuals(void *context, const double x[], double residual[],
                                           double jacobian[]);

// ---- rank and projection

typedef enum RowSelection {
  ROWS_GEOMETRY,   // what ties positions, without motions
  ROWS_MECHANISM,  // and speeds
  ROWS_ALL,
} RowSelection;

// The rank of rows of what was evaluated last. `values` (may be NULL, room for n) receives the
// singular values, with zeros behind the last; `directions` (may be NULL, room for n x n) the n -
// rank orthonormal directions that the rows leave free, in units of `step`.
NumericStatus constraint_system_rank(ConstraintSystem *constraints, RowSelection selection,
                                     double values[], double directions[], NumericRank *rank);
// Moves q to a configuration nearby that closes: the geometry alone, motions left aside; or all.
// False if there is none.
bool constraint_system_project(ConstraintSystem *constraints, double q[]);
bool constraint_system_project_all(ConstraintSystem *constraints, double q[]);
// The same for q that closes nearly, with some coordinates held; false: it does not come to that in a
// few steps of Newton's method, and q is as it was.
bool constraint_system_correct(ConstraintSystem *constraints, const bool is_held[], double q[]);
// One step of Newton's method for all of Phi from q, which closes already: to the last digits.
bool constraint_system_refine(ConstraintSystem *constraints, double q[]);
// Changes the speeds that are not held by the least with which J qd + rest = 0 holds, in units of
// `step`, where it was evaluated last; those that are named only where nothing else does. NULL: none
// are. False if there are none; qd then is the best.
bool constraint_system_project_velocity(ConstraintSystem *constraints, const bool is_held[],
                                        const bool is_named[], double qd[]);

// ---- along a direction (closing_tangent.c)

// Fills the tangent, where it was evaluated last.
void constraint_system_tangent(ConstraintSystem *constraints, const ProgramState *direction);
// Where the tangent is: changes how coordinates change by the least with which it stays closed, but
// those that stay as they are. The direction must have had dq. False: that cannot be.
bool constraint_system_follow(ConstraintSystem *constraints, const bool stays[], double dq[]);
// Likewise of speeds qd, which were themselves changed by the least `delta` (NULL: they were not) with
// which they fit. The direction need not have had dqd.
bool constraint_system_follow_velocity(ConstraintSystem *constraints, const bool stays[],
                                       const double delta[], const double qd[], double dqd[]);

// ---- norms alone (closing_norms.c)

// As far as can be seen where it was evaluated last.
bool constraint_system_has_only_norms(const ConstraintSystem *constraints);
// As constraint_system_project_all() and constraint_system_project_velocity() without coordinates that are held.
bool constraint_system_scale_norms(ConstraintSystem *constraints, double q[]);
bool constraint_system_normalise_quaternions(const ConstraintSystem *constraints, double qd[]);

// J qd + rest of a row, where it was evaluated last.
double constraint_system_velocity_residual(const ConstraintSystem *constraints, int row,
                                           const double qd[]);

#endif
