// c_language.c -- the Language of C99.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

static const char *const CALLS[OP_COUNT] = {
#define OPERATOR(NAME, arity, precedence, text, c, latex, cost) [OP_##NAME] = (c),
#include "symbolic/operators.def"
};

const Language LANGUAGE_C = {
  .name = "c",
  .prefix = "$NAME_",
  .columns = C_COLUMNS,
  .indent = 2,
  .comment = "//",
  .ending = ";",
  .goes_on = "",
  .is_scheduled = true,
  .parameter = "p->%s",
  .member = "k->%s",
  .entry = "[%d]",
  .result_entry = "[%d]",
  .local = "const $NAME_real %s =",
  .returned = "return",
  .number_ending = "",
  .nan = "nan(\"\")",
  .infinity = "HUGE_VAL",
  .calls = CALLS,
  .not_equal = "!=",
  .choice = "$c~? $a~: $b",
  .truth = "$c ? $1 : $0",
  .unless = "if",
  .check = "(!($x > 0)) return $NAME_fail($n, $r, $s)",
  .late_check = "(!($x > 0)) failed = $NAME_fail($n, $r, $s)",
  .has_products = true,
  .table = { "static $NAME_real $f(int order, $NAME_real x)\n{\n  static const $NAME_real "
             "points[$n] "
             "= {",
             "  };\n  static const $NAME_real coefficients[$m] = {",
             "  };\n  return $NAME_table($n, points, $d, coefficients, order, x);\n}\n\n" },
  .held_words = "is not 0; with NULL all may change",
  .solved_words = "Returns 0",
};
