# real.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here
# Where there is no real number there is NaN.
real_sqrt(x) = x < 0 ? oftype(x, NaN) : sqrt(x)
real_log(x) = x < 0 ? oftype(x, NaN) : log(x)
real_asin(x) = abs(x) > 1 ? oftype(x, NaN) : asin(x)
real_acos(x) = abs(x) > 1 ? oftype(x, NaN) : acos(x)
real_power(x, y) = x < 0 && y != floor(y) ? oftype(x, NaN) : x^y
