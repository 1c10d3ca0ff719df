// selftest_head.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here
//
// Each number expected comes with how many roundings the code may be away from it: errors passed on
// from step to step. Nothing but functions such as sin makes a difference.
#![allow(non_upper_case_globals, unused_mut)]
#[path = "NAME.rs"]
mod model;
