% sign.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% -1, 0 or 1: the sign of x.
function value = sign_of(x)
  value = double(x > 0) - double(x < 0);
end
