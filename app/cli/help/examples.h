// examples.h -- the files of examples/, which travel inside the program.
//
// They do so for the reason that lib/*.bl does: an installed tree may be moved, and a program that
// was copied alone still has them. They are small (50 kB).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_EXAMPLES_H
#define BIELLE_CLI_EXAMPLES_H

#include <stddef.h>

typedef struct ExampleFile {
  const char *example;       // "rr"
  const char *title;         // of the example, at its first file: the description
  const char *name;          // "rr.bl"
  const char *const *lines;  // with their line ends; NULL behind the last
} ExampleFile;

// All files, by example; written by tools/embed_examples.py.
const ExampleFile *example_files(int *count);

#endif
