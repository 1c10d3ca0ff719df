// simulation_ggl.c -- stabilised index-2 formulation (Gear, Gupta, Leimkuhler) with the unknowns
// y = (q, qd, s, wa, w, lambda, mu, f, nu):
//
//   q' - qd + Phi_q^T mu + W^T nu = 0,   tau(q, qd, qd') - Qu + J^T lambda - W^T f = 0,
//   s' = sd,   w' = P + P_t + ..,        Phi = 0,   J qd + b = 0
//
// mu is zero except for rounding: it lets positions satisfy Phi = 0 while speeds satisfy
// J qd + b = 0. Redundant rows are omitted from both. The contact rows, gaps and then slips, have
// forces f. A closed gap, or the slip of a sticking contact, satisfies W qd + g_t = 0, and a closed
// gap also g = 0, with multiplier nu. A slipping contact has f = -mu N s/|s|. All other rows have
// f = 0 and nu = 0. The length of y is therefore constant.
//
// dF/dy + c dF/dy' is computed from the programs of F by the chain rule, along each coordinate.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_contacts.h"

#include "numeric/linear/least_squares.h"

#include <math.h>
#include <string.h>

// ---- indices into y

typedef struct Places {
  int lambda, mu, force, nu;
} Places;

static Places places_of(const Work *work)
{
  int lambda = work->size, mu = lambda + work->treating.kept_count;
  int force = mu + work->treating.kept_holonomic;
  return (Places){ lambda, mu, force, force + work->contacts.rows };
}

int ggl_size(const Work *work) { return places_of(work).nu + work->contacts.count; }

bool ggl_compile(Work *work)
{
  enum { MOST = 6 };
  static const char *const BALANCE[] = { "tau", "Qu" };
  EnforcementState *treating = &work->treating;
  if (treating->balance.program) return true;
  if (!system_derive(work->system, BALANCE, 2, work->why)) return false;
  Evaluator *evaluator = &treating->balance;
  *evaluator = rates_evaluator(work, MOST);
  treating->tau = evaluator_add(evaluator, "tau", NULL);
  treating->Qu = evaluator_add(evaluator, "Qu", NULL);
  treating->P = evaluator_add(evaluator, "P", NULL);
  treating->P_t = evaluator_add(evaluator, "P_t", NULL);
  if (work->simulation->acting_count > 0) treating->Pa = evaluator_add(evaluator, "Pa", NULL);
  if (work->states > 0) treating->sd = evaluator_add(evaluator, "sd", NULL);
  int size = treating->problem.size;
  treating->is_algebraic = ARENA_ARRAY(work->arena, bool, size);
  for (int i = work->size; i < size; i++)
    treating->is_algebraic[i] = true;
  treating->is_held = ARENA_ARRAY(work->arena, bool, work->contacts.rows + 1);
  if (!evaluator_compile(evaluator, work->why) || !rates_compile_multipliers(work)) return false;
  evaluator_differentiate(evaluator);
  contacts_differentiate(work);
  return true;
}

// ---- contacts

static bool is_held_at_all(const Contacts *contacts, int c, bool is_slip)
{
  return contacts->is_closed[c] && (!is_slip || contacts->is_sticking[c]);
}

// Returns the contact that a row belongs to.
static int contact_of(const Contacts *contacts, int row)
{
  int c = 0;
  if (row < contacts->count) return row;
  while (row < contacts->slips[c] || row >= contacts->slips[c] + contacts->slip_counts[c])
    c++;
  return c;
}

// Orthogonalises a row against the orthonormal `basis` and appends it, normalised. Returns false if
// it is linearly dependent.
static bool add_row(double basis[], int *count, const double row[], const double step[], int n)
{
  static const double REDUNDANT = 1e-8;
  double *own = basis + *count * n, whole = 0, left = 0;
  for (int i = 0; i < n; i++)
    own[i] = row[i] * step[i];
  whole = dot(own, own, n);
  for (int k = 0; k < *count; k++) {
    double shared = dot(basis + k * n, own, n);
    for (int i = 0; i < n; i++)
      own[i] -= shared * basis[k * n + i];
  }
  left = dot(own, own, n);
  if (!(left > REDUNDANT * REDUNDANT * whole)) return false;
  for (int i = 0; i < n; i++)
    own[i] /= sqrt(left);
  *count += 1;
  return true;
}

