// row.h -- a formula on one line: its text, how wide it is, and where the line may be broken.
//
// A medium (text, LaTeX, MathML) is a table of marks, each with its width and what it means for
// lines, and a few functions for names and digits. Those who lay out formulas (layout.h,
// symbol_name.c) choose marks; a row collects their texts. So lines are broken from what is known
// of the formula, and nobody reads back what was written.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_ROW_H
#define BIELLE_NOTATION_PRINT_ROW_H

#include "base/text/text.h"
#include "symbolic/expr.h"

// What a mark means for lines and widths.
typedef enum PointKind {
  POINT_NONE,
  POINT_OPEN,    // a bracket: terms behind it are aligned there
  POINT_CLOSE,   // its end
  POINT_SIGN,    // a line may begin with this sign,
  POINT_FACTOR,  // or behind this one,
  POINT_CHOICE,  // or behind this one: a choice as second value of a choice
  POINT_BLOCK,   // of rows, one below the other, in which no line is broken
  POINT_BELOW,   // its next row
  POINT_SCRIPT,  // the same in small letters; an exponent stands above a subscript before it
  POINT_END      // of block or script
} PointKind;

typedef struct Mark {
  const char *text;
  int width;
  PointKind point;
} Mark;

typedef enum MarkName {
  MARK_PLUS,
  MARK_MINUS,
  MARK_NEGATIVE,  // of a first term
  MARK_TIMES,
  MARK_OPEN,
  MARK_CLOSE,
  MARK_COMMA,
  MARK_CHOICE,  // the comma before a choice
  MARK_FRACTION,
  MARK_OVER,
  MARK_END_OF_FRACTION,
  MARK_SLASH,
  MARK_POWER,  // before the base
  MARK_EXPONENT,
  MARK_END_OF_POWER,
  MARK_SYMBOL,  // before what has a subscript
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
  MARK_END_OF_TRUE_CASE,  // the same behind a condition that is a number
  MARK_OTHERWISE,
  MARK_END_OF_CASES,
  MARK_LT,  // in the order of the operators
  MARK_LE,
  MARK_EQ,
  MARK_NE,
  MARK_IS,      // the sign between the sides of an equation
  MARK_WHERE,   // before the definitions of parts that are too deep to be written in their place
  MARK_NUMBER,  // that is no exponent
  MARK_END_OF_NUMBER,
  MARK_DEFINED_NAME,  // of a value that is defined on the page
  MARK_END_OF_DEFINED_NAME,
  MARK_COUNT
} MarkName;

// Where a line ends.
typedef struct LineEnd {
  PointKind point;
  const int *open;  // columns behind the open brackets
  int depth;        // how many there are
  int first;        // column of the whole formula
  int width;        // of the page
} LineEnd;

typedef enum LetterStyle { LETTERS_PLAIN, LETTERS_UPRIGHT, LETTERS_SLANTED } LetterStyle;

typedef struct MathRow MathRow;
typedef struct OutputFormat {
  Mark marks[MARK_COUNT];
  bool is_paper;         // fractions and scripts stand above each other
  int blank;             // width of a blank between marks
  int most_digits;       // of a decimal; 0: all that there are
  int widest_numerator;  // with factors; wider ones stand behind the fraction
  int widest_fraction;   // wider ones are quotients with a stroke
  int widest_block;      // wider roots and lists of cases are written on one line
  // How much of a line is given up to break it one bracket further out, or at a sign and not
  // before a factor.
  int outer_break_penalty;
  int sign_is_worth;
  int widest_unbroken;  // brackets, which are broken only where there is nothing else
  void (*put_name)(MathRow *row, const char *name);
  void (*put_short_name)(MathRow *row, const char *name);  // C23
  void (*put_digits)(MathRow *row, const char *digits);    // "12", "1.5e-9"
  // On paper:
  void (*put_function)(MathRow *row, Operator op);
  void (*put_letters)(MathRow *row, LetterStyle style, const char *letters, size_t length);
  void (*put_greek)(MathRow *row, uint32_t code_point);
  const char *dots[4][2];  // before and behind a symbol: one dot, two, ...
  // Ends a line and begins the next one; returns the column that it starts in.
  int (*put_line_end)(Text *out, const LineEnd *end);
} OutputFormat;

typedef struct BreakPoint {
  PointKind kind;
  size_t end;    // a line that is broken here ends before this byte;
  size_t start;  // the next one goes on with this one
  int width;     // of what stands before `end`,
  int used;      // and before `start`
} BreakPoint;

enum { ROW_NORMAL_SIZE = 100 };  // percent

// A block or script that is not at its end.
typedef struct RowBlock {
  int start;   // width before it
  int widest;  // of its rows so far
  int size;    // of letters before it
  bool is_script;
} RowBlock;

struct MathRow {
  const OutputFormat *medium;
  Text text;
  int width;   // in units of the medium: columns, tenths of a point
  int size;    // of letters, in percent
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
// Text of that width at normal size.
void row_put_text(MathRow *row, const char *text, int width);
static inline void row_put_mark(MathRow *row, MarkName name)
{
  row_put(row, &row->medium->marks[name]);
}
// A name as a symbol with subscripts: LG2 is L_{G2}, theta1 and θ1 are \theta_{1}, q1' is
// \dot{q}_{1}, k_spring k_{\mathrm{spring}}, mass \mathrm{mass}; C23 as a short name is C_{23}.
void symbol_put_name(MathRow *row, const char *name);
void symbol_put_short_name(MathRow *row, const char *name);

// The state of a row, to take back what was written since.
typedef struct RowPlace {
  size_t length;
  int width;
  int point_count;
  int block_count;
} RowPlace;
RowPlace row_place(const MathRow *row);
void row_rewind(MathRow *row, RowPlace place);

// The widest part between places where a line may be broken.
int row_widest_part(const MathRow *row);

// Writes the row, which starts in `column`, in lines of at most `width`: outer sums are broken
// before inner ones, terms aligned behind the bracket that holds them.
void row_wrap(const MathRow *row, int column, int width, Text *out);

#endif
