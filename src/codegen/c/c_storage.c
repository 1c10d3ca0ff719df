// c_storage.c -- storage of the values of a large function.
//
// Values that a later part reads are stored in a workspace, others in locals of their part. A place
// is reused after its value is read for the last time: a small workspace stays in the cache and in
// registers, and fewer names are declared.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

// ---- places

typedef struct Room {
  int *unused;
  int unused_count;
  int size;  // maximum number of places in use at a time
} Room;

static int take_place(Room *room)
{
  return room->unused_count > 0 ? room->unused[--room->unused_count] : room->size++;
}

typedef struct Keeping {
  Routine *routine;
  CStorage *places;
  Room work, local;  // `local` is that of the current part
  int number_count;
  int *place_of;  // by value: its place
  int *ended;     // by statement: 1 + first value that is read there last
  int *next;      // by value: 1 + the next such value
} Keeping;

static void free_places(Keeping *keeping, int statement)
{
  for (int value = keeping->ended[statement] - 1; value >= 0; value = keeping->next[value] - 1) {
    bool is_work = keeping->routine->values[value].source == SOURCE_WORK;
    Room *room = is_work ? &keeping->work : &keeping->local;
    room->unused[room->unused_count++] = keeping->place_of[value];
  }
}

// Stores a value. Locals named by the model keep their names; numbered ones take the lowest
// numbers.
static void keep_value(Keeping *keeping, int index, int last, bool is_work)
{
  RoutineValue *value = &keeping->routine->values[index];
  value->is_stored = true;
  if (value->is_numbered) keeping->places->numbers[keeping->number_count++] = value->spelling;
  if (!is_work && !value->is_numbered) return;
  int place = take_place(is_work ? &keeping->work : &keeping->local);
  keeping->place_of[index] = place;
  keeping->next[index] = keeping->ended[last];
  keeping->ended[last] = index + 1;
  if (is_work) {
    value->source = SOURCE_WORK;
    value->place = place + 1;
  }
  value->spelling = is_work ? arena_format(keeping->routine->arena, "w[%d]", place)
                            : keeping->places->numbers[place];
}

// The arrays of a product follow the other places, aligned for vectors.
static void keep_product(Routine *routine, CStorage *places)
{
  RoutineProduct *product = routine->product;
  int rows_at = (places->work_size + PRODUCT_LANES - 1) / PRODUCT_LANES * PRODUCT_LANES;
  int columns_at = rows_at + product->length;
  for (int k = 0; k < product->slot_count; k++) {
    ProductSlot *slot = &product->slots[k];
    RoutineValue *value = &routine->values[slot->value];
    int place = (slot->is_of_row ? rows_at : columns_at) + slot->index;
    slot->spelling = arena_format(routine->arena, "w[%d]", place);
    if (!slot->is_own) continue;
    value->spelling = slot->spelling;
    value->source = SOURCE_WORK;
    value->place = place + 1;
  }
  product->row_array = "w";
  product->column_array = "w";
  product->row_start += rows_at;
  product->column_start += columns_at;
  places->work_size = columns_at + product->length;
  places->has_vectors = true;
}

CStorage c_keep_values(Routine *routine, const int ends[], int part_count, const int last[],
                       int taken)
{
  int count = routine->statement_count, total = routine->steps->count, part = 0;
  Arena *arena = routine->arena;
  CStorage places = { .numbers = ARENA_ARRAY(arena, const char *, count),
                      .local_counts = ARENA_ARRAY(arena, int, part_count) };
  Keeping keeping = { .routine = routine,
                      .places = &places,
                      .work = { .unused = ARENA_ARRAY(arena, int, count), .size = taken },
                      .local = { .unused = ARENA_ARRAY(arena, int, count) },
                      .place_of = ARENA_ARRAY(arena, int, total),
                      .ended = ARENA_ARRAY(arena, int, count + 1),
                      .next = ARENA_ARRAY(arena, int, total) };
  for (int k = 0; k < count; k++) {
    if (k == ends[part]) {
      part++;
      keeping.local.unused_count = keeping.local.size = 0;
    }
    free_places(&keeping, k);
    int index = routine->statements[k].value;
    if (index >= 0 && !routine->values[index].is_stored)
      keep_value(&keeping, index, last[index], last[index] >= ends[part]);
    places.local_counts[part] = keeping.local.size;
  }
  places.work_size = keeping.work.size;
  if (routine->product) keep_product(routine, &places);
  return places;
}

