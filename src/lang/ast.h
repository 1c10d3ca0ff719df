// ast.h -- what the parser builds, and nothing more: the text as a tree, names unresolved.
//
// Sums and products are lists, however long, so the depth of an expression is the depth of its
// brackets, signs and powers, which the parser limits. Everything lives in the tree's arena; spans
// point into the source, which must outlive the tree.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_AST_H
#define BIELLE_LANG_AST_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/text.h"
#include "lang/lexer.h"

#include <stdbool.h>

typedef enum AstKind {
  AST_NUMBER,   // text, unit
  AST_NAME,     // text, primes
  AST_SUM,      // children, each with its sign + or -
  AST_PRODUCT,  // children, each with its mark * / or . (scalar product)
  AST_POWER,    // base, exponent
  AST_NEGATE,   // one child
  AST_COMPARE,  // two children; `comparison` says how
  AST_CALL,     // text is the function's name; children are the arguments; unit of diag()
  AST_VECTOR    // children are the components; unit
} AstKind;

// One factor of a unit: "s" with exponent -2 of "m/s^2".
typedef struct AstUnit {
  Span name;
  int exponent;  // not 0
  struct AstUnit *next;
} AstUnit;

typedef struct AstExpr {
  AstKind kind;
  Span span;              // all of it
  Span text;              // the literal or the name
  TokenKind mark;         // how it joins the child before it: + - * / . or a comma
  TokenKind comparison;   // of AST_COMPARE
  int primes;             // time derivatives of a name
  AstUnit *unit;          // NULL: none
  struct AstExpr *first;  // children
  struct AstExpr *last;
  struct AstExpr *next;  // the parent's next child
  int count;             // of children
} AstExpr;

// A name with a value: `L1 = 0.5 m`, `RX(90 deg)`.
typedef struct AstItem {
  Span name;
  AstExpr *value;  // NULL: none
  struct AstItem *next;
} AstItem;

typedef struct AstJoint {
  Span kind;
  Span axis_name;   // x, y or z with its sign; length 0: a vector
  AstExpr *axis;    // the vector
  Span coordinate;  // length 0: has the joint's name
  AstExpr *initial;
  Span parent;
  AstExpr *at;
  AstItem *rotated;
  AstExpr *lower;
  AstExpr *upper;
} AstJoint;

typedef struct AstBody {
  Span frame;
  AstExpr *mass;
  AstExpr *com;
  AstExpr *inertia;
  bool is_about_origin;
} AstBody;

typedef struct AstPoint {
  Span frame;
  AstExpr *at;
} AstPoint;

typedef struct AstStatement {
  Word word;       // which statement
  Span span;       // its first word
  Span name;       // what it declares; length 0: nothing, or not reached
  bool is_broken;  // a syntax error was reported; only `name` and `items` can be relied on
  Span title;      // mechanism; length 0: none
  AstItem *items;  // param, let
  AstExpr *value;  // gravity
  AstJoint *joint;
  AstBody *body;
  AstPoint *point;
  struct AstStatement *next;
} AstStatement;

typedef struct Ast {
  Arena *arena;
  const Source *source;
  AstStatement *first;
  bool has_lost_names;  // names may be missing that were declared in broken statements
} Ast;

void ast_free(Ast *ast);  // NULL is allowed

// The tree as text, one statement a paragraph, expressions in prefix form.
void ast_dump(const Ast *ast, Text *out);

static inline const char *span_bytes(Span span) { return span.source->bytes + span.start; }

#endif
