// fmu.c -- pasted into the source of a Functional Mock-up Unit, with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
//
// Before it stand the functions of the model, its sizes FMU_..., and the functions fmu_model_...()
// over one array of all values (codegen/fmu/fmu_source.c), and fmu_contacts.c or fmu_no_contacts.c.
// Behind it stands one interface: fmi.c between fmi2_types.c and fmi2.c, or those of FMI 3.0.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- the unit, whatever the version of the interface

// A value reference is a place in `v`. All that moves is in here: copying it is keeping a state.
typedef struct FmuData {
  double v[FMU_VALUES];
  NAME_prepared prepared;
  int has_prepared, has_rates, has_outputs;  // not 0: they belong to what is in v
  int is_true[FMU_EVENTS + 1];     // by event: its function was positive when last looked at
  int is_stopped;                  // an event has ended the motion
  long ticks[FMU_SAMPLES + 1];     // by sample: how many periods the next one is from time 0
  int waiting[FMU_SAMPLES + 1];    // how many results of samples wait for their delay to pass
  double waited[FMU_WAITING + 1];  // these results: places by tick, modulo the room of a sample
  FmuContacts contacts;
  double tolerance;                    // of co-simulation, and of contacts that come to rest
  double step;                         // [s] that it tries next; 0: none was made
  double size[FMU_ORDER + 1];          // by state: its largest value at the end of a step
  double timing[2 * FMU_SAMPLES + 1];  // by sample: periods, then delays [s]
  double starts[FMU_STARTS + 1];       // that follow parameters, as these are
  char is_set[FMU_VALUES];             // before the motion: it does not follow any more
  char is_held[FMU_INPUTS + 1];        // something has set it: its law has ended
} FmuData;

typedef enum FmuMode {
  FMU_INSTANTIATED = 1,
  FMU_INITIALIZING = 2,
  FMU_AT_EVENT = 4,
  FMU_CONTINUOUS = 8,
  FMU_STEPPING = 16,
  FMU_TERMINATED = 32,
  FMU_FAILED = 64
} FmuMode;

// The hash of the unit. Its value stands at the end of the source, so that a local variable of the
// model may have any name.
static const char fmu_token[65];

// A state as bytes, for a unit of the same description on such a machine: the token, then all.
enum { FMU_STATE_SIZE = sizeof fmu_token + sizeof(FmuData) + sizeof(FmuMode) };

static void fmu_write_state(const FmuData *d, FmuMode mode, void *bytes)
{
  char *place = bytes;
  memcpy(place, fmu_token, sizeof fmu_token);
  memcpy(place + sizeof fmu_token, d, sizeof *d);
  memcpy(place + sizeof fmu_token + sizeof *d, &mode, sizeof mode);
}

// 0, or not: they are no such bytes.
static int fmu_read_state(FmuData *d, FmuMode *mode, const void *bytes)
{
  const char *place = bytes;
  if (memcmp(place, fmu_token, sizeof fmu_token) != 0) return 1;
  memcpy(d, place + sizeof fmu_token, sizeof *d);
  memcpy(mode, place + sizeof fmu_token + sizeof *d, sizeof *mode);
  return 0;
}

static void fmu_forget(FmuData *d) { d->has_rates = d->has_outputs = 0; }

static const NAME_prepared *fmu_prepared(FmuData *d)
{
  if (!d->has_prepared) fmu_model_prepare(d->v, &d->prepared);
  d->has_prepared = 1;
  return &d->prepared;
}

static void fmu_begin(FmuData *d)
{
  memset(d, 0, sizeof *d);
  memcpy(d->v, FMU_START, sizeof d->v);
  d->tolerance = FMU_TOLERANCE;
  fmu_model_starts(fmu_prepared(d), d->v, d->starts);
}

static int fmu_is_parameter(unsigned reference)
{
  return FMU_ACCESS[reference] == 'p' || FMU_ACCESS[reference] == 'f';
}

// What follows parameters that were set; parameters among it are followed in the next round.
static void fmu_find_starts(FmuData *d)
{
  for (int round = 0, goes_on = 1; goes_on && round <= FMU_STARTS; round++) {
    double starts[FMU_STARTS + 1];
    goes_on = 0;
    fmu_model_starts(fmu_prepared(d), d->v, starts);
    for (int k = 0; k < FMU_STARTS; k++) {
      const int place = FMU_START_PLACE[k], is_same = starts[k] == d->starts[k];
      d->starts[k] = starts[k];
      if (is_same || d->is_set[place]) continue;
      d->v[place] = starts[k];
      if (fmu_is_parameter((unsigned)place)) d->has_prepared = 0;
      goes_on = 1;
    }
  }
}

