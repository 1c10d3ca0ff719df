// api.h -- the data of the opaque types of include/bielle. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_API_H
#define BIELLE_API_API_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "bielle/bielle.h"
#include "formulation/equations.h"
#include "mechanism/mechanism.h"
#include "system/system.h"

#include <stdatomic.h>

// Owns a copy of every source that its messages refer to, and thus outlives all of them.
struct BielleDiagnostics {
  Diagnostics *list;
};

struct BielleMechanism {
  Text text;
  Source source;
  char *source_name;
  Mechanism *mechanism;
  Diagnostics *said;      // messages from reading the description
  BielleMechanism *self;  // reference held by its models
  atomic_int users;       // number of these references, plus one for the caller
};

struct BielleModel {
  Equations *equations;
  System *system;             // owned
  const System *constraints;  // the same, if states are checked or closed; NULL: nothing to check
  bool keeps_open;            // states are used as given
  bool only_warns;            // because no requested quantity requires closed ones
  BielleMechanism *kept;      // mechanism with regulators to be redesigned for each state; NULL:
                              // none
};

struct BielleFunction {
  Program *program;
};

// Reports an error without a position in a source: a file that cannot be read, an unknown option.
void diagnose(BielleDiagnostics *diagnostics, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reports one message for each line of `why`.
void diagnose_lines(const char *why, BielleDiagnostics *diagnostics);

// Moves the messages of `local`, with copies of the texts that they refer to; frees `local`.
void adopt_diagnostics(BielleDiagnostics *diagnostics, Diagnostics *local);

// Reads a file ("-": standard input). Returns false with a diagnostic if it cannot be read.
bool read_text(const char *path, BielleDiagnostics *diagnostics, Text *out);
// Name of a file in messages.
const char *source_name(const char *path);

// Replaces a text in a foreign format by its translation to the language; any other text is
// unchanged. Messages about the translation append TRANSLATED to the file's name.
typedef enum Translation {
  TRANSLATION_NOT_NEEDED,
  TRANSLATION_DONE,
  TRANSLATION_FAILED  // reported in the diagnostics
} Translation;
#define TRANSLATED " (translated)"
Translation translate_foreign(const char *name, Text *text, const BielleImportOptions *options,
                              BielleDiagnostics *diagnostics);

// Returns the text as a string owned by the caller, and empties `text`.
char *text_release(Text *text);

// Returns true if the model has all these quantities; otherwise reports the missing ones and those
// available.
bool has_quantities(const BielleModel *model, const char *const keys[], int key_count,
                    BielleDiagnostics *diagnostics);

// The public view of a quantity.
BielleQuantity quantity_to_public(const Quantity *quantity);
// The keys of all quantities of the model. The caller frees the array.
const char **all_keys(const BielleModel *model);

#endif
