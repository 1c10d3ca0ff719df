// simulation_contacts.c -- impacts by impulses, and contacts that stay closed.
//
// A gap g(q, t) must not become negative. With W = dg/dq its speed is v = W qd + g_t. An impulse I in
// it changes speeds as masses and constraints want,
//
//   M (qd+ - qd-) = W^T I + J^T i,   J (qd+ - qd-) = 0,   v+ = v- + G I,   G = W Mr^-1 W^T
//
// where Mr is the mass matrix over the speeds that the constraints leave free. For several at once
//
//   Newton    I >= 0,  v+ + e v- >= 0, and one of both is 0
//   Poisson   compression: Ic >= 0, vc = v- + G Ic >= 0, and one of both is 0;
//             expansion: I = (1 + e) Ic + z, z >= 0, v+ >= 0, and one of both is 0
//
// (Glocker and Pfeiffer, Multibody Dynamics with Unilateral Contacts, 1996). A contact rests where it
// would rebound by less than can be seen; it then is one more equation, W qdd + g_2 = 0, while its
// force pushes.
// SPDX-License-Identifier: MIT
#include "study/simulation_contacts.h"

#include "numeric/complementarity.h"
#include "numeric/least_squares.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <math.h>
#include <string.h>

static const double RANK = 1e-11;

// ---- small

// A gap of less touches [m | rad].
static double touching(const Work *work)
{
  return fmin(fmax(work->simulation->options.tolerance, 1e-9), 1e-5);
}

// A rebound of less is none [m | rad]: the tolerance does not resolve it, nor do steps of one length
// that are as long as half of it.
static double least_rebound(const Work *work, double acceleration)
{
  const SimulationOptions *options = &work->simulation->options;
  double least = fmin(fmax(options->tolerance, 1e-13), 1e-5);
  if (!integrator_method_is_fixed(options->method)) return least;
  return fmax(least, acceleration * options->step * options->step / 2);
}

static double fastest(const Work *work)
{
  double most = 1;
  for (int i = 0; i < work->n; i++)
    most = fmax(most, fabs(work->x[work->n + i]));
  return most;
}

static double dot(const double a[], const double b[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

// ---- masses and ways

// Cholesky's factor of what is in `a`, in its lower half. False: it is not positive.
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

// Speeds that the constraints leave free where x is.
static bool find_ways(Work *work, const double x[])
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  contacts->freedom = n;
  memset(contacts->ways, 0, sizeof(double) * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++)
    contacts->ways[i * n + i] = 1;
  if (work->closing.rows == 0) return true;
  NumericRank rank;
  work->closing.state.time = work->state.time;
  work->closing.state.inputs = work->inputs;
  if (!closing_at(&work->closing, x) ||
      closing_rank(&work->closing, ROWS_ALL, NULL, contacts->ways, &rank) != NUMERIC_OK) {
    return false;
  }
  contacts->freedom = n - rank.rank;
  for (int k = 0; k < contacts->freedom; k++) {
    for (int i = 0; i < n; i++)
      contacts->ways[k * n + i] *= work->closing.step[i];
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

// Everything at x. False: it has no value, or moves without inertia.
bool contacts_look(Work *work, double t, const double x[])
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  rates_read_state(work, t, x);
  if (board_evaluate(&contacts->gaps, &work->state) != 0 ||
      board_evaluate(&contacts->inertia, &work->state) != 0 || !find_ways(work, x) ||
      !weigh_ways(contacts, n)) {
    return false;
  }
  int freedom = contacts->freedom;
  for (int c = 0; c < contacts->count; c++) {
    double *pull = contacts->pull + c * n, *answer = contacts->answer + c * n;
    for (int k = 0; k < freedom; k++)
      answer[k] = pull[k] = dot(contacts->gap_q + c * n, contacts->ways + k * n, n);
    contacts_solve_factored(freedom, contacts->factor, answer);
  }
  for (int c = 0; c < contacts->count; c++) {
    for (int d = 0; d < contacts->count; d++)
      contacts->G[c * contacts->count + d] =
          dot(contacts->pull + c * n, contacts->answer + d * n, freedom);
  }
  return true;
}

double contacts_speed(const Work *work, int c, const double qd[])
{
  const Contacts *contacts = &work->contacts;
  return contacts->gap_t[c] + dot(contacts->gap_q + c * work->n, qd, work->n);
}

// Adds what impulses or forces of contacts change to speeds or accelerations.
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

// ---- some of them

Choice choice_new(const Work *work)
{
  int most = work->contacts.count;
  Arena *arena = work->closing.arena;
  return (Choice){ .chosen = ARENA_ARRAY(arena, int, most),
                   .G = ARENA_ARRAY(arena, double, most *most),
                   .right = ARENA_ARRAY(arena, double, most),
                   .amounts = ARENA_ARRAY(arena, double, most) };
}

void choice_weigh(Choice *choice, const Contacts *contacts)
{
  for (int i = 0; i < choice->count; i++) {
    for (int j = 0; j < choice->count; j++)
      choice->G[i * choice->count + j] =
          contacts->G[choice->chosen[i] * contacts->count + choice->chosen[j]];
  }
}

void choice_of_closed(const Contacts *contacts, Choice *choice)
{
  choice->count = 0;
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->is_closed[c]) choice->chosen[choice->count++] = c;
  }
  choice_weigh(choice, contacts);
}

