// diagnostics.h -- errors and warnings that point at their place in the source.
//
// The user's mistakes are collected here, all of them, and printed at the end by the program:
//
//     arm.bl:7:17: error: unknown frame 'elbo'
//         7 | body forearm on elbo : mass m3
//           |                 ^~~~ did you mean 'elbow'?
//
// Nothing below app/ prints or exits.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MESSAGES_DIAGNOSTICS_H
#define BIELLE_BASE_MESSAGES_DIAGNOSTICS_H

#include "base/memory/arena.h"
#include "base/text/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A text under discussion, shorter than 4 GiB. Borrowed: name and bytes outlive the diagnostics.
typedef struct Source {
  const char *name;   // as the user gave it
  const char *bytes;  // may hold NUL bytes
  size_t length;
} Source;

// A stretch of a source. `source` NULL: about nothing in particular (a file that cannot be read).
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
  SEVERITY_INTERNAL,  // an error of ours: a check of a result failed
  SEVERITY_WARNING,
  SEVERITY_NOTE
} Severity;

typedef struct Diagnostics Diagnostics;

Diagnostics *diagnostics_new(void);
void diagnostics_free(Diagnostics *diagnostics);  // NULL is allowed

// `hint` (may be NULL) says what would be right; it is printed behind the caret. After 100 errors,
// and 100 warnings with the same format, further ones are counted, but neither they nor their notes
// are kept. What was said before at the same
// place, and a warning or a note also without a place, is not said again.
void diagnostics_add(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

void diagnostics_error(Diagnostics *diagnostics, Span span, const char *hint, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));
void diagnostics_vadd(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                      const char *format, va_list arguments);

// Says all that `from` says, and counts what it did not keep.
void diagnostics_merge(Diagnostics *diagnostics, const Diagnostics *from);

// Takes copies of the texts that messages point into, all but `borrowed`, which may be NULL: the
// texts themselves may go then.
void diagnostics_own_sources(Diagnostics *diagnostics, const Source *borrowed);

int diagnostics_error_count(const Diagnostics *diagnostics);  // internal ones included
// No more errors are kept: hints that take a walk through a long text are not worth it.
bool diagnostics_is_full(const Diagnostics *diagnostics);
// Those among them that were told: of one that was found several times at one place, the first.
int diagnostics_reported_count(const Diagnostics *diagnostics);
int diagnostics_warning_count(const Diagnostics *diagnostics);  // those not kept included
bool diagnostics_has_internal(const Diagnostics *diagnostics);
int diagnostics_count(const Diagnostics *diagnostics);  // kept, of all severities

// Message and hint of one diagnostic, for tests and tools. Borrowed.
const char *diagnostics_message(const Diagnostics *diagnostics, int index);
const char *diagnostics_hint(const Diagnostics *diagnostics, int index);  // NULL: none
Severity diagnostics_severity(const Diagnostics *diagnostics, int index);
// The class of its mistake, a code that stays (explanations.h); NULL: none.
const char *diagnostics_code(const Diagnostics *diagnostics, int index);
Span diagnostics_span(const Diagnostics *diagnostics, int index);

// Line and column, from 1; columns count code points. A tab is one column.
typedef struct Place {
  int line;
  int column;
} Place;
Place span_place(Span span);  // 0:0 without a source

// Places of many spans in their order: lines are counted on from where the last one was.
typedef struct LineCounter {
  const Source *source;
  size_t at;    // lines that begin before it are counted
  int number;   // of the line that holds it
} LineCounter;  // starts as { 0 }
Place span_place_from(LineCounter *count, Span span);

// All diagnostics as people read them, in source order (stable; a note stays behind what it
// explains), with a closing count ("2 errors, 1 warning") when there is more than one.
void diagnostics_print(const Diagnostics *diagnostics, Text *out);
// The same as a JSON array of {file,line,column,length,severity,code,message,hint}. The length counts
// code points; what is not known (the place, without a source; the code; the hint) is null.
void diagnostics_print_json(const Diagnostics *diagnostics, Text *out);

// The name among `names` that is nearest to `wrong` (edit distance with transpositions, where a
// letter in the wrong case counts half; at most a third of the length of `wrong`, or 1 if that is
// more), or NULL. Of equally near names the first. Names that differ by digits only (m1, m2), short
// ones with a number by a letter (m1, L1), do so on purpose. For "did you mean".
const char *nearest_name(const char *wrong, size_t wrong_length, const char *const names[],
                         int count);
// "did you mean 'q1'?" of the nearest name; `otherwise`, if none is near. The text lies in the arena.
const char *nearest_hint(Arena *arena, const char *wrong, size_t wrong_length,
                         const char *const names[], int count, const char *otherwise);
// The same; otherwise "there are: q1 q2", the first of many.
const char *nearest_or_all(Arena *arena, const char *wrong, size_t wrong_length,
                           const char *const names[], int count);
// Does a slip of the finger turn one into the other: one letter more, less or other, two letters
// exchanged, or another case? Names that differ by a digit only (F1, F2), or short ones by a letter
// (m1, L1), do so on purpose.
bool name_is_typo(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
