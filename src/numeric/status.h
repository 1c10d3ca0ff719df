// status.h -- how a computation with doubles can end.
//
// The data decide, not the caller's code, so none of these is a bug: a matrix may be singular, an
// equation without a solution. Results that still mean something (closest points, condition
// numbers) are there with every status but NUMERIC_NOT_FINITE.
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

// What LAPACKE returned. That it found no memory for its work is no property of the data: then the
// program ends as it does wherever memory is exhausted.
NumericStatus numeric_status_of_lapack(int info);

#endif
