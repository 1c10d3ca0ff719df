// bielle/bielle.h -- equations of motion of articulated mechanisms: description in, programs out.
//
//     BielleDiagnostics *diagnostics = bielle_diagnostics_new();
//     BielleMechanism *arm = NULL;
//     BielleModel *model = NULL;
//     char *text = NULL;
//     if (bielle_mechanism_load("arm.bl", diagnostics, &arm) == BIELLE_OK &&
//         bielle_model_derive(arm, NULL, diagnostics, &model) == BIELLE_OK &&
//         bielle_model_print(model, NULL, diagnostics, &text) == BIELLE_OK) {
//       puts(text);
//     }
//     bielle_string_free(text);
//     bielle_model_free(model);
//     bielle_mechanism_free(arm);
//     bielle_diagnostics_free(diagnostics);
//
// Each function states which results the caller owns ("owned"); all others are borrowed. There is
// no global state.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BIELLE_H
#define BIELLE_BIELLE_H

#include "bielle/analyze.h"
#include "bielle/mechanism.h"
#include "bielle/model.h"
#include "bielle/record.h"
#include "bielle/rotation.h"
#include "bielle/status.h"

#endif
