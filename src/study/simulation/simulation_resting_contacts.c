// simulation_resting_contacts.c -- contacts that stay closed, and stick or slip.
//
// A closed contact has a normal force N with W qdd + g_2 = 0. A sticking contact also has forces
// along its slips, with T qdd + s_2 = 0, as long as |F| <= mu N; a slipping contact has
// F = -mu N s/|s|. Each state is therefore one linear system, and its end is an event.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_contacts.h"

#include <math.h>
#include <string.h>

// ---- slip

// A smaller slip speed counts as zero [m/s].
static double least_slip(const Work *work) { return contacts_touching(work); }

double contacts_slip(const Work *work, int c, const double x[], double way[2])
{
  const Contacts *contacts = &work->contacts;
  const int slips = contacts->slip_counts[c];
  double speed = 0;
  way[0] = way[1] = 0;
  for (int k = 0; k < slips; k++) {
    way[k] = contacts_speed(work, contacts->slips[c] + k, x + work->n);
    speed = hypot(speed, way[k]);
  }
  for (int k = 0; k < slips && speed > 0; k++)
    way[k] /= speed;
  return speed;
}

// Direction of slip; near zero speed, the stored direction of impending slip. A step past the end
// of slipping uses the same force as before: the law is smooth until the event.
void contacts_slip_direction(const Work *work, int c, const double x[], double way[2])
{
  const double *begun = work->contacts.way[c];
  int slips = work->contacts.slip_counts[c];
  double speed = contacts_slip(work, c, x, way);
  bool is_back = dot(begun, way, slips) < 0;
  bool is_given = !work->contacts.is_fast[c] || !(speed > least_slip(work));
  for (int k = 0; k < slips; k++)
    way[k] = is_given ? begun[k] : is_back ? -way[k] : way[k];
}

// ---- closed contacts

// Slips that are held at 0 in addition to the closed gaps: none, the sticking ones, or also those
// that have only begun to slip.
typedef enum HeldSlips { HELD_NONE, HELD_STICKING, HELD_SLOW } HeldSlips;

static bool is_held(const Contacts *contacts, int c, HeldSlips slips)
{
  bool is_slow = slips == HELD_SLOW && !contacts->is_fast[c];
  return slips != HELD_NONE && (contacts->is_sticking[c] || is_slow);
}

static void choose_held(const Contacts *contacts, HeldSlips slips, ContactSet *choice)
{
  choice->count = choice->contact_count = 0;
  for (int c = 0; c < contacts->count; c++) {
    if (!contacts->is_closed[c]) continue;
    choice->chosen[choice->count++] = c;
    for (int k = 0; is_held(contacts, c, slips) && k < contacts->slip_counts[c]; k++)
      choice->chosen[choice->count++] = contacts->slips[c] + k;
  }
  contact_set_response(choice, contacts);
}

static bool is_slipping(const Contacts *contacts, int row)
{
  return row < contacts->count && contacts->slip_counts[row] > 0 && !contacts->is_sticking[row];
}

// Adds the friction that the normal force of each slipping contact causes to the system matrix.
static void add_friction(const Work *work, const double x[], ContactSet *choice)
{
  const Contacts *contacts = &work->contacts;
  for (int j = 0; j < choice->count; j++) {
    int c = choice->chosen[j];
    double way[2];
    if (!is_slipping(contacts, c)) continue;
    contacts_slip_direction(work, c, x, way);
    for (int k = 0; k < contacts->slip_counts[c]; k++) {
      double part = contacts->friction[c] * way[k];
      for (int i = 0; i < choice->count; i++)
        choice->G[i * choice->count + j] -=
            part * contacts->G[choice->chosen[i] * contacts->rows + contacts->slips[c] + k];
    }
  }
}

