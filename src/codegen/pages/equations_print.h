// equations_print.h -- equations for readers: text, LaTeX, MathML, JSON.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_PRINT_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_PRINT_H

#include "base/messages/progress.h"
#include "base/text/text.h"
#include "program/program.h"

typedef enum EquationsForm {
  FORM_CONDENSED,
  FORM_EXPANDED,
  FORM_RECURSIVE  // a sequence of named intermediate results: the steps of `program`
} EquationsForm;

typedef struct EquationsPrint {
  const Equations *equations;
  const char *const *keys;  // all of them must be quantities of the equations
  int key_count;
  EquationsForm form;
  const Program *program;        // program for the keys; required for FORM_RECURSIVE
  bool is_compact;               // abbreviations C2, S12 with a legend
  bool has_colour;               // text for a terminal that supports colour
  int width;                     // columns per line
  int most_lines;                // maximum lines of a quantity, longer ones are omitted; 0: no
                                 // limit
  int *lines_left_out;           // by key: lines of an omitted quantity; NULL: not requested
  Progress *progress;            // NULL: no progress callback
  struct FormulaMemory *memory;  // cache of condensed formulas, shared by the printers; NULL: none
} EquationsPrint;

void equations_print_text(const EquationsPrint *print, Text *out);
void equations_print_latex(const EquationsPrint *print, Text *out);
void equations_print_mathml(const EquationsPrint *print, Text *out);
void equations_print_json(const EquationsPrint *print, Text *out);
// Prints pages in the layout of the 1980 report, always compact.
void equations_print_listing(const EquationsPrint *print, Text *out);

#endif
