// constraint_method.h -- motion under constraints by three methods. For the files of formulation/
// only.
//
//   M qdd + J^T lambda = Q,   J qdd = gamma
//
// J stacks the active constraints, those on positions first: [Phi_q; H]; Q is
// tau + Qe + Qu - h - G. There are three methods for the same model: multipliers in addition to the
// accelerations (augmented), fewer coordinates (partition), forces projected so that the constraint
// forces are eliminated (projector). All solve the same linear system, so accelerations and
// multipliers are the same functions of the state.
//
// Reference: Haug 1989; the course of 2004 on constrained systems ("004"), with its errata.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINT_METHOD_H
#define BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINT_METHOD_H

#include "formulation/constraints/constraints.h"
#include "formulation/derived/factors.h"

// The active constraints: not omitted as redundant, and linearly independent.
typedef struct ActiveConstraints {
  int count;
  int *places;          // indices in the list of constraints
  const char **labels;  // by row
  Matrix J;             // count x coordinates
  Matrix gamma;         // a column
  // Rows omitted because they were redundant at the examined states. Those that are not redundant
  // in every configuration and for all parameters are checked again at each state.
  int left_out_count;
  int *left_out;  // their indices in the list
  Matrix left_out_J;
} ActiveConstraints;

// Computed once. Returns NULL with a sentence in `why` if a constraint is inconsistent, or if the
// mechanism is known to be a structure. Without constraints, count is 0.
const ActiveConstraints *derivation_active_constraints(Derivation *derivation, Text *why);

// The solution found by a method.
typedef struct ConstrainedMotion {
  Matrix qdd;     // by coordinate
  Matrix lambda;  // by active constraint
  Pivot *pivots;  // in the order of the divisions
  int pivot_count;
} ConstrainedMotion;

// The solution by the method of the derivation's options, computed once. NULL with a sentence in
// `why`.
const ConstrainedMotion *constrained_motion(Derivation *derivation, Text *why);

// The methods (constraint_method_augmented.c, constraint_method_partition.c,
// constraint_method_projector.c). `motion` must have capacity for most_pivots() pivots.
int most_pivots(const Derivation *derivation, const ActiveConstraints *active);
bool motion_augmented(Derivation *derivation, const ActiveConstraints *active,
                      ConstrainedMotion *motion, Text *why);
bool motion_by_partition(Derivation *derivation, const ActiveConstraints *active,
                         ConstrainedMotion *motion, Text *why);
bool motion_by_projector(Derivation *derivation, const ActiveConstraints *active,
                         ConstrainedMotion *motion, Text *why);

// The mass matrix with its factors. Where coordinates have no inertia (Euler parameters, links
// without mass), J^T J is added to M, and J^T gamma to Q. This does not change qdd and lambda,
// since J qdd = gamma, and the sum is positive definite wherever the motion is determined at all.
typedef struct RegularisedMass {
  Matrix M;  // including J^T J where added
  SymmetricFactors factors;
  Matrix J;                     // of the active constraints; J^T J may have been added to M
  bool has_active_constraints;  // it has been added
  const int *coordinates;       // by row
} RegularisedMass;
// Factors the mass matrix over the degrees of freedom of `norms` (norms.h; NULL: the coordinates);
// the active constraints must be over the same. Returns false with a sentence in `why`.
bool bound_mass(Derivation *derivation, Matrix M, const struct Norms *norms,
                const ActiveConstraints *active, RegularisedMass *mass, Text *why);
// Q with J^T gamma added where J^T J was added to M; any number of columns.
Matrix bound_forces(const RegularisedMass *mass, Matrix Q, Matrix gamma);
// Append the pivots of the mass matrix, and those of J M^-1 J^T, to the pivots of the motion.
void motion_add_mass_pivots(ConstrainedMotion *motion, const RegularisedMass *mass);
void motion_add_constraint_pivots(const Derivation *derivation, ConstrainedMotion *motion,
                                  const ActiveConstraints *active, const SymmetricFactors *factors,
                                  Matrix S);

// Appends checks that no coordinate of a loop has an inertia that dominates the others in it
// (constraint_method_weights.c).
void motion_add_weights(const Derivation *derivation, ConstrainedMotion *motion,
                        const ActiveConstraints *active, const RegularisedMass *mass);
