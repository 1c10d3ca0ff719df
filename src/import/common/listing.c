// listing.c -- reads gravity, masses and inertias from the tables of the report's listing.
// SPDX-License-Identifier: MIT
#include "import/common/listing.h"

#include <string.h>

enum { MASS_CELLS = 5, TENSOR_CELLS = 7, GRAVITY_CELLS = 3, MAX_CELLS = 7 };

typedef struct ListedBody {
  int number;
  const char *mass;
  const char *com[3];
  bool has_inertia;
  const char *inertia[6];  // XX YY ZZ XY XZ YZ
} ListedBody;

typedef struct Listing {
  CellReader *reader;
  int count;  // number of bodies of the sentence
  ListedBody *bodies;
  int body_count;
  const char *gravity[GRAVITY_CELLS];  // [0] NULL: not given
} Listing;

bool listing_has_tables(const Source *source)
{
  static const char HEADING[] = "\nTABLE MRR";
  return memmem(source->bytes, source->length, HEADING, sizeof HEADING - 1) != NULL;
}

// ---- rows

// Returns the number of bytes between two tokens.
static size_t gap(const Token *token)
{
  return token[1].span.start - token->span.start - token->span.length;
}

static bool ends_row(const Token *token)
{
  return token->kind == TOKEN_END || token->is_first_on_line;
}

static bool fail(Listing *listing, Span span, const char *message)
{
  diagnostics_error(listing->reader->diagnostics, span, NULL, "%s", message);
  return false;
}

// Reads a cell, which ends at the next two blanks. Its tokens are copied and terminated separately.
static bool read_cell(Listing *listing, const char **text)
{
  CellReader *reader = listing->reader;
  const Token *first = reader->at, *end = first + 1;
  while (!ends_row(end) && gap(end - 1) < 2)
    end++;
  size_t count = (size_t)(end - first);
  Token *tokens = ARENA_ARRAY(reader->arena, Token, count + 1);
  memcpy(tokens, first, count * sizeof *tokens);
  tokens[count] =
      (Token){ .kind = TOKEN_END, .span = { end[-1].span.source, end[-1].span.start, 0 } };
  CellReader inner = *reader;
  Cell cell;
  inner.at = tokens;
  bool is_good = cell_read(&inner, &cell);
  if (is_good && inner.at->kind != TOKEN_END)
    is_good = fail(listing, inner.at->span, "two blanks stand between the entries of a row");
  if (is_good) *text = cell.text;
  reader->at = end;
  return is_good;
}

static void skip_row(CellReader *reader)
{
  while (reader->at->kind != TOKEN_END && !reader->at[1].is_first_on_line)
    reader->at++;
  if (reader->at->kind != TOKEN_END) reader->at++;
}

static bool read_row(Listing *listing, const char *cells[], int count)
{
  for (int i = 0; i < count; i++) {
    const Token *at = listing->reader->at;
    if (at->kind == TOKEN_END || (i > 0 && at->is_first_on_line))
      return fail(listing, at->span, "the row before has too few entries");
    if (!read_cell(listing, &cells[i])) return false;
  }
  if (ends_row(listing->reader->at)) return true;
  return fail(listing, listing->reader->at->span, "this row has too many entries");
}

// Returns the number of a body; 0 after an error.
static int body_number(Listing *listing, const Token *at)
{
  int number = 0;
  bool is_good = at->kind == TOKEN_NUMBER;
  for (size_t i = 0; is_good && i < at->span.length; i++) {
    int digit = span_bytes(at->span)[i] - '0';
    number = 10 * number + digit;
    is_good = digit >= 0 && digit <= 9 && number <= listing->count;
  }
  if (is_good && number > 0) return number;
  fail(listing, at->span, "a body has the number of a moving term of the sentence");
  return 0;
}

// ---- tables

static ListedBody *add_body(Listing *listing, int number)
{
  ListedBody *body = ARENA_PUSH(listing->reader->arena, listing->bodies, listing->body_count);
  *body = (ListedBody){ .number = number, .mass = "0", .com = { "0", "0", "0" } };
  return body;
}

static void read_mass(Listing *listing)
{
  const char *cells[MASS_CELLS];
  const Token *at = listing->reader->at;
  if (!read_row(listing, cells, MASS_CELLS)) return;
  int number = body_number(listing, at);
  if (number == 0) return;
  ListedBody *body = add_body(listing, number);
  body->mass = cells[1];
  memcpy(body->com, cells + 2, sizeof body->com);
}

// If two bodies have the same number, either may have the inertia, since they move together.
static void read_tensor(Listing *listing)
{
  const char *cells[TENSOR_CELLS];
  const Token *at = listing->reader->at;
  if (!read_row(listing, cells, TENSOR_CELLS)) return;
  int number = body_number(listing, at), i = 0;
  if (number == 0) return;
  const ListedBody *all = listing->bodies;
  while (i < listing->body_count && (all[i].number != number || all[i].has_inertia))
    i++;
  ListedBody *body = i < listing->body_count ? &listing->bodies[i] : add_body(listing, number);
  body->has_inertia = true;
  memcpy(body->inertia, cells + 1, sizeof body->inertia);
}

static void read_gravity(Listing *listing)
{
  const char *cells[GRAVITY_CELLS];
  if (read_row(listing, cells, GRAVITY_CELLS)) memcpy(listing->gravity, cells, sizeof cells);
}

// A heading begins at the left margin.
static bool is_heading(const Token *token)
{
  const char *bytes = token->span.source->bytes;
  return token->is_first_on_line &&
         (token->span.start == 0 || bytes[token->span.start - 1] == '\n');
}

static void read_table(Listing *listing)
{
  static const struct {
    const char *word;  // first word of the heading
    void (*read_row)(Listing *listing);
  } TABLES[] = { { "MASS", read_mass }, { "TENSORS", read_tensor }, { "GRAVITY", read_gravity } };
  CellReader *reader = listing->reader;
  void (*read)(Listing * listing) = NULL;
  for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++)
    if (span_is(reader->at->span, TABLES[i].word)) read = TABLES[i].read_row;
  skip_row(reader);
  while (reader->at->kind != TOKEN_END && !is_heading(reader->at)) {
    const Token *row = reader->at;
    if (read && !span_is(row->span, "BODY")) read(listing);
    if (reader->at == row || !ends_row(reader->at)) skip_row(reader);
  }
}

// ---- the description

static void put_body(Import *import, const ListedBody *body, int index)
{
  if (strcmp(body->mass, "0") == 0 && !body->has_inertia) return;
  static const char *const none[6] = { "0", "0", "0", "0", "0", "0" };
  const char *const *I = body->has_inertia ? body->inertia : none;
  MassData data = { .mass = body->mass, .inertia = { I[0], I[3], I[4], I[1], I[5], I[2] } };
  memcpy(data.com, body->com, sizeof data.com);
  build_mass(import, arena_format(import->arena, "S%d", index + 1),
             arena_format(import->arena, "R%d", body->number), &data);
}

struct Listing *listing_read_tables(CellReader *reader, int count, Arena *arena)
{
  Listing *listing = ARENA_NEW(arena, Listing);
  *listing = (Listing){ .reader = reader, .count = count };
  while (reader->at->kind != TOKEN_END)
    read_table(listing);
  return listing;
}

void listing_write(Import *import, struct Listing *listing)
{
  if (listing->gravity[0]) {
    document_write(import->document, "gravity %s",
                   vector_text(import->arena, listing->gravity, ""));
  }
  for (int i = 0; i < listing->body_count; i++)
    put_body(import, &listing->bodies[i], i);
}