// Inputs that follow the clock, and the rates of the states. 0, or not: there are none here.
static int fmu_find_rates(FmuData *d)
{
  if (d->has_rates) return 0;
  fmu_model_inputs(fmu_prepared(d), d->v, d->is_held);
  int failed = fmu_model_rates(fmu_prepared(d), d->v);
  if (!failed) failed = fmu_contacts_push(fmu_prepared(d), d->v, &d->contacts, d->tolerance);
  d->has_rates = !failed;
  return failed;
}

// Positive where conditions hold: those with >= and <= where the function is 0, too.
static const double *fmu_events(FmuData *d)
{
  fmu_find_rates(d);  // and with them forces of contacts
  fmu_model_events(fmu_prepared(d), d->v);
  for (int e = 0; e < FMU_EVENTS; e++) {
    if (d->v[FMU_EV + e] == 0 && FMU_HOLDS_AT_ZERO[e] == '1') d->v[FMU_EV + e] = 1e-100;
  }
  fmu_contacts_events(fmu_prepared(d), &d->contacts, d->v, d->tolerance);
  return d->v + FMU_EV;
}

static int fmu_find_outputs(FmuData *d)
{
  if (d->has_outputs) return 0;
  int failed = fmu_find_rates(d);
  if (!failed) failed = fmu_model_outputs(fmu_prepared(d), d->v);
  fmu_events(d);
  d->has_outputs = !failed;
  return failed;
}

// 0, or not: there is no such value, or it does not exist here.
static int fmu_get(FmuData *d, const unsigned references[], size_t count, double values[])
{
  for (size_t k = 0; k < count; k++) {
    if (references[k] >= FMU_VALUES) return 1;
    if (FMU_ACCESS[references[k]] == 'r' && fmu_find_rates(d)) return 1;
    if (FMU_ACCESS[references[k]] == 'y' && fmu_find_outputs(d)) return 1;
    values[k] = d->v[references[k]];
  }
  return 0;
}

// 0, or not: there is no such value, or it cannot be set now.
static int fmu_set(FmuData *d, const unsigned references[], size_t count, const double values[],
                   FmuMode mode)
{
  const int is_early = (mode & (FMU_INSTANTIATED | FMU_INITIALIZING)) != 0;
  for (size_t k = 0; k < count; k++) {
    const char access = references[k] < FMU_VALUES ? FMU_ACCESS[references[k]] : '-';
    const int is_free = access == 'p' || access == 'u';
    const int is_start = (access == 'x' || access == 'z' || access == 'f') && is_early;
    if (!is_free && !is_start) return 1;
  }
  for (size_t k = 0; k < count; k++) {
    d->v[references[k]] = values[k];
    if (is_early) d->is_set[references[k]] = 1;
    if (fmu_is_parameter(references[k])) d->has_prepared = 0;
  }
  if (is_early && !d->has_prepared) fmu_find_starts(d);
  fmu_forget(d);
  return 0;
}

static void fmu_put_state(FmuData *d, double t, const double x[])
{
  d->v[FMU_TIME] = t;
  if (FMU_ORDER > 0) memcpy(d->v + FMU_X, x, sizeof(double) * FMU_ORDER);
  fmu_forget(d);
}

// ---- events

static void fmu_look(FmuData *d)
{
  const double *ev = fmu_events(d);
  for (int e = 0; e < FMU_EVENTS; e++)
    d->is_true[e] = ev[e] > 0;
}

// When something is sampled next, or what was sampled takes effect.
static double fmu_next_sample(const FmuData *d)
{
  double next = HUGE_VAL;
  for (int k = 0; k < FMU_SAMPLES; k++) {
    const double sample = (double)d->ticks[k] * d->timing[k];
    const double effect =
        (double)(d->ticks[k] - d->waiting[k]) * d->timing[k] + d->timing[FMU_SAMPLES + k];
    if (sample < next) next = sample;
    if (d->waiting[k] > 0 && effect < next) next = effect;
  }
  return next;
}

