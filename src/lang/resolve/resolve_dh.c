// resolve_dh.c -- tables of Denavit-Hartenberg parameters.
//
// The conventions and their moves are defined in mechanism.h. If there is a column r, it is the
// length along z; d may then be the length along x. The one of theta and the length along z that
// contains a coordinate is the joint motion.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

#include <string.h>

typedef enum Column {
  COLUMN_JOINT,
  COLUMN_ANTECEDENT,
  COLUMN_MU,
  COLUMN_SIGMA,
  COLUMN_GAMMA,
  COLUMN_B,
  COLUMN_ALPHA,
  COLUMN_A,
  COLUMN_D,
  COLUMN_THETA,
  COLUMN_R,
  COLUMN_COUNT
} Column;

static const char *const column_names[COLUMN_COUNT] = { "joint", "antecedent", "mu",    "sigma",
                                                        "gamma", "b",          "alpha", "a",
                                                        "d",     "theta",      "r" };

typedef enum Slot { SLOT_GAMMA, SLOT_B, SLOT_ALPHA, SLOT_X, SLOT_THETA, SLOT_Z, SLOT_COUNT } Slot;

// Axis of the rotation or translation of each slot.
static const MoveName slot_moves[SLOT_COUNT] = {
  [SLOT_GAMMA] = { MOVE_ROTATION, 2, true },  [SLOT_B] = { MOVE_TRANSLATION, 2, true },
  [SLOT_ALPHA] = { MOVE_ROTATION, 0, true },  [SLOT_X] = { MOVE_TRANSLATION, 0, true },
  [SLOT_THETA] = { MOVE_ROTATION, 2, false }, [SLOT_Z] = { MOVE_TRANSLATION, 2, false },
};

typedef struct Dh {
  const char *name;
  DhConvention convention;
  JointTable *table;
  int place[COLUMN_COUNT];  // index of the column in the rows; -1: missing
  int column_count;
  Column slot_columns[SLOT_COUNT];
  int base;      // frame at the beginning of the table
  int previous;  // frame of the previous row
  int row;       // number, from 1
} Dh;

// ---- columns

static int find_column(Span name)
{
  for (int i = 0; i < COLUMN_COUNT; i++)
    if (span_is(name, column_names[i])) return i;
  return -1;
}

static const char *hint_for_columns(const Dh *dh)
{
  if (dh->convention == DH_KHALIL)
    return "columns: joint antecedent mu sigma gamma b alpha d theta r";
  return "columns: joint a alpha d theta";
}

static bool is_allowed(const Dh *dh, int column)
{
  bool is_khalil = dh->convention == DH_KHALIL;
  bool is_of_trees = column >= COLUMN_ANTECEDENT && column <= COLUMN_B;
  return is_khalil ? column != COLUMN_A : !is_of_trees;
}

static bool read_columns(Resolver *resolver, const Statement *statement, Dh *dh)
{
  bool is_good = true;
  for (int i = 0; i < COLUMN_COUNT; i++)
    dh->place[i] = -1;
  for (const Node *item = statement_value(statement, "rows")->first->first; item;
       item = item->next) {
    int column = find_column(node_text(item));
    if (column < 0 || !is_allowed(dh, column)) {
      evaluate_error(resolver, node_text(item), hint_for_columns(dh),
                     "a %s table has no column '%s'", dh_info(dh->convention)->word,
                     resolver_text(resolver, node_text(item)));
      is_good = false;
    } else if (dh->place[column] >= 0) {
      evaluate_error(resolver, node_text(item), "remove the duplicate",
                     "column '%s' is given twice", column_names[column]);
      is_good = false;
    } else {
      dh->place[column] = dh->column_count;
    }
    dh->column_count++;
  }
  return is_good;
}

// Determines the column that holds the parameter of each slot.
static bool assign_slots(Resolver *resolver, const Statement *statement, Dh *dh)
{
  bool has_r = dh->place[COLUMN_R] >= 0;
  bool x_is_d = dh->convention == DH_KHALIL || (has_r && dh->place[COLUMN_A] < 0);
  static const Column usual[SLOT_COUNT] = { COLUMN_GAMMA, COLUMN_B,     COLUMN_ALPHA,
                                            COLUMN_A,     COLUMN_THETA, COLUMN_D };
  memcpy(dh->slot_columns, usual, sizeof usual);
  if (x_is_d) dh->slot_columns[SLOT_X] = COLUMN_D;
  if (x_is_d || has_r) dh->slot_columns[SLOT_Z] = COLUMN_R;
  if (has_r && dh->place[COLUMN_A] >= 0 && dh->place[COLUMN_D] >= 0)
    return resolver_error(resolver, statement_text(statement, "convention"),
                          "the length along z is d, or r beside a or d",
                          "the table has three lengths: a, d and r");
  for (int slot = SLOT_ALPHA; slot < SLOT_COUNT; slot++) {
    if (dh->place[dh->slot_columns[slot]] >= 0) continue;
    return resolver_error(resolver, statement_value(statement, "rows")->first->span,
                          hint_for_columns(dh), "column '%s' is missing",
                          column_names[dh->slot_columns[slot]]);
  }
  return true;
}