// Appends checks that the omitted rows follow from the others at this state.
void motion_add_left_out(const Derivation *derivation, ConstrainedMotion *motion,
                         const ActiveConstraints *active, const SymmetricFactors *mass,
                         const SymmetricFactors *factors);
// The pivot of an omitted row: positive while `rest`, the part of the row that is independent of
// the others, is negligible compared with `whole`.
Pivot left_out_pivot(const Derivation *derivation, const ActiveConstraints *active, int row,
                     const Expr *rest, const Expr *whole);

// The factored augmented system (constraint_method_augmented.c): over the degrees of freedom that
// the norms of quaternions leave, with the remaining active constraints.
typedef struct AugmentedFactors {
  const struct Norms *norms;
  const ActiveConstraints *active;  // the remaining active constraints
  Matrix MC, JC;                    // of all coordinates, remaining constraints: M C, J C (norms.h)
  RegularisedMass mass;
  Matrix E;                  // L^-T J^T
  Matrix V;                  // D^-1 E
  Matrix S;                  // J M^-1 J^T
  SymmetricFactors factors;  // of S
} AugmentedFactors;
bool augmented_factors(Derivation *derivation, const ActiveConstraints *active,
                       AugmentedFactors *augmented, Text *why);
void augmented_add_pivots(const Derivation *derivation, const AugmentedFactors *augmented,
                          ConstrainedMotion *motion);
// Solves M x + J^T lambda = Q, J x = gamma for any number of right-hand sides: on entry x is Q and
// lambda is gamma; both are overwritten by the solution.
void augmented_solve(const Derivation *derivation, const AugmentedFactors *augmented, Matrix *x,
                     Matrix *lambda);

// Dependent and independent coordinates (coordinate partitioning):
//   qdd = N qdd_in + a,   J N = 0,   J a = gamma,   a is zero for independent coordinates
typedef struct Partition {
  int free_count;
  int *independent;  // coordinates, in order
  int *dependent;    // by active constraint, in the order of elimination
  int *constraint;   // the active constraint that determines each of them
  Matrix N;          // n x free_count
  Matrix a;          // n entries
  Pivot *pivots;     // by active constraint, then by omitted row
  int pivot_count;
  bool is_readable;  // no intermediate result in it is named
} Partition;
// Computed once. NULL with a sentence in `why`.
const Partition *derivation_partition(Derivation *derivation, Text *why);
// How intermediate results are named when `rows` constraints are solved; no names for small
// systems.
IntermediateNaming partition_naming(const Derivation *derivation, int rows);
// For display, once: decides whether small systems are solved without names for intermediate
// results. They are if the quantity of this key is then short.
void choose_writing(Derivation *derivation, const char *key);
// Like choose_writing(), if the partition of a small system would not be written out anyway.
void choose_partition_writing(Derivation *derivation, const char *key);
// The vector a of the derivation's partition; for display in its shorter form.
Matrix partition_bias(Derivation *derivation);
// For display: shortens entries to forms that are equal where Phi = 0, and adds a note.
void entries_shorten_on_loops(Derivation *derivation, const Expr *entries[], int count);
// The names of the independent coordinates (constraint_method_partition_quantity.c).
const char **independent_names(const Derivation *derivation, const Partition *partition);
// Records the independent coordinates if one of the keys is a quantity over them (the same file).
void note_independent(Derivation *derivation, const char *const keys[], int key_count);
// Returns a named expression for entry (i, j) of an intermediate result, or (i) if j is negative;
// short values are returned unnamed. Names keep quotients separate, which would otherwise be
// combined into longer ones. `words` describe the entry; with j = -1 they name the row only; NULL:
// no description.
typedef struct EntryWords {
  const char *before;
  const char *const *rows;     // names of the rows
  const char *between;         // NULL: nothing
  const char *const *columns;  // names of the columns; NULL: none
} EntryWords;
const Expr *name_entry(const Derivation *derivation, const char *letters, int i, int j,
                       const EntryWords *words, const Expr *value);
// Names all entries of a matrix, in place; the entries of a single column by their row only.
void name_entries(const Derivation *derivation, const char *letters, const EntryWords *words,
                  Matrix a);

// The sum of `values` over the active constraints of the same loop or wheel and of the same unit as
// row `row`: the scale that this row is compared with. A row that is only rounding would appear
// large compared with itself.
const Expr *sum_beside(const Derivation *derivation, const ActiveConstraints *active, int row,
                       const Expr *const values[]);

#endif
