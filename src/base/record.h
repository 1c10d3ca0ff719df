// record.h -- the answer of a study as data: a tree of names, values and units.
//
// Of what a study found, report/ builds and prints it; callers walk it. A record holds copies of its
// names, units and texts, all in one arena.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_RECORD_H
#define BIELLE_BASE_RECORD_H

#include "base/memory/arena.h"
#include "base/text/text.h"

#include <stdbool.h>

typedef enum RecordKind {
  RECORD_NULL,  // no value: what is not finite, too
  RECORD_FLAG,
  RECORD_WHOLE,
  RECORD_NUMBER,
  RECORD_TEXT,
  RECORD_LIST,   // parts without names
  RECORD_OBJECT  // parts with names
} RecordKind;

typedef struct Record {
  RecordKind kind;
  Arena *arena;
  const char *name;  // within an object; NULL: none
  const char *unit;  // of a number; "" where there is none
  bool flag;
  long whole;
  double number;
  const char *text;
  int count;  // of parts
  struct Record *first;
  struct Record *last;
  struct Record *next;  // the next part of what holds it
} Record;

// An object without parts.
Record *record_new(Arena *arena);

// Each adds a part to an object, or with the name NULL to a list.
Record *record_object(Record *to, const char *name);
Record *record_list(Record *to, const char *name);
void record_null(Record *to, const char *name);
void record_flag(Record *to, const char *name, bool flag);
void record_integer(Record *to, const char *name, long whole);
// What is not finite becomes nothing.
void record_number(Record *to, const char *name, double number, const char *unit);
void record_text(Record *to, const char *name, const char *text);
// A list of numbers of one unit.
void record_numbers(Record *to, const char *name, const double numbers[], int count,
                    const char *unit);

// The part of that name; NULL: there is none.
const Record *record_find(const Record *object, const char *name);

#endif
