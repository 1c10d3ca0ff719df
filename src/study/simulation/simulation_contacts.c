// simulation_contacts.c -- unilateral contacts: gap Jacobians and the impulse response matrix
// G = W Mr^-1 W^T (Delassus matrix).
//
// A gap g(q, t) must not become negative. With W = dg/dq its speed is v = W qd + g_t. An impulse I
// in it changes the speeds according to the masses and constraints,
//
//   M (qd+ - qd-) = W^T I + J^T i,   J (qd+ - qd-) = 0,   v+ = v- + G I,   G = W Mr^-1 W^T
//
// where Mr is the mass matrix over the admissible velocities (null space of J). For several
// simultaneous impacts
//
//   Newton    I >= 0,  v+ + e v- >= 0, and one of both is 0
//   Poisson   compression: Ic >= 0, vc = v- + G Ic >= 0, and one of both is 0;
//             expansion: I = (1 + e) Ic + z, z >= 0, v+ >= 0, and one of both is 0
//
// (Glocker and Pfeiffer, Multibody Dynamics with Unilateral Contacts, 1996). With friction the
// slips s = T qd + s_t of a contact also have impulses It, which Coulomb's law relates to s+, as in
// Moreau's impact law (in: Nonsmooth Mechanics and Applications, 1988); with Poisson's law in both
// phases (Anitescu and Potra, Nonlinear Dynamics 14, 1997). A contact comes to rest where its
// rebound would be below the resolution; it is then an additional equation, W qdd + g_2 = 0, while
// its force is positive.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_contacts.h"

#include "mechanism/default_value.h"
#include "numeric/linear/least_squares.h"
#include "study/simulation/contact_kinematics.h"

#include <math.h>
#include <string.h>

static const double RANK = 1e-11;

// ---- tolerances

double contacts_touching(const Work *work)
{
  return fmin(fmax(work->simulation->options.tolerance, 1e-9), 1e-5);
}

double contacts_fastest(const Work *work)
{
  double most = 1;
  for (int i = 0; i < work->n; i++)
    most = fmax(most, fabs(work->x[work->n + i]));
  return most;
}

// ---- mass matrix over admissible velocities

// Cholesky factorisation of `a` in place, into its lower triangle. Returns false if `a` is not
// positive definite.
static bool factorise(int n, double a[])
{
  for (int j = 0; j < n; j++) {
    double most = a[j * n + j];
    double left = most - dot(a + j * n, a + j * n, j);
    if (!(left > RANK * fabs(most))) return false;
    a[j * n + j] = sqrt(left);
    for (int i = j + 1; i < n; i++)
      a[i * n + j] = (a[i * n + j] - dot(a + i * n, a + j * n, j)) / a[j * n + j];
  }
  return true;
}

void contacts_solve_factored(int n, const double a[], double x[])
{
  for (int i = 0; i < n; i++)
    x[i] = (x[i] - dot(a + i * n, x, i)) / a[i * n + i];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= a[j * n + i] * x[j];
    x[i] /= a[i * n + i];
  }
}

// Computes a basis of the null space of the constraint Jacobian at x (admissible velocities) into
// contacts->ways.
static bool find_ways(Work *work, const double x[])
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  contacts->freedom = n;
  memset(contacts->ways, 0, sizeof(double) * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++)
    contacts->ways[i * n + i] = 1;
  if (work->constraints.rows == 0) return true;
  NumericRank rank;
  work->constraints.state.time = work->state.time;
  work->constraints.state.inputs = work->inputs;
  if (!constraint_system_evaluate_at(&work->constraints, x) ||
      constraint_system_rank(&work->constraints, ROWS_ALL, NULL, contacts->ways, &rank) !=
          NUMERIC_OK) {
    return false;
  }
  contacts->freedom = n - rank.rank;
  for (int k = 0; k < contacts->freedom; k++) {
    for (int i = 0; i < n; i++)
      contacts->ways[k * n + i] *= work->constraints.step[i];
  }
  return true;
}

static bool weigh_ways(Contacts *contacts, int n)
{
  int freedom = contacts->freedom;
  double *moved = contacts->room;
  for (int k = 0; k < freedom; k++) {
    const double *way = contacts->ways + k * n;
    for (int i = 0; i < n; i++)
      moved[i] = dot(contacts->M + i * n, way, n) + dot(contacts->Ma + i * n, way, n);
    for (int l = 0; l < freedom; l++)
      contacts->factor[l * freedom + k] = dot(contacts->ways + l * n, moved, n);
  }
  return factorise(freedom, contacts->factor);
}

