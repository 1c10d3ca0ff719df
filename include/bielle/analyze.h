// bielle/analyze.h -- questions about a mechanism, answered in numbers and words.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ANALYZE_H
#define BIELLE_ANALYZE_H

#include "bielle/mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BielleAssemblyOptions {
  // A state as bielle_model_evaluate_json() takes it, one and not a list: parameters, time, rough
  // coordinates. NULL: the description's values.
  const char *state;
  size_t state_length;
  const char *state_name;  // stands for the text in messages
  const char *hold;        // coordinates that stay where they are: "q1, q2"; NULL: none
  int wants_all;           // all configurations, where they are finitely many, instead of one
  int is_json;             // {"closed": true, "configurations": [{"params": {}, "q": {}, "t": 0}]}
} BielleAssemblyOptions;

// Closes the loops and satisfies the holonomic constraints, from rough coordinates. `options` may
// be NULL. *out (owned) receives the answer in words, or as JSON with 17 digits whose
// configurations are states. BIELLE_OK: closed; BIELLE_DOES_NOT_HOLD: it cannot be closed, and *out
// has the closest configuration and what is left open.
BIELLE_API BielleStatus bielle_analyze_assembly(const BielleMechanism *mechanism,
                                                const BielleAssemblyOptions *options,
                                                BielleDiagnostics *diagnostics, char **out);

#ifdef __cplusplus
}
#endif
#endif
