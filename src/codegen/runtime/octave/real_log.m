% real_log.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% Not a number where the result would be complex.
function value = real_log(x)
  if x < 0
    value = NaN;
  else
    value = log(x);
  end
end
