// program.h -- equations as one straight list of steps, split in stages.
//
// A program computes some quantities of some equations: constants, inputs, then operations, in an
// order in which every argument comes first, grouped by stage (what the value depends on) and named
// where the formulation gave a name. One program feeds the evaluator and every printer of code, so
// numbers and text cannot disagree (docs/decisions/0004). The steps that one quantity needs are
// those that a program for it alone has: work that several share is done once, and what is asked
// for besides changes no bit. Immutable once built; any number of threads may evaluate it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PROGRAM_H
#define BIELLE_PROGRAM_PROGRAM_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "formulation/equations.h"
#include "symbolic/steps.h"

// Where a value that is not computed comes from; a function of code takes one argument for each, in
// this order.
typedef enum ValueSource {
  SOURCE_NONE,
  SOURCE_PARAMETERS,
  SOURCE_PREPARED,  // code: values of the parameter stage, computed before
  SOURCE_Q,
  SOURCE_QD,
  SOURCE_QDD,
  SOURCE_TORQUES,
  SOURCE_INPUTS,
  SOURCE_STATES,
  SOURCE_DISCRETES,
  SOURCE_TIME,
  SOURCE_WORK,    // code: of an earlier part of the same function
  SOURCE_STRIDE,  // code: from an entry to the next, of states side by side
  SOURCE_FAILED,  // code: which of them have no answer
  SOURCE_OUTPUT,  // code: where results go
  SOURCE_COUNT
} ValueSource;
// The variables whose values an array of this source has; NULL: it is no array.
const Variable *variables_of_source(const Equations *equations, ValueSource source, int *count);

typedef struct ProgramInput {
  const char *name;  // of the symbol: "θ1", "θ1'", "m1"
  Stage stage;
  ValueSource source;
  int index;  // place within the array of the source
} ProgramInput;

typedef struct Output {
  const Quantity *quantity;  // shape and names; borrowed from the equations
  const int *registers;      // row-major, rows*columns
  const int *pivots;         // registers of the quantity's pivots
  const char **names;        // by register, as the quantity calls what it needs; NULL: no names
} Output;

// A register for each step: constants (literals), inputs, then operations by stage. Operations are
// arithmetic, functions, comparisons, IF; integer powers have become products.
typedef struct Program {
  Arena *arena;
  const Equations *equations;  // borrowed: must outlive the program
  Pool *literals;              // of the constants
  Steps steps;                 // roots: by `order`, the entries, then the pivots of each output
  double *constants;           // nearest doubles
  int constant_count;
  ProgramInput *inputs;  // only those in use, by stage, then by index
  int input_count;
  Output *outputs;  // as asked for
  int output_count;
  int *order;  // the outputs in the order of their derivation, in which steps are laid out
  // How one state is evaluated: first what depends on literals and parameters only (compound.h).
  const struct FusedSteps *early, *late;
  const struct BatchPlan *batch_plan;  // and how many are (batch_plan.h)
} Program;

static inline int program_register_count(const Program *program) { return program->steps.count; }

static inline int program_first_operation(const Program *program)
{
  return program->constant_count + program->input_count;
}

// A program for the quantities with these keys, checked before it is returned: evaluated over the
// prime field at fresh random points it must give the values of the expressions it came from.
// Failure is a bug of ours and returns NULL with a sentence in `why`. Adds nothing to the
// equations.
Program *program_new(const Equations *equations, const char *const keys[], int key_count,
                     Text *why);
// The same for readers: improved as a whole, so that quantities have more in common.
Program *program_new_joint(const Equations *equations, const char *const keys[], int key_count,
                           Text *why);
void program_free(Program *program);  // NULL is allowed

// The translation check alone, at the points chosen by `seed`: true if every output of the program
// has the value of its expression; otherwise `why` names the first that does not.
bool program_check(const Program *program, uint64_t seed, Text *why);

// ---- numbers

// Where the values of the inputs come from; arrays in the order of the equations' variables, NULL
// stands for zeros.
typedef struct ProgramState {
  const double *parameters;
  const double *q;
  const double *qd;
  const double *qdd;
  const double *inputs;
  const double *torques;
  const double *states;
  const double *discretes;
  double time;
} ProgramState;

