// selftest_end.mjs -- pasted into generated JavaScript.
// SPDX-License-Identifier: MIT
// ---- pasted from here
if (different > 0) {
  console.log(`NAME: ${different} of ${checked} values differ`);
  process.exit(1);
}
const rest = skipped > 0 ? `; ${skipped} are not determined and were not compared` : '';
console.log(`NAME: ${checked} values agree, ${identical} of them to the last bit${rest}`);
