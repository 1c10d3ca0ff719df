// requests.c -- error messages for unknown keys.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"
#include "formulation/formulation.h"
#include "formulation/recipes.h"

#include <ctype.h>
#include <string.h>

// The subject of a frame or point is a single letter; others are words such as "BODY".
static void put_subject(const QuantityInfo *info, Text *why)
{
  if (info->subject[1] == '\0' || info->subject[1] == '/') {
    text_put(why, "frame or point");
    return;
  }
  for (const char *letter = info->subject; *letter; letter++)
    text_put_char(why, (char)tolower((unsigned char)*letter));
}

bool key_lacks_name(const char *key, Text *why)
{
  for (int i = 0; quantity_info(i); i++) {
    const QuantityInfo *info = quantity_info(i);
    size_t length = strlen(info->key) - 1;  // without the colon
    bool is_same = info->subject[0] && strncmp(key, info->key, length) == 0;
    if (!is_same || (key[length] != '\0' && strcmp(key, info->key) != 0)) continue;
    if (key[length] == '\0' && quantity_find(key)) continue;  // lambda, T
    int first = (int)strcspn(info->subject, "/");
    text_format(why, "'%s' needs the name of a%s ", key,
                info->subject[0] == 'O' || info->subject[0] == 'E' ? "n" : "");
    put_subject(info, why);
    text_format(why, ": %s%.*s", info->key, first, info->subject);
    if (info->subject[first]) text_format(why, " or %s%s", info->key, info->subject);
    return true;
  }
  return false;
}

// Lists other methods that have the quantity; returns false if there are none.
static bool explain_other_methods(const char *key, Text *why)
{
  bool is_known = false;
  for (int i = 0; formulation_info(i); i++) {
    if (!formulation_has_recipe(formulation_info(i), key)) continue;
    if (!is_known) text_format(why, "this method has no '%s'; methods that have it:", key);
    text_format(why, " %s", formulation_info(i)->name);
    is_known = true;
  }
  return is_known;
}

// Lists the quantities of the same kind: for "lin:C", lin:A, lin:B and lin:poly.
static bool explain_others_of_kind(const char *key, Text *why)
{
  size_t length = strcspn(key, ":") + 1;
  bool is_kind = false;
  for (int i = 0; strchr(key, ':') && quantity_info(i); i++) {
    if (strncmp(quantity_info(i)->key, key, length) != 0) continue;
    if (!is_kind) text_format(why, "unknown quantity '%s'; choose one of:", key);
    text_format(why, " %s", quantity_info(i)->key);
    is_kind = true;
  }
  return is_kind;
}

static bool is_derived_by(const Recipe *const tables[], const QuantityInfo *info)
{
  for (int i = 0; tables[i]; i++) {
    if (recipe_find(tables[i], info->key)) return true;
  }
  return false;
}

void explain_missing(const Recipe *const tables[], const char *key, Text *why)
{
  enum { MAX_KEYS = 256 };
  if (explain_other_methods(key, why) || key_lacks_name(key, why)) return;
  if (explain_others_of_kind(key, why)) return;
  const char *keys[MAX_KEYS];
  Text known = { 0 };
  int count = 0, group_start = 0;
  for (int i = 0; quantity_info(i) && count < MAX_KEYS; i++) {
    const QuantityInfo *info = quantity_info(i), *next = quantity_info(i + 1);
    if (is_derived_by(tables, info)) {
      text_format(&known, "%s %s", count == group_start && count > 0 ? "," : "", info->key);
      keys[count++] = info->key;
    }
    bool is_last = !next || next->group != info->group;
    if (!is_last || count == group_start) continue;
    text_format(&known, " (%s)", quantity_group_name(info->group));
    group_start = count;
  }
  const char *colon = strchr(key, ':');
  size_t length = colon ? (size_t)(colon - key) + 1 : strlen(key);
  const char *near = nearest_name(key, length, keys, count);
  text_format(why, "unknown quantity '%.*s'", (int)length, key);
  if (near) text_format(why, "; did you mean '%s'?", near);
  text_format(why, near ? " (choose one of:%s)" : "; choose one of:%s", text_string(&known));
  text_free(&known);
}
