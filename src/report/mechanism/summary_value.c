// summary_value.c -- short forms of expressions: numbers where they are known.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"
#include "report/mechanism/summary_impl.h"
#include "notation/print/print.h"

#include <math.h>
#include <string.h>

// Fast test: returns true if the cost of e implies more than `widest` columns. The costliest
// operator per column is a power: 30 for the two columns of `^2`.
static bool is_surely_wider(const Expr *e, int widest)
{
  enum { MAX_COST_PER_COLUMN = 15 };
  return e->form->cost > (uint32_t)(MAX_COST_PER_COLUMN * widest);
}

// Prints a constant as a number (with readable digits), otherwise the expression, or an ellipsis if
// it has more than `widest` columns: tyre forces fill pages and take long to format.
static void put_value(const Mechanism *mechanism, const Expr *e, int widest, Text *out)
{
  if (e->form->stage == STAGE_LITERAL) {
    text_put_rounded(out, mechanism_default_value(mechanism, e));
    return;
  }
  if (is_surely_wider(e, widest)) {
    text_put(out, "…");
    return;
  }
  Text whole = { 0 };
  expr_print(e, &whole);
  bool is_wide = text_columns(text_string(&whole), whole.length) > widest;
  text_put(out, is_wide ? "…" : text_string(&whole));
  text_free(&whole);
}

void summary_put_value(const Mechanism *mechanism, const Expr *e, Text *out)
{
  enum { WIDEST = 48 };
  put_value(mechanism, e, WIDEST, out);
}

void summary_put_last(const Mechanism *mechanism, const Expr *e, Text *out)
{
  enum { WIDEST = 120 };
  put_value(mechanism, e, WIDEST, out);
}

void summary_put_known(const Mechanism *mechanism, const Expr *e, Text *out)
{
  summary_put_value(mechanism, e, out);
  double value = mechanism_default_value(mechanism, e);
  if (e->form->stage == STAGE_LITERAL || !isfinite(value)) return;
  text_put(out, " = ");
  text_put_rounded(out, value);
}

void summary_put_vector(const Mechanism *mechanism, Vec3 vector, Text *out)
{
  text_put_char(out, '[');
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    summary_put_value(mechanism, vector.at[i], out);
  }
  text_put_char(out, ']');
}

static bool is_diagonal(Mat3 matrix)
{
  return expr_is_zero(matrix.at[0][1]) && expr_is_zero(matrix.at[0][2]) &&
         expr_is_zero(matrix.at[1][2]);
}

void summary_put_inertia(const Mechanism *mechanism, Mat3 inertia, Text *out)
{
  bool diagonal = is_diagonal(inertia);
  text_put(out, diagonal ? "diag(" : "[");
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    if (diagonal) {
      summary_put_value(mechanism, inertia.at[i][i], out);
    } else {
      summary_put_vector(mechanism,
                         (Vec3){ { inertia.at[i][0], inertia.at[i][1], inertia.at[i][2] } }, out);
    }
  }
  text_put(out, diagonal ? ")" : "]");
}

void summary_put_axis(const Mechanism *mechanism, Vec3 axis, Text *out)
{
  for (int i = 0; i < 3; i++) {
    bool along = expr_is_zero(axis.at[(i + 1) % 3]) && expr_is_zero(axis.at[(i + 2) % 3]);
    bool is_named = along && expr_is_number(axis.at[i]);  // 1 or -1; not the sign of a parameter
    if (!is_named) continue;
    if (!expr_is_one(axis.at[i])) text_put_char(out, '-');
    text_put_char(out, "xyz"[i]);
    return;
  }
  summary_put_vector(mechanism, axis, out);
}

// The index of the coordinate axis equal to the unit vector; -1: none.
static int named_axis(Vec3 axis)
{
  for (int i = 0; i < 3; i++) {
    if (expr_is_one(axis.at[i])) return i;
  }
  return -1;
}

// RZ(q), TX(a), T(-x, a), R([0.6, 0.8, 0], q); constant angles in degrees.
static void put_move(const Mechanism *mechanism, const Move *move, Text *out)
{
  int axis = named_axis(move_axis(move));
  text_put_char(out, move->kind == MOVE_TRANSLATION ? 'T' : 'R');
  if (axis >= 0) text_put_char(out, "XYZ"[axis]);
  text_put_char(out, '(');
  if (axis < 0) {
    summary_put_axis(mechanism, move_axis(move), out);
    text_put(out, ", ");
  }
  const Coordinate like = { .kind = COORDINATE_ANGLE };
  bool is_constant = move->amount->form->stage == STAGE_LITERAL;
  if (is_constant && move->kind == MOVE_ROTATION) {
    summary_put_position(mechanism, &like, move->amount, out);
  } else {
    summary_put_value(mechanism, move->amount, out);
  }
  text_put_char(out, ')');
}

static void put_quaternion(const Mechanism *mechanism, const Move *move, Text *out)
{
  static const char *const BEFORE[4] = { "Q(", ", [", ", ", ", " };
  for (int i = 0; i < 4; i++) {
    text_put(out, BEFORE[i]);
    summary_put_value(mechanism, move->at[i], out);
  }
  text_put(out, "])");
}

void summary_put_moves(const Mechanism *mechanism, const Move moves[], int count, Text *out)
{
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put_char(out, ' ');
    if (moves[i].kind == MOVE_QUATERNION) {
      put_quaternion(mechanism, &moves[i], out);
    } else {
      put_move(mechanism, &moves[i], out);
    }
  }
}

void summary_put_position(const Mechanism *mechanism, const Coordinate *coordinate, const Expr *e,
                          Text *out)
{
  if (coordinate->kind == COORDINATE_ANGLE && e->form->stage == STAGE_LITERAL) {
    double angle = mechanism_default_value(mechanism, e);
    text_put_rounded(out, angle * 180 / acos(-1.0));
    text_put(out, " deg");
    return;
  }
  summary_put_known(mechanism, e, out);
  if (coordinate->kind != COORDINATE_NUMBER)
    text_put(out, coordinate->kind == COORDINATE_ANGLE ? " rad" : " m");
}

// ---- data

void record_formula(Record *to, const char *name, const Expr *e)
{
  enum { WIDEST = 1000 };
  Text text = { 0 };
  if (is_surely_wider(e, WIDEST)) {
    text_put(&text, "…");
  } else {
    expr_print(e, &text);
  }
  record_text(to, name, text_string(&text));
  text_free(&text);
}

static Record *formulas_of(Record *to)
{
  for (Record *part = to->first; part; part = part->next) {
    if (strcmp(part->name, "formulas") == 0) return part;
  }
  return record_object(to, "formulas");
}

void record_value(const Mechanism *mechanism, Record *to, const char *name, const Expr *e,
                  const char *unit)
{
  record_number(to, name, mechanism_value_with(mechanism, NULL, e), unit);
  if (e->form->stage != STAGE_LITERAL) record_formula(formulas_of(to), name, e);
}

void record_values(const Mechanism *mechanism, Record *to, const char *name,
                   const Expr *const values[], int count, const char *unit)
{
  Record *list = record_list(to, name);
  bool is_constant = true;
  for (int i = 0; i < count; i++) {
    record_number(list, NULL, mechanism_value_with(mechanism, NULL, values[i]), unit);
    is_constant = is_constant && values[i]->form->stage == STAGE_LITERAL;
  }
  if (is_constant) return;
  list = record_list(formulas_of(to), name);
  for (int i = 0; i < count; i++)
    record_formula(list, NULL, values[i]);
}
