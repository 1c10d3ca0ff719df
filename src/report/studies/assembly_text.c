// assembly_text.c -- an assembly as text.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "base/memory/table.h"
#include "report/words.h"

#include <math.h>
#include <string.h>

// Regular zeros of Phi are accurate to all digits, singular ones and closest points to half of
// them: there |Phi| grows with the square of the distance. Smaller values are rounding errors,
// which differ between machines.
typedef struct Precision {
  int digits;
  double nothing;
} Precision;
static const Precision EXACT = { 12, 1e-12 };
static const Precision CLOSEST = { 6, 1e-6 };

static void put_number(Text *out, Precision precision, double value)
{
  text_format(out, "%.*g", precision.digits, fabs(value) < precision.nothing ? 0 : value);
}

static void put_heading(const Assembly *assembly, Text *out)
{
  int held = assembly->equations->coordinate_count - assembly->free_count;
  words_put_heading(out, assembly->equations->name, assembly->equations->coordinate_count,
                    assembly->phi->rows);
  if (held > 0) text_format(out, ", %d held", held);
  text_put(out, "\n");
}

static void put_label(const Assembly *assembly, int row, Text *out)
{
  const char *const *labels = assembly->phi->row_labels;
  if (labels) text_put(out, labels[row]);
  if (!labels) text_format(out, "equation %d", row + 1);
}

// Unit of a row of Phi; "" if it is unknown.
static const char *unit_of(const Assembly *assembly, int row)
{
  const char *const *units = assembly->phi->row_units;
  return units ? units[row] : "";
}

// Returns false if units are mixed: a norm of metres and radians has no meaning.
static bool has_one_unit(const Assembly *assembly)
{
  for (int i = 1; i < assembly->phi->rows; i++) {
    if (strcmp(unit_of(assembly, i), unit_of(assembly, 0)) != 0) return false;
  }
  return true;
}

static int largest_row(const Assembly *assembly, const Configuration *configuration)
{
  int result = 0;
  for (int i = 1; i < assembly->phi->rows; i++) {
    if (fabs(configuration->residual[i]) > fabs(configuration->residual[result])) result = i;
  }
  return result;
}

static void put_coordinates(const Assembly *assembly, const Configuration *configuration,
                            Precision precision, Text *out)
{
  Table table = table_new(2);
  for (int i = 0; i < assembly->equations->coordinate_count; i++) {
    const Variable *coordinate = &assembly->equations->coordinates[i];
    table_put(&table, coordinate->name);
    Text *cell = table_cell(&table);
    put_number(cell, assembly->is_held[i] ? EXACT : precision, configuration->q[i]);
    words_put_unit(cell, coordinate->unit, "");
    if (assembly->is_held[i]) text_put(cell, "  (held)");
  }
  table_end(&table, out);
}

static void put_error(const Assembly *assembly, const Configuration *configuration, Text *out)
{
  int row = largest_row(assembly, configuration);
  double error = fabs(configuration->residual[row]);
  if (error < EXACT.nothing) {
    text_put(out, "no error is larger than 1e-12");
    return;
  }
  text_format(out, "the largest error is %.1g", error);
  words_put_unit(out, unit_of(assembly, row), "");
  text_put(out, " (");
  put_label(assembly, row, out);
  text_put(out, ")");
}

static void put_closed(const Assembly *assembly, int index, Text *out)
{
  const Configuration *configuration = &assembly->configurations[index];
  if (assembly->count > 1) {
    text_format(out, "Configuration %d: ", index + 1);
  } else {
    text_put(out, "It closes: ");
  }
  put_error(assembly, configuration, out);
  text_put(out, ".\n");
  if (configuration->alike > 1)
    text_format(out, "%d sets of coordinates give these body poses; one is\n",
                configuration->alike);
  int rank = configuration->rank.rank;
  bool is_singular = rank < assembly->free_count && rank < assembly->phi->rows;
  put_coordinates(assembly, configuration, is_singular ? CLOSEST : EXACT, out);
}