// Determines the contact rows that are equations from now on: closed gaps and sticking slips that
// are linearly independent of the other equations.
static void find_held(Work *work)
{
  EnforcementState *treating = &work->treating;
  const Contacts *contacts = &work->contacts;
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->n, count = 0;
  ArenaMark mark = arena_mark(work->arena);
  double *basis = ARENA_ARRAY(work->arena, double, (treating->kept_count + contacts->rows + 1) * n);
  for (int k = 0; k < treating->kept_count; k++)
    add_row(basis, &count, constraints->J + treating->kept[k] * n, constraints->step, n);
  for (int r = 0; r < contacts->rows; r++) {
    bool is_asked = is_held_at_all(contacts, contact_of(contacts, r), r >= contacts->count);
    treating->is_held[r] =
        is_asked && add_row(basis, &count, contacts->gap_q + r * n, constraints->step, n);
  }
  arena_rewind(work->arena, mark);
}

// Returns the ratio of the friction force of a slip row to the normal force of its contact; 0 if
// the contact does not slip.
static double slipping_part(const Work *work, int row, const double x[])
{
  const Contacts *contacts = &work->contacts;
  int c = contact_of(contacts, row);
  double way[2];
  if (row < contacts->count || !contacts->is_closed[c] || contacts->is_sticking[c]) return 0;
  contacts_slip_direction(work, c, x, way);
  return -contacts->friction[c] * way[row - contacts->slips[c]];
}

static bool check_gaps(Work *work)
{
  const Contacts *contacts = &work->contacts;
  return contacts->count == 0 || evaluator_evaluate(&contacts->gaps, &work->state) == 0;
}

static void put_contacts(Work *work, const double y[], double residual[])
{
  const Contacts *contacts = &work->contacts;
  const Places at = places_of(work);
  int n = work->n;
  double *power = residual + work->plain - 1;
  for (int r = 0; r < contacts->rows; r++) {
    const double *W = contacts->gap_q + r * n;
    double force = y[at.force + r];
    bool is_held = work->treating.is_held[r], is_gap = r < contacts->count;
    for (int i = 0; i < n; i++) {
      residual[n + i] -= W[i] * force;
      if (is_gap) residual[i] += W[i] * y[at.nu + r];
    }
    *power -= force * dot(W, y + n, n);
    double slip = slipping_part(work, r, y);
    residual[at.force + r] =
        is_held ? contacts_speed(work, r, y + n)
                : force - (slip != 0 ? slip * y[at.force + contact_of(contacts, r)] : 0);
    if (is_gap) residual[at.nu + r] = is_held ? contacts->gap[r] : y[at.nu + r];
  }
}

// ---- residual F