// amounts with G amounts = right; where contacts are redundant, the least ones.
void choice_solve(Choice *choice)
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

// ---- what is closed

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
  choice_of_closed(contacts, &choice);
  for (int k = 0; k < choice.count; k++) {
    int c = choice.chosen[k];
    choice.right[k] = -dot(contacts->gap_q + c * n, qdd, n) - contacts->gap_2[c];
  }
  choice_solve(&choice);
  for (int k = 0; k < choice.count; k++)
    contacts->force[choice.chosen[k]] = choice.amounts[k];
  double *change = contacts->change;
  memset(change, 0, sizeof(double) * (size_t)n);
  contacts_add_answers(work, choice.chosen, choice.count, choice.amounts, change);
  for (int i = 0; i < n; i++) {
    double force = dot(contacts->M + i * n, change, n) + dot(contacts->Ma + i * n, change, n);
    contacts->power += x[n + i] * force;
    qdd[i] += change[i];
  }
  arena_rewind(work->closing.arena, mark);
  return is_good;
}

bool contacts_events(Work *work, double t, const double x[], double values[])
{
  Contacts *contacts = &work->contacts;
  if (!contacts_are_closed(contacts)) return true;
  rates_read_state(work, t, x);
  if (!rates_accelerate(work)) return false;
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->is_closed[c]) values[contacts->events[c]] = -contacts->force[c];
  }
  return true;
}

double contacts_drift(Work *work, double t, const double x[])
{
  const Contacts *contacts = &work->contacts;
  double drift = 0;
  if (!contacts_are_closed(contacts)) return 0;
  rates_read_state(work, t, x);
  board_evaluate(&contacts->gaps, &work->state);
  for (int c = 0; c < contacts->count; c++) {
    if (!contacts->is_closed[c]) continue;
    drift = fmax(drift, fmax(fabs(contacts->gap[c]), fabs(contacts_speed(work, c, x + work->n))));
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
    choice_of_closed(contacts, &choice);
    for (int k = 0; k < choice.count; k++) {
      int c = choice.chosen[k];
      choice.right[k] = is_last ? -contacts_speed(work, c, x + work->n) : -contacts->gap[c];
    }
    choice_solve(&choice);
    contacts_add_answers(work, choice.chosen, choice.count, choice.amounts,
                         is_last ? x + work->n : x);
  }
  arena_rewind(work->closing.arena, mark);
  return is_good;
}

// ---- what hits

