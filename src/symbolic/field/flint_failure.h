// flint_failure.h -- for pool.c only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_FLINT_FAILURE_H
#define BIELLE_SYMBOLIC_FIELD_FLINT_FAILURE_H

// From now on FLINT tells what stops it as we do. Any number of times, from any thread.
void flint_failure_install(void);

#endif
