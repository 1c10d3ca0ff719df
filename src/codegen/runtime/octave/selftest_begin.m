% selftest_begin.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
  p = NAME_default_params();
