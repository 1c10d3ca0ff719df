// bielle/model.h -- the equations of a mechanism: derive, print, count, evaluate, generate code.
//
// Quantities have keys: M, tau; fk:FRAME for one of a family (bielle_quantity_info() lists them,
// docs/notation.md explains them). A list of keys is an array of strings; an empty list stands for
// what a function says.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MODEL_H
#define BIELLE_MODEL_H

#include "bielle/mechanism.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- what can be asked for

// A row of the table of all quantities, or of a family of them, whose keys end in a name. Borrowed.
typedef struct BielleQuantityInfo {
  const char *key;       // "M"; of a family with the colon, "fk:"
  const char *subject;   // of a family: what the name is of, "BODY", "A/B" (frames or points, the
                         // second may be missing); otherwise ""
  const char *title;     // "mass matrix, symmetric"; subjects are called as above
  const char *unit;      // "J"; "N | N.m" where entries differ; "" if it depends on the mechanism
  const char *rows;      // how many: "6", or of what there is one each: "n" and "q" coordinates (q:
  const char *columns;   // by their names), "constraints"
  const char *group;     // of quantities that belong together: "equations of motion"
  const char *needs;     // what the mechanism must have for it: "constraints on speeds"; or ""
  const char *method;    // the only one that has it, "kane"; "" if all have
  const char *function;  // of generated code, without the model's name; %s is the name
} BielleQuantityInfo;

// Fills in row `index` of the table and returns 1; 0 if there are not as many.
BIELLE_API int bielle_quantity_info(int index, BielleQuantityInfo *out);
// The table as JSON: for documents and editors. Owned.
BIELLE_API char *bielle_quantities(void);

typedef struct BielleModel BielleModel;

typedef struct BielleDeriveOptions {
  const char *method;       // "energy"; NULL: the default
  uint64_t seed;            // of the random points behind exact comparison; 0 is the usual choice
  const char *const *keys;  // quantities that the model must have; those it always has may be there
  int key_count;
  // Reduced models, each NULL for a whole one. What is left out, and how far tau may be off, stands
  // in the model's note.
  const char *drop;        // "coriolis": no terms in products of speeds
  const char *negligible;  // "1%": no terms that together stay below 1% of a torque's range
  const char *speeds;      // largest ones, for `negligible`: "2", or "q1=2, q2=90deg" in m, rad, s;
  const char *accelerations;  // 1 where nothing is said
  // Mechanisms with loops, constraints or wheels.
  const char *constraints;  // how forward dynamics treats them: "augmented", "partition",
                            // "projector"; NULL: augmented, for reading partition
  const char *independent;  // coordinates of the partition: "th1, th2"; NULL: the best
  const char *weights;      // of the inputs' squares in u, where there are more of them than
                            // freedoms: "u1=2, u2=1"; NULL: 1
  // The state at which numbers will be asked for, as bielle_model_evaluate_json() takes it (of a list
  // the first); NULL: that of the description. Which constraints are redundant, and where a
  // partition divides, is decided there.
  const char *state;
  size_t state_length;
  const char *about;  // an operating point, put in exactly: "th=0, x'=0, tau[x]=0"; NULL: none
  // Not 0: a model to be printed only. Each quantity is derived by itself, so that it is written
  // the same whatever else the model has; no functions, numbers or code are made of it.
  int is_for_reading;
  // Not 0, of a model for reading: accelerations are written out, without names for parts of them,
  // however long that is; up to three coordinates they are anyway, where it is short.
  int is_explicit;
  // Not 0: a model to be printed step by step (BIELLE_RECURSIVE): the components of the vectors of
  // the recursion have names.
  int is_for_steps;
  BielleProgress progress;  // of a model for reading, by quantity; NULL: nobody is told
  void *progress_context;
  // Numbers are computed at states as they are given, where loops are open or speeds do not fit, with
  // a warning if they are of motion under constraints; otherwise such states are closed first.
  int keeps_open;
  int keeps_sides;  // joints of loops that a state has upside down, half a turn away, are closed so
  // Of a model for BielleRows: the first row of the table, which belongs to the `state`, and what its
  // columns are, as in BielleRowsOptions. NULL: none.
  const double *first_row;
  const char *columns;
  int column_count;
} BielleDeriveOptions;

// Derives the equations. `options` may be NULL. On BIELLE_OK the caller owns *out; the mechanism is
// not needed any more.
BIELLE_API BielleStatus bielle_model_derive(const BielleMechanism *mechanism,
                                            const BielleDeriveOptions *options,
                                            BielleDiagnostics *diagnostics, BielleModel **out);
// Frees the model. NULL is allowed.
BIELLE_API void bielle_model_free(BielleModel *model);

