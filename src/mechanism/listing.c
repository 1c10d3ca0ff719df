// listing.c -- a serial chain as the tables of the 1980 report, section 4.2.
//
// The chain is read as one sentence of terms: every term that moves is a degree of freedom and
// begins the body of the same number; the constant translations behind it are that body's lever.
// The report prints no row of MRR for a sliding joint; its mark in the fourth column is ours.
// SPDX-License-Identifier: MIT
#include "mechanism/listing.h"

#include "base/arena.h"
#include "mechanism/table.h"
#include "symbolic/print.h"

#include <string.h>

enum { MARK_ROTATION, MARK_CONSTANT_TRANSLATION, MARK_TRANSLATION };  // fourth column of MRR
enum { LINE_WIDTH = 80 };

typedef struct Term {
  const Move *move;
  int frame;
  int axis;        // 0, 1, 2
  int number;      // of the degree of freedom, or of the body that a constant belongs to
  int coordinate;  // -1: constant
} Term;

typedef struct Chain {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Arena *arena;
  Term *terms;
  int term_count;
  int freedom_count;
} Chain;

// ---- the chain

static bool refuse(const Chain *chain, int frame, const char *why)
{
  diagnostics_add(chain->diagnostics, SEVERITY_ERROR, chain->mechanism->frames[frame].span, NULL,
                  "no listing for this mechanism: %s", why);
  return false;
}

static int axis_of(const Move *move)
{
  for (int i = 0; i < 3; i++) {
    const Expr *const *at = move->axis.at;
    bool is_alone = expr_is_zero(at[(i + 1) % 3]) && expr_is_zero(at[(i + 2) % 3]);
    if (is_alone && expr_is_one(at[i])) return i;
  }
  return -1;
}

static int coordinate_of(const Mechanism *mechanism, const Move *move)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (mechanism->coordinates[i].q == move->amount) return i;
  }
  return -1;
}

static bool is_taken(const Chain *chain, int coordinate)
{
  for (int i = 0; i < chain->term_count; i++) {
    if (chain->terms[i].coordinate == coordinate) return true;
  }
  return false;
}

static bool add_term(Chain *chain, int frame, const Move *move)
{
  Term term = { .move = move, .frame = frame, .coordinate = -1 };
  if (move->kind == MOVE_QUATERNION) return refuse(chain, frame, "it has Euler parameters");
  term.axis = axis_of(move);
  if (term.axis < 0) return refuse(chain, frame, "it moves along an axis that is not x, y or z");
  bool moves = move->amount->stage > STAGE_PARAMETER;
  if (moves) {
    term.coordinate = coordinate_of(chain->mechanism, move);
    if (term.coordinate < 0 || is_taken(chain, term.coordinate)) {
      return refuse(chain, frame, "each term that moves has a coordinate of its own");
    }
    chain->freedom_count++;
  } else if (move->kind == MOVE_ROTATION) {
    return refuse(chain, frame, "the tables have no constant rotations");
  }
  term.number = chain->freedom_count;
  chain->terms[chain->term_count++] = term;
  return true;
}

static int move_count(const Mechanism *mechanism)
{
  int count = 0;
  for (int i = 0; i < mechanism->frame_count; i++)
    count += mechanism->frames[i].move_count;
  return count;
}

static bool read_chain(Chain *chain)
{
  const Mechanism *mechanism = chain->mechanism;
  chain->terms = ARENA_ARRAY(chain->arena, Term, move_count(mechanism) + 1);
  for (int i = 1; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    if (frame->parent != i - 1) return refuse(chain, i, "it is no serial chain");
    for (int k = 0; k < frame->move_count; k++) {
      if (!add_term(chain, i, &frame->moves[k])) return false;
    }
  }
  if (chain->freedom_count > 0) return true;
  return refuse(chain, FRAME_GROUND, "nothing moves");
}

// ---- texts

// Names that begin with '_' and a digit are the report's own, which begin with the digit.
static void put_value(const Expr *value, Text *out)
{
  Text text = { 0 };
  expr_print(value, &text);
  const char *string = text_string(&text);
  bool is_old = string[0] == '_' && string[1] >= '0' && string[1] <= '9';
  text_put(out, is_old ? string + 1 : string);
  text_free(&text);
}

static void put_limit(const Expr *limit, Text *out)
{
  if (limit) {
    put_value(limit, out);
  } else {
    text_put_char(out, '-');
  }
}

