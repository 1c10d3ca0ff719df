// bielle/analyze.h -- studies of a mechanism, with numerical and textual results.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ANALYZE_H
#define BIELLE_ANALYZE_H

#include "bielle/mechanism.h"
#include "bielle/record.h"

#ifdef __cplusplus
extern "C" {
#endif

// Initial state of a study: the JSON object accepted by bielle_model_evaluate_json() (one state,
// not a list), or text such as "q1 = 45 deg, m = 2 kg". It may set parameters, time and approximate
// coordinates. All members zero: the values of the description.
typedef struct BielleStart {
  const char *text;
  size_t length;
  const char *name;  // name of the text in messages
  int keeps_open;    // statics, motion, modes: the state is used as given, even if loops are open
  int keeps_sides;   // loop joints given upside down (180 deg away) are assembled that way
} BielleStart;

typedef struct BielleAssemblyOptions {
  BielleStart start;
  const char *hold;  // coordinates that keep their values: "q1, q2"; NULL: none
  int requests_all;  // not 0: all configurations, if there are finitely many, instead of one
} BielleAssemblyOptions;

// Assembles the mechanism from approximate coordinates: closes the loops and satisfies the
// holonomic constraints. `options` may be NULL. Owned in *out; the configurations of its record are
// states. BIELLE_OK: assembled. BIELLE_DOES_NOT_HOLD: it cannot be assembled, and *out has the
// closest configuration and its residual.
// The record: {"closed": true, "residuals": [1e-16], "freedoms": 0, "branches": [null], "alike":
// [1], "configurations": [{"params": {}, "q": {}, "t": 0}]}
BIELLE_API BielleStatus bielle_analyze_assembly(const BielleMechanism *mechanism,
                                                const BielleAssemblyOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleMobilityOptions {
  // NULL text: parameters without a value receive trial values with which it can be assembled
  BielleStart start;
} BielleMobilityOptions;

// Actual mobility of a mechanism compared with Gruebler's count; its redundant constraints,
// internal mobilities, type of linkage and admissible actuator placements. `options` may be NULL.
// Owned in *out. BIELLE_OK: assembled. BIELLE_DOES_NOT_HOLD: it cannot be assembled, and *out has
// what is known nevertheless. BIELLE_BAD_INPUT: the mechanism has no constraints.
// The record: {"closed": true, "mobility": 1, "instantaneous": 1, "grubler": {}, "rank": 5,
// "redundant": [{"row": 5, "equation": "p3: x", "line": 9}], "internal": [], "geometry": "",
// "actuators": {}, "q": {}}
BIELLE_API BielleStatus bielle_analyze_mobility(const BielleMechanism *mechanism,
                                                const BielleMobilityOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleStaticsOptions {
  BielleStart start;
  const char *hold;     // coordinates that keep their values: "q1, q2"; NULL: none
  const char *drives;   // actuators: coordinates and inputs that balance the mechanism, "q1, u2";
                        // NULL: the free torque inputs without a value in the initial state or, if
                        // there are none, one coordinate per degree of freedom
  const char *weights;  // weights of the squared efforts, if there are more actuators than degrees
                        // of freedom: "u1=2, u2=1"
  int is_equilibrium;   // not 0: search for equilibria instead of balancing efforts
  int requests_all;     // not 0: all equilibria that are found from many starting points
} BielleStaticsOptions;

// Static balance of a mechanism whose loops are closed from approximate coordinates first: the
// actuator efforts that balance weights, springs and all other loads, or the equilibria with their
// stability; the forces in loops, constraints and joints. `options` may be NULL. Owned in *out; the
// configurations of the record are states. BIELLE_OK: balanced. BIELLE_DOES_NOT_HOLD: it cannot be
// assembled, the actuators do not suffice, or no equilibrium was found, as *out reports.
// The record: {"closed": true, "balanced": true, "configurations": [{"params": {}, "q": {},
// "inputs": {}, "tau": {}, "t": 0}], "forces": [{"drives": {}, "free": [], "lambda": {},
// "not_unique": [], "reactions": {"joint": [fx, fy, fz, mx, my, mz]}, "stability": "stable",
// "one_of_many": false}]}; stability is "stable", "gyroscopic" (stable although the energy is not a
// minimum), "unstable" (with "growth" [1/s]), "indifferent", "rigid" or "no energy" (not decided)
BIELLE_API BielleStatus bielle_analyze_statics(const BielleMechanism *mechanism,
                                               const BielleStaticsOptions *options,
                                               BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleMotionOptions {
  BielleStart start;
  const char *hold;         // coordinates that keep their values and speeds: "q1, q2"; NULL: none
  const char *constraints;  // "augmented", "partition" or "projector"; NULL: the first
} BielleMotionOptions;

// Motion of a mechanism at one state: accelerations, energies and power, the forces in loops,
// constraints, wheels and joints. The loops are closed from approximate coordinates first, and the
// velocities receive the minimum-norm correction that satisfies the constraints; such changes are
// reported. `options` may be NULL. Owned in *out. BIELLE_OK: done. BIELLE_DOES_NOT_HOLD: it cannot
// be assembled, as *out reports. BIELLE_BAD_INPUT: the accelerations are not determined at this
// state (a singular configuration), or no velocities satisfy the constraints.
// The record: {"closed": true, "state": {"params": {}, "q": {}, "qd": {}, "qdd": {}, "inputs": {},
// "tau": {}, "t": 0}, "T": 0, "V": 0, "P": 0, "P_motions": 0, "lambda": {}, "not_unique": [],
// "reactions": {"joint": [fx, fy, fz, mx, my, mz]}}
BIELLE_API BielleStatus bielle_analyze_motion(const BielleMechanism *mechanism,
                                              const BielleMotionOptions *options,
                                              BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleModesOptions {
  BielleStart start;
  const char *hold;    // coordinates that keep their values during assembly: "q1, q2"; NULL: none
  int is_equilibrium;  // not 0: search for an equilibrium first, starting from the initial state
} BielleModesOptions;

// Linear vibration modes about a state: eigenvalues with frequencies, damping and time constants,
// instability, and mode shapes by coordinate; motions without a restoring force. Loops are closed
// and velocities corrected first, as by bielle_analyze_motion(). About a state that is not an
// equilibrium the result holds at that instant only, and says so. `options` may be NULL. Owned in
// *out. BIELLE_OK: done, stable or not. BIELLE_DOES_NOT_HOLD: it cannot be assembled, or no
// equilibrium was found although one was requested, as *out reports. BIELLE_BAD_INPUT: the motion
// is not determined at this state.
// The record: {"closed": true, "about": "equilibrium", "stable": true, "state": {}, "rows": ["q1",
// "q1'"], "A": [[]], "modes": [{"eigenvalue": [-0.1, 3], "damped_Hz": 0.48, "natural_Hz": 0.48,
// "natural_rad_s": 3, "damping_ratio": 0.03, "time_constant_s": 10, "kind": "dies out", "unstable":
// false, "shape": {"q1": [1, 0]}}], "zero_eigenvalues": 0, "free": []}
BIELLE_API BielleStatus bielle_analyze_modes(const BielleMechanism *mechanism,
                                             const BielleModesOptions *options,
                                             BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleHandlingOptions {
  BielleStart start;
  const char *steer;    // input or parameter; NULL: the only input that is an angle
  const char *speed;    // "20", "72km/h"; NULL: 20 m/s
  const char *lateral;  // largest lateral acceleration, "4m/s^2"; NULL: 4 m/s^2
} BielleHandlingOptions;

// Steering response of a vehicle: steady-state cornering at constant speed, the understeer gradient
// with the characteristic or critical speed, yaw gain over speed, roll; eigenvalues about straight
// running, and the frequency response of the yaw rate. The vehicle is the first body whose frame
// moves along x and y and turns, by its own coordinates. `options` may be NULL. Owned in *out: the
// table has the turns; the picture has the turns, the gain over speed and the frequency response.
// BIELLE_OK: done. BIELLE_DOES_NOT_HOLD: it does not run straight, or there is no steady turn of
// the lateral acceleration, as *out reports. BIELLE_BAD_INPUT: there is no vehicle, or nothing
// steers it.
// The record: {"chassis": "car", "steer": "delta", "speed": 20, "runs_straight": true, "complete":
// true, "largest_lateral_acceleration": 4, "yaw_gain": 4.7, "wheelbase": 2.8,
// "understeer_gradient": 0.0036, "balance": "understeer", "characteristic_speed": 28,
// "sideslip_gradient": -0.015, "roll_gradient": 0, "yaw_gain_over_speed": {"speed": [], "yaw_gain":
// [], "stable": [true]}, "stable": true, "modes": [{"eigenvalue": [-6.3, 4.2], "natural_Hz": 1.2,
// "damping_ratio": 0.83, "share": 1, "yaw": true}], "response": {"peak_gain": 5.1, "peak_Hz": 0.8,
// "bandwidth_Hz": 1.9, "frequency": [], "gain": [], "phase": []}, "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_analyze_handling(const BielleMechanism *mechanism,
                                                const BielleHandlingOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleRideOptions {
  BielleStart start;
  const char *road;   // inputs that are road heights, "zf, zr", "zf, zr = 2.7 m"; NULL: all inputs
                      // that are lengths
  const char *speed;  // "20", "72 km/h"; NULL: 20 m/s
} BielleRideOptions;

// Ride of a vehicle on its road: modes about the equilibrium; bounce, pitch and roll of the
// heaviest body with the motion centres, ride rates and Olley's rules; frequency responses of the
// body and of the outputs to the road, the wheels passing one after the other; root mean squares on
// the road classes of ISO 8608, and their comfort ratings (ISO 2631-1). `options` may be NULL.
// Owned in *out: the table has the responses at third octaves, the picture those over frequency.
// BIELLE_OK: done. BIELLE_DOES_NOT_HOLD: it cannot be assembled, or no equilibrium was found, as
// *out reports.
// The record: {"at_rest": true, "about": {}, "speed": 20, "body": {"name": "car", "bounce_Hz": 1.3,
// "pitch_Hz": 1.5, "coupled": [{"natural_Hz": 1.2, "centre": 6.2}], "roll_Hz": 1.6, "front_rate":
// 4e4, "rear_rate": 4e4, "wheelbase": 2.7, "olley": [{"rule": "", "value": 0.1, "kept": true}]},
// "roads": [{"name": "zf", "behind": 0, "rate": 2e4, "ahead_of_mass": 1.2}], "rms": [{"name":
// "body", "still": 0, "classes_A_to_E": [], "weighted": [], "comfort": []}], "columns": [], "rows":
// []}; "about" as in bielle_analyze_modes()
BIELLE_API BielleStatus bielle_analyze_ride(const BielleMechanism *mechanism,
                                            const BielleRideOptions *options,
                                            BielleDiagnostics *diagnostics, BielleAnswer **out);

// A column of a table of numbers.
typedef struct BielleColumn {
  const char *name;
  const char *unit;  // "" if there is none
} BielleColumn;

// Called with each row of `count` finite numbers as soon as it is computed. A return value other
// than 0 ends the study with BIELLE_CANCELLED. The arguments are borrowed during the call; the
// columns are the same in every call.
typedef int (*BielleRowListener)(void *context, const BielleColumn columns[], int count,
                                 const double row[]);

typedef struct BielleSimulateOptions {
  BielleStart start;       // values other than those of the description and of the experiment
  const char *experiment;  // name of the experiment; NULL: the first of the description, or none
  const char *until;       // end time, "5", "5 s", "200 ms"; NULL: as in the experiment, or 10 s
  // "auto", "adams", "bdf", "erk4" .. "erk8", "rk4", "euler", "midpoint", "ida"; NULL: as in the
  // experiment, or auto
  const char *method;
  // Constraint enforcement: "auto", "projection", "ggl", "independent"; NULL: as in the experiment,
  // or auto
  const char *treatment;
  const char *tolerance;  // "1e-8"; NULL: as in the experiment, or 1e-8
  // Absolute error tolerance of a step in SI units, "1e-12". NULL: as in the experiment, or the
  // tolerance times the largest value of that kind, at most 1
  const char *absolute;
  // Step length of rk4, euler and midpoint, "1 ms". NULL: as in the experiment, or the smaller of 1
  // ms and a thousandth of the time interval
  const char *stride;
  // Longest time between two evaluations of the event conditions, "1 ms". NULL: as in the
  // experiment, or a five-hundredth of the time interval
  const char *resolution;
  // Compiled programs: "auto", "never", "always"; NULL: auto. The system's compiler is used, with
  // bitwise equal results; objects are cached in ~/.cache/bielle
  const char *compiled;
  // Parameters and initial values with respect to which every column is differentiated, "m1, k,
  // phi'"; NULL: none
  const char *sensitivity;
  BielleProgress progress;  // NULL: no progress callback
  void *progress_context;
  // NULL: the answer has all rows. Otherwise it has a few thousand rows and no table, so that the
  // memory does not grow with the simulated time
  BielleRowListener row;
  void *row_context;
} BielleSimulateOptions;

// Simulates the motion of a mechanism over a time interval, with its events and samples; loops are
// closed first, as by bielle_analyze_motion(). `options` may be NULL. Owned in *out: the text has
// the events and the energy check, the table all rows, the picture the curves. BIELLE_OK: the end
// time was reached, or an event stopped the simulation. BIELLE_DOES_NOT_HOLD: it cannot be
// assembled, or the simulation could not continue; *out has the rows until then.
// The record: {"closed": true, "begin": 0, "end": 10, "stop": "", "failure": "", "steps": 900,
// "evaluations": 1800, "stiff": false, "energy_start": 1, "energy_end": 1, "work": 0, "works":
// {"motor": 0}, "impacts": 0, "audit": 1e-9, "position_drift": 0, "speed_drift": 0, "event_count":
// 1, "events": [{"t": 0.45, "event": "event1", "condition": "z < 0 m", "what": "happens"}],
// "columns": [], "rows": []}; with a row callback, a few thousand of the rows and the first 4096
// events.
BIELLE_API BielleStatus bielle_simulate(const BielleMechanism *mechanism,
                                        const BielleSimulateOptions *options,
                                        BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleFmuOptions {
  BielleStart start;  // values other than those of the description and of the experiment
  // with its initial state and times; NULL: the first of the description, or none
  const char *experiment;
  int version;  // of FMI: 2 or 3; 0: 2
  // Quantities that are outputs in addition to the states; none: those of the description
  const char *const *keys;
  int key_count;
  const char *command;  // command line for the header comment; NULL: omitted
} BielleFmuOptions;

// Writes a Functional Mock-up Unit to the file `path`: the mechanism for model exchange and
// co-simulation, with its source in C and, if there is a compiler 'cc', a binary for this machine.
// The loops are closed in the initial state; each parameter and each initial value can be changed
// in the unit. `options` may be NULL. Owned in *out: the contents of the unit. BIELLE_BAD_INPUT:
// the mechanism has impacts, or its initial state cannot be assembled; a unit supports neither.
// The record: {"model": "arm", "fmi": 2, "parameters": 3, "inputs": 1, "states": 2, "outputs": 0,
// "events": 0, "directional_derivatives": true, "exact_derivatives": true, "binary":
// "binaries/linux64/arm.so"}
BIELLE_API BielleStatus bielle_fmu(const BielleMechanism *mechanism,
                                   const BielleFmuOptions *options, const char *path,
                                   BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleTrajectoryOptions {
  BielleStart start;    // values other than those of the description
  const char *motions;  // coordinates and points whose motions are followed: "q1, tool"; NULL: all
  const char *hold;     // coordinates to keep at their values, if some must be: "q1"; NULL: any
  const char *until;    // end time, "5", "200 ms"; NULL: the end of the last motion
  const char *step;     // time between rows; NULL: a 500th of the time
  int is_shortest;      // not 0: the shortest time within all limits, all motions scaled alike
  BielleProgress progress;  // NULL: no progress callback
  void *progress_context;
} BielleTrajectoryOptions;

// Inverse dynamics along the motions of a description, with loops closed at each time: positions,
// speeds, accelerations, actuator efforts, and the limits that are exceeded. `options` may be NULL.
// If no motion has a time, the shortest time is computed as well. Owned in *out: the text has
// peaks, work and limits, the table all rows, the picture the curves. BIELLE_OK: all limits are
// respected. BIELLE_DOES_NOT_HOLD: a limit is exceeded, the initial state cannot be assembled, or
// the path could not be followed to its end; *out has the rows until then.
// The record: {"closed": true, "begin": 0, "end": 2, "stretch": 1, "shortest": {"decides": "q1",
// "limit": "effort"}, "failure": "", "work": 3.1, "other_work": 0, "energy_start": 0, "energy_end":
// 3.1, "audit": 1e-9, "axes": [{"name": "q1", "moved": true, "held": false, "driven": true,
// "speed": 1, "speed_t": 1, "acceleration": 2, "acceleration_t": 0.4, "jerk": 9, "jerk_t": 0,
// "effort": 12, "effort_t": 0.4, "rms": 5, "work": 3.1}], "places": [{"name": "tool", "law":
// "line", "length": 0.5, "angle": 0, "error": 1e-15}], "exceeded": [{"name": "q1", "limit":
// "effort", "value": 10, "since": 0.31, "worst": 12, "t": 0.4}], "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_trajectory(const BielleMechanism *mechanism,
                                          const BielleTrajectoryOptions *options,
                                          BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleIdentifyOptions {
  BielleStart start;  // values other than those of the description: lengths, gravity, initial state
  // CSV: a heading with names and units, "t [s],q1 [rad],tau[q1] [N.m]", and rows
  const char *data;
  size_t data_length;       // in bytes
  const char *data_name;    // name of the data in messages; NULL: "data"
  const char *velocities;   // "given": columns q1', q1''; "filter": differentiated; NULL: given if
                            // all are present
  const char *cutoff;       // of the low-pass, "10", "10 Hz"; NULL: a 20th of the sampling
                            // frequency
  int has_friction;         // not 0: viscous and dry friction of every joint are identified as well
  int is_unweighted;        // not 0: all joints have equal weights instead of weights by residual
  int is_design;            // not 0: no data; design a motion that excites the parameters
  const char *time;         // period of the designed motion; NULL: 10 s
  BielleProgress progress;  // NULL: no progress callback
  void *progress_context;
} BielleIdentifyOptions;

// Identifies base inertial parameters from a measured motion, with standard deviations and 95 %
// intervals; reports those that the motion does not determine, whether physically consistent bodies
// have these parameters, and the bodies nearest to the description. Masses of the description need
// no values. In loops, coordinates without efforts are not actuated. `options` may be NULL. Owned
// in *out; the table is a JSON state with the parameters of the description. BIELLE_OK: all
// parameters are identified. BIELLE_DOES_NOT_HOLD: some are not identifiable; *out lists them. With
// `is_design`, the motion consists of sums of harmonics within the joint limits, chosen for a small
// condition number of the regressor; its rows are the table of *out.
// The record: {"samples": 500, "used": 500, "filtered": false, "condition": 12, "parameters":
// [{"name": "ZZR1", "formula": "ZZ1 + m2*l1^2", "identifiable": true, "value": 1.2, "sd": 0.01,
// "interval_95": [1.18, 1.22], "described": 1.2}], "not_identifiable": [{"MXR1": 1, "MX2": -0.5}],
// "joints": [{"name": "q1", "rms": 0.1, "explained": 0.99}], "values": {"m1": 2}, "consistent":
// true, "links": {"XX1": 0.1}}; with `is_design` {"period": 10, "harmonics": 5, "condition": 8,
// "first_condition": 40, "tried": 1506, "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_identify(const BielleMechanism *mechanism,
                                        const BielleIdentifyOptions *options,
                                        BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleSweepOptions {
  BielleStart start;
  const char *hold;          // coordinates that keep their values: "q1, q2"; NULL: none
  const char *drive;         // the input and its range: "phi1=0..360deg", "x=0..30mm", "t=0..2s"
  int steps;                 // number of intervals (rows - 1); 0: 72
  const char *speed;         // of the input: "10", "95rpm"; NULL: 1 rad/s or 1 m/s
  const char *acceleration;  // of the input; NULL: none
  const char *columns;       // columns of text and table: "E.x, tau[phi], crank.*"; NULL: default
                             // columns, all
  BielleProgress progress;   // NULL: no progress callback
  void *progress_context;
} BielleSweepOptions;

// Positions, velocities and accelerations of a mechanism of one degree of freedom while its input
// runs through a range, on the branch of the initial state; the driving effort, the forces in
// joints and loops, the transmission angle of a four-bar. Owned in *out: the text has extremes,
// dead-centre positions and change points, the table all rows, the picture the curves. BIELLE_OK:
// the whole range was reached. BIELLE_DOES_NOT_HOLD: *out has the part of the range that was
// reached, or the mechanism cannot be assembled.
// The record: {"complete": true, "dead_points": [], "columns": [], "rows": []}
BIELLE_API BielleStatus bielle_analyze_sweep(const BielleMechanism *mechanism,
                                             const BielleSweepOptions *options,
                                             BielleDiagnostics *diagnostics, BielleAnswer **out);

typedef struct BielleFourBarOptions {
  BielleStart start;
  const char *drive;         // input: a joint, coordinate or loop on ground; NULL: the first
  const char *speed;         // of the input: "10", "95rpm"; NULL: 1 rad/s
  const char *acceleration;  // of the input; NULL: none
} BielleFourBarOptions;

// Analysis of a planar four-bar, whichever joint closes its loop: lengths, Grashof's condition and
// all kinematic inversions, closed-form solution of both branches, rates, singular configurations.
// Owned in *out; the record is empty if parameters have no value, because there are formulas only.
// BIELLE_BAD_INPUT: the mechanism is not a planar four-bar. BIELLE_DOES_NOT_HOLD: it cannot be
// assembled at the angle of the input; *out has the rest.
BIELLE_API BielleStatus bielle_analyze_four_bar(const BielleMechanism *mechanism,
                                                const BielleFourBarOptions *options,
                                                BielleDiagnostics *diagnostics, BielleAnswer **out);

#ifdef __cplusplus
}
#endif
#endif
