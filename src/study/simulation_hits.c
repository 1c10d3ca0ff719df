// simulation_hits.c -- impulses: several contacts at once, by Newton's or Poisson's law and Coulomb's.
// SPDX-License-Identifier: MIT
#include "study/simulation_contacts.h"

#include <math.h>
#include <string.h>

void contacts_rise(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  if (contacts->count == 0) return;
  double least = 1e-9 * contacts_fastest(work);
  rates_read_state(work, t, work->x);
  board_evaluate(&contacts->gaps, &work->state);
  if (contacts_are_closed(contacts)) rates_accelerate(work);  // its forces
  for (int c = 0; c < contacts->count; c++) {
    bool *has_risen = &work->has_risen[contacts->events[c]];
    if (contacts->is_closed[c]) {
      if (*has_risen) contacts_loosen(work, c);
      *has_risen = false;
      continue;
    }
    bool touches = fabs(contacts->gap[c]) <= contacts_touching(work);
    if (touches && contacts_speed(work, c, work->x + work->n) < -least) *has_risen = true;
  }
}

// What the impulses of one moment are about: by row the speed before it and the restitution, which is
// 0 for slips.
typedef struct Hit {
  bool is_poisson;
  double *before, *parts;
  double *room;  // 3 x rows
} Hit;

static Hit hit_new(const Work *work)
{
  int most = work->contacts.rows;
  Arena *arena = work->closing.arena;
  return (Hit){ .before = ARENA_ARRAY(arena, double, most),
                .parts = ARENA_ARRAY(arena, double, most),
                .room = ARENA_ARRAY(arena, double, 3 * most) };
}

// Impulses of one moment into `amounts`, with a share of the restitutions.
static bool find_impulses(Choice *choice, const Hit *hit, double share)
{
  int count = choice->count;
  double *speeds = hit->room, *least = speeds + count, *first = least + count;
  for (int i = 0; i < count; i++) {
    bool gives_back = !hit->is_poisson && hit->before[i] < 0;
    speeds[i] = hit->before[i] + (gives_back ? share * hit->parts[i] * hit->before[i] : 0);
    least[i] = 0;
  }
  bool is_good = choice_push(choice, speeds, least);
  if (!hit->is_poisson || !is_good) return is_good;
  for (int i = 0; i < count; i++) {
    first[i] = choice->amounts[i];
    least[i] = share * hit->parts[i] * first[i];
  }
  for (int i = 0; i < count; i++)
    speeds[i] = hit->before[i] + dot(choice->G + i * count, first, count);
  is_good = choice_push(choice, speeds, least);
  for (int i = 0; i < count; i++)
    choice->amounts[i] += first[i];
  return is_good;
}

// Is something gained by what the impulses do to the speeds, v- to v+: I (v- + v+)/2 [J]?
static bool gains(const Choice *choice, const double before[])
{
  double work = 0;
  for (int i = 0; i < choice->count; i++) {
    double change = dot(choice->G + i * choice->count, choice->amounts, choice->count);
    work += choice->amounts[i] * (before[i] + change / 2);
  }
  return work > 1e-12 * fabs(dot(choice->amounts, before, choice->count));
}

// Unequal restitutions could add energy to each other: then the least counts for all. Newton's law
// with friction could, where slipping ends (Kane and Levinson, Dynamics, 1985): then as much of the
// restitution counts as adds none.
static bool find_lossy_impulses(Choice *choice, Hit *hit)
{
  enum { HALVES = 50 };
  bool is_good = find_impulses(choice, hit, 1);
  if (!is_good || !gains(choice, hit->before)) return is_good;
  double least = 1, low = 0, high = 1;
  for (int k = 0, row = 0; k < choice->contact_count; row += choice->contacts[k++].slips + 1)
    least = fmin(least, hit->parts[row]);
  for (int k = 0, row = 0; k < choice->contact_count; row += choice->contacts[k++].slips + 1)
    hit->parts[row] = least;
  is_good = find_impulses(choice, hit, 1);
  if (!is_good || !gains(choice, hit->before)) return is_good;
  for (int k = 0; k < HALVES; k++) {
    double middle = (low + high) / 2;
    is_good = find_impulses(choice, hit, middle);
    *(gains(choice, hit->before) ? &high : &low) = middle;
  }
  return find_impulses(choice, hit, low) && is_good;
}

bool contacts_hit(Work *work, double t)
{
  enum {
    MOST_HITS = 2
  };  // of one contact at one moment; then all that touch come to rest together
  Contacts *contacts = &work->contacts;
  bool is_any = false, has_restitution = true;
  for (int c = 0; c < contacts->count; c++) {
    if (!work->has_risen[contacts->events[c]]) continue;
    is_any = true;
    has_restitution = has_restitution && ++contacts->hits[c] <= MOST_HITS;
  }
  if (!is_any) return true;
  if (!contacts_look(work, t, work->x)) return contacts_fail(work, "what is hit has no inertia", t);
  ArenaMark mark = arena_mark(work->closing.arena);
  Choice choice = choice_new(work);
  Hit hit = hit_new(work);
  for (int c = 0; c < contacts->count; c++) {
    int event = contacts->events[c];
    bool is_hit = work->has_risen[event];
    bool touches = !has_restitution && fabs(contacts->gap[c]) <= contacts_touching(work);
    if (!is_hit && !touches && !contacts->is_closed[c]) continue;
    hit.parts[choice.count] = is_hit && has_restitution ? work->set[event][contacts->resets[c]] : 0;
    if (is_hit) hit.is_poisson = hit.is_poisson || contacts->is_poisson[c];
    choice_add(contacts, &choice, c);
  }
  for (int i = 0; i < choice.count; i++)
    hit.before[i] = contacts_speed(work, choice.chosen[i], work->x + work->n);
  choice_weigh(&choice, contacts);
  bool is_good = find_lossy_impulses(&choice, &hit);
  if (is_good && !contacts_hit_along(work, &choice, hit.before, hit.parts, hit.is_poisson)) {
    return contacts_fail(
        work, "impacts of Poisson's law meet, behind which there are no derivatives,", t);
  }
  contacts_add_answers(work, choice.chosen, choice.count, choice.amounts, work->x + work->n);
  arena_rewind(work->closing.arena, mark);
  return is_good || contacts_fail(work, "what is hit cannot give way", t);
}
