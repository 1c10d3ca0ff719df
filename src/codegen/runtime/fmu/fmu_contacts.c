// fmu_contacts.c -- pasted into the source of a Functional Mock-up Unit with impacts, behind
// fmu_gaps.c and before fmu.c, in the same way: what is hit, and what rests, as in
// study/simulation/simulation_impacts.c and study/simulation/simulation_resting_contacts.c.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- hits

// A gap of less touches [m | rad].
static double fmu_touching(double tolerance)
{
  return tolerance < 1e-9 ? 1e-9 : tolerance > 1e-5 ? 1e-5 : tolerance;
}

// The fastest speed [m/s | rad/s], or 1.
static double fmu_fastest(const double v[])
{
  double most = 1;
  for (int i = 0; i < FMU_COORDINATES; i++) {
    const double speed = fabs(v[FMU_X + FMU_COORDINATES + i]);
    if (speed > most) most = speed;
  }
  return most;
}

// A speed of a gap of less is none; that of one that was closed is off by its drift.
static double fmu_least_speed(const FmuContacts *contacts, int c, const double v[])
{
  return 1e-9 * fmu_fastest(v) + 2 * contacts->drift[c];
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

// Where it slips to; as long as it hardly does, where it was about to. A step that leads beyond the
// end of slipping sees the same force as before: the law is smooth until the event.
static void fmu_slip_direction(const FmuContacts *contacts, const FmuGaps *gaps, int c,
                               const double v[], double tolerance, double way[2])
{
  const double speed = fmu_slip_speed(gaps, c, v, way);
  const int is_back = law_dot(contacts->way[c], way, 2) < 0;
  const int is_given = !contacts->is_fast[c] || !(speed > fmu_touching(tolerance));
  for (int s = 0; s < 2; s++)
    way[s] = is_given ? contacts->way[c][s] : is_back ? -way[s] : way[s];
}

static double fmu_pull(const FmuContacts *contacts, int c)
{
  double pull = 0;
  for (int s = 0; s < FMU_SLIPS[c]; s++)
    pull = hypot(pull, contacts->force[FMU_FIRST_SLIP[c] + s]);
  return pull;
}

// Rises through 0 where what sticks no longer does; where a slip that has just begun has a
// direction of its own, which it may lack as long as another contact that sticks prevents it; or
// where it ends.
static double fmu_friction_event(const FmuContacts *contacts, const FmuGaps *gaps, int c,
                                 const double v[], double tolerance)
{
  enum { FAST = 10 };
  double along = 0, unused[2];
  if (FMU_SLIPS[c] == 0) return -HUGE_VAL;
  if (contacts->is_sticking[c]) return fmu_pull(contacts, c) - gaps->mu[c] * contacts->force[c];
  if (!contacts->is_fast[c])
    return fmu_slip_speed(gaps, c, v, unused) - FAST * fmu_touching(tolerance);
  for (int s = 0; s < FMU_SLIPS[c]; s++)
    along += contacts->way[c][s] * fmu_gap_speed(gaps, FMU_FIRST_SLIP[c] + s, v);
  return fmu_touching(tolerance) - along;
}

// What ends the rest of a contact: its force, or its friction, where both may be 0 within rounding.
static void fmu_release_contact(FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
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

// A moment begins, of which the speeds of what is closed are known.
static void fmu_contacts_begin(const NAME_prepared *k, const double v[], FmuContacts *contacts)
{
  FmuGaps gaps;
  fmu_read_gaps(k, v, &gaps);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double way[2];
    const int sticks = contacts->is_closed[c] && contacts->is_sticking[c];
    contacts->drift[c] = contacts->is_closed[c] ? fabs(fmu_gap_speed(&gaps, c, v)) : 0;
    contacts->slip_drift[c] = sticks ? fmu_slip_speed(&gaps, c, v, way) : 0;
  }
}

// What ends the rest of those that are closed: their force, or what their friction did. Those that
// touch and come closer are hit. Returns whether the rest of any has ended.
static int fmu_contacts_rise(const NAME_prepared *k, const double v[], FmuContacts *contacts,
                             double tolerance, int risen[])
{
  FmuGaps gaps;
  int is_any = 0;
  fmu_read_gaps(k, v, &gaps);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    int *has_crossed = &risen[FMU_CONTACT_EVENT[c]];
    const int is_closed = contacts->is_closed[c];
    const int touches = is_closed || fabs(gaps.gap[c]) <= fmu_touching(tolerance);
    if (is_closed && *has_crossed) {
      fmu_release_contact(contacts, &gaps, c, v, tolerance);
      is_any = 1;
    }
    if (is_closed) *has_crossed = 0;
    if (touches && fmu_gap_speed(&gaps, c, v) < -fmu_least_speed(contacts, c, v)) *has_crossed = 1;
  }
  return is_any;
}

