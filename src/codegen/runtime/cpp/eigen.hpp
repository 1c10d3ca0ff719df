// eigen.hpp -- pasted into generated C++.
// SPDX-License-Identifier: MIT
// ---- pasted from here
#pragma once

#include "NAME.h"

#include <Eigen/Core>

namespace NAME_eigen {

using Params = NAME_params;
using Prepared = NAME_prepared;

template <int rows, int columns>
using Matrix =
    Eigen::Matrix<double, rows, columns, columns == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

/// A state: a vector, or a part of one.
template <int rows>
using Vector = Eigen::Ref<const Eigen::Matrix<double, rows, 1>>;

/// The defaults; a parameter without one is 0.
inline Params default_params() { return NAME_default_params(); }

/// What depends on the parameters only, with a copy of them: every function takes it.
inline Prepared prepare(const Params &p)
{
  Prepared k;
  NAME_prepare(&p, &k);
  return k;
}
