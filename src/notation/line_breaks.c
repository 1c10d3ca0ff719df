// line_breaks.c -- greedy lines: the break that fills the line best, an outer sum worth some
// columns more. SPDX-License-Identifier: MIT
#include "notation/line_breaks.h"

#include <limits.h>
#include <string.h>

// How many columns of a line we give up to break one bracket further out.
enum { OUTER_IS_WORTH = 60, DEEPEST = 64 };

typedef struct Wrap {
  const char *bytes;
  size_t length;
  size_t next;  // first byte that is not written yet
  int used;     // column that it goes to
  int first;    // column of the whole formula
  int width;
  int depth;          // open brackets
  int open[DEEPEST];  // columns behind them
  bool has_choices;   // were broken: so are all that follow
  Text *out;
} Wrap;

// The blank in ", if(": the second value of a choice is a choice.
static bool is_choice(const Wrap *wrap, size_t at)
{
  static const char mark[] = { ',', ' ', 'i', 'f', '(' };
  return at > 0 && at + 3 < wrap->length && !memcmp(wrap->bytes + at - 1, mark, sizeof mark);
}

static bool is_break(const Wrap *wrap, size_t at)
{
  const char *b = wrap->bytes + at;
  if (is_choice(wrap, at)) return true;
  return at + 2 < wrap->length && b[0] == ' ' && (b[1] == '+' || b[1] == '-') && b[2] == ' ';
}

static bool starts_code_point(char c) { return ((unsigned char)c & 0xC0) != 0x80; }

static int depth_change(char c) { return (c == '(' || c == '[') - (c == ')' || c == ']'); }

// The best place to break before the line is full: the first choice, or a sum; the next one of all
// if none is in time, and the end if there is none or if the rest fits.
static size_t find_break(const Wrap *wrap)
{
  size_t best = wrap->length;
  int best_score = INT_MIN, column = wrap->used, depth = wrap->depth;
  for (size_t i = wrap->next; i < wrap->length; i++) {
    if (column > wrap->width && best != wrap->length) return best;
    bool is_inside = column <= wrap->width;
    if (i > wrap->next && is_break(wrap, i)) {
      int score = is_choice(wrap, i) ? INT_MAX : column - OUTER_IS_WORTH * depth;
      if (!is_inside) return i;
      if (score >= best_score && best_score < INT_MAX) {
        best = i;
        best_score = score;
      }
    }
    column += starts_code_point(wrap->bytes[i]);
    depth += depth_change(wrap->bytes[i]);
  }
  bool is_listed = wrap->has_choices && best_score == INT_MAX;
  return column <= wrap->width && !is_listed ? wrap->length : best;
}

// Writes up to byte `end`, remembering where brackets open.
static void write_until(Wrap *wrap, size_t end)
{
  for (; wrap->next < end; wrap->next++) {
    char c = wrap->bytes[wrap->next];
    text_put_char(wrap->out, c);
    wrap->used += starts_code_point(c);
    int change = depth_change(c);
    if (change > 0 && wrap->depth < DEEPEST) wrap->open[wrap->depth] = wrap->used;
    wrap->depth += change;
  }
}

// Behind the bracket that holds the sum; beyond the middle of the page two columns further than the
// bracket around it.
static int indent(const Wrap *wrap)
{
  int depth = wrap->depth < DEEPEST ? wrap->depth : DEEPEST, column = wrap->first;
  if (depth > 0 && is_choice(wrap, wrap->next)) return wrap->open[depth - 1] - (int)strlen("if(");
  for (int i = 0; i < depth; i++) {
    int aligned = wrap->open[i];
    column = aligned <= wrap->width / 2 ? aligned : column + 2;
  }
  return column;
}

void break_lines(const Text *line, int column, int width, Text *out)
{
  Wrap wrap = { .bytes = text_string(line),
                .length = line->length,
                .used = column,
                .first = column,
                .width = width,
                .out = out };
  while (wrap.next < wrap.length) {
    write_until(&wrap, find_break(&wrap));
    if (wrap.next == wrap.length) return;
    wrap.used = indent(&wrap);
    wrap.has_choices = wrap.has_choices || is_choice(&wrap, wrap.next);
    text_put_char(out, '\n');
    text_repeat(out, ' ', wrap.used);
    wrap.next++;  // the blank before the sign
  }
}
