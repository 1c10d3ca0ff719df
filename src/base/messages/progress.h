// progress.h -- progress reports and cancellation of long work.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_MESSAGES_PROGRESS_H
#define BIELLE_BASE_MESSAGES_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

// Called with the fraction `part` (0 .. 1) of the whole work that is done. A return value other
// than 0 cancels the work.
typedef int (*ProgressListener)(void *context, const char *what, double part);

typedef struct Progress {
  ProgressListener listener;  // NULL: no listener
  void *context;
  const char *what;  // last reported
  double part;
  bool is_cancelled;  // results computed from now on are discarded
} Progress;

// Reports progress. Returns true to continue, false after cancellation. `progress` NULL: no
// listener.
static inline bool progress_report(Progress *progress, const char *what, double part)
{
  if (!progress || !progress->listener) return true;
  progress->what = what;
  progress->part = part;
  if (!progress->is_cancelled)
    progress->is_cancelled = progress->listener(progress->context, what, part) != 0;
  return !progress->is_cancelled;
}

// Repeats the last report; for inner loops that only check for cancellation.
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
