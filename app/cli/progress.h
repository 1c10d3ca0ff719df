// progress.h -- a line that tells how far long work has come, on a terminal only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_PROGRESS_H
#define BIELLE_CLI_PROGRESS_H

// From progress_begin() to progress_end() the line is erased also where the user ends the program.
void progress_begin(void);
void progress_end(void);
// "[######              ] 30% kane" on standard error if that is a terminal; otherwise nothing. Gives 0:
// the work goes on.
int progress_show(void *unused, const char *what, double part);

#endif
