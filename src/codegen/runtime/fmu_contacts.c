// fmu_contacts.c -- pasted into the source of a Functional Mock-up Unit with impacts, behind
// fmu_friction.c and before fmu.c, in the same way: what is hit, and what rests.
// SPDX-License-Identifier: MIT
// ---- pasted from here
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
