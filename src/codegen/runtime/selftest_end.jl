# selftest_end.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here
if tally["different"] > 0
    println("NAME: $(tally["different"]) of $(tally["checked"]) values differ")
    exit(1)
end
println("NAME: $(tally["checked"]) values agree, $(tally["identical"]) of them to the last bit")