// ---- sections of the workspace
//
// An x86 instruction encodes an address within 128 bytes of a pointer in one byte, others in four.
// Code that does not fit the instruction cache takes time proportional to its size, so its parts
// have pointers to the middle of the sections of the workspace that they use most. In a part, each
// place is accessed through only one of these pointers or `w`.

enum { PIECE = 32, MIN_USES = 8 };

// Counts how often a part uses places of each section.
static int *uses_of_pieces(const Routine *routine, int piece_count, const int reader[], int first,
                           int end)
{
  int *uses = ARENA_ARRAY(routine->arena, int, piece_count);
  for (int k = 0; k < routine->steps->count; k++) {
    if (!routine_computes(routine, k) || reader[k] < first || reader[k] >= end) continue;
    if (routine->values[k].place > 0) uses[(routine->values[k].place - 1) / PIECE]++;
    for (int a = 0; a < routine_arity(routine, k); a++) {
      int place = routine->values[routine->steps->at[k].arg[a]].place;
      if (place > 0) uses[(place - 1) / PIECE]++;
    }
  }
  return uses;
}

CWorkspacePointers c_choose_pieces(const Routine *routine, CStorage *places, const int reader[],
                                   int first, int end)
{
  int piece_count = (places->work_size + PIECE - 1) / PIECE;
  places->work_size = piece_count * PIECE;  // so that the middle of the last section is within
                                            // bounds
  const int *uses = uses_of_pieces(routine, piece_count, reader, first, end);
  CWorkspacePointers pieces = { 0 };
  for (int k = 0; k < piece_count; k++) {
    int more_used = 0;
    for (int i = 0; i < piece_count; i++)
      more_used += uses[i] > uses[k] || (uses[i] == uses[k] && i < k);
    if (uses[k] >= MIN_USES && more_used < C_MAX_PIECES) pieces.of[pieces.count++] = k;
  }
  return pieces;
}

void c_spell_places(Routine *routine, const CWorkspacePointers *pieces)
{
  for (int k = 0; k < routine->steps->count; k++) {
    RoutineValue *value = &routine->values[k];
    if (value->place == 0) continue;
    int place = value->place - 1, number = 0;
    while (number < pieces->count && pieces->of[number] != place / PIECE)
      number++;
    bool is_in_piece = number < pieces->count;
    value->source = is_in_piece ? SOURCE_NONE : SOURCE_WORK;
    value->spelling =
        is_in_piece ? arena_format(routine->arena, "w%d[%d]", number + 1, place % PIECE - PIECE / 2)
                    : arena_format(routine->arena, "w[%d]", place);
  }
}

void c_add_pieces(CArguments *arguments, const CodeModel *model, const CWorkspacePointers *pieces)
{
  for (int k = 0; k < pieces->count; k++) {
    const char *middle = code_text(model, "w + %d", pieces->of[k] * PIECE + PIECE / 2);
    c_add_argument(arguments, model, SOURCE_NONE, middle,
                   code_text(model, "$NAME_real *restrict w%d", k + 1));
  }
}

// ---- declarations

const char *c_value_type(const CodeModel *model)
{
  return code_named(model, model->language->lanes ? "$NAME_block" : "$NAME_real");
}

void c_put_locals(Text *out, const CodeModel *model, const Routine *routine, const CStorage *places,
                  int part, int first, int end)
{
  const char **names = ARENA_ARRAY(routine->arena, const char *, 2 * (end - first));
  int count = 0;
  for (int k = first; k < end; k++) {
    int index = routine->statements[k].value;
    if (index < 0 || routine->values[index].place > 0) continue;
    if (!routine->values[index].is_numbered) names[count++] = routine->values[index].spelling;
  }
  for (int k = 0; k < places->local_counts[part]; k++)
    names[count++] = places->numbers[k];
  if (count == 0) return;
  size_t start = out->length;
  text_format(out, "  %s", c_value_type(model));
  int column = (int)(out->length - start);
  for (int k = 0; k < count; k++) {
    const char *ending = k + 1 < count ? "," : ";\n\n";
    code_put_item(out, &LANGUAGE_C, &column, 4, names[k], ending);
  }
}

void c_add_workspace(CArguments *arguments, const CodeModel *model, const CStorage *places)
{
  if (places->work_size > 0)
    c_add_argument(arguments, model, SOURCE_WORK, "w",
                   code_text(model, "%s %%s[]", c_value_type(model)));
}

void c_put_workspace(Text *out, const CodeModel *model, const CStorage *places)
{
  if (places->work_size > 0)
    text_format(out, "  %s%s w[%d];\n", places->has_vectors ? c_alignment(model) : "",
                c_value_type(model), places->work_size);
}