bool ggl_residual(void *context, double t, const double y[], const double rates[],
                  double residual[])
{
  Work *work = context;
  EnforcementState *treating = &work->treating;
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->n, kept = treating->kept_count, holonomic = treating->kept_holonomic;
  const double *speeds = y + n, *lambda = y + work->size, *mu = lambda + kept;
  double *balance = residual + n, *power = residual + work->plain - 1;
  rates_read_state(work, t, y);
  for (int k = 0; k < kept && work->follows; k++) {
    for (int i = 0; i < work->mechanism->input_count; i++)
      if (work->followed[i] == treating->kept[k]) work->inputs[i] = lambda[k];
  }
  if (work->along.count > 0 && contacts_are_closed(&work->contacts) && !rates_accelerate(work))
    return false;
  sensitivity_rates(work, y, residual);
  for (int i = work->plain; i < work->size; i++)
    residual[i] = rates[i] - residual[i];
  work->state.qdd = rates + n;
  evaluator_evaluate(&treating->balance, &work->state);
  if (kept > 0 && !rates_close_at(work, t, y)) return false;
  for (int i = 0; i < n; i++) {
    residual[i] = rates[i] - speeds[i];
    balance[i] = treating->tau[i] - treating->Qu[i];
  }
  for (int i = 0; i < work->states; i++)
    residual[2 * n + i] = rates[2 * n + i] - treating->sd[i];
  for (int i = 0, at = 2 * n + work->states; i < work->simulation->acting_count; i++, at++)
    residual[at] = rates[at] - treating->Pa[i];
  *power = rates[work->plain - 1] - treating->P[0] - treating->P_t[0];
  for (int k = 0; k < kept; k++) {
    int row = treating->kept[k];
    const double *J = constraints->J + row * n;
    for (int i = 0; i < n; i++) {
      balance[i] += J[i] * lambda[k];
      if (k < holonomic) residual[i] += J[i] * mu[k];
    }
    *power -= lambda[k] * constraints->rest[row];
    residual[work->size + k] = constraint_system_velocity_residual(constraints, row, speeds);
    if (k < holonomic) residual[work->size + kept + k] = constraints->phi[row];
  }
  if (!check_gaps(work)) return false;
  put_contacts(work, y, residual);
  return true;
}

// ---- initial values

// Computes the multipliers and contact forces that belong to the rates, if some contacts are
// closed: the minimum-norm solution of the balance.
static bool find_forces(Work *work, double t, double y[], const double rates[])
{
  const EnforcementState *treating = &work->treating;
  const Contacts *contacts = &work->contacts;
  const Places at = places_of(work);
  int n = work->n, kept = treating->kept_count, unknowns = kept + contacts->rows;
  ArenaMark mark = arena_mark(work->arena);
  double *residual = ARENA_ARRAY(work->arena, double, treating->problem.size);
  double *matrix = ARENA_ARRAY(work->arena, double, (n + contacts->rows) * unknowns);
  double *right = ARENA_ARRAY(work->arena, double, n + contacts->rows);
  double *found = ARENA_ARRAY(work->arena, double, unknowns);
  NumericRank rank;
  memset(y + work->size, 0, sizeof(double) * (size_t)(treating->problem.size - work->size));
  bool is_good = ggl_residual(work, t, y, rates, residual);
  for (int i = 0; i < n && is_good; i++) {
    right[i] = -residual[n + i];
    for (int k = 0; k < kept; k++)
      matrix[i * unknowns + k] = work->constraints.J[treating->kept[k] * n + i];
    for (int r = 0; r < contacts->rows; r++)
      matrix[i * unknowns + kept + r] = -contacts->gap_q[r * n + i];
  }
  for (int r = 0; r < contacts->rows && is_good; r++) {
    double *row = matrix + (n + r) * unknowns + kept;
    if (treating->is_held[r]) continue;
    row[contact_of(contacts, r)] -= slipping_part(work, r, y);
    row[r] += 1;
  }
  is_good = is_good && least_squares_solve(n + contacts->rows, unknowns, matrix, right, 1e-12,
                                           found, &rank, NULL) == NUMERIC_OK;
  for (int k = 0; k < kept && is_good; k++)
    y[at.lambda + k] = found[k];
  for (int r = 0; r < contacts->rows && is_good; r++)
    y[at.force + r] = found[kept + r];
  arena_rewind(work->arena, mark);
  return is_good;
}

// Positions and speeds are first projected exactly onto the constraints: otherwise their residual
// would appear as a rate.
bool ggl_begin(void *context, double t, double y[], double rates[])
{
  static const double CLOSED = 1e-12;
  Work *work = context;
  const EnforcementState *treating = &work->treating;
  memset(rates, 0, sizeof(double) * (size_t)treating->problem.size);
  rates_read_state(work, t, y);
  if (!rates_project(work, t, y, CLOSED) || !rates_at(work, t, y, rates)) return false;
  if (contacts_are_closed(&work->contacts)) {
    if (work->constraints.rows > 0 && !rates_close_at(work, t, y)) return false;
    if (!check_gaps(work)) return false;
    find_held(work);
    return find_forces(work, t, y, rates);
  }
  memset(treating->is_held, 0, sizeof(bool) * (size_t)work->contacts.rows);
  memset(y + work->size, 0, sizeof(double) * (size_t)(treating->problem.size - work->size));
  if (!rates_find_multipliers(work)) return false;
  for (int k = 0; k < treating->kept_count; k++)
    y[work->size + k] = work->lambda[treating->kept[k]];
  return true;
}

