// c_runtime.c -- helpers of generated C, as text.
//
// The files of runtime/ are compiled and tested as they are; a test holds this text to them.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include <string.h>

// clang-format off
// runtime/sign.c
static const char *const SIGN[] = {
  "// -1, 0 or 1: the sign of x.",
  "static NAME_real NAME_sign(NAME_real x) { return (NAME_real)((x > 0) - (x < 0)); }",
  NULL,
};

// runtime/fail.c
static const char *const FAIL[] = {
  "// Where there is no answer, the result is not a number.",
  "static int NAME_fail(int number, NAME_real result[], int count)",
  "{",
  "  for (int i = 0; i < count; i++)",
  "    result[i] = (NAME_real)NAN;",
  "  return number;",
  "}",
  NULL,
};

// runtime/least_squares.c
static const char *const LEAST_SQUARES[] = {
  "// The length of a vector; its entries lie `stride` apart.",
  "static NAME_real NAME_length(const NAME_real v[], int count, int stride)",
  "{",
  "  NAME_real sum = 0;",
  "  for (int i = 0; i < count; i++)",
  "    sum += v[i * stride] * v[i * stride];",
  "  return sqrt(sum);",
  "}",
  "",
  "// The x that makes |A x - b| least, by Householder's reflections. `a` holds A and, as one more",
  "// column, b: rows x (columns + 1). It is overwritten. The columns of A are independent.",
  "static void NAME_least_squares(int rows, int columns, NAME_real a[], NAME_real x[])",
  "{",
  "  const int width = columns + 1;",
  "  for (int j = 0; j < columns; j++) {",
  "    const NAME_real top = a[j * width + j];",
  "    const NAME_real length = NAME_length(a + j * width + j, rows - j, width);",
  "    x[j] = top < 0 ? length : -length;  // the diagonal of R",
  "    a[j * width + j] = top - x[j];",
  "    for (int c = j + 1; c < width; c++) {",
  "      NAME_real factor = 0;",
  "      for (int i = j; i < rows; i++)",
  "        factor += a[i * width + j] * a[i * width + c];",
  "      factor /= x[j] * a[j * width + j];",
  "      for (int i = j; i < rows; i++)",
  "        a[i * width + c] += factor * a[i * width + j];",
  "    }",
  "  }",
  "  for (int j = columns - 1; j >= 0; j--) {",
  "    NAME_real rest = a[j * width + columns];",
  "    for (int c = j + 1; c < columns; c++)",
  "      rest -= a[j * width + c] * x[c];",
  "    x[j] = rest / x[j];",
  "  }",
  "}",
  NULL,
};

