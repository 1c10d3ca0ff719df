// simulation_impacts.c -- impulses of simultaneous impacts by Newton's or Poisson's law with
// Coulomb friction.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_contacts.h"

#include <math.h>
#include <string.h>

// A smaller gap speed counts as zero [m/s | rad/s]; the speed of a contact that was closed is
// uncertain by its drift.
double contacts_least_speed(const Work *work, int c)
{
  return 1e-9 * contacts_fastest(work) + 2 * work->contacts.drift[c];
}

void contacts_begin_moment(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  if (contacts->count == 0) return;
  rates_read_state(work, t, work->x);
  evaluator_evaluate(&contacts->gaps, &work->state);
  for (int c = 0; c < contacts->count; c++) {
    double way[2];
    bool sticks = contacts->is_closed[c] && contacts->is_sticking[c];
    contacts->drift[c] =
        contacts->is_closed[c] ? fabs(contacts_speed(work, c, work->x + work->n)) : 0;
    contacts->slip_drift[c] = sticks ? contacts_slip(work, c, work->x, way) : 0;
  }
}

bool contacts_rise(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  if (contacts->count == 0) return true;
  rates_read_state(work, t, work->x);
  evaluator_evaluate(&contacts->gaps, &work->state);
  if (contacts_are_closed(contacts) && !rates_accelerate(work))  // contact forces
    return contacts_fail(work, "the accelerations have no value", t);
  for (int c = 0; c < contacts->count; c++) {
    bool *has_crossed = &work->has_crossed[contacts->events[c]], is_closed = contacts->is_closed[c];
    bool touches = is_closed || fabs(contacts->gap[c]) <= contacts_touching(work);
    double speed = contacts_speed(work, c, work->x + work->n);
    if (is_closed && *has_crossed) contacts_release(work, c);
    if (is_closed) *has_crossed = false;
    if (touches && speed < -contacts_least_speed(work, c)) *has_crossed = true;
  }
  return true;
}

// ---- impulses

// Solves for the impulses of `choice` from the speeds `before`, by row. `restitution`, by contact,
// receives the values actually used.
static bool find_impulses(ContactSet *choice, const double before[], double restitution[],
                          bool is_poisson)
{
  CoulombHit hit = { before, restitution, is_poisson };
  return coulomb_hit(choice->contact_count, choice->contacts, choice->G, &hit, choice->amounts);
}

static void read_speeds(const Work *work, const ContactSet *choice, double speeds[])
{
  for (int i = 0; i < choice->count; i++)
    speeds[i] = contacts_speed(work, choice->chosen[i], work->x + work->n);
}

// Counts the impacts at this instant. After more than a few of one contact, *has_restitution is
// false: all touching contacts then come to rest together.
static bool count_hits(Work *work, bool *has_restitution)
{
  enum { MAX_HITS = 2 };
  Contacts *contacts = &work->contacts;
  bool is_any = false;
  *has_restitution = true;
  for (int c = 0; c < contacts->count; c++) {
    if (!work->has_crossed[contacts->events[c]]) continue;
    is_any = true;
    *has_restitution = *has_restitution && ++contacts->hits[c] <= MAX_HITS;
  }
  return is_any;
}

bool contacts_hit(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  bool has_restitution, is_poisson = false;
  if (!count_hits(work, &has_restitution)) return true;
  if (!contacts_evaluate(work, t, work->x))
    return contacts_fail(work, "what is hit has no inertia", t);
  Arena *arena = work->constraints.arena;
  ArenaMark mark = arena_mark(arena);
  ContactSet choice = contact_set_new(work);
  double *before = ARENA_ARRAY(arena, double, contacts->rows);
  double *restitution = ARENA_ARRAY(arena, double, contacts->count);
  for (int c = 0; c < contacts->count; c++) {
    int event = contacts->events[c];
    bool is_hit = work->has_crossed[event];
    bool touches = !has_restitution && fabs(contacts->gap[c]) <= contacts_touching(work);
    if (!is_hit && !touches && !contacts->is_closed[c]) continue;
    restitution[choice.contact_count] =
        is_hit && has_restitution ? work->set[event][contacts->resets[c]] : 0;
    if (is_hit) is_poisson = is_poisson || contacts->is_poisson[c];
    contact_set_add(contacts, &choice, c);
  }
  read_speeds(work, &choice, before);
  contact_set_response(&choice, contacts);
  bool is_good = find_impulses(&choice, before, restitution, is_poisson);
  if (is_good && !contacts_impact_tangent(work, &choice, before, restitution, is_poisson)) {
    return contacts_fail(
        work, "impacts of Poisson's law coincide, after which there are no derivatives,", t);
  }
  contacts_add_answers(work, choice.chosen, choice.count, choice.amounts, work->x + work->n);
  arena_rewind(arena, mark);
  return is_good || contacts_fail(work, "what is hit cannot give way", t);
}

// Where the friction of a slipping contact would press it together by more than its normal force
// separates it, no force keeps it closed (Painleve, 1895). The limit of increasingly stiff contacts
// is an impulse: nothing approaches at first, but friction causes an approach, until the slip has
// ended. This is the impulse for an approach speed that tends to zero (Genot and Brogliato, Eur. J.
// Mech. A 18, 1999; Stewart, SIAM Review 42, 2000). Its restitution is 0, so that it dissipates
// energy.
bool contacts_jam(Work *work, double t, ContactSet *choice)
{
  const Contacts *contacts = &work->contacts;
  Arena *arena = work->constraints.arena;
  ArenaMark mark = arena_mark(arena);
  double *before = ARENA_ARRAY(arena, double, contacts->rows);
  double *restitution = ARENA_ARRAY(arena, double, contacts->count);
  double approach = 1e-10 * contacts_fastest(work), pushed = 0;
  read_speeds(work, choice, before);
  for (int k = 0, row = 0; k < choice->contact_count; row += choice->contacts[k++].slips + 1) {
    before[row] = choice->contacts[k].is_slipping ? -approach : 0;
    choice->contacts[k].is_slipping = false;
  }
  bool is_good = find_impulses(choice, before, restitution, false);
  contacts_add_answers(work, choice->chosen, choice->count, choice->amounts, work->x + work->n);
  for (int k = 0, row = 0; k < choice->contact_count; row += choice->contacts[k++].slips + 1) {
    bool jams = before[row] < 0 && choice->amounts[row] > 0;
    if (is_good && jams) moments_keep(work, t, contacts->events[choice->chosen[row]], MOMENT_JAMS);
    pushed += choice->amounts[row];
  }
  arena_rewind(arena, mark);
  return is_good && pushed > 0;
}

// ---- check of the gaps

bool contacts_audit(Work *work, double t)
{
  const double LEAST = 1e-6;  // [m | rad]
  Contacts *contacts = &work->contacts;
  if (contacts->count == 0) return true;
  rates_read_state(work, t, work->x);
  evaluator_evaluate(&contacts->gaps, &work->state);
  for (int c = 0; c < contacts->count; c++) {
    const Event *event = &work->mechanism->events[contacts->events[c]];
    bool is_inside = contacts->gap[c] < -fmax(LEAST, 10 * contacts_touching(work));
    if (!is_inside) contacts->was_outside[c] = true;
    if (!is_inside || !contacts->was_outside[c]) continue;
    text_format(
        &work->simulation->failure,
        "the gap of '%s' is %.3g at t = %.9g s: what should have met there has gone through",
        event->condition, contacts->gap[c], t);
    return false;
  }
  return true;
}