// A quantity of a model. Texts are borrowed from the model.
typedef struct BielleQuantity {
  const char *key;    // "M"
  const char *title;  // "mass matrix, symmetric"
  const char *unit;   // of all entries; "" where they differ or have none
  int rows;
  int columns;
  int is_symmetric;
  const char *const *row_labels;  // what rows stand for, "C: along x"; NULL: their numbers
  const char *const *column_labels;
} BielleQuantity;

BIELLE_API int bielle_model_quantity_count(const BielleModel *model);
// Quantity `index`; 1, or 0 if there is none.
BIELLE_API int bielle_model_quantity(const BielleModel *model, int index, BielleQuantity *out);
// How many operations the quantity has in the form that was derived, with nothing shared; entries
// that a symmetric matrix repeats count once. About twenty make a line.
BIELLE_API double bielle_model_quantity_size(const BielleModel *model, const char *key);
// Has the model a quantity of this key with all entries 0?
BIELLE_API int bielle_model_quantity_is_zero(const BielleModel *model, const char *key);

// ---- proof

typedef struct BielleVerifyOptions {
  uint64_t seed;         // of the random points and states
  bool allows_unproved;  // what is not proved, and not refuted, is no failure
  BielleProgress progress;
  void *progress_context;
} BielleVerifyOptions;

// Derives the mechanism by every method and compares the results exactly, entry by entry; examines
// the laws that equations of motion obey; compares with numbers of a witness that shares nothing
// with the methods; evaluates every program at fresh random points. Owned in *out: a certificate.
// BIELLE_OK: everything holds; BIELLE_DOES_NOT_HOLD: the certificate says what does not, or is not
// proved. `options` may be NULL.
// The record: {"mechanism": "arm", "sha256": "", "version": "", "seed": "0", "claims":
// [{"statement": "M is symmetric", "outcome": "holds", "chance": 1e-30}, {"remark": ""}], "holds":
// true, "statements": 18, "failures": 0, "unproved": 0}; outcome is "holds", "not proved" or "does
// not hold" (with the "difference"), and of numbers there is "evidence" in place of the chance that
// a difference went unnoticed
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
  BIELLE_CONDENSED,  // as short as we know
  BIELLE_EXPANDED,   // sums of products
  BIELLE_RECURSIVE   // a sequence of named intermediate results, in the order of computation
} BielleForm;

typedef struct BiellePrintOptions {
  const char *const *keys;  // quantities, in this order
  int key_count;            // 0: T, V, M, C, G
  BielleNotation notation;
  BielleForm form;
  int is_compact;  // C2, S12 for cos(q2), sin(q1 + q2), with a legend
  int width;       // columns of a text line; 0: 100
  int has_colour;  // text with the sequences of a terminal (ECMA-48); others have none
  // A quantity that would take more lines is left out; 0: none is too long. `lines_left_out` takes
  // for each key how many lines it would have, 0 if it is there; NULL: not told.
  int most_lines;
  int *lines_left_out;
  BielleProgress progress;  // NULL: nobody is told
  void *progress_context;
} BiellePrintOptions;

// The equations as people read them. `options` may be NULL. Owned in *out.
BIELLE_API BielleStatus bielle_model_print(const BielleModel *model,
                                           const BiellePrintOptions *options,
                                           BielleDiagnostics *diagnostics, char **out);

// ---- where the terms come from

typedef struct BielleExplainOptions {
  const char *const *entries;  // "M[1,2]", "tau[1]", or "M": all of its entries that are not 0
  int entry_count;
  uint64_t seed;
  const char *about;        // an operating point as in BielleDeriveOptions; NULL: none
  BielleNotation notation;  // BIELLE_TEXT or BIELLE_JSON
  int width;                // columns of a text line; 0: 100
} BielleExplainOptions;

// Says of entries what they mean and which parts they are made of: the inertia, weight and lever of
// each body, each force, the constraint, with the line of the description and the velocities that
// matter. T V L E M C h G tau Qe Qu Ma, T:BODY V:BODY, and of constraints Phi Phi_q Phi_t gamma H
// b_nh gamma_nh have such parts. They are derived from the motion of the bodies, and add up exactly
// to the entry that the recursion or the energies give; BIELLE_INTERNAL if not. Owned in *out.
BIELLE_API BielleStatus bielle_model_explain(const BielleMechanism *mechanism,
                                             const BielleExplainOptions *options,
                                             BielleDiagnostics *diagnostics, char **out);

