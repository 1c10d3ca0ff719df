// newton.rs -- pasted into generated Rust: the iterations of least_squares.c and newton.c.
// SPDX-License-Identifier: MIT
// ---- pasted from here
/// The length of a vector: `count` entries from `first` on, `stride` apart.
fn length_of(v: &[f64], first: usize, count: usize, stride: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..count {
        sum += v[first + i * stride] * v[first + i * stride];
    }
    sqrt(sum)
}

/// The x that makes |A x - b| least, by Householder's reflections. `a` holds A and, as one more
/// column, b: rows x (columns + 1). It is overwritten. The columns of A are independent.
fn least_squares(rows: usize, columns: usize, a: &mut [f64], x: &mut [f64]) {
    let width = columns + 1;
    for j in 0..columns {
        let top = a[j * width + j];
        let length = length_of(a, j * width + j, rows - j, width);
        x[j] = if top < 0.0 { length } else { -length }; // the diagonal of R
        a[j * width + j] = top - x[j];
        for c in j + 1..width {
            let mut factor = 0.0;
            for i in j..rows {
                factor += a[i * width + j] * a[i * width + c];
            }
            factor /= x[j] * a[j * width + j];
            for i in j..rows {
                a[i * width + c] += factor * a[i * width + j];
            }
        }
    }
    for j in (0..columns).rev() {
        let mut rest = a[j * width + columns];
        for c in j + 1..columns {
            rest -= a[j * width + c] * x[c];
        }
        x[j] = rest / x[j];
    }
}

/// A part of an array, as an array.
fn part<const N: usize>(entries: &mut [f64]) -> &mut [f64; N] {
    core::convert::TryInto::try_into(entries).unwrap()
}

/// N unknowns, M equations F and their derivative J, of L = M N entries.
#[derive(Clone, Copy)]
struct Point<const N: usize, const M: usize, const L: usize> {
    x: [f64; N],
    f: [f64; M],
    j: [f64; L],
    norm: f64,
}

/// Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). `evaluate`
/// fills F and J; if it is linear, J x is added to F. Changes `unknowns`, fills `residual` with the
/// first of F; the error is the number of the equation that is furthest from zero. No step turns
/// an angle by more than a quarter of a turn, and whole turns are taken out at the end where the
/// equations do not depend on them. Exactly half a turn from a solution |F| does not depend on x,
/// although it is not least there: where something is open the iterations begin once more, with
/// angles and the numbers of quaternions increased by up to 0.1, each by another amount.
/// S = (M + N) (N + 1) numbers of work.
fn solve<const N: usize, const M: usize, const L: usize, const S: usize>(
    evaluate: impl Fn(&[f64; N], &mut [f64; M], &mut [f64; L]), unknowns: &mut [f64; N],
    held: &[bool; N], kinds: &[u8; N], is_linear: bool, residual: &mut [f64],
) -> Result<(), usize> {
    const ROUNDING: f64 = 2.3e-16;
    const NOTHING: f64 = 1e-10;
    const QUARTER: f64 = core::f64::consts::FRAC_PI_2;
    let at = |x: &[f64; N]| {
        let mut point = Point { x: *x, f: [0.0; M], j: [0.0; L], norm: 0.0 };
        evaluate(x, &mut point.f, &mut point.j);
        for i in 0..if is_linear { M } else { 0 } {
            for j in 0..N {
                point.f[i] += point.j[i * N + j] * x[j];
            }
        }
        point.norm = length_of(&point.f, 0, M, 1);
        point
    };
    let is_zero = |point: &Point<N, M, L>, largest: f64| {
        point.norm <= NOTHING * largest * (1.0 + length_of(&point.x, 0, N, 1))
    };
    let start = *unknowns;
    let mut point = at(&start);
    let mut best = Point { norm: f64::INFINITY, ..point };
    let (mut largest, mut reach, mut scale): (f64, [f64; 2], [f64; N]) = (0.0, [0.0; 2], [0.0; N]);
    let (mut damping, mut growth, mut predicted) = (1e-3, 2.0, 0.0);
    let (mut is_closed, mut is_displaced) = (false, false);
    for tries in 0..101 {
        let is_finite = length_of(&point.j, 0, L, 1) < f64::INFINITY;
        let is_first = !(best.norm < f64::INFINITY);
        let is_better = is_finite && point.norm < best.norm;
        if is_better && !is_first {
            // damped less where the step did what was predicted
            let (before, after) = (best.norm * best.norm, point.norm * point.norm);
            let gain = (before - after) / (before - predicted * predicted);
            let bend = 2.0 * gain - 1.0;
            let mut factor = maximum(1.0 / 3.0, 1.0 - bend * bend * bend);
            if gain > 0.75 && after < factor * before {
                factor = after / before;
            }
            damping = maximum(factor * damping, NOTHING * NOTHING);
            growth = 2.0;
        }
        if is_better || tries == 0 {
            best = point;
            for i in 0..M {
                largest = maximum(largest, length_of(&best.j, i * N, N, 1));
            }
            for j in 0..N {
                let kind = usize::from(kinds[j] == b'm');
                if !held[j] {
                    reach[kind] = maximum(reach[kind], length_of(&best.j, j, M, N));
                }
            }
            for j in 0..N {
                scale[j] = if held[j] { 0.0 } else { reach[usize::from(kinds[j] == b'm')] };
            }
        }
        if !is_better {
            damping *= growth;
            growth *= 2.0;
        }
        is_closed = best.norm <= if is_better { ROUNDING } else { NOTHING } * largest;
        if is_closed || (is_first && !is_better) {
            break;
        }
        let (mut system, mut step) = ([0.0; S], [0.0; N]);
        let mut slope = 0.0;
        for i in 0..M {
            system[i * (N + 1) + N] = best.f[i];
        }
        for j in 0..N {
            let mut sum = 0.0;
            for i in 0..if scale[j] > 0.0 { M } else { 0 } {
                system[i * (N + 1) + j] = best.j[i * N + j] / scale[j];
                sum += system[i * (N + 1) + j] * best.f[i];
            }
            system[(M + j) * (N + 1) + j] = sqrt(damping);
            slope += sum * sum;
        }
        if damping > 1e20 || !(sqrt(slope) > NOTHING * best.norm) {
            if is_displaced || is_zero(&best, largest) {
                break;
            }
            let mut x = best.x;
            for j in 0..N {
                let golden = 0.618034 * (j + 1) as f64;
                if (kinds[j] == b'a' || kinds[j] == b'e') && !held[j] {
                    x[j] += 0.1 * (golden - floor(golden));
                }
            }
            point = at(&x);
            best.norm = f64::INFINITY;
            damping = 1e-3;
            growth = 2.0;
            is_displaced = true;
            continue;
        }
        least_squares(M + N, N, &mut system, &mut step);
        let mut farthest = QUARTER;
        for j in 0..N {
            step[j] = if scale[j] > 0.0 { -step[j] / scale[j] } else { 0.0 };
            if kinds[j] == b'a' {
                farthest = maximum(farthest, fabs(step[j]));
            }
        }
        let (mut f, mut x) = (best.f, best.x);
        for j in 0..N {
            let way = step[j] * (QUARTER / farthest);
            for i in 0..M {
                f[i] += best.j[i * N + j] * way;
            }
            x[j] += way;
        }
        predicted = length_of(&f, 0, M, 1);
        point = at(&x);
    }
    let mut x = best.x;
    for j in 0..N {
        let turns = floor((best.x[j] - start[j]) / (4.0 * QUARTER) + 0.5);
        if kinds[j] == b'a' {
            x[j] -= turns * (4.0 * QUARTER);
        }
    }
    if is_closed && x != best.x {
        point = at(&x);
        if point.norm <= NOTHING * largest {
            best = point;
        }
    }
    *unknowns = best.x;
    residual.copy_from_slice(&best.f[..residual.len()]);
    if is_zero(&best, largest) {
        return Ok(());
    }
    let mut worst = 0;
    for i in 0..M {
        if !(best.f[i] * best.f[i] <= best.f[worst] * best.f[worst]) {
            worst = i;
        }
    }
    Err(worst + 1)
}
