// reading.h -- mechanisms for tests: a description or an example of the tree, read.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_READING_H
#define BIELLE_TEST_READING_H

#include "base/messages/diagnostics.h"
#include "base/text/text.h"
#include "system/system.h"

// A mechanism with the text that its places point to.
typedef struct Reading {
  Text text;
  Text path;  // of an example
  Source source;
  Mechanism *mechanism;
  System *system;  // reading_system() makes it
} Reading;

// A test fails where the description is not good.
void reading_open(Reading *reading, const char *description);
// Takes over `text`, which is in any format that we read.
void reading_open_text(Reading *reading, const char *name, Text text);
// examples/EXAMPLE of the tree, in any format, and more statements behind it.
void reading_open_example(Reading *reading, const char *example, const char *more);
void reading_close(Reading *reading);

// Its system, for numbers, with what ties it derived, if anything can.
System *reading_system(Reading *reading);

// What the description calls by this name with `let`, in the mechanism's pool.
const Expr *reading_definition(const Reading *reading, const char *name);

// Shows why a test fails.
void print_diagnostics(const Diagnostics *diagnostics);

#endif