static void fmu_read_speeds(const FmuChoice *choice, const FmuGaps *gaps, const double v[],
                            double speeds[])
{
  for (int i = 0; i < choice->rows; i++)
    speeds[i] = fmu_gap_speed(gaps, choice->chosen[i], v);
}

// Changes speeds by the impulses of what is chosen. 0, or not: there are none.
static int fmu_give_impulses(const FmuGaps *gaps, FmuChoice *choice, const double before[],
                             double restitution[], int is_poisson, double v[])
{
  double room[2 * FMU_ROWS], amounts[FMU_ROWS];
  const LawHit hit = { before, restitution, is_poisson, room };
  const LawContacts law = fmu_law(choice, gaps);
  if (law_hit(&law, &hit, choice->amounts)) return 1;
  fmu_spread(choice, amounts);
  fmu_add_answers(gaps, amounts, v + FMU_X + FMU_COORDINATES);
  return 0;
}

// Changes the speeds where gaps are hit; `set` holds what events set. 0, or not.
static int fmu_contacts_hit(const NAME_prepared *k, double v[], FmuContacts *contacts,
                            double tolerance, const int risen[], const double set[])
{
  enum { MAX_HITS = 2 };  // of one at one moment; then all that touch come to rest together
  FmuGaps gaps;
  FmuChoice choice = { .count = 0 };
  double before[FMU_ROWS], restitution[FMU_CONTACTS];
  int is_any = 0, has_restitution = 1, is_poisson = 0;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (!risen[FMU_CONTACT_EVENT[c]]) continue;
    is_any = 1;
    if (++contacts->hits[c] > MAX_HITS) has_restitution = 0;
  }
  if (!is_any) return 0;
  if (fmu_evaluate_gaps(k, v, &gaps)) return 1;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    const int event = FMU_CONTACT_EVENT[c], is_hit = risen[event];
    const int touches = !has_restitution && fabs(gaps.gap[c]) <= fmu_touching(tolerance);
    if (!is_hit && !touches && !contacts->is_closed[c]) continue;
    restitution[choice.count] =
        is_hit && has_restitution ? set[FMU_SET_FIRST[event] + FMU_CONTACT_PART[c]] : 0;
    if (is_hit && FMU_IS_POISSON[c]) is_poisson = 1;
    fmu_choose(&choice, &gaps, c);
  }
  fmu_read_speeds(&choice, &gaps, v, before);
  return fmu_give_impulses(&gaps, &choice, before, restitution, is_poisson, v);
}

// The impulses that end the slip of what is chosen, where friction leaves no force: those of an
// approach which goes to zero. 0, or not: there are none either.
static int fmu_jam(const FmuGaps *gaps, FmuChoice *choice, double v[])
{
  const double approach = 1e-10 * fmu_fastest(v);
  double before[FMU_ROWS], restitution[FMU_CONTACTS] = { 0 }, pushed = 0;
  fmu_read_speeds(choice, gaps, v, before);
  for (int k = 0, row = 0; k < choice->count; row += choice->contacts[k++].slips + 1) {
    before[row] = choice->contacts[k].is_slipping ? -approach : 0;
    choice->contacts[k].is_slipping = 0;
  }
  const int failed = fmu_give_impulses(gaps, choice, before, restitution, 0, v);
  for (int k = 0, row = 0; k < choice->count; row += choice->contacts[k++].slips + 1)
    pushed += choice->amounts[row];
  return failed || !(pushed > 0);
}

// Not 0: a gap has become negative, though it is no moment of it.
static int fmu_contacts_audit(const NAME_prepared *k, const double v[], FmuContacts *contacts)
{
  FmuGaps gaps;
  int failed = 0;
  fmu_read_gaps(k, v, &gaps);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    const int is_inside = gaps.gap[c] < -1e-4;
    if (!is_inside) contacts->was_outside[c] = 1;
    failed = failed || (is_inside && contacts->was_outside[c]);
  }
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
  if (fmu_evaluate_gaps(k, v, &gaps)) return 1;
  memcpy(G, gaps.G, sizeof G);
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (FMU_SLIPS[c] > 0) fmu_slip_direction(contacts, &gaps, c, v, tolerance, way[c]);
    for (int s = 0; s < FMU_SLIPS[c] && !contacts->is_sticking[c]; s++) {
      for (int r = 0; r < FMU_ROWS; r++)
        G[r * FMU_ROWS + c] -=
            gaps.mu[c] * way[c][s] * gaps.G[r * FMU_ROWS + FMU_FIRST_SLIP[c] + s];
    }
  }
  for (int r = 0; r < FMU_ROWS; r++)
    right[r] = -gaps.bias[r] - law_dot(gaps.direction + r * FMU_COORDINATES, qdd, FMU_COORDINATES);
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
    if (fmu_evaluate_gaps(k, v, &gaps)) return 1;
    for (int r = 0; r < FMU_ROWS; r++)
      right[r] = is_last ? -fmu_gap_speed(&gaps, r, v) : -gaps.gap[r];
    fmu_solve_chosen(gaps.G, is_last ? held : touching, right, amounts);
    fmu_add_answers(&gaps, amounts, v + FMU_X + (is_last ? FMU_COORDINATES : 0));
  }
  return 0;
}

