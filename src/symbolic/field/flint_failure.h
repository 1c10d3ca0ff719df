// flint_failure.h -- installs the handlers of FLINT's failures; used by pool.c only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_FLINT_FAILURE_H
#define BIELLE_SYMBOLIC_FIELD_FLINT_FAILURE_H

// Makes FLINT report failures in the same way as Bielle. May be called any number of times, from
// any thread.
void flint_failure_install(void);

#endif