// The mechanism, which must be a serial chain of turns about and slides along x, y, z, as the
// tables of the 1980 report: sentence, MRR, translations, rotations with merged parallel axes,
// bodies, limits, mass data; then the quantities `keys` of its `model` with compact names. `model`
// may be NULL if there are no keys. Owned in *out.
BIELLE_API BielleStatus bielle_model_listing(const BielleMechanism *mechanism,
                                             const BielleModel *model, const char *const keys[],
                                             int key_count, BielleDiagnostics *diagnostics,
                                             char **out);

// Operations of one evaluation of each quantity (none given: all), by stage. Owned in *out.
// The record: {"quantities": [{"key": "M", "title": "", "stages": {"q": {"multiplications": 3,
// "additions": 2, "divisions": 0, "roots": 0, "sincos": 1, "others": 0}}, "each_call": {}}]}
BIELLE_API BielleStatus bielle_model_count(const BielleModel *model, const char *const keys[],
                                           int key_count, BielleDiagnostics *diagnostics,
                                           BielleAnswer **out);

// "equations" or "program" (of the given quantities; none: all) in full, for tools and tests. Owned
// in *out.
BIELLE_API BielleStatus bielle_model_dump(const BielleModel *model, const char *stage,
                                          const char *const keys[], int key_count,
                                          BielleDiagnostics *diagnostics, char **out);

// ---- numbers

// Evaluates quantities (none given: T, V, M, C, h, G, tau) at the state or list of states in the
// JSON text `state`: {"params":{}, "q":{}, "qd":{}, "qdd":{}, "tau":{}, "inputs":{},
// "states":{}, "discrete":{}, "t":0};
// missing coordinates are at their initial values, missing speeds, accelerations and generalised
// forces tau are 0, missing inputs have their described values at t, or 0; a missing parameter
// without default is an error. `name` stands for the text in messages. The result is a JSON object
// (or list) with 17 digits. Where a quantity of motion under constraints is among them, a state that
// does not satisfy the constraints is closed first, with a note; its object has the values that were
// used instead in "closed": {"q":{}, "qd":{}}. What the state names stays if it can. Owned in *out.
BIELLE_API BielleStatus bielle_model_evaluate_json(const BielleModel *model,
                                                   const char *const keys[], int key_count,
                                                   const char *name, const char *state,
                                                   size_t length, BielleDiagnostics *diagnostics,
                                                   char **out);

// Quantities compiled together for evaluation in a loop: work that they share is done once. It
// borrows the model.
typedef struct BielleFunction BielleFunction;

// Compiles the quantities `keys` (none given: all). On BIELLE_OK the caller owns *out.
BIELLE_API BielleStatus bielle_function_new(const BielleModel *model, const char *const keys[],
                                            int key_count, BielleDiagnostics *diagnostics,
                                            BielleFunction **out);
// Frees the function. NULL is allowed.
BIELLE_API void bielle_function_free(BielleFunction *function);

// How many results it has, one for each key, and what result `index` is; 1, or 0 if there is none.
BIELLE_API int bielle_function_output_count(const BielleFunction *function);
BIELLE_API int bielle_function_output(const BielleFunction *function, int index,
                                      BielleQuantity *out);

// A state. Arrays in the mechanism's order; NULL stands for zeros.
typedef struct BielleState {
  const double *params;
  const double *q;
  const double *qd;
  const double *qdd;
  const double *tau;     // generalised forces, by coordinate: what forward dynamics is given
  const double *inputs;  // as described; none has a value of its own here
  double t;
  const double *states;     // none has its value at the start here
  const double *discretes;  // likewise
} BielleState;

// Number of doubles of scratch that one evaluation needs.
BIELLE_API size_t bielle_function_scratch(const BielleFunction *function);
// Evaluates at the state; out[k] receives result k, rows*columns doubles, row-major. Returns 0, or a
// number that bielle_function_explain() puts in words: a coordinate that no inertia resists at this
// state, or a constraint that follows from the others there. Results that do not exist then hold
// NaN. Allocates nothing; any number of threads may call it, each with its own scratch.
BIELLE_API int bielle_function_evaluate(const BielleFunction *function, const BielleState *state,
                                        double scratch[], double *const out[]);

// Many states with the same parameters, as a structure of arrays: q[i*stride + s] is coordinate i of
// state s, and so in all arrays; t[s] is its time. NULL stands for zeros.
typedef struct BielleStates {
  int count;
  int stride;            // of arrays given and results; at least `count`
  const double *params;  // one set for all
  const double *q;
  const double *qd;
  const double *qdd;
  const double *tau;
  const double *inputs;
  const double *t;
  const double *states;
  const double *discretes;
  int *failed;  // by state: what bielle_function_evaluate() returns; NULL: nobody asks
} BielleStates;

