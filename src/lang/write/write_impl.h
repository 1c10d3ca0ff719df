// write_impl.h -- what the files that write a mechanism share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_WRITE_WRITE_IMPL_H
#define BIELLE_LANG_WRITE_WRITE_IMPL_H

#include "lang/write/write.h"

// Of the name of a value; WAITED_FOR and above: the definition that waits for it.
enum { DECLARED, PENDING, WAITED_FOR };

typedef struct Writer {
  Mechanism *mechanism;  // a copy: what has to be computed goes into a pool of its own
  Document *document;
  const char *joiner;  // of a list's name and the index: u_2 for u[2]
  Map pending;         // names of values: are they still to come?
  int *next_waiting;   // for the same name, by definition
  bool *is_due;        // has it to be looked at? by definition
  int due_count;       // of them
  int first_due;       // none in front of it is
  int *joints;         // that make the frames, by frame; -1: none
  int first_pending;   // coordinate: those in front of it are declared
  bool *is_wanted;     // has it to be declared by hand? by coordinate
  int wanted_end;      // none of those behind it has
  Map added;           // names of values that the text alone defines
} Writer;

// ---- write_value.c: values as text, in the document's arena

const char *write_value(const Writer *writer, const Expr *e);
const char *write_vector(const Writer *writer, Vec3 v);
const char *write_axis(const Writer *writer, Vec3 axis);  // x, -y, or a vector
const char *write_matrix(const Writer *writer, Mat3 m);   // diag(a, b, c), or rows
// "[L, 0, 0] on crank"; a frame alone where the place is its origin.
const char *write_place(const Writer *writer, int frame, Vec3 position_F);
// RZ(q), TX(L), R([1, 1, 0], q), T([..]), Q(..) in a list; `turns_only`: shifts are left out.
const char *write_moves(const Writer *writer, const Move moves[], int count, bool turns_only);

// A blank line before the next statement.
void write_gap(const Writer *writer);
// Names with indices, which only a list can declare, made plain: u[2] becomes u_2, leg[1].hip
// leg_1.hip. Quoted texts stay as they are.
const char *write_plain(const Writer *writer, const char *text);
// A statement, names made plain (document_write).
void write_line(const Writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void write_statement(const Writer *writer, Text *text);  // the text is left empty
// Puts the clauses `at` and `rotated`: where the moves lead.
void write_placement(const Writer *writer, const Move moves[], int count, Text *out);

// ---- write.c

void write_declared(Writer *writer, const Expr *symbol);
bool write_is_pending(const Writer *writer, const char *name);
// Those that are ready.
void write_definitions(Writer *writer);

// ---- write_record.c: what is recorded by a name

// Does the text of the option name a value, an output, a force or an energy that is what the option has?
bool write_is_name_of(const Writer *writer, const TaskOption *option);
// Definitions of what is recorded by a name that nothing else has: a coordinate that other ones
// replaced, or a torque that is a moment now.
void write_record_names(Writer *writer);

// ---- write_frame.c

void write_frames(Writer *writer);

// ---- write_action.c: what stands behind the frames

void write_inputs(Writer *writer);
void write_speeds(Writer *writer);
void write_states(Writer *writer);
void write_parts(Writer *writer);

#endif
