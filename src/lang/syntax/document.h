// document.h -- a description as a list of statements with clauses. The parser, importers and
// conversions produce it; the printer writes it. Names are not resolved here.
//
// statements.def lists the statements, their clauses and the syntax of the clause values. Every
// value is a tree of nodes: a number, a place, a list of moves. Sums, products and lists are flat,
// whatever their length, so the depth of a tree is the depth of its brackets, signs and powers,
// which the parser limits. Everything is allocated in the document's arena; spans point into
// sources, which must outlive the document.
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
  NODE_NAME,       // text; children: the indices in brackets, as in strut[k].foot
  NODE_SUM,        // children, each marked + or -
  NODE_PRODUCT,    // children, each marked *, / or . (scalar product)
  NODE_POWER,      // base, exponent
  NODE_NEGATE,     // one child
  NODE_COMPARE,    // two children; the mark of the second is the comparison operator
  NODE_CALL,       // text: the function's name; children: the arguments; unit of diag()
  NODE_VECTOR,     // children: the components; unit
  NODE_AXES,       // velocity(P) in F; children: the call, the name of the frame
  NODE_COMPONENT,  // text: x, y or z; child: the vector
  NODE_TEXT,       // text, without the quotes
  NODE_UNIT,       // unit, in brackets
  NODE_BINDING,    // text: a name; children by their mark: '(' formal, '=' value, '..' limits
  NODE_RANGE,      // lower, upper
  NODE_PLACE,      // [x, y, z] on F; children: the vector, the name of the frame
  NODE_EQUATION,   // left, right
  NODE_LIST        // children
} NodeKind;

// One factor of a unit, e.g. "s" with exponent -2 in "m/s^2".
typedef struct UnitFactor {
  Span name;
  int exponent;  // nonzero
  Span text;     // first factor only: the text of the whole unit
  struct UnitFactor *next;
} UnitFactor;

// A long description has millions of nodes, so the structure is kept small.
typedef struct Node {
  uint8_t kind;             // a NodeKind
  uint8_t mark;             // TokenKind that joins it to the node before it: + - * / . , = ( .. <
  uint8_t primes;           // number of primes (time derivatives)
  bool is_in_brackets : 1;  // written in parentheses, (a + b)
  bool has_unit : 1;
  bool has_made_text : 1;
  uint8_t function : 5;  // NODE_CALL: a Function
  int count;             // number of children
  Span span;             // the text of the whole node
  union {                // the literal or the name, see node_text()
    struct {
      uint32_t start;
      uint32_t length;
    } place;             // position in the source of `span`
    const Source *made;  // the text is the whole of this generated source
  } text_of;
  struct Node *first;  // first child
  union {
    struct Node *last;
    UnitFactor *unit;  // see node_unit(); no child can be added to a node with a unit
  };
  struct Node *next;  // next child of the parent
} Node;

// Returns the text of the literal or the name.
static inline Span node_text(const Node *node)
{
  if (node->has_made_text) return span_at(node->text_of.made, 0, node->text_of.made->length);
  return span_at(node->span.source, node->text_of.place.start, node->text_of.place.length);
}
// Sets the text: an existing range in the source of the node's span, or the whole of another
// source.
void node_set_text(Node *node, Span text);
// Appends the name to `out`: indices are written by `put`, the text between them without blanks and
// comments.
void name_put(const Node *name, Text *out, void (*put)(void *context, const Node *index, Text *out),
              void *context);
// Returns the unit, or NULL if there is none.
static inline const UnitFactor *node_unit(const Node *node)
{
  return node->has_unit ? node->unit : NULL;
}

// Returns the child of a binding with this mark (TOKEN_ASSIGN, TOKEN_RANGE), or NULL if there is
// none.
const Node *binding_part(const Node *binding, TokenKind mark);

// ---- statements

typedef enum StatementKind {
#define STATEMENT(KIND, word, resolver, space, joint, doc) STATEMENT_##KIND,
#include "lang/syntax/statements.def"
  STATEMENT_COUNT
} StatementKind;

// A shape has the same offset from STATEMENT_BOX here as from SHAPE_BOX in mechanism.h.
_Static_assert(STATEMENT_MESH - STATEMENT_BOX == 5, "the shapes stand in one order");

typedef enum Presence {
  PRESENCE_NEEDED,
  PRESENCE_MAYBE,
  PRESENCE_CHOICE,
  PRESENCE_ANY,
  PRESENCE_MANY,
  PRESENCE_OLD
} Presence;

// Syntax of the value of a clause.
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
  SPACE_NONE = SPACE_COUNT,  // the statement declares no name
  SPACE_PART,                // the statement is a clause of another statement
  SPACE_OLD                  // deprecated: read as another statement
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
  Dimension dimension;  // is_known false: any dimension
  Stage stage;
  const char *what;
  const char *hint;
} ClauseRow;

