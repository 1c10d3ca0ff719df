// bielle/model.h -- the equations of a mechanism: derive, print, count, evaluate, generate code.
//
// Quantities have keys: M, tau; fk:FRAME for one of a family (bielle_quantity_info() lists them,
// docs/notation.md explains them). A list of keys is an array of strings; the meaning of an empty
// list is stated for each function.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MODEL_H
#define BIELLE_MODEL_H

#include "bielle/mechanism.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- table of quantities

// A row of the table of all quantities. A family of quantities has keys that end in a name.
// Borrowed.
typedef struct BielleQuantityInfo {
  const char *key;  // "M"; the key of a family ends in a colon, "fk:"
  // What the name of a family refers to, "BODY", "A/B" (frames or points, the second may be
  // omitted); otherwise ""
  const char *subject;
  const char *title;  // "mass matrix, symmetric"; uses the names of `subject`
  const char *unit;   // "J"; "N | N.m" if entries differ; "" if it depends on the mechanism
  // Numbers of rows and columns: "6", or one for each of "n" or "q" (coordinates; with q they have
  // the names of the coordinates) or of "constraints"
  const char *rows;
  const char *columns;
  const char *group;     // group of related quantities: "equations of motion"
  const char *needs;     // what the mechanism must have: "constraints on speeds"; or ""
  const char *method;    // the only method that has it, "kane"; "" if all have it
  const char *function;  // in generated code, without the model's name; %s is the name
} BielleQuantityInfo;

// Fills in row `index` of the table. Returns 1, or 0 if there is no such row.
BIELLE_API int bielle_quantity_info(int index, BielleQuantityInfo *out);
// The table as JSON, for documents and editors. Owned.
BIELLE_API char *bielle_quantities(void);

typedef struct BielleModel BielleModel;

typedef struct BielleDeriveOptions {
  const char *method;       // "energy"; NULL: the default
  uint64_t seed;            // of the random points for exact comparison; 0 is the default
  const char *const *keys;  // required quantities; those that every model has may be listed
  int key_count;
  // Reduced models; each member is NULL for the full model. The model's note states which terms are
  // omitted and the possible error of tau.
  const char *drop;        // "coriolis": omit terms in products of speeds
  const char *negligible;  // "1%": omit terms whose sum stays below 1% of a torque's range
  // Maximum speeds and accelerations for `negligible`: "2", or "q1=2, q2=90deg" in m, rad, s; 1 if
  // not given
  const char *speeds;
  const char *accelerations;
  // For mechanisms with loops, constraints or wheels.
  const char *constraints;
  const char *independent;  // independent coordinates of the partition: "th1, th2"; NULL: the best
  // Weights of the squares of the inputs in u, if there are more inputs than degrees of freedom:
  // "u1=2, u2=1"; NULL: 1
  const char *weights;
  // The state at which the equations will be evaluated, as for bielle_model_evaluate_json() (the
  // first of a list); NULL: that of the description. The redundant constraints and the pivots of a
  // partition are chosen there.
  const char *state;
  size_t state_length;
  const char *about;  // operating point, substituted exactly: "th=0, x'=0, tau[x]=0"; NULL: none
  // Not 0: a model for printing only. Each quantity is derived independently, so that its form does
  // not depend on the other quantities of the model; functions, numbers and code are not available.
  int is_for_reading;
  // Not 0, for a model with is_for_reading: accelerations are expanded, without names for
  // subexpressions, however long they become. Up to three coordinates they are always expanded if
  // that is short.
  int is_explicit;
  // Not 0: a model to be printed step by step (BIELLE_RECURSIVE): the components of the vectors of
  // the recursion have names.
  int is_for_steps;
  BielleProgress progress;  // with is_for_reading, by quantity; NULL: no progress callback
  void *progress_context;
  // Not 0: quantities are evaluated at states as given, even if loops are open or velocities
  // violate the constraints, with a warning for quantities of motion under constraints. 0: such
  // states are closed first.
  int keeps_open;
  int keeps_sides;  // loop joints given upside down (180 deg away) are assembled that way
  // For a model used with BielleRows: the first row of the table, which belongs to `state`, and its
  // columns as in BielleRowsOptions. NULL: none.
  const double *first_row;
  const char *columns;
  int column_count;
} BielleDeriveOptions;

