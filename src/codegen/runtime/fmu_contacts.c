// fmu_contacts.c -- pasted into the source of a Functional Mock-up Unit with impacts, before fmu.c,
// with NAME replaced by the name of the model. What follows the line of dashes is pasted;
// tools/embed_runtime.py makes text of it. A unit without impacts has fmu_no_contacts.c instead.
//
// As in study/simulation_contacts.c: a gap g(q, t) with the direction W = dg/dq has the speed
// v = W qd + g_t; impulses I change the speeds of all gaps by G I, G = W Mr^-1 W^T, where Mr is the
// mass matrix over the speeds that the constraints leave free (Glocker and Pfeiffer, Multibody
// Dynamics with Unilateral Contacts, 1996).
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- impacts, and contacts that rest

// All that is kept of them.
typedef struct FmuContacts {
  int is_closed[FMU_CONTACTS];  // it rests: g'' = 0 as long as its force pushes
  int is_left[FMU_CONTACTS];    // its force has just become 0
  int hits[FMU_CONTACTS];       // at this moment
  double force[FMU_CONTACTS];   // of those that are closed
  double flight;                // [s] of the shortest rebound that has just begun
} FmuContacts;

// All that is known of them in one state.
typedef struct FmuGaps {
  double gap[FMU_CONTACTS], direction[FMU_CONTACTS * FMU_COORDINATES];
  double rate[FMU_CONTACTS], bias[FMU_CONTACTS];
  int freedom;  // speeds that the constraints leave free: unit vectors, one by row
  double ways[FMU_COORDINATES * FMU_COORDINATES];
  double answer[FMU_CONTACTS * FMU_COORDINATES];  // changes of qd by a unit impulse
  double G[FMU_CONTACTS * FMU_CONTACTS];
} FmuGaps;

