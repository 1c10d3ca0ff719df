% selftest_head.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
%
% Each number expected comes with how many roundings the code may be away from it: errors passed on
% from step to step. Nothing but functions such as sin makes a difference.
function NAME_selftest()
  tally = struct('checked', 0, 'identical', 0, 'different', 0, 'skipped', 0);
