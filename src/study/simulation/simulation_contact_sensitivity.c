// simulation_contact_sensitivity.c -- directional derivatives of the impulses and forces of
// contacts.
//
// Both change speeds, or accelerations, by delta with
//
//   M delta = W^T I + J^T i,   J delta = 0,   W delta = right
//
// for the contacts with positive forces. Along a direction, with dM, dW, dJ and dright,
//
//   M d delta - W^T dI - J^T di = dW^T I + dJ^T i - dM delta,   J d delta = -dJ delta,
//   W d delta = dright - dW delta
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_contacts.h"

#include "numeric/linear/least_squares.h"

#include <string.h>

static const double RANK = 1e-9;

// Returns row `row` of (a + b) x, for n x n matrices.
static double mass_times(const double a[], const double b[], int row, int n, const double x[])
{
  return dot(a + row * n, x, n) + dot(b + row * n, x, n);
}

void contacts_differentiate(Work *work)
{
  Contacts *contacts = &work->contacts;
  evaluator_differentiate(&contacts->gaps);
  evaluator_differentiate(&contacts->inertia);
}

// Linearises the evaluators at the state of the last contacts_evaluate().
static void stand(const Work *work)
{
  evaluator_linearise_at(&work->contacts.gaps, &work->state);
  evaluator_linearise_at(&work->contacts.inertia, &work->state);
}

static void go_along(Work *work, const ProgramState *direction)
{
  const Contacts *contacts = &work->contacts;
  evaluator_directional(&contacts->gaps, direction);
  evaluator_directional(&contacts->inertia, direction);
  if (work->constraints.rows > 0) constraint_system_tangent(&work->constraints, direction);
}

// ---- linear system

// Computes dW^T I + dJ^T i - dM delta, with J^T i = M delta - W^T I.
static void find_load(Work *work, const ContactSet *pushing, const double amounts[],
                      const double delta[], double load[])
{
  const Contacts *contacts = &work->contacts;
  ConstraintSystem *constraints = &work->constraints;
  int n = work->n, rows = constraints->rows;
  const double *dW = evaluator_derivative(&contacts->gaps, contacts->gap_q);
  const double *dM = evaluator_derivative(&contacts->inertia, contacts->M);
  const double *dMa = evaluator_derivative(&contacts->inertia, contacts->Ma);
  double *borne = ARENA_ARRAY(constraints->arena, double, n);
  for (int i = 0; i < n; i++) {
    borne[i] = mass_times(contacts->M, contacts->Ma, i, n, delta);
    load[i] = -mass_times(dM, dMa, i, n, delta);
    for (int k = 0; k < pushing->count; k++) {
      borne[i] -= contacts->gap_q[pushing->chosen[k] * n + i] * amounts[k];
      load[i] += dW[pushing->chosen[k] * n + i] * amounts[k];
    }
  }
  if (rows == 0) return;
  double *transposed = ARENA_ARRAY(constraints->arena, double, n *rows);
  double *impulses = ARENA_ARRAY(constraints->arena, double, rows);
  NumericRank rank;
  for (int i = 0; i < rows * n; i++)
    transposed[i % n * rows + i / n] = constraints->J[i];
  least_squares_solve(n, rows, transposed, borne, RANK, impulses, &rank, NULL);
  for (int i = 0; i < n; i++) {
    for (int r = 0; r < rows; r++)
      load[i] += constraints->tangent->J[r * n + i] * impulses[r];
  }
}

// Minimum-norm `change` with J change = -dJ delta.
static void follow_rows(Work *work, const double delta[], double change[])
{
  ConstraintSystem *constraints = &work->constraints;
  int n = work->n, rows = constraints->rows;
  if (rows == 0) return;
  double *right = ARENA_ARRAY(constraints->arena, double, rows);
  NumericRank rank;
  for (int r = 0; r < rows; r++)
    right[r] = -dot(constraints->tangent->J + r * n, delta, n);
  least_squares_solve(rows, n, constraints->J, right, RANK, change, &rank, NULL);
}

// Computes d delta into `change`, and dI into pushing->amounts, from dright in pushing->right.
static void solve_along(Work *work, ContactSet *pushing, const double amounts[],
                        const double delta[], double change[])
{
  const Contacts *contacts = &work->contacts;
  Arena *arena = work->constraints.arena;
  int n = work->n, freedom = contacts->freedom;
  const double *dW = evaluator_derivative(&contacts->gaps, contacts->gap_q);
  double *load = ARENA_ARRAY(arena, double, n), *answer = ARENA_ARRAY(arena, double, n);
  memset(change, 0, sizeof(double) * (size_t)n);
  find_load(work, pushing, amounts, delta, load);
  follow_rows(work, delta, change);
  for (int i = 0; i < n; i++)
    load[i] -= mass_times(contacts->M, contacts->Ma, i, n, change);
  for (int f = 0; f < freedom; f++)
    answer[f] = dot(contacts->ways + f * n, load, n);
  contacts_solve_factored(freedom, contacts->factor, answer);
  for (int f = 0; f < freedom; f++) {
    for (int i = 0; i < n; i++)
      change[i] += answer[f] * contacts->ways[f * n + i];
  }
  for (int k = 0; k < pushing->count; k++) {
    int at = pushing->chosen[k] * n;
    pushing->right[k] -= dot(dW + at, delta, n) + dot(contacts->gap_q + at, change, n);
  }
  contact_set_response(pushing, contacts);
  contact_set_solve(pushing);
  contacts_add_answers(work, pushing->chosen, pushing->count, pushing->amounts, change);
}

// ---- forces