// Evaluates one state. `registers` is scratch for program_register_count() doubles;
// out[k] receives output k, rows*columns doubles. Allocates nothing. Returns 0, or the number, from
// 1, of the coordinate whose pivot is not positive: the output that divides by it does not exist at
// this state and is filled with NaN.
int program_evaluate(const Program *program, const ProgramState *state, double registers[],
                     double *const out[]);

// The two halves: all registers; then one output from them, with its number.
void program_run(const Program *program, const ProgramState *state, double registers[]);
int program_read(const Output *output, const double registers[], double out[]);

// All that the registers hold, whatever the pivots say.
void program_copy(const Output *output, const double registers[], double out[]);

// How the registers, which program_run() has filled, change along a direction: one that has how the
// arrays and the time change in the place of their values. `tangents` has room for as many
// (tangent.c).
void program_tangents(const Program *program, const double registers[],
                      const ProgramState *direction, double tangents[]);

// Does such a number say only that inertias differ much? What is lost by that depends on the state.
bool program_is_ill_conditioned(const Program *program, int failed);
// What such a number means, a sentence in `why`; returns what would help (explain.c).
const char *program_explain(const Program *program, int failed, Text *why);

// How many decimal digits rounding leaves of the pivot that loses most or, where none has few, of
// the result that loses most, with its quantity; 15 digits and NULL if none loses any. Quantities
// without pivots are not looked at. `registers` are those of program_evaluate(), `scratch` has room
// for twice as many (sure_digits.c).
enum { SURE_DIGITS_FEW = 6 };
typedef struct SignificantDigits {
  double digits;  // 0 or less: it is nothing but rounding
  const Quantity *quantity;
  const Pivot *pivot;  // NULL: the result
  int entry;           // of the result
} SignificantDigits;
SignificantDigits program_sure_digits(const Program *program, const double registers[],
                                      double scratch[]);

// By how much each entry of an output differs when inputs and operations are rounded otherwise.
// `scratch` has room for as many registers.
void program_rounding(const Program *program, const Output *output, const double registers[],
                      double scratch[], double off[]);

// The first entry that is divided by a number which is zero but for the rounding of inputs and
// operations, with its output; -1: there is none. `registers` are those of program_run(), `scratch`
// has room for twice as many (zero_divisors.c). Costs nine evaluations.
bool program_has_divisors(const Program *program);  // that may be such numbers
int program_zero_divisor(const Program *program, const double registers[], double scratch[],
                         const Output **output);

// Evaluates `count` states at once. Structure of arrays: q[i*stride + s] is coordinate i of state s
// (stride >= count), the same for all arrays and time; parameters are common. Entry e
// of output k goes to out[k][e*stride + s]. `scratch` holds program_batch_scratch() bytes for each
// thread. Blocks of states go to OpenMP threads when thread_count > 1.
typedef struct ProgramBatch {
  int count;
  int stride;
  const double *parameters;
  const double *q;
  const double *qd;
  const double *qdd;
  const double *inputs;
  const double *torques;
  const double *states;
  const double *discretes;
  const double *time;
  int *failed;  // what program_evaluate() returns for each state; NULL: nobody asks
} ProgramBatch;
size_t program_batch_scratch(const Program *program);
void program_evaluate_batch(const Program *program, const ProgramBatch *batch, void *scratch,
                            int thread_count, double *const out[]);

// ---- costs

typedef struct OperationCount {
  int multiplications;
  int additions;  // and subtractions; a sign change counts as one only where it cannot be absorbed
  int divisions;
  int roots;
  int sincos_pairs;  // sin and cos of one angle count once
  int others;
} OperationCount;
OperationCount program_count_stage(const Program *program, Stage stage);
OperationCount program_count(const Program *program);  // all stages but literals and parameters
// The same for what one output needs.
OperationCount program_count_output(const Program *program, int output);
// For what several outputs need, what they share once.
OperationCount program_count_outputs(const Program *program, const int outputs[], int count);
// Which registers one output needs; free() it.
bool *program_needed(const Program *program, int output);

// Every step, for `bielle dump --stage=program`.
void program_dump(const Program *program, Text *out);

#endif
