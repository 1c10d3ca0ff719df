# sign.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here
# -1, 0 or 1: the sign of x; what is not a number stays so.
sign_of(x) = x > 0 ? 1.0 : x < 0 ? -1.0 : x