static int fmu_is_due(const FmuData *d, double moment)
{
  const double t = d->v[FMU_TIME];
  return moment <= t + 1e-12 * (fabs(t) > 1 ? fabs(t) : 1);
}

static double *fmu_delay_slot(FmuData *d, int k, long tick)
{
  const int width = FMU_SET_FIRST[FMU_EVENTS + k + 1] - FMU_SET_FIRST[FMU_EVENTS + k];
  return d->waited + FMU_WAIT_FIRST[k] + (tick % FMU_WAIT_ROOM[k]) * width;
}

// An input is held at what sets it from here on; the rates of a smooth one are then 0.
static void fmu_put(FmuData *d, int place, double value)
{
  int input = place - FMU_U;
  d->v[place] = value;
  if (input < 0 || input >= FMU_INPUTS) return;
  d->is_held[input] = 1;
  for (input++; input < FMU_INPUTS && FMU_IS_RATE[input] == '1'; input++) {
    d->v[FMU_U + input] = 0;
    d->is_held[input] = 1;
  }
}

// Samples that are due see what there was before; what has waited long enough is taken.
static void fmu_sample(FmuData *d)
{
  fmu_find_rates(d);  // and with them inputs and accelerations
  for (int k = 0; k < FMU_SAMPLES; k++) {
    if (!fmu_is_due(d, (double)d->ticks[k] * d->timing[k])) continue;
    fmu_model_set(fmu_prepared(d), d->v, FMU_EVENTS + k, fmu_delay_slot(d, k, d->ticks[k]));
    d->ticks[k]++;
    d->waiting[k]++;
  }
  for (int k = 0; k < FMU_SAMPLES; k++) {
    const long tick = d->ticks[k] - d->waiting[k];
    if (d->waiting[k] == 0 ||
        !fmu_is_due(d, (double)tick * d->timing[k] + d->timing[FMU_SAMPLES + k]))
      continue;
    const double *set = fmu_delay_slot(d, k, tick);
    for (int i = FMU_SET_FIRST[FMU_EVENTS + k]; i < FMU_SET_FIRST[FMU_EVENTS + k + 1]; i++)
      fmu_put(d, FMU_SET_TARGET[i], *set++);
    d->waiting[k]--;
  }
  fmu_forget(d);
}

// Those that have risen see what there was before, then values are taken in order, and speeds
// change where something is hit. `is_moved`: something else has, so contacts are looked at.
static int fmu_jump(FmuData *d, int held[], int is_moved, int *failed)
{
  double set[FMU_SETTINGS + 1];
  int risen[FMU_EVENTS + 1];
  int is_any = 0;
  const double *ev = fmu_events(d);
  for (int e = 0; e < FMU_EVENTS; e++) {
    risen[e] = ev[e] > 0 && !d->is_true[e];
    d->is_true[e] = ev[e] > 0;
    if (risen[e]) is_any = 1;
  }
  if (is_any || is_moved)
    is_any = fmu_contacts_rise(fmu_prepared(d), d->v, &d->contacts, d->tolerance, risen);
  for (int e = 0; e < FMU_EVENTS; e++) {
    if (!risen[e]) continue;
    fmu_model_set(fmu_prepared(d), d->v, e, set + FMU_SET_FIRST[e]);
    is_any = 1;
  }
  for (int e = 0; e < FMU_EVENTS; e++) {
    if (!risen[e]) continue;
    for (int k = FMU_SET_FIRST[e]; k < FMU_SET_FIRST[e + 1]; k++) {
      const int target = FMU_SET_TARGET[k], speed = target - FMU_X - FMU_COORDINATES;
      if (target >= 0) fmu_put(d, target, set[k]);
      if (speed >= 0 && speed < FMU_COORDINATES) held[speed] = 1;
    }
    if (FMU_STOPS[e] == '1') d->is_stopped = 1;
  }
  *failed |= fmu_contacts_hit(fmu_prepared(d), d->v, &d->contacts, d->tolerance, risen, set);
  fmu_forget(d);
  return is_any && !*failed;
}

