// bielle/analyze.h -- questions about a mechanism, answered in numbers and words.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ANALYZE_H
#define BIELLE_ANALYZE_H

#include "bielle/mechanism.h"
#include "bielle/record.h"

#ifdef __cplusplus
extern "C" {
#endif

// The state at which a study begins: JSON as bielle_model_evaluate_json() takes it, one state and not a
// list, or "q1 = 45 deg, m = 2 kg"; parameters, time, rough coordinates. All zero: the description's
// values.
typedef struct BielleStart {
  const char *text;
  size_t length;
  const char *name;  // stands for the text in messages
  int keeps_open;    // statics, motion, modes: the state stays as it is, also where loops are open
  int keeps_sides;  // joints of loops that the state has upside down, half a turn away, are closed so
} BielleStart;

typedef struct BielleAssemblyOptions {
  BielleStart start;
  const char *hold;  // coordinates that stay where they are: "q1, q2"; NULL: none
  int requests_all;
} BielleAssemblyOptions;

// Closes the loops and satisfies the holonomic constraints, from rough coordinates. `options` may
// be NULL. Owned in *out; the configurations of its record are states. BIELLE_OK: closed; BIELLE_DOES_NOT_HOLD: it cannot be closed, and *out
// has the closest configuration and what is left open.
// The record: all configurations, where they are finitely many, instead of one
BIELLE_API BielleStatus bielle_analyze_assembly(const BielleMechanism *mechanism,
                                                const BielleAssemblyOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleMobilityOptions {
  BielleStart
      start;  // without one, parameters that have no value are given some with which it closes
} BielleMobilityOptions;

// How many freedoms a mechanism really has, next to Gruebler's count; which of its equations are
// redundant, what moves inside, which linkage it is, where it can be driven. `options` may be NULL.
// Owned in *out: {"closed": true, "mobility": 1, "instantaneous": 1, "grubler": {}, "rank": 5,
// "redundant": [{"row": 5, "equation": "p3: x", "line": 9}], "internal": [], "geometry": "",
// "actuators": {}, "q": {}}. BIELLE_OK: it closes; BIELLE_DOES_NOT_HOLD: it cannot be assembled, and
// *out says what is known all the same. BIELLE_BAD_INPUT: nothing ties the coordinates together.
BIELLE_API BielleStatus bielle_analyze_mobility(const BielleMechanism *mechanism,
                                                const BielleMobilityOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleStaticsOptions {
  BielleStart start;
  const char *hold;     // coordinates that stay where they are: "q1, q2"; NULL: none
  const char *drives;   // coordinates and inputs that hold it: "q1, u2"; NULL: the free inputs of
                        // torques to which the start gives no value, without any a coordinate for
                        // each freedom
  const char *weights;  // of their squares, where there are more than freedoms: "u1=2, u2=1"
  int is_equilibrium;   // not what holds it, but where it stays by itself
  int requests_all;
} BielleStaticsOptions;

// A mechanism at rest, its loops closed from rough coordinates: the efforts of drives that balance
// weights, springs and all else that acts, or equilibria with their stability; the forces in loops,
// constraints and joints. `options` may be NULL. Owned in *out; the
// configurations of the record are states. BIELLE_OK: balanced; BIELLE_DOES_NOT_HOLD:
// it cannot be closed, the drives do not suffice, or no equilibrium was found, and *out says so.
// The record: all equilibria that are found from many starts {"closed": true, "balanced": true,
// "configurations": [{"params": {}, "q": {}, "inputs": {}, "tau": {}, "t": 0}], "forces":
// [{"drives": {}, "free": [], "lambda": {}, "not_unique": [], "reactions": {"joint": [fx, fy, fz,
// mx, my, mz]}, "stability": "stable", "one_of_many": false}]}; stability is "stable", "gyroscopic"
// (stable, though the energy is not least), "unstable" (with "growth" [1/s]), "indifferent",
// "rigid" or "no energy" (not decided)
BIELLE_API BielleStatus bielle_analyze_statics(const BielleMechanism *mechanism,
                                               const BielleStaticsOptions *options,
                                               BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleMotionOptions {
  BielleStart start;
  const char *hold;  // coordinates whose values and speeds stay: "q1, q2"; NULL: none
  const char *constraints;
} BielleMotionOptions;

// How a mechanism moves on from a state: accelerations, energies and power, the forces in loops,
// constraints, wheels and joints. Its loops are closed from rough coordinates first, and the speeds
// are changed by the least that fits the constraints; what was changed is told. `options` may be
// NULL. Owned in *out. BIELLE_OK: done;
// BIELLE_DOES_NOT_HOLD: it cannot be closed, and *out says so. BIELLE_BAD_INPUT: the motion is not
// determined at this state (a singular configuration), or no speeds fit.
// The record: "augmented", "partition" or "projector"; NULL: the first {"closed": true, "state":
// {"params": {}, "q": {}, "qd": {}, "qdd": {}, "inputs": {}, "tau": {}, "t": 0}, "T": 0, "V": 0,
// "P": 0, "P_motions": 0, "lambda": {}, "not_unique": [], "reactions": {"joint": [fx, fy, fz, mx,
// my, mz]}}
BIELLE_API BielleStatus bielle_analyze_motion(const BielleMechanism *mechanism,
                                              const BielleMotionOptions *options,
                                              BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleModesOptions {
  BielleStart start;
  const char *hold;  // while it is closed, coordinates that stay: "q1, q2"; NULL: none
  int is_equilibrium;
} BielleModesOptions;

// Small motions about a state: eigenvalues with frequencies, damping and time constants, whether
// any grows, and shapes by coordinate; what nothing brings back. Loops are closed and speeds fitted
// first, as by bielle_analyze_motion(). About a state that is no equilibrium the answer holds for
// the moment only, and says so. `options` may be NULL. Owned in *out. BIELLE_OK: done, stable or not; BIELLE_DOES_NOT_HOLD: it cannot be
// closed, or no equilibrium was found where one was asked for, and *out says so. BIELLE_BAD_INPUT:
// the motion is not determined at this state.
// The record: look for an equilibrium from there first {"closed": true, "about": "equilibrium",
// "stable": true, "state": {}, "rows": ["q1", "q1'"], "A": [[]], "modes": [{"eigenvalue": [-0.1,
// 3], "damped_Hz": 0.48, "natural_Hz": 0.48, "natural_rad_s": 3, "damping_ratio": 0.03,
// "time_constant_s": 10, "kind": "dies out", "unstable": false, "shape": {"q1": [1, 0]}}],
// "zero_eigenvalues": 0, "free": []}
BIELLE_API BielleStatus bielle_analyze_modes(const BielleMechanism *mechanism,
                                             const BielleModesOptions *options,
                                             BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleHandlingOptions {
  BielleStart start;
  const char *steer;    // input or parameter; NULL: the only input that is an angle
  const char *speed;    // "20", "72km/h"; NULL: 20 m/s
  const char *lateral;  // acceleration up to which it turns, "4m/s^2"; NULL: 4 m/s^2
} BielleHandlingOptions;

// How a vehicle answers to its steering: steady turns at a speed that is held, the understeer
// gradient with the characteristic or critical speed, yaw gain over speed, roll; eigenvalues about
// straight running, and the frequency response of the yaw rate. The vehicle is the first body whose
// frame moves along x and y and turns, by coordinates of its own. `options` may be NULL. Owned in
// *out: turns as its table, turns, gain over speed and frequency response as its picture. BIELLE_OK:
// done; BIELLE_DOES_NOT_HOLD: it does not run straight, or there is no steady turn of the lateral
// acceleration, and *out says so. BIELLE_BAD_INPUT: there is no vehicle, or nothing steers it.
// The record: {"chassis": "car", "steer": "delta", "speed": 20, "runs_straight": true, "complete": true,
// "largest_lateral_acceleration": 4, "yaw_gain": 4.7, "wheelbase": 2.8, "understeer_gradient": 0.0036,
// "balance": "understeer", "characteristic_speed": 28, "sideslip_gradient": -0.015, "roll_gradient": 0,
// "yaw_gain_over_speed": {"speed": [], "yaw_gain": [], "stable": [true]}, "stable": true, "modes": [{"eigenvalue": [-6.3, 4.2],
// "natural_Hz": 1.2, "damping_ratio": 0.83, "share": 1, "yaw": true}], "response": {"peak_gain": 5.1, "peak_Hz": 0.8,
// "bandwidth_Hz": 1.9, "frequency": [], "gain": [], "phase": []}, "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_analyze_handling(const BielleMechanism *mechanism,
                                                const BielleHandlingOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleRideOptions {
  BielleStart start;
  const char *road;   // inputs that are heights of the road, "zf, zr", "zf, zr = 2.7 m"; NULL: all
                      // that are lengths
  const char *speed;  // "20", "72 km/h"; NULL: 20 m/s
} BielleRideOptions;

// How a vehicle follows its road: modes about its equilibrium, bounce, pitch and roll of the heaviest
// body with centres of motion, ride rates and Olley's rules; answers of the body and of the outputs to
// the road, wheels passing one after the other; root mean squares on the roads of ISO 8608, and what
// is felt of them (ISO 2631-1). `options` may be NULL. Owned in *out: answers at third octaves as its
// table, over frequency as its picture. BIELLE_OK: done; BIELLE_DOES_NOT_HOLD: it does not close, or no
// equilibrium was found, and *out says so.
// The record: {"at_rest": true, "about": {}, "speed": 20, "body": {"name": "car", "bounce_Hz": 1.3, "pitch_Hz": 1.5,
// "coupled": [{"natural_Hz": 1.2, "centre": 6.2}], "roll_Hz": 1.6, "front_rate": 4e4, "rear_rate": 4e4, "wheelbase": 2.7,
// "olley": [{"rule": "", "value": 0.1, "kept": true}]}, "roads": [{"name": "zf", "behind": 0, "rate": 2e4,
// "ahead_of_mass": 1.2}], "rms": [{"name": "body", "still": 0, "classes_A_to_E": [], "weighted": [], "comfort": []}],
// "columns": [], "rows": []}; "about" as by bielle_analyze_modes()
BIELLE_API BielleStatus bielle_analyze_ride(const BielleMechanism *mechanism,
                                            const BielleRideOptions *options,
                                            BielleDiagnostics *diagnostics, BielleAnswer **out);

// A column of numbers.
typedef struct BielleColumn {
  const char *name;
  const char *unit;  // "" if there is none
} BielleColumn;

// Takes a row of `count` numbers, all finite, as soon as it is there. Not 0: the work ends, with
// BIELLE_CANCELLED. Borrowed during the call; the columns are the same in every one.
typedef int (*BielleRowListener)(void *context, const BielleColumn columns[], int count,
                                 const double row[]);

typedef struct BielleSimulateOptions {
  BielleStart start;       // values other than those of the description and of the experiment
  const char *experiment;  // its name; NULL: the first of the description, or none
  const char *until;       // "5", "5 s", "200 ms"; NULL: as the experiment says, or 10 s
  // "auto", "adams", "bdf", "erk4" .. "erk8", "rk4", "euler", "midpoint", "ida"; NULL: as the
  // experiment says, or auto
  const char *method;
  // of constraints: "auto", "projection", "ggl", "independent"; NULL: as the experiment says, or auto
  const char *treatment;
  const char *tolerance;  // "1e-8"; NULL: as the experiment says, or 1e-8
  // Error of a step that is allowed whatever the values are, in SI units: "1e-12". NULL: as the experiment
  // says, or the tolerance times the largest value of that kind, of 1 at most
  const char *absolute;
  // Length of the steps of rk4, euler and midpoint: "1 ms". NULL: as the experiment says, or 1 ms, or a
  // thousandth of the time if that is less
  const char *stride;
  // Longest time between two looks at the conditions of events: "1 ms". NULL: as the experiment says, or a
  // five-hundredth of the time
  const char *resolution;
  // "auto", "never", "always"; NULL: auto. By the compiler of the system, with the same bits, kept in
  // ~/.cache/bielle
  const char *compiled;
  // Parameters and values at the start by which every column is differentiated, "m1, k, phi'"; NULL: none
  const char *sensitivity;
  BielleProgress progress;  // NULL: nobody asks
  void *progress_context;
  BielleRowListener row;  // NULL: the answer has all rows; otherwise a few thousand of them, and no
                          // table, so that memory does not grow with the time
  void *row_context;
} BielleSimulateOptions;

// The motion of a mechanism from a start over a time, with its events and samples; loops are closed
// first, as by bielle_analyze_motion(). `options` may be NULL. Owned in *out: what happened and how
// well the energy balances in words, all rows as its table, curves as its picture. BIELLE_OK: the
// time is reached, or an event stopped it; BIELLE_DOES_NOT_HOLD: it does not close, or it could not
// go on, and *out has the rows until then.
// The record: {"closed": true, "begin": 0, "end": 10, "stop": "", "failure": "", "steps": 900, "evaluations":
// 1800, "stiff": false, "energy_start": 1, "energy_end": 1, "work": 0, "works": {"motor": 0}, "impacts": 0,
// "audit": 1e-9, "position_drift": 0, "speed_drift": 0, "event_count": 1, "events": [{"t": 0.45, "event":
// "event1", "condition": "z < 0 m", "what": "happens"}], "columns": [], "rows": []}; where a function takes the
// rows, a few thousand of these and the first 4096 events.
BIELLE_API BielleStatus bielle_simulate(const BielleMechanism *mechanism,
                                        const BielleSimulateOptions *options,
                                        BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleFmuOptions {
  BielleStart start;  // values other than those of the description and of the experiment
  const char
      *experiment;  // whose start and times it has; NULL: the first of the description, or none
  int version;      // of FMI: 2 or 3; 0: 2
  const char *const *keys;  // quantities that are outputs besides the states; none: those of the
  int key_count;            // description
  const char *command;      // how to make it again, for the header comment; NULL: not told
} BielleFmuOptions;

// Writes a Functional Mock-up Unit to the file `path`: the mechanism for model exchange and
// co-simulation, with its source in C and, where there is a compiler 'cc', a binary for this machine.
// The start is closed; each parameter and each value at the start can be changed in the unit.
// `options` may be NULL. Owned in *out: what it has. BIELLE_BAD_INPUT: impacts
// and starts that do not close have no place in a unit.
// The record: {"model": "arm", "fmi": 2, "parameters": 3, "inputs": 1, "states": 2, "outputs": 0, "events": 0,
// "directional_derivatives": true, "exact_derivatives": true, "binary": "binaries/linux64/arm.so"}
BIELLE_API BielleStatus bielle_fmu(const BielleMechanism *mechanism,
                                   const BielleFmuOptions *options, const char *path,
                                   BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleTrajectoryOptions {
  BielleStart start;    // values other than those of the description
  const char *motions;  // what the motions that are followed are of: "q1, tool"; NULL: all
  const char *hold;     // coordinates that stay where they are, if some must; NULL: any
  const char *until;    // "5", "200 ms"; NULL: when the last motion ends
  const char *step;     // between rows; NULL: a 500th of the time
  int is_shortest;      // not 0: the least time in which all limits are kept, all motions at once
  BielleProgress progress;  // NULL: nobody asks
  void *progress_context;
} BielleTrajectoryOptions;

// The motions of a description, followed over their time, loops closed along: positions, speeds,
// accelerations, what the drives must give, and which limits that exceeds. `options` may be NULL.
// Without a time in any of the motions, too, the shortest time is sought. Owned in *out: peaks,
// work and limits in words, all rows as its table, curves as its picture. BIELLE_OK: all limits are
// kept; BIELLE_DOES_NOT_HOLD: one is not, or the start does not close, or the way could not be
// followed to its end, and *out has the rows until then.
// The record: {"closed": true, "begin": 0, "end": 2, "stretch": 1, "shortest": {"decides": "q1",
// "limit": "effort"}, "failure": "", "work": 3.1, "other_work": 0, "energy_start": 0, "energy_end":
// 3.1, "audit": 1e-9, "axes": [{"name": "q1", "moved": true, "held": false, "driven": true,
// "speed": 1, "speed_t": 1, "acceleration": 2, "acceleration_t": 0.4, "jerk": 9, "jerk_t": 0,
// "effort": 12, "effort_t": 0.4, "rms": 5, "work": 3.1}], "places": [{"name": "tool", "law": "line",
// "length": 0.5, "angle": 0, "error": 1e-15}], "exceeded": [{"name": "q1", "limit": "effort",
// "value": 10, "since": 0.31, "worst": 12, "t": 0.4}], "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_trajectory(const BielleMechanism *mechanism,
                                          const BielleTrajectoryOptions *options,
                                          BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleIdentifyOptions {
  BielleStart
      start;  // values other than those of the description: lengths, gravity, where it starts
  const char *data;    // CSV: a line of names with units, "t [s],q1 [rad],tau[q1] [N.m]", and rows
  size_t data_length;  // in bytes
  const char *data_name;   // of it in messages; NULL: "data"
  const char *velocities;  // "given": columns q1', q1''; "filter"; NULL: given where all are there
  const char *cutoff;      // of the low-pass, "10", "10 Hz"; NULL: a 20th of the sampling frequency
  int has_friction;        // viscous and dry friction of every joint, too
  int is_unweighted;       // every joint counts alike, not by how well it is explained
  int is_design;           // no data: a motion that shows the parameters
  const char *time;        // of a design: its period; NULL: 10 s
  BielleProgress progress;  // NULL: nobody asks
  void *progress_context;
} BielleIdentifyOptions;

// Base parameters, with standard deviations and intervals of 95 %, from a motion that was measured; which of them it does not show; whether there are bodies that have them, and those nearest
// to the description. Masses of the description need no values. In loops coordinates without efforts
// have no drive. Owned in *out, with parameters of the description as its table, a state of JSON. BIELLE_OK: all
// parameters are identified; BIELLE_DOES_NOT_HOLD: some are not identifiable, and *out says which.
// With `is_design`: sums of harmonics within the limits of the joints, with a small condition number
// of the regressor, its rows as the table of *out.
// The record: {"samples": 500, "used": 500, "filtered": false, "condition": 12, "parameters": [{"name":
// "ZZR1", "formula": "ZZ1 + m2*l1^2", "identifiable": true, "value": 1.2, "sd": 0.01, "interval_95": [1.18,
// 1.22], "described": 1.2}], "not_identifiable": [{"MXR1": 1, "MX2": -0.5}], "joints": [{"name": "q1", "rms": 0.1,
// "explained": 0.99}], "values": {"m1": 2}, "consistent": true, "links": {"XX1": 0.1}}; of a design {"period": 10, "harmonics": 5,
// "condition": 8, "first_condition": 40, "tried": 1506, "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_identify(const BielleMechanism *mechanism,
                                        const BielleIdentifyOptions *options,
                                        BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleSweepOptions {
  BielleStart start;
  const char *hold;          // coordinates that stay where they are: "q1, q2"; NULL: none
  const char *drive;         // the input and its range: "phi1=0..360deg", "x=0..30mm", "t=0..2s"
  int steps;                 // rows less one; 0: 72
  const char *speed;         // of the input: "10", "95rpm"; NULL: 1 rad/s or 1 m/s
  const char *acceleration;  // of the input; NULL: none
  const char *columns;  // shown and written: "E.x, tau[phi], crank.*"; NULL: the usual ones, all
  BielleProgress progress;  // NULL: nobody asks
  void *progress_context;
} BielleSweepOptions;

// Positions, velocities and accelerations of a mechanism of one freedom while its input goes over a
// range, on the branch of the start; what drives it, the forces in joints and loops, the
// transmission angle of a four-bar. Owned in *out: with extremes, dead points and change points,
// all rows as its table, curves as its picture. BIELLE_OK: the
// whole range is reached; BIELLE_DOES_NOT_HOLD: only the part that *out has, or the mechanism
// does not close.
// The record: {"complete": true, "dead_points": [], "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_analyze_sweep(const BielleMechanism *mechanism,
                                             const BielleSweepOptions *options,
                                             BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleFourBarOptions {
  BielleStart start;
  const char *drive;         // joint, coordinate or loop on ground that is the input; NULL: first
  const char *speed;         // of the input: "10", "95rpm"; NULL: 1 rad/s
  const char *acceleration;  // of the input; NULL: none
} BielleFourBarOptions;

// A planar four-bar, however its loop was cut open: lengths, Grashof's rule and all kinematic
// inversions, closed form with both branches, rates, singular configurations. Owned in *out; the
// record is empty where parameters have no value, since there are formulas only. BIELLE_BAD_INPUT:
// the mechanism is something else. BIELLE_DOES_NOT_HOLD: it does not close at the angle of the input;
// *out has the rest.
BIELLE_API BielleStatus bielle_analyze_four_bar(const BielleMechanism *mechanism,
                                                const BielleFourBarOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

#ifdef __cplusplus
}
#endif
#endif