static double fmu_dot(const double a[], const double b[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

// L with L L^T = a, in place; rows that depend on others become 0. Returns how many do.
static int fmu_factorise(int n, double a[])
{
  int lost = 0;
  for (int j = 0; j < n; j++) {
    const double most = fabs(a[j * n + j]), left = a[j * n + j] - fmu_dot(a + j * n, a + j * n, j);
    const int is_lost = !(left > 1e-11 * most);
    lost += is_lost;
    a[j * n + j] = is_lost ? 0 : sqrt(left);
    for (int i = j + 1; i < n; i++) {
      const double rest = a[i * n + j] - fmu_dot(a + i * n, a + j * n, j);
      a[i * n + j] = is_lost ? 0 : rest / a[j * n + j];
    }
  }
  return lost;
}

// L L^T x = what is in x; 0 for rows that are lost.
static void fmu_solve(int n, const double a[], double x[])
{
  for (int i = 0; i < n; i++)
    x[i] = a[i * n + i] > 0 ? (x[i] - fmu_dot(a + i * n, x, i)) / a[i * n + i] : 0;
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= a[j * n + i] * x[j];
    x[i] = a[i * n + i] > 0 ? x[i] / a[i * n + i] : 0;
  }
}

// v without its part along the unit vector `way`.
static void fmu_remove(double v[], const double way[])
{
  const double part = fmu_dot(v, way, FMU_COORDINATES);
  for (int i = 0; i < FMU_COORDINATES; i++)
    v[i] -= part * way[i];
}

// Gram and Schmidt's way, twice, over the rows of the constraints; then what is left of the
// coordinates themselves, the longest first.
static void fmu_find_ways(const NAME_prepared *k, const double v[], FmuGaps *gaps)
{
  enum { n = FMU_COORDINATES };
  double J[(FMU_TIES + 1) * n], basis[n * n], left[n * n];
  int count = 0;
  fmu_model_ties(k, v, J);
  for (int r = 0; r < FMU_TIES && count < n; r++) {
    double *row = J + r * n;
    const double before = sqrt(fmu_dot(row, row, n));
    for (int b = 0; b < 2 * count; b++)
      fmu_remove(row, basis + b % count * n);
    const double length = sqrt(fmu_dot(row, row, n));
    if (!(length > 1e-10 * before)) continue;  // it follows from the others
    for (int i = 0; i < n; i++)
      basis[count * n + i] = row[i] / length;
    count++;
  }
  for (int i = 0; i < n * n; i++)
    left[i] = i / n == i % n;
  for (int i = 0; i < n; i++) {
    for (int b = 0; b < 2 * count; b++)
      fmu_remove(left + i * n, basis + b % count * n);
  }
  gaps->freedom = n - count;
  for (int f = 0; f < gaps->freedom; f++) {
    double *way = gaps->ways + f * n, most = 0;
    for (int i = 0; i < n; i++) {
      const double length = fmu_dot(left + i * n, left + i * n, n);
      if (length > most) memcpy(way, left + i * n, sizeof(double) * n);
      if (length > most) most = length;
    }
    for (int i = 0; i < n; i++)
      way[i] /= sqrt(most);
    for (int i = 0; i < n; i++)
      fmu_remove(left + i * n, way);
  }
}

// Everything where v is. 0, or not: something that is hit moves without inertia.
static int fmu_look_at_gaps(const NAME_prepared *k, const double v[], FmuGaps *gaps)
{
  enum { n = FMU_COORDINATES };
  double M[n * n], moved[n], factor[n * n], pull[n];
  fmu_model_gaps(k, v, gaps->gap, gaps->direction, gaps->rate, gaps->bias);
  fmu_model_inertia(k, v, M);
  fmu_find_ways(k, v, gaps);
  const int freedom = gaps->freedom;
  for (int f = 0; f < freedom; f++) {
    for (int i = 0; i < n; i++)
      moved[i] = fmu_dot(M + i * n, gaps->ways + f * n, n);
    for (int l = 0; l < freedom; l++)
      factor[l * freedom + f] = fmu_dot(gaps->ways + l * n, moved, n);
  }
  if (fmu_factorise(freedom, factor) > 0) return 1;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double *answer = gaps->answer + c * n;
    for (int f = 0; f < freedom; f++)
      pull[f] = fmu_dot(gaps->direction + c * n, gaps->ways + f * n, n);
    fmu_solve(freedom, factor, pull);
    memset(answer, 0, sizeof(double) * n);
    for (int f = 0; f < freedom; f++) {
      for (int i = 0; i < n; i++)
        answer[i] += pull[f] * gaps->ways[f * n + i];
    }
    for (int b = 0; b < FMU_CONTACTS; b++)
      gaps->G[b * FMU_CONTACTS + c] = fmu_dot(gaps->direction + b * n, answer, n);
  }
  return 0;
}

static double fmu_gap_speed(const FmuGaps *gaps, int c, const double v[])
{
  const double *qd = v + FMU_X + FMU_COORDINATES;
  return gaps->rate[c] + fmu_dot(gaps->direction + c * FMU_COORDINATES, qd, FMU_COORDINATES);
}

// Adds what impulses or forces of those that are chosen change to speeds or accelerations.
static void fmu_add_answers(const FmuGaps *gaps, const int chosen[], const double amounts[],
                            double out[])
{
  for (int c = 0; c < FMU_CONTACTS; c++) {
    for (int i = 0; i < FMU_COORDINATES && chosen[c]; i++)
      out[i] += amounts[c] * gaps->answer[c * FMU_COORDINATES + i];
  }
}

// amounts with G amounts = right over those that are chosen, 0 for the others.
static void fmu_solve_chosen(const FmuGaps *gaps, const int chosen[], const double right[],
                             double amounts[])
{
  double a[FMU_CONTACTS * FMU_CONTACTS], x[FMU_CONTACTS];
  int places[FMU_CONTACTS], count = 0;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    amounts[c] = 0;
    if (chosen[c]) places[count++] = c;
  }
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++)
      a[i * count + j] = gaps->G[places[i] * FMU_CONTACTS + places[j]];
    x[i] = right[places[i]];
  }
  fmu_factorise(count, a);
  fmu_solve(count, a, x);
  for (int i = 0; i < count; i++)
    amounts[places[i]] = x[i];
}