// Computes the forces of all rows from the solution.
static void spread_forces(const Work *work, const double x[], const ContactSet *choice,
                          double force[])
{
  const Contacts *contacts = &work->contacts;
  memset(force, 0, sizeof(double) * (size_t)contacts->rows);
  for (int j = 0; j < choice->count; j++) {
    int c = choice->chosen[j];
    double way[2];
    force[c] = choice->amounts[j];
    if (!is_slipping(contacts, c)) continue;
    contacts_slip_direction(work, c, x, way);
    for (int k = 0; k < contacts->slip_counts[c]; k++)
      force[contacts->slips[c] + k] = -contacts->friction[c] * force[c] * way[k];
  }
}

bool contacts_apply_forces(Work *work, double t, const double x[], double qdd[])
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  contacts->power = 0;
  if (!contacts_are_closed(contacts)) return true;
  memcpy(contacts->free, qdd, sizeof(double) * (size_t)n);
  bool is_good = contacts_evaluate(work, t, x);
  ArenaMark mark = arena_mark(work->constraints.arena);
  ContactSet choice = contact_set_new(work);
  choose_held(contacts, HELD_STICKING, &choice);
  add_friction(work, x, &choice);
  for (int k = 0; k < choice.count; k++) {
    int row = choice.chosen[k];
    choice.right[k] = -dot(contacts->gap_q + row * n, qdd, n) - contacts->gap_2[row];
  }
  contact_set_solve(&choice);
  spread_forces(work, x, &choice, contacts->force);
  double *change = contacts->change;
  memset(change, 0, sizeof(double) * (size_t)n);
  contacts_add_answers(work, contacts->all, contacts->rows, contacts->force, change);
  for (int i = 0; i < n; i++) {
    double force = dot(contacts->M + i * n, change, n) + dot(contacts->Ma + i * n, change, n);
    contacts->power += x[n + i] * force;
    qdd[i] += change[i];
  }
  arena_rewind(work->constraints.arena, mark);
  return is_good;
}

// Event function of a closed contact, positive after the transition. Sticking: |F_t| - mu N.
// Slipping: least slip speed - speed along the stored direction. A slip that has just begun has no
// direction as long as another sticking contact prevents it: the function is positive once the slip
// is fast enough to define one.
static double friction_event(const Work *work, int c, const double x[])
{
  enum { FAST = 10 };
  const Contacts *contacts = &work->contacts;
  double along = 0, pull = 0, unused[2];
  if (contacts->slip_counts[c] == 0) return -INFINITY;
  for (int k = 0; k < contacts->slip_counts[c]; k++) {
    int row = contacts->slips[c] + k;
    along += contacts->way[c][k] * contacts_speed(work, row, x + work->n);
    pull = hypot(pull, contacts->force[row]);
  }
  if (contacts->is_sticking[c]) return pull - contacts->friction[c] * contacts->force[c];
  if (contacts->is_fast[c]) return least_slip(work) - along;
  return contacts_slip(work, c, x, unused) - FAST * least_slip(work);
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
    else
      values[contacts->events[c]] -= contacts->idle[c];
  }
  return true;
}

