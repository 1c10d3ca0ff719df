// verify.h -- the certificate of a mechanism: every method against every other, laws valid for all
// equations of motion, and the numerical witness against all of them.
//
// Each method derives in a separate pool with the same random points, so two entries are equal if
// their fingerprints are (docs/decisions/0002). No single method is trusted, nor are fingerprints
// alone: forms are evaluated again at the pool's points and at new ones, and the witness
// (src/witness) computes the same quantities in numbers with error bounds.
//
// A statement has one of three results. If fingerprints differ, numbers decide: disjoint balls
// prove a difference. Fingerprints do not represent the laws of some functions (asin, sqrt, if
// ...); if an entry contains these, and the numbers of both sides agree to 20 digits at all states,
// the statement is not proved.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_VERIFY_VERIFY_H
#define BIELLE_FORMULATION_VERIFY_VERIFY_H

#include "base/record.h"
#include "formulation/formulation.h"
#include "witness/witness.h"

typedef enum Outcome { OUTCOME_HOLDS, OUTCOME_NOT_PROVED, OUTCOME_DOES_NOT_HOLD } Outcome;

enum { CERTIFICATE_STATES = 3 };
#define FIELD_POINTS 5.3e36  // of both primes together, 2^122

typedef struct Certificate {
  const Mechanism *mechanism;
  uint64_t seed;
  // In the order of the statements: {"statement", "outcome", "chance" or "evidence", "difference"}
  // and {"remark"}.
  Record *claims;
  int statements;
  int failures;
  int unproved;
  WitnessState *states[CERTIFICATE_STATES];
  Text unseen;         // functions without laws in unproved statements, "asin, sqrt"
  double node_pairs;   // of the methods' pools: equal nodes are one node
  double degree;       // maximum degree of the compared entries, in field variables
  int form_count;      // entries whose forms were evaluated again
  bool forms_differ;   // a form differs from its fingerprint
  Progress *progress;  // NULL: no progress callback
} Certificate;

// Draws the states at which numbers are compared.
void certificate_begin(Certificate *certificate, const Mechanism *mechanism, uint64_t seed,
                       Record *claims);
void certificate_end(Certificate *certificate);
// The probability that two different nodes of the methods' pools have equal fingerprints. Complete
// after all comparisons.
double certificate_merge_chance(const Certificate *certificate);

// Compares T V M h G tau of `count` methods, entry by entry, and checks these laws: the mass matrix
// is symmetric; dM/dt - 2C is skew; the rate of the energy is the power of the applied forces; tau
// is linear in the inertial parameters, and in as many base parameters as columns of the regressor
// are independent. For large mechanisms, methods whose cost grows with the third power of the
// number of coordinates before a body are omitted, with a remark.
void certify_methods(Certificate *certificate, const FormulationInfo methods[], int count);
// Checks that all methods of constraint enforcement find the same accelerations and multipliers,
// which satisfy the constraints and balance the forces (verify_treatments.c).
void certify_treatments(Certificate *certificate, const FormulateOptions *options);
// Compares the quantities of the derivation with the numbers of the witness (verify_witness.c).
void certify_by_witness(Certificate *certificate, Derivation *derivation);
// States whether the compared forms have the values of their nodes.
void certify_forms(Certificate *certificate);

// ---- functions for making statements

// A comparison of two lists of expressions, from any two pools with the same seed.
typedef struct Comparison {
  Outcome outcome;
  int entry;  // the first that differs; -1: none
  int state;  // state at which the numbers differ; -1: they do not
  Ball left;  // the numbers of both sides
  Ball right;
  int count;  // number of entries compared so far
  double degree;
} Comparison;
Comparison comparison_start(void);
// A comparison for expressions that cancel while they are built: it has the degree of the terms,
// not that of the resulting zero.
Comparison comparison_of_law(const Certificate *certificate);
// Adds entries to the comparison; the first difference is recorded.
void compare_entries(Certificate *certificate, Comparison *comparison, const Expr *const left[],
                     const Expr *const right[], int count);

// Makes a statement with the probability that a difference of these entries was not detected.
// `evidence` replaces it; NULL: it is computed from the comparison.
void certificate_state(Certificate *certificate, const char *text, const Comparison *comparison,
                       const char *evidence);
// Adds lines about the difference of the last statement; an empty text adds nothing.
void certificate_explain(Certificate *certificate, const Text *difference);
// Adds a remark: what is not stated, and why.
void certificate_remark(Certificate *certificate, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Compares the two sides of a law, entry by entry, and states the result.
void certificate_law(Certificate *certificate, const char *law, Matrix left, Matrix right);
// "M[1][2]", "h[2]", "T"
void certificate_put_entry(Text *out, const char *key, int rows, int columns, int entry);
void certificate_progress(const Certificate *certificate, const char *what, double part);
// A derivation of the certificate's mechanism; it is cancelled with the certificate's progress.
Derivation *certificate_derivation(const Certificate *certificate, const FormulationInfo *method);

#endif