// May it rest: does it touch, or was it closed, and neither opens nor rebounds so that it could be
// seen?
static int fmu_may_rest(const FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
                        double push, double tolerance)
{
  const double speed = fmu_gap_speed(gaps, c, v);
  const double least = tolerance < 1e-13 ? 1e-13 : tolerance > 1e-5 ? 1e-5 : tolerance;
  const int touches = contacts->is_closed[c] || contacts->hits[c] > 0 ||
                      fabs(gaps->gap[c]) <= fmu_touching(tolerance);
  if (!touches) return 0;
  if (fabs(speed) <= fmu_least_speed(contacts, c, v)) return 1;
  return push < 0 && speed * speed <= 2 * least * -push;
}

// Does a contact that may rest slip already, or must it? What stuck is off by its drift.
static void fmu_ask_slip(FmuContacts *contacts, const FmuGaps *gaps, int c, const double v[],
                         double tolerance, CoulombContact *contact)
{
  double way[2];
  if (FMU_SLIPS[c] == 0) return;
  const double least = 2 * (fmu_touching(tolerance) + contacts->slip_drift[c]);
  const int has_speed = fmu_slip_speed(gaps, c, v, way) > least;
  contact->is_slipping = has_speed || contacts->is_loose[c];
  contacts->is_fast[c] = has_speed;
  if (has_speed) memcpy(contacts->way[c], way, sizeof way);
  memcpy(contact->way, contacts->way[c], sizeof way);
}

// A contact that is closed, with the forces that were found: does it stick?
static void fmu_keep_slip(FmuContacts *contacts, const FmuGaps *gaps, int c, int is_slipping)
{
  const double pull = fmu_pull(contacts, c);
  contacts->is_sticking[c] = !is_slipping && pull < (1 - 1e-10) * gaps->mu[c] * contacts->force[c];
  for (int s = 0; s < FMU_SLIPS[c] && !is_slipping && !contacts->is_sticking[c]; s++)
    contacts->way[c][s] = pull > 0 ? -contacts->force[FMU_FIRST_SLIP[c] + s] / pull : 0;
}

// What rests from here on.
typedef struct FmuRest {
  FmuChoice choice;
  double push[FMU_ROWS];       // by row: the acceleration without the forces of contacts
  double press[FMU_CONTACTS];  // the least acceleration that was seen, without the force of its own
} FmuRest;

// Of gap c, with the forces of those that were chosen; `scale` receives the size of its parts.
static double fmu_acceleration_of(const FmuGaps *gaps, const FmuRest *rest, int c, double *scale)
{
  const FmuChoice *choice = &rest->choice;
  double acceleration = rest->push[c];
  *scale = fabs(acceleration);
  for (int i = 0; i < choice->rows; i++) {
    const double part = gaps->G[c * FMU_ROWS + choice->chosen[i]] * choice->amounts[i];
    acceleration += part;
    *scale += fabs(part);
  }
  return acceleration;
}

// 0, or not: there are no forces.
static int fmu_choose_forces(FmuContacts *contacts, const FmuGaps *gaps, const double v[],
                             double tolerance, int has_left, FmuRest *rest)
{
  FmuChoice *choice = &rest->choice;
  double right[FMU_ROWS];
  choice->count = choice->rows = 0;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    if (contacts->is_left[c] && !has_left) continue;
    if (!fmu_may_rest(contacts, gaps, c, v, rest->press[c], tolerance)) continue;
    fmu_ask_slip(contacts, gaps, c, v, tolerance, fmu_choose(choice, gaps, c));
  }
  for (int i = 0; i < choice->rows; i++)
    right[i] = rest->push[choice->chosen[i]];
  const LawContacts law = fmu_law(choice, gaps);
  return law_push(&law, right, choice->amounts);
}