// What rests behind all that has happened, and what is true there.
static int fmu_update_contacts(FmuData *d)
{
  fmu_model_inputs(fmu_prepared(d), d->v, d->is_held);
  int failed = fmu_model_rates(fmu_prepared(d), d->v);
  if (!failed) failed = fmu_contacts_settle(fmu_prepared(d), d->v, &d->contacts, d->tolerance);
  fmu_forget(d);
  fmu_look(d);
  return failed;
}

// All that happens at one time: samples, what has risen, then what that makes true. Returns whether
// anything did; *failed: events cause one another without end, or the speeds that are set do not
// fit.
static int fmu_handle_events(FmuData *d, int is_start, int *failed)
{
  int held[FMU_COORDINATES + 1] = { 0 };
  const int is_sampled = fmu_is_due(d, fmu_next_sample(d));
  const int is_moved = is_start || is_sampled;
  int rounds = 0, sets_speeds = 0;
  *failed = 0;
  fmu_contacts_begin(fmu_prepared(d), d->v, &d->contacts);
  if (is_sampled) fmu_sample(d);
  while (rounds < 100 && !d->is_stopped && fmu_jump(d, held, is_moved || rounds > 0, failed))
    rounds++;
  for (int i = 0; i < FMU_COORDINATES; i++)
    sets_speeds = sets_speeds || held[i];
  if (rounds == 100) *failed = 1;
  if (!*failed && sets_speeds) *failed = fmu_model_close(fmu_prepared(d), d->v, 1, 0, held);
  fmu_forget(d);
  if (!*failed && FMU_CONTACTS > 0 && (is_moved || rounds > 0)) *failed = fmu_update_contacts(d);
  return is_sampled || rounds > 0 || d->is_stopped;
}

// Periods and delays as the parameters are. 0, or not: they make no sense, or more results would
// wait than there is room for.
static int fmu_begin_samples(FmuData *d)
{
  fmu_model_timing(fmu_prepared(d), d->v, d->timing);
  for (int k = 0; k < FMU_SAMPLES; k++) {
    const double period = d->timing[k], delay = d->timing[FMU_SAMPLES + k];
    if (!(period > 0 && delay >= 0 && delay / period < FMU_WAIT_ROOM[k] - 1)) return 1;
    d->ticks[k] = (long)ceil(d->v[FMU_TIME] / period - 1e-9);
  }
  return 0;
}

// What was set, or is started by the experiment, stays, and the rest is closed. Where nothing
// closes so, places move, then speeds, too: an importer may write back every start after it has
// changed a parameter. 0, or not.
static int fmu_close_start(FmuData *d)
{
  int held[2 * FMU_COORDINATES + 1], failed = 1;
  double before[FMU_VALUES];
  memcpy(before, d->v, sizeof before);
  for (int i = 0; i < 2 * FMU_COORDINATES; i++)
    held[i] = FMU_IS_GIVEN[i] == '1' || d->is_set[FMU_X + i];
  for (int free = 0; failed && free < 3; free++) {
    memcpy(d->v, before, sizeof before);
    failed = fmu_model_close(fmu_prepared(d), d->v, 0, free < 1 ? held : 0,
                             free < 2 ? held + FMU_COORDINATES : 0);
  }
  return failed;
}

enum { FMU_NO_SAMPLES = 2 };

// What the start is if its values are changed: closed again; samples begin, and contacts rest. 0,
// or not: it cannot be closed, or it cannot be sampled (FMU_NO_SAMPLES).
static int fmu_end_start(FmuData *d)
{
  fmu_forget(d);
  if (fmu_begin_samples(d)) return FMU_NO_SAMPLES;
  fmu_model_inputs(fmu_prepared(d), d->v, d->is_held);
  int failed = fmu_close_start(d);
  if (fmu_is_due(d, fmu_next_sample(d))) fmu_sample(d);
  fmu_look(d);
  if (!failed && FMU_CONTACTS > 0) fmu_handle_events(d, 1, &failed);
  return failed;
}

// ---- co-simulation

// The largest state so far, or at x.
static double fmu_largest(const FmuData *d, const double x[])
{
  double largest = 0;
  for (int i = 0; i < FMU_ORDER; i++) {
    const double size = fabs(x[i]) > d->size[i] ? fabs(x[i]) : d->size[i];
    largest = size > largest ? size : largest;
  }
  return largest;
}

