// progress.h -- a line that tells how far long work has come and how long it will take, on a terminal
// only; and the end by Ctrl-C.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_PROGRESS_H
#define BIELLE_CLI_PROGRESS_H

// From now on Ctrl-C erases the line and ends the program by its signal, which shells tell as exit
// status 130; a file that is being written is there before, whole (base/files/file.h).
void progress_watch_interrupt(void);

// A file is being written row by row: the first Ctrl-C, or end by kill, only asks for the end, a second
// one ends at once.
void progress_defer_end(void);
int progress_is_to_end(void);
// The file is closed; if the end was asked for, the program ends here, by the signal.
void progress_end_if_asked(void);

// Around work that may be long. The line appears after a second.
void progress_begin(void);
void progress_end(void);
// "[######              ] 30% kane, 12 s left" on standard error if that is a terminal; otherwise
// nothing. `part` of the whole is done, from 0 to 1. Returns 0: the work goes on; 1: the user has asked for its end.
int progress_show(void *unused, const char *what, double part);

#endif