// Decides whether the normal force vanished (separation) or the friction state changed; where both
// are 0 within rounding, separation takes precedence.
void contacts_release(Work *work, int c)
{
  Contacts *contacts = &work->contacts;
  double force = contacts->force[c], pull = 0;
  if (-force >= friction_event(work, c, work->x) - 1e-9 * (1 + fabs(force))) {
    contacts->is_left[c] = true;
  } else if (contacts->is_sticking[c]) {
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
  evaluator_evaluate(&contacts->gaps, &work->state);
  for (int c = 0; c < contacts->count; c++) {
    if (!contacts->is_closed[c]) continue;
    drift = fmax(drift, fmax(fabs(contacts->gap[c]), fabs(contacts_speed(work, c, x + work->n))));
    if (contacts->is_sticking[c]) drift = fmax(drift, contacts_slip(work, c, x, unused));
  }
  return drift;
}

static bool project(Work *work, double t, double x[], HeldSlips slips)
{
  enum { ROUNDS = 3 };
  Contacts *contacts = &work->contacts;
  bool is_good = true;
  if (!contacts_are_closed(contacts)) return true;
  ArenaMark mark = arena_mark(work->constraints.arena);
  ContactSet choice = contact_set_new(work);
  for (int round = 0; is_good && round <= ROUNDS; round++) {
    bool is_last = round == ROUNDS;  // positions in all rounds but the last, then speeds
    is_good = contacts_evaluate(work, t, x);
    choose_held(contacts, is_last ? slips : HELD_NONE, &choice);
    for (int k = 0; k < choice.count; k++) {
      int row = choice.chosen[k];
      choice.right[k] = is_last ? -contacts_speed(work, row, x + work->n) : -contacts->gap[row];
    }
    contact_set_solve(&choice);
    contacts_add_answers(work, choice.chosen, choice.count, choice.amounts,
                         is_last ? x + work->n : x);
  }
  arena_rewind(work->constraints.arena, mark);
  return is_good;
}

bool contacts_project(Work *work, double t, double x[])
{
  return project(work, t, x, HELD_STICKING);
}

// ---- contacts that come to rest

// A lower rebound counts as zero [m | rad]: the tolerance does not resolve it, nor do fixed-step
// methods if half of its flight is shorter than a step.
static double least_rebound(const Work *work, double acceleration)
{
  const SimulationOptions *options = &work->simulation->options;
  double least = fmin(fmax(options->tolerance, 1e-13), 1e-5);
  if (!integrator_method_is_fixed(options->method)) return least;
  return fmax(least, acceleration * options->stride * options->stride / 2);
}

// Returns true if contact c may become, or stay, a resting contact: the gap touches or was closed,
// and either its speed is negligible or the rebound height is below least_rebound().
static bool may_rest(const Work *work, int c, double push)
{
  const Contacts *contacts = &work->contacts;
  double speed = contacts_speed(work, c, work->x + work->n);
  bool touches = contacts->is_closed[c] || fabs(contacts->gap[c]) <= contacts_touching(work);
  if (!touches) return false;
  if (fabs(speed) <= contacts_least_speed(work, c)) return true;
  return push < 0 && speed * speed <= 2 * least_rebound(work, -push) * -push;
}

// Determines whether contact c already slips or must slip. The slip speed of a contact that stuck
// is uncertain by its drift.
static void ask_slip(Work *work, int c, CoulombContact *contact)
{
  Contacts *contacts = &work->contacts;
  double way[2] = { 0 };
  if (contact->slips == 0) return;
  double least = 2 * (least_slip(work) + contacts->slip_drift[c]);
  bool has_speed = contacts_slip(work, c, work->x, way) > least;
  contact->is_slipping = has_speed || contacts->is_loose[c];
  contacts->is_fast[c] = has_speed;
  if (has_speed) memcpy(contacts->way[c], way, sizeof way);
  memcpy(contact->way, contacts->way[c], sizeof contact->way);
}

static void keep_contact(Work *work, double t, int c, bool is_closed)
{
  Contacts *contacts = &work->contacts;
  if (!is_closed) contacts->is_sticking[c] = false;
  if (contacts->is_closed[c] == is_closed) return;
  contacts->is_closed[c] = is_closed;
  moments_keep(work, t, contacts->events[c], is_closed ? MOMENT_RESTS : MOMENT_LEAVES);
}

// Where other contacts carry the whole load, such as two of the four feet of a table, a gap stays 0
// except for rounding; its sign must not be taken for that of an impact.
static void keep_idle(Work *work, int c)
{
  static const double ROUNDING = 1e-12;
  Contacts *contacts = &work->contacts;
  double gap = contacts->gap[c], speed = contacts_speed(work, c, work->x + work->n);
  bool is_idle = !contacts->is_closed[c] && fabs(gap) <= contacts_touching(work) &&
                 fabs(speed) <= contacts_least_speed(work, c);
  contacts->idle[c] = is_idle ? fmax(-gap, 0) + ROUNDING : 0;
}

// Updates the friction state of a closed contact from its forces.
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
  if (sticks != stuck)
    moments_keep(work, t, contacts->events[c], sticks ? MOMENT_STICKS : MOMENT_SLIPS);
}