void contacts_rise(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  if (contacts->count == 0) return;
  double least = 1e-9 * fastest(work);
  rates_read_state(work, t, work->x);
  board_evaluate(&contacts->gaps, &work->state);
  for (int c = 0; c < contacts->count; c++) {
    bool *has_risen = &work->has_risen[contacts->events[c]];
    if (contacts->is_closed[c]) {
      contacts->is_left[c] = contacts->is_left[c] || *has_risen;
      *has_risen = false;
      continue;
    }
    bool touches = fabs(contacts->gap[c]) <= touching(work);
    if (touches && contacts_speed(work, c, work->x + work->n) < -least) *has_risen = true;
  }
}

// Impulses of one moment into `amounts`, from speeds and restitutions by chosen contact.
static bool find_impulses(Choice *choice, const double before[], const double parts[],
                          bool is_poisson)
{
  int count = choice->count;
  double *c = choice->right;
  for (int i = 0; i < count; i++)
    c[i] = before[i] + (is_poisson ? 0 : parts[i] * fmin(before[i], 0));
  bool is_good = complementarity_solve(count, choice->G, c, choice->amounts);
  if (!is_poisson || !is_good) return is_good;
  double *given = c + count;
  for (int i = 0; i < count; i++)
    given[i] = (1 + parts[i]) * choice->amounts[i];
  for (int i = 0; i < count; i++)
    c[i] = before[i] + dot(choice->G + i * count, given, count);
  is_good = complementarity_solve(count, choice->G, c, choice->amounts);
  for (int i = 0; i < count; i++)
    choice->amounts[i] += given[i];
  return is_good;
}

// What the impulses do to the speeds of the gaps, v- to v+: I (v- + v+)/2 [J].
static double impulse_work(const Choice *choice, const double before[])
{
  double work = 0;
  for (int i = 0; i < choice->count; i++) {
    double change = dot(choice->G + i * choice->count, choice->amounts, choice->count);
    work += choice->amounts[i] * (before[i] + change / 2);
  }
  return work;
}

// Unequal restitutions could add energy to each other: then the least counts for all.
static bool find_lossy_impulses(Choice *choice, const double before[], double parts[],
                                bool is_poisson)
{
  bool is_good = find_impulses(choice, before, parts, is_poisson);
  double scale = fabs(dot(choice->amounts, before, choice->count));
  if (!is_good || impulse_work(choice, before) <= 1e-9 * scale) return is_good;
  double least = 1;
  for (int i = 0; i < choice->count; i++)
    least = fmin(least, parts[i]);
  for (int i = 0; i < choice->count; i++)
    parts[i] = least;
  return find_impulses(choice, before, parts, is_poisson);
}

static bool tell_failure(Work *work, const char *what, double t)
{
  text_format(&work->simulation->failure, "%s at t = %.9g s", what, t);
  return false;
}

bool contacts_hit(Work *work, double t)
{
  enum {
    MOST_HITS = 2
  };  // of one contact at one moment; then all that touch come to rest together
  Contacts *contacts = &work->contacts;
  bool is_poisson = false, is_any = false, has_restitution = true;
  for (int c = 0; c < contacts->count; c++) {
    if (!work->has_risen[contacts->events[c]]) continue;
    is_any = true;
    has_restitution = has_restitution && ++contacts->hits[c] <= MOST_HITS;
  }
  if (!is_any) return true;
  if (!contacts_look(work, t, work->x)) return tell_failure(work, "what is hit has no inertia", t);
  ArenaMark mark = arena_mark(work->closing.arena);
  Choice choice = choice_new(work);
  choice.right = ARENA_ARRAY(work->closing.arena, double, 2 * contacts->count);
  double *before = ARENA_ARRAY(work->closing.arena, double, contacts->count);
  double *parts = ARENA_ARRAY(work->closing.arena, double, contacts->count);
  for (int c = 0; c < contacts->count; c++) {
    int event = contacts->events[c], k = choice.count;
    bool is_hit = work->has_risen[event];
    bool touches = !has_restitution && fabs(contacts->gap[c]) <= touching(work);
    if (!is_hit && !touches && !contacts->is_closed[c]) continue;
    parts[k] = is_hit && has_restitution ? work->set[event][contacts->resets[c]] : 0;
    before[k] = contacts_speed(work, c, work->x + work->n);
    if (is_hit) is_poisson = is_poisson || contacts->is_poisson[c];
    choice.chosen[choice.count++] = c;
  }
  choice_weigh(&choice, contacts);
  bool is_good = find_lossy_impulses(&choice, before, parts, is_poisson);
  if (is_good && !contacts_hit_along(work, &choice, before, parts, is_poisson)) {
    return tell_failure(work,
                        "impacts of Poisson's law meet, behind which there are no derivatives,", t);
  }
  contacts_add_answers(work, choice.chosen, choice.count, choice.amounts, work->x + work->n);
  arena_rewind(work->closing.arena, mark);
  return is_good || tell_failure(work, "what is hit cannot give way", t);
}

