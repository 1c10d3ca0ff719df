// program.h -- equations as one list of steps, grouped by stage.
//
// A program computes some quantities of some equations. It consists of constants, inputs and
// operations, in an order in which the arguments of a step precede it, grouped by stage (the inputs
// on which a value depends) and with the names given by the formulation. The same program is used
// by the evaluator and by all code printers, so that numbers and generated code cannot disagree
// (docs/decisions/0004). The steps of a quantity do not depend on which other quantities are
// requested: shared work is done once, and the results stay the same bit for bit. A program is
// immutable once built; any number of threads may evaluate it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PROGRAM_H
#define BIELLE_PROGRAM_PROGRAM_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "formulation/equations.h"
#include "symbolic/steps.h"

// The source of a value that is not computed. Generated functions take one argument for each, in
// this order.
typedef enum ValueSource {
  SOURCE_NONE,
  SOURCE_PARAMETERS,
  SOURCE_PREPARED,  // generated code: values of the parameter stage, computed by prepare()
  SOURCE_Q,
  SOURCE_QD,
  SOURCE_QDD,
  SOURCE_TORQUES,
  SOURCE_INPUTS,
  SOURCE_STATES,
  SOURCE_DISCRETES,
  SOURCE_TIME,
  SOURCE_WORK,    // generated code: values of an earlier part of the same function
  SOURCE_STRIDE,  // generated code: distance between entries, for states in parallel
  SOURCE_FAILED,  // generated code: which of the states have no result
  SOURCE_OUTPUT,  // generated code: destination of results
  SOURCE_COUNT
} ValueSource;
// Returns the variables whose values are in an array of this source, or NULL if the source is not
// an array.
const Variable *variables_of_source(const Equations *equations, ValueSource source, int *count);

typedef struct ProgramInput {
  const char *name;  // name of the symbol: "θ1", "θ1'", "m1"
  Stage stage;
  ValueSource source;
  int index;  // index in the array of the source
} ProgramInput;

typedef struct Output {
  const Quantity *quantity;  // shape and names; borrowed from the equations
  const int *registers;      // row-major, rows*columns
  const int *pivots;         // registers of the quantity's pivots (divisors that must be positive)
  const char **names;        // by register: name in this quantity; NULL: no names
} Output;

// One register for each step: constants (literals), inputs, then operations by stage. The
// operations are arithmetic, functions, comparisons and IF; integer powers are expanded into
// products.
typedef struct Program {
  Arena *arena;
  const Equations *equations;  // borrowed; must outlive the program
  Pool *literals;              // pool of the constants
  Steps steps;                 // roots: by `order`, the entries and then the pivots of each output
  double *constants;           // nearest doubles
  int constant_count;
  ProgramInput *inputs;  // only inputs in use, by stage, then by index
  int input_count;
  Output *outputs;  // in the requested order
  int output_count;
  int *order;  // outputs in the order of derivation, which is the order of the steps
  // Evaluation plan for one state: the steps that depend on literals and parameters only, then the
  // others (fused_step.h).
  const struct FusedSteps *early, *late;
  const struct BatchPlan *batch_plan;  // evaluation plan for many states (batch_plan.h)
} Program;

static inline int program_register_count(const Program *program) { return program->steps.count; }

static inline int program_first_operation(const Program *program)
{
  return program->constant_count + program->input_count;
}

// Builds a program for the quantities with these keys and checks it: over the prime fields, at
// fresh random points, it must produce the values of the original expressions. Does not modify the
// equations. Returns NULL and explains in `why` if a key or a symbol is unknown, if the equations
// were derived for display, or if the check fails: an internal error, or a number that is a
// multiple of one of the primes.
Program *program_new(const Equations *equations, const char *const keys[], int key_count,
                     Text *why);
// The same for display: all quantities are optimised together, so that they share more steps.
Program *program_new_joint(const Equations *equations, const char *const keys[], int key_count,
                           Text *why);
void program_free(Program *program);  // NULL is allowed

// Performs only the translation check, at the points chosen by `seed`. Returns true if every output
// of the program has the value of its expression; otherwise `why` names the first that differs.
bool program_check(const Program *program, uint64_t seed, Text *why);

// ---- numbers

// Values of the inputs. Arrays are in the order of the equations' variables; NULL means zeros.
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

