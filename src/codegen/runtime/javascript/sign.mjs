// sign.mjs -- pasted into generated JavaScript.
// SPDX-License-Identifier: MIT
// ---- pasted from here
/** -1, 0 or 1: the sign of x. */
function signOf(x) {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}
