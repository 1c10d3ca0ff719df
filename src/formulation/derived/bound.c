// bound.c -- evaluation in ball arithmetic, and the maximum over a box by branch and bound.
// SPDX-License-Identifier: MIT
#include "formulation/derived/bound.h"

#include "base/memory/memory.h"
#include "symbolic/ball.h"
#include "symbolic/steps.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { PRECISION = 64, MAX_PIECES = 300 };
static const double CLOSE_ENOUGH = 1.02;

// Interval ends as doubles: the wide ones enclose the exact ends, the narrow ones are inside.
typedef struct Side {
  const Expr *symbol;
  double wide[2];
  double narrow[2];
  arb_struct value;  // encloses the interval
  bool is_point;
} Side;

struct Box {
  Side *sides;
  int count;
};

// ---- boxes

static void set_interval(arb_t out, double lower, double upper)
{
  arf_t low, high;
  arf_init(low);
  arf_init(high);
  arf_set_d(low, lower);
  arf_set_d(high, upper);
  arb_set_interval_arf(out, low, high, PRECISION);
  arf_clear(high);
  arf_clear(low);
}

static double end_of(const arb_t x, bool is_upper, arf_rnd_t rounding)
{
  arf_t end;
  arf_init(end);
  if (is_upper) {
    arb_get_ubound_arf(end, x, PRECISION);
  } else {
    arb_get_lbound_arf(end, x, PRECISION);
  }
  double result = arf_is_nan(end) ? (is_upper ? INFINITY : -INFINITY) : arf_get_d(end, rounding);
  arf_clear(end);
  return result;
}

static double lower_end(const arb_t x) { return end_of(x, false, ARF_RND_FLOOR); }
static double upper_end(const arb_t x) { return end_of(x, true, ARF_RND_CEIL); }

static void literal_ball(arb_t out, const Expr *e)
{
  Steps steps = steps_of(&e, 1);
  arb_struct *balls = _arb_vec_init(steps.count);
  for (int i = 0; i < steps.count; i++)
    ball_of_step(&balls[i], &steps, i, balls, PRECISION);
  arb_set(out, &balls[steps.roots[0]]);
  _arb_vec_clear(balls, steps.count);
  steps_free(&steps);
}

static void set_side(Side *side, const Interval *interval)
{
  arb_t low, high;
  arb_init(low);
  arb_init(high);
  literal_ball(low, interval->lower);
  literal_ball(high, interval->upper);
  side->symbol = interval->symbol;
  side->is_point = interval->lower == interval->upper;
  side->wide[0] = lower_end(low);
  side->wide[1] = upper_end(high);
  side->narrow[0] = end_of(low, true, ARF_RND_CEIL);
  side->narrow[1] = end_of(high, false, ARF_RND_FLOOR);
  arb_init(&side->value);
  if (side->is_point) {
    arb_set(&side->value, low);
  } else {
    set_interval(&side->value, side->wide[0], side->wide[1]);
  }
  arb_clear(high);
  arb_clear(low);
}

Box *box_new(const Interval intervals[], int count)
{
  Box *box = memory_new(1, sizeof *box);
  box->count = count;
  box->sides = memory_new((size_t)count + 1, sizeof box->sides[0]);
  for (int k = 0; k < count; k++)
    set_side(&box->sides[k], &intervals[k]);
  return box;
}

void box_free(Box *box)
{
  if (!box) return;
  for (int k = 0; k < box->count; k++)
    arb_clear(&box->sides[k].value);
  free(box->sides);
  free(box);
}

// ---- expressions over parts of a box

// Steps that depend only on single values are computed once.
struct BoxProbe {
  const Box *box;
  Steps steps;
  arb_struct *balls;  // by step
  int *side;          // by step: index of a symbol's interval; -1: none
  bool *is_fixed;     // by step
};

static int side_of(const Box *box, const Step *item)
{
  if (item->op != OP_SYMBOL) return -1;
  for (int k = 0; k < box->count; k++) {
    if (box->sides[k].symbol == item->node) return k;
  }
  return -1;
}

static bool has_fixed_arguments(const BoxProbe *probe, int i)
{
  const Step *item = &probe->steps.at[i];
  for (int k = 0; k < MAX_ARITY && item->arg[k] >= 0; k++) {
    if (!probe->is_fixed[item->arg[k]]) return false;
  }
  return true;
}

BoxProbe *box_probe_new(const Box *box, const Expr *const e[], int count)
{
  BoxProbe *probe = memory_new(1, sizeof *probe);
  probe->box = box;
  probe->steps = steps_of(e, count);
  size_t items = (size_t)probe->steps.count;
  probe->balls = _arb_vec_init(probe->steps.count);
  probe->side = memory_new(items, sizeof probe->side[0]);
  probe->is_fixed = memory_new(items, sizeof probe->is_fixed[0]);
  for (int i = 0; i < probe->steps.count; i++) {
    int side = side_of(box, &probe->steps.at[i]);
    probe->side[i] = side;
    probe->is_fixed[i] = side >= 0 ? box->sides[side].is_point : has_fixed_arguments(probe, i);
    if (side >= 0) {
      arb_set(&probe->balls[i], &box->sides[side].value);
    } else if (probe->is_fixed[i]) {
      ball_of_step(&probe->balls[i], &probe->steps, i, probe->balls, PRECISION);
    }
  }
  return probe;
}

void box_probe_free(BoxProbe *probe)
{
  if (!probe) return;
  _arb_vec_clear(probe->balls, probe->steps.count);
  free(probe->side);
  free(probe->is_fixed);
  steps_free(&probe->steps);
  free(probe);
}

