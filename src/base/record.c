// record.c -- construction and search of records.
// SPDX-License-Identifier: MIT
#include "base/record.h"

#include <assert.h>
#include <math.h>
#include <string.h>

Record *record_new(Arena *arena)
{
  Record *record = ARENA_NEW(arena, Record);
  *record = (Record){ .kind = RECORD_OBJECT, .arena = arena, .unit = "" };
  return record;
}

static const char *copy(const Record *record, const char *text)
{
  return arena_copy_text(record->arena, text, strlen(text));
}

static Record *add(Record *to, const char *name, RecordKind kind)
{
  assert((to->kind == RECORD_OBJECT) == (name != NULL));
  Record *part = ARENA_NEW(to->arena, Record);
  *part = (Record){ .kind = kind, .arena = to->arena, .unit = "" };
  if (name) part->name = copy(to, name);
  if (to->last) to->last->next = part;
  if (!to->first) to->first = part;
  to->last = part;
  to->count++;
  return part;
}

Record *record_object(Record *to, const char *name) { return add(to, name, RECORD_OBJECT); }

Record *record_list(Record *to, const char *name) { return add(to, name, RECORD_LIST); }

void record_null(Record *to, const char *name) { add(to, name, RECORD_NULL); }

void record_flag(Record *to, const char *name, bool flag)
{
  add(to, name, RECORD_FLAG)->flag = flag;
}

void record_integer(Record *to, const char *name, long whole)
{
  add(to, name, RECORD_WHOLE)->whole = whole;
}

void record_number(Record *to, const char *name, double number, const char *unit)
{
  Record *part = add(to, name, isfinite(number) ? RECORD_NUMBER : RECORD_NULL);
  part->number = number;
  if (*unit) part->unit = copy(to, unit);
}

void record_text(Record *to, const char *name, const char *text)
{
  add(to, name, RECORD_TEXT)->text = copy(to, text);
}

void record_numbers(Record *to, const char *name, const double numbers[], int count,
                    const char *unit)
{
  Record *list = record_list(to, name);
  for (int i = 0; i < count; i++)
    record_number(list, NULL, numbers[i], unit);
}

const Record *record_find(const Record *object, const char *name)
{
  for (const Record *part = object->first; part; part = part->next) {
    if (part->name && strcmp(part->name, name) == 0) return part;
  }
  return NULL;
}