// runtime/newton.c
static const char *const NEWTON[] = {
  "// Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). Too few",
  "// equations, or redundant ones, do no harm.",
  "typedef struct NAME_point {",
  "  NAME_real *x, *F, *J;  // J: the derivative of F, equations x unknowns",
  "} NAME_point;",
  "",
  "typedef struct NAME_newton {",
  "  int equations, unknowns, tries;",
  "  const int *held;            // NULL, or not 0 for unknowns that stay",
  "  NAME_point best, next;      // so far, and to be tried",
  "  NAME_real *scale;           // by unknown: the longest column of J so far; 0: it stays",
  "  NAME_real *system;          // for a step: (equations + unknowns) x (unknowns + 1)",
  "  NAME_real norm, predicted;  // |F|, and what it is next if J stays the same",
  "  NAME_real largest;          // the longest row of J so far",
  "  NAME_real damping, growth;",
  "  NAME_real rounding, nothing;  // of numbers of this type: one rounding; small enough for zero",
  "} NAME_newton;",
  "",
  "// `work` has room for n (n + 4) + 3 m (n + 1) numbers, with n unknowns and m equations.",
  "static void NAME_newton_start(NAME_newton *w, int equations, int unknowns, const NAME_real x[],",
  "                              const int held[], NAME_real work[])",
  "{",
  "  const int is_double = sizeof(NAME_real) > sizeof(float);",
  "  const NAME_point best = { work, work + 2 * unknowns, work + 2 * (unknowns + equations) };",
  "  const NAME_point next = { best.x + unknowns, best.F + equations, best.J + equations * unknowns };",
  "  w->equations = equations;",
  "  w->unknowns = unknowns;",
  "  w->tries = 0;",
  "  w->held = held;",
  "  w->best = best;",
  "  w->next = next;",
  "  w->scale = next.J + equations * unknowns;",
  "  w->system = w->scale + unknowns;",
  "  w->norm = (NAME_real)HUGE_VAL;",
  "  w->predicted = 0;",
  "  w->largest = 0;",
  "  w->damping = (NAME_real)1e-3;",
  "  w->growth = 2;",
  "  w->rounding = (NAME_real)(is_double ? 2.3e-16 : 1.2e-7);",
  "  w->nothing = (NAME_real)(is_double ? 1e-10 : 1e-5);",
  "  for (int j = 0; j < unknowns; j++) {",
  "    next.x[j] = x[j];",
  "    w->scale[j] = 0;",
  "  }",
  "}",
  "",
  "static void NAME_newton_accept(NAME_newton *w, NAME_real norm)",
  "{",
  "  const NAME_point other = w->best;",
  "  w->best = w->next;",
  "  w->next = other;",
  "  w->norm = norm;",
  "  for (int i = 0; i < w->equations; i++) {",
  "    const NAME_real row = NAME_length(w->best.J + i * w->unknowns, w->unknowns, 1);",
  "    if (row > w->largest) w->largest = row;",
  "  }",
  "  for (int j = 0; j < w->unknowns; j++) {",
  "    const NAME_real column = NAME_length(w->best.J + j, w->equations, w->unknowns);",
  "    if (column > w->scale[j] && !(w->held && w->held[j])) w->scale[j] = column;",
  "  }",
  "}",
  "",
  "// Where the step did what was predicted the next is damped less, so that the last are Newton's own.",
  "static void NAME_newton_ease(NAME_newton *w, NAME_real norm)",
  "{",
  "  const NAME_real before = w->norm * w->norm, after = norm * norm;",
  "  const NAME_real gain = (before - after) / (before - w->predicted * w->predicted);",
  "  const NAME_real bend = 2 * gain - 1, wish = 1 - bend * bend * bend;",
  "  NAME_real factor = (NAME_real)(1.0 / 3);",
  "  if (wish > factor) factor = wish;",
  "  if (gain > (NAME_real)0.75 && after < factor * before) factor = after / before;",
  "  w->damping *= factor;",
  "  if (w->damping < w->nothing * w->nothing) w->damping = w->nothing * w->nothing;",
  "  w->growth = 2;",
  "}",
  "",
  "// J with unknowns of the same weight, less those that stay; the damping below; F at the right.",
  "// Returns whether |F| depends on the unknowns at all.",
  "static int NAME_newton_prepare(NAME_newton *w)",
  "{",
  "  const int m = w->equations, n = w->unknowns, width = n + 1;",
  "  const NAME_real root = sqrt(w->damping);",
  "  NAME_real slope = 0;",
  "  for (int i = 0; i < m + n; i++)",
  "    w->system[i * width + n] = i < m ? w->best.F[i] : 0;",
  "  for (int j = 0; j < n; j++) {",
  "    NAME_real sum = 0;",
  "    for (int i = 0; i < m; i++) {",
  "      w->system[i * width + j] = w->scale[j] > 0 ? w->best.J[i * n + j] / w->scale[j] : 0;",
  "      sum += w->system[i * width + j] * w->best.F[i];",
  "    }",
  "    for (int i = 0; i < n; i++)",
  "      w->system[(m + i) * width + j] = i == j ? root : 0;",
  "    slope += sum * sum;",
  "  }",
  "  return sqrt(slope) > w->nothing * w->norm;",
  "}",
  "",
  "static void NAME_newton_propose(NAME_newton *w)",
  "{",
  "  const int m = w->equations, n = w->unknowns;",
  "  NAME_real *const x = w->next.x;",
  "  NAME_least_squares(m + n, n, w->system, x);",
  "  for (int j = 0; j < n; j++)",
  "    x[j] = w->scale[j] > 0 ? -x[j] / w->scale[j] : 0;",
  "  for (int i = 0; i < m; i++) {",
  "    w->next.F[i] = w->best.F[i];",
  "    for (int j = 0; j < n; j++)",
  "      w->next.F[i] += w->best.J[i * n + j] * x[j];",
  "  }",
  "  w->predicted = NAME_length(w->next.F, m, 1);",
  "  for (int j = 0; j < n; j++)",
  "    x[j] += w->best.x[j];",
  "}",
  "",
  "// Takes F and J of the point that was to be tried. Returns 0 at the end of the iterations,",
  "// otherwise there is another point to be tried.",
  "static int NAME_newton_next(NAME_newton *w)",
  "{",
  "  const int is_first = w->tries == 0;",
  "  const NAME_real norm = NAME_length(w->next.F, w->equations, 1);",
  "  const NAME_real slopes = NAME_length(w->next.J, w->equations * w->unknowns, 1);",
  "  const int is_better = norm < w->norm && slopes < (NAME_real)HUGE_VAL;",
  "  if (is_better && !is_first) NAME_newton_ease(w, norm);",
  "  if (is_better || is_first) NAME_newton_accept(w, norm);",
  "  if (!is_better) {",
  "    w->damping *= w->growth;",
  "    w->growth *= 2;",
  "  }",
  "  w->tries++;",
  "  if (!is_better && (is_first || w->norm <= w->nothing * w->largest)) return 0;",
  "  if (w->tries > 100 || w->damping > (NAME_real)1e20) return 0;",
  "  if (w->norm <= w->rounding * w->largest) return 0;",
  "  if (!NAME_newton_prepare(w)) return 0;",
  "  NAME_newton_propose(w);",
  "  return 1;",
  "}",
  "",
  "// Copies the best point. Returns 0, or the number, from 1, of the equation that is furthest from",
  "// zero, if that is not what roundings leave.",
  "static int NAME_newton_end(const NAME_newton *w, NAME_real x[], NAME_real F[])",
  "{",
  "  const NAME_real size = w->largest * (1 + NAME_length(w->best.x, w->unknowns, 1));",
  "  int worst = 0;",
  "  for (int j = 0; j < w->unknowns; j++)",
  "    x[j] = w->best.x[j];",
  "  for (int i = 0; i < w->equations; i++) {",
  "    F[i] = w->best.F[i];",
  "    if (!(F[i] * F[i] <= F[worst] * F[worst])) worst = i;",
  "  }",
  "  return w->norm <= w->nothing * size ? 0 : worst + 1;",
  "}",
  NULL,
};