static void evaluate(BoxProbe *probe)
{
  for (int i = 0; i < probe->steps.count; i++) {
    if (!probe->is_fixed[i] && probe->side[i] < 0)
      ball_of_step(&probe->balls[i], &probe->steps, i, probe->balls, PRECISION);
  }
}

void box_probe_at(BoxProbe *probe, const double place[], double lower[], double upper[])
{
  for (int i = 0; i < probe->steps.count; i++) {
    if (probe->is_fixed[i] || probe->side[i] < 0) continue;
    const Side *side = &probe->box->sides[probe->side[i]];
    double value = side->narrow[0] + place[probe->side[i]] * (side->narrow[1] - side->narrow[0]);
    arb_set_d(&probe->balls[i], fmin(fmax(value, side->narrow[0]), side->narrow[1]));
  }
  evaluate(probe);
  for (int r = 0; r < probe->steps.root_count; r++) {
    const arb_struct *ball = &probe->balls[probe->steps.roots[r]];
    lower[r] = lower_end(ball);
    upper[r] = upper_end(ball);
  }
}

// ---- the maximum

// A part of the box: interval ends of the variables that the expression depends on.
typedef struct Piece {
  double bound;      // upper bound of |e| in the piece
  double (*end)[2];  // by variable
} Piece;

typedef struct Search {
  BoxProbe *probe;
  int *variables;  // their steps
  int count;
  Piece *pieces;
  int piece_count;
  double reached;  // the maximum of |e| is at least this value
} Search;

static const Side *variable_side(const Search *search, int v)
{
  return &search->probe->box->sides[search->probe->side[search->variables[v]]];
}

static const arb_struct *root_ball(const Search *search)
{
  return &search->probe->balls[search->probe->steps.roots[0]];
}

static double size_in(Search *search, double (*end)[2])
{
  for (int v = 0; v < search->count; v++)
    set_interval(&search->probe->balls[search->variables[v]], end[v][0], end[v][1]);
  evaluate(search->probe);
  const arb_struct *ball = root_ball(search);
  return fmax(upper_end(ball), -lower_end(ball));
}

// Evaluates |e| in the middle of the piece, which is a point of the box.
static void reach_middle(Search *search, double (*end)[2])
{
  for (int v = 0; v < search->count; v++) {
    const Side *side = variable_side(search, v);
    double middle = end[v][0] + 0.5 * (end[v][1] - end[v][0]);
    middle = fmin(fmax(middle, side->narrow[0]), side->narrow[1]);
    arb_set_d(&search->probe->balls[search->variables[v]], middle);
  }
  evaluate(search->probe);
  const arb_struct *ball = root_ball(search);
  double least = fmax(lower_end(ball), -upper_end(ball));
  if (least > search->reached) search->reached = least;
}

static void add_piece(Search *search, double (*end)[2])
{
  search->pieces[search->piece_count++] = (Piece){ size_in(search, end), end };
  reach_middle(search, end);
}

static int widest_variable(const Search *search, double (*end)[2])
{
  int widest = 0;
  double most = -1;
  for (int v = 0; v < search->count; v++) {
    const Side *side = variable_side(search, v);
    double whole = side->wide[1] - side->wide[0];
    double share = whole > 0 ? (end[v][1] - end[v][0]) / whole : 0;
    if (share > most) {
      most = share;
      widest = v;
    }
  }
  return widest;
}

static double (*new_ends(const Search *search))[2]
{
  return memory_new((size_t)search->count + 1, sizeof(double[2]));
}

static void cut_piece(Search *search, int p)
{
  double(*first)[2] = search->pieces[p].end, (*second)[2] = new_ends(search);
  for (int v = 0; v < search->count; v++) {
    second[v][0] = first[v][0];
    second[v][1] = first[v][1];
  }
  int v = widest_variable(search, first);
  double middle = first[v][0] + 0.5 * (first[v][1] - first[v][0]);
  first[v][1] = middle;
  second[v][0] = middle;
  search->pieces[p].bound = size_in(search, first);
  reach_middle(search, first);
  add_piece(search, second);
}

static int largest_piece(const Search *search)
{
  int largest = 0;
  for (int p = 1; p < search->piece_count; p++) {
    if (search->pieces[p].bound > search->pieces[largest].bound) largest = p;
  }
  return largest;
}

static double largest_size(Search *search)
{
  double(*whole)[2] = new_ends(search);
  for (int v = 0; v < search->count; v++) {
    whole[v][0] = variable_side(search, v)->wide[0];
    whole[v][1] = variable_side(search, v)->wide[1];
  }
  add_piece(search, whole);
  int p = 0;
  while (search->piece_count < MAX_PIECES && search->count > 0) {
    if (search->pieces[p].bound <= CLOSE_ENOUGH * search->reached) break;
    cut_piece(search, p);
    p = largest_piece(search);
  }
  return search->pieces[p].bound;
}

double box_bound(const Box *box, const Expr *e)
{
  Search search = { .probe = box_probe_new(box, &e, 1) };
  search.variables = memory_new((size_t)search.probe->steps.count, sizeof(int));
  search.pieces = memory_new(MAX_PIECES, sizeof(Piece));
  for (int i = 0; i < search.probe->steps.count; i++) {
    bool is_variable = search.probe->side[i] >= 0 && !search.probe->is_fixed[i];
    if (is_variable) search.variables[search.count++] = i;
  }
  double bound = largest_size(&search);
  for (int p = 0; p < search.piece_count; p++)
    free(search.pieces[p].end);
  free(search.pieces);
  free(search.variables);
  box_probe_free(search.probe);
  return bound;
}
