// summary_impl.h -- what the files of the summary share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_SUMMARY_IMPL_H
#define BIELLE_REPORT_SUMMARY_IMPL_H

#include "base/table.h"
#include "report/summary.h"

// ---- summary.c: long lists

// How many of `count` things of one kind are listed; nobody reads a million.
int summary_rows(int count);
// "and 9000 more", if some are not listed.
void summary_put_rest(int count, Text *out);
// table_finish(), then the rest of `count`.
void summary_finish(Table *table, int count, Text *out);

// ---- summary_value.c: expressions, short

// A constant as a number, otherwise the expression; what would not fit in a table is left out.
void summary_put_value(const Mechanism *mechanism, const Expr *e, Text *out);
// The same for the last column of a table, which may be wide.
void summary_put_last(const Mechanism *mechanism, const Expr *e, Text *out);
// With the number behind an expression, if the parameters have values: m1 = 18.
void summary_put_known(const Mechanism *mechanism, const Expr *e, Text *out);
void summary_put_vector(const Mechanism *mechanism, Vec3 vector, Text *out);
void summary_put_inertia(const Mechanism *mechanism, Mat3 inertia, Text *out);
void summary_put_axis(const Mechanism *mechanism, Vec3 axis, Text *out);
// TX(a) RZ(q)
void summary_put_moves(const Mechanism *mechanism, const Move moves[], int count, Text *out);
// A value of a coordinate with its unit; constant angles in degrees.
void summary_put_position(const Mechanism *mechanism, const Coordinate *coordinate, const Expr *e,
                          Text *out);
const char *coordinate_unit(CoordinateKind kind);

// ---- summary_tree.c

void summary_print_tree(const Mechanism *mechanism, Text *out);

// ---- summary_act.c: loops, constraints, wheels, speeds, inputs, forces, tasks

void summary_print_actions(const Mechanism *mechanism, Text *out);

#endif
