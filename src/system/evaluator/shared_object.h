// shared_object.h -- compiles C text into functions of this process, with the system's compiler.
//
// Compiled objects are cached in $XDG_CACHE_HOME/bielle or ~/.cache/bielle, a folder accessible to
// the user only (mode 0700; any other is rejected). A file is named by the SHA-256 of the text, of
// the compiler's version and of its options, must be owned by the user, and ends in the SHA-256 of
// its own bytes: a damaged file is compiled again, and a file written by another user is never
// loaded.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_EVALUATOR_SHARED_OBJECT_H
#define BIELLE_SYSTEM_EVALUATOR_SHARED_OBJECT_H

#include "base/text/text.h"

// Returns a handle of dlopen(), for dlclose(). NULL with a sentence in `why` if there is no
// compiler or no safe folder.
void *shared_object_load(const Text *source, Text *why);
// Compiles to the bytes of a shared object that other programs can load; they are not cached.
// Returns false with a sentence in `why`.
bool shared_object_compile(const Text *source, Text *object, Text *why);

#endif