// Bytes of scratch that each thread needs for many states, whatever their number.
BIELLE_API size_t bielle_function_many_scratch(const BielleFunction *function);
// Evaluates at all states, on `threads` threads; entry e of result k at state s goes to
// out[k][e*stride + s]. The numbers are those of bielle_function_evaluate() to the last bit.
// `scratch` holds threads * bielle_function_many_scratch() bytes, aligned as malloc() aligns them.
// Allocates nothing.
BIELLE_API void bielle_function_evaluate_many(const BielleFunction *function,
                                              const BielleStates *states, int threads,
                                              void *scratch, double *const out[]);

// What a number means that is not 0, in a sentence with what would help. Owned.
BIELLE_API char *bielle_function_explain(const BielleFunction *function, int failed);

// Quantities at states that are the rows of a table, as long as one likes: what each column is, is
// said once. States are closed and examined as bielle_model_evaluate_json() does with those of a
// list, and the numbers are the same to the last bit. It borrows the model.
typedef struct BielleRows BielleRows;

typedef struct BielleRowsOptions {
  const char *const *keys;  // quantities; none: as bielle_model_evaluate_json()
  int key_count;
  // What the columns of the table are, "q1, q1', tau[q1], u, t": coordinates, their rates, generalised
  // forces, inputs, states, discrete variables, time. NULL: their number tells; n coordinates, in
  // the mechanism's order, then n speeds, then n accelerations.
  const char *columns;
  int column_count;  // of the table; 0: as many as `columns` names, or 3n
  // Everything else, the same for all rows, as bielle_model_evaluate_json() takes one state; NULL: as
  // described. `name` stands for it in messages.
  const char *name;
  const char *state;
  size_t state_length;
} BielleRowsOptions;

// On BIELLE_OK the caller owns *out.
BIELLE_API BielleStatus bielle_rows_new(const BielleModel *model, const BielleRowsOptions *options,
                                        BielleDiagnostics *diagnostics, BielleRows **out);
// Frees it. NULL is allowed.
BIELLE_API void bielle_rows_free(BielleRows *rows);

// How many columns a row has: of states, and of results, the entries of the quantities in their
// order, each row-major. The name of a column, "q1'" or "tau[q1]"; NULL if there is none. Borrowed.
BIELLE_API int bielle_rows_input_count(const BielleRows *rows);
BIELLE_API const char *bielle_rows_input(const BielleRows *rows, int index);
BIELLE_API int bielle_rows_output_count(const BielleRows *rows);
BIELLE_API const char *bielle_rows_output(const BielleRows *rows, int index);

// Evaluates at the next `count` states, in[s * input_count + i], on `threads` threads (0: one for
// each processor); results go to out[s * output_count + e]. States are numbered on from the last
// call, from 1. BIELLE_BAD_INPUT if some state has no result: its row holds NaN then; of such states
// the first ten are told. One call at a time.
BIELLE_API BielleStatus bielle_rows_evaluate(BielleRows *rows, size_t count, const double in[],
                                             int threads, double out[],
                                             BielleDiagnostics *diagnostics);
// Tells what there is to say about all states so far: how many were closed, and how many had no
// result if not all were told. The next state is the first again.
BIELLE_API void bielle_rows_end(BielleRows *rows, BielleDiagnostics *diagnostics);

// ---- programs

typedef struct BielleCodeOptions {
  const char *language;     // "c", "python", ..: as --lang of the command
  const char *const *keys;  // quantities; none, and none fused: all
  int key_count;
  const char
      *command;      // how to make it again, for the header comment: "bielle code arm.bl --lang c"
  int is_float;      // float instead of double
  int has_batch;     // also a variant over many states
  int is_portable;   // C99 alone, without what compilers offer besides
  int keeps_stages;  // C: statements stage by stage, not in the order that runs fast
  const char *const *fused;  // C: quantities that one function more computes together
  int fused_count;           // at most 16
} BielleCodeOptions;

// A file of a program.
typedef struct BielleFile {
  const char *name;  // "arm.c"
  const char *text;
  size_t length;
} BielleFile;

// The program files in memory. Owned in *out: free them with bielle_files_free().
BIELLE_API BielleStatus bielle_model_code(const BielleModel *model,
                                          const BielleCodeOptions *options,
                                          BielleDiagnostics *diagnostics, BielleFile **out,
                                          int *count);
BIELLE_API void bielle_files_free(BielleFile *files);  // NULL is allowed

// Writes the program files into `directory`, which is made if it is missing. Either all files are
// written or none. *names (owned, may be NULL) receives their names, one a line.
BIELLE_API BielleStatus bielle_model_write_code(const BielleModel *model,
                                                const BielleCodeOptions *options,
                                                const char *directory,
                                                BielleDiagnostics *diagnostics, char **names);

#ifdef __cplusplus
}
#endif
#endif
