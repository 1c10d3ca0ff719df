// message_classes.c -- finds the class of a message or a code.
// SPDX-License-Identifier: MIT
#include "base/messages/message_classes.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const MessageClass TABLE[] = {
#define EXPLANATION(code, summary, cause, wrong, right, wordings)                                  \
  { code, summary, cause, wrong, right, wordings },
#include "base/messages/message_classes.def"
#undef EXPLANATION
};

enum { COUNT = sizeof TABLE / sizeof TABLE[0] };

const MessageClass *explanations(int *count)
{
  *count = COUNT;
  return TABLE;
}

const MessageClass *message_class_of_code(const char *code)
{
  for (int i = 0; i < COUNT; i++) {
    if (strcmp(TABLE[i].code, code) == 0) return &TABLE[i];
  }
  return NULL;
}

// Returns true if the text matches the pattern (up to its end or the end of its line), where '*'
// matches any text. On a mismatch the last '*' is extended by one character (backtracking).
static bool fits(const char *pattern, const char *text)
{
  const char *star = NULL, *from = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = ++pattern;
      from = text;
    } else if (*pattern == *text && *pattern != '\n') {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++from;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0' || *pattern == '\n';
}

static bool has_wording(const MessageClass *explanation, const char *message)
{
  for (const char *line = explanation->wordings; *line;) {
    if (fits(line, message)) return true;
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  return false;
}

// A message may be preceded by its context: "in 'spring': ..", "state 4: ..".
const MessageClass *message_class_of_message(const char *message)
{
  for (const char *part = message; part; part = strstr(part, ": ")) {
    if (part != message) part += strlen(": ");
    for (int i = 0; i < COUNT; i++) {
      if (has_wording(&TABLE[i], part)) return &TABLE[i];
    }
  }
  return NULL;
}
