// row.h -- a formula on one line: its text, its width, and the positions where the line may be
// broken.
//
// An output format (text, LaTeX, MathML) is a table of marks, each with its width and its effect on
// line breaking, and a few functions for names and digits. The layout functions (layout.h,
// symbol_name.c) choose marks; a row collects their texts. Lines are broken by the structure of the
// formula, without parsing the text.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_ROW_H
#define BIELLE_NOTATION_PRINT_ROW_H

#include "base/text/text.h"
#include "symbolic/expr.h"

// Effect of a mark on line breaks and widths.
typedef enum PointKind {
  POINT_NONE,
  POINT_OPEN,    // an opening bracket: the terms after it are aligned there
  POINT_CLOSE,   // the closing bracket
  POINT_SIGN,    // a line may begin with this sign
  POINT_FACTOR,  // a line may be broken at this sign, which is then omitted
  POINT_CHOICE,  // a line may end after this comma: the second value of a choice is a choice
  POINT_BLOCK,   // start of a block of stacked rows, in which lines are not broken
  POINT_BELOW,   // next row of the block
  POINT_SCRIPT,  // a block in small letters; an exponent is put above a preceding subscript
  POINT_END      // end of a block or script
} PointKind;

typedef struct Mark {
  const char *text;
  int width;
  PointKind point;
} Mark;

typedef enum MarkName {
  MARK_PLUS,
  MARK_MINUS,
  MARK_NEGATIVE,  // sign of a first term
  MARK_TIMES,
  MARK_OPEN,
  MARK_CLOSE,
  MARK_COMMA,
  MARK_CHOICE,  // the comma before a choice
  MARK_FRACTION,
  MARK_OVER,
  MARK_END_OF_FRACTION,
  MARK_SLASH,
  MARK_POWER,  // before a base
  MARK_EXPONENT,
  MARK_END_OF_POWER,
  MARK_SYMBOL,  // before a symbol with a subscript
  MARK_SUBSCRIPT,
  MARK_END_OF_SUBSCRIPT,
  MARK_APPLY,  // between sin and x
  MARK_ROOT,
  MARK_END_OF_ROOT,
  MARK_ABS,
  MARK_END_OF_ABS,
  MARK_CASES,
  MARK_CASE_IF,
  MARK_END_OF_CASE,
  MARK_END_OF_TRUE_CASE,  // after a condition that is a number
  MARK_OTHERWISE,
  MARK_END_OF_CASES,
  MARK_LT,  // comparisons in the order of the operators
  MARK_LE,
  MARK_EQ,
  MARK_NE,
  MARK_IS,      // the sign between the sides of an equation
  MARK_WHERE,   // before the definitions of extracted parts
  MARK_NUMBER,  // a number that is not an exponent
  MARK_END_OF_NUMBER,
  MARK_DEFINED_NAME,  // of a value defined on the page
  MARK_END_OF_DEFINED_NAME,
  MARK_COUNT
} MarkName;

// Context of a line break.
typedef struct LineEnd {
  PointKind point;
  const int *open;  // columns after the open brackets
  int depth;        // number of open brackets
  int first;        // start column of the whole formula
  int width;        // page width
} LineEnd;

typedef enum LetterStyle { LETTERS_PLAIN, LETTERS_UPRIGHT, LETTERS_SLANTED } LetterStyle;

typedef struct MathRow MathRow;
typedef struct OutputFormat {
  Mark marks[MARK_COUNT];
  bool is_paper;         // fractions and scripts are typeset in two dimensions
  int blank;             // width of a blank between marks
  int most_digits;       // of a decimal; 0: no limit
  int widest_numerator;  // of a numerator with factors; wider ones follow the fraction
  int widest_fraction;   // wider quotients are written with a slash
  int widest_block;      // wider roots and lists of cases are written on one line
  // Line width that is sacrificed to break one bracket level further out, or at a sign instead of
  // before a factor.
  int outer_break_penalty;
  int sign_is_worth;
  int widest_unbroken;  // narrower brackets are only broken if there is no other place
  void (*put_name)(MathRow *row, const char *name);
  void (*put_short_name)(MathRow *row, const char *name);  // C23
  void (*put_digits)(MathRow *row, const char *digits);    // "12", "1.5e-9"
  // For two-dimensional output:
  void (*put_function)(MathRow *row, Operator op);
  void (*put_letters)(MathRow *row, LetterStyle style, const char *letters, size_t length);
  void (*put_greek)(MathRow *row, uint32_t code_point);
  const char *dots[4][2];  // before and after a symbol: one dot, two, ...
  // Ends a line and begins the next one; returns the start column of the next line.
  int (*put_line_end)(Text *out, const LineEnd *end);
} OutputFormat;

typedef struct BreakPoint {
  PointKind kind;
  size_t end;    // a line broken here ends before this byte
  size_t start;  // the next line continues with this byte
  int width;     // width of the text before `end`
  int used;      // width of the text before `start`
} BreakPoint;

enum { ROW_NORMAL_SIZE = 100 };  // percent

// A block or script that is not yet closed.
typedef struct RowBlock {
  int start;   // width before it
  int widest;  // maximum width of its rows so far
  int size;    // letter size before it
  bool is_script;
} RowBlock;

struct MathRow {
  const OutputFormat *medium;
  Text text;
  int width;   // in units of the format: columns, tenths of a point
  int size;    // letter size in percent
  int script;  // width of the script that the row ends with
  BreakPoint *points;
  int point_count;
  int point_capacity;
  RowBlock *blocks;
  int block_count;
  int block_capacity;
};

MathRow row_new(const OutputFormat *medium);
void row_free(MathRow *row);
void row_put(MathRow *row, const Mark *mark);
// Appends a text whose width is given at normal size.
void row_put_text(MathRow *row, const char *text, int width);
static inline void row_put_mark(MathRow *row, MarkName name)
{
  row_put(row, &row->medium->marks[name]);
}
// Write a name as a symbol with subscripts: LG2 is L_{G2}, theta1 and θ1 are \theta_{1}, q1' is
// \dot{q}_{1}, k_spring k_{\mathrm{spring}}, mass \mathrm{mass}; the short name C23 is C_{23}.
void symbol_put_name(MathRow *row, const char *name);
void symbol_put_short_name(MathRow *row, const char *name);

// State of a row, for removing text written after it.
typedef struct RowPlace {
  size_t length;
  int width;
  int point_count;
  int block_count;
} RowPlace;
RowPlace row_place(const MathRow *row);
void row_rewind(MathRow *row, RowPlace place);

// Maximum width of a part between two break points.
int row_widest_part(const MathRow *row);

// Writes the row, which starts at `column`, in lines of at most `width`: outer sums are broken
// before inner ones, and terms are aligned after the bracket that contains them.
void row_wrap(const MathRow *row, int column, int width, Text *out);

#endif
