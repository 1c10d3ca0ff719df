// test_matrix.c -- matrices of expressions: definitions, and laws that the results obey.
//
// Equal expressions are one node, so a law such as L^T D L = A is compared entry by entry, for
// entries that are symbols: it then holds for all values.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/matrix/matrix.h"
#include "symbolic/field/field_matrix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

typedef struct Room {
  Arena *arena;
  Pool *pool;
} Room;

static int open_room(void **state)
{
  static Room room;
  room = (Room){ arena_new(), pool_new(1) };
  *state = &room;
  return 0;
}

static int close_room(void **state)
{
  Room *room = *state;
  pool_free(room->pool);
  arena_free(room->arena);
  return 0;
}

// Entries that have nothing to do with each other: "a11", "a12", ...
static Matrix symbols(const Room *room, char letter, int rows, int columns)
{
  Matrix a = matrix_zero(room->arena, room->pool, rows, columns);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) {
      const char *name = arena_format(room->arena, "%c%d%d", letter, i + 1, j + 1);
      matrix_set(a, i, j, expr_symbol(room->pool, name, STAGE_PARAMETER));
    }
  }
  return a;
}

static Matrix integers(const Room *room, int rows, int columns, const long values[])
{
  Matrix a = matrix_zero(room->arena, room->pool, rows, columns);
  for (int e = 0; e < rows * columns; e++)
    a.at[e] = expr_integer(room->pool, values[e]);
  return a;
}

static void assert_same(Matrix a, Matrix b)
{
  assert_int_equal(a.rows, b.rows);
  assert_int_equal(a.columns, b.columns);
  for (int e = 0; e < a.rows * a.columns; e++)
    assert_ptr_equal(a.at[e], b.at[e]);
}

// ---- products and parts

static void a_product_is_rows_times_columns(void **state)
{
  const Room *room = *state;
  static const long A[] = { 1, 2, 3, 4, 5, 6 }, B[] = { 7, 8, 9, 10, 11, 12 };
  static const long AB[] = { 58, 64, 139, 154 };
  Matrix a = integers(room, 2, 3, A), b = integers(room, 3, 2, B);
  assert_same(matrix_mul(a, b), integers(room, 2, 2, AB));
  assert_same(matrix_mul_transposed(matrix_transpose(a), b), integers(room, 2, 2, AB));
}

static void products_associate_and_transpose(void **state)
{
  const Room *room = *state;
  Matrix a = symbols(room, 'a', 2, 3), b = symbols(room, 'b', 3, 4), c = symbols(room, 'c', 4, 2);
  Matrix left = matrix_mul(matrix_mul(a, b), c);
  assert_same(left, matrix_mul(a, matrix_mul(b, c)));
  Matrix bt = matrix_transpose(b);
  assert_same(matrix_transpose(matrix_mul(a, b)), matrix_mul(bt, matrix_transpose(a)));
  Matrix ata = matrix_mul_symmetric(a, a);
  assert_same(ata, matrix_mul_transposed(a, a));
  assert_true(matrix_is_zero(matrix_sub(ata, matrix_transpose(ata))));
}

static void blocks_multiply_like_entries(void **state)
{
  const Room *room = *state;
  Matrix a = symbols(room, 'a', 2, 2), b = symbols(room, 'b', 2, 3);
  Matrix c = symbols(room, 'c', 2, 1), d = symbols(room, 'd', 3, 1);
  Matrix whole = matrix_mul(matrix_beside(a, b), matrix_above(c, d));
  Matrix first = matrix_mul(a, c);
  assert_same(whole, matrix_add(first, matrix_mul(b, d)));
}

static void a_jacobian_holds_the_partial_derivatives(void **state)
{
  const Room *room = *state;
  Matrix A = symbols(room, 'a', 3, 2), x = symbols(room, 'x', 2, 1);
  assert_same(matrix_jacobian(matrix_mul(A, x), x), A);
}

// ---- elimination

