// diagnostics.c -- the collection of what is to be said to the user. Printing is in
// diagnostics_print.c.
// SPDX-License-Identifier: MIT
#include "base/diagnostics.h"

#include "base/arena.h"
#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ERRORS_KEPT = 100 };

typedef struct Diagnostic {
  Severity severity;
  Span span;
  const char *message;
  const char *hint;  // NULL: none
} Diagnostic;

struct Diagnostics {
  Arena *arena;  // messages and hints
  Diagnostic *items;
  int count;
  int capacity;
  int error_count;  // those not kept included
  bool has_internal;
  bool dropped_latest;  // the latest error was not kept, so its notes are not either
};

Diagnostics *diagnostics_new(void)
{
  Diagnostics *diagnostics = memory_new(1, sizeof *diagnostics);
  diagnostics->arena = arena_new();
  return diagnostics;
}

void diagnostics_free(Diagnostics *diagnostics)
{
  if (diagnostics == NULL) return;
  arena_free(diagnostics->arena);
  free(diagnostics->items);
  free(diagnostics);
}

// Counts the diagnostic and says whether it is to be kept.
static bool admit(Diagnostics *diagnostics, Severity severity)
{
  bool is_error = severity == SEVERITY_ERROR || severity == SEVERITY_INTERNAL;
  if (is_error) diagnostics->error_count++;
  if (severity == SEVERITY_INTERNAL) diagnostics->has_internal = true;
  if (severity != SEVERITY_NOTE) {
    diagnostics->dropped_latest = is_error && diagnostics->error_count > MOST_ERRORS_KEPT;
  }
  return !diagnostics->dropped_latest;
}

static Diagnostic *append(Diagnostics *diagnostics)
{
  if (diagnostics->count == diagnostics->capacity) {
    diagnostics->capacity = diagnostics->capacity > 0 ? 2 * diagnostics->capacity : 8;
    diagnostics->items =
        memory_grow(diagnostics->items, (size_t)diagnostics->capacity, sizeof *diagnostics->items);
  }
  return &diagnostics->items[diagnostics->count++];
}

void diagnostics_add(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                     const char *format, ...)
{
  if (!admit(diagnostics, severity)) return;

  Text message = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&message, format, arguments);
  va_end(arguments);

  Arena *arena = diagnostics->arena;
  *append(diagnostics) = (Diagnostic){
    .severity = severity,
    .span = span,
    .message = arena_copy_text(arena, text_string(&message), message.length),
    .hint = hint != NULL ? arena_copy_text(arena, hint, strlen(hint)) : NULL,
  };
  text_free(&message);
}

int diagnostics_error_count(const Diagnostics *diagnostics) { return diagnostics->error_count; }

bool diagnostics_has_internal(const Diagnostics *diagnostics) { return diagnostics->has_internal; }

int diagnostics_count(const Diagnostics *diagnostics) { return diagnostics->count; }

static const Diagnostic *item(const Diagnostics *diagnostics, int index)
{
  assert(index >= 0 && index < diagnostics->count);
  return &diagnostics->items[index];
}

const char *diagnostics_message(const Diagnostics *diagnostics, int index)
{
  return item(diagnostics, index)->message;
}

const char *diagnostics_hint(const Diagnostics *diagnostics, int index)
{
  return item(diagnostics, index)->hint;
}

Severity diagnostics_severity(const Diagnostics *diagnostics, int index)
{
  return item(diagnostics, index)->severity;
}

Span diagnostics_span(const Diagnostics *diagnostics, int index)
{
  return item(diagnostics, index)->span;
}
