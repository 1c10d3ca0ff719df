% table.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% A piecewise polynomial through the points, or its derivative of that order, at x: rows of
% coefficients before the first point, then from each point on.
function value = table_value(points, coefficients, degree, order, x)
  low = sum(points <= x);
  first = low * (degree + 1);
  h = x - points(max(low, 1));
  value = 0;
  for n = degree:-1:order
    value = value * h + prod(n - (0:order - 1)) * coefficients(first + n + 1);
  end
end
