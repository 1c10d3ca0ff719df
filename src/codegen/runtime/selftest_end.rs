// selftest_end.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here
    if tally.different > 0 {
        println!("NAME: {} of {} values differ", tally.different, tally.checked);
        std::process::exit(1);
    }
    println!("NAME: {} values agree, {} of them to the last bit", tally.checked, tally.identical);
}
