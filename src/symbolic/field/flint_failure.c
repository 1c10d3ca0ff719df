// flint_failure.c -- reports failures of FLINT on stderr, as the library's own.
//
// By default FLINT prints to standard output, where results are expected. Failed allocations are
// reported by memory_exhausted() before FLINT handles them; any other reason for which FLINT aborts
// is an internal error.
// SPDX-License-Identifier: MIT
#include "symbolic/field/flint_failure.h"

#include "base/memory/memory.h"

#include <flint/flint.h>

#include <pthread.h>
#include <stdlib.h>

static void *checked(void *block)
{
  if (block == NULL) memory_exhausted();
  return block;
}

static void *allocate(size_t size) { return checked(malloc(size > 0 ? size : 1)); }

static void *allocate_zeros(size_t count, size_t size)
{
  return checked(count > 0 && size > 0 ? calloc(count, size) : malloc(1));
}

static void *reallocate(void *block, size_t size)
{
  return checked(realloc(block, size > 0 ? size : 1));
}

// FLINT requires noreturn as a part of the type, which _Noreturn is not.
__attribute__((noreturn)) static void give_up(void)
{
  fail_invariant("arithmetic with whole numbers met what has no value");
}

// FLINT's default functions are malloc() and its relatives, so that blocks allocated before the
// call are released correctly.
static void install(void)
{
  __flint_set_memory_functions(allocate, allocate_zeros, reallocate, free);
  flint_set_abort(give_up);
}

void flint_failure_install(void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}
