# table.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here
# A piecewise polynomial through the points, or its derivative of that order, at x: rows of
# coefficients before the first point, then from each point on.
function table_value(points, coefficients, degree, order, x)
    low = searchsortedlast(points, x)
    h = x - points[max(low, 1)]
    value = zero(h)
    for n in degree:-1:order
        factor = 1.0
        for i in 0:order-1
            factor *= n - i
        end
        value = value * h + factor * coefficients[low * (degree + 1) + n + 1]
    end
    return value
end
