// table.mjs -- pasted into generated JavaScript.
// SPDX-License-Identifier: MIT
// ---- pasted from here
/**
 * A piecewise polynomial through the points, or its derivative of that order, at x: rows of
 * coefficients before the first point, then from each point on.
 */
function tableValue(points, coefficients, degree, order, x) {
  let low = 0;
  let high = points.length;  // the points before `low` are not beyond x
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle] <= x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const piece = low * (degree + 1);
  const h = x - points[low > 0 ? low - 1 : 0];
  let value = 0;
  for (let k = degree; k >= order; k--) {
    let factor = 1;
    for (let i = 0; i < order; i++) factor *= k - i;
    value = value * h + factor * coefficients[piece + k];
  }
  return value;
}
