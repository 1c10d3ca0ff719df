// summary_impl.h -- declarations shared by the summary.
//
// Text and record are produced together: each cell of a table is also a member of an object in the
// record.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_MECHANISM_SUMMARY_IMPL_H
#define BIELLE_REPORT_MECHANISM_SUMMARY_IMPL_H

#include "base/memory/table.h"
#include "report/report.h"

typedef struct Summary {
  const Mechanism *mechanism;
  int most;  // maximum number of listed entries of a kind
  Record *record;
  Text *words;
} Summary;

// "and 9000 more", if not all of `count` are listed.
void summary_put_rest(const Summary *summary, int count);

// ---- summary_value.c: short expressions

// A constant as a number, otherwise the expression; an expression too wide for a table is
// abbreviated.
void summary_put_value(const Mechanism *mechanism, const Expr *e, Text *out);
// The same for the last column of a table, which may be wide.
void summary_put_last(const Mechanism *mechanism, const Expr *e, Text *out);
// The expression followed by its number, if the parameters have values: m1 = 18.
void summary_put_known(const Mechanism *mechanism, const Expr *e, Text *out);
void summary_put_vector(const Mechanism *mechanism, Vec3 vector, Text *out);
void summary_put_inertia(const Mechanism *mechanism, Mat3 inertia, Text *out);
void summary_put_axis(const Mechanism *mechanism, Vec3 axis, Text *out);
// TX(a) RZ(q)
void summary_put_moves(const Mechanism *mechanism, const Move moves[], int count, Text *out);
// A value of a coordinate with its unit; constant angles in degrees.
void summary_put_position(const Mechanism *mechanism, const Coordinate *coordinate, const Expr *e,
                          Text *out);

// Adds the number (null if a parameter has no value), and an expression that is not constant to the
// object "formulas" of `to`.
void record_value(const Mechanism *mechanism, Record *to, const char *name, const Expr *e,
                  const char *unit);
// The same for lists of numbers.
void record_values(const Mechanism *mechanism, Record *to, const char *name,
                   const Expr *const values[], int count, const char *unit);
// Adds the expression in full, unless it is as long as a tyre force: such expressions are only
// readable in derived equations, with named subexpressions.
void record_formula(Record *to, const char *name, const Expr *e);

// ---- summary_tree.c

void summary_print_tree(const Summary *summary);

// ---- summary_kinds.c

// Coordinates, bodies, loops, forces, ..., one table each.
void summary_print_kinds(const Summary *summary);

#endif
