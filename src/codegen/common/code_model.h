// code_model.h -- declarations shared by the printers of all languages: names, functions and text
// output.
//
//   language.h                words and templates of a language
//   code_model.c              all names, and one program for all functions
//   code_routine.c            the steps that prepare() or a function needs, with references
//   code_number.c             literals
//   code_table.c              tables of points
//   code_expression.c         expressions, with the parentheses that preserve the association
//   code_statement.c          the lines of a function
//   code_sincos.c             sines and cosines computed by one call
//   code_text.c               statements, lists and comments within the columns of a language
//   code_comment.c            comments about the model and its functions
//   code_runtime.c            runtime helpers, pasted into files that use them
//   code_constraint_solver.c  functions that solve the constraints
//   code_module.c             a file with all functions
//   code_samples.c            states and expected numbers of self-tests
//
// The C printer has further declarations in c_model.h. Every other language has one file: python.c,
// octave.c, ...
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_COMMON_CODE_MODEL_H
#define BIELLE_CODEGEN_COMMON_CODE_MODEL_H

#include "codegen/codegen.h"
#include "codegen/languages/language.h"
#include "codegen/routine/routine.h"
#include "codegen/routine/signature.h"

typedef struct CodeFunction {
  const Quantity *quantity;  // NULL: fused function of several quantities
  const Output *result;      // output of the program
  Signature signature;
  const char *name;        // "rr_mass_matrix"
  const char *short_name;  // "mass_matrix"
  const char *output;      // "M": the array that receives the result, or a returned number
  const char *size_macro;  // "RR_MASS_MATRIX_SIZE"; NULL for numbers
  int size;                // rows * columns
  const struct CodeFunction *members;  // functions whose results it computes: itself, or the fused
                                       // ones
  int member_count;
} CodeFunction;

// A generated function that solves the constraints: assemble() for coordinates, project_velocity()
// for velocities.
typedef struct CodeConstraintSolver {
  const char *short_name;           // "assemble"
  const char *name;                 // "rr_assemble"
  const char *size_macro;           // "RR_ASSEMBLE_SIZE"
  bool is_for_speeds;               // unknowns are qd; otherwise q
  int equations;                    // number of constraint equations, stacked
  int turns;                        // rows after them that measure the angular offset of the joints
                                    // that close loops
  unsigned takes;                   // flags TAKES_INPUTS and TAKES_TIME
  const CodeFunction *part[2];      // residuals (for velocities: the terms without qd); angular
                                    // offsets last
  const CodeFunction *jacobian[2];  // Jacobians of the parts
  int part_count;
} CodeConstraintSolver;

// A table that is generated as a function.
typedef struct CodeTable {
  const TableFunction *table;
  const char *name;  // "rr_damper"
} CodeTable;

typedef struct CodeModel {
  Arena *arena;
  const CodeRequest *request;
  const Equations *equations;
  const Language *language;
  const char *name;                  // "rr", prefix of names
  const char *upper;                 // "RR", prefix of macros
  const char **parameters;           // names of the members of rr_params
  const char **names[SOURCE_COUNT];  // names of the array entries, by source
  Program *program;                  // one program for all functions; output k belongs to key k
  CodeFunction *functions;           // by key, then the fused function
  int function_count;
  CodeFunction *fused_members;  // NULL: no fused function
  CodeTable *tables;            // tables used by the program
  int table_count;
  CodeConstraintSolver solvers[2];  // for q and for qd, if their parts were requested
  int solver_count;
  Routine *prepare;  // the parameter stage; stored values are members of rr_prepared
} CodeModel;

bool code_model_build(CodeModel *model, const CodeRequest *request, const Language *language,
                      Text *why);
void code_model_free(CodeModel *model);
void code_prepare_build(CodeModel *model);
// The names that are reserved in the body of a function: its arguments and the names that the
// printer generates. NULL: the body of prepare().
NameSet code_local_names(const CodeModel *model, const CodeFunction *function);

// Returns true if the variable has a numeric default value.
static inline bool code_has_default(const Variable *variable)
{
  return variable->value && variable->value->form->stage == STAGE_LITERAL;
}

// ---- routines

// Builds the statements of a function.
Routine *code_routine(const CodeModel *model, const CodeFunction *function);

// Names of the arrays that functions take as arguments, by source, and the suffix of the labels of
// their entries.
typedef struct CodeArray {
  const char *name;  // NULL: the source is not an array
  const char *ending;
} CodeArray;
extern const CodeArray CODE_ARRAYS[SOURCE_COUNT];

// ---- text

