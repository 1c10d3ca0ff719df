// code_table.c -- tables of points, generated as functions with their numbers.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
#include "symbolic/calculus/table_function.h"

void code_tables_build(CodeModel *model, NameSet *globals)
{
  const Program *program = model->program;
  model->tables = ARENA_ARRAY(model->arena, CodeTable, program->constant_count);
  for (int k = 0; k < program->constant_count; k++) {
    const Form *form = program->steps.at[k].form;
    if (form->op != OP_POINTS || code_table_name(model, form->points.table)) continue;
    const TableFunction *table = form->points.table;
    const char *wish = code_global(model, identifier_of(model->arena, table->name));
    model->tables[model->table_count++] = (CodeTable){ table, name_set_claim(globals, wish) };
  }
}

const char *code_table_name(const CodeModel *model, const TableFunction *table)
{
  for (int k = 0; k < model->table_count; k++) {
    if (model->tables[k].table == table) return model->tables[k].name;
  }
  return NULL;
}

// Replaces the character after '$' in the templates of tables.
static void put_part(Text *out, const CodeTable *named, char part)
{
  const TableFunction *table = named->table;
  int size = (table->count + 1) * (table->degree + 1);
  switch (part) {
  case 'f': text_put(out, named->name); break;
  case 't': code_put_harmless(out, table->name); break;
  case 'n': text_format(out, "%d", table->count); break;
  case 'm': text_format(out, "%d", size); break;
  default: text_format(out, "%d", table->degree); break;
  }
}

static void put_text(Text *out, const CodeModel *model, const CodeTable *named, int index)
{
  for (const char *c = code_named(model, model->language->table[index]); *c != '\0'; c++) {
    if (*c == '$') {
      put_part(out, named, *++c);
    } else {
      text_put_char(out, *c);
    }
  }
}

static void put_numbers(Text *out, const CodeModel *model, const double numbers[], int count)
{
  enum { INDENT = 4 };
  text_format(out, "%s\n", model->language->goes_on);
  code_put_numbers(out, model, INDENT, numbers, count);
  text_format(out, "%s\n", model->language->goes_on);
}

void code_put_table(Text *out, const CodeModel *model, const CodeTable *named)
{
  const TableFunction *table = named->table;
  code_put_comment(out, model->language, 0, 0,
                   code_text(model, "The table %s, or its derivative of that order.", table->name));
  put_text(out, model, named, 0);
  put_numbers(out, model, table->x, table->count);
  put_text(out, model, named, 1);
  put_numbers(out, model, table->coefficients, (table->count + 1) * (table->degree + 1));
  put_text(out, model, named, 2);
}