// amounts >= 0 with G amounts + c >= 0 and one of both 0, over those that are chosen, by active
// sets (Lawson and Hanson, Solving Least Squares Problems, 1974, ch. 23). 0, or not.
static int fmu_push(const FmuGaps *gaps, const int chosen[], const double c[], double amounts[])
{
  double wanted[FMU_CONTACTS], right[FMU_CONTACTS], slack = 0;
  int is_active[FMU_CONTACTS] = { 0 };
  for (int i = 0; i < FMU_CONTACTS; i++) {
    if (chosen[i] && 1e-12 * fabs(c[i]) > slack) slack = 1e-12 * fabs(c[i]);
    right[i] = -c[i];
    amounts[i] = 0;
  }
  for (int round = 0; round < 10 * (FMU_CONTACTS + 1); round++) {
    int worst = -1, first = 0;
    double most = slack;
    for (int i = 0; i < FMU_CONTACTS; i++) {
      const double w = c[i] + fmu_dot(gaps->G + i * FMU_CONTACTS, amounts, FMU_CONTACTS);
      if (!chosen[i] || is_active[i] || w >= -most) continue;
      worst = i;
      most = -w;
    }
    if (worst < 0) return 0;
    is_active[worst] = 1;
    while (first >= 0) {  // towards what is wanted until one becomes 0, which is dropped
      double part = 1;
      fmu_solve_chosen(gaps, is_active, right, wanted);
      first = -1;
      for (int i = 0; i < FMU_CONTACTS; i++) {
        if (!is_active[i] || wanted[i] > 0) continue;
        const double way = amounts[i] > 0 ? amounts[i] / (amounts[i] - wanted[i]) : 0;
        if (first >= 0 && way >= part) continue;
        first = i;
        part = way;
      }
      for (int i = 0; i < FMU_CONTACTS; i++)
        amounts[i] += part * (wanted[i] - amounts[i]);
      if (first >= 0) is_active[first] = 0;
      if (first >= 0) amounts[first] = 0;
    }
  }
  return 1;
}

// Impulses of one moment, by Newton's law: v+ + e v- >= 0; or by Poisson's: as with e = 0, then
// each gives e times its impulse again, and more if it had to go through the wall. 0, or not.
static int fmu_find_impulses(const FmuGaps *gaps, const int chosen[], const double before[],
                             const double parts[], int is_poisson, double amounts[])
{
  double c[FMU_CONTACTS], first[FMU_CONTACTS] = { 0 }, least[FMU_CONTACTS] = { 0 };
  int failed = is_poisson ? fmu_push(gaps, chosen, before, first) : 0;
  for (int i = 0; i < FMU_CONTACTS; i++)
    least[i] = (1 + parts[i]) * first[i];
  for (int i = 0; i < FMU_CONTACTS; i++) {
    const double back = !is_poisson && before[i] < 0 ? parts[i] * before[i] : 0;
    c[i] = before[i] + back + fmu_dot(gaps->G + i * FMU_CONTACTS, least, FMU_CONTACTS);
  }
  failed |= fmu_push(gaps, chosen, c, amounts);
  for (int i = 0; i < FMU_CONTACTS; i++)
    amounts[i] += least[i];
  return failed;
}

// Do they add energy: I (v- + v+)/2?
static int fmu_gains(const FmuGaps *gaps, const double before[], const double amounts[])
{
  double work = 0;
  for (int i = 0; i < FMU_CONTACTS; i++) {
    const double change = fmu_dot(gaps->G + i * FMU_CONTACTS, amounts, FMU_CONTACTS);
    work += amounts[i] * (before[i] + change / 2);
  }
  return work > 1e-12 * fabs(fmu_dot(amounts, before, FMU_CONTACTS));
}

// A gap of less touches [m | rad].
static double fmu_touching(double tolerance)
{
  return tolerance < 1e-9 ? 1e-9 : tolerance > 1e-5 ? 1e-5 : tolerance;
}

