// bielle/status.h -- how a call can end, and what the user did wrong.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STATUS_H
#define BIELLE_STATUS_H

#include <stddef.h>

#if defined(__GNUC__)
#define BIELLE_API __attribute__((visibility("default")))
#else
#define BIELLE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
#define BIELLE_STATUS_LIST(X)                                                       \
  X(BIELLE_OK,        "done")                                                       \
  X(BIELLE_BAD_INPUT, "the input has errors; see the diagnostics")                  \
  X(BIELLE_IO,        "a file could not be read or written; see the diagnostics")   \
  X(BIELLE_INTERNAL,  "a check of Bielle's own result failed; see the diagnostics")  \
  X(BIELLE_DOES_NOT_HOLD, "what was asked for does not hold; the result says why")   \
  X(BIELLE_CANCELLED, "the caller ended it")
// clang-format on

typedef enum BielleStatus {
#define BIELLE_STATUS_NAME(name, sentence) name,
  BIELLE_STATUS_LIST(BIELLE_STATUS_NAME)
#undef BIELLE_STATUS_NAME
} BielleStatus;

// The sentence of a status. Static.
BIELLE_API const char *bielle_status_sentence(BielleStatus status);

// The library's version, "0.1.0". Static.
BIELLE_API const char *bielle_version(void);

// Frees a string that a function of this library handed over. NULL is allowed.
BIELLE_API void bielle_string_free(char *string);

// Called now and then during long work: what is being done, and how much of all is done, 0 .. 1; below
// 0 where that is not known. Not 0: the work ends as soon as it can, with BIELLE_CANCELLED.
typedef int (*BielleProgress)(void *context, const char *what, double part);

// ---- diagnostics: errors and warnings with their place in the source

typedef struct BielleDiagnostics BielleDiagnostics;

BIELLE_API BielleDiagnostics *bielle_diagnostics_new(void);
// Frees the diagnostics. NULL is allowed.
BIELLE_API void bielle_diagnostics_free(BielleDiagnostics *diagnostics);
// How many errors there are; warnings do not count.
BIELLE_API int bielle_diagnostics_error_count(const BielleDiagnostics *diagnostics);
// How many messages of any kind.
BIELLE_API int bielle_diagnostics_count(const BielleDiagnostics *diagnostics);
typedef enum BielleSeverity { BIELLE_ERROR, BIELLE_WARNING, BIELLE_NOTE } BielleSeverity;

// One message. Texts are borrowed from the diagnostics.
typedef struct BielleDiagnostic {
  BielleSeverity severity;
  const char *file;  // "" where it is about no file
  int line, column;  // from 1, in code points; 0: no place
  int length;        // code points that it is about
  const char *message;
  const char *hint;  // what would be right; "": none
  const char *code;  // the class of the mistake, which `bielle explain` takes; "": none
} BielleDiagnostic;
// Message `index`, in the order of their finding; 1, or 0 if there is none.
BIELLE_API int bielle_diagnostics_item(const BielleDiagnostics *diagnostics, int index,
                                       BielleDiagnostic *out);
// All messages as people read them, with the source line and a caret. Owned: bielle_string_free().
BIELLE_API char *bielle_diagnostics_text(const BielleDiagnostics *diagnostics);
// The same as a JSON array of {file, line, column, length, severity, code, message, hint}. Owned.
BIELLE_API char *bielle_diagnostics_json(const BielleDiagnostics *diagnostics);

#ifdef __cplusplus
}
#endif
#endif
