// document.h -- a description as a list of statements with clauses: what the parser reads, what
// importers and conversions build, what the printer writes. Names are not resolved here.
//
// statements.def says which statements there are, which clauses they have and how the value of a
// clause is written. A value is a tree of nodes, whatever it is: a number, a place, a list of moves.
// Sums, products and lists are flat, however long, so the depth of a tree is the depth of its
// brackets, signs and powers, which the parser limits. Everything lives in the document's arena;
// spans point into sources, which must outlive the document.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_DOCUMENT_H
#define BIELLE_LANG_SYNTAX_DOCUMENT_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "base/text/text.h"
#include "lang/syntax/lexer.h"
#include "mechanism/dimension.h"
#include "symbolic/expr.h"

#include <stdbool.h>

// ---- values

typedef enum NodeKind {
  NODE_NUMBER,     // text, unit
  NODE_NAME,       // text; children: the indices in its brackets, strut[k].foot
  NODE_SUM,        // children, each with its sign + or -
  NODE_PRODUCT,    // children, each with its mark * / or . (scalar product)
  NODE_POWER,      // base, exponent
  NODE_NEGATE,     // one child
  NODE_COMPARE,    // two children; the second's mark says how
  NODE_CALL,       // text is the function's name; children: the arguments; unit of diag()
  NODE_VECTOR,     // children: the components; unit
  NODE_AXES,       // velocity(P) in F: the call, the name of the frame
  NODE_COMPONENT,  // text is x, y or z; the vector
  NODE_TEXT,       // text, without its quotes
  NODE_UNIT,       // unit, in brackets
  NODE_BINDING,    // text is a name; children by their mark: '(' formal, '=' value, '..' limits
  NODE_RANGE,      // lower, upper
  NODE_PLACE,      // [x, y, z] on F: the vector, the name of the frame
  NODE_EQUATION,   // left, right
  NODE_LIST        // children
} NodeKind;

// One factor of a unit: "s" with exponent -2 of "m/s^2".
typedef struct UnitFactor {
  Span name;
  int exponent;  // not 0
  Span text;     // of the first factor: the whole unit as it is written
  struct UnitFactor *next;
} UnitFactor;

// A long description is millions of these: they are kept small.
typedef struct Node {
  uint8_t kind;             // a NodeKind
  uint8_t mark;             // a TokenKind: how it joins the node before it: + - * / . , = ( .. <
  uint8_t primes;           // time derivatives of it
  bool is_in_brackets : 1;  // (a + b)
  bool has_unit : 1;
  bool has_made_text : 1;
  uint8_t function : 5;  // of a NODE_CALL: a Function
  int count;             // of children
  Span span;             // all of it
  union {                // the literal or the name, see node_text()
    struct {
      uint32_t start;
      uint32_t length;
    } place;             // in the source of `span`
    const Source *made;  // a text of our own: all of that source
  } text_of;
  struct Node *first;  // children
  union {
    struct Node *last;
    UnitFactor *unit;  // see node_unit(); what has a unit gets no more children
  };
  struct Node *next;  // the parent's next child
} Node;

// The literal or the name.
static inline Span node_text(const Node *node)
{
  if (node->has_made_text) return span_at(node->text_of.made, 0, node->text_of.made->length);
  return span_at(node->span.source, node->text_of.place.start, node->text_of.place.length);
}
// In the source of its span, which is there already, or all of another source.
void node_set_text(Node *node, Span text);
// Puts the name: its indices by `put`, what stands around them without blanks and comments.
void name_put(const Node *name, Text *out, void (*put)(void *context, const Node *index, Text *out),
              void *context);
// NULL: none
static inline const UnitFactor *node_unit(const Node *node)
{
  return node->has_unit ? node->unit : NULL;
}

// The child of a binding that has this mark: TOKEN_ASSIGN, TOKEN_RANGE; NULL: none.
const Node *binding_part(const Node *binding, TokenKind mark);

// ---- statements

typedef enum StatementKind {
#define STATEMENT(KIND, word, resolver, space, joint, doc) STATEMENT_##KIND,
#include "lang/syntax/statements.def"
  STATEMENT_COUNT
} StatementKind;

// A shape's statement is that far behind STATEMENT_BOX as its kind behind SHAPE_BOX (mechanism.h).
_Static_assert(STATEMENT_MESH - STATEMENT_BOX == 5, "the shapes stand in one order");

typedef enum Presence {
  PRESENCE_NEEDED,
  PRESENCE_MAYBE,
  PRESENCE_CHOICE,
  PRESENCE_ANY,
  PRESENCE_MANY,
  PRESENCE_OLD
} Presence;

// How the value of a clause is written.
typedef enum Syntax {
#define SYNTAX(NAME, production, usage) SYNTAX_##NAME,
#include "lang/syntax/syntax.def"
  SYNTAX_COUNT
} Syntax;

