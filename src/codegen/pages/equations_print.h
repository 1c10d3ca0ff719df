// equations_print.h -- equations as people read them: text, LaTeX, MathML, JSON.
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
  const char *const *keys;  // all of them quantities of the equations
  int key_count;
  EquationsForm form;
  const Program *program;        // of the keys; needed for FORM_RECURSIVE
  bool is_compact;               // C2, S12 with a legend
  bool has_colour;               // text for a terminal that shows it
  int width;                     // columns of a line
  int most_lines;                // of a quantity; longer ones are left out; 0: none is too long
  int *lines_left_out;           // by key: how many lines it would have; NULL: nobody asks
  Progress *progress;            // NULL: nobody is told
  struct FormulaMemory *memory;  // of the printers: what was condensed already; NULL: nothing
} EquationsPrint;

void equations_print_text(const EquationsPrint *print, Text *out);
void equations_print_latex(const EquationsPrint *print, Text *out);
void equations_print_mathml(const EquationsPrint *print, Text *out);
void equations_print_json(const EquationsPrint *print, Text *out);
// Pages as the 1980 report prints them, always compact.
void equations_print_listing(const EquationsPrint *print, Text *out);

#endif
