// formulation.h -- mechanism to equations; the table of methods.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORMULATION_H
#define BIELLE_FORMULATION_FORMULATION_H

#include "base/messages/progress.h"
#include "formulation/derivation.h"

// Method `index` of the table, NULL behind the last.
const FormulationInfo *formulation_info(int index);
const FormulationInfo *formulation_find(const char *name);  // NULL: none

// Has the method a recipe of its own for this key?
bool formulation_has_recipe(const FormulationInfo *method, const char *key);
// Do both methods derive the key by the same function? To compare their results proves nothing.
bool formulation_shares_recipe(const FormulationInfo *a, const FormulationInfo *b, const char *key);

// The method that alone has this key; NULL: every one has it, if there is such a key.
const FormulationInfo *formulation_of_key_alone(const char *key);

// Is it made of positions, velocities and rows of constraints alone? Everything else stands on the
// equations of motion, and then it has to be known first which constraints are redundant.
bool formulation_is_kinematic(const char *key);

// How many operations the quantity has if nothing is shared and nothing shortened, by the recipes
// that give the shortest programs; of C it is that of tau, of T that of M. Takes milliseconds for
// chains of a hundred joints. 0: nothing is known of this one.
double formulation_size(const Mechanism *mechanism, const char *key);

// The equations with these quantities, in this order: derivation_new(), derivation_quantity() for each,
// derivation_release(). They are derived in an order of their own, so that the order of the keys changes
// no form. NULL with a line in `why` for every key that there is not.
Equations *formulate(const Mechanism *mechanism, const FormulationInfo *method, uint64_t seed,
                     const char *const keys[], int key_count, Text *why);

// What is left out as negligible (negligible.h).
typedef struct NegligibleOptions {
  double tolerance;           // of each torque's range, 0 .. 1
  const Expr *const *speeds;  // largest ones by coordinate, literals of any pool; NULL: 1
  const Expr *const *accelerations;
} NegligibleOptions;

// How constraints are treated in forward dynamics (treatment.h).
typedef enum ConstraintMethod {
  TREATMENT_AUGMENTED,  // multipliers beside the accelerations
  TREATMENT_PARTITION,  // independent coordinates
  TREATMENT_PROJECTOR   // forces freed of what the constraints bear
} ConstraintMethod;

// Where a step of the partition divides: a constraint, by its number among those that are not left
// out, and the coordinate that it determines.
typedef struct PartitionPlace {
  int constraint;
  int coordinate;
} PartitionPlace;

// The same of a model that leaves something out, or treats constraints in a chosen way.
typedef struct FormulateOptions {
  const FormulationInfo *method;  // NULL: the best for each quantity
  uint64_t seed;
  bool for_display;                     // no program is made of it
  bool skip_shortening;                 // nothing need be short: numbers are wanted
  bool is_explicit;                     // for readers: accelerations without names, however long
  bool names_vectors;                   // of the recursion over the links: the recursive form
  bool omits_coriolis;                  // no terms in products of speeds: for slow motion
  const NegligibleOptions *negligible;  // NULL: no matter how small, all other terms are there
  ConstraintMethod treatment;
  const char *structure;         // why nothing moves, a sentence; NULL: it does
  const bool *omitted;           // by constraint: redundant; NULL: only those that always are
  const bool *independent;       // by coordinate: must be so; NULL: any
  const Expr *const *weights;    // by input: of its square where drives share the work; NULL: 1
  const PartitionPlace *places;  // one for each constraint that counts; NULL: chosen here
  Progress *progress;            // told of each quantity that is derived; NULL: nobody is
} FormulateOptions;
// For programs: the quantities share a pool, and what they have in common is one node.
// formulate_begin(), then formulate_end(): between the two some may be derived already, and options
// be filled that nothing so far depends on. The options must live until the end.
Derivation *formulate_begin(const Mechanism *mechanism, const FormulateOptions *options);
Equations *formulate_end(Derivation *derivation, const char *const keys[], int key_count,
                         Text *why);
Equations *formulate_with(const Mechanism *mechanism, const FormulateOptions *options,
                          const char *const keys[], int key_count, Text *why);
// For readers: each quantity is derived in a pool of its own, so that it is written the same
// whatever else is asked for. No program is made of them.
Equations *formulate_for_display(const Mechanism *mechanism, const FormulateOptions *options,
                                 const char *const keys[], int key_count, Text *why);

// A line for readers of M, C or h, and G: how the equations of motion are made of them
// (equations_of_motion.c).
void note_equations_of_motion(const Mechanism *mechanism, Equations *equations);

// The keys that a model has when nobody says which: T V M C h G tau; of constraints, if there are
// such, Phi Phi_q Phi_t gamma and H b_nh gamma_nh; fk of every frame and point, jac of every point.
// C, whose entries grow with the cube of the coordinates, only up to twelve of them. They live in
// `arena`. `rows` are the constraints; NULL: they make no sense, and who derives Phi says why.
const char **formulation_default_keys(const Mechanism *mechanism, const struct ConstraintList *rows,
                                      Arena *arena, int *count);

#endif
