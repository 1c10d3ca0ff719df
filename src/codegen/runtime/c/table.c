// table.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// A piecewise polynomial through `count` points, or its derivative of that order, at x: rows of
// coefficients before the first point, then from each point on.
static NAME_real NAME_table(int count, const NAME_real points[], int degree,
                            const NAME_real coefficients[], int order, NAME_real x)
{
  int low = 0, high = count;  // the points before `low` are not beyond x
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (points[middle] <= x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const NAME_real *piece = coefficients + low * (degree + 1);
  const NAME_real h = x - points[low > 0 ? low - 1 : 0];
  NAME_real value = 0;
  for (int k = degree; k >= order; k--) {
    NAME_real factor = 1;
    for (int i = 0; i < order; i++)
      factor *= (NAME_real)(k - i);
    value = value * h + factor * piece[k];
  }
  return value;
}
