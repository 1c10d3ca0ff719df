// selftest_head.cpp -- pasted into generated C++.
// SPDX-License-Identifier: MIT
// ---- pasted from here
//
// Each number expected comes with how many roundings the code may be away from it: errors passed on
// from step to step.
#include "NAME.hpp"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {
