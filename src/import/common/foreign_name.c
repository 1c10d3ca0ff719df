// foreign_name.c -- converts foreign symbols to valid names of the language.
//
// Among non-ASCII letters, Latin and Greek ones are kept; others are rare in models.
// SPDX-License-Identifier: MIT
#include "import/common/foreign_name.h"

#include "base/text/letters.h"
#include "base/text/text.h"
#include "lang/evaluate/functions.h"
#include "lang/syntax/words.h"

#include <stdint.h>
#include <string.h>

// Names of functions of the mechanism (position, omega) would be valid but confusing.
static bool is_reserved(const char *name)
{
  size_t length = strlen(name);
  return word_of(name, length) != WORD_NONE || function_of(name, length) != FUNCTION_NONE ||
         strcmp(name, "ground") == 0 || strcmp(name, "if") == 0;
}

// Returns true if the two bytes of UTF-8 are a Latin or Greek letter.
static bool is_kept_letter(const char *bytes)
{
  uint32_t code =
      ((uint32_t)(unsigned char)bytes[0] & 0x1F) << 6 | ((unsigned char)bytes[1] & 0x3F);
  bool is_latin = code >= 0xC0 && code <= 0x24F && code != 0xD7 && code != 0xF7;
  bool is_greek = code >= 0x391 && code <= 0x3C9 && code != 0x3A2;
  return is_latin || is_greek;
}

static void put_letters(Text *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length;) {
    int step = text_utf8_length(text + i, length - i);
    if (is_plain_part(text[i])) {
      text_put_char(out, text[i]);
    } else if (step == 2 && is_kept_letter(text + i)) {
      text_put_bytes(out, text + i, 2);
    } else {
      text_put_char(out, '_');
    }
    i += step > 0 ? (size_t)step : 1;
  }
}

const char *name_from(Arena *arena, const char *text, size_t length)
{
  Text name = { 0 };
  if (length > 0 && text[0] >= '0' && text[0] <= '9') text_put_char(&name, '_');
  put_letters(&name, text, length);
  if (name.length == 0) text_put(&name, "imported");
  if (is_reserved(text_string(&name))) text_put_char(&name, '_');
  return arena_take_text(arena, &name);
}

const char *name_from_file(Arena *arena, const char *file_name)
{
  if (!file_name) return "imported";
  const char *dot = strchr(file_name, '.');
  return name_from(arena, file_name, dot ? (size_t)(dot - file_name) : strlen(file_name));
}

void names_free(Names *names)
{
  map_free(&names->of_foreign);
  map_free(&names->taken);
  *names = (Names){ 0 };
}

const char *names_take(Names *names, const char *wanted, const char *otherwise)
{
  const char *text = wanted && *wanted ? wanted : otherwise;
  const char *first = name_from(names->arena, text, strlen(text));
  const char *name = first;
  int number = map_find(&names->taken, first);
  while (map_find(&names->taken, name) >= 0)
    name = arena_format(names->arena, "%s_%d", first, ++number);
  if (name != first) map_put(&names->taken, first, number);
  map_put(&names->taken, name, 1);
  return name;
}

const char *names_join(Names *names, const char *stem, const char *ending)
{
  return names_take(names, arena_format(names->arena, "%s_%s", stem, ending), ending);
}

const char *names_of(Names *names, const char *foreign, size_t length)
{
  int known = map_find_n(&names->of_foreign, foreign, length);
  if (known >= 0) return names->names[known];
  const char *key = arena_copy_text(names->arena, foreign, length);
  const char *name = names_take(names, key, "imported");
  map_put_n(&names->of_foreign, key, length, names->count);
  *ARENA_PUSH(names->arena, names->names, names->count) = name;
  return name;
}
