// record.h -- the result of a study as data: a tree of names, values and units.
//
// report/ builds a record from the result of a study and prints it; callers traverse it. A record
// holds copies of its names, units and texts, all in one arena.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_RECORD_H
#define BIELLE_BASE_RECORD_H

#include "base/memory/arena.h"
#include "base/text/text.h"

#include <stdbool.h>

typedef enum RecordKind {
  RECORD_NULL,  // no value; also used for numbers that are not finite
  RECORD_FLAG,
  RECORD_WHOLE,
  RECORD_NUMBER,
  RECORD_TEXT,
  RECORD_LIST,   // members without names
  RECORD_OBJECT  // members with names
} RecordKind;

typedef struct Record {
  RecordKind kind;
  Arena *arena;
  const char *name;  // of a member of an object; NULL: none
  const char *unit;  // of a number; "" if there is none
  bool flag;
  long whole;
  double number;
  const char *text;
  int count;  // number of members
  struct Record *first;
  struct Record *last;
  struct Record *next;  // next member of the parent
} Record;

// Returns an object without members.
Record *record_new(Arena *arena);

// Each of these adds a member to an object, or with the name NULL to a list.
Record *record_object(Record *to, const char *name);
Record *record_list(Record *to, const char *name);
void record_null(Record *to, const char *name);
void record_flag(Record *to, const char *name, bool flag);
void record_integer(Record *to, const char *name, long whole);
// A number that is not finite becomes RECORD_NULL.
void record_number(Record *to, const char *name, double number, const char *unit);
void record_text(Record *to, const char *name, const char *text);
// Adds a list of numbers with the same unit.
void record_numbers(Record *to, const char *name, const double numbers[], int count,
                    const char *unit);

// Returns the member of that name; NULL if there is none.
const Record *record_find(const Record *object, const char *name);

#endif