// A speed of less is none, beside the fastest.
static double fmu_least_speed(const double v[])
{
  double most = 1;
  for (int i = 0; i < FMU_COORDINATES; i++) {
    const double speed = fabs(v[FMU_X + FMU_COORDINATES + i]);
    if (speed > most) most = speed;
  }
  return 1e-9 * most;
}

// Those that are closed cannot be hit: their force has ended. Those that touch and come closer are
// hit, too. Returns whether any has left.
static int fmu_contacts_rise(const NAME_prepared *k, const double v[], FmuContacts *contacts,
                             double tolerance, int risen[])
{
  FmuGaps gaps;
  int is_any = 0;
  fmu_model_gaps(k, v, gaps.gap, gaps.direction, gaps.rate, gaps.bias);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    int *has_risen = &risen[FMU_CONTACT_EVENT[c]];
    if (contacts->is_closed[c]) {
      if (*has_risen) contacts->is_left[c] = is_any = 1;
      *has_risen = 0;
      continue;
    }
    const int touches = fabs(gaps.gap[c]) <= fmu_touching(tolerance);
    if (touches && fmu_gap_speed(&gaps, c, v) < -fmu_least_speed(v)) *has_risen = 1;
  }
  return is_any;
}

// Changes the speeds where gaps are hit; `set` holds what events set. 0, or not.
static int fmu_contacts_hit(const NAME_prepared *k, double v[], FmuContacts *contacts,
                            double tolerance, const int risen[], const double set[])
{
  enum { MOST_HITS = 2 };  // of one at one moment; then all that touch come to rest together
  FmuGaps gaps;
  double before[FMU_CONTACTS], parts[FMU_CONTACTS], amounts[FMU_CONTACTS], least = 1;
  int chosen[FMU_CONTACTS], is_any = 0, has_restitution = 1, is_poisson = 0;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (!risen[FMU_CONTACT_EVENT[c]]) continue;
    is_any = 1;
    if (++contacts->hits[c] > MOST_HITS) has_restitution = 0;
  }
  if (!is_any) return 0;
  if (fmu_look_at_gaps(k, v, &gaps)) return 1;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    const int event = FMU_CONTACT_EVENT[c], is_hit = risen[event];
    const int touches = !has_restitution && fabs(gaps.gap[c]) <= fmu_touching(tolerance);
    chosen[c] = is_hit || touches || contacts->is_closed[c];
    parts[c] = is_hit && has_restitution ? set[FMU_SET_FIRST[event] + FMU_CONTACT_PART[c]] : 0;
    before[c] = fmu_gap_speed(&gaps, c, v);
    if (is_hit && FMU_IS_POISSON[c]) is_poisson = 1;
    if (chosen[c] && parts[c] < least) least = parts[c];
  }
  int failed = fmu_find_impulses(&gaps, chosen, before, parts, is_poisson, amounts);
  if (!failed && fmu_gains(&gaps, before, amounts)) {  // unequal ones could: the least for all
    for (int c = 0; c < FMU_CONTACTS; c++)
      parts[c] = least;
    failed = fmu_find_impulses(&gaps, chosen, before, parts, is_poisson, amounts);
  }
  if (!failed) fmu_add_answers(&gaps, chosen, amounts, v + FMU_X + FMU_COORDINATES);
  return failed;
}

// Changes accelerations to those with what is closed kept closed. 0, or not.
static int fmu_contacts_push(const NAME_prepared *k, double v[], FmuContacts *contacts)
{
  FmuGaps gaps;
  double right[FMU_CONTACTS], *qdd = v + FMU_RATES + FMU_COORDINATES;
  int is_any = 0;
  for (int c = 0; c < FMU_CONTACTS; c++)
    is_any = is_any || contacts->is_closed[c];
  if (!is_any) return 0;
  if (fmu_look_at_gaps(k, v, &gaps)) return 1;
  for (int c = 0; c < FMU_CONTACTS; c++)
    right[c] = -gaps.bias[c] - fmu_dot(gaps.direction + c * FMU_COORDINATES, qdd, FMU_COORDINATES);
  fmu_solve_chosen(&gaps, contacts->is_closed, right, contacts->force);
  fmu_add_answers(&gaps, contacts->is_closed, contacts->force, qdd);
  return 0;
}

