% maximum.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% The greater one; not a number if one of them is none.
function value = maximum(a, b)
  if a >= b || isnan(a)
    value = a;
  else
    value = b;
  end
end
