// quantity.c -- shapes and dimensions of quantities.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/quantity.h"

bool quantity_has_own(const Quantity *quantity, int i)
{
  int mirror = quantity->shape == SHAPE_MATRIX ? 3 * (i % 3) + i / 3 : i;
  return !expr_is_zero(quantity->at[i]) && (mirror >= i || quantity->at[mirror] != quantity->at[i]);
}

bool quantity_is_undefined(const Quantity *quantity)
{
  for (int i = 0; i < quantity_size(quantity); i++)
    if (expr_is_undefined(quantity->at[i])) return true;
  return false;
}

Stage quantity_stage(const Quantity *quantity)
{
  int stage = STAGE_LITERAL;
  for (int i = 0; i < quantity_size(quantity); i++)
    if (quantity->at[i]->form->stage > stage) stage = quantity->at[i]->form->stage;
  return (Stage)stage;
}

Vec3 quantity_vector(const Quantity *quantity)
{
  return (Vec3){ { quantity->at[0], quantity->at[1], quantity->at[2] } };
}

Mat3 quantity_matrix(const Quantity *quantity)
{
  Mat3 matrix;
  for (int i = 0; i < MAX_COMPONENTS; i++)
    matrix.at[i / 3][i % 3] = quantity->at[i];
  return matrix;
}

Quantity quantity_from_vector(Vec3 vector)
{
  return (Quantity){ .shape = SHAPE_VECTOR, .at = { vector.at[0], vector.at[1], vector.at[2] } };
}

Quantity quantity_from_matrix(Mat3 matrix)
{
  Quantity quantity = { .shape = SHAPE_MATRIX };
  for (int i = 0; i < MAX_COMPONENTS; i++)
    quantity.at[i] = matrix.at[i / 3][i % 3];
  return quantity;
}

const char *shape_text(Shape shape)
{
  static const char *const texts[] = { [SHAPE_NONE] = "nothing",
                                       [SHAPE_NUMBER] = "a number",
                                       [SHAPE_VECTOR] = "a vector",
                                       [SHAPE_MATRIX] = "a matrix" };
  return texts[shape];
}
