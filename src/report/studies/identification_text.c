// identification_text.c -- identified parameters as text and tables.
// SPDX-License-Identifier: MIT
#include "report/studies/identification_report.h"

#include "base/memory/table.h"
#include "notation/forms/condense.h"
#include "notation/print/print.h"
#include "report/words.h"

#include <math.h>

// Condition number above which a regressor is reported as ill-conditioned.
static const double BAD_CONDITION = 1000;
static const double ROUNDING = 1e-12;

static void put_heading(const Identification *found, Text *out)
{
  text_format(out, "%s: %d parameter%s from %d sample%s of %d joint%s\n", found->equations->name,
              found->count, words_plural(found->count), found->used, words_plural(found->used),
              found->joint_count, words_plural(found->joint_count));
  if (found->is_filtered) {
    text_format(
        out,
        "Both sides are low-pass filtered at %.6g Hz (Butterworth, fourth order, forwards and "
        "backwards) and downsampled from %d samples at %.6g Hz.\n",
        found->cutoff, found->samples, found->rate);
  }
  text_format(
      out, "Condition number of the regressor, columns of length 1: %.4g%s\n", found->condition,
      found->condition > BAD_CONDITION ? "; the motion excites some parameters poorly" : "");
}

static void put_cell(Table *table, bool is_there, double value)
{
  Text *cell = table_cell(table);
  if (is_there && isfinite(value)) words_put_number(cell, value, 0);
  if (!is_there || !isfinite(value)) text_put(cell, "-");
}

static void put_table(const Identification *found, Text *out)
{
  Table table = table_with_headings("parameter|value|+- 95 %|sd|sd [%]|unit|described|off by [sd]");
  for (int k = 0; k < found->count; k++) {
    const IdentifiedParameter *own = &found->parameters[k];
    bool is_seen = own->is_seen, is_known = isfinite(own->described);
    table_put(&table, own->name);
    put_cell(&table, is_seen, own->value);
    Text *margin = table_cell(&table), *sd;
    text_format(margin, is_seen ? "%.3g" : "-", own->margin);
    sd = table_cell(&table);
    text_format(sd, is_seen ? "%.3g" : "-", own->sd);
    Text *part = table_cell(&table);
    text_format(part, is_seen && own->value != 0 ? "%.2g" : "-", 100 * own->sd / fabs(own->value));
    table_put(&table, own->unit);
    put_cell(&table, is_known, own->described);
    double off = own->value - own->described;
    if (fabs(off) <= ROUNDING * fabs(own->described)) off = 0;
    text_format(table_cell(&table), is_seen && is_known && own->sd > 0 ? "%.2g" : "-",
                off / own->sd);
  }
  table_finish(&table, out);
}

static void put_unseen(const Identification *found, Text *out)
{
  if (found->unseen_count == 0) return;
  text_put(out, "\nNot identifiable: these combinations have no effect on the data.\n");
  for (int r = 0; r < found->unseen_count; r++) {
    const double *row = found->unidentifiable + r * found->count;
    const char *separator = "  ";
    for (int k = 0; k < found->count; k++) {
      if (fabs(row[k]) < ROUNDING) continue;
      text_format(out, "%s%s by %.4g", separator, found->parameters[k].name, row[k]);
      separator = ", ";
    }
    text_put(out, "\n");
  }
}

// Parameters whose interval includes zero.
static void put_weak(const Identification *found, Text *out)
{
  const char *separator = "\nNot significantly different from zero: ";
  int count = 0;
  for (int k = 0; k < found->count; k++) {
    const IdentifiedParameter *own = &found->parameters[k];
    if (!own->is_seen || fabs(own->value) > own->margin) continue;
    text_format(out, "%s%s", separator, own->name);
    separator = ", ";
    count++;
  }
  if (count > 0) text_put(out, "\n");
}

static void put_joints(const Identification *found, Text *out)
{
  Table table = table_with_headings("joint|residual, rms|unit|explained [%]");
  for (int j = 0; j < found->joint_count; j++) {
    const IdentifiedJoint *joint = &found->joints[j];
    table_put(&table, joint->name);
    text_format(table_cell(&table), "%.4g", joint->rms);
    table_put(&table, joint->unit);
    text_format(table_cell(&table), isfinite(joint->share) ? "%.4f" : "-", 100 * joint->share);
  }
  table_finish(&table, out);
}