// Those that the forces of others press together may rest as well. Returns whether there are any.
static int fmu_press_others(const FmuContacts *contacts, const FmuGaps *gaps, const double v[],
                            double tolerance, FmuRest *rest)
{
  int is_any = 0;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double scale;
    const double acceleration = fmu_acceleration_of(gaps, rest, c, &scale);
    const int might = fmu_may_rest(contacts, gaps, c, v, rest->press[c], tolerance);
    if (acceleration < rest->press[c]) rest->press[c] = acceleration;
    is_any = is_any || (!contacts->is_left[c] && !might &&
                        fmu_may_rest(contacts, gaps, c, v, acceleration, tolerance));
  }
  return is_any;
}

// Forces of those that may rest. 0, or not: there are none.
static int fmu_find_forces(FmuContacts *contacts, const FmuGaps *gaps, const double v[],
                           double tolerance, int has_left, FmuRest *rest)
{
  int failed;
  memcpy(rest->press, rest->push, sizeof rest->press);
  do {
    failed = fmu_choose_forces(contacts, gaps, v, tolerance, has_left, rest);
  } while (!failed && fmu_press_others(contacts, gaps, v, tolerance, rest));
  return failed;
}

// Does everything part whose force has become 0?
static int fmu_has_parted(const FmuContacts *contacts, const FmuGaps *gaps, const double v[],
                          double tolerance, const FmuRest *rest)
{
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double scale;
    const double acceleration = fmu_acceleration_of(gaps, rest, c, &scale);
    if (!contacts->is_left[c] || !fmu_may_rest(contacts, gaps, c, v, rest->press[c], tolerance))
      continue;
    if (acceleration < -1e-6 * scale) return 0;  // the moment is that of a root
  }
  return 1;
}

// Forces, behind impulses where friction leaves none; the accelerations in v are those without
// contacts. 0, or not.
static int fmu_find_rest(const NAME_prepared *k, double v[], FmuContacts *contacts,
                         double tolerance, FmuGaps *gaps, FmuRest *rest)
{
  enum { MAX_JAMS = 10 };
  for (int jams = 0; jams <= MAX_JAMS; jams++) {
    if (jams > 0 && fmu_model_rates(k, v)) return 1;
    if (fmu_evaluate_gaps(k, v, gaps)) return 1;
    for (int r = 0; r < FMU_ROWS; r++)
      rest->push[r] = gaps->bias[r] + law_dot(gaps->direction + r * FMU_COORDINATES,
                                              v + FMU_RATES + FMU_COORDINATES, FMU_COORDINATES);
    if (!fmu_find_forces(contacts, gaps, v, tolerance, 0, rest) &&
        fmu_has_parted(contacts, gaps, v, tolerance, rest)) {
      return 0;
    }
    if (!fmu_find_forces(contacts, gaps, v, tolerance, 1, rest)) return 0;
    if (fmu_jam(gaps, &rest->choice, v)) return 1;
  }
  return 1;
}

// What rests from now on, and what opens. 0, or not. The accelerations in v are those without
// contacts.
static int fmu_contacts_settle(const NAME_prepared *k, double v[], FmuContacts *contacts,
                               double tolerance)
{
  FmuGaps gaps;
  FmuRest rest = { .choice = { .count = 0 } };
  int is_slipping[FMU_CONTACTS] = { 0 };
  if (fmu_find_rest(k, v, contacts, tolerance, &gaps, &rest)) return 1;
  fmu_spread(&rest.choice, contacts->force);
  for (int i = 0; i < rest.choice.count; i++)
    is_slipping[rest.choice.number[i]] = rest.choice.contacts[i].is_slipping;
  contacts->flight = HUGE_VAL;
  for (int c = 0; c < FMU_CONTACTS; c++) {
    double scale;
    const double speed = fmu_gap_speed(&gaps, c, v);
    const double acceleration = fmu_acceleration_of(&gaps, &rest, c, &scale);
    const int was_touching = contacts->hits[c] > 0 || contacts->is_closed[c];
    contacts->is_closed[c] = contacts->force[c] > 0;
    contacts->is_sticking[c] = 0;
    if (contacts->is_closed[c] && FMU_SLIPS[c] > 0)
      fmu_keep_slip(contacts, &gaps, c, is_slipping[c]);
    if (was_touching && speed > 0 && acceleration < 0 && !contacts->is_closed[c] &&
        2 * speed / -acceleration < contacts->flight) {
      contacts->flight = 2 * speed / -acceleration;
    }
  }
  const int failed = fmu_contacts_project(k, v, contacts);
  memset(contacts->is_left, 0, sizeof contacts->is_left);
  memset(contacts->is_loose, 0, sizeof contacts->is_loose);
  memset(contacts->hits, 0, sizeof contacts->hits);
  return failed;
}
