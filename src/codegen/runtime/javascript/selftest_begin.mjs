// selftest_begin.mjs -- pasted into generated JavaScript.
// SPDX-License-Identifier: MIT
// ---- pasted from here

let checked = 0;
let identical = 0;
let different = 0;
let skipped = 0;
let got;

function check(name, state, first, values, expected, roundings) {
  expected.forEach((wanted, i) => {
    if (roundings[i] === Infinity) {
      skipped += 1;
      return;
    }
    const value = values[first + i];
    const tolerance = Number.EPSILON * roundings[i];
    const isSame = value === wanted || (Number.isNaN(value) && Number.isNaN(wanted));
    checked += 1;
    identical += isSame;
    if (isSame || Math.abs(value - wanted) <= tolerance) return;
    different += 1;
    if (different > 1) return;
    console.log(`NAME: ${name}, state ${state}, entry ${first + i}: got ${value}, `
      + `expected ${wanted}, tolerance ${tolerance}`);
  });
}

const p = model.default_params();
