// reactions_text.c -- multipliers and joint reactions as text.
//
// The force of a constraint is -lambda in the direction that its equation measures: for a loop it
// acts on the second of its points, along and about the axes of the first; for a wheel, on the
// wheel, at its contact point. A constraint given by an expression acts on coordinates: -lambda
// dPhi/dq.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>
#include <string.h>

enum { COMPONENTS = BEARING_COMPONENTS };

// A line to which components are appended.
typedef struct Line {
  Text *out;
  double nothing;
  int count;
  bool is_unique;
} Line;

static void put_component(Line *line, double value, bool is_unique, const char *unit,
                          const char *direction)
{
  if (!(fabs(value) > line->nothing)) return;
  text_put(line->out, line->count++ > 0 ? ", " : "");
  words_put_number(line->out, value, 0);
  text_format(line->out, " %s %s", unit, direction);
  line->is_unique = line->is_unique && is_unique;
}

static void end_line(const Line *line)
{
  if (line->count == 0) text_put(line->out, "nothing");
  if (!line->is_unique) text_put(line->out, "  (not unique)");
}

static double largest_of(const JointReactions *joint_reactions)
{
  double result = 0;
  for (int i = 0; i < joint_reactions->rows->count; i++)
    result = fmax(result, fabs(joint_reactions->lambda[i]));
  for (int i = 0; i < joint_reactions->mechanism->joint_count * COMPONENTS; i++)
    result = fmax(result, fabs(joint_reactions->reactions[i]));
  return result;
}

// ---- loops, wheels, constraints

// The part of a row label after "name: ".
static const char *part_of_label(const ConstraintEquation *row)
{
  const char *colon = strstr(row->label, ": ");
  return colon ? colon + 2 : row->label;
}

// "turn about x" is a moment about x; "x" and "advance along x" are forces along x.
static void put_row_of_loop(Line *line, const ConstraintEquation *row, double force, bool is_unique)
{
  static const char TURN[] = "turn ", ADVANCE[] = "advance ";
  const char *part = part_of_label(row);
  Text direction = { 0 };
  if (strncmp(part, TURN, strlen(TURN)) == 0) {
    text_put(&direction, part + strlen(TURN));
  } else if (strncmp(part, ADVANCE, strlen(ADVANCE)) == 0) {
    text_put(&direction, part + strlen(ADVANCE));
  } else if (row->is_turn) {
    text_put(&direction, "across the arms of its cross");
  } else {
    text_format(&direction, "along %s", part);
  }
  put_component(line, force, is_unique, row->is_turn ? "N.m" : "N", text_string(&direction));
  text_free(&direction);
}

static void put_row_of_wheel(Line *line, const ConstraintEquation *row, double force,
                             bool is_unique)
{
  const char *part = part_of_label(row);
  const char *direction = strcmp(part, "height") == 0          ? "away from the plane"
                          : strcmp(part, "no slip along") == 0 ? "along the track"
                                                               : "sideways";
  put_component(line, force, is_unique, "N", direction);
}

static void put_row_of_expression(Line *line, const Equations *equations, const double gradient[],
                                  double force, bool is_unique)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    Text direction = { 0 };
    text_format(&direction, "on %s", equations->coordinates[i].name);
    put_component(line, force * gradient[i], is_unique, equations->torques[i].unit,
                  text_string(&direction));
    text_free(&direction);
  }
}

static void put_row(Line *line, const JointReactions *joint_reactions, int index)
{
  const Equations *equations = joint_reactions->equations;
  const ConstraintEquation *row = &joint_reactions->rows->equations[index];
  double force = -joint_reactions->lambda[index];
  bool is_unique = joint_reactions->lambda_is_unique[index];
  switch (row->origin) {
  case ORIGIN_LOOP: put_row_of_loop(line, row, force, is_unique); break;
  case ORIGIN_WHEEL: put_row_of_wheel(line, row, force, is_unique); break;
  case ORIGIN_QUATERNION: break;
  case ORIGIN_STATEMENT:
  case ORIGIN_MOTION:
    put_row_of_expression(line, equations, joint_reactions->A + index * equations->coordinate_count,
                          force, is_unique);
    break;
  }
}

