// fmu.h -- a mechanism as a Functional Mock-up Unit: its C source and its XML description.
//
// All values of the unit are in one array; a value reference is an index into it:
//
//   time, parameters, inputs, discrete variables, states x = (q, qd, s), their derivatives,
//   outputs, events
//
// Inputs that are multipliers depend on the accelerations: both are determined by fixed-point
// iteration (study/simulation/simulation_rates.c).
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
  FMU_INPUT,            // set by the importer
  FMU_FROM_TIME,        // an input that the description specifies as a function of time
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
  double start;      // start value, except of time, derivatives, outputs and events
  int state;         // derivative: index of its state
  int row;           // multiplier: its index in lambda
  bool jumps;        // state: events may change it
  bool is_given;     // state: its start is given and held when the mechanism is assembled
  bool follows;      // its start is a formula of parameters unless it is set explicitly
  bool is_fixed;     // parameter: can be set before initialisation only
  bool is_constant;  // parameter: constant, because it is built into numbers of the unit
  bool is_rate;      // input: derivative of the preceding smooth input, or of its rate
} FmuVariable;

typedef struct FmuEvent {
  const char *key;     // key of the values set, "set:event1"; NULL: none
  const int *targets;  // indices of the variables set; -1: the restitution of an impact
  int target_count;
  bool stops;
  bool holds_at_zero;  // the condition also holds where the event function is zero
} FmuEvent;

// Sets values at the times 0, period, 2 period, ...; they take effect after the delay.
typedef struct FmuSample {
  FmuEvent set;  // never stops the simulation
  int room;      // capacity for pending results
} FmuSample;

// An event that is an impact. Its gap is one row of the quantities gap, gap_q, gap_t and gap_2; its
// slip rows follow the rows of all gaps.
typedef struct FmuContact {
  int event;
  int part;  // index of its restitution among the values that the event sets
  bool is_poisson;
  int friction;    // index of the friction coefficient
  int first_slip;  // row of its first slip
  int slip_count;  // 0, 1 or 2
} FmuContact;

typedef struct Fmu {
  int version;  // version of the FMI standard: 2 or 3
  CodeRequest request;
  const char *identifier;  // C identifier of the model
  FmuVariable *variables;
  int variable_count;
  int first[FMU_EVENT + 1];  // by role: index of its first variable; inputs of all roles are
                             // contiguous
  const FmuEvent *events;
  int event_count;
  const FmuContact *contacts;
  int contact_count;
  int contact_rows;  // gaps and slips
  int ties;          // rows of Phi_q and H
  const FmuSample *samples;
  int sample_count;
  const char *timing;       // key of all periods, then all delays, by sample; NULL: no samples
  const char *starts;       // key of the start values that are formulas of parameters; NULL: none
  const int *start_places;  // indices of these variables
  int start_count;
  const char *inputs;          // key of the inputs that are functions of time; NULL: none
  bool has_multipliers;        // some inputs are multipliers: lambda is among the keys
  const char *const *outputs;  // keys
  int output_count;
  bool has_slopes;           // lin:A and, with inputs, lin:B are among the keys
  const int *slope_columns;  // by input: its column of lin:B; -1: not requested
  bool has_times;            // begin, end and step are known
  double begin, end, step, tolerance;
} Fmu;

// Writes the source, which requires FMU_TOKEN to be defined before it. Returns false and explains
// in `why` on failure.
bool codegen_fmu_source(const Fmu *fmu, Text *out, Text *why);
// Writes modelDescription.xml. `source` is the name of the source file.
void codegen_fmu_description(const Fmu *fmu, const char *source, const char *token, Text *out);
// Writes sources/buildDescription.xml of FMI 3.0.
void codegen_fmu_build(const Fmu *fmu, const char *source, Text *out);

enum { FMU_BASE_UNITS = 8 };
extern const char *const FMU_BASE_UNIT[FMU_BASE_UNITS];
// Converts a unit to powers of the base units. Returns false if the unit is unknown.
bool codegen_fmu_unit(const char *unit, int power[FMU_BASE_UNITS]);

#endif