static void echelon_form_has_ones_alone_in_their_columns(void **state)
{
  const Room *room = *state;
  Matrix a = symbols(room, 'a', 2, 4);
  Matrix twice = matrix_above(a, matrix_rows(a, (const int[]){ 1, 0 }, 2));
  int pivots[4];
  assert_int_equal(matrix_echelon(twice, pivots), 2);
  assert_int_equal(pivots[0], 0);
  assert_int_equal(pivots[1], 1);
  assert_same(matrix_columns(matrix_rows(twice, pivots, 2), pivots, 2),
              matrix_identity(room->arena, room->pool, 2));
  assert_true(matrix_row_is_zero(twice, 2) && matrix_row_is_zero(twice, 3));
  // the columns beside the identity solve the system
  Matrix left = matrix_columns(a, pivots, 2);
  Matrix right = matrix_columns(twice, (const int[]){ 2, 3 }, 2);
  assert_same(matrix_mul(left, matrix_rows(right, pivots, 2)),
              matrix_columns(a, (const int[]){ 2, 3 }, 2));
}

static void the_adjugate_is_the_inverse_times_the_determinant(void **state)
{
  const Room *room = *state;
  for (int n = 1; n <= 5; n++) {
    Matrix a = symbols(room, 'a', n, n);
    const Expr *determinant = matrix_determinant(a);
    Matrix unit = matrix_identity(room->arena, room->pool, n);
    assert_same(matrix_mul(a, matrix_adjugate(a)), matrix_scale(determinant, unit));
  }
}

static void a_block_is_a_factor_of_the_determinant(void **state)
{
  const Room *room = *state;
  Matrix a = symbols(room, 'a', 2, 2), b = symbols(room, 'b', 2, 3), c = symbols(room, 'c', 3, 3);
  Matrix zero = matrix_zero(room->arena, room->pool, 3, 2);
  Matrix below = matrix_beside(zero, c);
  Matrix whole = matrix_above(matrix_beside(a, b), below);
  const Expr *by_blocks = product(matrix_determinant(a), matrix_determinant(c));
  assert_ptr_equal(matrix_determinant(whole), by_blocks);
  Matrix moved = matrix_rows(whole, (const int[]){ 2, 0, 3, 1, 4 }, 5);  // an odd permutation
  assert_ptr_equal(matrix_determinant(moved), negative(by_blocks));
}

// ---- symmetric systems

static Matrix symmetric(const Room *room, int n)
{
  Matrix a = symbols(room, 'a', n, n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      matrix_set(a, i, j, matrix_get(a, j, i));
  }
  return a;
}

static const Expr *count_names(const void *context, const char *letter, int row, int column,
                               const Expr *value)
{
  int *count = *(int *const *)context;
  (*count)++;
  char name[32];
  snprintf(name, sizeof name, "%s%d_%d", letter, row + 1, column + 1);
  return expr_name(name, value);
}

static void factors_solve_in_any_order_named_or_not(void **state)
{
  const Room *room = *state;
  static const int ORDERS[][3] = { { 0, 1, 2 }, { 2, 0, 1 } };
  Matrix A = symmetric(room, 3), b = symbols(room, 'b', 3, 2);
  int names = 0, *count = &names;
  for (int o = 0; o < 2; o++) {
    SymmetricFactors factors;
    IntermediateNaming naming =
        o == 0 ? (IntermediateNaming){ 0 } : (IntermediateNaming){ count_names, &count };
    assert_int_equal(factors_of(A, ORDERS[o], naming, &factors), -1);
    Matrix x = matrix_copy(b);
    factors_solve(&factors, x);
    assert_same(matrix_mul(A, x), b);
    // L^T D L, by places
    Matrix L = matrix_identity(room->arena, room->pool, 3), DL;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < i; j++)
        matrix_set(L, i, j, matrix_get(factors.L, i, j));
    }
    DL = matrix_copy(L);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++)
        matrix_set(DL, i, j, product(factors.pivot[i], matrix_get(L, i, j)));
    }
    Matrix sorted = matrix_rows(matrix_columns(A, ORDERS[o], 3), ORDERS[o], 3);
    assert_same(matrix_mul_transposed(L, DL), sorted);
  }
  assert_int_equal(names, 5);  // L three times, D but for the entry of A that stands last
}