const StatementRow *statement_row(StatementKind kind);
// Returns the statement that begins with this word, or STATEMENT_COUNT if there is none.
StatementKind statement_of_word(const char *bytes, size_t length, bool is_part);
// Returns row `index` of the statement's clauses, in table order, or NULL past the end. The rows of
// STATEMENT_SHAPE follow those of each shape.
const ClauseRow *clause_row(StatementKind kind, int index);
// Returns the row after `row`, or the first row if `row` is NULL.
const ClauseRow *clause_next(StatementKind kind, const ClauseRow *row);
// Returns true if the clause may be given in any order after the fixed clauses.
static inline bool clause_is_option(const ClauseRow *row)
{
  return row->presence == PRESENCE_ANY || row->presence == PRESENCE_MANY;
}
// Returns the row of that name, excluding deprecated forms, or NULL if there is none.
const ClauseRow *clause_named(StatementKind kind, const char *name);

typedef struct Clause {
  const ClauseRow *row;
  Span span;               // the lead word, or the start of the value
  Node *value;             // NULL for SYNTAX_FLAG
  struct Statement *part;  // the shape, for SYNTAX_PART
  struct Clause *next;
} Clause;

typedef struct Statement {
  StatementKind kind;
  bool is_broken;    // a syntax error was reported; the declarations read before it are valid
  Span span;         // the first word
  size_t end;        // offset in the source after the last token
  const char *note;  // generated statements: comment lines before it, or NULL
  Clause *first;
  Clause *last;
  struct Statement *body;  // for SYNTAX_BLOCK
  struct Statement *next;
} Statement;

// Returns the clause of that name, or NULL if it is not given.
const Clause *statement_clause(const Statement *statement, const char *name);
bool statement_has(const Statement *statement, const char *name);
// Return the value of the clause, and its text if the value is a name, a word or a text. NULL and
// an empty span if the clause is not given.
const Node *statement_value(const Statement *statement, const char *name);
Span statement_text(const Statement *statement, const char *name);
// Returns the name that the statement declares: the text of the clause "name".
static inline Span statement_name(const Statement *statement)
{
  return statement_text(statement, "name");
}

// ---- documents

typedef struct Document {
  Arena *arena;
  Arena *units;  // units, each shared by many statements
  const Source *source;
  Statement *first;
  Statement *last;
  Span *comments;  // in text order
  int comment_count;
  const char *note;     // built documents: comment lines to attach to the next statement
  bool has_lost_names;  // names declared in statements with syntax errors may be missing
  bool has_units;       // the text read so far contains a unit
  bool is_resolved;     // included files: resolved to the end
  struct Parser *rest;  // parser that reads the remaining text; NULL: all is read
} Document;

// Reads a whole text. Never returns NULL, even if there are errors.
Document *document_read(const Source *source, Diagnostics *diagnostics);
// Incremental reading: document_open() reads no statement; document_read_on() reads at least
// `count` more statements, or all that remain.
Document *document_open(const Source *source, Diagnostics *diagnostics);
void document_read_on(Document *document, int count);
void document_free(Document *document);  // NULL is allowed

// Prints a document without errors in canonical layout; reading the output yields the same
// document. Comments, blank lines between statements, units and the digits of numbers are
// preserved.
void document_print(const Document *document, Text *out);

// ---- building

// Returns an empty document, to be filled statement by statement.
Document *document_new(void);
// Adds and returns a statement. `name` is its clause "name"; NULL: it has none.
Statement *document_add(Document *document, StatementKind kind, const char *name);
// Adds a statement from its text: document_write(d, "force %s at %s = %s", ..). The text must be
// valid, since the program generates it. A comma is allowed before every clause, and prevents the
// next word from being read as the unit of a number.
Statement *document_write(Document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Adds a comment line after the present content, or a blank line if the text is empty. Characters
// of foreign text that are not allowed in a line are replaced by blanks.
void document_comment(Document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Adds a clause with its value in the same way: statement_set(d, joint, "at", "[%s, 0, 0]", x). If
// `format` is NULL, the clause is a flag.
void statement_set(Document *document, Statement *statement, const char *name, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));
// Adds a shape to a body.
Statement *statement_add_part(Document *document, Statement *statement, StatementKind kind);

// ---- spans

static inline const char *span_bytes(Span span) { return span.source->bytes + span.start; }
bool span_is(Span span, const char *text);
bool span_equal(Span a, Span b);  // compares the text
// Returns the span from the start of `first` to the end of `last`.
Span span_join(Span first, Span last);

#endif
