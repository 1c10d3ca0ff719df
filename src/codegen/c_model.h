// c_model.h -- what the parts of the C printer share: names, functions, and the way text is put.
//
//   c_model.c       names of everything, one program for all functions
//   c_routine.c     what prepare and a function need of the program, with C spellings
//   c_number.c      literals
//   c_table.c       tables of points
//   c_expression.c  expressions, with the parentheses that keep the association
//   c_text.c        statements, prototypes and comments within 100 columns
//   c_function.c    functions, split into parts when they are large
//   c_batch.c       functions over many states
//   c_closing.c     functions that make coordinates and speeds agree with the constraints
//   c_runtime.c     helpers that are pasted where they are used
//   c_header.c  c_source.c  c_selftest.c  the three files
//   c_library.c     the same functions for this process, behind one door
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_MODEL_H
#define BIELLE_CODEGEN_C_MODEL_H

#include "codegen/codegen.h"
#include "codegen/routine.h"
#include "codegen/signature.h"

typedef struct CFunction {
  const Quantity *quantity;
  const Output *result;  // of the program
  Signature signature;
  const char *name;        // "rr_mass_matrix"
  const char *short_name;  // "mass_matrix"
  const char *output;      // "M": the array that receives the result, or a returned number
  const char *size_macro;  // "RR_MASS_MATRIX_SIZE"; NULL for numbers
  int size;                // rows * columns
} CFunction;

// A function that solves the constraints: assemble() for coordinates, project_velocity() for
// speeds.
typedef struct CClosing {
  const char *short_name;        // "assemble"
  const char *name;              // "rr_assemble"
  const char *size_macro;        // "RR_ASSEMBLE_SIZE"
  bool is_for_speeds;            // otherwise for coordinates
  int equations;                 // constraints, stacked
  unsigned takes;                // TAKES_INPUTS, TAKES_TIME
  const CFunction *part[2];      // the constraints, or what they have besides J qd
  const CFunction *jacobian[2];  // J of the same
  int part_count;
} CClosing;

// A table as a function of C.
typedef struct CTable {
  const TableFunction *table;
  const char *name;  // "rr_damper"
} CTable;

typedef struct CModel {
  Arena *arena;
  const CodeRequest *request;
  const Equations *equations;
  const char *name;                  // "rr", before every name
  const char *upper;                 // "RR", before every macro
  const char **parameters;           // names of the members of rr_params,
  const char **names[SOURCE_COUNT];  // of what the arrays hold
  Program *program;                  // of all functions: function k is its output k
  CFunction *functions;
  int function_count;
  CTable *tables;  // that the program uses
  int table_count;
  CClosing closings[2];  // for coordinates, for speeds: those whose parts were asked for
  int closing_count;
  Routine *prepare;  // what depends on parameters only; stored values are members of rr_prepared
} CModel;

bool c_model_build(CModel *model, const CodeRequest *request, Text *why);
void c_model_free(CModel *model);
void c_prepare_build(CModel *model);
// The names that are taken in the body of a function, of arguments and of what the printer itself
// uses; NULL: of prepare.
NameSet c_local_names(const CModel *model, const CFunction *function);

// Has the variable a value that is a number?
static inline bool c_has_default(const Variable *variable)
{
  return variable->value && variable->value->form->stage == STAGE_LITERAL;
}

// ---- routines

typedef enum CStyle { C_SINGLE, C_BATCH } CStyle;
// The statements of a function; in batch style each value that is needed across the two loops is
// stored in an array of C_BLOCK lanes.
enum { C_BLOCK = 32 };
Routine *c_routine(const CModel *model, const CFunction *function, CStyle style);

// ---- text

enum { C_COLUMNS = 100 };