static void put_links(const Identification *found, Text *out)
{
  const ConsistentLinks *links = &found->links;
  if (!links->is_judged) {
    text_put(out, "\nPhysical consistency is not checked: the description has no "
                  "values of its links.\n");
    return;
  }
  if (!links->exists && !links->is_near) {
    text_put(out,
             "\nNot physically consistent: no bodies with positive masses and inertias have these "
             "parameters.\n");
    return;
  }
  if (links->exists) {
    text_put(out, "\nPhysically consistent. The bodies nearest to the description:\n");
  } else {
    text_format(out,
                "\nNot exactly physically consistent. Bodies near to the parameters and to the "
                "description,\nwhose parameters differ by at most %.2g standard deviations:\n",
                links->farthest);
  }
  Table table = table_with_headings("link|XX|XY|XZ|YY|YZ|ZZ|MX|MY|MZ|M");
  for (int i = 0; i < links->count; i++) {
    if (i % 10 == 0) table_put(&table, links->names[i] + 2);
    text_format(table_cell(&table), "%.5g",
                fabs(links->values[i]) > ROUNDING ? links->values[i] : 0);
  }
  table_end(&table, out);
  if (links->repaired_count > 0) {
    text_format(out,
                "%d link%s of the description %s thickened for that: no body has such inertias.\n",
                links->repaired_count, words_plural(links->repaired_count),
                links->repaired_count == 1 ? "was" : "were");
  }
}

static void put_formulas(const Identification *found, Text *out)
{
  Arena *arena = arena_new();
  Table table = table_new(2);
  for (int k = 0; k < found->count; k++) {
    const IdentifiedParameter *own = &found->parameters[k];
    if (!own->formula || own->formula->form->stage == STAGE_LITERAL) continue;
    table_put(&table, own->name);
    Text *cell = table_cell(&table);
    text_put(cell, "= ");
    formula_print(condense(own->formula, arena), NULL, cell);
  }
  if (table.count > 0) text_put(out, "\nThe parameters in those of the description:\n");
  table_end(&table, out);
  arena_free(arena);
}

static void put_values(const Identification *found, Text *out)
{
  if (found->value_count == 0) return;
  const ConsistentLinks *links = &found->links;
  text_format(out, "\nThe description has these parameters, %s its own, with (-o FILE.json):\n",
              found->values_are_far ? "far from" : "near to");
  for (int i = 0; i < found->value_count; i++)
    text_format(out, "%s%s = %.6g", i == 0 ? "  " : ", ", found->value_names[i], found->values[i]);
  text_put_char(out, '\n');
  if (found->values_off > 0.1)
    text_format(out, "Differences of at most %.2g standard deviations.\n", found->values_off);
  if (found->values_are_far && links->is_judged && !links->exists && !links->is_near)
    text_put(
        out,
        "No bodies have them: check signs and units of the data, and that they move enough.\n");
}

void identification_words(const Identification *found, Text *out)
{
  put_heading(found, out);
  put_table(found, out);
  put_unseen(found, out);
  put_weak(found, out);
  put_joints(found, out);
  put_links(found, out);
  put_formulas(found, out);
  put_values(found, out);
}

void exciting_motion_words(const ExcitingMotion *motion, Text *out)
{
  text_format(
      out,
      "A motion of %d harmonics with a period of %.6g s that excites %d parameters, the best "
      "of %d:\ncondition number of the regressor %.4g; that of the first, a random one, was "
      "%.4g.\n",
      motion->harmonics, motion->period, motion->parameter_count, motion->tried, motion->condition,
      motion->first_condition);
  Table table = table_with_headings("coordinate|from|to|unit|speed at most|");
  for (int i = 0; i < motion->axis_count; i++) {
    const ExcitationAxis *axis = &motion->axes[i];
    table_put(&table, axis->name);
    put_cell(&table, true, axis->lower);
    put_cell(&table, true, axis->upper);
    table_put(&table, axis->unit);
    put_cell(&table, true, axis->speed);
    table_put(&table, axis->is_assumed ? "assumed: the description has no limits" : "");
  }
  table_finish(&table, out);
  text_put(out, "It begins and ends in motion, and may be repeated. All rows: -o FILE.csv\n");
}
