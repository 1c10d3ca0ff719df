// formulation.h -- derives equations from a mechanism; the table of methods.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORMULATION_H
#define BIELLE_FORMULATION_FORMULATION_H

#include "base/messages/progress.h"
#include "formulation/derivation.h"

// Method `index` of the table; NULL past the end.
const FormulationInfo *formulation_info(int index);
const FormulationInfo *formulation_find(const char *name);  // NULL: none

// Returns true if the method's own table has a recipe for this key.
bool formulation_has_recipe(const FormulationInfo *method, const char *key);
// Returns true if both methods derive the key by the same function, so that a comparison of their
// results proves nothing.
bool formulation_shares_recipe(const FormulationInfo *a, const FormulationInfo *b, const char *key);

// The only method that provides this key. NULL: all methods provide it, or it does not exist.
const FormulationInfo *formulation_of_key_alone(const char *key);

// Returns true if the quantity depends only on positions, velocities and constraint equations. All
// other quantities depend on the equations of motion, for which the redundant constraints must be
// known first.
bool formulation_is_kinematic(const char *key);

// The number of operations of the quantity without sharing and shortening, by the recipes that
// produce the shortest programs; for C that of tau, for T that of M. Takes milliseconds for chains
// of a hundred joints. Returns 0 if the number is unknown.
double formulation_size(const Mechanism *mechanism, const char *key);

// Derives the equations with these quantities, in this order: derivation_new(),
// derivation_quantity() for each, derivation_release(). They are derived in an internal order, so
// that the order of the keys does not affect the forms. Returns NULL with a line in `why` for every
// key that does not exist.
Equations *formulate(const Mechanism *mechanism, const FormulationInfo *method, uint64_t seed,
                     const char *const keys[], int key_count, Text *why);

// Options of models without negligible terms (negligible.h).
typedef struct NegligibleOptions {
  double tolerance;           // fraction of each torque's range, 0 .. 1
  const Expr *const *speeds;  // largest magnitudes by coordinate, literals of any pool; NULL: 1
  const Expr *const *accelerations;
} NegligibleOptions;

// Method of constraint enforcement in forward dynamics (constraint_method.h).
typedef enum ConstraintMethod {
  TREATMENT_AUGMENTED,  // multipliers in addition to the accelerations
  TREATMENT_PARTITION,  // independent coordinates
  TREATMENT_PROJECTOR   // forces projected so that the constraint forces are eliminated
} ConstraintMethod;

// A pivot position of the partition: a constraint, by its number among those that are not omitted,
// and the coordinate that it determines.
typedef struct PartitionPlace {
  int constraint;
  int coordinate;
} PartitionPlace;

// Options of a derivation: method, reduced model, treatment of constraints.
typedef struct FormulateOptions {
  const FormulationInfo *method;  // NULL: the best method for each quantity
  uint64_t seed;
  bool for_display;                     // the result is for display only, not for a program
  bool skip_shortening;                 // no short forms needed: only numbers are computed
  bool is_explicit;                     // for display: write accelerations in full, however long
  bool names_vectors;                   // of the recursion over the links: the recursive form
  bool omits_coriolis;                  // no terms in products of speeds: for slow motion
  const NegligibleOptions *negligible;  // NULL: keep all other terms, however small
  ConstraintMethod treatment;
  const char *structure;         // why the mechanism is immobile, a sentence; NULL: it is mobile
  const bool *omitted;           // by constraint: redundant; NULL: only those that always are
  const bool *independent;       // by coordinate: must be independent; NULL: no preference
  const Expr *const *weights;    // by input: weight of its square if drives share the load; NULL: 1
  const PartitionPlace *places;  // one for each active constraint; NULL: chosen by the formulation
  Progress *progress;            // receives each derived quantity; NULL: none
} FormulateOptions;
// For programs: the quantities share a pool, and common subexpressions are one node. Call
// formulate_begin(), then formulate_end(). Between the two calls quantities may be derived, and
// options may be set that no derived quantity depends on. The options must outlive formulate_end().
Derivation *formulate_begin(const Mechanism *mechanism, const FormulateOptions *options);
Equations *formulate_end(Derivation *derivation, const char *const keys[], int key_count,
                         Text *why);
Equations *formulate_with(const Mechanism *mechanism, const FormulateOptions *options,
                          const char *const keys[], int key_count, Text *why);
// For display: each quantity is derived in a separate pool, so that its form does not depend on the
// other requested quantities. The results are not used for programs.
Equations *formulate_for_display(const Mechanism *mechanism, const FormulateOptions *options,
                                 const char *const keys[], int key_count, Text *why);

// Adds a note that states how the equations of motion are composed of M, C or h, and G
// (equations_of_motion.c).
void note_equations_of_motion(const Mechanism *mechanism, Equations *equations);

// The default keys of a model: T V M C h G tau; if there are constraints, Phi Phi_q Phi_t gamma and
// H b_nh gamma_nh; fk of every frame and point, jac of every point. C, whose size grows with the
// cube of the number of coordinates, is included up to twelve coordinates. The keys are allocated
// in `arena`. `rows` are the constraints; NULL: they are inconsistent, and deriving Phi reports
// why.
const char **formulation_default_keys(const Mechanism *mechanism, const struct ConstraintList *rows,
                                      Arena *arena, int *count);

#endif