// ---- dF/dy + c dF/dy'

typedef struct Slopes {
  Work *work;
  const double *y;
  double c;
  double *at;  // size x size, row-major
  int size;
} Slopes;

static double *entry(const Slopes *slopes, int row, int column)
{
  return slopes->at + row * slopes->size + column;
}

// Fills the rows of the balance, the states and the powers along a direction.
static void put_balance(const Slopes *slopes, int column, const ProgramState *direction)
{
  const Work *work = slopes->work;
  const EnforcementState *treating = &work->treating;
  const Evaluator *evaluator = &treating->balance;
  int n = work->n, acting = 2 * n + work->states;
  evaluator_directional(evaluator, direction);
  const double *tau = evaluator_derivative(evaluator, treating->tau),
               *Qu = evaluator_derivative(evaluator, treating->Qu);
  const double *sd = evaluator_derivative(evaluator, treating->sd),
               *Pa = evaluator_derivative(evaluator, treating->Pa);
  for (int i = 0; i < n; i++)
    *entry(slopes, n + i, column) = tau[i] - Qu[i];
  for (int i = 0; i < work->states; i++)
    *entry(slopes, 2 * n + i, column) = -sd[i];
  for (int i = 0; i < work->simulation->acting_count; i++)
    *entry(slopes, acting + i, column) = -Pa[i];
  *entry(slopes, work->plain - 1, column) = -evaluator_derivative(evaluator, treating->P)[0] -
                                            evaluator_derivative(evaluator, treating->P_t)[0];
}

// Fills the rows of the constraints along a coordinate or a state.
static void put_turning(const Slopes *slopes, int column, const ProgramState *direction)
{
  Work *work = slopes->work;
  const EnforcementState *treating = &work->treating;
  const Places at = places_of(work);
  const double *y = slopes->y;
  int n = work->n;
  if (treating->kept_count == 0) return;
  constraint_system_tangent(&work->constraints, direction);
  const ConstraintTangent *tangent = work->constraints.tangent;
  for (int k = 0; k < treating->kept_count; k++) {
    int row = treating->kept[k];
    const double *dJ = tangent->J + row * n;
    bool is_holonomic = k < treating->kept_holonomic;
    for (int i = 0; i < n; i++) {
      *entry(slopes, n + i, column) += dJ[i] * y[at.lambda + k];
      if (is_holonomic) *entry(slopes, i, column) += dJ[i] * y[at.mu + k];
    }
    *entry(slopes, work->plain - 1, column) -= y[at.lambda + k] * tangent->rest[row];
    *entry(slopes, at.lambda + k, column) = dot(dJ, y + n, n) + tangent->rest[row];
    if (is_holonomic) *entry(slopes, at.mu + k, column) = tangent->phi[row];
  }
}

// Fills the rows of the contacts along a coordinate. The change of a slip direction is neglected;
// Newton's method corrects for it.
static void put_gaps(const Slopes *slopes, int column, const ProgramState *direction)
{
  const Work *work = slopes->work;
  const Contacts *contacts = &work->contacts;
  const Places at = places_of(work);
  const double *y = slopes->y;
  int n = work->n;
  if (contacts->count == 0) return;
  evaluator_directional(&contacts->gaps, direction);
  const double *gap = evaluator_derivative(&contacts->gaps, contacts->gap);
  const double *gap_t = evaluator_derivative(&contacts->gaps, contacts->gap_t);
  for (int r = 0; r < contacts->rows; r++) {
    const double *dW = evaluator_derivative(&contacts->gaps, contacts->gap_q) + r * n;
    for (int i = 0; i < n; i++) {
      *entry(slopes, n + i, column) -= dW[i] * y[at.force + r];
      if (r < contacts->count) *entry(slopes, i, column) += dW[i] * y[at.nu + r];
    }
    *entry(slopes, work->plain - 1, column) -= y[at.force + r] * dot(dW, y + n, n);
    if (!work->treating.is_held[r]) continue;
    *entry(slopes, at.force + r, column) = dot(dW, y + n, n) + gap_t[r];
    if (r < contacts->count) *entry(slopes, at.nu + r, column) = gap[r];
  }
}

