// newton.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
//
// The iterations of numeric/solve/newton.c, turned inside out: whoever calls evaluates F and J at the
// point to be tried, so that no function is handed around.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). Too few
// equations, or redundant ones, do no harm. No step turns an angle by more than a quarter of a
// turn, and whole turns are taken out at the end where the equations do not feel them. Steps are
// the shortest: all lengths weigh the same, and so do all others, such as angles, a radian as far
// as it moves points at most. By what each does alone, those that do next to nothing would go far.
typedef struct NAME_point {
  NAME_real *x, *F, *J;  // J: the derivative of F, equations x unknowns
} NAME_point;

typedef struct NAME_newton {
  int equations, unknowns, tries;
  int is_turning_back;        // the point to be tried is the solution without whole turns
  int is_displaced;           // the iterations have begun a second time, a little off
  const int *held;            // NULL, or not 0 for unknowns that stay
  const char *kinds;          // 'a' for unknowns that are angles, 'm' lengths, 'e' of a quaternion
  NAME_point best, next;      // so far, and to be tried
  NAME_real *start;           // where it began
  NAME_real reach[2];         // the longest column of J so far: of lengths, of all else
  NAME_real *scale;           // by unknown: that of its kind; 0: it stays
  NAME_real *system;          // for a step: (equations + unknowns) x (unknowns + 1)
  NAME_real norm, predicted;  // |F|, and what it is next if J stays the same
  NAME_real largest;          // the longest row of J so far
  NAME_real damping, growth;
  NAME_real rounding, nothing;  // of numbers of this type: one rounding; small enough for zero
} NAME_newton;

// `work` has room for n (n + 5) + 3 m (n + 1) numbers, with n unknowns and m equations.
static void NAME_newton_start(NAME_newton *w, int equations, int unknowns, const NAME_real x[],
                              const int held[], const char kinds[], NAME_real work[])
{
  const int is_double = sizeof(NAME_real) > sizeof(float);
  const NAME_point best = { work, work + 2 * unknowns, work + 2 * (unknowns + equations) };
  const NAME_point next = { best.x + unknowns, best.F + equations, best.J + equations * unknowns };
  w->equations = equations;
  w->unknowns = unknowns;
  w->tries = 0;
  w->is_turning_back = w->is_displaced = 0;
  w->held = held;
  w->kinds = kinds;
  w->best = best;
  w->next = next;
  w->scale = next.J + equations * unknowns;
  w->start = w->scale + unknowns;
  w->system = w->start + unknowns;
  w->norm = (NAME_real)HUGE_VAL;
  w->predicted = 0;
  w->largest = 0;
  w->reach[0] = w->reach[1] = 0;
  w->damping = (NAME_real)1e-3;
  w->growth = 2;
  w->rounding = (NAME_real)(is_double ? 2.3e-16 : 1.2e-7);
  w->nothing = (NAME_real)(is_double ? 1e-10 : 1e-5);
  for (int j = 0; j < unknowns; j++) {
    next.x[j] = w->start[j] = x[j];
    w->scale[j] = 0;
  }
}

static void NAME_newton_accept(NAME_newton *w, NAME_real norm)
{
  const NAME_point other = w->best;
  w->best = w->next;
  w->next = other;
  w->norm = norm;
  for (int i = 0; i < w->equations; i++) {
    const NAME_real row = NAME_length(w->best.J + i * w->unknowns, w->unknowns, 1);
    if (row > w->largest) w->largest = row;
  }
  for (int j = 0; j < w->unknowns; j++) {
    const NAME_real column = NAME_length(w->best.J + j, w->equations, w->unknowns);
    NAME_real *const reach = &w->reach[w->kinds[j] != 'm'];
    if (column > *reach && !(w->held && w->held[j])) *reach = column;
  }
  for (int j = 0; j < w->unknowns; j++)
    w->scale[j] = w->held && w->held[j] ? 0 : w->reach[w->kinds[j] != 'm'];
}

// Where the step did what was predicted the next is damped less, so that the last are Newton's own.
static void NAME_newton_reduce_damping(NAME_newton *w, NAME_real norm)
{
  const NAME_real before = w->norm * w->norm, after = norm * norm;
  const NAME_real gain = (before - after) / (before - w->predicted * w->predicted);
  const NAME_real bend = 2 * gain - 1, wish = 1 - bend * bend * bend;
  NAME_real factor = (NAME_real)(1.0 / 3);
  if (wish > factor) factor = wish;
  if (gain > (NAME_real)0.75 && after < factor * before) factor = after / before;
  w->damping *= factor;
  if (w->damping < w->nothing * w->nothing) w->damping = w->nothing * w->nothing;
  w->growth = 2;
}

// J with unknowns of the same weight, less those that stay; the damping below; F at the right.
// Returns whether |F| depends on the unknowns at all.
static int NAME_newton_prepare(NAME_newton *w)
{
  const int m = w->equations, n = w->unknowns, width = n + 1;
  const NAME_real root = sqrt(w->damping);
  NAME_real slope = 0;
  for (int i = 0; i < m + n; i++)
    w->system[i * width + n] = i < m ? w->best.F[i] : 0;
  for (int j = 0; j < n; j++) {
    NAME_real sum = 0;
    for (int i = 0; i < m; i++) {
      w->system[i * width + j] = w->scale[j] > 0 ? w->best.J[i * n + j] / w->scale[j] : 0;
      sum += w->system[i * width + j] * w->best.F[i];
    }
    for (int i = 0; i < n; i++)
      w->system[(m + i) * width + j] = i == j ? root : 0;
    slope += sum * sum;
  }
  return sqrt(slope) > w->nothing * w->norm;
}

