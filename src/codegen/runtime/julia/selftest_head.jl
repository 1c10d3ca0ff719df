# selftest_head.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here
#
# Each number expected comes with how many roundings the code may be away from it: errors passed on
# from step to step. Nothing but functions such as sin makes a difference.
include("NAME.jl")
const model = NAME