static void a_singular_matrix_names_the_row(void **state)
{
  const Room *room = *state;
  static const long ENTRIES[] = { 1, 2, 2, 4 };
  SymmetricFactors factors;
  assert_int_equal(
      factors_of(integers(room, 2, 2, ENTRIES), NULL, (IntermediateNaming){ 0 }, &factors), 0);
}

// ---- ranks

static void ranks_are_those_of_the_symbols(void **state)
{
  const Room *room = *state;
  Matrix a = symbols(room, 'a', 4, 2), b = symbols(room, 'b', 2, 5);
  int rows[4], columns[5];
  Matrix ab = matrix_mul(a, b);
  assert_int_equal(matrix_rank(ab), 2);
  assert_int_equal(matrix_independent_rows(ab, rows), 2);
  assert_int_equal(rows[1], 1);
  Matrix late = matrix_beside(matrix_zero(room->arena, room->pool, 4, 1), ab);
  assert_int_equal(matrix_independent_columns(late, columns), 2);
  assert_int_equal(columns[0], 1);
  assert_int_equal(columns[1], 2);
}

// A number that one of the primes divides is zero in that field alone.
static void a_prime_does_not_lower_the_rank(void **state)
{
  const Room *room = *state;
  for (int k = 0; k < FIELD_COUNT; k++) {
    long prime = (long)FIELD[k].prime, other = (long)FIELD[1 - k].prime;
    const long one[] = { prime, 0, 0, 1 }, both[] = { prime, 0, 0, other };
    assert_int_equal(matrix_rank(integers(room, 2, 2, one)), 2);
    assert_int_equal(matrix_rank_of_numbers(integers(room, 2, 2, one)), 2);
    assert_int_equal(matrix_rank_of_numbers(integers(room, 2, 2, both)), 2);
  }
}

static void numbers_have_an_exact_rank_and_symbols_have_none(void **state)
{
  const Room *room = *state;
  static const long ENTRIES[] = { 1, 2, 3, 2, 4, 6, 1, 0, 1 };
  assert_int_equal(matrix_rank_of_numbers(integers(room, 3, 3, ENTRIES)), 2);
  assert_int_equal(matrix_rank_of_numbers(symbols(room, 'a', 2, 2)), -1);
}

static void the_kernel_is_taken_to_zero_in_both_fields(void **state)
{
  const Room *room = *state;
  Values a = values_of(symbols(room, 'a', 2, 5));
  Echelon echelon = values_echelon(a);
  Values kernel = values_kernel(&echelon);
  assert_int_equal(kernel.rows, 3);
  for (int v = 0; v < kernel.rows; v++) {
    for (int i = 0; i < a.rows; i++) {
      Fingerprint total = fingerprint_of_integer(0);
      for (int j = 0; j < a.columns; j++) {
        Fingerprint term = fingerprint_mul(values_row(a, i)[j], values_row(kernel, v)[j]);
        total = fingerprint_add(total, term);
      }
      assert_true(fingerprint_is_zero(total));
    }
    assert_true(fingerprint_equal(values_row(kernel, v)[2 + v], fingerprint_of_integer(1)));
  }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_room, close_room)

int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(a_product_is_rows_times_columns),
    TEST(products_associate_and_transpose),
    TEST(blocks_multiply_like_entries),
    TEST(a_jacobian_holds_the_partial_derivatives),
    TEST(echelon_form_has_ones_alone_in_their_columns),
    TEST(the_adjugate_is_the_inverse_times_the_determinant),
    TEST(a_block_is_a_factor_of_the_determinant),
    TEST(factors_solve_in_any_order_named_or_not),
    TEST(a_singular_matrix_names_the_row),
    TEST(ranks_are_those_of_the_symbols),
    TEST(a_prime_does_not_lower_the_rank),
    TEST(numbers_have_an_exact_rank_and_symbols_have_none),
    TEST(the_kernel_is_taken_to_zero_in_both_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
