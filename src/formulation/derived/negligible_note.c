// negligible_note.c -- notes about the omitted terms.
//
// Bounds are rounded up, ranges down, to three digits.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "formulation/derived/negligible.h"
#include "symbolic/algebra.h"
#include "notation/forms/condense.h"
#include "symbolic/literal.h"
#include "notation/print/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, FULL = 80, DIGITS = 3 };

// ---- numbers

static void put_rounded(Text *out, double value, bool is_up)
{
  if (!(value > 0) || !isfinite(value)) {
    text_put_double(out, value);
    return;
  }
  int shift = DIGITS - 1 - (int)floor(log10(value));
  double power = pow(10, abs(shift));
  double scaled = shift >= 0 ? value * power : value / power;
  double whole = is_up ? ceil(scaled) : floor(scaled);
  text_put_double(out, shift >= 0 ? whole / power : whole * power);
}

static const char *torque_unit(const Variable *coordinate)
{
  if (strcmp(coordinate->unit, "rad") == 0) return " N.m";
  return strcmp(coordinate->unit, "m") == 0 ? " N" : "";
}

static void put_share(Text *out, double bound, double range)
{
  put_rounded(out, 100 * bound / range, true);
  text_put(out, "%");
}

// ---- ranges

// Prints "1 rad/s for all", or "q1 2 rad/s, q2 1 rad/s".
static void put_largest(Text *out, const Equations *equations, const Expr *const largest[],
                        const char *per)
{
  int n = equations->coordinate_count;
  bool is_same = true;
  for (int i = 1; i < n; i++)
    is_same = is_same && largest[i] == largest[0] &&
              strcmp(equations->coordinates[i].unit, equations->coordinates[0].unit) == 0;
  for (int i = 0; i < (is_same ? 1 : n); i++) {
    const Variable *coordinate = &equations->coordinates[i];
    if (!is_same) text_format(out, "%s%s ", i == 0 ? "" : ", ", coordinate->name);
    expr_print(largest[i], out);
    text_format(out, " %s/%s", coordinate->unit[0] ? coordinate->unit : "1", per);
  }
}

static void put_end(Text *out, const Expr *end, bool is_angle)
{
  double value = expr_literal_value(end);
  const Expr *half_turns = quotient(end, expr_pi(expr_pool(end)));
  double degrees = 180 * expr_literal_value(half_turns);
  bool is_round = is_angle && fabs(degrees - round(degrees)) < 1e-9;
  text_put_double(out, is_round ? round(degrees) : value);
  if (is_round) text_put(out, " deg");
}

// ---- the note

static void add_line(Equations *equations, Text *line)
{
  equations_add_note(equations, text_string(line));
  text_clear(line);
}

static void note_coordinates(const Reduction *reduction, Equations *equations, Text *line)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Variable *coordinate = &equations->coordinates[i];
    const Interval *interval = &reduction->ranges.intervals[reduction->ranges.first_coordinate + i];
    bool is_angle = strcmp(coordinate->unit, "rad") == 0;
    bool is_last = i + 1 == equations->coordinate_count;
    text_format(line, "%s%s ", line->length == 0 ? "  " : " ", coordinate->name);
    put_end(line, interval->lower, is_angle);
    text_put(line, " .. ");
    put_end(line, interval->upper, is_angle);
    if (!is_angle && coordinate->unit[0]) text_format(line, " %s", coordinate->unit);
    if (!is_last) text_put(line, ",");
    if (is_last || text_columns(text_string(line), line->length) > FULL) add_line(equations, line);
  }
}

static void note_torque(Equations *equations, const Torque *torque, int i, Text *line)
{
  const char *unit = torque_unit(&equations->coordinates[i]);
  text_format(line, "  tau[%d]: ", i + 1);
  if (torque->dropped_count == 0) {
    text_format(line, "whole, %d term%s", torque->term_count, torque->term_count == 1 ? "" : "s");
  } else {
    text_format(line, "%d of %d terms, off by at most ", torque->dropped_count, torque->term_count);
    put_rounded(line, torque->bound, true);
    text_format(line, "%s, ", unit);
    put_share(line, torque->bound, torque->range);
    text_put(line, " of the ");
    put_rounded(line, torque->range, false);
    text_format(line, "%s that it reaches", unit);
  }
  add_line(equations, line);
}

