% real_power.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% Not a number where the result would be complex.
function value = real_power(x, y)
  if x < 0 && y ~= floor(y)
    value = NaN;
  else
    value = x ^ y;
  end
end
