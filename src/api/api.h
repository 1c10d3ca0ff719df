// api.h -- what stands behind the opaque types of include/bielle. For the files of api/ only.
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

// Owns a copy of every source that its messages point at, so that it outlives them all.
struct BielleDiagnostics {
  Diagnostics *list;
};

struct BielleMechanism {
  Text text;
  Source source;
  char *source_name;
  Mechanism *mechanism;
  Diagnostics *said;      // about the description, when it was read
  BielleMechanism *self;  // to be kept by models of it
  atomic_int users;       // of these and the caller
};

struct BielleModel {
  Equations *equations;
  System *system;             // owned
  const System *constraints;  // the same, if states have to be closed; NULL: nothing to examine
  bool keeps_open;            // states stay as they are
  bool only_warns;            // because nothing that is requested requires closed ones
  BielleMechanism *kept;      // whose regulators are designed anew by states; NULL: there is none
};

struct BielleFunction {
  Program *program;
};

// An error about no place in a source: a file that cannot be read, an unknown option.
void diagnose(BielleDiagnostics *diagnostics, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// One message for each line of `why`.
void diagnose_lines(const char *why, BielleDiagnostics *diagnostics);

// Moves the messages of `local` over, with copies of the texts that they point into; frees `local`.
void adopt_diagnostics(BielleDiagnostics *diagnostics, Diagnostics *local);

// The text of a file ("-": standard input); false with a diagnostic when it cannot be read.
bool read_text(const char *path, BielleDiagnostics *diagnostics, Text *out);
// What a file is called in messages.
const char *source_name(const char *path);

// A text in a foreign format becomes its translation to the language; any other stays as it is.
// Messages about the translation name it with TRANSLATED behind the file's name.
typedef enum Translation {
  TRANSLATION_NOT_NEEDED,
  TRANSLATION_DONE,
  TRANSLATION_FAILED  // the diagnostics say why
} Translation;
#define TRANSLATED " (translated)"
Translation translate_foreign(const char *name, Text *text, const BielleImportOptions *options,
                              BielleDiagnostics *diagnostics);

// Hands over the text as a string of its own; leaves `text` empty.
char *text_release(Text *text);

// True if the model has all these quantities; otherwise says which it lacks and what there is.
bool has_quantities(const BielleModel *model, const char *const keys[], int key_count,
                    BielleDiagnostics *diagnostics);

// A quantity as others see it.
BielleQuantity quantity_to_public(const Quantity *quantity);
// The keys of all quantities of the model; free() it.
const char **all_keys(const BielleModel *model);

#endif
