// matrix.h -- matrices of expressions: products, Jacobians, elimination, determinants.
//
// A Matrix is a small struct, passed by value, that refers to entries in an arena; entries are
// row-major. A vector is a matrix with one column. Functions that return a matrix allocate new
// entries in the arena of their first operand; functions that change entries in place say so. No
// nodes are built for products with zero, and entries are built row by row: the same operands yield
// the same nodes.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_MATRIX_MATRIX_H
#define BIELLE_SYMBOLIC_MATRIX_MATRIX_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

typedef struct Matrix {
  Arena *arena;
  Pool *pool;
  int rows;
  int columns;
  const Expr **at;
} Matrix;

static inline const Expr **matrix_row(Matrix a, int row) { return a.at + row * a.columns; }

static inline const Expr *matrix_get(Matrix a, int row, int column)
{
  return matrix_row(a, row)[column];
}

static inline void matrix_set(Matrix a, int row, int column, const Expr *value)
{
  matrix_row(a, row)[column] = value;
}

Matrix matrix_zero(Arena *arena, Pool *pool, int rows, int columns);
Matrix matrix_identity(Arena *arena, Pool *pool, int size);
// A matrix that refers to the given entries without copying them.
Matrix matrix_over(Arena *arena, Pool *pool, int rows, int columns, const Expr *entries[]);
// A new matrix with a copy of the entries.
Matrix matrix_of(Arena *arena, Pool *pool, int rows, int columns, const Expr *const entries[]);
Matrix matrix_copy(Matrix a);
// Copies the entries of `a` to an array of the same size.
void matrix_put(Matrix a, const Expr *entries[]);

// Selected rows or columns in the given order; `a` above `b`; `a` to the left of `b`.
Matrix matrix_rows(Matrix a, const int rows[], int count);
Matrix matrix_columns(Matrix a, const int columns[], int count);
Matrix matrix_above(Matrix a, Matrix b);
Matrix matrix_beside(Matrix a, Matrix b);

Matrix matrix_transpose(Matrix a);
Matrix matrix_add(Matrix a, Matrix b);
Matrix matrix_sub(Matrix a, Matrix b);
Matrix matrix_neg(Matrix a);
Matrix matrix_scale(const Expr *factor, Matrix a);
Matrix matrix_mul(Matrix a, Matrix b);
// a^T b
Matrix matrix_mul_transposed(Matrix a, Matrix b);
// a^T b, which must be symmetric: the upper triangle is built, and copied to the lower one.
Matrix matrix_mul_symmetric(Matrix a, Matrix b);
bool matrix_is_zero(Matrix a);
bool matrix_row_is_zero(Matrix a, int row);

// df/dx; the entries of f and x, of any shape, are taken in row-major order.
Matrix matrix_jacobian(Matrix f, Matrix x);

// ---- elimination (matrix_echelon.c)

// Callback that names intermediate results. Names keep quotients separate; otherwise they would be
// combined into longer ones, and each division would be repeated. `name` NULL: no names. A negative
// column denotes a result of a whole row.
typedef struct IntermediateNaming {
  const Expr *(*name)(const void *context, const char *letter, int row, int column,
                      const Expr *value);
  const void *context;
} IntermediateNaming;

// Gauss-Jordan elimination step, in place: divides the row by its entry in that column and
// subtracts multiples of it from all other rows. The entries of the pivot row are named R.
void matrix_eliminate(Matrix a, int row, int column, IntermediateNaming naming);
// Transforms to reduced row echelon form, in place. Returns the rank; pivots[i] is the leading
// column of row i (capacity for all rows).
int matrix_echelon(Matrix a, int pivots[]);

// ---- determinants (matrix_minors.c)

// Larger matrices have too many minors.
enum { MATRIX_MAX_MINORS = 10 };

// Determinant of a matrix with at most MATRIX_MAX_MINORS rows. The determinant of a diagonal block
// in a block-triangular matrix is a factor, and remains one.
const Expr *matrix_determinant(Matrix a);
// The adjugate, the transposed matrix of cofactors: a adj(a) = det(a).
Matrix matrix_adjugate(Matrix a);

// ---- symmetric systems (matrix_factors.c)

//   A = L^T D L,  L unit lower triangular:   A x = b   as   L^T y = b,   D z = y,   L x = z
//
// Elimination proceeds from the last row to the first. If the coordinates are in the order of the
// tree, parents first, a mass matrix has no fill-in (Featherstone 2008, section 6.5).
typedef struct SymmetricFactors {
  int n;
  int *order;            // row of A at position k of the elimination order
  Matrix L;              // by position; only entries below the diagonal are set
  const Expr **pivot;    // D, by position
  const Expr **inverse;  // of the pivots
} SymmetricFactors;

// Factorises A. `order` NULL: natural order. Pivots that are not entries of A are named D, factors
// L. Returns -1, or the index of a row of A that depends on others in every configuration: then
// there is no factorisation.
int factors_of(Matrix A, const int order[], IntermediateNaming naming, SymmetricFactors *factors);
// The two halves of a solution, in place: factors_reduce() solves L^T y = b and names y;
// factors_finish() solves D z = y and L x = z, and names z if a later row reads it.
void factors_reduce(const SymmetricFactors *factors, Matrix y, IntermediateNaming naming);
void factors_finish(const SymmetricFactors *factors, Matrix x, IntermediateNaming naming);
// Solves A X = B without names; X contains B on input.
void factors_solve(const SymmetricFactors *factors, Matrix X);

// ---- ranks (matrix_rank.c)

// Number of linearly independent rows at the random points, the larger of the ranks in the two
// fields. It never exceeds the rank of the matrix, and is smaller only if a non-zero minor vanishes
// at the random points of both fields; for a minor of degree d the probability is (d/2^61)^2.
// Numbers have only one value in a field: a minor that is a number vanishes if both primes divide
// it.
int matrix_rank(Matrix a);
// Rows that do not depend on preceding rows, in order; returns their number.
int matrix_independent_rows(Matrix a, int rows[]);
// Columns that do not depend on preceding columns, in order; returns their number.
int matrix_independent_columns(Matrix a, int columns[]);
// Exact rank of a matrix whose entries are number nodes; -1 if some are not.
int matrix_rank_of_numbers(Matrix a);

#endif