// Derives the equations. `options` may be NULL. On BIELLE_OK the caller owns *out; the mechanism
// may then be freed.
BIELLE_API BielleStatus bielle_model_derive(const BielleMechanism *mechanism,
                                            const BielleDeriveOptions *options,
                                            BielleDiagnostics *diagnostics, BielleModel **out);
// Frees the model. NULL is allowed.
BIELLE_API void bielle_model_free(BielleModel *model);

// A quantity of a model. Texts are borrowed from the model.
typedef struct BielleQuantity {
  const char *key;    // "M"
  const char *title;  // "mass matrix, symmetric"
  const char *unit;   // of all entries; "" if they differ or have none
  int rows;
  int columns;
  int is_symmetric;
  const char *const *row_labels;  // meaning of the rows, "C: along x"; NULL: row numbers
  const char *const *column_labels;
} BielleQuantity;

BIELLE_API int bielle_model_quantity_count(const BielleModel *model);
// Quantity `index`. Returns 1, or 0 if there is none.
BIELLE_API int bielle_model_quantity(const BielleModel *model, int index, BielleQuantity *out);
// Number of operations of the quantity in the form that was derived, without shared subexpressions;
// symmetric entries count once. About twenty operations fill a line.
BIELLE_API double bielle_model_quantity_size(const BielleModel *model, const char *key);
// Returns 1 if the model has a quantity of this key whose entries are all 0.
BIELLE_API int bielle_model_quantity_is_zero(const BielleModel *model, const char *key);

// ---- verification

typedef struct BielleVerifyOptions {
  uint64_t seed;         // of the random points and states
  bool allows_unproved;  // statements that are neither proved nor refuted are not failures
  BielleProgress progress;
  void *progress_context;
} BielleVerifyOptions;

// Derives the mechanism by every method and compares the results exactly, entry by entry; checks
// the laws that equations of motion satisfy; compares with the numbers of an independent reference
// model that shares no code with the methods; evaluates every program at new random points. Owned
// in *out: a certificate. BIELLE_OK: every statement holds. BIELLE_DOES_NOT_HOLD: the certificate
// lists those that do not hold or are not proved. `options` may be NULL.
// The record: {"mechanism": "arm", "sha256": "", "version": "", "seed": "0", "claims":
// [{"statement": "M is symmetric", "outcome": "holds", "chance": 1e-30}, {"remark": ""}], "holds":
// true, "statements": 18, "failures": 0, "unproved": 0}; outcome is "holds", "not proved" or "does
// not hold" (with the "difference"). "chance" is the probability that a difference was missed;
// numerical comparisons have "evidence" instead.
BIELLE_API BielleStatus bielle_verify(const BielleMechanism *mechanism,
                                      const BielleVerifyOptions *options,
                                      BielleDiagnostics *diagnostics, BielleAnswer **out);

// ---- equations as text

typedef enum BielleNotation {
  BIELLE_TEXT,
  BIELLE_LATEX,
  BIELLE_JSON,
  BIELLE_MATHML  // a fragment of HTML
} BielleNotation;
typedef enum BielleForm {
  BIELLE_CONDENSED,  // as short as possible
  BIELLE_EXPANDED,   // sums of products
  BIELLE_RECURSIVE   // a sequence of named intermediate results, in order of evaluation
} BielleForm;