// ---- cells

static const Node *cell_of(const Dh *dh, const Node *row, Column column)
{
  const Node *cell = row->first;
  if (dh->place[column] < 0) return NULL;
  for (int i = 0; cell && i < dh->place[column]; i++)
    cell = cell->next;
  return cell;
}

static bool is_name_or_number(Resolver *resolver, const Node *cell, const char *what)
{
  bool is_number = cell->kind == NODE_NUMBER && !cell->has_unit &&
                   !memchr(span_bytes(node_text(cell)), '.', node_text(cell).length);
  if (is_number || (cell->kind == NODE_NAME && cell->primes == 0)) return true;
  return resolver_error(resolver, cell->span, NULL, "%s is a name or a whole number", what);
}

// Returns the frame name of a row: row 3 of the table `arm` makes arm3, row `elbow` makes elbow.
static const char *frame_name(Resolver *resolver, const Dh *dh, const Node *cell)
{
  if (!cell) return arena_format(resolver->scratch, "%s%d", dh->name, dh->row);
  if (cell->kind == NODE_NAME) return resolver_text(resolver, node_text(cell));
  return arena_format(resolver->scratch, "%s%s", dh->name,
                      resolver_text(resolver, node_text(cell)));
}

static int antecedent_of(Resolver *resolver, const Dh *dh, const Node *row)
{
  const Node *cell = cell_of(dh, row, COLUMN_ANTECEDENT);
  if (!cell) return dh->previous;
  if (!is_name_or_number(resolver, cell, "an antecedent")) return dh->base;
  if (cell->kind == NODE_NAME) return resolve_frame_name(resolver, cell);
  if (span_is(node_text(cell), "0")) return dh->base;
  const char *name = frame_name(resolver, dh, cell);
  const Name *found = scope_declared(resolver->scope, SPACE_FRAMES, name);
  if (found && found->kind == NAME_FRAME) return found->index;
  evaluate_error(resolver, cell->span, "rows come below their antecedents; 0 is the base",
                 "there is no row '%s' above", resolver_text(resolver, node_text(cell)));
  return dh->base;
}

// Returns an integer from 0 to `most`, or -1 if the column is missing or after an error.
static int whole_number(Resolver *resolver, const Dh *dh, const Node *row, Column column, int most)
{
  const Node *cell = cell_of(dh, row, column);
  if (!cell) return -1;
  for (int value = 0; value <= most; value++) {
    char digit = (char)('0' + value);
    bool is_digit = cell->kind == NODE_NUMBER && !cell->has_unit && node_text(cell).length == 1;
    if (is_digit && span_bytes(node_text(cell))[0] == digit) return value;
  }
  evaluate_error(resolver, cell->span, NULL, "'%s' is a whole number from 0 to %d",
                 column_names[column], most);
  return -1;
}

// ---- rows

typedef struct Row {
  const Node *ast;
  const Expr *amounts[SLOT_COUNT];  // NULL: no column
  int coordinates[SLOT_COUNT];      // declared by the cell; -1: none
} Row;

static void read_slot(Resolver *resolver, const Dh *dh, Slot slot, Row *row)
{
  const MoveName *move = &slot_moves[slot];
  bool is_angle = move->kind == MOVE_ROTATION;
  Column column = dh->slot_columns[slot];
  const Node *cell = cell_of(dh, row->ast, column);
  row->coordinates[slot] = -1;
  row->amounts[slot] = NULL;
  if (!cell) return;
  const Requirement wanted = { arena_format(resolver->scratch, "'%s'", column_names[column]),
                               is_angle ? dimension_of_angle() : dimension_of_length(),
                               move->is_constant ? STAGE_PARAMETER : STAGE_POSITION };
  if (!move->is_constant)
    row->coordinates[slot] = resolve_new_coordinate(resolver, cell, move->kind);
  resolve_note_kind(resolver, cell, is_angle ? COORDINATE_ANGLE : COORDINATE_LENGTH);
  if (require_number(resolver, cell, &wanted, &row->amounts[slot]) && is_angle)
    warn_unitless_angle(resolver, cell);
}

static bool moves(const Row *row, Slot slot)
{
  return row->amounts[slot] && row->amounts[slot]->form->stage > STAGE_PARAMETER;
}

