// row.c -- rows of marks, and greedy line breaking: the break that fills the line best is chosen,
// where a break in an outer sum is worth some width.
// SPDX-License-Identifier: MIT
#include "notation/print/row.h"

#include "base/memory/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

MathRow row_new(const OutputFormat *medium)
{
  return (MathRow){ .medium = medium, .size = ROW_NORMAL_SIZE };
}

void row_free(MathRow *row)
{
  text_free(&row->text);
  free(row->points);
  free(row->blocks);
}

RowPlace row_place(const MathRow *row)
{
  return (RowPlace){ row->text.length, row->width, row->point_count, row->block_count };
}

void row_rewind(MathRow *row, RowPlace place)
{
  row->text.length = place.length;
  if (row->text.bytes) row->text.bytes[place.length] = '\0';
  row->width = place.width;
  row->point_count = place.point_count;
  row->block_count = place.block_count;
}

// Adds the break point of a mark that starts at `before` and ends the row. A sign is moved to the
// next line without the blank before it; the comma of a choice remains on this line; a
// multiplication sign is omitted.
static void add_point(MathRow *row, PointKind kind, const RowPlace *before)
{
  BreakPoint point = { kind, before->length, row->text.length, before->width, before->width };
  int blank = row->medium->blank;
  if (kind == POINT_OPEN) point.width = row->width;
  if (kind == POINT_SIGN) {
    point.start = point.end + 1;
    point.used = point.width + blank;
  }
  if (kind == POINT_CHOICE) {
    point.end = point.start - 1;
    point.used = row->width;
    point.width = row->width - blank;
  }
  row->points =
      memory_room(row->points, row->point_count, &row->point_capacity, sizeof row->points[0]);
  row->points[row->point_count++] = point;
}

static void begin_block(MathRow *row, bool is_script)
{
  enum { SCRIPT_SIZE = 74, MIN_SIZE = 58 };
  row->blocks =
      memory_room(row->blocks, row->block_count, &row->block_capacity, sizeof row->blocks[0]);
  // An exponent first uses the space above the subscript.
  int start = row->width - (is_script ? row->script : 0);
  row->blocks[row->block_count++] = (RowBlock){ start, row->width - start, row->size, is_script };
  row->width = start;
  if (is_script) row->size = row->size == ROW_NORMAL_SIZE ? SCRIPT_SIZE : MIN_SIZE;
}

// The width of a block is the maximum width of its rows.
static void end_block_row(MathRow *row, RowBlock *block)
{
  int width = row->width - block->start;
  if (width > block->widest) block->widest = width;
  row->width = block->start;
}

// Returns the width of a script, or 0 for a block.
static int end_block(MathRow *row, RowBlock *block)
{
  end_block_row(row, block);
  row->width = block->start + block->widest;
  row->size = block->size;
  row->block_count--;
  return block->is_script ? block->widest : 0;
}

void row_put_text(MathRow *row, const char *text, int width)
{
  text_put(&row->text, text);
  row->width += width * row->size / ROW_NORMAL_SIZE;
  row->script = 0;
}

void row_put(MathRow *row, const Mark *mark)
{
  if (!mark->text) return;  // a format has no text for some marks
  RowPlace before = row_place(row);
  RowBlock *block = row->block_count > 0 ? &row->blocks[row->block_count - 1] : NULL;
  int script = block && mark->point == POINT_END ? end_block(row, block) : 0;
  if (block && mark->point == POINT_BELOW) end_block_row(row, block);
  if (mark->point == POINT_BLOCK || mark->point == POINT_SCRIPT)
    begin_block(row, mark->point == POINT_SCRIPT);
  bool is_small_sign = mark->point == POINT_SIGN && row->size < ROW_NORMAL_SIZE;
  row_put_text(row, mark->text, is_small_sign ? mark->width / 2 : mark->width);
  row->script = script;
  bool is_point = mark->point >= POINT_OPEN && mark->point <= POINT_CHOICE;
  if (is_point && !block) add_point(row, mark->point, &before);
}

// ---- lines

enum { DEEPEST = 64 };

typedef struct Wrap {
  const MathRow *row;
  int column;         // start column of the line
  int used;           // row width before the line
  int next;           // index of the first break point not yet passed
  int depth;          // number of open brackets
  int open[DEEPEST];  // columns after them
  bool has_choices;   // a choice was broken: all following choices are broken as well
} Wrap;

