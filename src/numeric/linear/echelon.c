// echelon.c -- Gauss-Jordan elimination with row and column pivoting.
// SPDX-License-Identifier: MIT
#include "numeric/linear/echelon.h"

#include <math.h>

static const double NEARLY = 0.1;

// Row, from `first` on, with the largest entry in the column.
static int largest_in_column(int rows, int columns, const double a[], int first, int column)
{
  int result = first;
  for (int i = first + 1; i < rows; i++) {
    if (fabs(a[i * columns + column]) > fabs(a[result * columns + column])) result = i;
  }
  return result;
}

static int choose_column(int rows, int columns, const double a[], int first, double tolerance)
{
  double best = 0;
  for (int j = 0; j < columns; j++) {
    int i = largest_in_column(rows, columns, a, first, j);
    best = fmax(best, fabs(a[i * columns + j]));
  }
  if (!(best > tolerance)) return -1;
  for (int j = 0; j < columns; j++) {
    int i = largest_in_column(rows, columns, a, first, j);
    if (fabs(a[i * columns + j]) >= NEARLY * best) return j;
  }
  return -1;
}

static void swap_rows(int columns, double a[], int first, int second)
{
  for (int j = 0; j < columns; j++) {
    double kept = a[first * columns + j];
    a[first * columns + j] = a[second * columns + j];
    a[second * columns + j] = kept;
  }
}

// Reduces the column to a unit vector with 1 in `row`, whose entry must not be zero.
static void clear_column(int rows, int columns, double a[], int row, int column)
{
  double *own = a + row * columns, pivot = own[column];
  for (int j = 0; j < columns; j++)
    own[j] /= pivot;
  own[column] = 1;
  for (int i = 0; i < rows; i++) {
    double factor = a[i * columns + column];
    if (i == row || factor == 0) continue;
    for (int j = 0; j < columns; j++)
      a[i * columns + j] -= factor * own[j];
    a[i * columns + column] = 0;
  }
}

static void sort_rows(int rows, int columns, double a[], int pivots[])
{
  for (int i = 0; i < rows; i++) {
    for (int k = i; k > 0 && pivots[k] < pivots[k - 1]; k--) {
      int kept = pivots[k];
      pivots[k] = pivots[k - 1];
      pivots[k - 1] = kept;
      swap_rows(columns, a, k, k - 1);
    }
  }
}

int echelon_reduce(int rows, int columns, double a[], double tolerance, int pivots[])
{
  int rank = 0;
  for (; rank < rows; rank++) {
    int column = choose_column(rows, columns, a, rank, tolerance);
    if (column < 0) break;
    swap_rows(columns, a, rank, largest_in_column(rows, columns, a, rank, column));
    clear_column(rows, columns, a, rank, column);
    pivots[rank] = column;
  }
  for (int i = rank * columns; i < rows * columns; i++)
    a[i] = 0;
  sort_rows(rank, columns, a, pivots);
  return rank;
}

double echelon_determinant(int n, double a[])
{
  double result = 1;
  for (int k = 0; k < n; k++) {
    int pivot = largest_in_column(n, n, a, k, k);
    if (a[pivot * n + k] == 0) return 0;
    if (pivot != k) result = -result;
    swap_rows(n, a, k, pivot);
    result *= a[k * n + k];
    clear_column(n, n, a, k, k);
  }
  return result;
}
