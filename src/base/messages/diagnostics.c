// diagnostics.c -- collects messages for the user. Printing is in diagnostics_print.c.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"

#include "base/memory/arena.h"
#include "base/messages/message_classes.h"
#include "base/memory/map.h"
#include "base/memory/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ERRORS_KEPT = 100, MAX_WARNINGS_OF_A_KIND = 100 };

typedef struct Diagnostic {
  Severity severity;
  Span span;
  const char *message;
  const char *hint;  // NULL: none
} Diagnostic;

struct Diagnostics {
  Arena *arena;  // messages, hints, owned sources
  const Source **owned;
  int owned_count;
  int owned_capacity;
  Map said;   // keys of messages with their location, to detect repetitions
  Map kinds;  // number of warnings per format string
  Diagnostic *items;
  int count;
  int capacity;
  int error_count;     // includes those not stored
  int repeated_count;  // errors repeated at the same location
  int warning_count;   // includes those not stored
  bool has_internal;
  bool dropped_latest;  // the latest error was not stored, so its notes are not stored either
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
  map_free(&diagnostics->said);
  map_free(&diagnostics->kinds);
  free(diagnostics->owned);
  arena_free(diagnostics->arena);
  free(diagnostics->items);
  free(diagnostics);
}

// `format` NULL: the warning is not counted.
static bool has_many_of(Diagnostics *diagnostics, const char *format)
{
  if (format == NULL) return false;
  size_t length = strlen(format);
  int count = map_find_n(&diagnostics->kinds, format, length);
  if (count >= MAX_WARNINGS_OF_A_KIND) return true;
  const char *key = count < 0 ? arena_copy_text(diagnostics->arena, format, length) : format;
  map_put_n(&diagnostics->kinds, key, length, count < 0 ? 1 : count + 1);
  return false;
}

