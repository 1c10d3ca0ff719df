// constraint_system.h -- the constraint equations of a mechanism, Phi(q, t) = 0 and H qd + b_nh =
// 0, as scaled functions of its coordinates.
//
// Lengths are divided by the size of the mechanism (the longest lever arm of an angle) and rows by
// their typical norm, so that tolerances depend neither on units nor on the form of the equations.
// Used by assembly, mobility and sweeps.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_CONSTRAINTS_CONSTRAINT_SYSTEM_H
#define BIELLE_SYSTEM_CONSTRAINTS_CONSTRAINT_SYSTEM_H

#include "base/memory/arena.h"
#include "numeric/linear/least_squares.h"
#include "program/program.h"

enum { CONSTRAINT_KEYS = 6 };

// Directional derivatives of an assembled mechanism.
typedef struct ConstraintTangent {
  double *phi, *rest, *J, *turn;  // as in ConstraintSystem
  double *registers;
} ConstraintTangent;

// A value of the program and where it is stored.
typedef struct ConstraintValue {
  int source;  // register
  double *place;
} ConstraintValue;

typedef struct ConstraintSystem {
  const Equations *equations;  // borrowed
  Program *program;            // owned; NULL: there are no constraints
  ProgramState state;          // refers to q
  Arena *arena;
  int n;           // number of coordinates
  int rows;        // number of rows of J
  int holonomic;   // the first of these: constraints on positions
  int geometric;   // the first of these: constraints on positions without the motions that drive
                   // coordinates
  int turn_count;  // number of joints that could be closed upside down
  double size;     // of the mechanism, the longest lever arm; 0: no angles
  double *q;
  double *registers;
  double *out[CONSTRAINT_KEYS];
  ConstraintValue *moving;  // outputs that are not constant
  int moving_count;
  Entries entries;  // of J: entries that are not identically zero
  double *phi;
  double *rest;       // by row: Phi_t, then b_nh; zeros unless the equations have them
  double *J;          // rows x n, unscaled: Phi_q, then H
  double *scaled;     // J in units of row_scale and step
  double *turn;       // 1 - cos of the misalignment angle of each joint; 2: upside down
  double *row_scale;  // typical norm of each row
  double *step;       // scale by coordinate: 1, or the size of the mechanism; last, of time: 1
  bool *turns;        // by coordinate: an angle in which the constraints are 2 pi periodic
  bool is_of_norms;   // the only constraints are norms of quaternions
  ConstraintTangent *tangent;  // NULL: not requested
  Program *turning;            // of Phi_turn_q, owned; NULL: not requested, or not available
  double *turning_registers;
} ConstraintSystem;

// Initialises the system at the values of `start`, with those of Phi, Phi_q, Phi_t, Phi_turn, H,
// b_nh that the equations have. Returns false with a sentence in `why` after an internal error.
bool constraint_system_init(ConstraintSystem *constraints, const Equations *equations,
                            const ProgramState *start, Text *why);
void constraint_system_free(ConstraintSystem *constraints);
// Computes steps and row scales as constraint_system_init() does, for the parameters and time of
// constraints->state, near q. The system must be evaluated again afterwards.
void constraint_system_find_scales(ConstraintSystem *constraints, const double q[]);

// Evaluates everything at constraints->q. Returns false if a value is not finite.
bool constraint_system_evaluate(ConstraintSystem *constraints);
// The same at q, which is copied.
bool constraint_system_evaluate_at(ConstraintSystem *constraints, const double q[]);

// ---- unknowns

// Coordinates, each divided by its step, as unknowns of the first `equations` rows of Phi. Index n
// is time.
typedef struct ConstraintUnknowns {
  ConstraintSystem *constraints;
  const int *places;
  int count;
  int equations;
} ConstraintUnknowns;

void constraint_system_set(const ConstraintUnknowns *unknowns, const double x[]);
void constraint_system_get(const ConstraintUnknowns *unknowns, double x[]);
// A NewtonFunction whose context is the unknowns. Residuals are divided by row_scale.
bool constraint_system_residuals(void *context, const double x[], double residual[],
                                 double jacobian[]);

