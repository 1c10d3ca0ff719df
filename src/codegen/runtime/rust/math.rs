// math.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here
#![allow(non_snake_case, unused_variables, unused_mut, dead_code, unused_parens, clippy::all)]

// Functions of the libm of C, which the program is linked with: the core of Rust has none.
mod libm {
    unsafe extern "C" {
        pub fn sqrt(x: f64) -> f64;
        pub fn sin(x: f64) -> f64;
        pub fn cos(x: f64) -> f64;
        pub fn tan(x: f64) -> f64;
        pub fn asin(x: f64) -> f64;
        pub fn acos(x: f64) -> f64;
        pub fn atan(x: f64) -> f64;
        pub fn exp(x: f64) -> f64;
        pub fn log(x: f64) -> f64;
        pub fn sinh(x: f64) -> f64;
        pub fn cosh(x: f64) -> f64;
        pub fn tanh(x: f64) -> f64;
        pub fn fabs(x: f64) -> f64;
        pub fn floor(x: f64) -> f64;
        pub fn atan2(x: f64, y: f64) -> f64;
        pub fn pow(x: f64, y: f64) -> f64;
    }
}

fn sqrt(x: f64) -> f64 {
    unsafe { libm::sqrt(x) }
}
fn sin(x: f64) -> f64 {
    unsafe { libm::sin(x) }
}
fn cos(x: f64) -> f64 {
    unsafe { libm::cos(x) }
}
fn tan(x: f64) -> f64 {
    unsafe { libm::tan(x) }
}
fn asin(x: f64) -> f64 {
    unsafe { libm::asin(x) }
}
fn acos(x: f64) -> f64 {
    unsafe { libm::acos(x) }
}
fn atan(x: f64) -> f64 {
    unsafe { libm::atan(x) }
}
fn exp(x: f64) -> f64 {
    unsafe { libm::exp(x) }
}
fn log(x: f64) -> f64 {
    unsafe { libm::log(x) }
}
fn sinh(x: f64) -> f64 {
    unsafe { libm::sinh(x) }
}
fn cosh(x: f64) -> f64 {
    unsafe { libm::cosh(x) }
}
fn tanh(x: f64) -> f64 {
    unsafe { libm::tanh(x) }
}
fn fabs(x: f64) -> f64 {
    unsafe { libm::fabs(x) }
}
fn floor(x: f64) -> f64 {
    unsafe { libm::floor(x) }
}
fn atan2(x: f64, y: f64) -> f64 {
    unsafe { libm::atan2(x, y) }
}
fn pow(x: f64, y: f64) -> f64 {
    unsafe { libm::pow(x, y) }
}
// Not a number if one of them is none.
fn minimum(a: f64, b: f64) -> f64 {
    if a <= b || a != a { a } else { b }
}
fn maximum(a: f64, b: f64) -> f64 {
    if a >= b || a != a { a } else { b }
}