// ---- contacts that stay closed

// The contacts that may rest.
typedef struct Rest {
  ContactSet choice;
  double *push;   // by row of all contacts: acceleration without contact forces
  double *parts;  // likewise: sum of the magnitudes of its terms
  double *press;  // by contact: smallest acceleration so far without its own force
} Rest;

static bool find_pushes(Work *work, double t, double push[], double parts[])
{
  const Contacts *contacts = &work->contacts;
  int n = work->n;
  rates_read_state(work, t, work->x);
  bool has_value =
      evaluator_evaluate(&work->motion, &work->state) == 0 && contacts_evaluate(work, t, work->x);
  for (int row = 0; row < contacts->rows; row++) {
    const double *gap_q = contacts->gap_q + row * n;
    push[row] = dot(gap_q, work->qdd, n) + contacts->gap_2[row];
    parts[row] = fabs(contacts->gap_2[row]);
    for (int i = 0; i < n; i++)
      parts[row] += fabs(gap_q[i] * work->qdd[i]);
    has_value = has_value && isfinite(push[row]);
  }
  if (has_value) return true;
  failure_note(work, t, work->x);
  return contacts_fail(work, "the accelerations have no value", t);
}

// Returns the acceleration of gap c under the forces of the chosen contacts; `scale` receives the
// sum of the magnitudes of its terms.
static double acceleration_of(const Work *work, const Rest *rest, int c, double *scale)
{
  const Contacts *contacts = &work->contacts;
  const ContactSet *choice = &rest->choice;
  double acceleration = rest->push[c];
  *scale = fabs(acceleration);
  for (int k = 0; k < choice->count; k++) {
    double part = contacts->G[c * contacts->rows + choice->chosen[k]] * choice->amounts[k];
    acceleration += part;
    *scale += fabs(part);
  }
  return acceleration;
}

static bool choose_forces(Work *work, Rest *rest, bool has_left)
{
  const Contacts *contacts = &work->contacts;
  ContactSet *choice = &rest->choice;
  choice->count = choice->contact_count = 0;
  for (int c = 0; c < contacts->count; c++) {
    if ((contacts->is_left[c] && !has_left) || !may_rest(work, c, rest->press[c])) continue;
    contact_set_add(contacts, choice, c);
    ask_slip(work, c, &choice->contacts[choice->contact_count - 1]);
  }
  for (int k = 0; k < choice->count; k++)
    choice->right[k] = rest->push[choice->chosen[k]];
  contact_set_response(choice, contacts);
  return contact_set_solve_coulomb(choice, choice->right);
}

// Updates the accelerations that press contacts together under the forces of the others. Returns
// true if further contacts may therefore rest.
static bool press_others(const Work *work, Rest *rest)
{
  const Contacts *contacts = &work->contacts;
  bool is_any = false;
  for (int c = 0; c < contacts->count; c++) {
    double scale, acceleration = acceleration_of(work, rest, c, &scale);
    bool might = may_rest(work, c, rest->press[c]);
    rest->press[c] = fmin(rest->press[c], acceleration);
    is_any = is_any || (!contacts->is_left[c] && !might && may_rest(work, c, acceleration));
  }
  return is_any;
}

// Solves for the forces of the contacts that may rest, adding contacts until none is missing.
// Returns false if there is no solution.
static bool find_forces(Work *work, Rest *rest, bool has_left)
{
  bool is_good;
  memcpy(rest->press, rest->push, sizeof(double) * (size_t)work->contacts.count);
  do {
    is_good = choose_forces(work, rest, has_left);
  } while (is_good && press_others(work, rest));
  return is_good;
}

// Returns true if every contact whose force has become 0 separates.
static bool has_parted(const Work *work, const Rest *rest)
{
  // relative; the instant is only as exact as a root.
  const double ROUNDING = 1e-6, OF_PARTS = 1e-9;
  const Contacts *contacts = &work->contacts;
  for (int c = 0; c < contacts->count; c++) {
    double scale, acceleration = acceleration_of(work, rest, c, &scale);
    bool may = contacts->is_left[c] && may_rest(work, c, rest->press[c]);
    double least = fmax(ROUNDING * scale, OF_PARTS * rest->parts[c]);
    if (may && acceleration < -least) return false;
  }
  return true;
}

