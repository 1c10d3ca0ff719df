// sign.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here
/// -1, 0 or 1: the sign of x.
fn sign_of(x: f64) -> f64 {
    if x > 0.0 { 1.0 } else if x < 0.0 { -1.0 } else { x }
}
