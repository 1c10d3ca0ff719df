// selftest_end.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here
    if tally.different > 0 {
        println!("NAME: {} of {} values differ", tally.different, tally.checked);
        std::process::exit(1);
    }
    print!("NAME: {} values agree, {} of them to the last bit", tally.checked, tally.identical);
    if tally.skipped > 0 {
        print!("; {} are not determined and were not compared", tally.skipped);
    }
    println!();
}
