% real_asin.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% Not a number where the result would be complex.
function value = real_asin(x)
  if abs(x) > 1
    value = NaN;
  else
    value = asin(x);
  end
end
