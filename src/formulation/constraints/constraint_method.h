// constraint_method.h -- motion under constraints, three ways. For the files of formulation/ only.
//
//   M qdd + J^T lambda = Q,   J qdd = gamma
//
// J stacks the constraints that count, those on positions first: [Phi_q; H]; Q is tau + Qe + Qu - h
// - G. One model, three treatments of it: multipliers beside the accelerations (augmented), fewer
// coordinates (partition), forces freed of what the constraints bear (projector). All solve the
// same linear system, so accelerations and multipliers are the same functions of the state.
//
// Reference: the course of 2004 on constrained systems ("004"), with its errata.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINT_METHOD_H
#define BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINT_METHOD_H

#include "formulation/constraints/constraints.h"
#include "formulation/derived/factors.h"

// The equations that count: not left out as redundant, and independent of one another.
typedef struct ActiveConstraints {
  int count;
  int *places;          // in the list of constraints
  const char **labels;  // by row
  Matrix J;             // count x coordinates
  Matrix gamma;         // a column
  // Rows left out since they were redundant where somebody looked. Those that are not so in every
  // configuration, and whatever the parameters, are examined at each state.
  int left_out_count;
  int *left_out;  // their places in the list
  Matrix left_out_J;
} ActiveConstraints;

// Made once. NULL with a sentence in `why` if a constraint makes no sense, or if the mechanism is
// known as a structure. Without constraints there are none: count is 0.
const ActiveConstraints *derivation_active_constraints(Derivation *derivation, Text *why);

// What a treatment finds.
typedef struct ConstrainedMotion {
  Matrix qdd;     // by coordinate
  Matrix lambda;  // by bond
  Pivot *pivots;  // in the order of division
  int pivot_count;
} ConstrainedMotion;

// By the treatment of the derivation's options, once. NULL with a sentence in `why`.
const ConstrainedMotion *constrained_motion(Derivation *derivation, Text *why);

// The treatments (treatment_augmented.c, treatment_partition.c, treatment_projector.c). The motion
// comes with room for as many pivots as most_pivots() says.
int most_pivots(const Derivation *derivation, const ActiveConstraints *active);
bool motion_augmented(Derivation *derivation, const ActiveConstraints *active,
                      ConstrainedMotion *motion, Text *why);
bool motion_by_partition(Derivation *derivation, const ActiveConstraints *active,
                         ConstrainedMotion *motion, Text *why);
bool motion_by_projector(Derivation *derivation, const ActiveConstraints *active,
                         ConstrainedMotion *motion, Text *why);

// The mass matrix with its factors and Q. Where coordinates have no inertia of their own (Euler
// parameters, links without mass) J^T J is added to M, and J^T gamma to Q: qdd and lambda stay the
// same, since J qdd = gamma, and the sum is positive wherever the motion is determined at all.
typedef struct RegularisedMass {
  Matrix M;  // with what was added
  SymmetricFactors factors;
  Matrix J;                     // of the bonds, which may have been added
  bool has_active_constraints;  // something was added
  const int *coordinates;       // by row
} RegularisedMass;
// Of the mass matrix over some freedoms (norms.h; NULL: the coordinates), and bonds over the same.
bool bound_mass(Derivation *derivation, Matrix M, const struct Norms *norms,
                const ActiveConstraints *active, RegularisedMass *mass, Text *why);
// Q with what is added; any number of columns.
Matrix bound_forces(const RegularisedMass *mass, Matrix Q, Matrix gamma);
// The pivots of the mass, and those of J M^-1 J^T, behind those that the motion has.
void motion_add_mass_pivots(ConstrainedMotion *motion, const RegularisedMass *mass);
void motion_add_constraint_pivots(const Derivation *derivation, ConstrainedMotion *motion,
                                  const ActiveConstraints *active, const SymmetricFactors *factors,
                                  Matrix S);

// And that no coordinate of a loop outweighs the others in it (treatment_weights.c).
void motion_add_weights(const Derivation *derivation, ConstrainedMotion *motion,
                        const ActiveConstraints *active, const RegularisedMass *mass);
