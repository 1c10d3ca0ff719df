// fmu_friction.c -- pasted into the source of a Functional Mock-up Unit with impacts, behind
// fmu_gaps.c and before fmu_contacts.c, in the same way.
//
// The slips of a contact have impulses and forces, too, by Coulomb's law, as in numeric/coulomb.c.
// SPDX-License-Identifier: MIT
// ---- pasted from here
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
