// fmu_gaps.c -- pasted into the source of a Functional Mock-up Unit with impacts, after the laws of
// numeric/{complementarity,coulomb_contact,coulomb}.def and before fmu_contacts.c, with NAME replaced
// by the name of the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes
// text of it. A unit without impacts has fmu_no_contacts.c instead of all of these.
//
// As in study/simulation/simulation_contacts.c: a gap g(q, t) with the direction W = dg/dq has the speed
// v = W qd + g_t; impulses I change the speeds of all gaps by G I, G = W Mr^-1 W^T, where Mr is the
// mass matrix over the speeds that the constraints leave free (Glocker and Pfeiffer, Multibody
// Dynamics with Unilateral Contacts, 1996).
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- impacts, and contacts that rest

// All that is kept of them.
typedef struct FmuContacts {
  int is_closed[FMU_CONTACTS];      // it rests: g'' = 0 as long as its force pushes
  int is_left[FMU_CONTACTS];        // its force has just become 0
  int is_sticking[FMU_CONTACTS];    // it does not slip as long as |F| <= mu N
  int is_loose[FMU_CONTACTS];       // it has just begun to slip
  int hits[FMU_CONTACTS];           // at this moment
  int was_outside[FMU_CONTACTS];    // the gap was positive behind a step
  double drift[FMU_CONTACTS];       // speed of those that were closed when this moment began
  double slip_drift[FMU_CONTACTS];  // likewise, along the slips of those that stuck
  int is_fast[FMU_CONTACTS];        // it slips fast enough for the slip to have a direction
  double way[FMU_CONTACTS][2];      // where it slips to, or was about to
  double force[FMU_ROWS];           // of those that are closed, and along their slips
  double flight;                    // [s] of the shortest rebound that has just begun
} FmuContacts;

// All that is known of them in one state, by row: gaps, then slips.
typedef struct FmuGaps {
  double gap[FMU_ROWS], direction[FMU_ROWS * FMU_COORDINATES];
  double rate[FMU_ROWS], bias[FMU_ROWS];
  double mu[FMU_CONTACTS];
  int freedom;  // speeds that the constraints leave free: unit vectors, one by row
  double ways[FMU_COORDINATES * FMU_COORDINATES];
  double answer[FMU_ROWS * FMU_COORDINATES];  // changes of qd by a unit impulse
  double G[FMU_ROWS * FMU_ROWS];
} FmuGaps;

// L with L L^T = a, in place; rows that depend on others become 0. Returns how many do.
static int fmu_factorise(int n, double a[])
{
  int lost = 0;
  for (int j = 0; j < n; j++) {
    const double most = fabs(a[j * n + j]), left = a[j * n + j] - law_dot(a + j * n, a + j * n, j);
    const int is_failed = !(left > 1e-11 * most);
    lost += is_failed;
    a[j * n + j] = is_failed ? 0 : sqrt(left);
    for (int i = j + 1; i < n; i++) {
      const double rest = a[i * n + j] - law_dot(a + i * n, a + j * n, j);
      a[i * n + j] = is_failed ? 0 : rest / a[j * n + j];
    }
  }
  return lost;
}

// L L^T x = what is in x; 0 for rows that are lost.
static void fmu_solve(int n, const double a[], double x[])
{
  for (int i = 0; i < n; i++)
    x[i] = a[i * n + i] > 0 ? (x[i] - law_dot(a + i * n, x, i)) / a[i * n + i] : 0;
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= a[j * n + i] * x[j];
    x[i] = a[i * n + i] > 0 ? x[i] / a[i * n + i] : 0;
  }
}

// v without its part along the unit vector `way`.
static void fmu_remove(double v[], const double way[])
{
  const double part = law_dot(v, way, FMU_COORDINATES);
  for (int i = 0; i < FMU_COORDINATES; i++)
    v[i] -= part * way[i];
}

// Gram and Schmidt's way, twice, over the rows of the constraints; then what is left of the
// coordinates themselves, the longest first.
static void fmu_find_null_space(const NAME_prepared *k, const double v[], FmuGaps *gaps)
{
  enum { n = FMU_COORDINATES };
  double J[FMU_TIES + 1][n], basis[n * n], left[n * n];
  int count = 0;
  fmu_model_ties(k, v, J[0]);
  memset(J[FMU_TIES], 0, sizeof J[0]);  // of no meaning: C has no array of no entries
  for (int r = 0; r <= FMU_TIES && count < n; r++) {
    double *row = J[r];
    const double before = sqrt(law_dot(row, row, n));
    for (int b = 0; b < 2 * count; b++)
      fmu_remove(row, basis + b % count * n);
    const double length = sqrt(law_dot(row, row, n));
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
      const double length = law_dot(left + i * n, left + i * n, n);
      if (length > most) memcpy(way, left + i * n, sizeof(double) * n);
      if (length > most) most = length;
    }
    for (int i = 0; i < n; i++)
      way[i] /= sqrt(most);
    for (int i = 0; i < n; i++)
      fmu_remove(left + i * n, way);
  }
}

static void fmu_read_gaps(const NAME_prepared *k, const double v[], FmuGaps *gaps)
{
  double set[FMU_SETTINGS + 1];
  fmu_model_gaps(k, v, gaps->gap, gaps->direction, gaps->rate, gaps->bias);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    gaps->mu[c] = 0;
    if (FMU_SLIPS[c] == 0) continue;
    fmu_model_set(k, v, FMU_CONTACT_EVENT[c], set);
    gaps->mu[c] = set[FMU_FRICTION_PART[c]];
  }
}

