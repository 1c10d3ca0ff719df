// output.h -- output files: the ending determines the format, and a result never replaces an input
// file or another result.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_OUTPUT_H
#define BIELLE_CLI_OUTPUT_H

#include "app/cli/command.h"

// Returns true if the file has this ending, ".csv", ignoring case. NULL and "-" have no ending.
bool output_ends_in(const char *path, const char *ending);

// Checks that the command can write the files of -o and --plot, and sets the notation implied by
// the ending of -o. Returns false after an error that lists the permitted endings.
bool output_choose(const Command *command, Arguments *arguments);

// Checks that -o and --plot are not input files. Returns false after an error.
bool output_is_safe(const Command *command, const Arguments *arguments);

#endif
