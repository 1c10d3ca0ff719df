// c_model.h -- declarations shared by the parts of the C printer, in addition to code_model.h.
//
//   c_language.c           the Language of C
//   c_function.c           functions, split into parts when they are large
//   c_storage.c            storage of the values of large functions
//   c_product.c            results computed in loops
//   c_batch.c              functions over many states
//   c_constraint_solver.c  functions that make coordinates and velocities satisfy the constraints
//   c_header.c  c_source.c  c_selftest.c  the three files
//   c_library.c            the same functions for this process, under common entry points
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_C_MODEL_H
#define BIELLE_CODEGEN_C_C_MODEL_H

#include "codegen/common/code_model.h"

enum { C_COLUMNS = 100 };

// ---- functions

enum { C_MAX_STATEMENTS = 300 };  // limit for one function: about 500 lines, 10 KB of instructions

// p, q, qd, qdd, tau, u, s, z, t and the results; batches, parts and constraint solvers take up to
// two more and the pointers into the workspace.
enum { C_MAX_PIECES = 10, C_MAX_ARGUMENTS = 11 + CODE_MAX_FUSED + C_MAX_PIECES };

typedef struct CArguments {
  const char *declaration[C_MAX_ARGUMENTS];
  const char *name[C_MAX_ARGUMENTS];
  ValueSource source[C_MAX_ARGUMENTS];  // SOURCE_NONE: its use is not recorded
  int count;
} CArguments;

typedef enum CForm { C_PLAIN, C_PREPARED, C_BATCHED, C_BATCHED_RESTRICT, C_LANES } CForm;
CArguments c_arguments(const CodeModel *model, const CodeFunction *function, CForm form);
CArguments c_first_argument(const CodeModel *model, CForm form);  // argument p or k
// Returns the member whose result the argument receives.
int c_member(const CArguments *arguments, int index);
// Appends an argument. The declaration contains %s for the name.
void c_add_argument(CArguments *arguments, const CodeModel *model, ValueSource source,
                    const char *name, const char *declaration);
// Puts the body of a function over p: it prepares the parameters and calls the _prepared form.
void c_put_plain_body(Text *out, const CodeModel *model, const char *name, CArguments arguments,
                      bool has_value);
// Puts a prototype without the ';'.
void c_put_prototype(Text *out, const CodeModel *model, const CodeFunction *function, CForm form);
CArguments c_prepare_arguments(const CodeModel *model);
void c_put_prepare(Text *out, const CodeModel *model);
void c_put_functions(Text *out, const CodeModel *model, const CodeFunction *function);
// Puts NAME_x_block(), a static function that computes the results of as many states as there are
// lanes. A lane without a result is marked in `lost`; the others continue. The routine must be
// built for lanes.
void c_put_lanes(Text *out, const CodeModel *model, const CodeFunction *function, Routine *routine);
void c_put_batch(Text *out, const CodeModel *model, const CodeFunction *function);
// Returns the type of values: "rr_real", or "rr_block" for lanes.
const char *c_value_type(const CodeModel *model);

// Storage of the values of a function that is split into parts.
typedef struct CStorage {
  int work_size;         // numbers passed from one part to the next
  bool has_vectors;      // the workspace contains vectors, aligned to their length
  int *local_counts;     // by part: number of numbered locals
  const char **numbers;  // names of the numbered locals
} CStorage;
// Assigns a reference to every value of the statements. ends[k] is the statement after the last one
// of part k; last[v] is the last statement that reads value v, past all statements for the product.
// The first `taken` places of the workspace are already in use.
CStorage c_keep_values(Routine *routine, const int ends[], int part_count, const int last[],
                       int taken);
// Sections of the workspace to which a part has pointers w1, w2, ...
typedef struct CWorkspacePointers {
  int count;
  int of[C_MAX_PIECES];
} CWorkspacePointers;
// Chooses the sections that the statements first .. end-1 reference most often; reader[v] is the
// statement that contains the arguments of value v.
CWorkspacePointers c_choose_pieces(const Routine *routine, CStorage *places, const int reader[],
                                   int first, int end);
// Sets the references of workspace values for a part that has pointers to these sections.
void c_spell_places(Routine *routine, const CWorkspacePointers *pieces);
void c_add_pieces(CArguments *arguments, const CodeModel *model, const CWorkspacePointers *pieces);
void c_put_locals(Text *out, const CodeModel *model, const Routine *routine, const CStorage *places,
                  int part, int first, int end);
void c_add_workspace(CArguments *arguments, const CodeModel *model, const CStorage *places);
void c_put_workspace(Text *out, const CodeModel *model, const CStorage *places);
// Output for a routine with a product: a function with the loops, placed before it; its call after
// all statements; and the arrays between them, as locals or as members of the workspace.
void c_put_product(Text *out, const CodeModel *model, const CodeFunction *function,
                   const RoutineProduct *product);
void c_put_product_call(CodeWriter *writer, Text *out);
void c_put_product_arrays(Text *out, const CodeModel *model, const RoutineProduct *product);
// Returns the alignment attribute that precedes the declaration of arrays read as vectors:
// "rr_aligned ".
const char *c_alignment(const CodeModel *model);
// Puts "(void)q;" for each argument that the statements do not use.
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
// Puts the contents of the source file after the inclusion of the header.
void c_put_definitions(Text *out, const CodeModel *model);
void c_put_selftest(Text *out, const CodeModel *model);

#endif