// The size of a state by which it may be off in a step: from a tenth on 1, below a thousandth its
// own. One that has hardly moved may be rounding of the others.
static double fmu_size(double size, double largest)
{
  if (largest <= 1e-12) return 1;
  size = size > 1e-6 * largest ? size : 1e-6 * largest;
  size = size > 1e-3 ? pow(10 * size, 1.5) : size;
  return size < 1 ? size : 1;
}

static void fmu_see_sizes(FmuData *d, const double x[])
{
  for (int i = 0; i < FMU_ORDER; i++)
    d->size[i] = fabs(x[i]) > d->size[i] ? fabs(x[i]) : d->size[i];
}

// One step of Dormand and Prince's method of order 5 (J. Comp. Appl. Math. 6, 1980) from x at t to
// `next`; *error in units of the tolerance. 0, or not: there are no rates on the way.
static int fmu_try(FmuData *d, double t, const double x[], double h, double next[], double *error)
{
  static const double TIMES[7] = { 0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1 };
  static const double A[7][6] = {
    { 0, 0, 0, 0, 0, 0 },
    { 1.0 / 5, 0, 0, 0, 0, 0 },
    { 3.0 / 40, 9.0 / 40, 0, 0, 0, 0 },
    { 44.0 / 45, -56.0 / 15, 32.0 / 9, 0, 0, 0 },
    { 19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729, 0, 0 },
    { 9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656, 0 },
    { 35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84 },
  };
  static const double E[7] = { 71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                               -17253.0 / 339200, 22.0 / 525, -1.0 / 40 };
  double k[7][FMU_ORDER + 1];
  *error = 0;
  for (int stage = 0; stage < 7; stage++) {
    for (int i = 0; i < FMU_ORDER; i++) {
      double sum = 0;
      for (int j = 0; j < stage; j++)
        sum += A[stage][j] * k[j][i];
      next[i] = x[i] + h * sum;
    }
    fmu_put_state(d, t + TIMES[stage] * h, next);
    if (fmu_find_rates(d)) return 1;
    if (FMU_ORDER > 0) memcpy(k[stage], d->v + FMU_RATES, sizeof(double) * FMU_ORDER);
  }
  const double largest = fmu_largest(d, next);
  for (int i = 0; i < FMU_ORDER; i++) {
    double off = 0;
    for (int stage = 0; stage < 7; stage++)
      off += E[stage] * k[stage][i];
    const double now = fabs(x[i]) > fabs(next[i]) ? fabs(x[i]) : fabs(next[i]);
    const double size = now > d->size[i] ? now : d->size[i];
    off = fabs(h * off) / (d->tolerance * (fmu_size(size, largest) + now));
    if (!(off <= *error)) *error = off;  // also what is no number
  }
  return 0;
}

// Has an event risen, in the state as it is?
static int fmu_has_risen(FmuData *d)
{
  const double *ev = fmu_events(d);
  for (int e = 0; e < FMU_EVENTS; e++) {
    if (ev[e] > 0 && !d->is_true[e]) return 1;
  }
  return 0;
}

// The shortest step behind which an event has risen, as it has behind the step h.
static double fmu_find_event(FmuData *d, double t, const double x[], double h, double next[])
{
  double before = 0, behind = h, error;
  for (int k = 0; k < 60 && behind - before > 1e-15 * (1 + fabs(t)); k++) {
    const double middle = (before + behind) / 2;
    const int has_crossed = !fmu_try(d, t, x, middle, next, &error) && fmu_has_risen(d);
    if (has_crossed) behind = middle;
    if (!has_crossed) before = middle;
  }
  fmu_try(d, t, x, behind, next, &error);
  return behind;
}

