// c_table.c -- tables of points as functions of C with their numbers.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"
#include "symbolic/table_function.h"

#include <math.h>

void c_tables_build(CModel *model, NameSet *globals)
{
  const Program *program = model->program;
  model->tables = ARENA_ARRAY(model->arena, CTable, program->constant_count);
  for (int k = 0; k < program->constant_count; k++) {
    const Form *form = program->steps.at[k].form;
    if (form->op != OP_POINTS || c_table_name(model, form->points.table)) continue;
    const TableFunction *table = form->points.table;
    const char *wish = c_text(model, "NAME_%s", identifier_of(model->arena, table->name));
    model->tables[model->table_count++] = (CTable){ table, name_set_claim(globals, wish) };
  }
}

const char *c_table_name(const CModel *model, const TableFunction *table)
{
  for (int k = 0; k < model->table_count; k++) {
    if (model->tables[k].table == table) return model->tables[k].name;
  }
  return NULL;
}

static void put_numbers(Text *out, const CModel *model, const char *name, const double numbers[],
                        int count)
{
  enum { INDENT = 4 };
  int column = INDENT;
  c_put(out, model, "  static const NAME_real %s[%d] = {\n%*s", name, count, INDENT, "");
  Text item = { 0 };
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    text_put(&item, signbit(numbers[k]) ? "-" : "");
    c_put_literal(&item, model, NULL, numbers[k]);
    c_put_item(out, &column, INDENT, text_string(&item), k + 1 < count ? "," : "");
  }
  text_free(&item);
  text_put(out, "\n  };\n");
}

void c_put_table(Text *out, const CModel *model, const CTable *named)
{
  const TableFunction *table = named->table;
  c_put_comment(out, 0, 0,
                c_text(model, "The table %s, or its derivative of that order.", table->name));
  c_put(out, model, "static NAME_real %s(int order, NAME_real x)\n{\n", named->name);
  put_numbers(out, model, "points", table->x, table->count);
  put_numbers(out, model, "coefficients", table->coefficients,
              (table->count + 1) * (table->degree + 1));
  c_put(out, model, "  return NAME_table(%d, points, %d, coefficients, order, x);\n}\n\n",
        table->count, table->degree);
}
