// provenance.h -- contributions to an entry: by which inertia and lever arm of a body, which
// weight, which force, which constraint, and by which statement of the description.
//
//   T, M, C, h, G, V, tau    sums over bodies, weights and applied forces
//   Qe, Qu, Ma               sums over applied forces
//   Phi, H and related       one statement each
//
// Contributions are computed from velocities and accelerations of the bodies, not from the method's
// quantities, and must add up to the entry that the method derived.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_PROVENANCE_H
#define BIELLE_FORMULATION_DERIVED_PROVENANCE_H

#include "base/messages/diagnostics.h"
#include "formulation/equations.h"
#include "mechanism/mechanism.h"

// A factor of a contribution: a vector or a number.
typedef struct ProvenanceFactor {
  const char *name;     // "v_th"
  const char *meaning;  // "velocity of its centre of mass for th' = 1"
  const char *axes;     // frame of its components; NULL: a number
  int first;            // index of its value, or of the first of three, among the entry's values
} ProvenanceFactor;

enum { MAX_FACTORS = 3, MAX_PARTS = 3 };

typedef struct ProvenancePart {
  const char *what;  // "mass", "rotary inertia"
  const char *rule;  // "m*v_x . v_th"; NULL: given by the statement
  int value;         // its index among the entry's values; 0: the entry itself
  ProvenanceFactor factors[MAX_FACTORS];
  int factor_count;
} ProvenancePart;

typedef struct ProvenanceSource {
  const char *kind;  // "body", "spring", ...
  const char *name;
  const char *element;  // element that created it; NULL: none
  Span span;            // of its statement
  ProvenancePart parts[MAX_PARTS];
  int part_count;
} ProvenanceSource;

typedef struct Provenance {
  const char *key;      // "M[1,2]": also of the quantity of its values, the entry's first
  const char *meaning;  // the meaning of the entry in words
  const char *unit;     // "" if unknown
  ProvenanceSource *sources;
  int source_count;
} Provenance;

typedef struct Explanation {
  Equations *equations;  // owns all entries
  Provenance *entries;
  int entry_count;
} Explanation;

// Explains "M[1,2]", or all non-zero entries of "M". Returns false with a sentence in `why` for
// every key that cannot be explained; sets `is_wrong` if contributions do not add up to their
// entry. The mechanism must outlive the explanation.
bool explain(const Mechanism *mechanism, uint64_t seed, const char *const keys[], int key_count,
             Explanation *explanation, bool *is_wrong, Text *why);
void explanation_free(Explanation *explanation);

#endif
