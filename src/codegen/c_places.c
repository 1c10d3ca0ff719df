// c_places.c -- where the values of a large function are kept.
//
// Values that a later part reads are kept in a workspace, others in locals of their part. A place is
// free again where its value is read last: few places stay in the cache and in registers, and few
// names are declared.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

// ---- places

typedef struct Room {
  int *unused;
  int unused_count;
  int size;  // so many places were needed at a time
} Room;

static int take_place(Room *room)
{
  return room->unused_count > 0 ? room->unused[--room->unused_count] : room->size++;
}

typedef struct Keeping {
  Routine *routine;
  CPlaces *places;
  Room work, local;  // this for the part at hand
  int number_count;
  int *place_of;  // by value
  int *ended;     // by statement: a value that is read there last, + 1
  int *next;      // by value: one more, + 1
} Keeping;

static void free_places(Keeping *keeping, int statement)
{
  for (int value = keeping->ended[statement] - 1; value >= 0; value = keeping->next[value] - 1) {
    bool is_work = keeping->routine->values[value].source == SOURCE_WORK;
    Room *room = is_work ? &keeping->work : &keeping->local;
    room->unused[room->unused_count++] = keeping->place_of[value];
  }
}

// Locals that the model has a name for keep it; numbered ones take the first numbers.
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
  if (is_work) value->source = SOURCE_WORK;
  value->spelling = is_work ? arena_format(keeping->routine->arena, "w[%d]", place)
                            : keeping->places->numbers[place];
}

// The arrays of a product stand behind the other places, where vectors may begin.
static void keep_product(Routine *routine, CPlaces *places)
{
  RoutineProduct *product = routine->product;
  int rows_at = (places->work_size + PRODUCT_LANES - 1) / PRODUCT_LANES * PRODUCT_LANES;
  int columns_at = rows_at + product->length;
  for (int k = 0; k < product->slot_count; k++) {
    ProductSlot *slot = &product->slots[k];
    RoutineValue *value = &routine->values[slot->value];
    bool is_own = value->spelling == slot->spelling;
    int start = slot->is_of_row ? rows_at : columns_at;
    slot->spelling = arena_format(routine->arena, "w[%d]", start + slot->index);
    if (!is_own) continue;
    value->spelling = slot->spelling;
    value->source = SOURCE_WORK;
  }
  product->row_array = "w";
  product->column_array = "w";
  product->row_start += rows_at;
  product->column_start += columns_at;
  places->work_size = columns_at + product->length;
  places->has_vectors = true;
}

CPlaces c_keep_values(Routine *routine, const int ends[], int part_count, const int last[],
                      int taken)
{
  int count = routine->statement_count, total = routine->steps->count, part = 0;
  Arena *arena = routine->arena;
  CPlaces places = { .numbers = ARENA_ARRAY(arena, const char *, count),
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

// ---- declarations

const char *c_value_type(const CodeModel *model)
{
  return code_named(model, model->language->lanes ? "NAME_block" : "NAME_real");
}

void c_put_locals(Text *out, const CodeModel *model, const Routine *routine, const CPlaces *places,
                  int part, int first, int end)
{
  const char **names = ARENA_ARRAY(routine->arena, const char *, 2 * (end - first));
  int count = 0;
  for (int k = first; k < end; k++) {
    int index = routine->statements[k].value;
    if (index < 0 || routine->values[index].source != SOURCE_NONE) continue;
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

void c_add_workspace(CArguments *arguments, const CodeModel *model, const CPlaces *places)
{
  if (places->work_size > 0)
    c_add_argument(arguments, model, SOURCE_WORK, "w",
                   code_text(model, "%s %%s[]", c_value_type(model)));
}

void c_put_workspace(Text *out, const CodeModel *model, const CPlaces *places)
{
  if (places->work_size > 0)
    text_format(out, "  %s%s w[%d];\n", places->has_vectors ? c_alignment(model) : "",
                c_value_type(model), places->work_size);
}
