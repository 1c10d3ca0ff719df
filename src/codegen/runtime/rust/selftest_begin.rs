// selftest_begin.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here

struct Tally {
    checked: usize,
    identical: usize,
    different: usize,
    skipped: usize,
}

impl Tally {
    fn check(&mut self, name: &str, state: usize, first: usize, got: &[f64], expected: &[f64],
             roundings: &[f64]) {
        for i in 0..expected.len() {
            if roundings[i].is_infinite() {
                self.skipped += 1;
                continue;
            }
            let (value, wanted) = (got[first + i], expected[i]);
            let tolerance = f64::EPSILON * roundings[i];
            let is_same = value == wanted || (value.is_nan() && wanted.is_nan());
            self.checked += 1;
            self.identical += usize::from(is_same);
            if is_same || (value - wanted).abs() <= tolerance {
                continue;
            }
            self.different += 1;
            if self.different == 1 {
                println!("NAME: {name}, state {state}, entry {}: got {value:e}", first + i);
                println!("expected {wanted:e}, tolerance {tolerance:e}");
            }
        }
    }
}

fn main() {
    let mut tally = Tally { checked: 0, identical: 0, different: 0, skipped: 0 };
    let mut p = model::default_params();
