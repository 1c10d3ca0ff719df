// diagnostics.h -- errors and warnings with their location in the source.
//
// All faults in the user's input are collected here, and printed at the end by the program:
//
//     arm.bl:7:17: error: unknown frame 'elbo'
//         7 | body forearm on elbo : mass m3
//           |                 ^~~~ did you mean 'elbow'?
//
// Code outside of app/ neither prints nor exits, except for the fatal failures of memory.h.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MESSAGES_DIAGNOSTICS_H
#define BIELLE_BASE_MESSAGES_DIAGNOSTICS_H

#include "base/memory/arena.h"
#include "base/text/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A source text, shorter than 4 GiB. Borrowed: name and bytes must outlive the diagnostics.
typedef struct Source {
  const char *name;   // as the user gave it
  const char *bytes;  // may hold NUL bytes
  size_t length;
} Source;

// A range of bytes in a source. `source` NULL: no location (for example a file that cannot be
// read).
typedef struct Span {
  const Source *source;
  uint32_t start;
  uint32_t length;
} Span;

static inline Span span_at(const Source *source, size_t start, size_t length)
{
  return (Span){ source, (uint32_t)start, (uint32_t)length };
}

typedef enum Severity {
  SEVERITY_ERROR,
  SEVERITY_INTERNAL,  // an internal error: a check of a result failed
  SEVERITY_WARNING,
  SEVERITY_NOTE
} Severity;

typedef struct Diagnostics Diagnostics;

Diagnostics *diagnostics_new(void);
void diagnostics_free(Diagnostics *diagnostics);  // NULL is allowed

// Adds a diagnostic. `hint` (may be NULL) suggests a correction; it is printed after the caret.
// After 100 errors, and after 100 warnings with the same format, further ones are counted, but
// neither they nor their notes are stored. Repeated messages at the same location are dropped, and
// so are repeated warnings and notes without a location.
void diagnostics_add(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

void diagnostics_error(Diagnostics *diagnostics, Span span, const char *hint, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));
void diagnostics_vadd(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                      const char *format, va_list arguments);

// Adds all diagnostics of `from`, and the number of those it did not store.
void diagnostics_merge(Diagnostics *diagnostics, const Diagnostics *from);

// Copies all sources to which messages refer, except `borrowed` (may be NULL), so that the caller
// may free them.
void diagnostics_own_sources(Diagnostics *diagnostics, const Source *borrowed);

int diagnostics_error_count(const Diagnostics *diagnostics);  // includes internal errors
// Returns true if no further errors are stored, so that expensive hints are not worth computing.
bool diagnostics_is_full(const Diagnostics *diagnostics);
// Number of errors without repetitions at the same location.
int diagnostics_reported_count(const Diagnostics *diagnostics);
int diagnostics_warning_count(const Diagnostics *diagnostics);  // includes those not stored
bool diagnostics_has_internal(const Diagnostics *diagnostics);
int diagnostics_count(const Diagnostics *diagnostics);  // number stored, of all severities

// Message and hint of one diagnostic, for tests and tools. Borrowed.
const char *diagnostics_message(const Diagnostics *diagnostics, int index);
const char *diagnostics_hint(const Diagnostics *diagnostics, int index);  // NULL: none
Severity diagnostics_severity(const Diagnostics *diagnostics, int index);
// The stable code of the message's class (message_classes.h); NULL: none.
const char *diagnostics_code(const Diagnostics *diagnostics, int index);
Span diagnostics_span(const Diagnostics *diagnostics, int index);

// Line and column, counted from 1; columns count code points. A tab is one column.
typedef struct Place {
  int line;
  int column;
} Place;
Place span_place(Span span);  // 0:0 without a source

// Locates many spans in ascending order: lines are counted from the previous location.
typedef struct LineCounter {
  const Source *source;
  size_t at;    // lines that begin before this offset are counted
  int number;   // of the line that contains `at`
} LineCounter;  // starts as { 0 }
Place span_place_from(LineCounter *count, Span span);

// Prints all diagnostics in source order (stable; a note follows the message it explains), with a
// final count ("2 errors, 1 warning") if there is more than one.
void diagnostics_print(const Diagnostics *diagnostics, Text *out);
// Same as diagnostics_print() as a JSON array of
// {file,line,column,length,severity,code,message,hint}. The length counts code points; missing
// values (the location without a source, the code, the hint) are null.
void diagnostics_print_json(const Diagnostics *diagnostics, Text *out);

// Returns the name among `names` nearest to `wrong`, for "did you mean", or NULL. The measure is
// the edit distance with transpositions, where a letter in the wrong case counts half; the limit is
// a third of the length of `wrong`, but at least 1. Among equally near names the first is returned.
// Names that differ by digits only (m1, m2) and short names with a digit that differ by one letter
// (m1, L1) are distinct by intention and never suggested.
const char *nearest_name(const char *wrong, size_t wrong_length, const char *const names[],
                         int count);
// Returns "did you mean 'q1'?" for the nearest name, or `otherwise` if none is near. The text is
// allocated in the arena.
const char *nearest_hint(Arena *arena, const char *wrong, size_t wrong_length,
                         const char *const names[], int count, const char *otherwise);
// Same as nearest_hint(); if no name is near, returns "there are: q1 q2" with the first names.
const char *nearest_or_all(Arena *arena, const char *wrong, size_t wrong_length,
                           const char *const names[], int count);
// Returns true if one name is probably a typing error for the other: one letter added, missing or
// replaced, two letters exchanged, or a different case. Names that differ by a digit only (F1, F2),
// or short names by a letter (m1, L1), are distinct by intention.
bool name_is_typo(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
