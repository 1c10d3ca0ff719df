// listing_impl.h -- declarations shared by the listing: the chain as one sentence of terms.
//
// Every moving term is a degree of freedom and begins the body of the same number, with axes R_i;
// the constants after it lead to the end of that body's lever.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_MECHANISM_LISTING_IMPL_H
#define BIELLE_REPORT_MECHANISM_LISTING_IMPL_H

#include "base/memory/arena.h"
#include "report/report.h"
#include "mechanism/pose.h"
#include "base/memory/table.h"

typedef struct Term {
  const Move *move;
  int frame;
  int axis;        // 0, 1, 2
  int number;      // of the degree of freedom, or of the body that a constant belongs to
  int coordinate;  // -1: constant
} Term;

typedef struct Chain {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Arena *arena;
  Pool *pool;  // of computed expressions; the pool of the mechanism is not modified
  Term *terms;
  int term_count;
  int freedom_count;
} Chain;

// ---- listing_chain.c

// Returns false, with a diagnostic, if the mechanism is not such a chain.
bool chain_read(Chain *chain);
// The number of the body that a frame moves with, 0 for the base; *place receives the pose of the
// frame in the axes of that body.
int chain_body_of_frame(const Chain *chain, int frame, Pose *place);
// Sum of the constant translations of a body, in its axes.
Vec3 chain_lever(const Chain *chain, int body);

// ---- listing.c

void listing_put_value(const Expr *value, Text *out);
void listing_put_number(Table *table, int number);
// Prints the table under its heading, and frees it.
void listing_put_table(const char *heading, Table *table, Text *out);

// ---- listing_mass.c

void listing_put_masses(const Chain *chain, Text *out);

#endif
