// fmu.h -- a mechanism as a Functional Mock-up Unit: its source in C, and its description in XML.
//
// All values of the unit are one array; a value reference is a place in it:
//
//   time, parameters, inputs, discrete variables, states x = (q, qd, s), their rates, outputs,
//   events
//
// Inputs that are multipliers follow from the accelerations: both are found over and over until they
// stay (study/simulation/simulation_rates.c).
//
//   fmu_source.c       functions of the model, tables, and the interface (runtime/fmu*.c, fmi*.c)
//   fmu_description.c  modelDescription.xml of FMI 2.0 and 3.0
//   fmu_unit.c         units as powers of the base units
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_FMU_FMU_H
#define BIELLE_CODEGEN_FMU_FMU_H

#include "codegen/codegen.h"

typedef enum FmuRole {
  FMU_TIME,
  FMU_PARAMETER,
  FMU_INPUT,            // from outside
  FMU_FROM_TIME,        // an input that the description gives as a function of time
  FMU_FROM_MULTIPLIER,  // an input that is the multiplier of a constraint
  FMU_DISCRETE,         // changes at events only
  FMU_STATE,
  FMU_RATE,
  FMU_OUTPUT,
  FMU_EVENT
} FmuRole;

typedef struct FmuVariable {
  const char *name;
  const char *unit;     // "" if it has none
  const char *meaning;  // "" if there is none
  FmuRole role;
  double start;      // of what has one: not of time, rates, outputs and events
  int state;         // of a rate: the place of its state
  int row;           // of a multiplier: its place in lambda
  bool jumps;        // of a state: an event may change it
  bool is_given;     // of a state: its start was given, and stays where the rest is closed
  bool follows;      // its start is a formula of parameters, until it is set itself
  bool is_fixed;     // of a parameter: it can be set before the motion only
  bool is_constant;  // likewise: numbers of the unit are made of it
  bool is_rate;      // of an input: of the smooth one before it, or the rate of that
} FmuVariable;

typedef struct FmuEvent {
  const char *key;     // of what it sets: "set:event1"; NULL: nothing
  const int *targets;  // places of what it sets; -1: the restitution of an impact
  int target_count;
  bool stops;
  bool holds_at_zero;  // of its function
} FmuEvent;

// Sets values at 0, period, 2 period, ..., which take effect after the delay.
typedef struct FmuSample {
  FmuEvent set;  // which stops nothing
  int room;      // for results that wait
} FmuSample;

// An event that is an impact; its gap is a row of the quantities gap, gap_q, gap_t and gap_2, and its
// slips are rows behind those of all gaps.
typedef struct FmuContact {
  int event;
  int part;  // its restitution's place among what the event sets
  bool is_poisson;
  int friction;    // place of its coefficient
  int first_slip;  // row
  int slip_count;  // 0, 1 or 2
} FmuContact;

typedef struct Fmu {
  int version;  // of the standard: 2 or 3
  CodeRequest request;
  const char *identifier;  // of the model, in C
  FmuVariable *variables;
  int variable_count;
  int first[FMU_EVENT + 1];  // by role: the place of its first; inputs of all roles are together
  const FmuEvent *events;
  int event_count;
  const FmuContact *contacts;
  int contact_count;
  int contact_rows;  // gaps and slips
  int ties;          // rows of Phi_q and H
  const FmuSample *samples;
  int sample_count;
  const char *timing;       // key of periods, then delays, by sample; NULL: there are no samples
  const char *starts;       // key of starts that are formulas of parameters; NULL: there is none
  const int *start_places;  // of these
  int start_count;
  const char *inputs;          // key of those that follow the clock; NULL: none does
  bool has_multipliers;        // inputs are multipliers: lambda is among the keys
  const char *const *outputs;  // keys
  int output_count;
  bool has_slopes;           // lin:A and, with inputs, lin:B are among the keys
  const int *slope_columns;  // by input: its column of lin:B; -1: none is asked for
  bool has_times;            // begin, end and step are known
  double begin, end, step, tolerance;
} Fmu;

// The source, which wants FMU_TOKEN to be defined before it. False with a sentence in `why`.
bool codegen_fmu_source(const Fmu *fmu, Text *out, Text *why);
// `source` is the name of its file.
void codegen_fmu_description(const Fmu *fmu, const char *source, const char *token, Text *out);
// sources/buildDescription.xml of FMI 3.0.
void codegen_fmu_build(const Fmu *fmu, const char *source, Text *out);

enum { FMU_BASE_UNITS = 8 };
extern const char *const FMU_BASE_UNIT[FMU_BASE_UNITS];
// The unit as powers of the base units. False: it is not known.
bool codegen_fmu_unit(const char *unit, int power[FMU_BASE_UNITS]);

#endif