static void put_places(const JointReactions *joint_reactions, const ConstraintEquation *row,
                       Text *out)
{
  const Mechanism *mechanism = joint_reactions->mechanism;
  if (row->origin != ORIGIN_LOOP) return;
  const Loop *loop = &mechanism->loops[row->index];
  text_format(out, " of %s, on %s", mechanism->frames[loop->first.frame].name,
              mechanism->frames[loop->second.frame].name);
}

static bool is_of_same(const ConstraintEquation *a, const ConstraintEquation *b)
{
  return a->origin == b->origin && a->index == b->index;
}

static bool is_first_of_statement(const ConstraintList *rows, int index)
{
  for (int i = 0; i < index; i++) {
    if (is_of_same(&rows->equations[i], &rows->equations[index])) return false;
  }
  return rows->equations[index].origin != ORIGIN_QUATERNION;
}

static void put_constraints(const JointReactions *joint_reactions, double nothing, Text *out)
{
  const ConstraintList *rows = joint_reactions->rows;
  Table table = table_new(2);
  for (int i = 0; i < rows->count; i++) {
    const ConstraintEquation *row = &rows->equations[i];
    if (!is_first_of_statement(rows, i)) continue;
    const char *colon = strstr(row->label, ": ");  // the statement is the label without this part
    text_put_bytes(table_cell(&table), row->label,
                   colon ? (size_t)(colon - row->label) : strlen(row->label));
    Line line = { table_cell(&table), nothing, 0, true };
    for (int k = i; k < rows->count; k++) {
      if (is_of_same(row, &rows->equations[k])) put_row(&line, joint_reactions, k);
    }
    if (line.count > 0) put_places(joint_reactions, row, line.out);
    end_line(&line);
  }
  if (table.count > 0) text_put(out, "Constraint forces:\n");
  table_end(&table, out);
}

// ---- joints

static void put_joints(const JointReactions *joint_reactions, double nothing, Text *out)
{
  static const char *const DIRECTIONS[COMPONENTS] = { "along x", "along y", "along z",
                                                      "about x", "about y", "about z" };
  const Mechanism *mechanism = joint_reactions->mechanism;
  Table table = table_new(2);
  for (int j = 0; j < mechanism->joint_count; j++) {
    table_put(&table, mechanism->joints[j].name);
    Line line = { table_cell(&table), nothing, 0, true };
    for (int c = 0; c < COMPONENTS; c++) {
      int place = j * COMPONENTS + c;
      put_component(&line, joint_reactions->reactions[place],
                    joint_reactions->reaction_is_unique[place], c < 3 ? "N" : "N.m", DIRECTIONS[c]);
    }
    end_line(&line);
  }
  if (table.count > 0) {
    text_put(out, "Joint reactions on the child frame, at its origin, in its axes:\n");
  }
  table_end(&table, out);
}

// The reason why forces are not unique.
static void put_ambiguity(const JointReactions *joint_reactions, double nothing, Text *out)
{
  int rows = joint_reactions->rows->count;
  int components = joint_reactions->mechanism->joint_count * COMPONENTS;
  if (joint_reactions->rank < rows) {
    text_format(out,
                "Not unique: only %d of the %d equations are independent here, so other forces "
                "are possible; these have minimum norm.\n",
                joint_reactions->rank, rows);
    return;
  }
  for (int i = 0; i < components; i++) {
    if (joint_reactions->reaction_is_unique[i] || !(fabs(joint_reactions->reactions[i]) > nothing))
      continue;
    text_put(out,
             "Not unique: out of its plane the mechanism is overconstrained; the loop joints are "
             "assumed to carry no load in that direction.\n");
    return;
  }
}

void reactions_text(const JointReactions *joint_reactions, Text *out)
{
  double nothing = REACTION_EPSILON * largest_of(joint_reactions);
  put_constraints(joint_reactions, nothing, out);
  put_joints(joint_reactions, nothing, out);
  put_ambiguity(joint_reactions, nothing, out);
}