bool contacts_evaluate(Work *work, double t, const double x[])
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  rates_read_state(work, t, x);
  if (evaluator_evaluate(&contacts->gaps, &work->state) != 0 ||
      evaluator_evaluate(&contacts->inertia, &work->state) != 0 || !find_ways(work, x) ||
      !weigh_ways(contacts, n)) {
    return false;
  }
  int freedom = contacts->freedom;
  for (int r = 0; r < contacts->rows; r++) {
    double *pull = contacts->pull + r * n, *answer = contacts->answer + r * n;
    for (int k = 0; k < freedom; k++)
      answer[k] = pull[k] = dot(contacts->gap_q + r * n, contacts->ways + k * n, n);
    contacts_solve_factored(freedom, contacts->factor, answer);
  }
  for (int r = 0; r < contacts->rows; r++) {
    for (int s = 0; s < contacts->rows; s++)
      contacts->G[r * contacts->rows + s] =
          dot(contacts->pull + r * n, contacts->answer + s * n, freedom);
  }
  return true;
}

double contacts_speed(const Work *work, int row, const double qd[])
{
  const Contacts *contacts = &work->contacts;
  return contacts->gap_t[row] + dot(contacts->gap_q + row * work->n, qd, work->n);
}

void contacts_add_answers(const Work *work, const int chosen[], int count, const double amounts[],
                          double out[])
{
  const Contacts *contacts = &work->contacts;
  int n = work->n;
  for (int k = 0; k < count; k++) {
    for (int f = 0; f < contacts->freedom; f++) {
      double amount = amounts[k] * contacts->answer[chosen[k] * n + f];
      for (int i = 0; i < n; i++)
        out[i] += amount * contacts->ways[f * n + i];
    }
  }
}

// ---- subsets of the contacts

ContactSet contact_set_new(const Work *work)
{
  int most = work->contacts.rows;
  Arena *arena = work->constraints.arena;
  return (ContactSet){ .chosen = ARENA_ARRAY(arena, int, most),
                       .G = ARENA_ARRAY(arena, double, most *most),
                       .right = ARENA_ARRAY(arena, double, most),
                       .amounts = ARENA_ARRAY(arena, double, most),
                       .contacts = ARENA_ARRAY(arena, CoulombContact, most) };
}

void contact_set_response(ContactSet *choice, const Contacts *contacts)
{
  for (int i = 0; i < choice->count; i++) {
    for (int j = 0; j < choice->count; j++)
      choice->G[i * choice->count + j] =
          contacts->G[choice->chosen[i] * contacts->rows + choice->chosen[j]];
  }
}

void contact_set_add(const Contacts *contacts, ContactSet *choice, int c)
{
  int slips = contacts->slip_counts[c];
  choice->contacts[choice->contact_count++] =
      (CoulombContact){ .slips = slips, .mu = contacts->friction[c] };
  choice->chosen[choice->count++] = c;
  for (int k = 0; k < slips; k++)
    choice->chosen[choice->count++] = contacts->slips[c] + k;
}

void contact_set_of_closed(const Contacts *contacts, ContactSet *choice)
{
  choice->count = 0;
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->is_closed[c]) choice->chosen[choice->count++] = c;
  }
  contact_set_response(choice, contacts);
}

void contact_set_solve(ContactSet *choice)
{
  NumericRank rank;
  if (choice->count == 0) return;
  least_squares_solve(choice->count, choice->count, choice->G, choice->right, RANK, choice->amounts,
                      &rank, NULL);
}

bool contacts_are_closed(const Contacts *contacts)
{
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->is_closed[c]) return true;
  }
  return false;
}

bool contact_set_solve_coulomb(ContactSet *choice, const double speeds[])
{
  return coulomb_solve(choice->contact_count, choice->contacts, choice->G, speeds, choice->amounts);
}

bool contacts_fail(Work *work, const char *what, double t)
{
  text_format(&work->simulation->failure, "%s at t = %.9g s", what, t);
  return false;
}

// ---- derived quantities

static int restitution_of(const Event *event)
{
  for (int k = 0; k < event->reset_count; k++) {
    if (reset_is_restitution(&event->resets[k])) return k;
  }
  return -1;
}

// Reads the friction coefficient and the slips of contact c; slip rows follow the rows of all gaps.
static void find_slips(Work *work, int c, const Event *event)
{
  Contacts *contacts = &work->contacts;
  contacts->slips[c] = contacts->rows;
  for (int k = 0; k < event->reset_count; k++) {
    const Reset *reset = &event->resets[k];
    if (reset->kind == TARGET_FRICTION)
      contacts->friction[c] =
          mechanism_value_with(work->mechanism, work->state.parameters, reset->value);
    if (reset->kind != TARGET_SLIP) continue;
    contacts->slip_values[contacts->rows++ - contacts->count] = reset->value;
    contacts->slip_counts[c]++;
  }
}