static void put_term(const Chain *chain, const Term *term, Text *out)
{
  char letter = term->move->kind == MOVE_ROTATION ? 'R' : 'T';
  text_format(out, "%c%c%s(", letter, 'X' + term->axis, term->coordinate < 0 ? "K" : "");
  if (term->coordinate < 0) {
    put_value(term->move->amount, out);
  } else {
    const Coordinate *coordinate = &chain->mechanism->coordinates[term->coordinate];
    put_limit(coordinate->lower, out);
    text_put_char(out, ',');
    put_limit(coordinate->upper, out);
  }
  text_put_char(out, ')');
}

static void put_sentence(const Chain *chain, Text *out)
{
  int column = 0;
  for (int i = 0; i < chain->term_count; i++) {
    Text term = { 0 };
    put_term(chain, &chain->terms[i], &term);
    text_put_char(&term, i + 1 < chain->term_count ? ',' : ';');
    int width = text_columns(text_string(&term), term.length);
    if (column > 0 && column + width > LINE_WIDTH) {
      text_put_char(out, '\n');
      column = 0;
    }
    text_put(out, text_string(&term));
    column += width;
    text_free(&term);
  }
  text_put_char(out, '\n');
}

static void print_table(Table *table, Text *out)
{
  table_print(table, out);
  table_free(table);
}

static void put_number(Table *table, int number) { text_format(table_cell(table), "%d", number); }

// ---- tables

static int mark_of(const Term *term)
{
  if (term->move->kind == MOVE_ROTATION) return MARK_ROTATION;
  return term->coordinate < 0 ? MARK_CONSTANT_TRANSLATION : MARK_TRANSLATION;
}

static void put_terms(const Chain *chain, Text *out)
{
  Table table = table_new(4);
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    for (int axis = 0; axis < 3; axis++)
      put_number(&table, axis == term->axis ? term->number : 0);
    put_number(&table, mark_of(term));
  }
  text_put(out, "\nTABLE MRR OF THE DESCRIPTION\n");
  print_table(&table, out);
}

// The constants of a body along one axis (along all for -1), added or listed; "0" for none.
static void put_lever(const Chain *chain, int body, int axis, Text *cell)
{
  size_t start = cell->length;
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    bool is_wanted = axis < 0 || term->axis == axis;
    bool is_constant = term->coordinate < 0 && !expr_is_zero(term->move->amount);
    if (term->number != body || !is_wanted || !is_constant) continue;
    if (cell->length > start) text_put(cell, axis < 0 ? ", " : " + ");
    put_value(term->move->amount, cell);
  }
  if (cell->length == start) text_put_char(cell, '0');
}

static bool has_base(const Chain *chain) { return chain->terms[0].number == 0; }

static void put_translations(const Chain *chain, Text *out)
{
  Table table = table_new(3);
  for (int body = 1; body <= chain->freedom_count; body++) {
    for (int axis = 0; axis < 3; axis++)
      put_lever(chain, body, axis, table_cell(&table));
  }
  text_put(out, "\nTABLE OF CONSTANT TRANSLATIONS\n");
  print_table(&table, out);
  if (!has_base(chain)) return;
  table = table_new(3);
  for (int axis = 0; axis < 3; axis++)
    put_lever(chain, 0, axis, table_cell(&table));
  text_put(out, "\nTRANSLATION OF THE BASE\n");
  print_table(&table, out);
}

// Indices of parallel rotations are joined: "234" for the sum of three angles. From 10 on they are
// set apart, "9,10".
static void put_angle(const Term *term, const Term *before, Text *angle)
{
  bool is_parallel = before && before->axis == term->axis;
  if (!is_parallel) text_clear(angle);
  if (is_parallel && term->number > 9) text_put_char(angle, ',');
  text_format(angle, "%d", term->number);
}

static void put_rotations(const Chain *chain, Text *out)
{
  Table table = table_new(3);
  Text angle = { 0 };
  const Term *before = NULL;
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    if (term->coordinate < 0) continue;
    bool turns = term->move->kind == MOVE_ROTATION;
    if (turns) put_angle(term, before, &angle);
    for (int axis = 0; axis < 3; axis++)
      table_put(&table, turns && axis == term->axis ? text_string(&angle) : "0");
    if (turns) before = term;
  }
  text_put(out, "\nTABLE OF ROTATIONS\n");
  print_table(&table, out);
  text_free(&angle);
}

static void put_bodies(const Chain *chain, Text *out)
{
  Table table = table_new(2);
  table_put(&table, "BODY");
  table_put(&table, "LENGTH");
  for (int body = 1; body <= chain->freedom_count; body++) {
    put_number(&table, body);
    put_lever(chain, body, -1, table_cell(&table));
  }
  text_put(out, "\nLIST OF THE BODIES\n");
  print_table(&table, out);
}

