// table.rs -- pasted into generated Rust.
// SPDX-License-Identifier: MIT
// ---- pasted from here
/// A piecewise polynomial through the points, or its derivative of that order, at x: rows of
/// coefficients before the first point, then from each point on.
fn table_value(points: &[f64], coefficients: &[f64], degree: usize, order: usize, x: f64) -> f64 {
    let low = points.partition_point(|point| *point <= x);
    let piece = &coefficients[low * (degree + 1)..];
    let h = x - points[if low > 0 { low - 1 } else { 0 }];
    let mut value = 0.0;
    for k in (order..degree + 1).rev() {
        let mut factor = 1.0;
        for i in 0..order {
            factor *= (k - i) as f64;
        }
        value = value * h + factor * piece[k];
    }
    value
}
