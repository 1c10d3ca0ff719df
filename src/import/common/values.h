// values.h -- the names of values that a foreign text uses, and its formulas in our notation.
//
// In the foreign formats a symbol is declared by using it. Here they are collected in the order of
// their first use, to be declared at the top: coordinates are those that the format says move, all
// others are parameters.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_VALUES_H
#define BIELLE_IMPORT_COMMON_VALUES_H

#include "import/common/build.h"
#include "import/common/tokens.h"

typedef struct ForeignValue {
  const char *name;  // in the language
  Span span;         // of its first use
  bool is_coordinate;
  int group;           // that was current at its first use
  const char *number;  // NULL: stays a symbol
} ForeignValue;

typedef struct Values {
  Names names;
  Map index;  // name in the language -> index
  int group;  // current: parameters of a group are declared together
  ForeignValue *items;
  int count;
  int capacity;
} Values;  // starts as { .names.arena = arena }

void values_free(Values *values);
// The value with this foreign name; a new one is a parameter.
int values_add(Values *values, Span name);
// The same for a name that does not stand in one piece at its place.
int values_add_text(Values *values, const char *foreign, Span span);

// An expression of the foreign text, checked and written in our notation.
typedef struct Cell {
  const char *text;
  Span span;
  bool is_zero;
  bool is_name;      // nothing but a name
  bool is_number;    // nothing but a number
  const int *names;  // the values in it, as they come
  int name_count;
} Cell;

typedef struct CellReader {
  const Token *at;  // moves behind the expression
  Values *values;
  Diagnostics *diagnostics;
  Arena *arena;
} CellReader;

// "expected WANTED instead of ..", as an error; false.
bool reader_fail(CellReader *reader, const char *wanted);
// The mark or name that must stand here, or an error and false. `wanted` NULL: the mark itself.
bool reader_accept(CellReader *reader, TokenKind mark, const char *wanted);
bool reader_take_name(CellReader *reader, const char *wanted, Span *name);
// The mark, if it stands here; nothing is reported otherwise.
bool reader_take_if(CellReader *reader, TokenKind mark);
// Reads a sum: + - * / ^, brackets, functions, pi. False after an error.
bool cell_read(CellReader *reader, Cell *cell);
bool cell_moves(const Cell *cell, const Values *values);  // is a coordinate in it?
Cell cell_zero(Span span);
// The same with the other sign: "-a", "-(a+b)", "0".
const char *cell_negative(const Cell *cell, Arena *arena);

// `param a, b = 2, c` with the parameters of one group.
void values_put_params(Import *import, const Values *values, int group);

#endif
