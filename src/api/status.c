// status.c -- statuses, strings and diagnostics of the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "base/memory/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *bielle_status_sentence(BielleStatus status)
{
  static const char *const SENTENCES[] = {
#define BIELLE_STATUS_SENTENCE(name, sentence) sentence,
    BIELLE_STATUS_LIST(BIELLE_STATUS_SENTENCE)
#undef BIELLE_STATUS_SENTENCE
  };
  return SENTENCES[status];
}

const char *bielle_version(void) { return BIELLE_VERSION; }

void bielle_string_free(char *string) { free(string); }

char *text_release(Text *text)
{
  char *string = memory_new(text->length + 1, 1);
  if (text->length > 0) memcpy(string, text->bytes, text->length);
  text_free(text);
  return string;
}

BielleDiagnostics *bielle_diagnostics_new(void)
{
  BielleDiagnostics *diagnostics = memory_new(1, sizeof *diagnostics);
  diagnostics->list = diagnostics_new();
  return diagnostics;
}

void bielle_diagnostics_free(BielleDiagnostics *diagnostics)
{
  if (!diagnostics) return;
  diagnostics_free(diagnostics->list);
  free(diagnostics);
}

int bielle_diagnostics_error_count(const BielleDiagnostics *diagnostics)
{
  return diagnostics_error_count(diagnostics->list);
}

int bielle_diagnostics_count(const BielleDiagnostics *diagnostics)
{
  return diagnostics_count(diagnostics->list);
}

int bielle_diagnostics_item(const BielleDiagnostics *diagnostics, int index, BielleDiagnostic *out)
{
  static const BielleSeverity SEVERITIES[] = { [SEVERITY_ERROR] = BIELLE_ERROR,
                                               [SEVERITY_INTERNAL] = BIELLE_ERROR,
                                               [SEVERITY_WARNING] = BIELLE_WARNING,
                                               [SEVERITY_NOTE] = BIELLE_NOTE };
  const Diagnostics *list = diagnostics->list;
  if (index < 0 || index >= diagnostics_count(list)) return 0;
  Span span = diagnostics_span(list, index);
  Place place = span_place(span);
  const char *hint = diagnostics_hint(list, index), *code = diagnostics_code(list, index);
  *out = (BielleDiagnostic){ .severity = SEVERITIES[diagnostics_severity(list, index)],
                             .file = span.source ? span.source->name : "",
                             .line = place.line,
                             .column = place.column,
                             .message = diagnostics_message(list, index),
                             .hint = hint ? hint : "",
                             .code = code ? code : "" };
  if (span.source) out->length = text_columns(span.source->bytes + span.start, span.length);
  return 1;
}

char *bielle_diagnostics_text(const BielleDiagnostics *diagnostics)
{
  Text text = { 0 };
  diagnostics_print(diagnostics->list, &text);
  return text_release(&text);
}

char *bielle_diagnostics_json(const BielleDiagnostics *diagnostics)
{
  Text text = { 0 };
  diagnostics_print_json(diagnostics->list, &text);
  return text_release(&text);
}

void diagnose(BielleDiagnostics *diagnostics, const char *hint, const char *format, ...)
{
  Text message = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&message, format, arguments);
  va_end(arguments);
  diagnostics_add(diagnostics->list, SEVERITY_ERROR, (Span){ 0 }, hint, "%s",
                  text_string(&message));
  text_free(&message);
}

void adopt_diagnostics(BielleDiagnostics *diagnostics, Diagnostics *local)
{
  diagnostics_merge(diagnostics->list, local);
  diagnostics_own_sources(diagnostics->list, NULL);
  diagnostics_free(local);
}
