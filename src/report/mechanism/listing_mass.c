// listing_mass.c -- masses, centres of mass and inertias, one row per body, in the axes R_i.
// SPDX-License-Identifier: MIT
#include "report/mechanism/listing_impl.h"

// A body of the mechanism, expressed in the axes of the body of the chain that it belongs to.
typedef struct MassRow {
  int number;
  const Expr *mass;
  Vec3 com;
  Mat3 inertia;
} MassRow;

static MassRow mass_row(const Chain *chain, const Body *body)
{
  Pool *pool = chain->pool;
  Pose place;
  MassRow row = { .number = chain_body_of_frame(chain, body->frame, &place) };
  row.mass = expr_copy(pool, body->mass);
  row.com = pose_apply(place, vec3_copy(pool, body->com_F));
  Mat3 turned = mat3_mul(place.R, mat3_copy(pool, body->inertia_F));
  row.inertia = mat3_mul(turned, mat3_transpose(place.R));
  return row;
}

static void put_mass(Table *table, const MassRow *row)
{
  listing_put_number(table, row->number);
  listing_put_value(row->mass, table_cell(table));
  for (int axis = 0; axis < 3; axis++)
    listing_put_value(row->com.at[axis], table_cell(table));
}

// A degree of freedom without a mass has a row of zeros.
static void put_no_mass(Table *table, int number)
{
  listing_put_number(table, number);
  for (int i = 0; i < 4; i++)
    table_put(table, "0");
}

static void put_centres(const Chain *chain, const MassRow rows[], int count, Text *out)
{
  Table table = table_with_headings("BODY|MASS|VCG||");
  for (int number = 1; number <= chain->freedom_count; number++) {
    bool has_body = false;
    for (int i = 0; i < count; i++) {
      if (rows[i].number != number) continue;
      put_mass(&table, &rows[i]);
      has_body = true;
    }
    if (!has_body) put_no_mass(&table, number);
  }
  listing_put_table("MASS DATA", &table, out);
}

static bool is_zero_matrix(const Mat3 *matrix)
{
  for (int i = 0; i < 9; i++) {
    if (!expr_is_zero(matrix->at[i / 3][i % 3])) return false;
  }
  return true;
}

// Diagonal, then the products xy, xz, yz; bodies without inertia have no row.
static void put_inertias(const MassRow rows[], int count, Text *out)
{
  Table table = table_with_headings("BODY|XX|YY|ZZ|XY|XZ|YZ");
  const int places[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
  for (int i = 0; i < count; i++) {
    if (is_zero_matrix(&rows[i].inertia)) continue;
    listing_put_number(&table, rows[i].number);
    for (int k = 0; k < 6; k++)
      listing_put_value(rows[i].inertia.at[places[k][0]][places[k][1]], table_cell(&table));
  }
  listing_put_table("TENSORS OF INERTIA", &table, out);
}

void listing_put_masses(const Chain *chain, Text *out)
{
  int count = chain->mechanism->body_count;
  if (count == 0) return;
  bool has_inertia = false;
  MassRow *rows = ARENA_ARRAY(chain->arena, MassRow, count);
  for (int i = 0; i < count; i++) {
    rows[i] = mass_row(chain, &chain->mechanism->bodies[i]);
    has_inertia = has_inertia || !is_zero_matrix(&rows[i].inertia);
  }
  put_centres(chain, rows, count, out);
  if (has_inertia) put_inertias(rows, count, out);
}