// ---- what comes to rest

// A gap that touches and neither opens nor rebounds so that it could be seen.
static bool may_rest(const Work *work, int c, double push)
{
  const Contacts *contacts = &work->contacts;
  double speed = contacts_speed(work, c, work->x + work->n);
  if (contacts->is_left[c]) return false;
  if (contacts->is_closed[c]) return true;
  if (fabs(contacts->gap[c]) > touching(work)) return false;
  if (fabs(speed) <= 1e-9 * fastest(work)) return true;
  return push < 0 && speed * speed <= 2 * least_rebound(work, -push) * -push;
}

static void keep_contact(Work *work, double t, int c, bool is_closed)
{
  Contacts *contacts = &work->contacts;
  if (contacts->is_closed[c] == is_closed) return;
  contacts->is_closed[c] = is_closed;
  jumps_keep_moment(work, t, contacts->events[c], is_closed ? MOMENT_RESTS : MOMENT_LEAVES);
}

bool contacts_settle(Work *work, double t)
{
  Contacts *contacts = &work->contacts;
  int n = work->n;
  if (contacts->count == 0) return true;
  rates_read_state(work, t, work->x);
  if (board_evaluate(&work->motion, &work->state) != 0 || !contacts_look(work, t, work->x))
    return tell_failure(work, "the accelerations have no value", t);
  ArenaMark mark = arena_mark(work->closing.arena);
  Choice choice = choice_new(work);
  for (int c = 0; c < contacts->count; c++) {
    double push = dot(contacts->gap_q + c * n, work->qdd, n) + contacts->gap_2[c];
    if (!may_rest(work, c, push)) {
      keep_contact(work, t, c, false);
      continue;
    }
    choice.right[choice.count] = push;
    choice.chosen[choice.count++] = c;
  }
  choice_weigh(&choice, contacts);
  complementarity_solve(choice.count, choice.G, choice.right, choice.amounts);
  for (int k = 0; k < choice.count; k++)
    keep_contact(work, t, choice.chosen[k], choice.amounts[k] > 0);
  memset(contacts->is_left, 0, sizeof(bool) * (size_t)contacts->count);
  memset(contacts->hits, 0, sizeof(int) * (size_t)contacts->count);
  arena_rewind(work->closing.arena, mark);
  return (contacts_project(work, t, work->x) && sensitivity_project(work, work->x)) ||
         tell_failure(work, "what rests cannot be kept closed", t);
}

// ---- what is derived

static int impact_of(const Event *event)
{
  for (int k = 0; k < event->reset_count; k++) {
    if (reset_is_impact(&event->resets[k])) return k;
  }
  return -1;
}

static void find_contacts(Work *work)
{
  Contacts *contacts = &work->contacts;
  int events = work->events;
  contacts->events = ARENA_ARRAY(work->arena, int, events + 1);
  contacts->resets = ARENA_ARRAY(work->arena, int, events + 1);
  contacts->is_poisson = ARENA_ARRAY(work->arena, bool, events + 1);
  for (int e = 0; e < events; e++) {
    const Event *event = &work->mechanism->events[e];
    int reset = impact_of(event);
    if (reset < 0) continue;
    contacts->events[contacts->count] = e;
    contacts->resets[contacts->count] = reset;
    contacts->is_poisson[contacts->count++] = event->resets[reset].kind == TARGET_POISSON;
  }
}