// Returns false if both theta and the length move, or if sigma (0: theta, 1: the length, 2:
// neither) disagrees.
static bool check_motion(Resolver *resolver, const Dh *dh, const Row *row)
{
  bool turns = moves(row, SLOT_THETA);
  bool slides = moves(row, SLOT_Z);
  int sigma = whole_number(resolver, dh, row->ast, COLUMN_SIGMA, 2);
  whole_number(resolver, dh, row->ast, COLUMN_MU, 1);
  if (turns && slides)
    return resolver_error(resolver, row->ast->span, "use two rows", "'theta' and '%s' both move",
                          column_names[dh->slot_columns[SLOT_Z]]);
  bool agrees = sigma < 0 || (sigma == 0 && turns) || (sigma == 1 && slides) ||
                (sigma == 2 && !turns && !slides);
  if (agrees) return true;
  return resolver_error(resolver, cell_of(dh, row->ast, COLUMN_SIGMA)->span,
                        "0: theta moves, 1: the length moves, 2: fixed", "'sigma' is %d, but %s",
                        sigma,
                        turns    ? "theta moves"
                        : slides ? "the length moves"
                                 : "nothing moves");
}

// Missing columns are zero.
static DhRow row_of(const Resolver *resolver, const Row *row)
{
  const Expr *cells[SLOT_COUNT];
  for (int i = 0; i < SLOT_COUNT; i++)
    cells[i] = row->amounts[i] ? row->amounts[i] : expr_integer(resolver->pool, 0);
  return (DhRow){ .gamma = cells[SLOT_GAMMA],
                  .b = cells[SLOT_B],
                  .alpha = cells[SLOT_ALPHA],
                  .a = cells[SLOT_X],
                  .theta = cells[SLOT_THETA],
                  .d = cells[SLOT_Z],
                  .turns = moves(row, SLOT_THETA) };
}

static void add_row(Resolver *resolver, Dh *dh, const Row *row, const char *name, Span span)
{
  int parent = antecedent_of(resolver, dh, row->ast);
  DhRow own = row_of(resolver, row);
  MoveList list = { .moves = ARENA_ARRAY(resolver->scratch, Move, MAX_DH_MOVES) };
  list.count = dh_row_moves(&own, dh->convention, list.moves);
  Slot slot = own.turns ? SLOT_THETA : SLOT_Z;
  if (moves(row, slot)) {
    TermDraft term = { .name = name,
                       .span = span,
                       .parent = parent,
                       .axis_F = dh_row_axis(&own, dh->convention),
                       .kind = slot_moves[slot].kind,
                       .amount = cell_of(dh, row->ast, dh->slot_columns[slot]),
                       .coordinate = row->coordinates[slot] };
    resolve_add_term(resolver, &term, list);
  } else {
    resolve_add_frame(resolver, name, span, parent, list);
  }
  own.frame = resolver->mechanism->frame_count - 1;
  dh->previous = own.frame;
  dh->table->rows[dh->table->row_count++] = own;
}

static void resolve_row(Resolver *resolver, Dh *dh, const Node *ast)
{
  Row row = { .ast = ast };
  dh->row++;
  if (ast->count != dh->column_count) {
    evaluate_error(resolver, ast->span, "a cell is an expression without blanks or in brackets",
                   "this row has %d cells for %d columns", ast->count, dh->column_count);
    return;
  }
  const Node *label = cell_of(dh, ast, COLUMN_JOINT);
  if (label && !is_name_or_number(resolver, label, "a joint")) return;
  for (int slot = 0; slot < SLOT_COUNT; slot++)
    read_slot(resolver, dh, (Slot)slot, &row);
  if (!check_motion(resolver, dh, &row)) return;
  Span span = label ? label->span : ast->span;
  add_row(resolver, dh, &row, frame_name(resolver, dh, label), span);
}

// ---- table

// Returns DH_CONVENTION_COUNT after an error.
static DhConvention find_convention(Resolver *resolver, Span word)
{
  int kind = 0;
  while (kind < DH_CONVENTION_COUNT && !span_is(word, dh_info((DhConvention)kind)->word))
    kind++;
  if (kind == DH_CONVENTION_COUNT) {
    evaluate_error(resolver, word, "standard (Paul), modified (Craig) or khalil",
                   "unknown convention '%s'", resolver_text(resolver, word));
  }
  return (DhConvention)kind;
}

void resolve_dh(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  Dh dh = { .name = resolver_declared_name(resolver, statement),
            .base = resolve_parent(resolver, statement) };
  dh.previous = dh.base;
  dh.convention = find_convention(resolver, statement_text(statement, "convention"));
  bool is_good = dh.convention < DH_CONVENTION_COUNT && read_columns(resolver, statement, &dh) &&
                 assign_slots(resolver, statement, &dh);
  if (!is_good) {
    resolver->scope->has_lost_names = true;  // names that the rows would have declared
    return;
  }
  const Node *rows = statement_value(statement, "rows");
  const Node *columns = rows->first;
  dh.table = RESOLVER_ADD(resolver, mechanism->tables, mechanism->table_count);
  *dh.table = (JointTable){ .name = resolver_full_name(resolver, dh.name),
                            .convention = dh_info(dh.convention)->title,
                            .kind = dh.convention,
                            .rows = ARENA_ARRAY(resolver->arena, DhRow, rows->count),
                            .span = statement_name(statement) };
  for (const Node *row = columns->next; row; row = row->next)
    resolve_row(resolver, &dh, row);
}
