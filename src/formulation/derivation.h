// derivation.h -- quantities derived on demand, by one method or by the best method for each.
//
// A method is a table of recipes, which map a key such as "M" to the function that derives the
// quantity. A recipe requests its prerequisites from the derivation, so only required quantities
// are derived, each of them once. Keys without a recipe in the method's table are taken from the
// common table (forward dynamics from M, h and G; positions, velocities, Jacobians), so every
// method provides all of them.
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

// Derives the quantity `key` and adds it to the equations. Returns false with a sentence in `why`
// if it does not exist.
typedef bool (*RecipeFunction)(Derivation *derivation, const char *key, Text *why);

// `key` is a complete key ("M"), or ends in a colon ("fk:") and matches all keys with this prefix.
typedef struct Recipe {
  const char *key;  // NULL: end of the table
  RecipeFunction derive;
} Recipe;

typedef struct FormulationInfo {
  const char *name;  // of --method
  const Recipe *recipes;
  const char *reference;
} FormulationInfo;

// Form of accelerations printed for display (forward.h): undecided, written out, or with names for
// intermediate results.
typedef enum AccelerationForm { WRITING_OPEN, WRITTEN_OUT, WRITTEN_WITH_NAMES } AccelerationForm;

struct Derivation {
  Equations *equations;
  const Mechanism *mechanism;
  const FormulationInfo *method;  // NULL: the best method for each quantity
  const Recipe *before;           // precede the method's recipes: a reduced model; NULL: none
  const struct FormulateOptions *options;    // of a reduced model; NULL: none
  struct Reduction *reduction;               // created by negligible.c
  bool for_display;                          // the result is for display only, not for a program
  bool names_vectors;                        // of the recursion over the links
  AccelerationForm writing;                  // of accelerations
  bool has_short_roots;                      // of forces; set by derivation_shorten_roots()
  bool skip_shortening;                      // no short forms needed: for numbers or a proof
  const FrameMotion *motions;                // by frame; see derivation_motions()
  const LinkTree *links;                     // see derivation_links()
  struct Lagrange *lagrange;                 // augmented bodies; see lagrange_of()
  const HomogeneousBody *homogeneous;        // by body; created by uicker.c
  const Expr *const *speeds;                 // see derivation_speeds()
  const struct ActionList *actions;          // see derivation_actions()
  const struct ConstraintList *constraints;  // see derivation_constraints()
  const struct ActiveConstraints *active;    // see derivation_active_constraints()
  const struct Partition *partition;         // see derivation_partition()
  const struct ConstrainedMotion *motion;    // see constrained_motion()
  const struct Norms *norms;                 // see derivation_norms()
  const struct KaneSpeeds *kane_speeds;      // see kane_speeds()
};

// Creates equations without quantities, in a separate pool so that operation counts are not
// affected by other equations. `seed` selects the random points. The mechanism must outlive the
// derivation.
Derivation *derivation_new(const Mechanism *mechanism, const FormulationInfo *method,
                           uint64_t seed);
// Creates a derivation with the same seed that is cancelled together with the first one. It is used
// to compare the sizes of results, or its results are copied into the first one's pool.
Derivation *derivation_fork(const Derivation *derivation, const Mechanism *mechanism,
                            const FormulationInfo *method);
// Frees the derivation and returns its equations; the caller owns them.
Equations *derivation_release(Derivation *derivation);

// The entries of quantity `key`, row-major, derived on first request. Returns NULL with a sentence
// in `why` if that is not possible.
const Expr **derivation_quantity(Derivation *derivation, const char *key, Text *why);
// The length of the part of a key that names the whole quantity, without the "[2]" or "[1,2]" of
// one entry. Names may also end in brackets: "fk:strut[1]".
size_t derivation_whole_key(const Derivation *derivation, const char *key);
// Like derivation_quantity(), for a key that every method provides.
const Expr **derivation_require(Derivation *derivation, const char *key);
// The quantity as a matrix that shares its entries; `at` is NULL if it cannot be derived.
Matrix derivation_matrix(Derivation *derivation, const char *key, Text *why);
Matrix derivation_require_matrix(Derivation *derivation, const char *key);
// New matrices in the arena of the equations: all zeros, and a column of the given entries.
Matrix derivation_zeros(const Derivation *derivation, int rows, int columns);
Matrix derivation_column(const Derivation *derivation, const Expr *const entries[], int count);

const FrameMotion *derivation_motions(Derivation *derivation);
const LinkTree *derivation_links(Derivation *derivation);
// The generalised speeds, each as a named expression of its definition (speeds.c).
const Expr *const *derivation_speeds(Derivation *derivation);
// `name`, prefixed with the letter as often as necessary to differ from all names of the user. The
// result lives as long as the equations.
const char *derivation_free_name(const Derivation *derivation, const char *name, char letter);
// Names the value by derivation_free_name() and records the meaning of the name; NULL: no meaning
// is recorded.
const Expr *derivation_name(const Derivation *derivation, const char *name, char letter,
                            const char *meaning, const Expr *value);
// Copies an expression of the mechanism into the derivation's pool, with generalised speeds
// replaced by their definitions.
const Expr *derivation_expression(Derivation *derivation, const Expr *e);

#endif
