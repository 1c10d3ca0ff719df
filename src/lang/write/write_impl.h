// write_impl.h -- declarations shared by the files that write a mechanism.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_WRITE_WRITE_IMPL_H
#define BIELLE_LANG_WRITE_WRITE_IMPL_H

#include "lang/write/write.h"

// State of the name of a value; WAITED_FOR + i: definition i waits for it.
enum { DECLARED, PENDING, WAITED_FOR };

typedef struct Writer {
  Mechanism *mechanism;  // a copy: computed expressions go into its own pool
  Document *document;
  const char *joiner;  // between a list's name and the index: u_2 for u[2]
  Map pending;         // names of values -> DECLARED, PENDING or WAITED_FOR
  int *next_waiting;   // by definition: next definition that waits for the same name
  bool *is_due;        // by definition: must be examined
  int due_count;       // number of set entries in is_due
  int first_due;       // no definition before this one is due
  int *joints;         // by frame: the joint that makes it, or -1
  int first_pending;   // coordinates before this index are declared
  bool *is_wanted;     // by coordinate: requires a declaration by hand
  int wanted_end;      // no entry of is_wanted is set from this index on
  Map added;           // names of values defined in the text only
} Writer;

// ---- write_value.c: values as text, in the document's arena

const char *write_value(const Writer *writer, const Expr *e);
const char *write_vector(const Writer *writer, Vec3 v);
const char *write_axis(const Writer *writer, Vec3 axis);  // x, -y, or a vector
const char *write_matrix(const Writer *writer, Mat3 m);   // diag(a, b, c), or rows
// "[L, 0, 0] on crank"; the frame alone if the place is its origin.
const char *write_place(const Writer *writer, int frame, Vec3 position_F);
// RZ(q), TX(L), R([1, 1, 0], q), T([..]), Q(..) in a list. If `turns_only`, translations are
// omitted.
const char *write_moves(const Writer *writer, const Move moves[], int count, bool turns_only);

// Adds a blank line before the next statement.
void write_gap(const Writer *writer);
// Replaces names with indices, which only a list can declare, by plain names: u[2] becomes u_2,
// leg[1].hip becomes leg_1.hip. Quoted texts are unchanged.
const char *write_plain(const Writer *writer, const char *text);
// Adds a statement with plain names (document_write).
void write_line(const Writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void write_statement(const Writer *writer, Text *text);  // leaves the text empty
// Appends the clauses `at` and `rotated` for the pose that the moves reach.
void write_placement(const Writer *writer, const Move moves[], int count, Text *out);

// ---- write.c

void write_declared(Writer *writer, const Expr *symbol);
bool write_is_pending(const Writer *writer, const char *name);
// Writes the definitions that are ready.
void write_definitions(Writer *writer);

// ---- write_record.c: quantities recorded by name

// Returns true if the text of the option names a value, an output, a force or an energy whose
// expression is that of the option.
bool write_is_name_of(const Writer *writer, const TaskOption *option);
// Writes definitions for recorded names that are not declared otherwise: a coordinate replaced by
// others, or a torque that has become a moment.
void write_record_names(Writer *writer);

// ---- write_frame.c

void write_frames(Writer *writer);

// ---- write_action.c: statements after the frames

void write_inputs(Writer *writer);
void write_speeds(Writer *writer);
void write_states(Writer *writer);
void write_parts(Writer *writer);

#endif
