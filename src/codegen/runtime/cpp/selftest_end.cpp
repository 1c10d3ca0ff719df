// selftest_end.cpp -- pasted into generated C++.
// SPDX-License-Identifier: MIT
// ---- pasted from here
  if (different > 0) {
    std::printf("NAME: %d of %d values differ\n", different, checked);
    return 1;
  }
  std::printf("NAME: %d values agree, %d of them to the last bit", checked, identical);
  if (skipped > 0) std::printf("; %d are not determined and were not compared", skipped);
  std::printf("\n");
  return 0;
}