// In the places of events: the force of what is closed, which falls through zero; of what is open
// the gap, a little later, so that it is open at once behind an impact.
static void fmu_contacts_events(const FmuContacts *contacts, double v[])
{
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double *value = &v[FMU_EV + FMU_CONTACT_EVENT[c]];
    *value = contacts->is_closed[c] ? -contacts->force[c] : *value - 1e-12;
  }
}

// Puts gaps back to 0 and, of those that are closed, their speeds. 0, or not.
static int fmu_contacts_project(const NAME_prepared *k, double v[], const FmuContacts *contacts)
{
  enum { ROUNDS = 3 };
  int chosen[FMU_CONTACTS], is_any = 0;
  FmuGaps gaps;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    chosen[c] = contacts->is_closed[c] || contacts->hits[c] > 0;
    is_any = is_any || chosen[c];
  }
  for (int round = 0; is_any && round <= ROUNDS; round++) {
    double right[FMU_CONTACTS], amounts[FMU_CONTACTS];
    const int is_last = round == ROUNDS;
    if (fmu_look_at_gaps(k, v, &gaps)) return 1;
    for (int c = 0; c < FMU_CONTACTS; c++)
      right[c] = is_last ? -fmu_gap_speed(&gaps, c, v) : -gaps.gap[c];
    const int *which = is_last ? contacts->is_closed : chosen;
    fmu_solve_chosen(&gaps, which, right, amounts);
    fmu_add_answers(&gaps, which, amounts, v + FMU_X + (is_last ? FMU_COORDINATES : 0));
  }
  return 0;
}

// May it rest: does it touch, and neither open nor rebound so that it could be seen?
static int fmu_may_rest(const FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
                        double push, double tolerance)
{
  const double speed = fmu_gap_speed(gaps, c, v);
  const double least = tolerance < 1e-13 ? 1e-13 : tolerance > 1e-5 ? 1e-5 : tolerance;
  if (contacts->is_left[c]) return 0;
  if (contacts->is_closed[c]) return 1;
  if (contacts->hits[c] == 0 && fabs(gaps->gap[c]) > fmu_touching(tolerance)) return 0;
  if (fabs(speed) <= fmu_least_speed(v)) return 1;
  return push < 0 && speed * speed <= 2 * least * -push;
}

// What rests from now on, and what opens. 0, or not. The accelerations in v are those without
// contacts.
static int fmu_contacts_settle(const NAME_prepared *k, double v[], FmuContacts *contacts,
                               double tolerance)
{
  FmuGaps gaps;
  double push[FMU_CONTACTS], amounts[FMU_CONTACTS];
  int chosen[FMU_CONTACTS];
  if (fmu_look_at_gaps(k, v, &gaps)) return 1;
  contacts->flight = HUGE_VAL;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    push[c] = gaps.bias[c] + fmu_dot(gaps.direction + c * FMU_COORDINATES,
                                     v + FMU_RATES + FMU_COORDINATES, FMU_COORDINATES);
    chosen[c] = fmu_may_rest(contacts, &gaps, c, v, push[c], tolerance);
  }
  if (fmu_push(&gaps, chosen, push, amounts)) return 1;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    const double speed = fmu_gap_speed(&gaps, c, v);
    contacts->is_closed[c] = amounts[c] > 0;
    contacts->force[c] = amounts[c];
    if (contacts->hits[c] > 0 && speed > 0 && push[c] < 0 && !contacts->is_closed[c] &&
        2 * speed / -push[c] < contacts->flight) {
      contacts->flight = 2 * speed / -push[c];
    }
  }
  const int failed = fmu_contacts_project(k, v, contacts);
  memset(contacts->is_left, 0, sizeof contacts->is_left);
  memset(contacts->hits, 0, sizeof contacts->hits);
  return failed;
}
