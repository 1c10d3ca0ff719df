% selftest_end.m -- pasted into generated functions of Octave and MATLAB.
% SPDX-License-Identifier: MIT
% ---- pasted from here
  if tally.different > 0
    error('NAME: %d of %d values differ', tally.different, tally.checked);
  end
  fprintf('NAME: %d values agree, %d of them to the last bit', tally.checked, tally.identical);
  if tally.skipped > 0
    fprintf('; %d are not determined and were not compared', tally.skipped);
  end
  fprintf('\n');
end

function tally = check(tally, name, state, first, got, expected, roundings)
  rows = got.';
  got = rows(:);
  for n = 1:numel(expected)
    if isinf(roundings(n))
      tally.skipped = tally.skipped + 1;
      continue
    end
    value = got(first + n);
    wanted = expected(n);
    tolerance = eps * roundings(n);
    is_same = value == wanted || (isnan(value) && isnan(wanted));
    tally.checked = tally.checked + 1;
    tally.identical = tally.identical + is_same;
    if is_same || abs(value - wanted) <= tolerance
      continue
    end
    tally.different = tally.different + 1;
    if tally.different == 1
      fprintf('NAME: %s, state %d, entry %d: ', name, state, first + n);
      fprintf('got %.17g, expected %.17g, tolerance %.3g\n', value, wanted, tolerance);
    end
  end
end
