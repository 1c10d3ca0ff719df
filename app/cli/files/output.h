// output.h -- where results go: the ending of a file says what is in it, and no result replaces a file
// that was read, or another result.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_OUTPUT_H
#define BIELLE_CLI_OUTPUT_H

#include "app/cli/command.h"

// Does the file end like this, ".csv", in letters of either case? NULL and "-" have no ending.
bool output_ends_in(const char *path, const char *ending);

// Can the command write what -o and --plot name? Chooses the notation that the ending of -o says. False
// with a complaint that lists the endings that there are.
bool output_choose(const Command *command, Arguments *arguments);

// Are -o and --plot files that were not read until now? False with a complaint.
bool output_is_safe(const Command *command, const Arguments *arguments);

#endif