// d/dt along the motion without what accelerations add: f_q qd + f_t, with f_q in `by`.
static const Expr *rate_of(const Work *work, const Expr *f, const Expr *by[])
{
  const Equations *equations = work->system->equations;
  const Expr *rate = expr_clock_derivative(f);
  for (int i = 0; i < work->n; i++) {
    by[i] = expr_derivative(f, equations->coordinates[i].symbol);
    rate = sum(rate, product(by[i], expr_rate(equations->coordinates[i].symbol)));
  }
  return rate;
}

// g, g_q, g_t and what g'' has besides: quantities of their own.
static bool compile_gaps(Work *work)
{
  Contacts *contacts = &work->contacts;
  Arena *arena = work->arena;
  int n = work->n, count = contacts->count;
  Quantity *quantities = ARENA_ARRAY(arena, Quantity, 4);
  static const char *const KEYS[] = { "g", "g_q", "g_t", "g_2" };
  for (int k = 0; k < 4; k++) {
    int columns = k == 1 ? n : 1;
    quantities[k] = (Quantity){ .key = KEYS[k],
                                .rows = count,
                                .columns = columns,
                                .entries = ARENA_ARRAY(arena, const Expr *, count *columns) };
  }
  const Expr **unused = ARENA_ARRAY(arena, const Expr *, n + 1);
  for (int c = 0; c < count; c++) {
    const Event *event = &work->mechanism->events[contacts->events[c]];
    const Expr *gap = negative(derivation_expression(work->system->derivation, event->function));
    const Expr *rate = rate_of(work, gap, quantities[1].entries + c * n);
    quantities[0].entries[c] = gap;
    quantities[2].entries[c] = expr_clock_derivative(gap);
    quantities[3].entries[c] = rate_of(work, rate, unused);
  }
  Equations *equations = ARENA_NEW(arena, Equations);
  *equations = *work->system->equations;
  equations->quantities = quantities;
  equations->quantity_count = 4;
  contacts->gaps = board_new(equations, arena, 4);
  contacts->gap = board_add(&contacts->gaps, KEYS[0], NULL);
  contacts->gap_q = board_add(&contacts->gaps, KEYS[1], NULL);
  contacts->gap_t = board_add(&contacts->gaps, KEYS[2], NULL);
  contacts->gap_2 = board_add(&contacts->gaps, KEYS[3], NULL);
  return board_compile(&contacts->gaps, work->why);
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
  contacts->is_closed = ARENA_ARRAY(arena, bool, count);
  contacts->is_left = ARENA_ARRAY(arena, bool, count);
  contacts->hits = ARENA_ARRAY(arena, int, count);
  contacts->force = ARENA_ARRAY(arena, double, count);
  contacts->ways = ARENA_ARRAY(arena, double, n *n);
  contacts->factor = ARENA_ARRAY(arena, double, n *n);
  contacts->pull = ARENA_ARRAY(arena, double, count *n);
  contacts->answer = ARENA_ARRAY(arena, double, count *n);
  contacts->G = ARENA_ARRAY(arena, double, count *count);
  contacts->room = ARENA_ARRAY(arena, double, n);
  contacts->free = ARENA_ARRAY(arena, double, n);
  contacts->change = ARENA_ARRAY(arena, double, n);
  if (!system_derive(work->system, INERTIA, 2, work->why)) return false;
  contacts->inertia = board_new(work->system->equations, arena, 2);
  contacts->M = board_add(&contacts->inertia, "M", NULL);
  contacts->Ma = board_add(&contacts->inertia, "Ma", NULL);
  return board_compile(&contacts->inertia, work->why) && compile_gaps(work);
}

void contacts_close(Work *work)
{
  board_close(&work->contacts.gaps);
  board_close(&work->contacts.inertia);
}