// Returns true if the bracket opened at `open` is so short that no line should be broken inside it.
static bool is_short_bracket(const MathRow *row, int open)
{
  int depth = 0;
  for (int i = open; i < row->point_count; i++) {
    const BreakPoint *point = &row->points[i];
    if (point->width - row->points[open].width > row->medium->widest_unbroken) return false;
    depth += (point->kind == POINT_OPEN) - (point->kind == POINT_CLOSE);
    if (depth == 0) return true;
  }
  return true;
}

typedef struct Brackets {
  int depth;        // number of open brackets
  int short_depth;  // depth of the outermost short bracket; INT_MAX: none
} Brackets;

static void brackets_pass(Brackets *brackets, const MathRow *row, int i)
{
  PointKind kind = row->points[i].kind;
  brackets->depth += (kind == POINT_OPEN) - (kind == POINT_CLOSE);
  if (brackets->depth < brackets->short_depth) brackets->short_depth = INT_MAX;
  bool is_first = kind == POINT_OPEN && brackets->short_depth == INT_MAX;
  if (is_first && is_short_bracket(row, i)) brackets->short_depth = brackets->depth;
}

static int break_score(const MathRow *row, const BreakPoint *point, const Brackets *brackets)
{
  enum { SHORT_IS_DEEPER = 3 };
  int levels = brackets->depth + (brackets->short_depth < INT_MAX ? SHORT_IS_DEEPER : 0);
  int score = point->width - row->medium->outer_break_penalty * levels;
  return point->kind == POINT_FACTOR ? score - row->medium->sign_is_worth : score;
}

// Selects the break point for the line: the first choice, otherwise the best sign or factor; if
// none fits into the line, the next one. Returns -1 if the rest fits or if there is no break point.
static int choose_break(const Wrap *wrap, int room)
{
  const MathRow *row = wrap->row;
  bool fits = row->width - wrap->used <= room;
  if (fits && !wrap->has_choices) return -1;
  int best = -1, best_score = INT_MIN;
  Brackets brackets = { wrap->depth, INT_MAX };
  for (int i = wrap->next; i < row->point_count; i++) {
    const BreakPoint *point = &row->points[i];
    brackets_pass(&brackets, row, i);
    if (point->kind < POINT_SIGN) continue;
    if (point->width - wrap->used > room) return best >= 0 ? best : i;
    int score = point->kind == POINT_CHOICE ? INT_MAX : break_score(row, point, &brackets);
    if (score < best_score || best_score == INT_MAX) continue;
    best = i;
    best_score = score;
  }
  return fits && best_score < INT_MAX ? -1 : best;
}

// Records the brackets that are open before break point `end`.
static void pass_brackets(Wrap *wrap, int end)
{
  for (; wrap->next < end; wrap->next++) {
    const BreakPoint *point = &wrap->row->points[wrap->next];
    if (point->kind == POINT_OPEN && wrap->depth < DEEPEST)
      wrap->open[wrap->depth] = wrap->column + point->width - wrap->used;
    wrap->depth += (point->kind == POINT_OPEN) - (point->kind == POINT_CLOSE);
  }
}

int row_widest_part(const MathRow *row)
{
  int widest = 0, used = 0;
  for (int i = 0; i < row->point_count; i++) {
    const BreakPoint *point = &row->points[i];
    if (point->kind < POINT_SIGN) continue;
    if (point->width - used > widest) widest = point->width - used;
    used = point->used;
  }
  return row->width - used > widest ? row->width - used : widest;
}

void row_wrap(const MathRow *row, int column, int width, Text *out)
{
  Wrap wrap = { .row = row, .column = column };
  size_t from = 0;
  for (int i = choose_break(&wrap, width - column); i >= 0;
       i = choose_break(&wrap, width - wrap.column)) {
    const BreakPoint *point = &row->points[i];
    text_put_bytes(out, text_string(&row->text) + from, point->end - from);
    from = point->start;
    pass_brackets(&wrap, i);
    int depth = wrap.depth < DEEPEST ? wrap.depth : DEEPEST;
    LineEnd end = { point->kind, wrap.open, depth, column, width };
    wrap.column = row->medium->put_line_end(out, &end);
    wrap.used = point->used;
    wrap.next = i + 1;
    wrap.has_choices = wrap.has_choices || point->kind == POINT_CHOICE;
  }
  text_put_bytes(out, text_string(&row->text) + from, row->text.length - from);
}
