// newton.mjs -- pasted into generated JavaScript: the iterations of least_squares.c and newton.c.
// SPDX-License-Identifier: MIT
// ---- pasted from here
/** The length of a vector: `count` entries from `first` on, `stride` apart. */
function lengthOf(v, first = 0, count = v.length, stride = 1) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += v[first + i * stride] ** 2;
  return Math.sqrt(sum);
}

/**
 * The x that makes |A x - b| least, by Householder's reflections. `a` holds A and, as one more
 * column, b: rows x (columns + 1). It is overwritten. The columns of A are independent.
 */
function leastSquares(rows, columns, a, x) {
  const width = columns + 1;
  for (let j = 0; j < columns; j++) {
    const top = a[j * width + j];
    const length = lengthOf(a, j * width + j, rows - j, width);
    x[j] = top < 0 ? length : -length;  // the diagonal of R
    a[j * width + j] = top - x[j];
    for (let c = j + 1; c < width; c++) {
      let factor = 0;
      for (let i = j; i < rows; i++) factor += a[i * width + j] * a[i * width + c];
      factor /= x[j] * a[j * width + j];
      for (let i = j; i < rows; i++) a[i * width + c] += factor * a[i * width + j];
    }
  }
  for (let j = columns - 1; j >= 0; j--) {
    let rest = a[j * width + columns];
    for (let c = j + 1; c < columns; c++) rest -= a[j * width + c] * x[c];
    x[j] = rest / x[j];
  }
}

/**
 * Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). `evaluate`
 * fills the m entries of F and its derivative J; if it is linear, J x is added to F. Changes
 * `unknowns`, fills `residual` with the first of F and returns 0 or the number of the
 * equation that is furthest from zero. No step turns an angle by more than a quarter of a turn, and
 * whole turns are taken out at the end where the equations do not depend on them. Exactly half a
 * turn from a solution |F| does not depend on x, although it is not least there: where something is
 * open the iterations begin once more, with angles and the numbers of quaternions increased by up
 * to 0.1, each by another amount.
 */
function solve(evaluate, m, unknowns, held, kinds, isLinear, residual) {
  const rounding = 2.3e-16, nothing = 1e-10, quarter = Math.PI / 2;
  const n = unknowns.length, width = n + 1;
  const start = Float64Array.from(unknowns), scale = new Float64Array(n);
  const reach = { length: 0, other: 0 }, kindOf = (j) => (kinds[j] === 'm' ? 'length' : 'other');
  const at = (x) => {
    const point = { x, F: new Float64Array(m), J: new Float64Array(m * n) };
    evaluate(x, point.F, point.J);
    for (let i = 0; isLinear && i < m; i++) {
      for (let j = 0; j < n; j++) point.F[i] += point.J[i * n + j] * x[j];
    }
    return point;
  };
  let best, x = start, norm = Infinity, predicted = 0, largest = 0, damping = 1e-3, growth = 2;
  const isZero = () => norm <= nothing * largest * (1 + lengthOf(best.x));
  const isTurned = (j) => (kinds[j] === 'a' || kinds[j] === 'e') && !(held && held[j]);
  let isClosed = false, isDisplaced = false;
  for (let tries = 0; tries <= 100; tries++) {
    const point = at(x), size = lengthOf(point.F);
    const isFirst = !(norm < Infinity);
    const isBetter = size < norm && lengthOf(point.J) < Infinity;
    if (isBetter && !isFirst) {  // damped less where the step did what was predicted
      const gain = (norm ** 2 - size ** 2) / (norm ** 2 - predicted ** 2);
      let factor = Math.max(1 / 3, 1 - (2 * gain - 1) ** 3);
      if (gain > 0.75 && size ** 2 < factor * norm ** 2) factor = size ** 2 / norm ** 2;
      damping = Math.max(factor * damping, nothing ** 2);
      growth = 2;
    }
    if (isBetter || tries === 0) {
      best = point;
      norm = size;
      for (let i = 0; i < m; i++) largest = Math.max(largest, lengthOf(best.J, i * n, n));
      for (let j = 0; j < n; j++) {
        const column = held && held[j] ? 0 : lengthOf(best.J, j, m, n);
        reach[kindOf(j)] = Math.max(reach[kindOf(j)], column);
      }
      for (let j = 0; j < n; j++) scale[j] = held && held[j] ? 0 : reach[kindOf(j)];
    }
    if (!isBetter) {
      damping *= growth;
      growth *= 2;
    }
    isClosed = norm <= (isBetter ? rounding : nothing) * largest;
    if (isClosed || (isFirst && !isBetter)) break;
    const system = new Float64Array((m + n) * width), step = new Float64Array(n);
    let slope = 0;
    for (let i = 0; i < m; i++) system[i * width + n] = best.F[i];
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = 0; i < m; i++) {
        system[i * width + j] = scale[j] > 0 ? best.J[i * n + j] / scale[j] : 0;
        sum += system[i * width + j] * best.F[i];
      }
      system[(m + j) * width + j] = Math.sqrt(damping);
      slope += sum * sum;
    }
    if (damping > 1e20 || !(Math.sqrt(slope) > nothing * norm)) {
      if (isDisplaced || isZero()) break;
      x = best.x.map((value, j) => value + (isTurned(j) ? 0.1 * ((0.618034 * (j + 1)) % 1) : 0));
      norm = Infinity;
      damping = 1e-3;
      growth = 2;
      isDisplaced = true;
      continue;
    }
    leastSquares(m + n, n, system, step);
    let farthest = quarter;
    for (let j = 0; j < n; j++) {
      step[j] = scale[j] > 0 ? -step[j] / scale[j] : 0;
      if (kinds[j] === 'a') farthest = Math.max(farthest, Math.abs(step[j]));
    }
    const F = Float64Array.from(best.F);
    for (let j = 0; j < n; j++) {
      step[j] *= quarter / farthest;
      for (let i = 0; i < m; i++) F[i] += best.J[i * n + j] * step[j];
    }
    predicted = lengthOf(F);
    x = step.map((way, j) => way + best.x[j]);
  }
  const turns = best.x.map((value, j) => (
    kinds[j] === 'a' ? Math.floor((value - start[j]) / (4 * quarter) + 0.5) : 0));
  if (isClosed && turns.some((turn) => turn !== 0)) {
    const point = at(best.x.map((value, j) => value - turns[j] * (4 * quarter)));
    if (lengthOf(point.F) <= nothing * largest) best = point;
    norm = lengthOf(best.F);
  }
  for (let j = 0; j < n; j++) unknowns[j] = best.x[j];
  let worst = 0;
  for (let i = 0; i < m; i++) {
    if (i < residual.length) residual[i] = best.F[i];
    if (!(best.F[i] ** 2 <= best.F[worst] ** 2)) worst = i;
  }
  return isZero() ? 0 : worst + 1;
}
