// values.h -- names of values in a foreign text, and its formulas in the notation of the language.
//
// In the foreign formats a symbol is declared by its use. Here symbols are collected in the order
// of their first use, to be declared at the top: the variables of joints are coordinates, all
// others are parameters.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_VALUES_H
#define BIELLE_IMPORT_COMMON_VALUES_H

#include "import/common/build.h"
#include "import/common/tokens.h"

typedef struct ForeignValue {
  const char *name;  // in the description language
  Span span;         // of its first use
  bool is_coordinate;
  int group;           // the current group at its first use
  const char *number;  // NULL: remains symbolic
} ForeignValue;

typedef struct Values {
  Names names;
  Map index;  // name in the description language -> index
  int group;  // current group; parameters of a group are declared together
  ForeignValue *items;
  int count;
  int capacity;
} Values;  // initialised as { .names.arena = arena }

void values_free(Values *values);
// Returns the value with this foreign name; a new one is added as a parameter.
int values_add(Values *values, Span name);
// The same for a name that is not contiguous in the source.
int values_add_text(Values *values, const char *foreign, Span span);

// An expression of the foreign text, checked and written in the notation of the language.
typedef struct Cell {
  const char *text;
  Span span;
  bool is_zero;
  bool is_name;      // consists of a single name
  bool is_number;    // consists of a single number
  const int *names;  // the values in it, in order of occurrence
  int name_count;
} Cell;

typedef struct CellReader {
  const Token *at;  // advanced past the expression
  Values *values;
  Diagnostics *diagnostics;
  Arena *arena;
} CellReader;

// Reports the error "expected WANTED instead of .."; returns false.
bool reader_fail(CellReader *reader, const char *wanted);
// Accepts the required mark or name, or reports an error and returns false. `wanted` NULL: the text
// of the mark.
bool reader_accept(CellReader *reader, TokenKind mark, const char *wanted);
bool reader_take_name(CellReader *reader, const char *wanted, Span *name);
// Accepts the mark if it is next; reports nothing otherwise.
bool reader_take_if(CellReader *reader, TokenKind mark);
// Reads a sum: + - * / ^, brackets, functions, pi. Returns false after an error.
bool cell_read(CellReader *reader, Cell *cell);
bool cell_moves(const Cell *cell, const Values *values);  // true if it contains a coordinate
Cell cell_zero(Span span);
// Returns the text with the opposite sign: "-a", "-(a+b)", "0".
const char *cell_negative(const Cell *cell, Arena *arena);

// Writes `param a, b = 2, c` with the parameters of one group.
void values_put_params(Import *import, const Values *values, int group);

#endif
