// vehicle.h -- steady turns of a vehicle: motions that are constant in the axes of the chassis.
//
// The chassis is a body whose frame moves along x and y of ground and rotates about z. On a flat
// road nothing depends on x, y and the heading, so that there are motions
//
//   w = r ez,   v' = r ez x v,   w' = 0      of the chassis, V the speed of its centre of mass,
//   qd = 0, qdd = 0                          of struts and similar parts,
//   qdd = 0                                  of wheels, whose angle has no effect,
//   sd = 0                                   of state variables, such as slips with relaxation.
//
// The speed is maintained by forces at the origin of the chassis: the force for straight running
// acts along the heading, like that of a drive, the additional force in a turn along the path: X is
// their sum. With a given lateral acceleration V r there are as many equations as unknowns, (q, qd,
// s, X, r, steering).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_VEHICLE_H
#define BIELLE_STUDY_VEHICLE_VEHICLE_H

#include "study/vehicle/vehicle_input.h"
#include "system/evaluator/evaluator.h"
#include "system/constraints/constraint_system.h"
#include "system/system.h"

// The role of a coordinate in a steady turn.
typedef enum CoordinateRole { ROLE_CHASSIS, ROLE_SHAPE, ROLE_SPIN } CoordinateRole;

typedef struct Vehicle {
  System *system;  // borrowed
  const Mechanism *mechanism;
  Arena *arena;
  Excitation steer;
  int frame;  // of the chassis
  int body;   // attached to it
  int x, y;   // coordinates along the axes of ground
  CoordinateRole *roles;
  int n, states;
  int size;      // number of unknowns: 2 n + states + 3
  double mass;   // [kg] of the body: the unit of forces
  double drive;  // [m/s^2] X of straight running, per mass
  ProgramState state;
  double *parameters, *inputs, *torques;  // arrays of the state
  Evaluator motion;
  double *qdd, *sd;
  Evaluator place;       // of the chassis
  double *pose, *twist;  // 4 x 4; velocity, angular velocity
  Evaluator rate;        // of the twist
  double *acceleration;
  Evaluator reported;  // centre of mass in the chassis, then outputs
  double *com, *outputs;
  const char **output_names;
  int output_count;  // scalar outputs
  const char *const *output_units;
  ConstraintSystem constraints;
} Vehicle;

// Finds the chassis of the mechanism: frame, body and coordinates. Returns false if there is none.
bool vehicle_find(Vehicle *vehicle, const Mechanism *mechanism);
// Derives all quantities at the start, whose loops are closed. Returns false with a message in
// `why`, and a correction in *hint if the state is the cause.
bool vehicle_open(Vehicle *vehicle, System *system, const ProgramState *start, Text *why,
                  const char **hint);
void vehicle_close(Vehicle *vehicle);

// ---- steady turns

// Indices of the unknowns after q, qd and the states.
static inline int vehicle_force(const Vehicle *vehicle) { return vehicle->size - 3; }
static inline int vehicle_yaw_rate(const Vehicle *vehicle) { return vehicle->size - 2; }
static inline int vehicle_steer(const Vehicle *vehicle) { return vehicle->size - 1; }

// Initialises the unknowns from the start, for straight running at the speed V with rolling wheels.
void vehicle_begin(Vehicle *vehicle, double V, double x[]);
// Corrects x to a steady motion with the speed V and the lateral acceleration, by Newton's method.
// Returns false if it does not converge.
bool vehicle_turn(Vehicle *vehicle, double V, double lateral, double x[]);
// Same for straight running; its force is stored as the drive.
bool vehicle_run_straight(Vehicle *vehicle, double V, double x[]);
// Evaluates all quantities at x.
bool vehicle_at(Vehicle *vehicle, const double x[]);
// Results at the state that was evaluated last; the velocity is that of the centre of mass.
void vehicle_velocity(const Vehicle *vehicle, double v[3]);
double vehicle_sideslip(const Vehicle *vehicle);
double vehicle_roll(const Vehicle *vehicle);
// Return true if the steering, or the position of the vehicle, affects any acceleration.
bool vehicle_is_steered(Vehicle *vehicle, const double x[]);
bool vehicle_depends_on_place(Vehicle *vehicle, const double x[]);

#endif