// clang-format on

const char *const *c_runtime_lines(CRuntime helper)
{
  static const char *const *const LINES[] = {
    [C_RUNTIME_SIGN] = SIGN,
    [C_RUNTIME_FAIL] = FAIL,
    [C_RUNTIME_LEAST_SQUARES] = LEAST_SQUARES,
    [C_RUNTIME_NEWTON] = NEWTON,
  };
  return LINES[helper];
}

// The line with NAME replaced by the model's name and, in float, roots by those of float.
static const char *spelled(const CModel *model, const char *line)
{
  Text text = { 0 };
  bool is_float = model->request->real == CODE_FLOAT;
  while (*line != '\0') {
    if (strncmp(line, "NAME", strlen("NAME")) == 0) {
      text_put(&text, model->name);
      line += strlen("NAME");
    } else if (is_float && strncmp(line, "sqrt(", strlen("sqrt(")) == 0) {
      text_put(&text, "sqrtf(");
      line += strlen("sqrt(");
    } else {
      text_put_char(&text, *line++);
    }
  }
  const char *copy = arena_copy_text(model->arena, text_string(&text), text.length);
  text_free(&text);
  return copy;
}

// Where to break a line of which `left` characters do not fit: at the last space that does.
static size_t place_of_break(const char *line, size_t left, size_t columns)
{
  size_t place = columns, indent = strspn(line, " ");
  while (place > indent && line[place] != ' ')
    place--;
  return place > indent ? place : left;
}

// A long name makes lines too long: then a comment goes above, and the rest is broken.
static void put_line(Text *out, const char *line)
{
  size_t left = strlen(line), columns = C_COLUMNS;
  int indent = (int)strspn(line, " ");
  const char *comment = left > columns ? strstr(line, "  // ") : NULL;
  if (comment) {
    text_format(out, "%*s%s\n", indent, "", comment + 2);
    left = (size_t)(comment - line);
  }
  while (left > columns) {
    size_t length = place_of_break(line, left, columns);
    text_put_bytes(out, line, length);
    text_format(out, "\n%*s", indent + 4, "");
    size_t taken = length < left ? length + 1 : length;
    line += taken;
    left -= taken;
    columns = C_COLUMNS - (size_t)indent - 4;
  }
  text_put_bytes(out, line, left);
  text_put_char(out, '\n');
}

void c_put_runtime(Text *out, const CModel *model, CRuntime helper)
{
  for (const char *const *line = c_runtime_lines(helper); *line; line++)
    put_line(out, spelled(model, *line));
  text_put_char(out, '\n');
}
