// convert_impl.h -- what the files that write the language share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CONVERT_IMPL_H
#define BIELLE_MECHANISM_CONVERT_IMPL_H

#include "mechanism/convert.h"
#include "mechanism/pose.h"

// The mechanism is never written to: what has to be computed is in a pool of its own.
typedef struct Page {
  const Mechanism *mechanism;
  Pool *pool;
  Arena *arena;
  bool *is_declared;  // by coordinate
  bool *is_defined;   // by definition
  bool has_inputs;    // are they declared?
  Text *out;
} Page;

// ---- convert_text.c: numbers, vectors, lists

// Begins the next item of a statement like `param a, b, c`; lines break behind commas.
void write_item(const char *word, int index, size_t *line_start, Text *out);
void write_vector(Vec3 v, Text *out);
bool is_axis(Vec3 v, int axis, int sign);         // x, y, z or, with sign -1, against it
void write_axis(Vec3 axis, Text *out);            // x, -y, or a vector
void write_number(const Expr *value, Text *out);  // a decimal where it is one exactly
void write_cell(const Expr *e, Text *out);        // without blanks, which separate the cells

// ---- convert_language.c

// RZ(q), TX(L), R([1, 1, 0], q), T([..]), Q(..) in a list; those that are constant turns alone.
void write_moves(const Page *page, const Move moves[], int count, bool turns_only);
// " at [..] rotated ..": where the moves lead.
void write_place_of_moves(const Page *page, const Move moves[], int count);

// ---- convert_language_act.c

void write_inputs(const Mechanism *mechanism, Text *out);
// What stands behind the frames: bodies, points, loops, constraints, wheels, speeds, forces,
// outputs and motions.
void write_parts(const Page *page);
void warn_of_tasks(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