static void note_summary(const Reduction *reduction, const NegligibleOptions *options,
                         Equations *equations)
{
  const Equations *whole = reduction->whole->equations;
  Text line = { 0 };
  text_put(&line, "left out: terms that together stay below ");
  text_put_double(&line, 100 * options->tolerance);
  text_put(&line, "% of what each torque reaches");
  add_line(equations, &line);
  text_put(&line, "  with the parameters as described, speeds up to ");
  put_largest(&line, whole, reduction->ranges.speeds, "s");
  text_put(&line, ", accelerations up to ");
  put_largest(&line, whole, reduction->ranges.accelerations, "s^2");
  text_put(&line, ",");
  add_line(equations, &line);
  note_coordinates(reduction, equations, &line);
  if (reduction->whole->mechanism->force_count > 0) {
    equations_add_note(equations, "  described forces are whole");
  }
  for (int i = 0; i < equations->coordinate_count; i++)
    note_torque(equations, &reduction->torques[i], i, &line);
  text_free(&line);
}

// ---- list of terms

static void put_part_name(Text *out, const Equations *equations, const Part *part, int i)
{
  const char *apart = equations->coordinate_count > 9 ? "_" : "";
  const char *j = equations->coordinates[part->j].name, *k = equations->coordinates[part->k].name;
  switch (part->kind) {
  case PART_ACCELERATION: text_format(out, "A%d%s%d*%s''", i + 1, apart, part->j + 1, j); break;
  case PART_PRODUCT:
    text_format(out, "B%d%s%d%s%d*%s'*%s'", i + 1, apart, part->j + 1, apart, part->k + 1, j, k);
    break;
  case PART_SQUARE: text_format(out, "C%d%s%d*%s'^2", i + 1, apart, part->j + 1, j); break;
  case PART_GRAVITY: text_format(out, "G%d", i + 1); break;
  }
}

static const Expr *dropped_value(const Part *part)
{
  if (part->dropped_count == part->term_count) return part->value;
  const Expr *dropped = integer(part->value, 0);
  for (int t = 0; t < part->term_count; t++) {
    if (!part->is_dropped[t]) continue;
    dropped = sum(dropped, product(part->terms[t].constant, part->terms[t].function));
  }
  return dropped;
}

static void put_part(Text *out, const Equations *equations, const Torque *torque, const Part *part,
                     int i)
{
  Arena *arena = arena_new();
  Text line = { 0 };
  put_rounded(&line, part->dropped_bound, true);
  text_format(&line, "%s, ", torque_unit(&equations->coordinates[i]));
  put_share(&line, part->dropped_bound, torque->range);
  text_put(&line, part->dropped_count == part->term_count ? ": all of " : ": in ");
  put_part_name(&line, equations, part, i);
  text_put(&line, ", ");
  text_format(out, "    %s", text_string(&line));
  int column = 4 + text_columns(text_string(&line), line.length);
  formula_print_wrapped(condense(dropped_value(part), arena), NULL, column, WIDTH, out);
  text_put_char(out, '\n');
  text_free(&line);
  arena_free(arena);
}

static void put_omissions(Text *out, const Reduction *reduction)
{
  const Equations *equations = reduction->whole->equations;
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Torque *torque = &reduction->torques[i];
    if (torque->dropped_count == 0) continue;
    text_format(out, "  tau[%d]\n", i + 1);
    for (int p = 0; p < torque->part_count; p++) {
      if (torque->parts[p].dropped_count > 0) {
        put_part(out, equations, torque, &torque->parts[p], i);
      }
    }
  }
}

void negligible_note(const Reduction *reduction, const NegligibleOptions *options,
                     Equations *equations)
{
  note_summary(reduction, options, equations);
  Text text = { 0 };
  text_put(&text, "left out, each with the most it contributes\n");
  size_t heading = text.length;
  put_omissions(&text, reduction);
  if (text.length == heading) text_put(&text, "  nothing\n");
  equations->omissions = arena_copy_text(equations->arena, text_string(&text), text.length);
  text_free(&text);
}
