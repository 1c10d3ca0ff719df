// messages.c -- standard error, as text or as JSON.
// SPDX-License-Identifier: MIT
#include "app/cli/messages.h"

#include "api/api.h"
#include "app/cli/files/progress.h"
#include "base/messages/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_json;
static Text kept;  // elements of the array

void messages_begin(bool are_json) { is_json = are_json; }

void messages_end(void)
{
  if (is_json) fprintf(stderr, kept.length > 0 ? "[\n  %s\n]\n" : "[]\n", text_string(&kept));
  text_free(&kept);
}

// Removes the brackets of "[\n  ITEMS\n]\n".
static void keep_items(const char *array)
{
  size_t length = strlen(array), around = strlen("[\n  ") + strlen("\n]\n");
  if (length <= around) return;
  if (kept.length > 0) text_put(&kept, ",\n  ");
  text_put_bytes(&kept, array + strlen("[\n  "), length - around);
}

// Refers to `bielle explain` for the classes of the messages, each once; for text output only, JSON
// has the codes.
static void report_codes(const Diagnostics *diagnostics)
{
  enum { MOST = 3 };
  const char *reported[MOST];
  int count = 0;
  for (int i = 0; i < diagnostics_count(diagnostics) && count < MOST; i++) {
    const char *code = diagnostics_code(diagnostics, i);
    bool is_said = diagnostics_severity(diagnostics, i) == SEVERITY_NOTE || !code;
    for (int k = 0; k < count && !is_said; k++)
      is_said = strcmp(reported[k], code) == 0;
    if (!is_said) reported[count++] = code;
  }
  for (int i = 0; i < count; i++)
    fprintf(stderr, "%s%s%s", i == 0 ? "more: bielle explain " : ", ", reported[i],
            i == count - 1 ? "\n" : "");
}

void report_diagnostics(const BielleDiagnostics *diagnostics)
{
  if (bielle_diagnostics_count(diagnostics) == 0) return;
  char *text =
      is_json ? bielle_diagnostics_json(diagnostics) : bielle_diagnostics_text(diagnostics);
  if (is_json) {
    keep_items(text);
  } else {
    fputs(text, stderr);
  }
  bielle_string_free(text);
  if (!is_json && isatty(STDERR_FILENO)) report_codes(diagnostics->list);
}

// The first line is the message, the remainder the hint.
static void keep_sentence(Severity severity, const char *sentence)
{
  Diagnostics *diagnostics = diagnostics_new();
  const char *hint = strchr(sentence, '\n');
  int length = (int)(hint ? hint - sentence : (long)strlen(sentence));
  Text array = { 0 };
  diagnostics_add(diagnostics, severity, (Span){ 0 }, hint ? hint + 1 : NULL, "%.*s", length,
                  sentence);
  diagnostics_print_json(diagnostics, &array);
  keep_items(text_string(&array));
  text_free(&array);
  diagnostics_free(diagnostics);
}

static void say(Severity severity, const char *format, va_list arguments)
{
  progress_end();
  Text sentence = { 0 };
  text_vformat(&sentence, format, arguments);
  if (is_json) {
    keep_sentence(severity, text_string(&sentence));
  } else {
    fprintf(stderr, "%s\n", text_string(&sentence));
  }
  text_free(&sentence);
}

void complain(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  say(SEVERITY_ERROR, format, arguments);
  va_end(arguments);
}

void complain_of_word(const char *sentence, const char *word, char *names, const char *more)
{
  enum { MOST = 256 };
  const char *list[MOST];
  int count = 0;
  for (char *rest = names; rest && count < MOST;)
    list[count++] = strsep(&rest, " ");
  const char *near = nearest_name(word, strlen(word), list, count);
  if (near) {
    complain("%s '%s'; did you mean '%s'?\n%s", sentence, word, near, more);
  } else {
    complain("%s '%s'\n%s", sentence, word, more);
  }
  free(names);
}

void remark(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  say(SEVERITY_NOTE, format, arguments);
  va_end(arguments);
}
