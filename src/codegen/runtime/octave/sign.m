% sign.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% -1, 0 or 1: the sign of x.
function value = sign_of(x)
  value = x;
  value(x > 0) = 1;
  value(x < 0) = -1;
end
