// equations_page.h -- the contents of a page of equations, independent of the output format:
// sections of equations, each side a row.
//
// Each quantity is a section, and so are the steps of one stage, the definitions of names, and the
// legend of short names. Text, LaTeX, MathML and the listing of the report differ in labels, titles
// and the layout of a section.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_PAGE_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_PAGE_H

#include "codegen/pages/equations_layout.h"
#include "codegen/pages/equations_recursive.h"
#include "notation/print/layout.h"

typedef struct PageLine {
  MathRow label;  // left side or name of a whole equation; empty in a matrix
  MathRow formula;
  const Formula *tree;  // the formula that the row shows
  int index;            // index of the entry
  const char *meaning;  // meaning of a generated name, "acceleration of x"; NULL: unknown
} PageLine;

typedef struct PageSection {
  const char *title;         // "where"; NULL: title of the quantity
  const Quantity *quantity;  // NULL: the lines do not belong to a quantity
  PageLine *lines;           // entries shown; all entries if the matrix is drawn
  int count;
  int capacity;
  int columns;         // columns of a drawn matrix; 0: entries are listed
  bool has_equations;  // the lines are equations with both sides
  struct PageSection *next;
} PageSection;

typedef struct PageStyle {
  const OutputFormat *medium;
  // Puts the label of an entry at row and column (from 0); negative: of the whole quantity. NULL:
  // entries have no labels.
  void (*put_label)(MathRow *row, const Quantity *quantity, int at_row, int at_column);
  const char *definitions;  // titles of sections
  const char *short_names;
  // A matrix is drawn if its columns, each followed by a gap, fit in the line width minus this
  // margin.
  int matrix_margin;
  int matrix_gap;
  int most_columns;  // maximum columns of a drawn matrix; 0: no matrix is drawn
  bool has_zeros;    // show zeros of symmetric matrices and lists, as in the report
  bool is_complete;  // show every entry in full and define every name
} PageStyle;

// A named value that is used in a formula of the page and must be defined there.
typedef struct PageName {
  const Form *form;  // the name; the node loses it if its value is found to be a number
  const Expr *node;  // OP_NAMED
  bool is_emitted;   // its definition, or the names that it needs, are emitted
} PageName;

typedef struct Page {
  EquationsPrint print;
  const PageStyle *style;
  Arena *arena;
  Shorthand *names;  // NULL: nothing is abbreviated
  PageSection *first;
  PageSection *last;
  PageSection *definitions;  // definitions of the names
  PageName *defined;         // named values, in the order of their first use
  int defined_count;
  int defined_capacity;
  FormulaSubexpressions cuts;  // parts of long formulas, defined after the names
  const char *whole;           // key or name of the item being written
  const char **cut_from;       // by cut: the item of which it is a part
  int cut_from_capacity;
  RecursiveForm *recursive;  // source of the lines; NULL: the equations
} Page;

Page *page_new(const EquationsPrint *print, const PageStyle *style);
void page_free(Page *page);

// Returns the list of the parts into which formulas are cut, or NULL if they are defined where they
// are used.
FormulaSubexpressions *page_cuts(Page *page);

// Puts the label B112, M[1,2] or M(1,2) with this key; the key alone for the whole quantity (at_row
// < 0).
void page_put_label(const Quantity *quantity, const char *key, int at_row, int at_column,
                    const char brackets[2], Text *out);
// Puts "M: mass matrix, symmetric", or the title of a section without a quantity.
void page_put_title(const PageSection *section, Text *out);
// Returns true if any name of the section has a meaning.
bool page_has_meanings(const PageSection *section);
// Returns the width of the widest left side.
int page_label_width(const PageSection *section);
// Returns the width of the widest entry in a column of a matrix.
int page_column_width(const PageSection *section, int column);

#endif
