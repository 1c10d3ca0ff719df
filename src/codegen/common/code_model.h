// code_model.h -- what the printers of all languages share: names, functions, and the way text is
// put.
//
//   language.h         words and templates of a language
//   code_model.c       names of everything, one program for all functions
//   code_routine.c     what prepare and a function need of the program, with the spellings
//   code_number.c      literals
//   code_table.c       tables of points
//   code_expression.c  expressions, with the parentheses that keep the association
//   code_statement.c   the lines of a function
//   code_sincos.c      sines and cosines by one call
//   code_text.c        statements, lists and comments within the columns of a language
//   code_comment.c     what comments tell of the model and of a function
//   code_runtime.c     helpers that are pasted where they are used
//   code_closing.c     functions that solve the constraints
//   code_module.c      a file with all functions
//   code_samples.c     states and expected numbers of self-tests
//
// C has more (c_model.h); of the others each has a file: python.c, octave.c, ...
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_COMMON_CODE_MODEL_H
#define BIELLE_CODEGEN_COMMON_CODE_MODEL_H

#include "codegen/codegen.h"
#include "codegen/languages/language.h"
#include "codegen/routine/routine.h"
#include "codegen/routine/signature.h"

typedef struct CodeFunction {
  const Quantity *quantity;  // NULL: fused, that is, several quantities together
  const Output *result;      // of the program
  Signature signature;
  const char *name;        // "rr_mass_matrix"
  const char *short_name;  // "mass_matrix"
  const char *output;      // "M": the array that receives the result, or a returned number
  const char *size_macro;  // "RR_MASS_MATRIX_SIZE"; NULL for numbers
  int size;                // rows * columns
  const struct CodeFunction *members;  // whose results it computes: itself, or what is fused
  int member_count;
} CodeFunction;

// A function that solves the constraints: assemble() for coordinates, project_velocity() for
// speeds.
typedef struct CodeConstraintSolver {
  const char *short_name;           // "assemble"
  const char *name;                 // "rr_assemble"
  const char *size_macro;           // "RR_ASSEMBLE_SIZE"
  bool is_for_speeds;               // otherwise for coordinates
  int equations;                    // constraints, stacked
  int turns;                        // rows after them that tell how far joints are turned away
  unsigned takes;                   // TAKES_INPUTS, TAKES_TIME
  const CodeFunction *part[2];      // the constraints, or what they have besides J qd; turns
  const CodeFunction *jacobian[2];  // J of the same
  int part_count;
} CodeConstraintSolver;

// A table as a function.
typedef struct CodeTable {
  const TableFunction *table;
  const char *name;  // "rr_damper"
} CodeTable;

typedef struct CodeModel {
  Arena *arena;
  const CodeRequest *request;
  const Equations *equations;
  const Language *language;
  const char *name;                  // "rr", before every name
  const char *upper;                 // "RR", before every macro
  const char **parameters;           // names of the members of rr_params,
  const char **names[SOURCE_COUNT];  // of what the arrays hold
  Program *program;                  // of all functions: that of key k is its output k
  CodeFunction *functions;           // by key; behind them the fused one
  int function_count;
  CodeFunction *fused_members;  // NULL: nothing is fused
  CodeTable *tables;            // that the program uses
  int table_count;
  CodeConstraintSolver solvers[2];  // for coordinates, for speeds: those whose parts were asked for
  int solver_count;
  Routine *prepare;  // what depends on parameters only; stored values are members of rr_prepared
} CodeModel;

bool code_model_build(CodeModel *model, const CodeRequest *request, const Language *language,
                      Text *why);
void code_model_free(CodeModel *model);
void code_prepare_build(CodeModel *model);
// The names that are taken in the body of a function, of arguments and of what the printer itself
// uses; NULL: of prepare.
NameSet code_local_names(const CodeModel *model, const CodeFunction *function);

// Has the variable a value that is a number?
static inline bool code_has_default(const Variable *variable)
{
  return variable->value && variable->value->form->stage == STAGE_LITERAL;
}

// ---- routines

// The statements of a function.
Routine *code_routine(const CodeModel *model, const CodeFunction *function);

// Arrays that a function takes, and what labels of their entries end in.
typedef struct CodeArray {
  const char *name;  // NULL: the source is no array
  const char *ending;
} CodeArray;
extern const CodeArray CODE_ARRAYS[SOURCE_COUNT];

// ---- text

