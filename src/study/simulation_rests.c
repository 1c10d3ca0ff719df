// simulation_rests.c -- contacts that stay closed, and stick or slip there.
//
// A contact that is closed has a force N with W qdd + g_2 = 0. One that sticks has forces along its
// slips, too, with T qdd + s_2 = 0, as long as |F| <= mu N; one that slips has F = -mu N s/|s|. So
// there is one linear system, and what ends it is an event.
// SPDX-License-Identifier: MIT
#include "study/simulation_contacts.h"

#include <math.h>
#include <string.h>

// ---- small

// A slip of less is none [m/s].
static double least_slip(const Work *work) { return contacts_touching(work); }

// How fast contact c slips; the direction into `way`.
static double slip_of(const Work *work, int c, const double x[], double way[2])
{
  const Contacts *contacts = &work->contacts;
  double speed = 0;
  for (int k = 0; k < contacts->slip_counts[c]; k++) {
    way[k] = contacts_speed(work, contacts->slips[c] + k, x + work->n);
    speed = hypot(speed, way[k]);
  }
  for (int k = 0; k < contacts->slip_counts[c] && speed > 0; k++)
    way[k] /= speed;
  return speed;
}

// Where it slips to; from rest, where it was about to. A step that leads beyond the end of slipping sees
// the same force as before: the law is smooth until the event.
void contacts_slip_way(const Work *work, int c, const double x[], double way[2])
{
  const double *begun = work->contacts.way[c];
  int slips = work->contacts.slip_counts[c];
  double speed = slip_of(work, c, x, way);
  bool is_back = dot(begun, way, slips) < 0;
  for (int k = 0; k < slips; k++)
    way[k] = speed > least_slip(work) ? (is_back ? -way[k] : way[k]) : begun[k];
}

// ---- what is closed

// Rows that stay 0: gaps that are closed, and slips that stick.
static void choose_held(const Contacts *contacts, bool has_slips, Choice *choice)
{
  choice->count = choice->contact_count = 0;
  for (int c = 0; c < contacts->count; c++) {
    if (!contacts->is_closed[c]) continue;
    choice->chosen[choice->count++] = c;
    for (int k = 0; has_slips && contacts->is_sticking[c] && k < contacts->slip_counts[c]; k++)
      choice->chosen[choice->count++] = contacts->slips[c] + k;
  }
  choice_weigh(choice, contacts);
}

static bool is_slipping(const Contacts *contacts, int row)
{
  return row < contacts->count && contacts->slip_counts[row] > 0 && !contacts->is_sticking[row];
}

// The force of a gap that slips pulls along, too.
static void add_friction(const Work *work, const double x[], Choice *choice)
{
  const Contacts *contacts = &work->contacts;
  for (int j = 0; j < choice->count; j++) {
    int c = choice->chosen[j];
    double way[2];
    if (!is_slipping(contacts, c)) continue;
    contacts_slip_way(work, c, x, way);
    for (int k = 0; k < contacts->slip_counts[c]; k++) {
      double part = contacts->friction[c] * way[k];
      for (int i = 0; i < choice->count; i++)
        choice->G[i * choice->count + j] -=
            part * contacts->G[choice->chosen[i] * contacts->rows + contacts->slips[c] + k];
    }
  }
}

// Forces of all rows.
static void spread_forces(const Work *work, const double x[], const Choice *choice, double force[])
{
  const Contacts *contacts = &work->contacts;
  memset(force, 0, sizeof(double) * (size_t)contacts->rows);
  for (int j = 0; j < choice->count; j++) {
    int c = choice->chosen[j];
    double way[2];
    force[c] = choice->amounts[j];
    if (!is_slipping(contacts, c)) continue;
    contacts_slip_way(work, c, x, way);
    for (int k = 0; k < contacts->slip_counts[c]; k++)
      force[contacts->slips[c] + k] = -contacts->friction[c] * force[c] * way[k];
  }
}

bool contacts_push(Work *work, double t, const double x[], double qdd[])
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  contacts->power = 0;
  if (!contacts_are_closed(contacts)) return true;
  memcpy(contacts->free, qdd, sizeof(double) * (size_t)n);
  bool is_good = contacts_look(work, t, x);
  ArenaMark mark = arena_mark(work->closing.arena);
  Choice choice = choice_new(work);
  choose_held(contacts, true, &choice);
  add_friction(work, x, &choice);
  for (int k = 0; k < choice.count; k++) {
    int row = choice.chosen[k];
    choice.right[k] = -dot(contacts->gap_q + row * n, qdd, n) - contacts->gap_2[row];
  }
  choice_solve(&choice);
  spread_forces(work, x, &choice, contacts->force);
  double *change = contacts->change;
  memset(change, 0, sizeof(double) * (size_t)n);
  contacts_add_answers(work, contacts->all, contacts->rows, contacts->force, change);
  for (int i = 0; i < n; i++) {
    double force = dot(contacts->M + i * n, change, n) + dot(contacts->Ma + i * n, change, n);
    contacts->power += x[n + i] * force;
    qdd[i] += change[i];
  }
  arena_rewind(work->closing.arena, mark);
  return is_good;
}

