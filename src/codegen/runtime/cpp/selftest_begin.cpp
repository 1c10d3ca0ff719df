// selftest_begin.cpp -- pasted into generated C++.
// SPDX-License-Identifier: MIT
// ---- pasted from here

int checked = 0, identical = 0, different = 0, skipped = 0;

template <int rows>
Eigen::Map<const Eigen::Matrix<double, rows, 1>> vector(const double *entries)
{
  return Eigen::Map<const Eigen::Matrix<double, rows, 1>>(entries);
}

// Row by row.
inline std::vector<double> entries(double number) { return { number }; }
template <typename Matrix> std::vector<double> entries(const Matrix &matrix)
{
  return std::vector<double>(matrix.data(), matrix.data() + matrix.size());
}

void check(const char *name, int state, std::size_t first, const std::vector<double> &got,
           const std::vector<double> &expected, const std::vector<double> &roundings)
{
  for (std::size_t i = 0; i < expected.size(); i++) {
    if (std::isinf(roundings[i])) {
      skipped++;
      continue;
    }
    const double value = got[first + i], wanted = expected[i];
    const double tolerance = DBL_EPSILON * roundings[i];
    const bool is_same = value == wanted || (std::isnan(value) && std::isnan(wanted));
    checked++;
    identical += is_same;
    if (is_same || std::fabs(value - wanted) <= tolerance) continue;
    if (different++ > 0) continue;
    std::printf("NAME: %s, state %d, entry %d: ", name, state, static_cast<int>(first + i));
    std::printf("got %.17g, expected %.17g, tolerance %.3g\n", value, wanted, tolerance);
  }
}

}  // namespace

int main()
{
  std::vector<double> got;
  NAME_eigen::Params p = NAME_eigen::default_params();
