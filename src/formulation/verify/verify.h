// verify.h -- the certificate of a mechanism: every method against every other, the laws that any
// equations of motion obey, and the witness against all of them.
//
// Each method derives in a pool of its own with the same random points, so two entries are equal
// when their fingerprints are (docs/decisions/0002). Nothing here trusts a method, and nothing
// trusts fingerprints alone: forms are evaluated again at the pool's points and at fresh ones, and
// the witness (src/witness) computes the same quantities in numbers with error bounds.
//
// A statement has one of three results. Where fingerprints differ, numbers decide: balls that are
// disjoint are a difference. Fingerprints know no law of some functions (asin, sqrt, if ...); if
// such are in an entry, and the numbers of both sides agree to 20 digits at all states, the
// statement is not proved.
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
  // In the order of their finding: {"statement", "outcome", "chance" or "evidence", "difference"}
  // and {"remark"}.
  Record *claims;
  int statements;
  int failures;
  int unproved;
  WitnessState *states[CERTIFICATE_STATES];
  Text unseen;         // functions in what is not proved, "asin, sqrt"
  double node_pairs;   // of the methods' pools: equal nodes are one node
  double degree;       // of what was compared, at most; field variables
  int form_count;      // entries whose forms were evaluated again
  bool forms_differ;   // from their values, somewhere
  Progress *progress;  // NULL: nobody looks
} Certificate;

// Draws the states at which numbers are compared.
void certificate_begin(Certificate *certificate, const Mechanism *mechanism, uint64_t seed,
                       Record *claims);
void certificate_end(Certificate *certificate);
// The chance that two nodes of the methods' pools look equal and are not. Complete once all is compared.
double certificate_merge_chance(const Certificate *certificate);

// T V M h G tau by `count` methods, entry by entry; the mass matrix is symmetric; dM/dt - 2C is
// skew; the energy changes by the power of what acts; tau is linear in the inertial parameters, and
// in as many base parameters as columns of the regressor are independent. Of large mechanisms what
// grows with the third power of the coordinates on the way to a body is left out, and said to be.
void certify_methods(Certificate *certificate, const FormulationInfo methods[], int count);
// The treatments of constraints find the same accelerations and multipliers, which satisfy the
// constraints and balance the forces (verify_treatments.c).
void certify_treatments(Certificate *certificate, const FormulateOptions *options);
// What the derivation derives has the witness's numbers (verify_witness.c).
void certify_by_witness(Certificate *certificate, Derivation *derivation);
// The forms that were compared have the values of their nodes.
void certify_forms(Certificate *certificate);

// ---- for those who state something

// Two lists of expressions, of any two pools of the seed.
typedef struct Comparison {
  Outcome outcome;
  int entry;  // that differs first; -1: none
  int state;  // at which the numbers differ; -1: they do not
  Ball left;  // those numbers
  Ball right;
  int count;  // of all entries compared so far
  double degree;
} Comparison;
Comparison comparison_start(void);
// Of what vanishes as it is built: the degree of the terms, not of the zero that is left.
Comparison comparison_of_law(const Certificate *certificate);
// Adds to what was compared so far; the first difference counts.
void compare_entries(Certificate *certificate, Comparison *comparison, const Expr *const left[],
                     const Expr *const right[], int count);

// With the chance that a difference of these entries went unnoticed. `evidence` replaces it; NULL: it
// is worked out of the comparison.
void certificate_state(Certificate *certificate, const char *text, const Comparison *comparison,
                       const char *evidence);
// Lines about what differs in the last statement; empty: nothing.
void certificate_explain(Certificate *certificate, const Text *difference);
// What is not said, and why.
void certificate_remark(Certificate *certificate, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// The same of two sides of a law, entry by entry.
void certificate_law(Certificate *certificate, const char *law, Matrix left, Matrix right);
// "M[1][2]", "h[2]", "T"
void certificate_put_entry(Text *out, const char *key, int rows, int columns, int entry);
void certificate_progress(const Certificate *certificate, const char *what, double part);
// A derivation of the certificate's mechanism, which ends when its progress is stopped.
Derivation *certificate_derivation(const Certificate *certificate, const FormulationInfo *method);

#endif
