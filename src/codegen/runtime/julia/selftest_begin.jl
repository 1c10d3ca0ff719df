# selftest_begin.jl -- pasted into generated Julia.
# SPDX-License-Identifier: MIT
# ---- pasted from here

const tally = Dict("checked" => 0, "identical" => 0, "different" => 0, "skipped" => 0)

function check(name, state, first, got, expected, roundings)
    entries = got isa AbstractMatrix ? vec(permutedims(got)) : collect(got)
    for i in eachindex(expected)
        if isinf(roundings[i])
            tally["skipped"] += 1
            continue
        end
        value, wanted = entries[first + i], expected[i]
        tolerance = eps() * roundings[i]
        is_same = value == wanted || (isnan(value) && isnan(wanted))
        tally["checked"] += 1
        tally["identical"] += is_same
        if is_same || abs(value - wanted) <= tolerance
            continue
        end
        tally["different"] += 1
        if tally["different"] == 1
            println("NAME: $name, state $state, entry $(first + i): got $value, ",
                    "expected $wanted, tolerance $tolerance")
        end
    end
end

p = model.default_params()