typedef struct BiellePrintOptions {
  const char *const *keys;  // quantities, in this order
  int key_count;            // 0: T, V, M, C, G
  BielleNotation notation;
  BielleForm form;
  int is_compact;  // C2, S12 for cos(q2), sin(q1 + q2), with a legend
  int width;       // columns of a text line; 0: 100
  int has_colour;  // text with terminal control sequences (ECMA-48); ignored for other notations
  // Quantities with more lines than this are omitted; 0: no limit. `lines_left_out` receives for
  // each key the number of lines it would have, or 0 if it is printed; NULL: not returned.
  int most_lines;
  int *lines_left_out;
  BielleProgress progress;  // NULL: no progress callback
  void *progress_context;
} BiellePrintOptions;

// The equations for display. `options` may be NULL. Owned in *out.
BIELLE_API BielleStatus bielle_model_print(const BielleModel *model,
                                           const BiellePrintOptions *options,
                                           BielleDiagnostics *diagnostics, char **out);

// ---- origin of the terms

typedef struct BielleExplainOptions {
  const char *const *entries;  // "M[1,2]", "tau[1]", or "M": all of its nonzero entries
  int entry_count;
  uint64_t seed;
  const char *about;        // an operating point as in BielleDeriveOptions; NULL: none
  BielleNotation notation;  // BIELLE_TEXT or BIELLE_JSON
  int width;                // columns of a text line; 0: 100
} BielleExplainOptions;

// Explains what entries mean and which contributions they consist of: inertia, weight and lever of
// each body, each force, the constraint, with the line of the description and the relevant
// velocities. Such contributions exist for T V L E M C h G tau Qe Qu Ma, T:BODY V:BODY, and for the
// constraint quantities Phi Phi_q Phi_t gamma H b_nh gamma_nh. They are derived from the motion of
// the bodies, and their sum is verified to equal the entry that the recursion or the energies
// yield; otherwise BIELLE_INTERNAL. Owned in *out.
BIELLE_API BielleStatus bielle_model_explain(const BielleMechanism *mechanism,
                                             const BielleExplainOptions *options,
                                             BielleDiagnostics *diagnostics, char **out);

// Prints the mechanism, which must be a serial chain of rotations about and translations along x,
// y, z, as the tables of the 1980 report: sentence, MRR, translations, rotations with merged
// parallel axes, bodies, limits, mass data; then the quantities `keys` of its `model` with compact
// names. `model` may be NULL if there are no keys. Owned in *out.
BIELLE_API BielleStatus bielle_model_listing(const BielleMechanism *mechanism,
                                             const BielleModel *model, const char *const keys[],
                                             int key_count, BielleDiagnostics *diagnostics,
                                             char **out);

// Operation counts of one evaluation of each quantity (no keys: all), by stage. Owned in *out.
// The record: {"quantities": [{"key": "M", "title": "", "stages": {"q": {"multiplications": 3,
// "additions": 2, "divisions": 0, "roots": 0, "sincos": 1, "others": 0}}, "each_call": {}}]}
BIELLE_API BielleStatus bielle_model_count(const BielleModel *model, const char *const keys[],
                                           int key_count, BielleDiagnostics *diagnostics,
                                           BielleAnswer **out);

// The internal data of one stage, "equations" or "program" (of the given quantities; none: all),
// for tools and tests. Owned in *out.
BIELLE_API BielleStatus bielle_model_dump(const BielleModel *model, const char *stage,
                                          const char *const keys[], int key_count,
                                          BielleDiagnostics *diagnostics, char **out);

// ---- numbers

// Evaluates quantities (no keys: T, V, M, C, h, G, tau) at the state or list of states in the JSON
// text `state`: {"params":{}, "q":{}, "qd":{}, "qdd":{}, "tau":{}, "inputs":{}, "states":{},
// "discrete":{}, "t":0}. Missing coordinates have their initial values; missing speeds,
// accelerations and generalised forces tau are 0; missing inputs have their described values at t,
// or 0; a missing parameter without default is an error. `name` is the name of the text in
// messages. The result is a JSON object (or list) with 17 digits. If a quantity of motion under
// constraints is among the keys, a state that does not satisfy the constraints is closed first,
// with a note; its object then has the corrected values in "closed": {"q":{}, "qd":{}}. Values
// given in the state are kept if possible. Owned in *out.
BIELLE_API BielleStatus bielle_model_evaluate_json(const BielleModel *model,
                                                   const char *const keys[], int key_count,
                                                   const char *name, const char *state,
                                                   size_t length, BielleDiagnostics *diagnostics,
                                                   char **out);

