// listing.c -- a serial chain as the tables of the 1980 report, section 4.2.
//
// The report has no row of MRR for a prismatic joint and no constant rotations; their marks in the
// fourth column, and the tables of the base, of constant rotations and of gravity, are extensions.
// SPDX-License-Identifier: MIT
#include "report/mechanism/listing_impl.h"
#include "notation/print/print.h"

// Fourth column of MRR.
enum { MARK_ROTATION, MARK_CONSTANT_TRANSLATION, MARK_TRANSLATION, MARK_CONSTANT_ROTATION };
enum { LINE_WIDTH = 80 };

// ---- values

// The report's names begin with a digit; here they have '_' before the digit, which is not printed.
void listing_put_value(const Expr *value, Text *out)
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
    listing_put_value(limit, out);
  } else {
    text_put_char(out, '-');
  }
}

static void put_term(const Chain *chain, const Term *term, Text *out)
{
  char letter = term->move->kind == MOVE_ROTATION ? 'R' : 'T';
  text_format(out, "%c%c%s(", letter, 'X' + term->axis, term->coordinate < 0 ? "K" : "");
  if (term->coordinate < 0) {
    listing_put_value(term->move->amount, out);
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

void listing_put_table(const char *heading, Table *table, Text *out)
{
  text_format(out, "\n%s\n", heading);
  table_print(table, out);
  table_free(table);
}

void listing_put_number(Table *table, int number) { text_format(table_cell(table), "%d", number); }

// ---- tables

static bool is_constant_rotation(const Term *term)
{
  return term->coordinate < 0 && term->move->kind == MOVE_ROTATION;
}

static int mark_of(const Term *term)
{
  if (is_constant_rotation(term)) return MARK_CONSTANT_ROTATION;
  if (term->move->kind == MOVE_ROTATION) return MARK_ROTATION;
  return term->coordinate < 0 ? MARK_CONSTANT_TRANSLATION : MARK_TRANSLATION;
}

static void put_terms(const Chain *chain, Text *out)
{
  Table table = table_new(4);
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    for (int axis = 0; axis < 3; axis++)
      listing_put_number(&table, axis == term->axis ? term->number : 0);
    listing_put_number(&table, mark_of(term));
  }
  listing_put_table("TABLE MRR OF THE DESCRIPTION", &table, out);
}

static void put_lever(const Chain *chain, int body, Table *table)
{
  Vec3 lever = chain_lever(chain, body);
  for (int axis = 0; axis < 3; axis++)
    listing_put_value(lever.at[axis], table_cell(table));
}

static bool has_base(const Chain *chain) { return chain->terms[0].number == 0; }

static void put_translations(const Chain *chain, Text *out)
{
  Table table = table_new(3);
  for (int body = 1; body <= chain->freedom_count; body++)
    put_lever(chain, body, &table);
  listing_put_table("TABLE OF CONSTANT TRANSLATIONS", &table, out);
  if (!has_base(chain)) return;
  table = table_new(3);
  put_lever(chain, 0, &table);
  listing_put_table("TRANSLATION OF THE BASE", &table, out);
}

// Numbers of parallel rotations are joined: "234" for the sum of three angles. From 10 on they are
// separated, "9,10".
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
    // Angles before and after a constant rotation are not simply added.
    if (is_constant_rotation(term)) before = NULL;
    if (term->coordinate < 0) continue;
    bool turns = term->move->kind == MOVE_ROTATION;
    if (turns) put_angle(term, before, &angle);
    for (int axis = 0; axis < 3; axis++)
      table_put(&table, turns && axis == term->axis ? text_string(&angle) : "0");
    if (turns) before = term;
  }
  listing_put_table("TABLE OF ROTATIONS", &table, out);
  text_free(&angle);
}

// One row each: the body that it belongs to, and the angle in the column of its axis.
static void put_constant_rotations(const Chain *chain, Text *out)
{
  Table table = table_with_headings("BODY|X|Y|Z");
  int count = 0;
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    if (!is_constant_rotation(term)) continue;
    count++;
    listing_put_number(&table, term->number);
    for (int axis = 0; axis < 3; axis++) {
      Text *cell = table_cell(&table);
      if (axis == term->axis) {
        listing_put_value(term->move->amount, cell);
      } else {
        text_put_char(cell, '0');
      }
    }
  }
  if (count > 0) {
    listing_put_table("CONSTANT ROTATIONS", &table, out);
  } else {
    table_free(&table);
  }
}

// The lengths of the translations of a body, in order; "0" for none.
static void put_lengths(const Chain *chain, int body, Text *cell)
{
  size_t start = cell->length;
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    bool is_length = mark_of(term) == MARK_CONSTANT_TRANSLATION;
    if (term->number != body || !is_length || expr_is_zero(term->move->amount)) continue;
    if (cell->length > start) text_put(cell, ", ");
    listing_put_value(term->move->amount, cell);
  }
  if (cell->length == start) text_put_char(cell, '0');
}

static void put_bodies(const Chain *chain, Text *out)
{
  Table table = table_with_headings("BODY|LENGTH");
  for (int body = 1; body <= chain->freedom_count; body++) {
    listing_put_number(&table, body);
    put_lengths(chain, body, table_cell(&table));
  }
  listing_put_table("LIST OF THE BODIES", &table, out);
}

static void put_limits(const Chain *chain, Text *out)
{
  Table table = table_with_headings("NO|MIN|MAX");
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    if (term->coordinate < 0) continue;
    const Coordinate *coordinate = &chain->mechanism->coordinates[term->coordinate];
    listing_put_number(&table, term->number);
    put_limit(coordinate->lower, table_cell(&table));
    put_limit(coordinate->upper, table_cell(&table));
  }
  listing_put_table("LIMITS OF THE DEGREES OF FREEDOM", &table, out);
}

// ---- listing

// Gravity in the axes of the base.
static void put_gravity(const Chain *chain, Text *out)
{
  Table table = table_new(3);
  const Vec3 *gravity = &chain->mechanism->gravity;
  bool is_zero = true;
  for (int axis = 0; axis < 3; axis++) {
    is_zero = is_zero && expr_is_zero(gravity->at[axis]);
    listing_put_value(gravity->at[axis], table_cell(&table));
  }
  if (is_zero) {
    table_free(&table);
  } else {
    listing_put_table("GRAVITY", &table, out);
  }
}

static void put_listing(const Chain *chain, Text *out)
{
  put_sentence(chain, out);
  put_terms(chain, out);
  put_translations(chain, out);
  put_rotations(chain, out);
  put_constant_rotations(chain, out);
  text_format(out, "\nNUMBER OF CHANGES OF FRAME %d\n", chain->term_count);
  text_format(out, "\nNUMBER OF DEGREES OF FREEDOM %d\n", chain->freedom_count);
  put_bodies(chain, out);
  put_limits(chain, out);
  listing_put_masses(chain, out);
  put_gravity(chain, out);
}

bool mechanism_listing(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out)
{
  Chain chain = {
    .mechanism = mechanism,
    .diagnostics = diagnostics,
    .arena = arena_new(),
    .pool = pool_new(pool_seed(mechanism->pool)),
  };
  bool is_good = chain_read(&chain);
  if (is_good) put_listing(&chain, out);
  pool_free(chain.pool);
  arena_free(chain.arena);
  return is_good;
}
