# selftest_end.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here
if tally["different"] > 0
    println("NAME: $(tally["different"]) of $(tally["checked"]) values differ")
    exit(1)
end
print("NAME: $(tally["checked"]) values agree, $(tally["identical"]) of them to the last bit")
if tally["skipped"] > 0
    print("; $(tally["skipped"]) are not determined and were not compared")
end
println()