typedef enum NamespaceKind {
  SPACE_VALUES,  // parameters, definitions, coordinates, inputs, states
  SPACE_FRAMES,  // frames and points
  SPACE_BODIES,
  SPACE_ACTIONS,  // loops, constraints, forces, outputs, experiments
  SPACE_COUNT,
  SPACE_NONE = SPACE_COUNT,  // it declares no name
  SPACE_PART,                // it is a clause of another statement
  SPACE_OLD                  // it is read as another statement
} NamespaceKind;

typedef struct StatementRow {
  const char *word;
  NamespaceKind space;
  const char *joint;
  const char *doc;
} StatementRow;

typedef struct ClauseRow {
  StatementKind statement;
  const char *name;
  Presence presence;
  const char *lead;
  Syntax syntax;
  Dimension dimension;  // is_known false: any
  Stage stage;
  const char *what;
  const char *hint;
} ClauseRow;

const StatementRow *statement_row(StatementKind kind);
// The statement that begins with this word; STATEMENT_COUNT: none.
StatementKind statement_of_word(const char *bytes, size_t length, bool is_part);
// Row `index` of the statement's clauses, in order; NULL behind the last. Shapes share those of
// STATEMENT_SHAPE, which follow their own.
const ClauseRow *clause_row(StatementKind kind, int index);
// The row behind `row`; the first one behind NULL.
const ClauseRow *clause_next(StatementKind kind, const ClauseRow *row);
// The row of that name, not one of an old spelling; NULL: there is none.
static inline bool clause_is_option(const ClauseRow *row)
{
  return row->presence == PRESENCE_ANY || row->presence == PRESENCE_MANY;
}
const ClauseRow *clause_named(StatementKind kind, const char *name);

typedef struct Clause {
  const ClauseRow *row;
  Span span;               // its lead, or where its value begins
  Node *value;             // NULL of a FLAG
  struct Statement *part;  // of a PART: the shape
  struct Clause *next;
} Clause;

typedef struct Statement {
  StatementKind kind;
  bool
      is_broken;  // a syntax error was reported; what it declares can be relied on, as far as it is
  Span span;      // its first word
  size_t end;     // in the source, behind its last token
  const char *note;  // of one that was built: comment lines before it; NULL: none
  Clause *first;
  Clause *last;
  struct Statement *body;  // of a BLOCK
  struct Statement *next;
} Statement;

// The clause of that name; NULL: it is not given.
const Clause *statement_clause(const Statement *statement, const char *name);
bool statement_has(const Statement *statement, const char *name);
// Its value, and the text of it if it is a name, a word or a text; NULL and an empty span: not given.
const Node *statement_value(const Statement *statement, const char *name);
Span statement_text(const Statement *statement, const char *name);
// What it declares: the text of the clause "name".
static inline Span statement_name(const Statement *statement)
{
  return statement_text(statement, "name");
}

// ---- documents

typedef struct Document {
  Arena *arena;
  Arena *units;  // many statements share one
  const Source *source;
  Statement *first;
  Statement *last;
  Span *comments;  // in the order of the text
  int comment_count;
  const char *note;     // of one that was built: comment lines that wait for the next statement
  bool has_lost_names;  // names may be missing that were declared in broken statements
  bool has_units;       // a unit stands somewhere in the text, as far as it is read
  bool is_resolved;     // of one that is included: to its end
  struct Parser *rest;  // that reads on; NULL: all is read
} Document;

// Reads a text; never NULL, even with errors.
Document *document_read(const Source *source, Diagnostics *diagnostics);
// The same piece by piece: a text of which nothing is read, and at least `count` statements more of
// it, or the rest.
Document *document_open(const Source *source, Diagnostics *diagnostics);
void document_read_on(Document *document, int count);
void document_free(Document *document);  // NULL is allowed

// The text of a document without errors in canonical layout: what is read back is the same. Comments, blank lines
// between statements, units and the digits of numbers stay as they were written.
void document_print(const Document *document, Text *out);

// ---- building

// An empty document, to be filled statement by statement.
Document *document_new(void);
// Adds a statement and gives it back. `name` is its clause "name"; NULL: it has none.
Statement *document_add(Document *document, StatementKind kind, const char *name);
// Adds a statement as it would be written: document_write(d, "force %s at %s = %s", ..). The text must
// be right: it is ours, not the user's. A comma in front of a clause is never wrong, and keeps a
// number from taking its word for a unit.
Statement *document_write(Document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Adds a comment line, or with an empty text a blank line, behind what is there. What cannot stand in
// a line, of foreign text in it, becomes blanks.
void document_comment(Document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Adds a clause with its value, likewise: statement_set(d, joint, "at", "[%s, 0, 0]", x). Without a
// text (NULL) it is a FLAG.
void statement_set(Document *document, Statement *statement, const char *name, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));
// Adds a shape to a body.
Statement *statement_add_part(Document *document, Statement *statement, StatementKind kind);

// ---- spans

static inline const char *span_bytes(Span span) { return span.source->bytes + span.start; }
bool span_is(Span span, const char *text);
bool span_equal(Span a, Span b);  // the same text
// From the start of `first` to the end of `last`.
Span span_join(Span first, Span last);

#endif
