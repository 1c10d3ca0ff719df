// vehicle.h -- a vehicle that turns steadily: the same motion for ever, seen from the chassis.
//
// The chassis is a body whose frame goes along ground's x and y and turns about z. Where the road is
// flat nothing depends on x, y and the heading, so that there are motions
//
//   w = r ez,   v' = r ez x v,   w' = 0      of the chassis, with the speed V of its centre of mass,
//   qd = 0, qdd = 0                          of struts and the like,
//   qdd = 0                                  of wheels, whose angle does not matter,
//   sd = 0                                   of states, such as slips that build up.
//
// The speed is held by forces at the origin of the chassis: what straight running needs acts along the
// heading, as a drive's, what a turn needs besides along the path: X is their sum. These are as many
// equations as unknowns, (q, qd, s, X, r, steering), if the lateral acceleration V r is given.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_VEHICLE_H
#define BIELLE_STUDY_VEHICLE_VEHICLE_H

#include "study/vehicle/vehicle_input.h"
#include "system/evaluator/evaluator.h"
#include "system/constraints/constraint_system.h"
#include "system/system.h"

// What a coordinate is to a steady turn.
typedef enum CoordinateRole { ROLE_CHASSIS, ROLE_SHAPE, ROLE_SPIN } CoordinateRole;

typedef struct Vehicle {
  System *system;  // borrowed
  const Mechanism *mechanism;
  Arena *arena;
  Excitation steer;
  int frame;  // of the chassis
  int body;   // on it
  int x, y;   // coordinates along ground's axes
  CoordinateRole *roles;
  int n, states;
  int size;      // of the unknowns: 2 n + states + 3
  double mass;   // of the body: what forces are measured by
  double drive;  // X of straight running, by the mass
  ProgramState state;
  double *parameters, *inputs, *torques;  // of the state
  Evaluator motion;
  double *qdd, *sd;
  Evaluator place;       // of the chassis
  double *pose, *twist;  // 4 x 4; velocity, angular velocity
  Evaluator rate;        // of the twist
  double *acceleration;
  Evaluator reported;  // centre of mass in the chassis, then outputs
  double *com, *outputs;
  const char **output_names;
  int output_count;  // of numbers
  const char *const *output_units;
  ConstraintSystem constraints;
} Vehicle;

// The chassis of the mechanism: frame, body and coordinates. False: there is none.
bool vehicle_find(Vehicle *vehicle, const Mechanism *mechanism);
// Everything is derived at the start, whose loops are closed. False with a sentence in `why`; where
// that is about the state, *hint is what would help.
bool vehicle_open(Vehicle *vehicle, System *system, const ProgramState *start, Text *why,
                  const char **hint);
void vehicle_close(Vehicle *vehicle);

// ---- steady turns

// Places among the unknowns behind q, qd and the states.
static inline int vehicle_force(const Vehicle *vehicle) { return vehicle->size - 3; }
static inline int vehicle_yaw_rate(const Vehicle *vehicle) { return vehicle->size - 2; }
static inline int vehicle_steer(const Vehicle *vehicle) { return vehicle->size - 1; }

// The unknowns at the start, straight on with the speed V; wheels roll.
void vehicle_begin(Vehicle *vehicle, double V, double x[]);
// Improves x to a steady motion of the speed V and the lateral acceleration. False: there is none near it.
bool vehicle_turn(Vehicle *vehicle, double V, double lateral, double x[]);
// The same straight on; what it takes is the drive from then on.
bool vehicle_run_straight(Vehicle *vehicle, double V, double x[]);
// Fills everything at x.
bool vehicle_at(Vehicle *vehicle, const double x[]);
// What is seen of it, where it was evaluated last; the velocity is that of the centre of mass.
void vehicle_velocity(const Vehicle *vehicle, double v[3]);
double vehicle_sideslip(const Vehicle *vehicle);
double vehicle_roll(const Vehicle *vehicle);
// Does the steering change any acceleration? Do they depend on where the vehicle is?
bool vehicle_is_steered(Vehicle *vehicle, const double x[]);
bool vehicle_depends_on_place(Vehicle *vehicle, const double x[]);

#endif
