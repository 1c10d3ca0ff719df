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
  Span axes;             // of a call: `in FRAME`; length 0: none
} AstExpr;

// A name with a value: `L1 = 0.5 m`, `RX(90 deg)`.
typedef struct AstItem {
  Span name;
  AstExpr *value;  // NULL: none
  struct AstItem *next;
} AstItem;

// An elementary displacement: `RX(90 deg)`, `TYK(L1)`, `R([x, y, z], angle)`, `T([x, y, z])`.
typedef struct AstMove {
  Span name;
  Span span;       // all of it
  AstExpr *first;  // arguments
  AstExpr *second;
  struct AstMove *next;
} AstMove;

typedef struct AstAxis {
  Span name;        // x, y or z with its sign; length 0: a vector, or not given
  AstExpr *vector;  // NULL: none
} AstAxis;

// A coordinate in the brackets of a joint or behind `coord`; or a pair of limits behind `limits`.
typedef struct AstCoordinate {
  Span name;
  AstExpr *initial;  // NULL: none
  AstExpr *lower;
  AstExpr *upper;
  struct AstCoordinate *next;
} AstCoordinate;

typedef struct AstJoint {
  Span kind;
  Span quaternion;  // the word; length 0: not said
  AstAxis axis;
  AstCoordinate *coordinates;  // NULL: they have names made from the joint's
  AstExpr *driver;             // `(= E)`; NULL: none
  Span parent;
  AstExpr *at;
  AstMove *rotated;
  AstCoordinate *limits;  // only `lower` and `upper`
  AstExpr *pitch;
} AstJoint;

// frame, chain
typedef struct AstFrame {
  Span parent;  // length 0: ground
  AstMove *moves;
} AstFrame;

// dh: a table of expressions with named columns
typedef struct AstTable {
  Span convention;
  Span parent;       // length 0: ground
  AstItem *columns;  // names only
  AstItem *rows;     // values only: vectors of cells
} AstTable;

typedef struct AstShape {
  Span kind;
  AstExpr *size;  // of a box: the vector
  AstExpr *radius;
  AstExpr *length;
  Span path;  // of a mesh, without its quotes
  AstExpr *density;
  AstExpr *at;
  AstMove *rotated;
  struct AstShape *next;
} AstShape;

typedef struct AstBody {
  Span frame;
  AstExpr *mass;
  AstExpr *com;
  AstExpr *first_moments;
  AstExpr *inertia;
  bool is_about_origin;
  AstShape *shapes;
  AstShape *last_shape;
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
  AstCoordinate *coordinates;  // coord
  AstFrame *frame;
  AstFrame *chain;
  AstTable *table;  // dh
  AstJoint *joint;
  AstBody *body;
  AstPoint *point;
  struct AstLoop *loop;  // these are in ast_act.h
  struct AstConstraint *constraint;
  struct AstRolling *rolling;
  struct AstForce *force;
  struct AstInput *input;
  struct AstTask *task;
  struct AstElement *element;
  struct AstStatement *next;
} AstStatement;

typedef struct Ast {
  Arena *arena;
  const Source *source;
  AstStatement *first;
  bool has_lost_names;  // names may be missing that were declared in broken statements
  bool has_units;       // a unit stands somewhere in the text
} Ast;

void ast_free(Ast *ast);  // NULL is allowed

// The tree as text, one statement a paragraph, expressions in prefix form.
void ast_dump(const Ast *ast, Text *out);

static inline const char *span_bytes(Span span) { return span.source->bytes + span.start; }
bool span_is(Span span, const char *text);
bool span_equal(Span a, Span b);  // the same text

#endif