void contacts_force_tangent(Work *work, const ProgramState *direction, double dqdd[],
                            double force[])
{
  const Contacts *contacts = &work->contacts;
  Arena *arena = work->constraints.arena;
  int n = work->n;
  if (!contacts_are_closed(contacts)) return;
  ArenaMark mark = arena_mark(arena);
  ContactSet pushing = contact_set_new(work);
  double *amounts = ARENA_ARRAY(arena, double, contacts->count);
  double *change = ARENA_ARRAY(arena, double, n);
  contact_set_of_closed(contacts, &pushing);
  stand(work);
  go_along(work, direction);
  const double *dW = evaluator_derivative(&contacts->gaps, contacts->gap_q);
  const double *d2 = evaluator_derivative(&contacts->gaps, contacts->gap_2);
  for (int k = 0; k < pushing.count; k++) {
    int c = pushing.chosen[k];
    amounts[k] = contacts->force[c];
    pushing.right[k] =
        -dot(dW + c * n, contacts->free, n) - dot(contacts->gap_q + c * n, dqdd, n) - d2[c];
  }
  solve_along(work, &pushing, amounts, contacts->change, change);
  for (int i = 0; i < n; i++)
    dqdd[i] += change[i];
  for (int k = 0; force && k < pushing.count; k++)
    force[pushing.chosen[k]] = pushing.amounts[k];
  arena_rewind(arena, mark);
}

// ---- closed contacts

void contacts_follow(Work *work, int v, double x[])
{
  const Contacts *contacts = &work->contacts;
  int n = work->n;
  double t = work->state.time;
  if (!contacts_are_closed(contacts)) return;
  ArenaMark mark = arena_mark(work->constraints.arena);
  ContactSet closed = contact_set_new(work);
  const double *dgap = evaluator_derivative(&contacts->gaps, contacts->gap);
  const double *dW = evaluator_derivative(&contacts->gaps, contacts->gap_q);
  const double *dgap_t = evaluator_derivative(&contacts->gaps, contacts->gap_t);
  for (int round = 0; round < 2; round++) {  // positions, then speeds
    bool is_speed = round == 1;
    contacts_evaluate(work, t, x);
    stand(work);
    contact_set_of_closed(contacts, &closed);
    const ProgramState *direction = sensitivity_direction(work, v, x);
    go_along(work, direction);
    for (int k = 0; k < closed.count; k++) {
      int c = closed.chosen[k];
      double off =
          dot(dW + c * n, x + n, n) + dot(contacts->gap_q + c * n, direction->qd, n) + dgap_t[c];
      closed.right[k] = is_speed ? -off : -dgap[c];
    }
    contact_set_solve(&closed);
    contacts_add_answers(work, closed.chosen, closed.count, closed.amounts,
                         (double *)(is_speed ? direction->qd : direction->q));
  }
  arena_rewind(work->constraints.arena, mark);
}

// ---- impulses

// Selects the contacts with positive impulses; `places` are their indices in `hits`.
static void choose_pushing(const ContactSet *hits, ContactSet *pushing, int places[])
{
  pushing->count = 0;
  for (int k = 0; k < hits->count; k++) {
    if (!(hits->amounts[k] > 0)) continue;
    places[pushing->count] = k;
    pushing->chosen[pushing->count++] = hits->chosen[k];
  }
}

// Returns the derivative of the restitution that was used.
static double restitution_change(const Work *work, const ContactSet *hits, const double parts[],
                                 int k, int v)
{
  const Contacts *contacts = &work->contacts;
  for (int l = 0; l < hits->count; l++) {
    int other = (k + l) % hits->count, c = hits->chosen[other], event = contacts->events[c];
    const double *set = work->set[event];
    int count = work->mechanism->events[event].reset_count;
    if (work->has_crossed[event] && set[contacts->resets[c]] == parts[k])
      return set[(v + 1) * count + contacts->resets[c]];
  }
  return 0;
}

bool contacts_impact_tangent(Work *work, const ContactSet *hits, const double before[],
                             const double parts[], bool is_poisson)
{
  const Contacts *contacts = &work->contacts;
  Arena *arena = work->constraints.arena;
  int n = work->n;
  if (work->along.count == 0) return true;
  ContactSet pushing = contact_set_new(work);
  int *places = ARENA_ARRAY(arena, int, contacts->count);
  double *amounts = ARENA_ARRAY(arena, double, contacts->count);
  double *delta = ARENA_ARRAY(arena, double, n), *change = ARENA_ARRAY(arena, double, n);
  choose_pushing(hits, &pushing, places);
  if (is_poisson && pushing.count > 1) return false;
  contacts_add_answers(work, hits->chosen, hits->count, hits->amounts, delta);
  const double *dW = evaluator_derivative(&contacts->gaps, contacts->gap_q);
  const double *dgap_t = evaluator_derivative(&contacts->gaps, contacts->gap_t);
  stand(work);
  for (int v = 0; v < work->along.count; v++) {
    const ProgramState *direction = sensitivity_direction(work, v, work->x);
    go_along(work, direction);
    for (int k = 0; k < pushing.count; k++) {
      int c = pushing.chosen[k], place = places[k];
      bool comes = before[place] < 0;
      double part = comes ? parts[place] : 0;
      double by_part = comes ? restitution_change(work, hits, parts, place, v) : 0;
      double speed = dot(dW + c * n, work->x + n, n) +
                     dot(contacts->gap_q + c * n, direction->qd, n) + dgap_t[c];
      amounts[k] = hits->amounts[place];
      pushing.right[k] = -(1 + part) * speed - by_part * before[place];
    }
    solve_along(work, &pushing, amounts, delta, change);
    double *speeds = (double *)direction->qd;
    for (int i = 0; i < n; i++)
      speeds[i] += change[i];
  }
  return true;
}