// Fills the columns of multipliers and forces, and the velocity rows.
static void put_multipliers(const Slopes *slopes)
{
  const Work *work = slopes->work;
  const EnforcementState *treating = &work->treating;
  const Contacts *contacts = &work->contacts;
  const Places at = places_of(work);
  int n = work->n, power = work->plain - 1;
  for (int k = 0; k < treating->kept_count; k++) {
    int row = treating->kept[k];
    const double *J = work->constraints.J + row * n;
    for (int i = 0; i < n; i++) {
      *entry(slopes, n + i, at.lambda + k) = *entry(slopes, at.lambda + k, n + i) = J[i];
      if (k < treating->kept_holonomic) *entry(slopes, i, at.mu + k) = J[i];
    }
    *entry(slopes, power, at.lambda + k) = -work->constraints.rest[row];
  }
  for (int r = 0; r < contacts->rows; r++) {
    const double *W = contacts->gap_q + r * n;
    bool is_held = treating->is_held[r], is_gap = r < contacts->count;
    for (int i = 0; i < n; i++) {
      *entry(slopes, n + i, at.force + r) = -W[i];
      *entry(slopes, power, n + i) -= slopes->y[at.force + r] * W[i];
      if (is_held) *entry(slopes, at.force + r, n + i) = W[i];
      if (is_gap) *entry(slopes, i, at.nu + r) = W[i];
    }
    *entry(slopes, power, at.force + r) = -dot(W, slopes->y + n, n);
    if (is_held) continue;
    *entry(slopes, at.force + r, at.force + contact_of(contacts, r)) -=
        slipping_part(work, r, slopes->y);
    *entry(slopes, at.force + r, at.force + r) += 1;
    if (is_gap) *entry(slopes, at.nu + r, at.nu + r) = 1;
  }
}

bool ggl_jacobian(void *context, double t, const double y[], const double rates[], double c,
                  double jacobian[])
{
  Work *work = context;
  int n = work->n, used = 2 * n + work->states, size = work->treating.problem.size;
  Slopes slopes = { .work = work, .y = y, .c = c, .at = jacobian, .size = size };
  memset(jacobian, 0, sizeof(double) * (size_t)size * (size_t)size);
  rates_read_state(work, t, y);
  work->state.qdd = rates + n;
  evaluator_linearise_at(&work->treating.balance, &work->state);
  evaluator_linearise_at(&work->contacts.gaps, &work->state);
  if (work->treating.kept_count > 0 && !rates_close_at(work, t, y)) return false;
  if (!check_gaps(work)) return false;
  ArenaMark mark = arena_mark(work->arena);
  double *unit = ARENA_ARRAY(work->arena, double, used),
         *speed = ARENA_ARRAY(work->arena, double, n);
  const ProgramState direction = {
    .q = unit, .qd = unit + n, .states = unit + 2 * n, .qdd = speed
  };
  for (int j = 0; j < used; j++) {
    bool is_speed = j >= n && j < 2 * n;
    unit[j] = 1;
    if (is_speed) speed[j - n] = c;
    put_balance(&slopes, j, &direction);
    if (!is_speed) put_turning(&slopes, j, &direction);
    if (j < n) put_gaps(&slopes, j, &direction);
    if (is_speed) *entry(&slopes, j - n, j) = -1;
    if (is_speed) speed[j - n] = 0;
    unit[j] = 0;
  }
  for (int i = 0; i < work->plain; i++) {
    if (i < n || i >= 2 * n) *entry(&slopes, i, i) += c;
  }
  put_multipliers(&slopes);
  arena_rewind(work->arena, mark);
  return true;
}
