// shared_object.h -- C text to functions of this process, by the compiler of the system.
//
// What was compiled is kept in $XDG_CACHE_HOME/bielle or ~/.cache/bielle, a folder that the user alone
// can enter (mode 0700; any other is refused). A file is named by the SHA-256 of the text, of the
// compiler's version and of its options, belongs to the user, and ends in the SHA-256 of its own
// bytes: what is damaged is compiled again, and what others wrote is never loaded.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_EVALUATOR_SHARED_OBJECT_H
#define BIELLE_SYSTEM_EVALUATOR_SHARED_OBJECT_H

#include "base/text/text.h"

// A handle of dlopen(), for dlclose(). NULL with a sentence in `why`: there is no compiler, or no
// safe folder.
void *shared_object_load(const Text *source, Text *why);
// The bytes of the same, for others to load; they are not kept. False with a sentence in `why`.
bool shared_object_compile(const Text *source, Text *object, Text *why);

#endif