// Solves for the forces, after impulses where friction admits no forces. Returns false with a
// message in simulation->failure.
static bool find_rest(Work *work, double t, Rest *rest)
{
  enum { MAX_JAMS = 10 };
  for (int jams = 0; jams <= MAX_JAMS; jams++) {
    if (!find_pushes(work, t, rest->push, rest->parts)) return false;
    if (find_forces(work, rest, false) && has_parted(work, rest)) return true;
    if (find_forces(work, rest, true)) return true;
    if (!contacts_jam(work, t, &rest->choice)) break;
  }
  return contacts_fail(work, "no force keeps closed what rests, and no impulse ends its slip,", t);
}

// Determines which contacts are closed from now on, and which of them stick.
static bool keep_rest(Work *work, double t)
{
  const Contacts *contacts = &work->contacts;
  Arena *arena = work->constraints.arena;
  Rest rest = { contact_set_new(work), ARENA_ARRAY(arena, double, contacts->rows),
                ARENA_ARRAY(arena, double, contacts->rows),
                ARENA_ARRAY(arena, double, contacts->rows) };
  if (!find_rest(work, t, &rest)) return false;
  const ContactSet *choice = &rest.choice;
  bool *rests = ARENA_ARRAY(arena, bool, contacts->count);
  for (int k = 0, row = 0; k < choice->contact_count; row += choice->contacts[k++].slips + 1)
    rests[choice->chosen[row]] = choice->amounts[row] > 0;
  for (int c = 0; c < contacts->count; c++) {
    keep_contact(work, t, c, rests[c]);
    keep_idle(work, c);
  }
  for (int k = 0, row = 0; k < choice->contact_count; row += choice->contacts[k++].slips + 1) {
    if (rests[choice->chosen[row]] && choice->contacts[k].slips > 0)
      keep_slip(work, t, choice->chosen[row], &choice->contacts[k], choice->amounts + row);
  }
  return (project(work, t, work->x, HELD_SLOW) && sensitivity_project(work, work->x)) ||
         contacts_fail(work, "resting contacts cannot be maintained (inconsistent contact forces)",
                       t);
}

// Returns the contact whose rest would end immediately, or -1. Where contacts are redundant, the
// minimum-norm forces may differ from those found before.
static int find_loose(Work *work, double t)
{
  const Contacts *contacts = &work->contacts;
  int loose = -1;
  double most = 0;
  if (!contacts_are_closed(contacts)) return -1;
  rates_read_state(work, t, work->x);
  if (!rates_accelerate(work)) return -1;
  for (int c = 0; c < contacts->count; c++) {
    double force = contacts->force[c];
    bool can_end = contacts->is_sticking[c] || contacts->slip_counts[c] == 0;
    double value = can_end ? fmax(-force, friction_event(work, c, work->x)) : -force;
    value -= 1e-9 * (1 + fabs(force));
    if (!contacts->is_closed[c] || !(value > most)) continue;
    loose = c;
    most = value;
  }
  return loose;
}

bool contacts_update_status(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  if (contacts->count == 0) return true;
  ArenaMark mark = arena_mark(work->constraints.arena);
  bool is_good = keep_rest(work, t);
  for (int round = 0, c; is_good && round < contacts->count; round++) {
    if ((c = find_loose(work, t)) < 0) break;
    contacts_release(work, c);
    is_good = keep_rest(work, t);
  }
  memset(contacts->is_left, 0, sizeof(bool) * (size_t)contacts->count);
  memset(contacts->is_loose, 0, sizeof(bool) * (size_t)contacts->count);
  memset(contacts->hits, 0, sizeof(int) * (size_t)contacts->count);
  arena_rewind(work->constraints.arena, mark);
  return is_good;
}
