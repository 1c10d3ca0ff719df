# newton.jl -- pasted into generated Julia: the iterations of newton.c.
# SPDX-License-Identifier: MIT
# ---- pasted from here
# Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). F and J are
# functions, J the derivative; if it is linear, J x is added to F. Returns x, 0 or the number of the
# equation that is furthest from zero, and the first of F. No step turns an angle by more than a
# quarter of a turn, and whole turns are taken out at the end where the equations do not depend on
# them. Exactly half a turn from a solution |F| does not depend on x, although it is not least
# there: where something is open the iterations begin once more, with angles and the numbers of
# quaternions increased by up to 0.1, each by another amount.
function solve(F, J, start, held, kinds, is_linear, count)
    rounding, nothing_much, quarter = 2.3e-16, 1e-10, pi / 2
    start = collect(Float64, start)
    n = length(start)
    is_free = held === nothing ? trues(n) : .!Bool.(held)
    is_angle, is_length = [letter == 'a' for letter in kinds], [letter == 'm' for letter in kinds]
    function at(x)
        slopes = J(x)
        values = is_linear ? F(x) + slopes * x : F(x)
        return (x = x, F = values, J = slopes, norm = norm(values))
    end
    is_turned = [letter in "ae" for letter in kinds] .& is_free
    away = [is_turned[j] ? 0.1 * mod(0.618034 * j, 1.0) : 0.0 for j in 1:n]
    is_zero(point) = point.norm <= nothing_much * largest * (1 + norm(point.x))
    x = start
    best = point = at(x)
    before, predicted, largest, scale = Inf, 0.0, 0.0, zeros(n)
    damping, growth, is_closed, is_displaced = 1e-3, 2.0, false, false
    for tries in 0:100
        is_first = !(before < Inf)
        is_better = point.norm < before && norm(point.J) < Inf
        if is_better && !is_first  # damped less where the step did what was predicted
            gain = (before^2 - point.norm^2) / (before^2 - predicted^2)
            factor = max(1 / 3, 1 - (2 * gain - 1)^3)
            if gain > 0.75 && point.norm^2 < factor * before^2
                factor = point.norm^2 / before^2
            end
            damping, growth = max(factor * damping, nothing_much^2), 2.0
        end
        if is_better || tries == 0
            best, before = point, point.norm
            largest = max(largest, maximum(norm, eachrow(best.J)))
            columns = map(norm, eachcol(best.J)) .* is_free
            reach = Dict(kind => maximum(columns[is_length .== kind]) for kind in unique(is_length))
            scale = max.(scale, [reach[kind] for kind in is_length]) .* is_free
        end
        if !is_better
            damping, growth = damping * growth, 2 * growth
        end
        is_closed = best.norm <= (is_better ? rounding : nothing_much) * largest
        if is_closed || (is_first && !is_better)
            break
        end
        weight = [s > 0 ? 1 / s : 0.0 for s in scale]
        weighted = best.J .* weight'
        if damping > 1e20 || !(norm(weighted' * best.F) > nothing_much * best.norm)
            if is_displaced || is_zero(best)
                break
            end
            point = at(best.x + away)
            before, damping, growth, is_displaced = Inf, 1e-3, 2.0, true
            continue
        end
        system = [weighted; sqrt(damping) * Matrix(I, n, n)]
        step = -weight .* (system \ [best.F; zeros(n)])
        step *= quarter / max(quarter, maximum(abs.(step) .* is_angle))
        predicted = norm(best.F + best.J * step)
        point = at(best.x + step)
    end
    turns = floor.((best.x - start) / (4 * quarter) .+ 0.5) .* is_angle
    if is_closed && any(turns .!= 0)
        point = at(best.x - turns * (4 * quarter))
        best = point.norm <= nothing_much * largest ? point : best
    end
    return best.x, is_zero(best) ? 0 : argmax(abs.(best.F)), best.F[1:count]
end