// Everything where v is. 0, or not: something that is hit moves without inertia.
static int fmu_evaluate_gaps(const NAME_prepared *k, const double v[], FmuGaps *gaps)
{
  enum { n = FMU_COORDINATES };
  double M[n * n], moved[n], factor[n * n], pull[n];
  fmu_read_gaps(k, v, gaps);
  fmu_model_inertia(k, v, M);
  fmu_find_null_space(k, v, gaps);
  const int freedom = gaps->freedom;
  for (int f = 0; f < freedom; f++) {
    for (int i = 0; i < n; i++)
      moved[i] = law_dot(M + i * n, gaps->ways + f * n, n);
    for (int l = 0; l < freedom; l++)
      factor[l * freedom + f] = law_dot(gaps->ways + l * n, moved, n);
  }
  if (fmu_factorise(freedom, factor) > 0) return 1;
  for (int c = 0; c < FMU_ROWS; c++) {
    double *answer = gaps->answer + c * n;
    for (int f = 0; f < freedom; f++)
      pull[f] = law_dot(gaps->direction + c * n, gaps->ways + f * n, n);
    fmu_solve(freedom, factor, pull);
    memset(answer, 0, sizeof(double) * n);
    for (int f = 0; f < freedom; f++) {
      for (int i = 0; i < n; i++)
        answer[i] += pull[f] * gaps->ways[f * n + i];
    }
    for (int b = 0; b < FMU_ROWS; b++)
      gaps->G[b * FMU_ROWS + c] = law_dot(gaps->direction + b * n, answer, n);
  }
  return 0;
}

// Of a gap, or of a slip.
static double fmu_gap_speed(const FmuGaps *gaps, int c, const double v[])
{
  const double *qd = v + FMU_X + FMU_COORDINATES;
  return gaps->rate[c] + law_dot(gaps->direction + c * FMU_COORDINATES, qd, FMU_COORDINATES);
}

// Adds what impulses or forces of all rows change to speeds or accelerations.
static void fmu_add_answers(const FmuGaps *gaps, const double amounts[], double out[])
{
  for (int c = 0; c < FMU_ROWS; c++) {
    for (int i = 0; i < FMU_COORDINATES; i++)
      out[i] += amounts[c] * gaps->answer[c * FMU_COORDINATES + i];
  }
}

// ---- some of the contacts

// Contacts whose impulses or forces are found together, for numeric/contact/coulomb.def.
typedef struct FmuChoice {
  int count, rows;
  int number[FMU_CONTACTS];  // of the contact
  int chosen[FMU_ROWS];      // rows: of each contact its gap, then its slips
  CoulombContact contacts[FMU_CONTACTS];
  double G[FMU_ROWS * FMU_ROWS], amounts[FMU_ROWS];
  double numbers[LAW_NUMBERS(FMU_ROWS)];
  int places[LAW_PLACES(FMU_ROWS)];
} FmuChoice;

// Puts in contact c. Returns what the law knows of it.
static CoulombContact *fmu_choose(FmuChoice *choice, const FmuGaps *gaps, int c)
{
  CoulombContact *contact = &choice->contacts[choice->count];
  memset(contact, 0, sizeof *contact);
  contact->slips = FMU_SLIPS[c];
  contact->mu = gaps->mu[c];
  choice->number[choice->count++] = c;
  choice->chosen[choice->rows++] = c;
  for (int s = 0; s < FMU_SLIPS[c]; s++)
    choice->chosen[choice->rows++] = FMU_FIRST_SLIP[c] + s;
  return contact;
}

static LawContacts fmu_law(FmuChoice *choice, const FmuGaps *gaps)
{
  const int rows = choice->rows;
  const LawContacts law = {
    choice->count, rows, choice->contacts, choice->G, { choice->numbers, choice->places }
  };
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < rows; j++)
      choice->G[i * rows + j] = gaps->G[choice->chosen[i] * FMU_ROWS + choice->chosen[j]];
  }
  return law;
}

// What was found, by row of all contacts.
static void fmu_spread(const FmuChoice *choice, double amounts[])
{
  memset(amounts, 0, sizeof(double) * FMU_ROWS);
  for (int i = 0; i < choice->rows; i++)
    amounts[choice->chosen[i]] = choice->amounts[i];
}

// amounts with G amounts = right over the rows that are chosen, 0 for the others; where rows follow
// from others, the least ones.
static void fmu_solve_chosen(const double G[], const int chosen[], const double right[],
                             double amounts[])
{
  double a[FMU_ROWS * FMU_ROWS], b[FMU_ROWS], x[FMU_ROWS], room[LAW_NUMBERS(FMU_ROWS)];
  int rows[FMU_ROWS], order[FMU_ROWS], count = 0;
  for (int r = 0; r < FMU_ROWS; r++) {
    amounts[r] = 0;
    if (chosen[r]) rows[count++] = r;
  }
  for (int i = 0; i < count; i++) {
    b[i] = right[rows[i]];
    for (int j = 0; j < count; j++)
      a[i * count + j] = G[rows[i] * FMU_ROWS + rows[j]];
  }
  law_solve(count, a, b, 1e-11, x, room, order);
  for (int i = 0; i < count; i++)
    amounts[rows[i]] = x[i];
}