// Counts the diagnostic and returns true if it is to be stored.
static bool admit(Diagnostics *diagnostics, Severity severity, const char *format)
{
  bool is_error = severity == SEVERITY_ERROR || severity == SEVERITY_INTERNAL;
  if (is_error) diagnostics->error_count++;
  if (severity == SEVERITY_INTERNAL) diagnostics->has_internal = true;
  if (severity != SEVERITY_NOTE) {
    diagnostics->dropped_latest = is_error && diagnostics->error_count > MAX_ERRORS_KEPT;
  }
  if (severity == SEVERITY_WARNING) {
    diagnostics->warning_count++;
    diagnostics->dropped_latest = has_many_of(diagnostics, format);
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

// Truncates words that are too long to read (a name of a megabyte): "xxxxxx...".
static char *readable_text(Arena *arena, const char *text, size_t length)
{
  enum { LONGEST = 200, KEPT = 60 };
  Text out = { 0 };
  for (size_t i = 0; i < length;) {
    size_t word = strcspn(text + i, " \n");
    size_t kept = word > LONGEST ? KEPT : word;
    while (kept < word && kept > 0 && ((unsigned char)text[i + kept] & 0xC0) == 0x80)
      kept--;  // do not split a character
    text_put_bytes(&out, text + i, kept);
    if (kept < word) text_put(&out, "...");
    i += word;
    for (; i < length && (text[i] == ' ' || text[i] == '\n'); i++)
      text_put_char(&out, text[i]);
  }
  char *copy = arena_copy_text(arena, text_string(&out), out.length);
  text_free(&out);
  return copy;
}

// Returns true if the same message was added before at the same location. A statement in a loop is
// checked once for every iteration and a second derivation repeats its warnings. Errors without a
// location may be repeated.
static bool is_repeated(Diagnostics *diagnostics, Severity severity, Span span, const char *message)
{
  if (span.source == NULL && severity == SEVERITY_ERROR) return false;
  Text key = { 0 };
  text_format(&key, "%d %u %u %s\n%s", (int)severity, (unsigned)span.start, (unsigned)span.length,
              span.source ? span.source->name : "", message);
  bool is_known = map_find(&diagnostics->said, text_string(&key)) >= 0;
  if (!is_known) {
    map_put(&diagnostics->said, arena_copy_text(diagnostics->arena, text_string(&key), key.length),
            diagnostics->count);
  }
  text_free(&key);
  return is_known;
}

static void keep(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                 const char *message)
{
  Arena *arena = diagnostics->arena;
  char *readable = readable_text(arena, message, strlen(message));
  if (is_repeated(diagnostics, severity, span, readable)) {
    diagnostics->repeated_count += severity == SEVERITY_ERROR;
    diagnostics->warning_count -= severity == SEVERITY_WARNING;
    return;
  }
  *append(diagnostics) = (Diagnostic){
    .severity = severity,
    .span = span,
    .message = readable,
    .hint = hint != NULL ? readable_text(arena, hint, strlen(hint)) : NULL,
  };
}

void diagnostics_add(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                     const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  diagnostics_vadd(diagnostics, severity, span, hint, format, arguments);
  va_end(arguments);
}

void diagnostics_error(Diagnostics *diagnostics, Span span, const char *hint, const char *format,
                       ...)
{
  va_list arguments;
  va_start(arguments, format);
  diagnostics_vadd(diagnostics, SEVERITY_ERROR, span, hint, format, arguments);
  va_end(arguments);
}

void diagnostics_vadd(Diagnostics *diagnostics, Severity severity, Span span, const char *hint,
                      const char *format, va_list arguments)
{
  if (!admit(diagnostics, severity, format)) return;
  Text message = { 0 };
  text_vformat(&message, format, arguments);
  keep(diagnostics, severity, span, hint, text_string(&message));
  text_free(&message);
}

void diagnostics_merge(Diagnostics *diagnostics, const Diagnostics *from)
{
  int not_kept = from->warning_count;
  for (int i = 0; i < from->count; i++) {
    const Diagnostic *one = &from->items[i];
    not_kept -= one->severity == SEVERITY_WARNING;
    // warnings per format were counted when they were first added
    if (admit(diagnostics, one->severity, NULL))
      keep(diagnostics, one->severity, one->span, one->hint, one->message);
  }
  diagnostics->warning_count += not_kept;
}

int diagnostics_error_count(const Diagnostics *diagnostics) { return diagnostics->error_count; }

bool diagnostics_is_full(const Diagnostics *diagnostics)
{
  return diagnostics->error_count >= MAX_ERRORS_KEPT;
}

int diagnostics_reported_count(const Diagnostics *diagnostics)
{
  return diagnostics->error_count - diagnostics->repeated_count;
}

int diagnostics_warning_count(const Diagnostics *diagnostics) { return diagnostics->warning_count; }

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

const char *diagnostics_code(const Diagnostics *diagnostics, int index)
{
  const Diagnostic *found = item(diagnostics, index);
  if (found->severity == SEVERITY_INTERNAL) return "internal";
  const MessageClass *explanation = message_class_of_message(found->message);
  return explanation ? explanation->code : NULL;
}

Span diagnostics_span(const Diagnostics *diagnostics, int index)
{
  return item(diagnostics, index)->span;
}

static bool is_owned(const Diagnostics *diagnostics, const Source *source)
{
  for (int i = 0; i < diagnostics->owned_count; i++) {
    if (diagnostics->owned[i] == source) return true;
  }
  return false;
}

static const Source *own_copy(Diagnostics *diagnostics, const Source *source)
{
  Arena *arena = diagnostics->arena;
  Source *copy = ARENA_NEW(arena, Source);
  copy->name = arena_copy_text(arena, source->name, strlen(source->name));
  copy->bytes = arena_copy_text(arena, source->bytes, source->length);
  copy->length = source->length;
  diagnostics->owned = memory_room(diagnostics->owned, diagnostics->owned_count,
                                   &diagnostics->owned_capacity, sizeof diagnostics->owned[0]);
  diagnostics->owned[diagnostics->owned_count++] = copy;
  return copy;
}

void diagnostics_own_sources(Diagnostics *diagnostics, const Source *borrowed)
{
  for (int i = 0; i < diagnostics->count; i++) {
    const Source *source = diagnostics->items[i].span.source;
    if (!source || source == borrowed || is_owned(diagnostics, source)) continue;
    const Source *copy = own_copy(diagnostics, source);
    for (int k = i; k < diagnostics->count; k++) {
      Span *span = &diagnostics->items[k].span;
      if (span->source == source) span->source = copy;
    }
  }
}
