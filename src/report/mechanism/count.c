// count.c -- operation counts of an evaluation by stage, as data, and a table of these data.
// SPDX-License-Identifier: MIT
#include "report/report.h"

static void record_count(Record *to, const char *name, OperationCount count)
{
  Record *out = record_object(to, name);
  record_integer(out, "multiplications", count.multiplications);
  record_integer(out, "additions", count.additions);
  record_integer(out, "divisions", count.divisions);
  record_integer(out, "roots", count.roots);
  record_integer(out, "sincos", count.sincos_pairs);
  record_integer(out, "others", count.others);
}

static bool is_nothing(OperationCount count)
{
  return count.multiplications + count.additions + count.divisions + count.roots +
             count.sincos_pairs + count.others ==
         0;
}

void count_record(const Quantity *quantity, const Program *program, Record *list)
{
  static const char *const STAGES[STAGE_COUNT] = { "literals", "parameters", "time",  "q",
                                                   "qd",       "qdd",        "inputs" };
  Record *out = record_object(list, NULL);
  record_text(out, "key", quantity->key);
  record_text(out, "title", quantity->title);
  Record *stages = record_object(out, "stages");
  for (int stage = STAGE_PARAMETER; stage < STAGE_COUNT; stage++) {
    OperationCount count = program_count_stage(program, (Stage)stage);
    if (!is_nothing(count)) record_count(stages, STAGES[stage], count);
  }
  record_count(out, "each_call", program_count(program));
}

static void put_row(const char *label, const Record *counts, Text *out)
{
  text_format(out, "  %-14s", label);
  for (const Record *count = counts->first; count; count = count->next)
    text_format(out, " %7ld", count->whole);
  text_put_char(out, '\n');
}

void count_words(const Record *list, Text *out)
{
  text_format(out, "  %-14s %7s %7s %8s %7s %7s %7s\n", "", "×", "+ −", "÷", "sqrt", "sincos",
              "other");
  for (const Record *quantity = list->first; quantity; quantity = quantity->next) {
    text_format(out, "%s  %s\n", record_find(quantity, "key")->text,
                record_find(quantity, "title")->text);
    const Record *stage = record_find(quantity, "stages")->first;
    for (; stage; stage = stage->next)
      put_row(stage->name, stage, out);
    put_row("each call", record_find(quantity, "each_call"), out);
  }
}