// The text with NAME replaced by the name of the model, so that NAME_real is the type of its
// numbers; owned by the model.
const char *c_named(const CModel *model, const char *text);
// The same of a format (printf), with its arguments: as text, or at the end of `out`.
const char *c_text(const CModel *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void c_put(Text *out, const CModel *model, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Characters 1..31 in a marked text are spaces where a line may break, lowest numbers first.
enum { C_LAST_MARK = 31 };
// Puts `head` and the marked text behind it, ended by ';', in lines of at most C_COLUMNS.
void c_put_statement(Text *out, int indent, const char *head, const char *marked);
void c_put_comment(Text *out, int indent, int hanging, const char *text);
// The characters of `text` that can do no harm in a comment.
void c_put_harmless(Text *out, const char *text);
// "name(first, second)" with `before` in front, broken below the parenthesis, or behind it if an
// item does not fit there; ends in ')'.
void c_put_list(Text *out, const char *before, const char *const items[], int count);
// Puts an item with what ends it, on a new line if this one is full; `column` begins at `indent`.
void c_put_item(Text *out, int *column, int indent, const char *item, const char *ending);

// A literal of the model's real type, without sign; `exact` may be NULL.
void c_put_literal(Text *out, const CModel *model, const Expr *exact, double value);
void c_put_double(Text *out, double value);  // a literal of type double, with sign
float c_nearest_float(const Expr *exact, double value);

// What expressions were made of, to know which arguments of a function are in use.
typedef struct CWriter {
  const CModel *model;
  const Routine *routine;
  const CFunction *function;  // NULL: prepare
  CStyle style;
  unsigned used;  // bits 1 << ValueSource
} CWriter;

// Appends the marked expression of a value: a reference if it has a line of its own.
void c_put_expression(CWriter *writer, Text *out, int value);
// The same for the line itself: the operation that computes the value.
void c_put_definition(CWriter *writer, Text *out, int value);

// ---- tables

// Fills model->tables, named apart from the functions.
void c_tables_build(CModel *model, NameSet *globals);
const char *c_table_name(const CModel *model, const TableFunction *table);
void c_put_table(Text *out, const CModel *model, const CTable *table);

// ---- functions

enum { C_MOST_STATEMENTS = 280 };  // of one function: about 500 lines

// p, q, qd, qdd, tau, u, t, result; of batches, parts and closings up to two more.
enum { C_MOST_ARGUMENTS = 12 };

typedef struct CArguments {
  const char *declaration[C_MOST_ARGUMENTS];
  const char *name[C_MOST_ARGUMENTS];
  ValueSource source[C_MOST_ARGUMENTS];  // SOURCE_NONE: not watched for use
  int count;
} CArguments;

// Arrays that a function takes, and what labels of their entries end in.
typedef struct CArray {
  const char *name;  // NULL: the source is no array
  const char *ending;
} CArray;
extern const CArray C_ARRAYS[SOURCE_COUNT];

typedef enum CForm { C_PLAIN, C_PREPARED, C_BATCHED, C_BATCHED_RESTRICT } CForm;
CArguments c_arguments(const CModel *model, const CFunction *function, CForm form);
CArguments c_first_argument(const CModel *model, CForm form);  // p or k
// The declaration holds %s for the name.
void c_add_argument(CArguments *arguments, const CModel *model, ValueSource source,
                    const char *name, const char *declaration);
// The body of a function over p: prepares, and calls the form that takes what is prepared.
void c_put_plain_body(Text *out, const CModel *model, const char *name, CArguments arguments,
                      bool has_value);
// Prototype without the ';'.
void c_put_prototype(Text *out, const CModel *model, const CFunction *function, CForm form);
CArguments c_prepare_arguments(const CModel *model);
void c_put_prepare(Text *out, const CModel *model);
void c_put_functions(Text *out, const CModel *model, const CFunction *function);
void c_put_batch(Text *out, const CModel *model, const CFunction *function);
// Puts the statements from `first` to `end`, without the braces around them.
void c_put_statements(CWriter *writer, Text *out, int first, int end, int indent);
// "(void)q;" for what the statements did not use.
void c_put_unused(Text *out, const CArguments *arguments, unsigned used);

// ---- constraints

// Fills model->closings; the functions have their names.
void c_closing_build(CModel *model);
// By unknown: '1' for an angle, which whole turns do not change; speeds are none.
const char *c_closing_angles(const CModel *model, const CClosing *closing);
CArguments c_closing_arguments(const CModel *model, const CClosing *closing, CForm form);
void c_put_closing_prototypes(Text *out, const CModel *model, const CClosing *closing);
void c_put_closing(Text *out, const CModel *model, const CClosing *closing);

// ---- helpers, pasted where they are used

typedef enum CRuntime {
  C_RUNTIME_SIGN,
  C_RUNTIME_TABLE,
  C_RUNTIME_FAIL,
  C_RUNTIME_LEAST_SQUARES,
  C_RUNTIME_NEWTON
} CRuntime;
// The text of a helper, NULL behind the last line. NAME stands for the name of the model
// (written by tools/embed_runtime.py in the build).
const char *const *c_runtime_lines(CRuntime helper);
void c_put_runtime(Text *out, const CModel *model, CRuntime helper);

// ---- files

// The comment at the top of each file.
void c_put_banner(Text *out, const CModel *model, const char *file, const char *purpose);
void c_put_header(Text *out, const CModel *model);
void c_put_source(Text *out, const CModel *model);
// What stands in it behind the header.
void c_put_definitions(Text *out, const CModel *model);
void c_put_selftest(Text *out, const CModel *model);

#endif