// ---- sides of joints (constraint_system_turns.c)

// Returns true if a joint that closes a loop was turned by more than 90 deg from its described side
// at the last evaluation. If Phi = 0 it then is upside down (180 deg away).
bool constraint_system_is_turned_away(const ConstraintSystem *constraints);
// Returns true if there are joints that could be upside down. Compiles the program that
// constraint_system_unfolding_residuals() needs.
bool constraint_system_can_unfold(ConstraintSystem *constraints);
// As constraint_system_residuals(), followed by turn_count rows with the misalignment of each
// joint: no joint is upside down if all of them are zero.
bool constraint_system_unfolding_residuals(void *context, const double x[], double residual[],
                                           double jacobian[]);

// ---- rank and projection

typedef enum RowSelection {
  ROWS_GEOMETRY,   // constraints on positions, without motions
  ROWS_MECHANISM,  // also constraints on velocities
  ROWS_ALL,
} RowSelection;

// Rank of the selected rows at the last evaluation. `values` (may be NULL, size n) receives the
// singular values, padded with zeros; `directions` (may be NULL, size n x n) receives n - rank
// orthonormal basis vectors of the null space, in units of `step`.
NumericStatus constraint_system_rank(ConstraintSystem *constraints, RowSelection selection,
                                     double values[], double directions[], NumericRank *rank);
// Projects q onto a nearby configuration that satisfies the geometric constraints without motions,
// or all of them. Returns false if there is none.
bool constraint_system_project(ConstraintSystem *constraints, double q[]);
bool constraint_system_project_all(ConstraintSystem *constraints, double q[]);
// The same for q that nearly satisfies all constraints, with some coordinates held. Returns false,
// with q unchanged, if a few Newton steps do not suffice.
bool constraint_system_correct(ConstraintSystem *constraints, const bool is_held[], double q[]);
// One Newton step for all of Phi from a configuration q that is already closed, down to rounding
// level.
bool constraint_system_refine(ConstraintSystem *constraints, double q[]);
// Minimum-norm velocity correction, in units of `step`, so that J qd + rest = 0 holds at the last
// evaluated configuration. Velocities with is_held are not changed; those with is_named only if
// there is no other solution (NULL: none). Returns false if there is no solution; qd then is the
// least-squares solution.
bool constraint_system_project_velocity(ConstraintSystem *constraints, const bool is_held[],
                                        const bool is_named[], double qd[]);

// ---- directional derivatives (constraint_system_tangent.c)

// Computes the tangent along the direction at the last evaluated configuration.
void constraint_system_tangent(ConstraintSystem *constraints, const ProgramState *direction);
// Adds to dq the minimum-norm correction for which the derivative of Phi along the tangent
// vanishes; coordinates with `stays` are not changed. The direction of the tangent must have had
// dq. Returns false if there is no solution.
bool constraint_system_follow(ConstraintSystem *constraints, const bool stays[], double dq[]);
// The same for the derivatives dqd of velocities qd, to which a minimum-norm correction `delta`
// (NULL: none) had been applied. The direction need not have had dqd.
bool constraint_system_follow_velocity(ConstraintSystem *constraints, const bool stays[],
                                       const double delta[], const double qd[], double dqd[]);

// ---- quaternion norms (constraint_system_quaternions.c)

// Returns true if, at the last evaluated configuration, the only active constraints are quaternion
// norms (numerical test).
bool constraint_system_has_only_norms(const ConstraintSystem *constraints);
// As constraint_system_project_all() and constraint_system_project_velocity() without held
// coordinates.
bool constraint_system_scale_norms(ConstraintSystem *constraints, double q[]);
bool constraint_system_normalise_quaternions(const ConstraintSystem *constraints, double qd[]);

// J qd + rest of one row at the last evaluated configuration.
double constraint_system_velocity_residual(const ConstraintSystem *constraints, int row,
                                           const double qd[]);

#endif
