% real_sqrt.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% Not a number where the result would be complex.
function value = real_sqrt(x)
  if x < 0
    value = NaN;
  else
    value = sqrt(x);
  end
end
