// record.c -- results of studies through the public interface.
// SPDX-License-Identifier: MIT
#include "api/answer.h"
#include "base/memory/memory.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>

// ---- results

BielleAnswer *answer_new(void)
{
  BielleAnswer *answer = memory_new(1, sizeof *answer);
  answer->arena = arena_new();
  answer->record = record_new(answer->arena);
  return answer;
}

void bielle_answer_free(BielleAnswer *answer)
{
  if (!answer) return;
  arena_free(answer->arena);
  text_free(&answer->words);
  text_free(&answer->table);
  text_free(&answer->picture);
  free(answer);
}

const char *bielle_answer_words(const BielleAnswer *answer) { return text_string(&answer->words); }

const char *bielle_answer_table(const BielleAnswer *answer) { return text_string(&answer->table); }

const char *bielle_answer_picture(const BielleAnswer *answer)
{
  return text_string(&answer->picture);
}

const BielleRecord *bielle_answer_record(const BielleAnswer *answer)
{
  return (const BielleRecord *)answer->record;
}

// ---- records

static const Record *inside(const BielleRecord *record)
{
  static const Record NOTHING = { .unit = "" };
  return record ? (const Record *)record : &NOTHING;
}

BielleRecordKind bielle_record_kind(const BielleRecord *record)
{
  static const BielleRecordKind KINDS[] = {
    [RECORD_NULL] = BIELLE_RECORD_NOTHING,  [RECORD_FLAG] = BIELLE_RECORD_FLAG,
    [RECORD_WHOLE] = BIELLE_RECORD_WHOLE,   [RECORD_NUMBER] = BIELLE_RECORD_NUMBER,
    [RECORD_TEXT] = BIELLE_RECORD_TEXT,     [RECORD_LIST] = BIELLE_RECORD_LIST,
    [RECORD_OBJECT] = BIELLE_RECORD_OBJECT,
  };
  return KINDS[inside(record)->kind];
}

const char *bielle_record_name(const BielleRecord *record)
{
  const char *name = inside(record)->name;
  return name ? name : "";
}

const char *bielle_record_unit(const BielleRecord *record) { return inside(record)->unit; }

int bielle_record_flag(const BielleRecord *record) { return inside(record)->flag; }

long bielle_record_whole(const BielleRecord *record) { return inside(record)->whole; }

double bielle_record_number(const BielleRecord *record)
{
  const Record *own = inside(record);
  if (own->kind == RECORD_WHOLE) return (double)own->whole;
  return own->kind == RECORD_NUMBER ? own->number : NAN;
}

const char *bielle_record_text(const BielleRecord *record)
{
  const char *text = inside(record)->text;
  return text ? text : "";
}

int bielle_record_count(const BielleRecord *record) { return inside(record)->count; }

const BielleRecord *bielle_record_first(const BielleRecord *record)
{
  return (const BielleRecord *)inside(record)->first;
}

const BielleRecord *bielle_record_next(const BielleRecord *record)
{
  return (const BielleRecord *)inside(record)->next;
}

const BielleRecord *bielle_record_find(const BielleRecord *record, const char *name)
{
  return (const BielleRecord *)record_find(inside(record), name);
}

char *bielle_record_json(const BielleRecord *record)
{
  Text text = { 0 };
  record_put_json(inside(record), &text);
  return text_release(&text);
}
