// c_model.h -- what the parts of the C printer share beyond code_model.h.
//
//   c_language.c    the table of C
//   c_function.c    functions, split into parts when they are large
//   c_places.c      where the values of large functions are kept
//   c_product.c     results that are told in loops
//   c_batch.c       functions over many states
//   c_closing.c     functions that make coordinates and speeds agree with the constraints
//   c_header.c  c_source.c  c_selftest.c  the three files
//   c_library.c     the same functions for this process, behind one door
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_C_MODEL_H
#define BIELLE_CODEGEN_C_C_MODEL_H

#include "codegen/common/code_model.h"

enum { C_COLUMNS = 100 };

// ---- functions

enum { C_MAX_STATEMENTS = 300 };  // of one function: some 500 lines, 10 KB of instructions

// p, q, qd, qdd, tau, u, s, z, t, results; of batches, parts and closings up to two more, and pieces
// of the workspace.
enum { C_MAX_PIECES = 10, C_MAX_ARGUMENTS = 11 + CODE_MAX_FUSED + C_MAX_PIECES };

typedef struct CArguments {
  const char *declaration[C_MAX_ARGUMENTS];
  const char *name[C_MAX_ARGUMENTS];
  ValueSource source[C_MAX_ARGUMENTS];  // SOURCE_NONE: not watched for use
  int count;
} CArguments;

typedef enum CForm { C_PLAIN, C_PREPARED, C_BATCHED, C_BATCHED_RESTRICT, C_LANES } CForm;
CArguments c_arguments(const CodeModel *model, const CodeFunction *function, CForm form);
CArguments c_first_argument(const CodeModel *model, CForm form);  // p or k
// Which of the results an argument receives.
int c_member(const CArguments *arguments, int index);
// The declaration holds %s for the name.
void c_add_argument(CArguments *arguments, const CodeModel *model, ValueSource source,
                    const char *name, const char *declaration);
// The body of a function over p: prepares, and calls the form that takes what is prepared.
void c_put_plain_body(Text *out, const CodeModel *model, const char *name, CArguments arguments,
                      bool has_value);
// Prototype without the ';'.
void c_put_prototype(Text *out, const CodeModel *model, const CodeFunction *function, CForm form);
CArguments c_prepare_arguments(const CodeModel *model);
void c_put_prepare(Text *out, const CodeModel *model);
void c_put_functions(Text *out, const CodeModel *model, const CodeFunction *function);
// NAME_x_block(), static: the results of as many states as there are lanes, which go on together
// where one has no answer and mark it in `lost`. The routine is one of lanes.
void c_put_lanes(Text *out, const CodeModel *model, const CodeFunction *function, Routine *routine);
void c_put_batch(Text *out, const CodeModel *model, const CodeFunction *function);
// "rr_real", or "rr_block" of lanes.
const char *c_value_type(const CodeModel *model);

// Where the values of a function in parts are kept.
typedef struct CStorage {
  int work_size;         // numbers that one part hands to the next
  bool has_vectors;      // among them, which are to begin at multiples of their length
  int *local_counts;     // by part: so many locals are numbered,
  const char **numbers;  // and are called so
} CStorage;
// Gives all values of the statements a spelling. ends[k] is the statement behind the last one of
// part k, last[v] the last statement that reads value v; behind all: the product.
// The workspace begins with `taken` places that values have already.
CStorage c_keep_values(Routine *routine, const int ends[], int part_count, const int last[],
                       int taken);
// Pieces of the workspace that a part has pointers to, w1, w2, ...
typedef struct CWorkspacePointers {
  int count;
  int of[C_MAX_PIECES];
} CWorkspacePointers;
// Those that the statements first .. end-1 name most; reader[v] is the statement that names the
// arguments of value v.
CWorkspacePointers c_choose_pieces(const Routine *routine, CStorage *places, const int reader[],
                                   int first, int end);
// Gives the values of the workspace the spelling that they have in a part with these pieces.
void c_spell_places(Routine *routine, const CWorkspacePointers *pieces);
void c_add_pieces(CArguments *arguments, const CodeModel *model, const CWorkspacePointers *pieces);
void c_put_locals(Text *out, const CodeModel *model, const Routine *routine, const CStorage *places,
                  int part, int first, int end);
void c_add_workspace(CArguments *arguments, const CodeModel *model, const CStorage *places);
void c_put_workspace(Text *out, const CodeModel *model, const CStorage *places);
// What a routine with a product has besides: a function with the loops, put before it, its call
// behind all statements, and the arrays between, as locals or as members of the workspace.
void c_put_product(Text *out, const CodeModel *model, const CodeFunction *function,
                   const RoutineProduct *product);
void c_put_product_call(CodeWriter *writer, Text *out);
void c_put_product_arrays(Text *out, const CodeModel *model, const RoutineProduct *product);
// What stands before the declaration of arrays that its vectors are read from: "rr_aligned ".
const char *c_alignment(const CodeModel *model);
// "(void)q;" for what the statements did not use.
void c_put_unused(Text *out, const CArguments *arguments, unsigned used);

// ---- constraints

CArguments c_constraint_solver_arguments(const CodeModel *model, const CodeConstraintSolver *solver,
                                         CForm form);
void c_put_constraint_solver_prototypes(Text *out, const CodeModel *model,
                                        const CodeConstraintSolver *solver);
void c_put_constraint_solver(Text *out, const CodeModel *model, const CodeConstraintSolver *solver);

// ---- files

bool c_model_build(CodeModel *model, const CodeRequest *request, Text *why);

void c_put_header(Text *out, const CodeModel *model);
void c_put_source(Text *out, const CodeModel *model);
// What stands in it behind the header.
void c_put_definitions(Text *out, const CodeModel *model);
void c_put_selftest(Text *out, const CodeModel *model);

#endif