// Distance from the start, which identifies one of several configurations.
static void put_way(const Assembly *assembly, Text *out)
{
  static const char *const BRANCHES[] = {
    [BRANCH_UNKNOWN] =
        "Branch undetermined: the start is singular or does not satisfy the constraints",
    [BRANCH_OF_START] = "On the same assembly branch as the start",
    [BRANCH_OTHER] = "On a different assembly branch from the start",
  };
  const Configuration *configuration = &assembly->configurations[0];
  int farthest = configuration->farthest;
  double way = fabs(configuration->q[farthest] - assembly->start[farthest]);
  bool is_determined = configuration->rank.rank == assembly->free_count;
  if (way < CLOSEST.nothing) return;
  if (is_determined) text_format(out, "%s; ", BRANCHES[configuration->branch]);
  text_format(out, "%s moved most, by %.3g", assembly->equations->coordinates[farthest].name, way);
  words_put_unit(out, assembly->equations->coordinates[farthest].unit, "");
  text_put(out, ".\n");
}

static void put_residuals(const Assembly *assembly, const Configuration *configuration, Text *out)
{
  Table table = table_new(2);
  for (int i = 0; i < assembly->phi->rows; i++) {
    put_label(assembly, i, table_cell(&table));
    Text *cell = table_cell(&table);
    bool is_nothing = fabs(configuration->residual[i]) < CLOSEST.nothing * configuration->norm;
    text_format(cell, "%.6g", is_nothing ? 0 : configuration->residual[i]);
    words_put_unit(cell, unit_of(assembly, i), "");
  }
  table_end(&table, out);
}

static void put_open(const Assembly *assembly, Text *out)
{
  const Configuration *configuration = &assembly->configurations[0];
  if (assembly->free_count == 0) {
    text_put(out, "It is not closed, and all coordinates are fixed. The residual");
    if (assembly->is_turned_away) text_put(out, ", with a loop joint rotated by 180 deg,");
  } else {
    text_format(out, "No assembly found from %d initial guesses; smallest residual",
                assembly->starts);
  }
  if (has_one_unit(assembly)) {
    text_format(out, " is %.6g", configuration->norm);
    words_put_unit(out, unit_of(assembly, 0), "");
  }
  text_put(out, ":\n");
  put_residuals(assembly, configuration, out);
  text_put(out,
           assembly->free_count == 0 ? "The configuration:\n" : "The closest configuration:\n");
  put_coordinates(assembly, configuration, CLOSEST, out);
  if (assembly->refused > 0) {
    text_format(out,
                "%d initial guess%s led to a spurious solution (loop joint rotated by 180 deg); "
                "--upside-down accepts it, from a start nearby.\n",
                assembly->refused, assembly->refused == 1 ? "" : "es");
  }
}

// Degrees of freedom and singularity of an assembled configuration, by its rank.
static void put_freedom(const Assembly *assembly, Text *out)
{
  const Configuration *configuration = &assembly->configurations[0];
  int rank = configuration->rank.rank, rows = assembly->phi->rows;
  int left = assembly->free_count - rank;
  bool is_singular = rank < rows && rank < assembly->free_count;  // with the held coordinates
  int independent = is_singular ? rank : configuration->independent;
  bool is_dependent = independent < rows;
  if (is_dependent) {
    text_format(out,
                "Only %d of the %d equations %s independent here: some are redundant, or the "
                "configuration is singular.\n",
                independent, rows, independent == 1 ? "is" : "are");
  }
  if (left > 0 && assembly->requests_all && assembly->has_curve) {
    text_format(out,
                "There are infinitely many configurations: %d degree%s of freedom left. Fix %d "
                "coordinate%s "
                "(--hold) to find all.\n",
                left, words_plural(left), left, words_plural(left));
  } else if (left > 0) {
    text_format(out, "%d degree%s of freedom left%s.\n", left, words_plural(left),
                is_dependent ? ", at least to first order" : "");
  }
}

void assembly_words(const Assembly *assembly, Text *out)
{
  put_heading(assembly, out);
  if (assembly->phi->rows == 0) {
    text_put(out, "There are no loops or constraints to close.\n");
    return;
  }
  if (!assembly->is_closed) {
    put_open(assembly, out);
    return;
  }
  if (assembly->count > 1) {
    text_format(out, "%d configurations, found from %d initial guesses.\n", assembly->count,
                assembly->starts);
  }
  for (int k = 0; k < assembly->count; k++)
    put_closed(assembly, k, out);
  if (assembly->count == 1) put_way(assembly, out);
  if (assembly->requests_all && assembly->outside > 0 && !assembly->has_curve) {
    text_format(out, "%d initial guess%s led to configurations outside the limits.\n",
                assembly->outside, assembly->outside == 1 ? "" : "es");
  }
  put_freedom(assembly, out);
}