static void find_contacts(Work *work)
{
  Contacts *contacts = &work->contacts;
  Arena *arena = work->arena;
  int events = work->events, resets = 0;
  contacts->events = ARENA_ARRAY(arena, int, events + 1);
  contacts->resets = ARENA_ARRAY(arena, int, events + 1);
  contacts->is_poisson = ARENA_ARRAY(arena, bool, events + 1);
  for (int e = 0; e < events; e++) {
    const Event *event = &work->mechanism->events[e];
    int reset = restitution_of(event);
    if (reset < 0) continue;
    resets += event->reset_count;
    contacts->events[contacts->count] = e;
    contacts->resets[contacts->count] = reset;
    contacts->is_poisson[contacts->count++] = event->resets[reset].kind == TARGET_POISSON;
  }
  contacts->rows = contacts->count;
  contacts->friction = ARENA_ARRAY(arena, double, contacts->count + 1);
  contacts->slips = ARENA_ARRAY(arena, int, contacts->count + 1);
  contacts->slip_counts = ARENA_ARRAY(arena, int, contacts->count + 1);
  contacts->slip_values = ARENA_ARRAY(arena, const Expr *, resets + 1);
  for (int c = 0; c < contacts->count; c++)
    find_slips(work, c, &work->mechanism->events[contacts->events[c]]);
}

// Compiles g, g_q, g_t and the remainder of g'', of gaps and then of slips, as separate quantities.
static bool compile_gaps(Work *work)
{
  Contacts *contacts = &work->contacts;
  Quantity *quantities = gaps_new(work->system, work->arena, contacts->rows);
  for (int c = 0; c < contacts->count; c++)
    gaps_put(work->system, &work->mechanism->events[contacts->events[c]], c, quantities);
  for (int row = contacts->count; row < contacts->rows; row++)
    gaps_put_slip(work->system, contacts->slip_values[row - contacts->count], row, quantities);
  Equations *equations = ARENA_NEW(work->arena, Equations);
  *equations = *work->system->equations;
  equations->quantities = quantities;
  equations->quantity_count = GAP_KEYS;
  contacts->gaps = evaluator_new(equations, work->arena, GAP_KEYS);
  contacts->gap = evaluator_add(&contacts->gaps, quantities[GAP].key, NULL);
  contacts->gap_q = evaluator_add(&contacts->gaps, quantities[GAP_Q].key, NULL);
  contacts->gap_t = evaluator_add(&contacts->gaps, quantities[GAP_T].key, NULL);
  contacts->gap_2 = evaluator_add(&contacts->gaps, quantities[GAP_2].key, NULL);
  return evaluator_compile(&contacts->gaps, work->why);
}

bool contacts_compile(Work *work)
{
  static const char *const INERTIA[] = { "M", "Ma" };
  Contacts *contacts = &work->contacts;
  Arena *arena = work->arena;
  int n = work->n;
  find_contacts(work);
  int count = contacts->count;
  if (count == 0) return true;
  if (contacts->rows > count && work->simulation->options.by_count > 0) {
    text_put(work->why,
             "this cannot be simulated: there are no derivatives of friction in impacts");
    return false;
  }
  contacts->is_closed = ARENA_ARRAY(arena, bool, count);
  contacts->is_left = ARENA_ARRAY(arena, bool, count);
  contacts->hits = ARENA_ARRAY(arena, int, count);
  contacts->drift = ARENA_ARRAY(arena, double, count);
  contacts->idle = ARENA_ARRAY(arena, double, count);
  contacts->slip_drift = ARENA_ARRAY(arena, double, count);
  contacts->was_outside = ARENA_ARRAY(arena, bool, count);
  contacts->force = ARENA_ARRAY(arena, double, contacts->rows);
  contacts->all = ARENA_ARRAY(arena, int, contacts->rows);
  for (int row = 0; row < contacts->rows; row++)
    contacts->all[row] = row;
  contacts->is_sticking = ARENA_ARRAY(arena, bool, count);
  contacts->is_loose = ARENA_ARRAY(arena, bool, count);
  contacts->is_fast = ARENA_ARRAY(arena, bool, count);
  contacts->way = arena_alloc(arena, sizeof contacts->way[0] * (size_t)count);
  contacts->ways = ARENA_ARRAY(arena, double, n *n);
  contacts->factor = ARENA_ARRAY(arena, double, n *n);
  contacts->pull = ARENA_ARRAY(arena, double, contacts->rows *n);
  contacts->answer = ARENA_ARRAY(arena, double, contacts->rows *n);
  contacts->G = ARENA_ARRAY(arena, double, contacts->rows * contacts->rows);
  contacts->room = ARENA_ARRAY(arena, double, n);
  contacts->free = ARENA_ARRAY(arena, double, n);
  contacts->change = ARENA_ARRAY(arena, double, n);
  if (!system_derive(work->system, INERTIA, 2, work->why)) return false;
  contacts->inertia = evaluator_new(work->system->equations, arena, 2);
  contacts->M = evaluator_add(&contacts->inertia, "M", NULL);
  contacts->Ma = evaluator_add(&contacts->inertia, "Ma", NULL);
  return evaluator_compile(&contacts->inertia, work->why) && compile_gaps(work);
}

void contacts_close(Work *work)
{
  evaluator_free(&work->contacts.gaps);
  evaluator_free(&work->contacts.inertia);
}
