// provenance.h -- where the terms of an entry come from: which body's inertia with which lever,
// which weight, which force, which constraint, and where the description says so.
//
//   T, M, C, h, G, V, tau    sums over bodies, weights and what acts
//   Qe, Qu, Ma               sums over what acts
//   Phi, H and their kin     one statement each
//
// Parts are made of velocities and accelerations of the bodies, not of the method's own quantities,
// and must add up to the entry that the method derived.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_PROVENANCE_H
#define BIELLE_FORMULATION_DERIVED_PROVENANCE_H

#include "base/messages/diagnostics.h"
#include "formulation/equations.h"
#include "mechanism/mechanism.h"

// What a part is made of: a vector, or a number.
typedef struct ProvenanceFactor {
  const char *name;     // "v_th"
  const char *meaning;  // "velocity of its centre of mass for th' = 1"
  const char *axes;     // the frame that its components are along; NULL: a number
  int first;            // place of its value, or of the first of three, among the entry's values
} ProvenanceFactor;

enum { MAX_FACTORS = 3, MAX_PARTS = 3 };

typedef struct ProvenancePart {
  const char *what;  // "mass", "rotary inertia"
  const char *rule;  // "m*v_x . v_th"; NULL: it is what the statement says
  int value;         // its place among the entry's values; 0: it is the entry
  ProvenanceFactor factors[MAX_FACTORS];
  int factor_count;
} ProvenancePart;

typedef struct ProvenanceSource {
  const char *kind;  // "body", "spring", ...
  const char *name;
  const char *element;  // that made it; NULL: none
  Span span;            // of its statement
  ProvenancePart parts[MAX_PARTS];
  int part_count;
} ProvenanceSource;

typedef struct Provenance {
  const char *key;      // "M[1,2]": also of the quantity with its values, the entry's own first
  const char *meaning;  // "force on x that a unit acceleration of th asks for"
  const char *unit;     // "" when unknown
  ProvenanceSource *sources;
  int source_count;
} Provenance;

typedef struct Explanation {
  Equations *equations;  // own everything
  Provenance *entries;
  int entry_count;
} Explanation;

// Explains "M[1,2]", or all entries of "M" that are not zero. Returns false with a sentence in
// `why` for every key that cannot be explained; `is_wrong`: parts do not add up to their entry.
// The mechanism must outlive the explanation.
bool explain(const Mechanism *mechanism, uint64_t seed, const char *const keys[], int key_count,
             Explanation *explanation, bool *is_wrong, Text *why);
void explanation_free(Explanation *explanation);

#endif
