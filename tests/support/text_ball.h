// text_ball.h -- the value of an expression's text, read and computed in ball arithmetic: no parser
// and no expression of ours takes part.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_TEXT_BALL_H
#define BIELLE_TESTS_TEXT_BALL_H

#include <arb.h>

#include <stdbool.h>

// Names with their values.
typedef struct BallScope BallScope;

BallScope *ball_scope_new(void);
void ball_scope_free(BallScope *scope);
// Sets or replaces the value of a name ("q", "q'").
void ball_scope_set(BallScope *scope, const char *name, const arb_t value);

typedef enum BallReading {
  BALL_UNREADABLE,  // not an expression, or a name without value
  BALL_UNCERTAIN,   // outside a domain, or too close to the border of one
  BALL_CERTAIN
} BallReading;

// The number in `text`, in the syntax of the language or of printed equations, in SI units. All
// operations round to `precision` bits.
BallReading ball_read(const BallScope *scope, const char *text, slong precision, arb_t out);

#endif