// Rises through 0 where it slips no more, or no longer sticks.
static double friction_event(const Work *work, int c, const double x[])
{
  const Contacts *contacts = &work->contacts;
  double along = 0, pull = 0;
  for (int k = 0; k < contacts->slip_counts[c]; k++) {
    int row = contacts->slips[c] + k;
    along += contacts->way[c][k] * contacts_speed(work, row, x + work->n);
    pull = hypot(pull, contacts->force[row]);
  }
  if (contacts->slip_counts[c] == 0) return -INFINITY;
  return contacts->is_sticking[c] ? pull - contacts->friction[c] * contacts->force[c]
                                  : least_slip(work) - along;
}

bool contacts_events(Work *work, double t, const double x[], double values[])
{
  Contacts *contacts = &work->contacts;
  if (!contacts_are_closed(contacts)) return true;
  rates_read_state(work, t, x);
  if (!rates_accelerate(work)) return false;
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->is_closed[c])
      values[contacts->events[c]] = fmax(-contacts->force[c], friction_event(work, c, x));
  }
  return true;
}

// Which of both it was, where both may be 0 within rounding.
void contacts_loosen(Work *work, int c)
{
  Contacts *contacts = &work->contacts;
  double force = contacts->force[c], pull = 0;
  if (-force >= friction_event(work, c, work->x) - 1e-9 * (1 + fabs(force))) {
    contacts->is_left[c] = true;
  } else if (contacts->is_sticking[c]) {
    contacts->is_sticking[c] = false;
    contacts->is_loose[c] = true;
    for (int k = 0; k < contacts->slip_counts[c]; k++)
      pull = hypot(pull, contacts->force[contacts->slips[c] + k]);
    for (int k = 0; k < contacts->slip_counts[c]; k++)
      contacts->way[c][k] = -contacts->force[contacts->slips[c] + k] / pull;
  }
}

double contacts_drift(Work *work, double t, const double x[])
{
  const Contacts *contacts = &work->contacts;
  double drift = 0, unused[2];
  if (!contacts_are_closed(contacts)) return 0;
  rates_read_state(work, t, x);
  board_evaluate(&contacts->gaps, &work->state);
  for (int c = 0; c < contacts->count; c++) {
    if (!contacts->is_closed[c]) continue;
    drift = fmax(drift, fmax(fabs(contacts->gap[c]), fabs(contacts_speed(work, c, x + work->n))));
    if (contacts->is_sticking[c]) drift = fmax(drift, slip_of(work, c, x, unused));
  }
  return drift;
}

bool contacts_project(Work *work, double t, double x[])
{
  enum { ROUNDS = 3 };
  Contacts *contacts = &work->contacts;
  bool is_good = true;
  if (!contacts_are_closed(contacts)) return true;
  ArenaMark mark = arena_mark(work->closing.arena);
  Choice choice = choice_new(work);
  for (int round = 0; is_good && round <= ROUNDS; round++) {
    bool is_last = round == ROUNDS;  // of positions all but the last, then speeds
    is_good = contacts_look(work, t, x);
    choose_held(contacts, is_last, &choice);
    for (int k = 0; k < choice.count; k++) {
      int row = choice.chosen[k];
      choice.right[k] = is_last ? -contacts_speed(work, row, x + work->n) : -contacts->gap[row];
    }
    choice_solve(&choice);
    contacts_add_answers(work, choice.chosen, choice.count, choice.amounts,
                         is_last ? x + work->n : x);
  }
  arena_rewind(work->closing.arena, mark);
  return is_good;
}

// ---- what comes to rest

// A rebound of less is none [m | rad]: the tolerance does not resolve it, nor do steps of one length
// that are as long as half of it.
static double least_rebound(const Work *work, double acceleration)
{
  const SimulationOptions *options = &work->simulation->options;
  double least = fmin(fmax(options->tolerance, 1e-13), 1e-5);
  if (!integrator_method_is_fixed(options->method)) return least;
  return fmax(least, acceleration * options->step * options->step / 2);
}

