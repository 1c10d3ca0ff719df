// matrix.h -- matrices of expressions: products, Jacobians, elimination, determinants.
//
// A Matrix is a small struct, passed by value, over entries in an arena; entries are row-major. A
// vector is a matrix of one column. Functions that return a matrix make new entries in the arena of
// their first operand; those that change entries in place say so. Zero factors build no nodes, and
// entries are made row by row: same operands, same nodes.
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
// The same entries, not copied.
Matrix matrix_over(Arena *arena, Pool *pool, int rows, int columns, const Expr *entries[]);
// A new matrix of these entries.
Matrix matrix_of(Arena *arena, Pool *pool, int rows, int columns, const Expr *const entries[]);
Matrix matrix_copy(Matrix a);
// Writes the entries of `a` to an array of as many.
void matrix_put(Matrix a, const Expr *entries[]);

// Those rows, those columns, in that order; a on top of b, a beside b.
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
// a^T b where that is known to be symmetric: the upper half is built, the lower one is the same.
Matrix matrix_mul_symmetric(Matrix a, Matrix b);
bool matrix_is_zero(Matrix a);
bool matrix_row_is_zero(Matrix a, int row);

// df/dx, f of any shape taken entry by entry, x likewise.
Matrix matrix_jacobian(Matrix f, Matrix x);

// ---- elimination (matrix_echelon.c)

// Who names intermediate results: names keep quotients apart, which would otherwise melt into
// longer ones and be divided each time anew. `name` NULL: nobody does. A column below 0: of a row.
typedef struct IntermediateNaming {
  const Expr *(*name)(const void *context, const char *letter, int row, int column,
                      const Expr *value);
  const void *context;
} IntermediateNaming;

// Gauss and Jordan's step, in place: the row is divided by its entry in that column, and taken out
// of all others. What is left of the pivot's row is named R.
void matrix_eliminate(Matrix a, int row, int column, IntermediateNaming naming);
// Reduced echelon form, in place. Returns the rank; pivots[i] is the leading column of row i (room
// for all rows).
int matrix_echelon(Matrix a, int pivots[]);

// ---- determinants (matrix_minors.c)

// Larger matrices have too many minors.
enum { MATRIX_MAX_MINORS = 10 };

// Of up to that many rows. A block beside which all is zero is a factor, and stays one.
const Expr *matrix_determinant(Matrix a);
// The transposed matrix of cofactors: a adj(a) = det(a).
Matrix matrix_adjugate(Matrix a);

// ---- symmetric systems (matrix_factors.c)

//   A = L^T D L,  L unit lower triangular:   A x = b   as   L^T y = b,   D z = y,   L x = z
//
// Elimination goes from the last place to the first. With the coordinates in the order of the tree,
// parents first, nothing of a mass matrix is filled in (Featherstone 2008, section 6.5).
typedef struct SymmetricFactors {
  int n;
  int *order;            // row of A that stands at place k
  Matrix L;              // by places; only what is below the diagonal is set
  const Expr **pivot;    // D, by places
  const Expr **inverse;  // of the pivots
} SymmetricFactors;

// `order` NULL: as they come. Pivots that are not entries of A are named D, factors L. -1, or a row
// of A that depends on others in every configuration: then there are no factors.
int factors_of(Matrix A, const int order[], IntermediateNaming naming, SymmetricFactors *factors);
// The two halves of a solution, in place: L^T y = b, y named y; and D z = y with L x = z, named z
// where a later row reads it.
void factors_reduce(const SymmetricFactors *factors, Matrix y, IntermediateNaming naming);
void factors_finish(const SymmetricFactors *factors, Matrix x, IntermediateNaming naming);
// A X = B without names; X comes with B.
void factors_solve(const SymmetricFactors *factors, Matrix X);

// ---- ranks (matrix_rank.c)

// How many rows are independent at the point of the fingerprints: of the ranks in the two fields
// the larger. It is never above the rank of the matrix, and below it only if a minor that is not
// zero vanishes at the random points of both fields: for a minor of degree d, (d/2^61)^2. Numbers
// have one value in a field: a minor that is a number vanishes if both primes divide it.
int matrix_rank(Matrix a);
// Rows that do not depend on rows before them, in order; returns their number.
int matrix_independent_rows(Matrix a, int rows[]);
// The same of columns.
int matrix_independent_columns(Matrix a, int columns[]);
// Of a matrix whose entries are number nodes, without any chance of error; -1: they are not.
int matrix_rank_of_numbers(Matrix a);

#endif