static void NAME_newton_propose(NAME_newton *w)
{
  const int m = w->equations, n = w->unknowns;
  const NAME_real quarter = (NAME_real)1.5707963267948966;
  NAME_real *const x = w->next.x;
  NAME_real farthest = quarter;
  NAME_least_squares(m + n, n, w->system, x);
  for (int j = 0; j < n; j++) {
    x[j] = w->scale[j] > 0 ? -x[j] / w->scale[j] : 0;
    const NAME_real way = x[j] < 0 ? -x[j] : x[j];
    if (w->kinds[j] == 'a' && way > farthest) farthest = way;
  }
  for (int j = 0; j < n; j++)
    x[j] *= quarter / farthest;
  for (int i = 0; i < m; i++) {
    w->next.F[i] = w->best.F[i];
    for (int j = 0; j < n; j++)
      w->next.F[i] += w->best.J[i * n + j] * x[j];
  }
  w->predicted = NAME_length(w->next.F, m, 1);
  for (int j = 0; j < n; j++)
    x[j] += w->best.x[j];
}

static int NAME_newton_is_closed(const NAME_newton *w)
{
  return w->norm <= w->nothing * w->largest * (1 + NAME_length(w->best.x, w->unknowns, 1));
}

// Exactly half a turn from a solution |F| does not depend on the unknowns, although it is not least
// there: where something is open the iterations begin once more, with angles and the numbers of
// quaternions increased by up to 0.1, each by another amount, since equal ones could turn nothing.
// Returns 0 if that was done before, or if nothing is open.
static int NAME_newton_displace(NAME_newton *w)
{
  if (w->is_displaced || NAME_newton_is_closed(w)) return 0;
  for (int j = 0; j < w->unknowns; j++) {
    const int turns = w->kinds[j] == 'a' || w->kinds[j] == 'e';
    const double golden = 0.618034 * (j + 1), way = 0.1 * (golden - floor(golden));
    w->next.x[j] = w->best.x[j];
    if (turns && !(w->held && w->held[j])) w->next.x[j] += (NAME_real)way;
  }
  w->is_displaced = 1;
  w->norm = (NAME_real)HUGE_VAL;  // as at the first beginning: any other is better
  w->damping = (NAME_real)1e-3;
  w->growth = 2;
  return 1;
}

// The end of the iterations: 1 if there are whole turns to be tried without.
static int NAME_newton_unwrap_angles(NAME_newton *w)
{
  const NAME_real turn = (NAME_real)6.283185307179586;
  for (int j = 0; j < w->unknowns; j++) {
    const NAME_real way = w->best.x[j] - w->start[j];
    const int is_angle = w->kinds[j] == 'a';
    const double turns = is_angle ? floor((double)(way / turn) + 0.5) : 0;
    w->next.x[j] = w->best.x[j] - (NAME_real)turns * turn;
    if (turns > 0 || turns < 0) w->is_turning_back = 1;
  }
  return w->is_turning_back;
}

// Takes F and J of the point that was to be tried. Returns 0 at the end of the iterations,
// otherwise there is another point to be tried.
static int NAME_newton_next(NAME_newton *w)
{
  const int is_first = !(w->norm < (NAME_real)HUGE_VAL);
  const NAME_real norm = NAME_length(w->next.F, w->equations, 1);
  const NAME_real slopes = NAME_length(w->next.J, w->equations * w->unknowns, 1);
  const int is_better = norm < w->norm && slopes < (NAME_real)HUGE_VAL;
  if (w->is_turning_back) {
    if (norm <= w->nothing * w->largest) NAME_newton_accept(w, norm);
    return 0;
  }
  if (is_better && !is_first) NAME_newton_reduce_damping(w, norm);
  if (is_better || w->tries == 0) NAME_newton_accept(w, norm);
  if (!is_better) {
    w->damping *= w->growth;
    w->growth *= 2;
  }
  w->tries++;
  if (!is_better && is_first) return 0;
  if (!is_better && w->norm <= w->nothing * w->largest) return NAME_newton_unwrap_angles(w);
  if (w->tries > 100) return 0;
  if (w->norm <= w->rounding * w->largest) return NAME_newton_unwrap_angles(w);
  if (w->damping > (NAME_real)1e20 || !NAME_newton_prepare(w)) return NAME_newton_displace(w);
  NAME_newton_propose(w);
  return 1;
}

// Copies the best point, of F the first `count`. Returns 0, or the number, from 1, of the equation
// that is furthest from zero, if that is not what roundings leave.
static int NAME_newton_end(const NAME_newton *w, NAME_real x[], NAME_real F[], int count)
{
  const NAME_real *const all = w->best.F;
  int worst = 0;
  for (int j = 0; j < w->unknowns; j++)
    x[j] = w->best.x[j];
  for (int i = 0; i < w->equations; i++) {
    if (i < count) F[i] = all[i];
    if (!(all[i] * all[i] <= all[worst] * all[worst])) worst = i;
  }
  return NAME_newton_is_closed(w) ? 0 : worst + 1;
}
