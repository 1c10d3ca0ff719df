// fmu_contacts.c -- pasted into the source of a Functional Mock-up Unit with impacts, before fmu.c,
// with NAME replaced by the name of the model. What follows the line of dashes is pasted;
// tools/embed_runtime.py makes text of it. A unit without impacts has fmu_no_contacts.c instead.
//
// As in study/simulation_contacts.c: a gap g(q, t) with the direction W = dg/dq has the speed
// v = W qd + g_t; impulses I change the speeds of all gaps by G I, G = W Mr^-1 W^T, where Mr is the
// mass matrix over the speeds that the constraints leave free (Glocker and Pfeiffer, Multibody
// Dynamics with Unilateral Contacts, 1996). With friction the slips of a contact have impulses and
// forces, too, by Coulomb's law, as in numeric/coulomb.c.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- impacts, and contacts that rest

// All that is kept of them.
typedef struct FmuContacts {
  int is_closed[FMU_CONTACTS];    // it rests: g'' = 0 as long as its force pushes
  int is_left[FMU_CONTACTS];      // its force has just become 0
  int is_sticking[FMU_CONTACTS];  // it does not slip as long as |F| <= mu N
  int is_loose[FMU_CONTACTS];     // it has just begun to slip
  int hits[FMU_CONTACTS];         // at this moment
  double way[FMU_CONTACTS][2];    // where it slips to, or was about to
  double force[FMU_ROWS];         // of those that are closed, and along their slips
  double flight;                  // [s] of the shortest rebound that has just begun
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
  double J[FMU_TIES + 1][n], basis[n * n], left[n * n];
  int count = 0;
  fmu_model_ties(k, v, J[0]);
  memset(J[FMU_TIES], 0, sizeof J[0]);  // of no meaning: C has no array of no entries
  for (int r = 0; r <= FMU_TIES && count < n; r++) {
    double *row = J[r];
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
static int fmu_look_at_gaps(const NAME_prepared *k, const double v[], FmuGaps *gaps)
{
  enum { n = FMU_COORDINATES };
  double M[n * n], moved[n], factor[n * n], pull[n];
  fmu_read_gaps(k, v, gaps);
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
  for (int c = 0; c < FMU_ROWS; c++) {
    double *answer = gaps->answer + c * n;
    for (int f = 0; f < freedom; f++)
      pull[f] = fmu_dot(gaps->direction + c * n, gaps->ways + f * n, n);
    fmu_solve(freedom, factor, pull);
    memset(answer, 0, sizeof(double) * n);
    for (int f = 0; f < freedom; f++) {
      for (int i = 0; i < n; i++)
        answer[i] += pull[f] * gaps->ways[f * n + i];
    }
    for (int b = 0; b < FMU_ROWS; b++)
      gaps->G[b * FMU_ROWS + c] = fmu_dot(gaps->direction + b * n, answer, n);
  }
  return 0;
}

// Of a gap, or of a slip.
static double fmu_gap_speed(const FmuGaps *gaps, int c, const double v[])
{
  const double *qd = v + FMU_X + FMU_COORDINATES;
  return gaps->rate[c] + fmu_dot(gaps->direction + c * FMU_COORDINATES, qd, FMU_COORDINATES);
}

// Adds what impulses or forces of all rows change to speeds or accelerations.
static void fmu_add_answers(const FmuGaps *gaps, const double amounts[], double out[])
{
  for (int c = 0; c < FMU_ROWS; c++) {
    for (int i = 0; i < FMU_COORDINATES; i++)
      out[i] += amounts[c] * gaps->answer[c * FMU_COORDINATES + i];
  }
}

// amounts with G amounts = right over the rows that are chosen, 0 for the others, and for those
// that follow from others: by elimination, the largest pivot first.
static void fmu_solve_chosen(const double G[], const int chosen[], const double right[],
                             double amounts[])
{
  double a[FMU_ROWS][FMU_ROWS + 1], most = 0;
  int places[FMU_ROWS], order[FMU_ROWS], count = 0, rank = 0;
  for (int r = 0; r < FMU_ROWS; r++) {
    amounts[r] = 0;
    if (chosen[r]) places[count++] = r;
  }
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++)
      a[i][j] = G[places[i] * FMU_ROWS + places[j]];
    a[i][count] = right[places[i]];
    order[i] = i;
  }
  for (; rank < count; rank++) {
    int row = rank, column = rank;
    for (int i = rank; i < count; i++) {
      for (int j = rank; j < count; j++) {
        if (!(fabs(a[i][order[j]]) > fabs(a[row][order[column]]))) continue;
        row = i;
        column = j;
      }
    }
    const int pivot = order[column];
    if (rank == 0) most = fabs(a[row][pivot]);
    if (!(fabs(a[row][pivot]) > 1e-11 * most)) break;
    order[column] = order[rank];
    order[rank] = pivot;
    for (int j = 0; j <= count; j++) {
      const double kept = a[row][j];
      a[row][j] = a[rank][j];
      a[rank][j] = kept;
    }
    for (int i = rank + 1; i < count; i++) {
      const double part = a[i][pivot] / a[rank][pivot];
      for (int j = 0; j <= count; j++)
        a[i][j] -= part * a[rank][j];
    }
  }
  for (int i = rank - 1; i >= 0; i--) {
    double sum = a[i][count];
    for (int j = i + 1; j < rank; j++)
      sum -= a[i][order[j]] * amounts[places[order[j]]];
    amounts[places[order[i]]] = sum / a[i][order[i]];
  }
}