// A gap that touches and neither opens nor rebounds so that it could be seen.
static bool may_rest(const Work *work, int c, double push)
{
  const Contacts *contacts = &work->contacts;
  double speed = contacts_speed(work, c, work->x + work->n);
  if (contacts->is_left[c]) return false;
  if (contacts->is_closed[c]) return true;
  if (fabs(contacts->gap[c]) > contacts_touching(work)) return false;
  if (fabs(speed) <= 1e-9 * contacts_fastest(work)) return true;
  return push < 0 && speed * speed <= 2 * least_rebound(work, -push) * -push;
}

// Does it slip already, or must it?
static void ask_slip(Work *work, int c, CoulombContact *contact)
{
  Contacts *contacts = &work->contacts;
  double way[2];
  if (contact->slips == 0) return;
  bool has_speed = slip_of(work, c, work->x, way) > 2 * least_slip(work);
  contact->is_slipping = has_speed || contacts->is_loose[c];
  if (has_speed) memcpy(contacts->way[c], way, sizeof way);
  memcpy(contact->way, contacts->way[c], sizeof contact->way);
}

static void keep_contact(Work *work, double t, int c, bool is_closed)
{
  Contacts *contacts = &work->contacts;
  if (!is_closed) contacts->is_sticking[c] = false;
  if (contacts->is_closed[c] == is_closed) return;
  contacts->is_closed[c] = is_closed;
  jumps_keep_moment(work, t, contacts->events[c], is_closed ? MOMENT_RESTS : MOMENT_LEAVES);
}

// A contact that is closed, with the forces along its slips that were found.
static void keep_slip(Work *work, double t, int c, const CoulombContact *contact,
                      const double force[])
{
  Contacts *contacts = &work->contacts;
  double most = (1 - 1e-10) * contact->mu * force[0];
  double pull = contact->slips > 1 ? hypot(force[1], force[2]) : fabs(force[1]);
  bool sticks = !contact->is_slipping && pull < most, stuck = contacts->is_sticking[c];
  for (int k = 0; k < contact->slips && !contact->is_slipping && !sticks; k++)
    contacts->way[c][k] = pull > 0 ? -force[1 + k] / pull : 0;
  contacts->is_sticking[c] = sticks;
  if (sticks != (stuck || contacts->is_loose[c]))
    jumps_keep_moment(work, t, contacts->events[c], sticks ? MOMENT_STICKS : MOMENT_SLIPS);
}

bool contacts_settle(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  if (contacts->count == 0) return true;
  rates_read_state(work, t, work->x);
  if (board_evaluate(&work->motion, &work->state) != 0 || !contacts_look(work, t, work->x))
    return contacts_fail(work, "the accelerations have no value", t);
  ArenaMark mark = arena_mark(work->closing.arena);
  Choice choice = choice_new(work);
  double *push = ARENA_ARRAY(work->closing.arena, double, contacts->rows);
  double *least = ARENA_ARRAY(work->closing.arena, double, contacts->rows);
  for (int c = 0; c < contacts->count; c++) {
    double pushed = dot(contacts->gap_q + c * n, work->qdd, n) + contacts->gap_2[c];
    if (!may_rest(work, c, pushed)) {
      keep_contact(work, t, c, false);
      continue;
    }
    choice_add(contacts, &choice, c);
    ask_slip(work, c, &choice.contacts[choice.contact_count - 1]);
  }
  for (int k = 0; k < choice.count; k++) {
    int row = choice.chosen[k];
    push[k] = dot(contacts->gap_q + row * n, work->qdd, n) + contacts->gap_2[row];
  }
  choice_weigh(&choice, contacts);
  choice_push(&choice, push, least);
  for (int k = 0, row = 0; k < choice.contact_count; row += choice.contacts[k++].slips + 1) {
    int c = choice.chosen[row];
    bool is_closed = choice.amounts[row] > 0;
    keep_contact(work, t, c, is_closed);
    if (is_closed && choice.contacts[k].slips > 0)
      keep_slip(work, t, c, &choice.contacts[k], choice.amounts + row);
  }
  memset(contacts->is_left, 0, sizeof(bool) * (size_t)contacts->count);
  memset(contacts->is_loose, 0, sizeof(bool) * (size_t)contacts->count);
  memset(contacts->hits, 0, sizeof(int) * (size_t)contacts->count);
  arena_rewind(work->closing.arena, mark);
  return (contacts_project(work, t, work->x) && sensitivity_project(work, work->x)) ||
         contacts_fail(work, "what rests cannot be kept closed", t);
}
