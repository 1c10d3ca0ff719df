% minimum.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% The smaller one; not a number if one of them is none.
function value = minimum(a, b)
  if a <= b || isnan(a)
    value = a;
  else
    value = b;
  end
end