// Returns the text with $NAME replaced by the name of the model, as in NAME_real, the
// floating-point type of the generated code. Owned by the model.
const char *code_named(const CodeModel *model, const char *text);
// Returns a global name with the prefix of the language: "rr_prepare".
const char *code_global(const CodeModel *model, const char *name);
// Replaces $NAME in a printf format and formats the arguments: code_text() returns the text,
// code_put() appends it to `out`.
const char *code_text(const CodeModel *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void code_put(Text *out, const CodeModel *model, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The characters 1..31 of a marked text are spaces where a line may be broken; lower numbers are
// preferred.
enum { CODE_LAST_MARK = 31 };
// Puts a statement that consists of `head` and the marked text, broken into lines that fit.
void code_put_statement(Text *out, const Language *language, int indent, const char *head,
                        const char *marked);
void code_put_comment(Text *out, const Language *language, int indent, int hanging,
                      const char *text);
// Puts `text`, broken into lines. The first line begins with `indent` spaces and `mark`; further
// lines are indented by `hanging` more spaces.
void code_put_words(Text *out, const Language *language, int indent, const char *mark, int hanging,
                    const char *text);
// Puts `text` with all characters replaced that could end or disturb a comment.
void code_put_harmless(Text *out, const char *text);
// Puts "name(first, second)" preceded by `before`, broken after the parenthesis if an item would
// not fit otherwise. The text ends in ')'.
void code_put_list(Text *out, const Language *language, const char *before,
                   const char *const items[], int count);
// Puts an item and `ending`, on a new line if the present one is full. New lines begin at column
// `indent`; `column` is updated.
void code_put_item(Text *out, const Language *language, int *column, int indent, const char *item,
                   const char *ending);

// Puts a literal of the model's floating-point type, without sign. `exact` may be NULL.
void code_put_literal(Text *out, const CodeModel *model, const Expr *exact, double value);
// Puts a literal of double precision, with sign.
void code_put_double(Text *out, const Language *language, double value);
float code_nearest_float(const Expr *exact, double value);
// Puts signed literals of the model's floating-point type, separated by commas, in lines that begin
// at column `indent`.
void code_put_numbers(Text *out, const CodeModel *model, int indent, const double numbers[],
                      int count);

// ---- comments

// Puts the comment at the top of each file.
void code_put_banner(Text *out, const CodeModel *model, const char *file, const char *purpose);
// Puts the optional part of that comment: notes, operation counts, and the layout of the arrays.
void code_put_tables_of_model(Text *out, const CodeModel *model);
// Puts a summary: "M: mass matrix; 2 x 2. Rows: ...". `failures` is the beginning of the sentence
// about failure: "Returns 0, or the number".
void code_put_summary(Text *out, const CodeModel *model, const CodeFunction *function,
                      const char *failures);
// Puts the comment of a parameter: "[m] default 0.5; length of the arm".
void code_put_parameter_text(Text *out, const CodeModel *model, int index);
// Puts one line for each parameter: `before`, name, `between`, default value or 0, `behind`, and
// the comment of the parameter.
void code_put_parameter_lines(Text *out, const CodeModel *model, const char *before,
                              const char *between, const char *behind);

// ---- functions

// Angles whose sines and cosines are computed by one call of NAME_sincos() (C only).
typedef struct CodeAngles {
  int first;     // index of the statement that the call precedes
  int *of;       // steps that compute or load the angles
  int count;     // 0: a separate call for each sine and cosine
  int straight;  // number of leading angles that are adjacent entries of an argument
  bool is_kept;  // stored at the start of the workspace, not in local arrays
} CodeAngles;

// Output state of expressions; records which arguments of the function are used.
typedef struct CodeWriter {
  const CodeModel *model;
  const Routine *routine;
  const CodeFunction *function;  // NULL: prepare()
  CodeAngles angles;
  unsigned used;    // bits 1 << ValueSource; from SOURCE_OUTPUT on, one bit per member
  Text *loads;      // receives loads of inputs, before the line being written
  bool *is_loaded;  // by step: its load has been put
} CodeWriter;

// Collects the angles of the early sines and cosines among the statements first .. end-1.
CodeAngles code_angles(const CodeModel *model, const Routine *routine, int first, int end);
void code_put_sincos(CodeWriter *writer, Text *out, int indent);
// Returns the length of each of the arrays `sine` and `cosine`, including padding to full vectors.
int code_sincos_room(const CodeAngles *angles);
// Returns the position to which the call writes the value (sines first), or -1 if the call does not
// compute it.
int code_sincos_place(const Routine *routine, const CodeAngles *angles, int value);
// Returns the entry to which the call writes the value, "sine[2]" or "w[2]" in the workspace, or
// NULL if the call does not compute it.
const char *code_sincos_entry(const CodeModel *model, const Routine *routine,
                              const CodeAngles *angles, int value);

// Appends the marked expression of a value; a value that has its own line is only referenced.
void code_put_expression(CodeWriter *writer, Text *out, int value);
// Appends the marked expression that defines a value with its own line.
void code_put_definition(CodeWriter *writer, Text *out, int value);
// Puts the statements first .. end-1.
void code_put_statements(CodeWriter *writer, Text *out, int first, int end, int indent);

// The lines between the head and the end of a function.
typedef struct CodeBody {
  Routine *routine;
  Text lines;
  unsigned used;  // bits 1 << ValueSource of the values read
} CodeBody;
CodeBody code_body(const CodeModel *model, const CodeFunction *function);  // NULL: prepare()
void code_body_free(CodeBody *body);
// Puts one line per prepared value, formatted with its name, for languages that write k.member.
void code_put_members(Text *out, const CodeModel *model, const char *format);

// Returns the number of entries of an argument of the function, or 0 if the function does not take
// it; 1 for the time.
int code_argument_length(const CodeModel *model, const CodeFunction *function, ValueSource source);
// Returns the arguments of a call, "k, q, qd, t"; for state 1 of the self-test "k, q1, qd1, t1".
const char *code_argument_names(const CodeModel *model, const CodeFunction *function, int state);
const char *code_argument_name(ValueSource source);
// Puts the comment about the arguments: "...; q: coordinates, 2; t: time [s]."
void code_put_argument_text(Text *out, const CodeModel *model, const CodeFunction *function);

// ---- constraints

// Fills model->solvers. The functions must already have names.
void constraint_solver_build(CodeModel *model);
// Returns the name of the unknowns: "q" or "qd".
const char *constraint_solver_unknowns(const CodeConstraintSolver *solver);
// Returns one character per unknown: 'a' for an angle, which is unique up to multiples of 2 pi; 'e'
// for a coordinate without unit, such as a quaternion component; 'm' for a length or its velocity;
// '0' for any other.
const char *constraint_solver_kinds(const CodeModel *model, const CodeConstraintSolver *solver);
// Puts the comment of the function: "Closes the mechanism: ...".
void code_put_constraint_solver_text(Text *out, const CodeModel *model,
                                     const CodeConstraintSolver *solver);
// Returns the arguments of a call of one of its parts, "k, x, t"; `q` is the name of the
// coordinates.
const char *constraint_solver_arguments(const CodeModel *model, const CodeFunction *part,
                                        const char *q);
// Returns the calls of its parts, or of their Jacobians, joined by `separator`: "constraints(k, x,
// t), velocity_constraints(k, x)".
const char *constraint_solver_calls(const CodeModel *model, const CodeConstraintSolver *solver,
                                    const CodeFunction *const functions[], const char *separator);
// Returns the arguments of a call, "k, q, qd, held, u, t" with `unknowns` for the unknowns; for
// state 1 of the self-test "k, q_project_velocity1, ..., held_project_velocity1, u1, t1".
const char *constraint_solver_names(const CodeModel *model, const CodeConstraintSolver *solver,
                                    int state, const char *unknowns);

// ---- tables

// Fills model->tables with names that differ from those of the functions.
void code_tables_build(CodeModel *model, NameSet *globals);
const char *code_table_name(const CodeModel *model, const TableFunction *table);
void code_put_table(Text *out, const CodeModel *model, const CodeTable *table);

// ---- files

typedef struct CodeHelper CodeHelper;

// The files that are written for a model: one with all functions, and others.
typedef struct CodeModule {
  const char *file, *purpose;                              // NULL: only the other files
  void (*put_head)(Text *out, const CodeModel *model);     // before the helpers, or NULL
  void (*put_prepare)(Text *out, const CodeModel *model);  // between tables and functions, or NULL
  void (*put_function)(Text *out, const CodeModel *model, const CodeFunction *function);
  void (*put_constraint_solver)(Text *out, const CodeModel *model,
                                const CodeConstraintSolver *solver);  // or NULL
  const CodeHelper *helpers;
  int helper_count;
  const char *end;                                             // last text of the file; NULL: none
  void (*put_others)(CodeFiles *out, const CodeModel *model);  // or NULL
} CodeModule;
void code_put_selftest_file(CodeFiles *files, const CodeModel *model);
void code_put_selftest(Text *out, const CodeModel *model);
// Builds the model and writes its files, with the self-test of the language last. Returns false and
// explains in `why` if the model cannot be built.
bool code_print(const CodeRequest *request, const Language *language, const CodeModule *module,
                CodeFiles *out, Text *why);

// ---- helpers, pasted where they are used

// Returns the lines of a file of runtime/ after "pasted from here", followed by NULL
// (tools/embed_runtime.py writes them during the build).
const char *const *code_runtime_lines(const char *file);
// Returns each x of the names $NAME_x in the files of runtime/ with this extension ("c"), followed
// by NULL.
const char *const *code_runtime_words(const char *ending);
void code_put_runtime(Text *out, const CodeModel *model, const char *file);

// A helper, and the beginning of a call, up to '(', that requires it.
struct CodeHelper {
  const char *call;
  const char *file;
};
// Puts the helpers that `text` calls, in this order.
void code_put_helpers(Text *out, const CodeModel *model, const CodeHelper helpers[], int count,
                      const char *text);

#endif