// Quantities compiled together for repeated evaluation; shared subexpressions are computed once. A
// function borrows the model.
typedef struct BielleFunction BielleFunction;

// Compiles the quantities `keys` (none: all). On BIELLE_OK the caller owns *out.
BIELLE_API BielleStatus bielle_function_new(const BielleModel *model, const char *const keys[],
                                            int key_count, BielleDiagnostics *diagnostics,
                                            BielleFunction **out);
// Frees the function. NULL is allowed.
BIELLE_API void bielle_function_free(BielleFunction *function);

// Number of results, one for each key; result `index`: returns 1, or 0 if there is none.
BIELLE_API int bielle_function_output_count(const BielleFunction *function);
BIELLE_API int bielle_function_output(const BielleFunction *function, int index,
                                      BielleQuantity *out);

// A state. Arrays are in the mechanism's order; a NULL array means zeros.
typedef struct BielleState {
  const double *params;
  const double *q;
  const double *qd;
  const double *qdd;
  const double *tau;     // generalised forces by coordinate, the input of forward dynamics
  const double *inputs;  // values; laws of the description are not applied
  double t;
  const double *states;     // values; initial values of the description are not applied
  const double *discretes;  // likewise
} BielleState;

// Number of doubles of scratch memory for one evaluation.
BIELLE_API size_t bielle_function_scratch(const BielleFunction *function);
// Evaluates at the state; out[k] receives result k, rows*columns doubles, row-major. Returns 0, or
// a number that bielle_function_explain() describes: a coordinate without inertia at this state, or
// a constraint that is redundant there. Results that are undefined are NaN. Allocates nothing; any
// number of threads may call it, each with its own scratch.
BIELLE_API int bielle_function_evaluate(const BielleFunction *function, const BielleState *state,
                                        double scratch[], double *const out[]);

// Many states with the same parameters, as a structure of arrays: q[i*stride + s] is coordinate i
// of state s, likewise in all arrays; t[s] is its time. A NULL array means zeros.
typedef struct BielleStates {
  int count;
  int stride;            // of input arrays and results; at least `count`
  const double *params;  // one set for all states
  const double *q;
  const double *qd;
  const double *qdd;
  const double *tau;
  const double *inputs;
  const double *t;
  const double *states;
  const double *discretes;
  int *failed;  // by state: the value of bielle_function_evaluate(); NULL: not returned
} BielleStates;

// Bytes of scratch that each thread needs for evaluation at many states, independent of their
// number.
BIELLE_API size_t bielle_function_many_scratch(const BielleFunction *function);
// Evaluates at all states, on `threads` threads; entry e of result k at state s goes to
// out[k][e*stride + s]. The results are bitwise equal to those of bielle_function_evaluate().
// `scratch` has threads * bielle_function_many_scratch() bytes, aligned as by malloc(). Allocates
// nothing.
BIELLE_API void bielle_function_evaluate_many(const BielleFunction *function,
                                              const BielleStates *states, int threads,
                                              void *scratch, double *const out[]);

// Describes a nonzero return value in a sentence, with a suggested correction. Owned.
BIELLE_API char *bielle_function_explain(const BielleFunction *function, int failed);

// Quantities at states that are the rows of a table of any length; the meaning of the columns is
// given once. States are closed and checked as by bielle_model_evaluate_json() with a list of
// states, and the results are bitwise equal. It borrows the model.
typedef struct BielleRows BielleRows;

