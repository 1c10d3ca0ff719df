// provenance_parts.h -- contributions to an entry by body, force and constraint. For the files of
// formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_PROVENANCE_PARTS_H
#define BIELLE_FORMULATION_DERIVED_PROVENANCE_PARTS_H

#include "formulation/derived/provenance.h"
#include "formulation/derivation.h"

// An entry that is being explained.
typedef struct ProvenanceWork {
  Derivation *derivation;
  const Quantity *quantity;
  int row;  // of the entry
  int column;
  const char *subject;     // after the colon of "T:arm"; NULL: all bodies
  struct FormCache *memo;  // cache of shortened formulas; NULL: none yet
  bool is_bare;            // compute sums only, without vectors
  Provenance *entry;
  const Expr **values;  // that of the entry first
  int value_count;
  int value_capacity;
} ProvenanceWork;

// Adds all contributions to an entry.
typedef void (*ProvenanceFunction)(ProvenanceWork *work);

// Contributions to T, V, L, E, M, C, h, G, tau, Qe, Qu and Ma.
void provenance_of_dynamics(ProvenanceWork *work);
// Contributions to Phi, Phi_q, ... (provenance_equation.c). meaning_of_equation() returns the
// meaning of an entry and sets its unit.
void provenance_of_equation(ProvenanceWork *work);
const char *meaning_of_equation(ProvenanceWork *work);

// ---- functions that add contributions

ProvenanceSource *provenance_source(ProvenanceWork *work, const char *kind, const char *name,
                                    Span span);
// Adds a contribution with this value; `rule` is not copied.
ProvenancePart *provenance_part(ProvenanceWork *work, ProvenanceSource *source, const char *what,
                                const char *rule, const Expr *value);
void provenance_number(ProvenanceWork *work, ProvenancePart *part, const char *name,
                       const char *meaning, const Expr *value);
// Adds a vector with components along the axes of the frame.
void provenance_vector(ProvenanceWork *work, ProvenancePart *part, const char *name,
                       const char *meaning, Vec3 value, int frame);
// Adds vectors given along the axes of the frame, converted to the axes of an ancestor frame if
// they are shorter there.
typedef struct NamedVector {
  const char *name;
  const char *meaning;
  Vec3 value;
} NamedVector;
void provenance_vectors(ProvenanceWork *work, ProvenancePart *part, int frame,
                        const NamedVector vectors[], int count);

#endif