static void put_limits(const Chain *chain, Text *out)
{
  Table table = table_new(3);
  table_put(&table, "NO");
  table_put(&table, "MIN");
  table_put(&table, "MAX");
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    if (term->coordinate < 0) continue;
    const Coordinate *coordinate = &chain->mechanism->coordinates[term->coordinate];
    put_number(&table, term->number);
    put_limit(coordinate->lower, table_cell(&table));
    put_limit(coordinate->upper, table_cell(&table));
  }
  text_put(out, "\nLIMITS OF THE DEGREES OF FREEDOM\n");
  print_table(&table, out);
}

// ---- mass data

// The number of the body whose frame this is: its last move is the one that moves.
static int body_of_frame(const Chain *chain, int frame)
{
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    bool is_last = i + 1 == chain->term_count || chain->terms[i + 1].frame != frame;
    if (term->frame == frame && is_last) return term->coordinate >= 0 ? term->number : -1;
  }
  return -1;
}

static bool check_bodies(const Chain *chain)
{
  const Mechanism *mechanism = chain->mechanism;
  for (int i = 0; i < mechanism->body_count; i++) {
    if (body_of_frame(chain, mechanism->bodies[i].frame) > 0) continue;
    diagnostics_add(chain->diagnostics, SEVERITY_ERROR, mechanism->bodies[i].span, NULL,
                    "no listing for this mechanism: the body '%s' is not on a frame of a joint",
                    mechanism->bodies[i].name);
    return false;
  }
  return true;
}

static void put_mass(Table *table, int number, const Body *body)
{
  put_number(table, number);
  if (body) {
    put_value(body->mass, table_cell(table));
  } else {
    table_put(table, "0");
  }
  for (int axis = 0; axis < 3; axis++) {
    if (body) {
      put_value(body->com_F.at[axis], table_cell(table));
    } else {
      table_put(table, "0");
    }
  }
}

static void put_masses(const Chain *chain, Text *out)
{
  const Mechanism *mechanism = chain->mechanism;
  Table table = table_new(5);
  const char *const headings[] = { "BODY", "MASS", "VCG", "", "" };
  for (int i = 0; i < 5; i++)
    table_put(&table, headings[i]);
  for (int number = 1; number <= chain->freedom_count; number++) {
    bool has_body = false;
    for (int i = 0; i < mechanism->body_count; i++) {
      if (body_of_frame(chain, mechanism->bodies[i].frame) != number) continue;
      put_mass(&table, number, &mechanism->bodies[i]);
      has_body = true;
    }
    if (!has_body) put_mass(&table, number, NULL);
  }
  text_put(out, "\nMASS DATA\n");
  print_table(&table, out);
}

static bool is_zero_matrix(const Mat3 *matrix)
{
  for (int i = 0; i < 9; i++) {
    if (!expr_is_zero(matrix->at[i / 3][i % 3])) return false;
  }
  return true;
}

// Diagonal, then the products xy, xz, yz where a body has any.
static void put_inertias(const Chain *chain, Text *out)
{
  const Mechanism *mechanism = chain->mechanism;
  Table table = table_new(7);
  const char *const headings[] = { "BODY", "XX", "YY", "ZZ", "XY", "XZ", "YZ" };
  const int places[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
  for (int i = 0; i < 7; i++)
    table_put(&table, headings[i]);
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    if (is_zero_matrix(&body->inertia_F)) continue;
    put_number(&table, body_of_frame(chain, body->frame));
    for (int k = 0; k < 6; k++)
      put_value(body->inertia_F.at[places[k][0]][places[k][1]], table_cell(&table));
  }
  text_put(out, "\nTENSORS OF INERTIA\n");
  print_table(&table, out);
}

// ---- all of it

static void put_listing(const Chain *chain, Text *out)
{
  put_sentence(chain, out);
  put_terms(chain, out);
  put_translations(chain, out);
  put_rotations(chain, out);
  text_format(out, "\nNUMBER OF CHANGES OF FRAME %d\n", chain->term_count);
  text_format(out, "\nNUMBER OF DEGREES OF FREEDOM %d\n", chain->freedom_count);
  put_bodies(chain, out);
  put_limits(chain, out);
  if (chain->mechanism->body_count == 0) return;
  put_masses(chain, out);
  put_inertias(chain, out);
}

bool mechanism_listing(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out)
{
  Chain chain = { .mechanism = mechanism, .diagnostics = diagnostics, .arena = arena_new() };
  bool is_good = read_chain(&chain) && check_bodies(&chain);
  if (is_good) put_listing(&chain, out);
  arena_free(chain.arena);
  return is_good;
}
