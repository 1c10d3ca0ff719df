// progress.h -- a line with the progress and the remaining time of long computations, on a terminal
// only; and interruption by Ctrl-C.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_PROGRESS_H
#define BIELLE_CLI_PROGRESS_H

// From now on Ctrl-C erases the line and terminates the program by its signal, which shells report
// as exit status 130; a file that is being written is completed first (base/files/file.h).
void progress_watch_interrupt(void);

// Used while a file is written row by row: the first Ctrl-C or kill only requests the end, a second
// one terminates at once.
void progress_defer_end(void);
int progress_is_to_end(void);
// Called when the file is closed; terminates the program by the signal if the end was requested.
void progress_end_if_asked(void);

// Called before and after a possibly long computation. The line appears after a second.
void progress_begin(void);
void progress_end(void);
// Prints "[######              ] 30% kane, 12 s left" on standard error if that is a terminal.
// `part` is the completed fraction of the whole, 0 to 1. Returns 0 to continue, or 1 if the user
// has requested the end.
int progress_show(void *unused, const char *what, double part);

#endif
