// selftest_end.cpp -- pasted into generated C++.
// SPDX-License-Identifier: MIT
// ---- pasted from here
  if (different > 0) {
    std::printf("NAME: %d of %d values differ\n", different, checked);
    return 1;
  }
  std::printf("NAME: %d values agree, %d of them to the last bit\n", checked, identical);
  return 0;
}