typedef struct BielleRowsOptions {
  const char *const *keys;  // quantities; none: as in bielle_model_evaluate_json()
  int key_count;
  // Meaning of the columns of the table, "q1, q1', tau[q1], u, t": coordinates, their rates,
  // generalised forces, inputs, states, discrete variables, time. NULL: deduced from the number of
  // columns; n coordinates, in the mechanism's order, then n speeds, then n accelerations.
  const char *columns;
  int column_count;  // of the table; 0: the number of names in `columns`, or 3n
  // All other values, the same for all rows, as one state of bielle_model_evaluate_json(); NULL: as
  // described. `name` is its name in messages.
  const char *name;
  const char *state;
  size_t state_length;
} BielleRowsOptions;

// On BIELLE_OK the caller owns *out.
BIELLE_API BielleStatus bielle_rows_new(const BielleModel *model, const BielleRowsOptions *options,
                                        BielleDiagnostics *diagnostics, BielleRows **out);
// Frees the rows. NULL is allowed.
BIELLE_API void bielle_rows_free(BielleRows *rows);

// Number of columns of a row of states and of a row of results (the entries of the quantities in
// order, each row-major), and the name of a column, "q1'" or "tau[q1]"; NULL if there is none.
// Borrowed.
BIELLE_API int bielle_rows_input_count(const BielleRows *rows);
BIELLE_API const char *bielle_rows_input(const BielleRows *rows, int index);
BIELLE_API int bielle_rows_output_count(const BielleRows *rows);
BIELLE_API const char *bielle_rows_output(const BielleRows *rows, int index);

// Evaluates at the next `count` states, in[s * input_count + i], on `threads` threads (0: one for
// each processor); results go to out[s * output_count + e]. State numbers start at 1 and continue
// from the previous call. BIELLE_BAD_INPUT if a state has no result: its row is NaN; the first ten
// such states are reported. Calls must not overlap.
BIELLE_API BielleStatus bielle_rows_evaluate(BielleRows *rows, size_t count, const double in[],
                                             int threads, double out[],
                                             BielleDiagnostics *diagnostics);
// Ends the series: reports how many of the states so far were closed and, if not all were reported,
// how many had no result. The next state has number 1 again.
BIELLE_API void bielle_rows_end(BielleRows *rows, BielleDiagnostics *diagnostics);

// ---- programs

typedef struct BielleCodeOptions {
  const char *language;     // "c", "python", ...: as for --lang
  const char *const *keys;  // quantities; none, and none in `fused`: all
  int key_count;
  const char *command;       // command line for the header comment: "bielle code arm.bl --lang c"
  int is_float;              // float instead of double
  int has_batch;             // also a variant over many states
  int is_portable;           // C99 only, without compiler extensions
  int keeps_stages;          // C: statements stage by stage instead of in the fastest order
  const char *const *fused;  // C: quantities that one additional function computes together
  int fused_count;           // at most 16
} BielleCodeOptions;

// A generated file.
typedef struct BielleFile {
  const char *name;  // "arm.c"
  const char *text;
  size_t length;
} BielleFile;

// Generates the program files in memory. Owned in *out; free them with bielle_files_free().
BIELLE_API BielleStatus bielle_model_code(const BielleModel *model,
                                          const BielleCodeOptions *options,
                                          BielleDiagnostics *diagnostics, BielleFile **out,
                                          int *count);
BIELLE_API void bielle_files_free(BielleFile *files);  // NULL is allowed

// Writes the program files into `directory`, which is created if it does not exist. Either all
// files are written or none. *names (owned, may be NULL) receives their names, one per line.
BIELLE_API BielleStatus bielle_model_write_code(const BielleModel *model,
                                                const BielleCodeOptions *options,
                                                const char *directory,
                                                BielleDiagnostics *diagnostics, char **names);

#ifdef __cplusplus
}
#endif
#endif
