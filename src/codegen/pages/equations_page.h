// equations_page.h -- what stands on a page of equations, the same in every medium: sections of
// equations, each side a row.
//
// A quantity is a section, and so are the steps of one stage, the definitions of names, the legend
// of short names. Text, LaTeX, MathML and the report's listing differ in labels, titles and in how
// they draw a section.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_PAGE_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_PAGE_H

#include "codegen/pages/equations_layout.h"
#include "codegen/pages/equations_recursive.h"
#include "notation/print/layout.h"

typedef struct PageLine {
  MathRow label;  // left side; empty in a matrix; what a whole equation is called
  MathRow formula;
  const Formula *tree;  // what the row shows
  int index;            // of an entry
  const char *meaning;  // of a name that nobody gave, "acceleration of x"; NULL: none is known
} PageLine;

typedef struct PageSection {
  const char *title;         // "where"; NULL: that of the quantity
  const Quantity *quantity;  // NULL: the lines belong to none
  PageLine *lines;           // entries that are shown; all of them in a matrix that is drawn
  int count;
  int capacity;
  int columns;         // of a matrix that is drawn; 0: its entries are listed
  bool has_equations;  // its lines are equations, with both sides
  struct PageSection *next;
} PageSection;

typedef struct PageStyle {
  const OutputFormat *medium;
  // Of an entry at row and column (from 0); negative: of the whole quantity.
  // NULL: entries have no labels.
  void (*put_label)(MathRow *row, const Quantity *quantity, int at_row, int at_column);
  const char *definitions;  // titles of sections
  const char *short_names;
  // A matrix is drawn if its columns, each with a gap, fit beside this much of the line.
  int matrix_margin;
  int matrix_gap;
  int most_columns;  // 0: no matrix is drawn
  bool has_zeros;    // of symmetric matrices and lists, as the report shows them
  bool is_complete;  // every entry in full, every name with its definition
} PageStyle;

// A named value that a formula of the page holds, to be defined there.
typedef struct PageName {
  const Form *form;  // the name, which the node loses if its value turns out to be a number
  const Expr *node;  // OP_NAMED
  bool is_emitted;   // its definition, or what that needs, is told
} PageName;

typedef struct Page {
  EquationsPrint print;
  const PageStyle *style;
  Arena *arena;
  Shorthand *names;  // NULL: nothing is abbreviated
  PageSection *first;
  PageSection *last;
  PageSection *definitions;  // of the names,
  PageName *defined;         // in the order of their first use
  int defined_count;
  int defined_capacity;
  FormulaSubexpressions cuts;  // parts of long formulas, defined behind the names
  const char *whole;           // key or name of what is being written
  const char **cut_from;       // by cut: what it is a part of
  int cut_from_capacity;
  RecursiveForm *recursive;  // what the lines are made of; NULL: the equations
} Page;

Page *page_new(const EquationsPrint *print, const PageStyle *style);
void page_free(Page *page);

// The list of the parts that formulas are cut into; NULL: they are defined where they are used.
FormulaSubexpressions *page_cuts(Page *page);

// B112, M[1,2] or M(1,2) with this key; the key alone for the whole (at_row < 0).
void page_put_label(const Quantity *quantity, const char *key, int at_row, int at_column,
                    const char brackets[2], Text *out);
// "M: mass matrix, symmetric", or the title of a section without a quantity.
void page_put_title(const PageSection *section, Text *out);
// Has a name of the section a meaning?
bool page_has_meanings(const PageSection *section);
// The widest of the left sides.
int page_label_width(const PageSection *section);
// The widest entry of a column of a matrix.
int page_column_width(const PageSection *section, int column);

#endif
