% choose.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% One value where the condition holds, the other elsewhere.
function value = choose(condition, one, other)
  if condition
    value = one;
  else
    value = other;
  end
end