// Evaluates one state. `registers` is scratch space for program_register_count() doubles; out[k]
// receives output k, rows*columns doubles. Does not allocate memory. Returns 0, or the number, from
// 1, of the coordinate whose pivot is not positive: an output that divides by it is undefined at
// this state and is filled with NaN.
int program_evaluate(const Program *program, const ProgramState *state, double registers[],
                     double *const out[]);

// The two halves of program_evaluate(): program_run() computes all registers; program_read() copies
// one output and returns its failure number.
void program_run(const Program *program, const ProgramState *state, double registers[]);
int program_read(const Output *output, const double registers[], double out[]);

// Copies the registers of an output, regardless of its pivots.
void program_copy(const Output *output, const double registers[], double out[]);

// Computes the derivatives of all registers along a direction, by the chain rule (tangent.c). The
// registers must have been filled by program_run(). `direction` contains the derivatives of the
// arrays and of the time instead of their values. `tangents` receives one value per register.
void program_tangents(const Program *program, const double registers[],
                      const ProgramState *direction, double tangents[]);

// Returns true if the failure number only means that inertias differ by many orders of magnitude;
// the resulting loss of accuracy depends on the state.
bool program_is_ill_conditioned(const Program *program, int failed);
// Writes the meaning of a failure number to `why`, as a sentence, and returns a suggested remedy
// (explain.c).
const char *program_explain(const Program *program, int failed, Text *why);

// Estimates the number of significant decimal digits of the pivot with the largest loss by rounding
// or, if no pivot has lost many, of the result with the largest loss, and its quantity; 15 digits
// and NULL if there is no loss. Quantities without pivots are not examined. `registers` must be
// those of program_evaluate(); `scratch` has space for twice as many doubles
// (significant_digits.c).
enum { SURE_DIGITS_FEW = 6 };
typedef struct SignificantDigits {
  double digits;  // 0 or less: rounding error only
  const Quantity *quantity;
  const Pivot *pivot;  // NULL: a result
  int entry;           // index of the result
} SignificantDigits;
SignificantDigits program_sure_digits(const Program *program, const double registers[],
                                      double scratch[]);

// Computes for each entry of an output how much it changes when inputs and operations are rounded
// differently. `scratch` has space for as many doubles as there are registers.
void program_rounding(const Program *program, const Output *output, const double registers[],
                      double scratch[], double off[]);

// Returns the first entry that depends on a division by a number that is zero within the rounding
// of inputs and operations, and sets `output`; -1 if there is none. `registers` must be those of
// program_run(); `scratch` has space for twice as many doubles (zero_divisors.c). Costs nine
// evaluations. program_has_divisors() returns false if no such division can occur.
bool program_has_divisors(const Program *program);
int program_zero_divisor(const Program *program, const double registers[], double scratch[],
                         const Output **output);

// Evaluates `count` states in a structure of arrays: q[i*stride + s] is coordinate i of state s
// (stride >= count), likewise for all arrays and time; parameters are common to all states. Entry e
// of output k is written to out[k][e*stride + s]. `scratch` holds program_batch_scratch() bytes for
// each thread. If thread_count > 1, blocks of states are distributed to OpenMP threads.
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
  int *failed;  // return value of program_evaluate() for each state; NULL: not requested
} ProgramBatch;
size_t program_batch_scratch(const Program *program);
void program_evaluate_batch(const Program *program, const ProgramBatch *batch, void *scratch,
                            int thread_count, double *const out[]);

// ---- costs

typedef struct OperationCount {
  int multiplications;
  int additions;  // includes subtractions, and sign changes that cannot be absorbed
  int divisions;
  int roots;
  int sincos_pairs;  // sine and cosine of one angle count once
  int others;
} OperationCount;
OperationCount program_count_stage(const Program *program, Stage stage);
OperationCount program_count(const Program *program);  // all stages except literals and parameters
// The same for the steps that one output needs.
OperationCount program_count_output(const Program *program, int output);
// The same for the steps that several outputs need; shared steps count once.
OperationCount program_count_outputs(const Program *program, const int outputs[], int count);
// Returns a flag per register: one output needs it. The caller must free() it.
bool *program_needed(const Program *program, int output);

// Prints every step, for `bielle dump --stage=program`.
void program_dump(const Program *program, Text *out);

#endif
