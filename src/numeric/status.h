// status.h -- result status of numerical computations.
//
// The status depends on the data and is not an internal error: a matrix may be singular, an
// equation without a solution. Results that remain meaningful (closest points, condition numbers)
// are set with every status but NUMERIC_NOT_FINITE.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_STATUS_H
#define BIELLE_NUMERIC_STATUS_H

// clang-format off
#define NUMERIC_STATUS_LIST(X)                                                                   \
  X(NUMERIC_OK,            "done")                                                               \
  X(NUMERIC_SINGULAR,      "the matrix is singular to working precision")                        \
  X(NUMERIC_NO_SOLUTION,   "there is no solution near the start; this is the closest point")     \
  X(NUMERIC_NOT_CONVERGED, "the iterations ended before they came to a solution")                \
  X(NUMERIC_NOT_FINITE,    "a number is infinite or not a number")
// clang-format on

typedef enum NumericStatus {
#define NUMERIC_STATUS_NAME(name, sentence) name,
  NUMERIC_STATUS_LIST(NUMERIC_STATUS_NAME)
#undef NUMERIC_STATUS_NAME
} NumericStatus;

const char *numeric_status_sentence(NumericStatus status);  // static

// Status for the return value of a LAPACKE function. Exhausted memory does not depend on the data:
// the program ends as it does wherever memory is exhausted.
NumericStatus numeric_status_of_lapack(int info);

#endif
