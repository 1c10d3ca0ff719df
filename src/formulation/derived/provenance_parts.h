// provenance_parts.h -- parts of an entry by body, by what acts, by constraint. For the files of
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
  const char *subject;     // behind the colon of "T:arm"; NULL: all of them
  struct FormCache *memo;  // of formulas that were shortened; NULL: none was
  bool is_bare;            // sums alone are wanted: no vectors
  Provenance *entry;
  const Expr **values;  // that of the entry first
  int value_count;
  int value_capacity;
} ProvenanceWork;

// Adds all parts of an entry.
typedef void (*ProvenanceFunction)(ProvenanceWork *work);

// Of T, V, L, E, M, C, h, G, tau, Qe, Qu and Ma.
void provenance_of_dynamics(ProvenanceWork *work);
// Phi, Phi_q, ... (provenance_equation.c); what an entry of them means, and its unit.
void provenance_of_equation(ProvenanceWork *work);
const char *meaning_of_equation(ProvenanceWork *work);

// ---- for those who add parts

ProvenanceSource *provenance_source(ProvenanceWork *work, const char *kind, const char *name,
                                    Span span);
// Of this value; `rule` is copied by nobody.
ProvenancePart *provenance_part(ProvenanceWork *work, ProvenanceSource *source, const char *what,
                                const char *rule, const Expr *value);
void provenance_number(ProvenanceWork *work, ProvenancePart *part, const char *name,
                       const char *meaning, const Expr *value);
// Components along the axes of the frame.
void provenance_vector(ProvenanceWork *work, ProvenancePart *part, const char *name,
                       const char *meaning, Vec3 value, int frame);
// Vectors that are given along the axes of the frame, along the axes of whichever frame before it
// they are short in.
typedef struct NamedVector {
  const char *name;
  const char *meaning;
  Vec3 value;
} NamedVector;
void provenance_vectors(ProvenanceWork *work, ProvenancePart *part, int frame,
                        const NamedVector vectors[], int count);

#endif
