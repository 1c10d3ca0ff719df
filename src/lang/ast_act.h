// ast_act.h -- statements that close a mechanism, act on it, or say what to do with it.
//
// Like everything of the tree: text, names unresolved.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_AST_ACT_H
#define BIELLE_LANG_AST_ACT_H

#include "lang/ast.h"

// A frame or a point by its name, or a vector on a frame.
typedef struct AstPlace {
  AstExpr *at;  // NULL: `name` alone
  Span name;
} AstPlace;

typedef struct AstLoop {
  Span kind;
  AstAxis axis;  // both empty: not given
  AstPlace first;
  AstPlace second;
  AstExpr *pitch;  // NULL: not given
} AstLoop;

typedef struct AstConstraint {
  AstExpr *left;
  AstExpr *right;
} AstConstraint;

typedef struct AstRolling {
  AstExpr *radius;
  AstExpr *normal;
  AstAxis axle;
  bool may_slide;
} AstRolling;

// torque, force, moment, spring; the statement's word says which.
typedef struct AstForce {
  Span target;      // torque: joint or coordinate; moment: frame
  AstPlace place;   // force, spring
  AstPlace second;  // spring
  AstExpr *value;   // torque, force, moment
  Span axes;        // in FRAME; length 0: ground
  Span reaction;    // from FRAME; length 0: none
  AstExpr *stiffness;
  AstExpr *length;
  AstExpr *damping;
} AstForce;

typedef struct AstInput {
  AstExpr *value;  // NULL: free
  Span table;      // with its quotes; length 0: none
  Span column;     // of the table, a number; length 0: none
  AstExpr *unit;   // the number 1 in that unit; NULL: none
} AstInput;

// One option: a name, then expressions, a word or a text in quotes.
typedef struct AstOption {
  Span name;
  Span subject;     // of `start q1 = ..`
  AstExpr *values;  // linked by `next`
  Span text;        // length 0: none
  struct AstOption *next;
} AstOption;

// output, motion, control, experiment; the statement's word says which.
typedef struct AstTask {
  Span word;  // law or controller
  AstOption *options;
} AstTask;

// element: its formals (`items` of the statement are not used) and its body; use: the arguments.
typedef struct AstElement {
  AstItem *formals;    // a value is the default
  AstItem *arguments;  // a name is given for `fv = 0.1`
  AstStatement *body;
} AstElement;

#endif
