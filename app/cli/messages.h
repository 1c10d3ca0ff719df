// messages.h -- messages on standard error: text, or with --json one array at the end.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_MESSAGES_H
#define BIELLE_CLI_MESSAGES_H

#include "bielle/bielle.h"

#include <stdbool.h>

// Called at the beginning and the end of the program. With JSON, messages are collected until the
// end.
void messages_begin(bool are_json);
void messages_end(void);

// Prints an error about the command line, or about a file; a second line of the sentence is the
// hint. It does not end in a newline.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same for a message that is not an error.
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Prints "bielle: unknown command 'chekc'; did you mean 'check'?", with the nearest of the names,
// followed by the line `more`. `names` are separated by spaces and are freed.
void complain_of_word(const char *sentence, const char *word, char *names, const char *more);
// Prints the diagnostics of the library.
void report_diagnostics(const BielleDiagnostics *diagnostics);

#endif