// The text with $NAME replaced by the name of the model, so that NAME_real is the type of its
// numbers; owned by the model.
const char *code_named(const CodeModel *model, const char *text);
// A name of a function, or of what else the whole program knows: "rr_prepare".
const char *code_global(const CodeModel *model, const char *name);
// The same of a format (printf), with its arguments: as text, or at the end of `out`.
const char *code_text(const CodeModel *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void code_put(Text *out, const CodeModel *model, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Characters 1..31 in a marked text are spaces where a line may break, lowest numbers first.
enum { CODE_LAST_MARK = 31 };
// Puts `head` and the marked text behind it as a statement, in lines that fit.
void code_put_statement(Text *out, const Language *language, int indent, const char *head,
                        const char *marked);
void code_put_comment(Text *out, const Language *language, int indent, int hanging,
                      const char *text);
// Puts the words in lines that begin with `indent` spaces and `mark`, further ones `hanging` spaces
// more.
void code_put_words(Text *out, const Language *language, int indent, const char *mark, int hanging,
                    const char *text);
// The characters of `text` that can do no harm in a comment.
void code_put_harmless(Text *out, const char *text);
// "name(first, second)" with `before` in front, broken below the parenthesis, or behind it if an
// item does not fit there; ends in ')'.
void code_put_list(Text *out, const Language *language, const char *before,
                   const char *const items[], int count);
// Puts an item with what ends it, on a new line if this one is full; `column` begins at `indent`.
void code_put_item(Text *out, const Language *language, int *column, int indent, const char *item,
                   const char *ending);

// A literal of the model's real type, without sign; `exact` may be NULL.
void code_put_literal(Text *out, const CodeModel *model, const Expr *exact, double value);
// A literal of double precision, with sign.
void code_put_double(Text *out, const Language *language, double value);
float code_nearest_float(const Expr *exact, double value);
// Such literals, separated by commas, in lines that begin at column `indent`.
void code_put_numbers(Text *out, const CodeModel *model, int indent, const double numbers[],
                      int count);

// ---- comments

// The comment at the top of each file.
void code_put_banner(Text *out, const CodeModel *model, const char *file, const char *purpose);
// What it may tell besides: notes, costs, and what stands at which place of the arrays.
void code_put_tables_of_model(Text *out, const CodeModel *model);
// "M: mass matrix; 2 x 2. Rows: ..."; `failures` says what a function does that can fail:
// "Returns 0, or the number".
void code_put_summary(Text *out, const CodeModel *model, const CodeFunction *function,
                      const char *failures);
// "[m] default 0.5; length of the arm" of a parameter.
void code_put_parameter_text(Text *out, const CodeModel *model, int index);
// A line for each parameter: `before`, its name, `between`, its default or 0, `behind`, this text.
void code_put_parameter_lines(Text *out, const CodeModel *model, const char *before,
                              const char *between, const char *behind);

// ---- functions

// Angles whose sines and cosines come from one call of NAME_sincos(), of C.
typedef struct CodeAngles {
  int first;     // statement, before which the call stands
  int *of;       // places of the angles
  int count;     // 0: every sine and cosine is a call of its own
  int straight;  // the first ones, which stand side by side in an argument
  bool is_kept;  // sines and cosines are what the workspace begins with, not local arrays
} CodeAngles;

// What expressions were made of, to know which arguments of a function are in use.
typedef struct CodeWriter {
  const CodeModel *model;
  const Routine *routine;
  const CodeFunction *function;  // NULL: prepare
  CodeAngles angles;
  unsigned used;    // bits 1 << ValueSource; the last, SOURCE_OUTPUT, and those behind it by member
  Text *loads;      // where inputs are loaded, before the line that is being written
  bool *is_loaded;  // by step
} CodeWriter;

// The angles of the trigonometry among the statements from `first` to `end`.
CodeAngles code_angles(const CodeModel *model, const Routine *routine, int first, int end);
void code_put_sincos(CodeWriter *writer, Text *out, int indent);
// So many sines, or cosines, the call writes.
int code_sincos_room(const CodeAngles *angles);
// Where the call writes the value, sines first; -1: it does not come from that call.
int code_sincos_place(const Routine *routine, const CodeAngles *angles, int value);
// "sine[2]", in the workspace "w[2]", if the value comes from that call; otherwise NULL.
const char *code_sincos_entry(const CodeModel *model, const Routine *routine,
                              const CodeAngles *angles, int value);

// Appends the marked expression of a value: a reference if it has a line of its own.
void code_put_expression(CodeWriter *writer, Text *out, int value);
// The same for the line itself: the operation that computes the value.
void code_put_definition(CodeWriter *writer, Text *out, int value);
// Puts the statements from `first` to `end`.
void code_put_statements(CodeWriter *writer, Text *out, int first, int end, int indent);

// What a function does between its head and its end.
typedef struct CodeBody {
  Routine *routine;
  Text lines;
  unsigned used;  // bits 1 << ValueSource of what they read
} CodeBody;
CodeBody code_body(const CodeModel *model, const CodeFunction *function);  // NULL: of prepare
void code_body_free(CodeBody *body);
// The members of what is prepared, in languages that write k.member.
void code_put_members(Text *out, const CodeModel *model, const char *format);

// Entries of an argument of the function; 0: there is no such argument. Of the time: 1.
int code_argument_length(const CodeModel *model, const CodeFunction *function, ValueSource source);
// "k, q, qd, t"; state 1 of the self-test has "k, q1, qd1, t1".
const char *code_argument_names(const CodeModel *model, const CodeFunction *function, int state);
const char *code_argument_name(ValueSource source);
// "q: coordinates, 2 entries; t: time." for comments.
void code_put_argument_text(Text *out, const CodeModel *model, const CodeFunction *function);

// ---- constraints

// Fills model->closings; the functions have their names.
void constraint_solver_build(CodeModel *model);
// "q" or "qd": what it changes.
const char *constraint_solver_unknowns(const CodeConstraintSolver *solver);
// By unknown: 'a' for an angle, which whole turns may leave as it is, 'e' for a coordinate without unit,
// as those of a quaternion, 'm' for a length or its speed, '0' for all else.
const char *constraint_solver_kinds(const CodeModel *model, const CodeConstraintSolver *solver);
// What comments say of it: "Closes the mechanism: ...".
void code_put_constraint_solver_text(Text *out, const CodeModel *model,
                                     const CodeConstraintSolver *solver);
// "constraints(k, x, t)": the arguments of one of its parts, with `q` for the coordinates.
const char *constraint_solver_arguments(const CodeModel *model, const CodeFunction *part,
                                        const char *q);
// "constraints(k, x, t), velocity_constraints(k, x)": calls of its parts, or of their derivatives.
const char *constraint_solver_calls(const CodeModel *model, const CodeConstraintSolver *solver,
                                    const CodeFunction *const functions[], const char *separator);
// "k, q, qd, held, u, t" with `unknowns` for what it changes; state 1 of the self-test has
// "k, q_project_velocity1, ..., held_project_velocity1, u1, t1".
const char *constraint_solver_names(const CodeModel *model, const CodeConstraintSolver *solver,
                                    int state, const char *unknowns);

// ---- tables

// Fills model->tables, named apart from the functions.
void code_tables_build(CodeModel *model, NameSet *globals);
const char *code_table_name(const CodeModel *model, const TableFunction *table);
void code_put_table(Text *out, const CodeModel *model, const CodeTable *table);

// ---- files

typedef struct CodeHelper CodeHelper;

// What is written of a model: a file with all its functions, and others.
typedef struct CodeModule {
  const char *file, *purpose;                              // NULL: the others are all
  void (*put_head)(Text *out, const CodeModel *model);     // before helpers, or NULL
  void (*put_prepare)(Text *out, const CodeModel *model);  // between tables and functions, or NULL
  void (*put_function)(Text *out, const CodeModel *model, const CodeFunction *function);
  void (*put_constraint_solver)(Text *out, const CodeModel *model,
                                const CodeConstraintSolver *solver);  // or NULL
  const CodeHelper *helpers;
  int helper_count;
  const char *end;                                             // NULL: nothing
  void (*put_others)(CodeFiles *out, const CodeModel *model);  // or NULL
} CodeModule;
void code_put_selftest_file(CodeFiles *files, const CodeModel *model);
void code_put_selftest(Text *out, const CodeModel *model);
// Builds the model and writes its files, the self-test of the language behind them: what every
// printer does.
bool code_print(const CodeRequest *request, const Language *language, const CodeModule *module,
                CodeFiles *out, Text *why);

// ---- helpers, pasted where they are used

// The lines of a file of runtime/ behind "pasted from here", NULL behind the last (written by
// tools/embed_runtime.py in the build).
const char *const *code_runtime_lines(const char *file);
// x of what is called $NAME_x in the files of runtime/ that end so ("c"); NULL ends the list.
const char *const *code_runtime_words(const char *ending);
void code_put_runtime(Text *out, const CodeModel *model, const char *file);

// A helper, and the call, with its '(', that needs it.
struct CodeHelper {
  const char *call;
  const char *file;
};
// Puts those that the text calls, in this order.
void code_put_helpers(Text *out, const CodeModel *model, const CodeHelper helpers[], int count,
                      const char *text);

#endif
