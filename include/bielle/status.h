// bielle/status.h -- return status of all calls, and the diagnostics of the input.
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

// Describes a status in a sentence. Static.
BIELLE_API const char *bielle_status_sentence(BielleStatus status);

// The library's version, "0.1.0". Static.
BIELLE_API const char *bielle_version(void);

// Frees a string returned by this library as owned. NULL is allowed.
BIELLE_API void bielle_string_free(char *string);

// Progress callback, called from time to time during long computations. `what` describes the
// present step; `part` is the completed fraction of the whole, 0 .. 1, or below 0 if unknown. A
// return value other than 0 cancels the computation, which then ends with BIELLE_CANCELLED.
typedef int (*BielleProgress)(void *context, const char *what, double part);

// ---- diagnostics: errors and warnings with their position in the source

typedef struct BielleDiagnostics BielleDiagnostics;

BIELLE_API BielleDiagnostics *bielle_diagnostics_new(void);
// Frees the diagnostics. NULL is allowed.
BIELLE_API void bielle_diagnostics_free(BielleDiagnostics *diagnostics);
// Number of errors, without warnings.
BIELLE_API int bielle_diagnostics_error_count(const BielleDiagnostics *diagnostics);
// Number of messages of any severity.
BIELLE_API int bielle_diagnostics_count(const BielleDiagnostics *diagnostics);
typedef enum BielleSeverity { BIELLE_ERROR, BIELLE_WARNING, BIELLE_NOTE } BielleSeverity;

// One message. Texts are borrowed from the diagnostics.
typedef struct BielleDiagnostic {
  BielleSeverity severity;
  const char *file;  // "" if it concerns no file
  int line, column;  // from 1, in code points; 0: no position
  int length;        // number of code points concerned
  const char *message;
  const char *hint;  // suggested correction; "": none
  const char *code;  // message class, as accepted by `bielle explain`; "": none
} BielleDiagnostic;
// Message `index`, in the order of detection. Returns 1, or 0 if there is none.
BIELLE_API int bielle_diagnostics_item(const BielleDiagnostics *diagnostics, int index,
                                       BielleDiagnostic *out);
// All messages for display, with the source line and a caret. Owned: bielle_string_free().
BIELLE_API char *bielle_diagnostics_text(const BielleDiagnostics *diagnostics);
// The same as a JSON array of {file, line, column, length, severity, code, message, hint}. Owned.
BIELLE_API char *bielle_diagnostics_json(const BielleDiagnostics *diagnostics);

#ifdef __cplusplus
}
#endif
#endif