// amounts >= 0 with G amounts + c >= 0 and one of both 0, over gaps that are chosen, by active
// sets (Lawson and Hanson, Solving Least Squares Problems, 1974, ch. 23). 0, or not.
static int fmu_push_smooth(const FmuGaps *gaps, const int chosen[], const double c[],
                           double amounts[])
{
  double wanted[FMU_ROWS], right[FMU_ROWS], slack = 0;
  int is_active[FMU_ROWS] = { 0 };
  for (int i = 0; i < FMU_ROWS; i++) {
    if (chosen[i] && 1e-12 * fabs(c[i]) > slack) slack = 1e-12 * fabs(c[i]);
    right[i] = -c[i];
    amounts[i] = 0;
  }
  for (int round = 0; round < 10 * (FMU_CONTACTS + 1); round++) {
    int worst = -1, first = 0;
    double most = slack;
    for (int i = 0; i < FMU_CONTACTS; i++) {
      const double w = c[i] + fmu_dot(gaps->G + i * FMU_ROWS, amounts, FMU_ROWS);
      if (!chosen[i] || is_active[i] || w >= -most) continue;
      worst = i;
      most = -w;
    }
    if (worst < 0) return 0;
    is_active[worst] = 1;
    while (first >= 0) {  // towards what is wanted until one becomes 0, which is dropped
      double part = 1;
      fmu_solve_chosen(gaps->G, is_active, right, wanted);
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

// ---- friction

// Contacts whose impulses or forces are found together.
typedef struct FmuChoice {
  int chosen[FMU_ROWS];           // gaps, and their slips
  int is_slipping[FMU_CONTACTS];  // in a direction that is given
  double way[FMU_CONTACTS][2];
  double least[FMU_ROWS];  // of gaps
  double amounts[FMU_ROWS];
} FmuChoice;

static void fmu_choose(FmuChoice *choice, int c)
{
  choice->chosen[c] = 1;
  for (int s = 0; s < FMU_SLIPS[c]; s++)
    choice->chosen[FMU_FIRST_SLIP[c] + s] = 1;
}

// One contact among the others: what it does to itself, and w without it.
typedef struct FmuLocal {
  int rows, is_slipping;
  double mu, least, way[2];
  double G[9], w[3];
} FmuLocal;

static void fmu_local_speeds(const FmuLocal *local, const double z[], double w[])
{
  for (int i = 0; i < local->rows; i++)
    w[i] = local->w[i] + fmu_dot(local->G + 3 * i, z, local->rows);
}

// z with w = 0 in the rows from `first` on; of the others z stays.
static void fmu_stick(const FmuLocal *local, int first, double z[])
{
  const int count = local->rows - first;
  double matrix[9], x[3];
  for (int i = 0; i < count; i++) {
    const double *row = local->G + 3 * (first + i);
    x[i] = -local->w[first + i] - fmu_dot(row, z, first);
    for (int j = 0; j < count; j++)
      matrix[i * count + j] = row[first + j];
  }
  fmu_factorise(count, matrix);
  fmu_solve(count, matrix, x);
  for (int i = 0; i < count; i++)
    z[first + i] = x[i];
}

// z where it slips along `way`, with w_n = 0 if it is closed and z_n = least otherwise. Positive
// where w_t has this direction; *turned is by how much w_t is turned from it.
static double fmu_slip(const FmuLocal *local, int is_closed, const double way[2], double z[],
                       double *turned)
{
  double gives = local->G[0], w[3] = { 0 };
  for (int i = 1; i < local->rows; i++)
    gives -= local->mu * local->G[i] * way[i - 1];
  z[0] = is_closed ? -local->w[0] / gives : local->least;
  if (is_closed && !(gives > 1e-12 * local->G[0] && z[0] >= local->least)) z[0] = NAN;
  for (int i = 1; i < local->rows; i++)
    z[i] = -local->mu * z[0] * way[i - 1];
  fmu_local_speeds(local, z, w);
  *turned = local->rows == 3 ? w[1] * way[1] - w[2] * way[0] : 0;
  return local->rows == 3 ? w[1] * way[0] + w[2] * way[1] : local->rows == 2 ? w[1] * way[0] : 0;
}

static double fmu_slip_at(const FmuLocal *local, int is_closed, double angle, double z[],
                          double *turned)
{
  const double way[2] = { cos(angle), sin(angle) };
  return fmu_slip(local, is_closed, way, z, turned);
}

// 1: it slips somewhere.
static int fmu_slip_anywhere(const FmuLocal *local, int is_closed, double z[])
{
  enum { ANGLES = 64, HALVES = 60 };
  const double part = 6.283185307179586 / ANGLES;
  double before = NAN, turned;
  for (int side = -1; local->rows == 2 && side <= 1; side += 2) {
    const double way[2] = { side, 0 };
    if (fmu_slip(local, is_closed, way, z, &turned) >= 0) return 1;
  }
  for (int a = 0; local->rows == 3 && a <= ANGLES; a++) {
    double low = part * (a - 1), high = part * a, middle_turned;
    fmu_slip_at(local, is_closed, high, z, &turned);
    const int is_between = before * turned <= 0;  // not of what has no value
    for (int half = 0; is_between && half < HALVES; half++) {
      const double middle = (low + high) / 2;
      fmu_slip_at(local, is_closed, middle, z, &middle_turned);
      if ((middle_turned > 0) == (before > 0)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    if (is_between && fmu_slip_at(local, is_closed, low, z, &middle_turned) >= 0) return 1;
    before = turned;
  }
  return 0;
}

// 1: z is found.
static int fmu_rub(const FmuLocal *local, int is_closed, double z[])
{
  double turned;
  if (local->is_slipping) {
    fmu_slip(local, is_closed, local->way, z, &turned);
    return !isnan(z[0]);
  }
  fmu_stick(local, is_closed ? 0 : 1, z);
  const double pull = hypot(local->rows > 1 ? z[1] : 0, local->rows > 2 ? z[2] : 0);
  if (z[0] >= local->least && pull <= (1 + 1e-12) * local->mu * z[0]) return 1;
  return local->rows > 1 && fmu_slip_anywhere(local, is_closed, z);
}

static void fmu_solve_local(const FmuLocal *local, double z[])
{
  double w[3] = { 0 };
  z[0] = local->least;
  z[1] = z[2] = 0;
  const int is_found = z[0] == 0 || fmu_rub(local, 0, z);
  fmu_local_speeds(local, z, w);
  if ((is_found && w[0] >= 0) || fmu_rub(local, 1, z)) return;
  z[0] = local->least;  // nothing gives way
  z[1] = z[2] = 0;
}

// One contact, all others as they are; returns the largest change.
static double fmu_visit(const FmuGaps *gaps, FmuChoice *choice, int c, const double speeds[])
{
  int rows[3] = { c, FMU_FIRST_SLIP[c], FMU_FIRST_SLIP[c] + 1 };
  double z[3], change = 0;
  FmuLocal local = { .rows = 1 + FMU_SLIPS[c],
                     .is_slipping = choice->is_slipping[c],
                     .mu = gaps->mu[c],
                     .least = choice->least[c],
                     .way = { choice->way[c][0], choice->way[c][1] } };
  for (int i = 0; i < local.rows; i++) {
    const double *row = gaps->G + rows[i] * FMU_ROWS;
    local.w[i] = speeds[rows[i]] + fmu_dot(row, choice->amounts, FMU_ROWS);
    for (int j = 0; j < local.rows; j++) {
      local.G[3 * i + j] = row[rows[j]];
      local.w[i] -= row[rows[j]] * choice->amounts[rows[j]];
    }
  }
  if (!(local.G[0] > 0)) return 0;
  fmu_solve_local(&local, z);
  for (int i = 0; i < local.rows; i++) {
    const double step = fabs(z[i] - choice->amounts[rows[i]]);
    if (step > change) change = step;
    choice->amounts[rows[i]] = z[i];
  }
  return change;
}

// Impulses of those that are chosen, of gaps at least `least`, from the speeds without them; or
// forces from accelerations. With friction contact by contact, over and over. 0, or not.
static int fmu_push(const FmuGaps *gaps, FmuChoice *choice, const double speeds[])
{
  enum { MOST_SWEEPS = 20000, MANY_SWEEPS = 1000 };
  double c[FMU_ROWS], change = 0, largest = 0;
  int is_rough = 0, failed = 0;
  for (int i = 0; i < FMU_CONTACTS; i++)
    is_rough = is_rough || (choice->chosen[i] && FMU_SLIPS[i] > 0);
  if (!is_rough) {
    for (int i = 0; i < FMU_ROWS; i++)
      c[i] = speeds[i] + fmu_dot(gaps->G + i * FMU_ROWS, choice->least, FMU_ROWS);
    failed = fmu_push_smooth(gaps, choice->chosen, c, choice->amounts);
    for (int i = 0; i < FMU_ROWS; i++)
      choice->amounts[i] += choice->least[i];
    return failed;
  }
  memset(choice->amounts, 0, sizeof choice->amounts);
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    change = largest = 0;
    for (int i = 0; i < FMU_CONTACTS; i++) {
      const double step = choice->chosen[i] ? fmu_visit(gaps, choice, i, speeds) : 0;
      if (step > change) change = step;
    }
    for (int i = 0; i < FMU_ROWS; i++)
      largest = fabs(choice->amounts[i]) > largest ? fabs(choice->amounts[i]) : largest;
    // slips that follow from each other but for a little push against each other for ever
    if (change <= (sweep < MANY_SWEEPS ? 0x1p-50 : 1e-9) * largest) return 0;
  }
  return 1;
}

// ---- hits

// Impulses of one moment, by Newton's law: v+ + e v- >= 0; or by Poisson's: as with e = 0, then
// each gives e times its impulse again, and more if it had to go through the wall. Of restitutions
// counts a share. 0, or not.
static int fmu_find_impulses(const FmuGaps *gaps, FmuChoice *choice, const double before[],
                             const double parts[], int is_poisson, double share)
{
  double speeds[FMU_ROWS], first[FMU_ROWS];
  for (int i = 0; i < FMU_ROWS; i++) {
    const int gives_back = !is_poisson && i < FMU_CONTACTS && before[i] < 0;
    speeds[i] = before[i] + (gives_back ? share * parts[i] * before[i] : 0);
    choice->least[i] = 0;
  }
  int failed = fmu_push(gaps, choice, speeds);
  if (!is_poisson || failed) return failed;
  memcpy(first, choice->amounts, sizeof first);
  for (int i = 0; i < FMU_ROWS; i++) {
    if (i < FMU_CONTACTS) choice->least[i] = share * parts[i] * first[i];
    speeds[i] = before[i] + fmu_dot(gaps->G + i * FMU_ROWS, first, FMU_ROWS);
  }
  failed = fmu_push(gaps, choice, speeds);
  for (int i = 0; i < FMU_ROWS; i++)
    choice->amounts[i] += first[i];
  return failed;
}

// Do they add energy: I (v- + v+)/2?
static int fmu_gains(const FmuGaps *gaps, const double before[], const double amounts[])
{
  double work = 0;
  for (int i = 0; i < FMU_ROWS; i++) {
    const double change = fmu_dot(gaps->G + i * FMU_ROWS, amounts, FMU_ROWS);
    work += amounts[i] * (before[i] + change / 2);
  }
  return work > 1e-12 * fabs(fmu_dot(amounts, before, FMU_ROWS));
}

// Unequal restitutions could add energy to each other: then the least counts for all. Newton's law
// with friction could, where slipping ends: then as much of the restitution counts as adds none.
static int fmu_find_lossy(const FmuGaps *gaps, FmuChoice *choice, const double before[],
                          double parts[], int is_poisson)
{
  enum { HALVES = 50 };
  double least = 1, low = 0, high = 1;
  int failed = fmu_find_impulses(gaps, choice, before, parts, is_poisson, 1);
  if (failed || !fmu_gains(gaps, before, choice->amounts)) return failed;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (choice->chosen[c] && parts[c] < least) least = parts[c];
  }
  for (int c = 0; c < FMU_CONTACTS; c++)
    parts[c] = least;
  failed = fmu_find_impulses(gaps, choice, before, parts, is_poisson, 1);
  if (failed || !fmu_gains(gaps, before, choice->amounts)) return failed;
  for (int half = 0; half < HALVES; half++) {
    const double middle = (low + high) / 2;
    fmu_find_impulses(gaps, choice, before, parts, is_poisson, middle);
    if (fmu_gains(gaps, before, choice->amounts)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return fmu_find_impulses(gaps, choice, before, parts, is_poisson, low);
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

// How fast contact c slips; the direction into `way`.
static double fmu_slip_speed(const FmuGaps *gaps, int c, const double v[], double way[2])
{
  double speed = 0;
  way[0] = way[1] = 0;
  for (int s = 0; s < FMU_SLIPS[c]; s++) {
    way[s] = fmu_gap_speed(gaps, FMU_FIRST_SLIP[c] + s, v);
    speed = hypot(speed, way[s]);
  }
  for (int s = 0; s < 2 && speed > 0; s++)
    way[s] /= speed;
  return speed;
}

// Where it slips to; from rest, where it was about to. A step that leads beyond the end of slipping
// sees the same force as before: the law is smooth until the event.
static void fmu_slip_way(const FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
                         double tolerance, double way[2])
{
  const double speed = fmu_slip_speed(gaps, c, v, way);
  const int is_back = fmu_dot(contacts->way[c], way, 2) < 0;
  for (int s = 0; s < 2; s++)
    way[s] = speed > fmu_touching(tolerance) ? (is_back ? -way[s] : way[s]) : contacts->way[c][s];
}

static double fmu_pull(const FmuContacts *contacts, int c)
{
  double pull = 0;
  for (int s = 0; s < FMU_SLIPS[c]; s++)
    pull = hypot(pull, contacts->force[FMU_FIRST_SLIP[c] + s]);
  return pull;
}

// Rises through 0 where a contact slips no more, or no longer sticks.
static double fmu_friction_event(const FmuContacts *contacts, const FmuGaps *gaps, int c,
                                 const double v[], double tolerance)
{
  double along = 0;
  if (FMU_SLIPS[c] == 0) return -HUGE_VAL;
  if (contacts->is_sticking[c]) return fmu_pull(contacts, c) - gaps->mu[c] * contacts->force[c];
  for (int s = 0; s < FMU_SLIPS[c]; s++)
    along += contacts->way[c][s] * fmu_gap_speed(gaps, FMU_FIRST_SLIP[c] + s, v);
  return fmu_touching(tolerance) - along;
}

// What ends the rest of a contact: its force, or its friction, where both may be 0 within rounding.
static void fmu_loosen(FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
                       double tolerance)
{
  const double force = contacts->force[c], pull = fmu_pull(contacts, c);
  const double friction = fmu_friction_event(contacts, gaps, c, v, tolerance);
  if (-force >= friction - 1e-9 * (1 + fabs(force))) {
    contacts->is_left[c] = 1;
  } else if (contacts->is_sticking[c]) {
    contacts->is_sticking[c] = 0;
    contacts->is_loose[c] = 1;
    for (int s = 0; s < FMU_SLIPS[c]; s++)
      contacts->way[c][s] = -contacts->force[FMU_FIRST_SLIP[c] + s] / pull;
  }
}

// Those that are closed cannot be hit: their force has ended, or what their friction did. Those
// that touch and come closer are hit, too. Returns whether any was closed.
static int fmu_contacts_rise(const NAME_prepared *k, const double v[], FmuContacts *contacts,
                             double tolerance, int risen[])
{
  FmuGaps gaps;
  int is_any = 0;
  fmu_read_gaps(k, v, &gaps);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    int *has_risen = &risen[FMU_CONTACT_EVENT[c]];
    if (contacts->is_closed[c]) {
      if (*has_risen) fmu_loosen(contacts, &gaps, c, v, tolerance);
      if (*has_risen) is_any = 1;
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
  FmuChoice choice = { .chosen = { 0 } };
  double before[FMU_ROWS], parts[FMU_CONTACTS];
  int is_any = 0, has_restitution = 1, is_poisson = 0;
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
    if (is_hit || touches || contacts->is_closed[c]) fmu_choose(&choice, c);
    parts[c] = is_hit && has_restitution ? set[FMU_SET_FIRST[event] + FMU_CONTACT_PART[c]] : 0;
    if (is_hit && FMU_IS_POISSON[c]) is_poisson = 1;
  }
  for (int r = 0; r < FMU_ROWS; r++)
    before[r] = fmu_gap_speed(&gaps, r, v);
  const int failed = fmu_find_lossy(&gaps, &choice, before, parts, is_poisson);
  if (!failed) fmu_add_answers(&gaps, choice.amounts, v + FMU_X + FMU_COORDINATES);
  return failed;
}

// ---- rest

// The rows that stay 0: gaps that are closed, and slips that stick. Returns whether there are any.
static int fmu_find_held(const FmuContacts *contacts, int held[])
{
  int is_any = 0;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    held[c] = contacts->is_closed[c];
    for (int s = 0; s < FMU_SLIPS[c]; s++)
      held[FMU_FIRST_SLIP[c] + s] = contacts->is_closed[c] && contacts->is_sticking[c];
    is_any = is_any || held[c];
  }
  return is_any;
}

// Changes accelerations to those with what is closed kept closed; the force of a gap that slips
// pulls along, too. 0, or not.
static int fmu_contacts_push(const NAME_prepared *k, double v[], FmuContacts *contacts,
                             double tolerance)
{
  FmuGaps gaps;
  double G[FMU_ROWS * FMU_ROWS], right[FMU_ROWS], way[FMU_CONTACTS][2];
  double *qdd = v + FMU_RATES + FMU_COORDINATES, *force = contacts->force;
  int held[FMU_ROWS];
  if (!fmu_find_held(contacts, held)) return 0;
  if (fmu_look_at_gaps(k, v, &gaps)) return 1;
  memcpy(G, gaps.G, sizeof G);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (FMU_SLIPS[c] > 0) fmu_slip_way(contacts, &gaps, c, v, tolerance, way[c]);
    for (int s = 0; s < FMU_SLIPS[c] && !contacts->is_sticking[c]; s++) {
      for (int r = 0; r < FMU_ROWS; r++)
        G[r * FMU_ROWS + c] -=
            gaps.mu[c] * way[c][s] * gaps.G[r * FMU_ROWS + FMU_FIRST_SLIP[c] + s];
    }
  }
  for (int r = 0; r < FMU_ROWS; r++)
    right[r] = -gaps.bias[r] - fmu_dot(gaps.direction + r * FMU_COORDINATES, qdd, FMU_COORDINATES);
  fmu_solve_chosen(G, held, right, force);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    for (int s = 0; s < FMU_SLIPS[c] && !contacts->is_sticking[c]; s++)
      force[FMU_FIRST_SLIP[c] + s] = -gaps.mu[c] * force[c] * way[c][s];
  }
  fmu_add_answers(&gaps, force, qdd);
  return 0;
}

// In the places of events: of what is closed what ends that, its force, which falls through zero,
// or its friction; of what is open the gap, a little later, so that it is open at once behind an
// impact.
static void fmu_contacts_events(const NAME_prepared *k, const FmuContacts *contacts, double v[],
                                double tolerance)
{
  FmuGaps gaps;
  int held[FMU_ROWS];
  if (FMU_ROWS > FMU_CONTACTS && fmu_find_held(contacts, held)) fmu_read_gaps(k, v, &gaps);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double *value = &v[FMU_EV + FMU_CONTACT_EVENT[c]];
    *value = contacts->is_closed[c] ? -contacts->force[c] : *value - 1e-12;
    if (!contacts->is_closed[c] || FMU_SLIPS[c] == 0) continue;
    const double friction = fmu_friction_event(contacts, &gaps, c, v, tolerance);
    if (friction > *value) *value = friction;
  }
}

// Puts gaps back to 0 and, of those that are closed, their speeds. 0, or not.
static int fmu_contacts_project(const NAME_prepared *k, double v[], const FmuContacts *contacts)
{
  enum { ROUNDS = 3 };
  int touching[FMU_ROWS] = { 0 }, held[FMU_ROWS], is_any = 0;
  FmuGaps gaps;
  fmu_find_held(contacts, held);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    touching[c] = contacts->is_closed[c] || contacts->hits[c] > 0;
    is_any = is_any || touching[c];
  }
  for (int round = 0; is_any && round <= ROUNDS; round++) {
    double right[FMU_ROWS], amounts[FMU_ROWS];
    const int is_last = round == ROUNDS;
    if (fmu_look_at_gaps(k, v, &gaps)) return 1;
    for (int r = 0; r < FMU_ROWS; r++)
      right[r] = is_last ? -fmu_gap_speed(&gaps, r, v) : -gaps.gap[r];
    fmu_solve_chosen(gaps.G, is_last ? held : touching, right, amounts);
    fmu_add_answers(&gaps, amounts, v + FMU_X + (is_last ? FMU_COORDINATES : 0));
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

// Does a contact that may rest slip already, or must it?
static void fmu_ask_slip(FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
                         double tolerance, FmuChoice *choice)
{
  double way[2];
  if (FMU_SLIPS[c] == 0) return;
  const int has_speed = fmu_slip_speed(gaps, c, v, way) > 2 * fmu_touching(tolerance);
  choice->is_slipping[c] = has_speed || contacts->is_loose[c];
  if (has_speed) memcpy(contacts->way[c], way, sizeof way);
  memcpy(choice->way[c], contacts->way[c], sizeof way);
}

// A contact that is closed, with the forces that were found: does it stick?
static void fmu_keep_slip(FmuContacts *contacts, const FmuGaps *gaps, int c, int is_slipping)
{
  const double pull = fmu_pull(contacts, c);
  contacts->is_sticking[c] = !is_slipping && pull < (1 - 1e-10) * gaps->mu[c] * contacts->force[c];
  for (int s = 0; s < FMU_SLIPS[c] && !is_slipping && !contacts->is_sticking[c]; s++)
    contacts->way[c][s] = pull > 0 ? -contacts->force[FMU_FIRST_SLIP[c] + s] / pull : 0;
}

// What rests from now on, and what opens. 0, or not. The accelerations in v are those without
// contacts.
static int fmu_contacts_settle(const NAME_prepared *k, double v[], FmuContacts *contacts,
                               double tolerance)
{
  FmuGaps gaps;
  FmuChoice choice = { .chosen = { 0 } };
  double push[FMU_ROWS];
  if (fmu_look_at_gaps(k, v, &gaps)) return 1;
  contacts->flight = HUGE_VAL;
  for (int r = 0; r < FMU_ROWS; r++)
    push[r] = gaps.bias[r] + fmu_dot(gaps.direction + r * FMU_COORDINATES,
                                     v + FMU_RATES + FMU_COORDINATES, FMU_COORDINATES);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (!fmu_may_rest(contacts, &gaps, c, v, push[c], tolerance)) continue;
    fmu_choose(&choice, c);
    fmu_ask_slip(contacts, &gaps, c, v, tolerance, &choice);
  }
  fmu_push(&gaps, &choice, push);
  memcpy(contacts->force, choice.amounts, sizeof contacts->force);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    const double speed = fmu_gap_speed(&gaps, c, v);
    contacts->is_closed[c] = contacts->force[c] > 0;
    contacts->is_sticking[c] = 0;
    if (contacts->is_closed[c] && FMU_SLIPS[c] > 0)
      fmu_keep_slip(contacts, &gaps, c, choice.is_slipping[c]);
    if (contacts->hits[c] > 0 && speed > 0 && push[c] < 0 && !contacts->is_closed[c] &&
        2 * speed / -push[c] < contacts->flight) {
      contacts->flight = 2 * speed / -push[c];
    }
  }
  const int failed = fmu_contacts_project(k, v, contacts);
  memset(contacts->is_left, 0, sizeof contacts->is_left);
  memset(contacts->is_loose, 0, sizeof contacts->is_loose);
  memset(contacts->hits, 0, sizeof contacts->hits);
  return failed;
}
