// c_model.h -- what the parts of the C printer share: names, functions, and the way text is put.
//
//   c_model.c       names of everything, one program per function
//   c_prepare.c     the parameter stages of all functions as one, computed once
//   c_routine.c     the program of a function as a routine with C spellings
//   c_number.c      literals
//   c_expression.c  expressions, with the parentheses that keep the association
//   c_text.c        statements, prototypes and comments within 100 columns
//   c_function.c    functions, split into parts when they are large
//   c_batch.c       functions over many states
//   c_header.c  c_source.c  c_selftest.c  the three files
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_MODEL_H
#define BIELLE_CODEGEN_C_MODEL_H

#include "codegen/codegen.h"
#include "codegen/routine.h"
#include "codegen/signature.h"

typedef struct CFunction {
  const Quantity *quantity;
  Program *program;
  Signature signature;
  const char *name;        // "rr_mass_matrix"
  const char *short_name;  // "mass_matrix"
  const char *output;      // "M": the array that receives the result, or a returned number
  const char *size_macro;  // "RR_MASS_MATRIX_SIZE"; NULL for numbers
  int size;                // rows * columns
  int *prepared;           // by register: the same value in the routine `prepare`, or -1
} CFunction;

typedef struct CModel {
  Arena *arena;
  const CodeRequest *request;
  const Equations *equations;
  const char *name;         // "rr", before every name
  const char *upper;        // "RR", before every macro
  const char *real;         // "rr_real", the type of all numbers
  const char **parameters;  // names of the members of rr_params,
  const char **coordinates;
  const char **inputs;
  CFunction *functions;
  int function_count;
  Routine *prepare;  // what depends on parameters only; stored values are members of rr_prepared
} CModel;

bool c_model_build(CModel *model, const CodeRequest *request, Text *why);
void c_model_free(CModel *model);
void c_prepare_build(CModel *model);

// ---- routines

typedef enum CStyle { C_SINGLE, C_BATCH } CStyle;
// The statements of a function; in batch style each value that is needed across the two loops is
// stored in an array of C_BLOCK lanes.
enum { C_BLOCK = 32 };
Routine *c_routine(const CModel *model, const CFunction *function, CStyle style);

// ---- text

enum { C_COLUMNS = 100 };

// Characters 1..31 in a marked text are spaces where a line may break, lowest numbers first.
enum { C_LAST_MARK = 31 };
// Puts `head` and the marked text behind it, ended by ';', in lines of at most C_COLUMNS.
void c_put_statement(Text *out, int indent, const char *head, const char *marked);
void c_put_comment(Text *out, int indent, int hanging, const char *text);
// The characters of `text` that can do no harm in a comment.
void c_put_harmless(Text *out, const char *text);
// "name(first, second)" with `before` in front, broken below the parenthesis; ends in ')'.
void c_put_list(Text *out, const char *before, const char *const items[], int count);

// A literal of the model's real type, without sign.
void c_put_literal(Text *out, const CModel *model, const RoutineValue *number);
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

// ---- functions

enum { C_MOST_STATEMENTS = 280 };  // of one function: about 500 lines

typedef struct CArguments {
  const char *declaration[12];
  const char *name[12];
  ValueSource source[12];  // SOURCE_NONE: not watched for use
  int count;
} CArguments;

typedef enum CForm { C_PLAIN, C_PREPARED, C_BATCHED, C_BATCHED_RESTRICT } CForm;
CArguments c_arguments(const CModel *model, const CFunction *function, CForm form);
// Prototype without the ';'.
void c_put_prototype(Text *out, const CModel *model, const CFunction *function, CForm form);
void c_put_prepare(Text *out, const CModel *model);
void c_put_functions(Text *out, const CModel *model, const CFunction *function);
void c_put_batch(Text *out, const CModel *model, const CFunction *function);
// Puts the statements from `first` to `end`, without the braces around them.
void c_put_statements(CWriter *writer, Text *out, int first, int end, int indent);
// "(void)q;" for what the statements did not use.
void c_put_unused(Text *out, const CArguments *arguments, unsigned used);

// ---- files

// The comment at the top of each file.
void c_put_banner(Text *out, const CModel *model, const char *file, const char *purpose);
void c_put_header(Text *out, const CModel *model);
void c_put_source(Text *out, const CModel *model);
void c_put_selftest(Text *out, const CModel *model);
const char *c_runtime_sign(void);
const char *c_runtime_fail(void);

#endif
