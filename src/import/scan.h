// scan.h -- the words of the foreign text formats: names, numbers and marks with their places.
//
// The formats differ in their comments and in what a name may begin with (ScanStyle). The whole
// text is cut at once; a reader walks along the tokens with a pointer and never passes the last,
// which is SCAN_END.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_SCAN_H
#define BIELLE_IMPORT_SCAN_H

#include "base/arena.h"
#include "base/diagnostics.h"

#include <stdbool.h>

typedef enum ScanKind { SCAN_END, SCAN_NAME, SCAN_NUMBER, SCAN_MARK } ScanKind;

enum { MARK_ASSIGN = 1 };  // ":=", beside the marks of one character; "**" is '^'

typedef struct ScanToken {
  ScanKind kind;
  char mark;  // of SCAN_MARK
  bool is_first_on_line;
  Span span;
} ScanToken;

typedef struct ScanStyle {
  bool hash_comments;       // # to the end of the line
  bool star_comments;       // (* to *)
  bool digits_begin_names;  // 01MIN is a name; so is \theta
} ScanStyle;

// All tokens of `source`, in `arena`. Characters that fit nowhere are reported and left out.
// `diagnostics` NULL: nothing is reported.
const ScanToken *scan_text(const Source *source, ScanStyle style, Diagnostics *diagnostics,
                           Arena *arena);

bool scan_is_mark(const ScanToken *token, char mark);
// Is it the name `text`?
bool scan_is_name(const ScanToken *token, const char *text);
const char *scan_bytes(const ScanToken *token);  // span.length bytes
// What messages call the token: "'RX'", "the end of the text".
const char *scan_describe(const ScanToken *token, Arena *arena);

#endif
