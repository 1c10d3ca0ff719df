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

enum { CLOSING_KEYS = 6 };

// How what is closed changes along a direction.
typedef struct ClosingTangent {
  double *phi, *rest, *J, *turn;  // as in Closing
  double *registers;
} ClosingTangent;

// A value of the program, and its place.
typedef struct ClosingValue {
  int source;  // register
  double *place;
} ClosingValue;

typedef struct Closing {
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
  double *out[CLOSING_KEYS];
  ClosingValue *moving;  // what is no constant, of all outputs
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
  ClosingTangent *tangent;  // NULL: nobody has asked
  Program *turning;         // of Phi_turn_q, owned; NULL: nobody has asked, or there is none
  double *turning_registers;
} Closing;

// At the values of `start`; takes what the equations have of Phi, Phi_q, Phi_t, Phi_turn, H, b_nh.
// False with a sentence in `why` after a bug of ours.
bool closing_open(Closing *closing, const Equations *equations, const ProgramState *start,
                  Text *why);
void closing_close(Closing *closing);
// Steps and scales of rows as closing_open() sets them, for the parameters and time of closing->state,
// near q. Evaluate it again afterwards.
void closing_set_scales(Closing *closing, const double q[]);

// Everything at closing->q. False if not all of it are numbers.
bool closing_evaluate(Closing *closing);
// The same at q, which is copied.
bool closing_at(Closing *closing, const double q[]);

// ---- unknowns

// Coordinates, each divided by its step, as unknowns of the first rows of Phi. Place n is time.
typedef struct ClosingUnknowns {
  Closing *closing;
  const int *places;
  int count;
  int equations;
} ClosingUnknowns;

void closing_set(const ClosingUnknowns *unknowns, const double x[]);
void closing_get(const ClosingUnknowns *unknowns, double x[]);
// A NewtonFunction; its context is the unknowns. Residuals are divided by row_scale.
bool closing_residuals(void *context, const double x[], double residual[], double jacobian[]);

// ---- which way round (closing_turn.c)

// Is a joint that closes a loop turned by more than a quarter of a turn from where it was described,
// where it was evaluated last? Where Phi = 0 it then is upside down, half a turn away.
bool closing_is_turned_away(const Closing *closing);
// Are there joints that could be? Compiles what closing_unfolding_residuals() needs.
bool closing_can_unfold(Closing *closing);
// As closing_residuals(), followed by turn_count rows that tell how far each joint is turned away: no
// joint is upside down where all of them are zero.
bool closing_unfolding_residuals(void *context, const double x[], double residual[],
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
NumericStatus closing_rank(Closing *closing, RowSelection selection, double values[],
                           double directions[], NumericRank *rank);
// Moves q to a configuration nearby that closes: the geometry alone, motions left aside; or all.
// False if there is none.
bool closing_project(Closing *closing, double q[]);
bool closing_project_all(Closing *closing, double q[]);
// The same for q that closes nearly, with some coordinates held; false: it does not come to that in a
// few steps of Newton's method, and q is as it was.
bool closing_close_nearby(Closing *closing, const bool is_held[], double q[]);
// One step of Newton's method for all of Phi from q, which closes already: to the last digits.
bool closing_polish(Closing *closing, double q[]);
// Changes the speeds that are not held by the least with which J qd + rest = 0 holds, in units of
// `step`, where it was evaluated last; those that are named only where nothing else does. NULL: none
// are. False if there are none; qd then is the best.
bool closing_fit_speeds(Closing *closing, const bool is_held[], const bool is_named[], double qd[]);

// ---- along a direction (closing_tangent.c)

// Fills the tangent, where it was evaluated last.
void closing_go_along(Closing *closing, const ProgramState *direction);
// Where the tangent is: changes how coordinates change by the least with which it stays closed, but
// those that stay as they are. The direction must have had dq. False: that cannot be.
bool closing_follow(Closing *closing, const bool stays[], double dq[]);
// Likewise of speeds qd, which were themselves changed by the least `delta` (NULL: they were not) with
// which they fit. The direction need not have had dqd.
bool closing_follow_speeds(Closing *closing, const bool stays[], const double delta[],
                           const double qd[], double dqd[]);

// ---- norms alone (closing_norms.c)

// As far as can be seen where it was evaluated last.
bool closing_looks_like_norms(const Closing *closing);
// As closing_project_all() and closing_fit_speeds() without coordinates that are held.
bool closing_scale_norms(Closing *closing, double q[]);
bool closing_fit_norms(const Closing *closing, double qd[]);

// J qd + rest of a row, where it was evaluated last.
double closing_slip(const Closing *closing, int row, const double qd[]);

#endif
