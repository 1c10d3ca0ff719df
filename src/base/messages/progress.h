// progress.h -- long work tells how far it is, and is told when to end.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MESSAGES_PROGRESS_H
#define BIELLE_BASE_MESSAGES_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

// Not 0: the work shall end. `part` of all that is done, 0 .. 1.
typedef int (*ProgressListener)(void *context, const char *what, double part);

typedef struct Progress {
  ProgressListener listener;  // NULL: nobody listens
  void *context;
  const char *what;  // told last
  double part;
  bool is_cancelled;  // what is made from now on is of no use to anybody
} Progress;

// True: go on. `progress` NULL: nobody listens.
static inline bool progress_report(Progress *progress, const char *what, double part)
{
  if (!progress || !progress->listener) return true;
  progress->what = what;
  progress->part = part;
  if (!progress->is_cancelled)
    progress->is_cancelled = progress->listener(progress->context, what, part) != 0;
  return !progress->is_cancelled;
}

// The same, from within: nothing new to tell.
static inline bool progress_continues(Progress *progress)
{
  if (!progress) return true;
  return progress_report(progress, progress->what ? progress->what : "", progress->part);
}

static inline bool progress_is_stopped(const Progress *progress)
{
  return progress && progress->is_cancelled;
}

#endif
