% newton.m -- pasted into generated functions of Octave and MATLAB: the iterations of newton.c.
% SPDX-License-Identifier: MIT
% ---- pasted from here
% Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). F and J are
% functions, J the derivative; if it is linear, J x is added to F. No step turns an angle by more
% than a quarter of a turn, and whole turns are taken out at the end where the equations do not feel
% them. Exactly half a turn from a solution |F| does not depend on x, although it is not least
% there: where something is open the iterations begin once more, with angles and the numbers of
% quaternions increased by up to 0.1, each by another amount. failed is 0, or the number of the
% equation that is furthest from zero.
function [unknowns, failed, residual] = solve_constraints(F, J, unknowns, held, kinds, ...
                                                          is_linear, count)
  rounding = 2.3e-16;
  nothing = 1e-10;
  quarter = pi / 2;
  start = unknowns(:);
  n = numel(start);
  is_free = true(n, 1);
  is_free(logical(held(:))) = false;
  is_angle = kinds(:) == 'a';
  is_length = kinds(:) == 'm';
  x = start;
  norm_before = Inf;
  predicted = 0;
  largest = 0;
  scale = zeros(n, 1);
  damping = 1e-3;
  growth = 2;
  is_closed = false;
  away = 0.1 * mod(0.618034 * (1:n).', 1) .* (is_free & (is_angle | kinds(:) == 'e'));
  is_displaced = false;
  for tries = 0:100
    point = point_of(F, J, x, is_linear);
    is_first = ~(norm_before < Inf);
    is_better = point.norm < norm_before && norm(point.J(:)) < Inf;
    if is_better && ~is_first  % damped less where the step did what was predicted
      gain = (norm_before^2 - point.norm^2) / (norm_before^2 - predicted^2);
      factor = max(1 / 3, 1 - (2 * gain - 1)^3);
      if gain > 0.75 && point.norm^2 < factor * norm_before^2
        factor = point.norm^2 / norm_before^2;
      end
      damping = max(factor * damping, nothing^2);
      growth = 2;
    end
    if is_better || tries == 0
      best = point;
      norm_before = best.norm;
      largest = max(largest, max(sqrt(sum(best.J.^2, 2))));
      columns = sqrt(sum(best.J.^2, 1)).' .* is_free;
      reach = [max([0; columns(~is_length)]); max([0; columns(is_length)])];
      scale = max(scale, reach(1 + is_length)) .* is_free;
    end
    if ~is_better
      damping = damping * growth;
      growth = 2 * growth;
      is_closed = best.norm <= nothing * largest;
    else
      is_closed = best.norm <= rounding * largest;
    end
    if is_closed || (is_first && ~is_better)
      break
    end
    weight = zeros(n, 1);
    weight(scale > 0) = 1 ./ scale(scale > 0);
    weighted = best.J .* repmat(weight.', size(best.J, 1), 1);
    if damping > 1e20 || ~(norm(weighted.' * best.F) > nothing * best.norm)
      if is_displaced || is_zero(best, nothing * largest)
        break
      end
      x = best.x + away;
      norm_before = Inf;
      damping = 1e-3;
      growth = 2;
      is_displaced = true;
      continue
    end
    step = -weight .* ([weighted; sqrt(damping) * eye(n)] \ [best.F; zeros(n, 1)]);
    step = step * (quarter / max([quarter; abs(step(is_angle))]));
    predicted = norm(best.F + best.J * step);
    x = best.x + step;
  end
  turns = floor((best.x - start) / (4 * quarter) + 0.5) .* is_angle;
  if is_closed && any(turns ~= 0)
    point = point_of(F, J, best.x - turns * (4 * quarter), is_linear);
    if point.norm <= nothing * largest
      best = point;
    end
  end
  unknowns = reshape(best.x, size(unknowns));
  residual = best.F(1:count);
  failed = 0;
  if ~is_zero(best, nothing * largest)
    off = abs(best.F);
    off(isnan(off)) = Inf;
    [~, failed] = max(off);
  end
end

function answer = is_zero(point, rounding)
  answer = point.norm <= rounding * (1 + norm(point.x));
end

function point = point_of(F, J, x, is_linear)
  point = struct('x', x, 'F', F(x), 'J', J(x), 'norm', 0);
  if is_linear
    point.F = point.F + point.J * x;
  end
  point.norm = norm(point.F);
end
