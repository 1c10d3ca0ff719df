// derivation.h -- quantities derived when they are asked for, by one method or by the best for each.
//
// A method is a table of recipes: for the key "M", the function that derives the mass matrix. A
// recipe asks the derivation for what it builds on, so only what is needed is ever derived, and once.
// Keys that the method has no recipe for come from the common table (forward dynamics out of M, h
// and G; positions, velocities, Jacobians), so every method offers all of them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVATION_H
#define BIELLE_FORMULATION_DERIVATION_H

#include "formulation/equations.h"
#include "formulation/methods/links.h"
#include "mechanism/kinematics.h"
#include "mechanism/mechanism.h"
#include "symbolic/matrix/matrix.h"

typedef struct Derivation Derivation;
typedef struct HomogeneousBody HomogeneousBody;  // uicker.c

// Derives the quantity `key` and adds it to the equations. False with a sentence in `why` if there
// is no such thing.
typedef bool (*RecipeFunction)(Derivation *derivation, const char *key, Text *why);

// `key` is whole ("M") or ends in a colon ("fk:") and stands for all keys that begin with it.
typedef struct Recipe {
  const char *key;  // NULL behind the last of a table
  RecipeFunction derive;
} Recipe;

typedef struct FormulationInfo {
  const char *name;  // of --method
  const Recipe *recipes;
  const char *reference;
} FormulationInfo;

// Accelerations for readers (forward.h): not decided yet, or which way.
typedef enum AccelerationForm { WRITING_OPEN, WRITTEN_OUT, WRITTEN_WITH_NAMES } AccelerationForm;

struct Derivation {
  Equations *equations;
  const Mechanism *mechanism;
  const FormulationInfo *method;  // NULL: the best for each quantity
  const Recipe *before;           // go before the method's own: a reduced model; NULL: none
  const struct FormulateOptions *options;    // of a reduced model; NULL: none
  struct Reduction *reduction;               // negligible.c makes it
  bool for_display;                          // no program is made of it
  bool names_vectors;                        // of the recursion over the links
  AccelerationForm writing;                  // of accelerations
  bool has_short_roots;                      // of forces; derivation_shorten_roots() makes them so
  bool skip_shortening;                      // nothing need be short: numbers or a proof are wanted
  const FrameMotion *motions;                // by frame; derivation_motions() makes them
  const LinkTree *links;                     // derivation_links() makes them
  struct Lagrange *lagrange;                 // augmented bodies; lagrange_of() makes them
  const HomogeneousBody *homogeneous;        // by body; uicker.c makes them
  const Expr *const *speeds;                 // derivation_speeds() makes them
  const struct ActionList *actions;          // derivation_actions() makes them
  const struct ConstraintList *constraints;  // derivation_constraints() makes them
  const struct ActiveConstraints *active;    // derivation_active_constraints() makes them
  const struct Partition *partition;         // derivation_partition() makes it
  const struct ConstrainedMotion *motion;    // constrained_motion() makes it
  const struct Norms *norms;                 // derivation_norms() makes them
  const struct KaneSpeeds *kane_speeds;      // kane_speeds() makes them
};

// Equations without a quantity so far, in a pool of their own, so that operation counts are honest.
// `seed` chooses the random points. The mechanism must outlive the derivation.
Derivation *derivation_new(const Mechanism *mechanism, const FormulationInfo *method,
                           uint64_t seed);
// Another one with the same seed that ends when the first does: what it derives is weighed, or put
// in the first one's pool.
Derivation *derivation_fork(const Derivation *derivation, const Mechanism *mechanism,
                            const FormulationInfo *method);
// Frees the derivation and hands over its equations.
Equations *derivation_release(Derivation *derivation);

// The entries of quantity `key`, row-major, derived if they are not there yet. NULL with a sentence
// in `why` if that is not possible.
const Expr **derivation_quantity(Derivation *derivation, const char *key, Text *why);
// How much of a key is that of the whole quantity, without "[2]" or "[1,2]" of one entry: names may
// end in brackets, too, "fk:strut[1]".
size_t derivation_whole_key(const Derivation *derivation, const char *key);
// The same for a key that every method has.
const Expr **derivation_require(Derivation *derivation, const char *key);
// The same as a matrix, over the entries of the quantity; its `at` is NULL where there is none.
Matrix derivation_matrix(Derivation *derivation, const char *key, Text *why);
Matrix derivation_require_matrix(Derivation *derivation, const char *key);
// New ones, in the arena of the equations: of zeros; of a column of given entries.
Matrix derivation_zeros(const Derivation *derivation, int rows, int columns);
Matrix derivation_column(const Derivation *derivation, const Expr *const entries[], int count);

const FrameMotion *derivation_motions(Derivation *derivation);
const LinkTree *derivation_links(Derivation *derivation);
// The generalised speeds, each its name for what it stands for (speeds.c).
const Expr *const *derivation_speeds(Derivation *derivation);
// `name`, with the letter in front of it as often as it takes until the user has no such name.
// Lives as long as the equations.
const char *derivation_free_name(const Derivation *derivation, const char *name, char letter);
// Names the value, by derivation_free_name(), and keeps what the name means; NULL: that is not known.
const Expr *derivation_name(const Derivation *derivation, const char *name, char letter,
                            const char *meaning, const Expr *value);
// An expression of the mechanism in the derivation's pool, generalised speeds by what they stand for.
const Expr *derivation_expression(Derivation *derivation, const Expr *e);

#endif