// And that the rows left out follow from the others at this state.
void motion_add_left_out(const Derivation *derivation, ConstrainedMotion *motion,
                         const ActiveConstraints *active, const SymmetricFactors *mass,
                         const SymmetricFactors *factors);
// The pivot of such a row: positive while `rest`, what is new in it, is nothing beside `whole`.
Pivot left_out_pivot(const Derivation *derivation, const ActiveConstraints *active, int row,
                     const Expr *rest, const Expr *whole);

// The augmented system, ready to be solved (treatment_augmented.c): over the freedoms that the norms of
// quaternions leave, with the other bonds.
typedef struct AugmentedFactors {
  const struct Norms *norms;
  const ActiveConstraints *active;  // the others
  Matrix MC, JC;                    // of all coordinates and the other bonds: M C, J C (norms.h)
  RegularisedMass mass;
  Matrix E;                  // L^-T J^T: what the constraints look like to the coordinates
  Matrix V;                  // D^-1 E
  Matrix S;                  // J M^-1 J^T
  SymmetricFactors factors;  // of S
} AugmentedFactors;
bool augmented_factors(Derivation *derivation, const ActiveConstraints *active,
                       AugmentedFactors *augmented, Text *why);
void augmented_add_pivots(const Derivation *derivation, const AugmentedFactors *augmented,
                          ConstrainedMotion *motion);
// M x + J^T lambda = Q, J x = gamma with any number of right-hand sides: x comes with Q and lambda
// with gamma.
void augmented_solve(const Derivation *derivation, const AugmentedFactors *augmented, Matrix *x,
                     Matrix *lambda);

// Which coordinates follow from the others, and how:
//   qdd = N qdd_in + a,   J N = 0,   J a = gamma,   a zero where the coordinate is independent
typedef struct Partition {
  int free_count;
  int *independent;  // coordinates, in order
  int *dependent;    // by bond, in the order of elimination
  int *constraint;   // the bond that gives it, in that order
  Matrix N;          // n x free_count
  Matrix a;          // n
  Pivot *pivots;     // by bond, then by row left out
  int pivot_count;
  bool is_readable;  // nothing in it is named
} Partition;
// Made once. NULL with a sentence in `why`.
const Partition *derivation_partition(Derivation *derivation, Text *why);
// What becomes of a pivot's row where constraints, so many, are solved: names, if they are not few.
IntermediateNaming partition_naming(const Derivation *derivation, int rows);
// For readers, once: are small systems solved without names for what comes in between? So they are
// where the quantity of this key is short then.
void choose_writing(Derivation *derivation, const char *key);
// The same where the partition of a small system would not be written out anyway.
void choose_partition_writing(Derivation *derivation, const char *key);
// The vector a of the derivation's partition, in its shorter form for readers.
Matrix partition_bias(Derivation *derivation);
// For readers: entries in shorter forms that are equal where Phi = 0; the note says so.
void entries_shorten_on_loops(Derivation *derivation, const Expr *entries[], int count);
const char **independent_names(const Derivation *derivation,
                               const Partition *partition);  // treatment_reduced.c
// Which coordinates are independent, if one of the keys is a quantity over them (the same file).
void note_independent(Derivation *derivation, const char *const keys[], int key_count);
// A name for entry (i, j) of an intermediate result, (i) with j below 0, unless it is short by
// itself: names keep quotients apart, which would melt into longer ones. Of a column with j = -1
// the words tell the row alone; NULL: nothing is told.
typedef struct EntryWords {
  const char *before;
  const char *const *rows;     // their names
  const char *between;         // NULL: nothing
  const char *const *columns;  // NULL: they have none
} EntryWords;
const Expr *name_entry(const Derivation *derivation, const char *letters, int i, int j,
                       const EntryWords *words, const Expr *value);
// All entries of a matrix, in place; those of a column by their row alone.
void name_entries(const Derivation *derivation, const char *letters, const EntryWords *words,
                  Matrix a);

// The sum of `values` over the bonds that keep the same thing of the same loop or wheel in place as
// bond `row`, in the same unit: what that bond is measured with. A row that is nothing but rounding
// would look large beside itself.
const Expr *sum_beside(const Derivation *derivation, const ActiveConstraints *active, int row,
                       const Expr *const values[]);

#endif
