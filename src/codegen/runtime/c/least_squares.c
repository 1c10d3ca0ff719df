// least_squares.c -- pasted into generated C that needs it, with NAME replaced by the name of the
// model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// The length of a vector; its entries lie `stride` apart.
static NAME_real NAME_length(const NAME_real v[], int count, int stride)
{
  NAME_real sum = 0;
  for (int i = 0; i < count; i++)
    sum += v[i * stride] * v[i * stride];
  return sqrt(sum);
}

// The x that makes |A x - b| least, by Householder's reflections. `a` holds A and, as one more
// column, b: rows x (columns + 1). It is overwritten. The columns of A are independent.
static void NAME_least_squares(int rows, int columns, NAME_real a[], NAME_real x[])
{
  const int width = columns + 1;
  for (int j = 0; j < columns; j++) {
    const NAME_real top = a[j * width + j];
    const NAME_real length = NAME_length(a + j * width + j, rows - j, width);
    x[j] = top < 0 ? length : -length;  // the diagonal of R
    a[j * width + j] = top - x[j];
    for (int c = j + 1; c < width; c++) {
      NAME_real factor = 0;
      for (int i = j; i < rows; i++)
        factor += a[i * width + j] * a[i * width + c];
      factor /= x[j] * a[j * width + j];
      for (int i = j; i < rows; i++)
        a[i * width + c] += factor * a[i * width + j];
    }
  }
  for (int j = columns - 1; j >= 0; j--) {
    NAME_real rest = a[j * width + columns];
    for (int c = j + 1; c < columns; c++)
      rest -= a[j * width + c] * x[c];
    x[j] = rest / x[j];
  }
}
