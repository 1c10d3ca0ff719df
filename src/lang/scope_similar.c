// scope_similar.c -- names that were probably meant.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "lang/scope.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_one_letter(const char *bytes, size_t length)
{
  size_t letters = 0;
  for (size_t i = 0; i < length; i++)
    letters += ((unsigned char)bytes[i] & 0xC0) != 0x80;  // not the rest of a UTF-8 letter
  return letters == 1;
}

// Letters and digits that look alike: u1 and ul.
static bool look_alike(char a, char b)
{
  static const char *const groups[] = { "1lI", "0Oo" };
  for (int i = 0; i < 2; i++) {
    if (strchr(groups[i], a) && strchr(groups[i], b)) return true;
  }
  return false;
}

// Names of few letters differ by one on purpose: m1 and L1, F and Fx.
enum { SHORT_NAME = 3 };

// Of two names of at most `length` bytes: what is left of them between their common beginning and
// their common end.
static bool is_slip_between(const char *a, size_t a_length, const char *b, size_t b_length,
                            size_t length)
{
  if (a_length + b_length == 1) {
    const char *extra = a_length == 1 ? a : b;
    return *extra == '_' || (!is_digit(*extra) && length > SHORT_NAME);
  }
  if (a_length == 1 && b_length == 1) {
    bool are_digits = is_digit(a[0]) && is_digit(b[0]);
    return look_alike(a[0], b[0]) || (!are_digits && length > SHORT_NAME);
  }
  return a_length == 2 && b_length == 2 && a[0] == b[1] && a[1] == b[0];
}

static bool is_slip(const char *a, size_t a_length, const char *b, size_t b_length)
{
  size_t length = a_length > b_length ? a_length : b_length;
  if (is_one_letter(a, a_length) || is_one_letter(b, b_length)) return false;
  if (a_length == b_length && strncasecmp(a, b, a_length) == 0) return true;
  while (a_length > 0 && b_length > 0 && a[0] == b[0]) {
    a++, a_length--;
    b++, b_length--;
  }
  while (a_length > 0 && b_length > 0 && a[a_length - 1] == b[b_length - 1]) {
    a_length--;
    b_length--;
  }
  return is_slip_between(a, a_length, b, b_length, length);
}

const char *scope_slip(const Scope *scope, SpaceKind space_kind, const char *text)
{
  const Space *space = &scope->spaces[space_kind];
  for (int i = 0; i < space->count; i++) {
    const Name *name = space->entries[i].name;
    bool is_announced = space->entries[i].announced.source;
    if (!name || (name->kind == NAME_INPUT && !is_announced)) continue;
    if (is_slip(name->text, strlen(name->text), text, strlen(text))) return name->text;
  }
  for (int i = 0; i < space->count; i++) {
    Span other = space->entries[i].announced;
    if (!other.source || !is_slip(span_bytes(other), other.length, text, strlen(text))) continue;
    return arena_copy_text(scope->arena, span_bytes(other), other.length);
  }
  return NULL;
}

const char *scope_similar(const Scope *scope, const char *text)
{
  const Space *frames = &scope->spaces[SPACE_FRAMES];
  const Space *values = &scope->spaces[SPACE_VALUES];
  enum { MOST_ERRORS_KEPT = 100 };  // hints of further ones would be lost
  if (diagnostics_error_count(scope->diagnostics) >= MOST_ERRORS_KEPT) return NULL;
  int most = frames->count + values->count;
  const char **texts = memory_new((size_t)most + 1, sizeof *texts);
  int count = 0;
  for (int i = 0; i < frames->count; i++) {
    if (frames->entries[i].name) texts[count++] = frames->entries[i].name->text;
  }
  for (int i = 0; i < values->count; i++) {
    const Name *name = values->entries[i].name;
    if (name && name->kind == NAME_COORDINATE) texts[count++] = name->text;
  }
  const char *nearest = nearest_name(text, strlen(text), texts, count);
  free(texts);
  if (nearest) return arena_format(scope->arena, "did you mean '%s'?", nearest);
  return "write the name of a joint, or of one of its coordinates";
}
