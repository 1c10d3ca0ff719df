// dump_impl.h -- what the files of the dump share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_DUMP_IMPL_H
#define BIELLE_MECHANISM_DUMP_IMPL_H

#include "mechanism/mechanism.h"

// "  LABEL value"; nothing without a value.
void dump_put_field(const char *label, const Expr *value, Text *out);
void dump_put_vector_field(const char *label, Vec3 vector, Text *out);

// ---- dump_act.c: loops, constraints, wheels, speeds, inputs, forces, tasks
void dump_actions(const Mechanism *mechanism, Text *out);

#endif