// One step that is good enough, to `end` at most; events that it meets happen. 0, or not.
static int fmu_step(FmuData *d, double end)
{
  double x[FMU_ORDER + 1], next[FMU_ORDER + 1], error = 0;
  const double t = d->v[FMU_TIME], least = 1e-14 * (1 + fabs(t));
  memcpy(x, d->v + FMU_X, sizeof(double) * FMU_ORDER);
  fmu_see_sizes(d, x);
  for (;;) {
    const int is_last = d->step >= end - t;
    const double h = is_last ? end - t : d->step;
    const int failed = fmu_try(d, t, x, h, next, &error);
    const int is_good = !failed && error <= 1;
    double factor = failed || !(error < 1e10) ? 0.1 : 0.9 * pow(error + 1e-10, -0.2);
    if (factor > 4) factor = 4;
    if (factor < 0.1) factor = 0.1;
    if (!is_last || !is_good || factor * h > d->step) d->step = factor * h;
    if (is_good) {
      const int has_crossed = fmu_has_risen(d);
      const double way = has_crossed ? fmu_find_event(d, t, x, h, next) : h;
      fmu_put_state(d, way == h && is_last ? end : t + way, next);
      break;
    }
    if (d->step < least) return 1;
  }
  fmu_model_inputs(fmu_prepared(d), d->v, d->is_held);
  int failed = fmu_model_close(fmu_prepared(d), d->v, 0, 0, 0);
  if (!failed) failed = fmu_contacts_project(fmu_prepared(d), d->v, &d->contacts);
  fmu_forget(d);
  d->contacts.flight = HUGE_VAL;
  if (!failed) fmu_handle_events(d, 0, &failed);
  if (!failed) failed = fmu_contacts_audit(fmu_prepared(d), d->v, &d->contacts);
  // a rebound must not begin and end within one step, which would not see it
  if (d->contacts.flight / 4 < d->step) d->step = d->contacts.flight / 4;
  return failed;
}

// To `end`, or to where an event stops it. 0, or not.
static int fmu_go(FmuData *d, double end)
{
  if (!(d->step > 0)) d->step = (end - d->v[FMU_TIME]) / 10;
  while (d->v[FMU_TIME] < end && !d->is_stopped) {
    const double sample = fmu_next_sample(d);
    if (fmu_step(d, sample < end ? sample : end)) return 1;
  }
  return 0;
}

// ---- derivatives

// Of all values along a direction, by differences of fourth order: some eleven digits. 0, or not.
static int fmu_differ(FmuData *d, const double along[], double change[])
{
  static const double STEPS[4] = { -2, -1, 1, 2 }, WEIGHTS[4] = { 1, -8, 8, -1 };
  const FmuData kept = *d;
  double size = 0;
  int failed = 0;
  for (int i = 0; i < FMU_VALUES; i++) {
    const double part = fabs(along[i]) / (1 + fabs(kept.v[i]));
    if (part > size) size = part;
    change[i] = 0;
  }
  const double h = size > 0 ? 0x1p-12 / size : 1;
  for (int k = 0; k < 4 && !failed; k++) {
    for (int i = 0; i < FMU_VALUES; i++)
      d->v[i] = kept.v[i] + STEPS[k] * h * along[i];
    d->has_prepared = 0;
    fmu_forget(d);
    failed = fmu_find_outputs(d);
    for (int i = 0; i < FMU_VALUES; i++)
      change[i] += WEIGHTS[k] * d->v[i] / (12 * h);
  }
  *d = kept;
  return failed;
}

// Of unknowns along a direction of knowns, which are states, inputs or parameters; exact where
// there are derivatives of the rates and nothing else is asked for. 0, or not: there are none.
static int fmu_go_along(FmuData *d, const unsigned unknowns[], size_t unknown_count,
                        const unsigned knowns[], size_t known_count, const double seed[],
                        double change[])
{
  double along[FMU_VALUES] = { 0 }, changes[FMU_VALUES] = { 0 };
  int is_exact = FMU_HAS_SLOPES;
  for (size_t k = 0; k < known_count; k++) {
    const char access = knowns[k] < FMU_VALUES ? FMU_ACCESS[knowns[k]] : '-';
    const int is_parameter = access == 'p' || access == 'f';
    if (access != 'u' && access != 'x' && !is_parameter) return 1;
    if (is_parameter) is_exact = 0;
    along[knowns[k]] += seed[k];
  }
  for (size_t k = 0; k < unknown_count; k++) {
    if (unknowns[k] >= FMU_VALUES) return 1;
    if (unknowns[k] < FMU_X || unknowns[k] >= FMU_RATES + FMU_ORDER) is_exact = 0;
  }
  if (is_exact) {
    memcpy(changes, along, sizeof changes);
    if (fmu_find_rates(d) || fmu_model_slopes(fmu_prepared(d), d->v, changes)) return 1;
  } else if (fmu_differ(d, along, changes)) {
    return 1;
  }
  for (size_t k = 0; k < unknown_count; k++)
    change[k] = changes[unknowns[k]];
  return 0;
}
