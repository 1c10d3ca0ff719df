// messages.h -- what the command says on standard error: words, or with --json one array at the end.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_MESSAGES_H
#define BIELLE_CLI_MESSAGES_H

#include "bielle/bielle.h"

#include <stdbool.h>

// Around everything else. As JSON, messages are kept until the end.
void messages_begin(bool are_json);
void messages_end(void);

// A sentence about what was typed, or about a file; a second line says what would be right. No line
// end behind it.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same of what is no error.
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
// "bielle: unknown command 'chekc'; did you mean 'check'?", with the nearest of the names; a line
// `more` behind it. `names` are separated by spaces; they are freed.
void complain_of_word(const char *sentence, const char *word, char *names, const char *more);
// What the library found.
void report_diagnostics(const BielleDiagnostics *diagnostics);

#endif
