// ride.c -- ride of a vehicle on its road, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/state/measure.h"
#include "api/study/study_call.h"
#include "lang/evaluate/value_list.h"
#include "report/studies/ride_report.h"

#include <math.h>

static const Dimension LENGTH = { .is_known = true, .power = { 1 } };

// Reads "zf, zr = 2.7 m": inputs, and their distance behind the first.
static bool read_roads(StudyCall *call, const char *list, RideRoad roads[], int *count)
{
  for (*count = 0; *list;) {
    ListItem item;
    list = list_next(list, &item);
    const char *name = arena_copy_text(call->arena, item.name.text, item.name.length);
    RideRoad road = { .behind = NAN };
    bool is_there = *count < RIDE_MAX_ROADS &&
                    excitation_find(call->mechanism, call->system->equations, name, &road.input);
    if (!is_there) {
      diagnose(call->diagnostics, NULL, "there is no input and no parameter '%s' to be a road",
               name);
      return false;
    }
    bool has_distance = item.has_value;
    if (has_distance &&
        !unit_value_parse(item.value.text, item.value.length, LENGTH, &road.behind)) {
      diagnose(call->diagnostics, NULL, "'%.*s' is not a distance of '%s' behind the first wheel",
               (int)item.value.length, item.value.text, name);
      return false;
    }
    roads[(*count)++] = road;
  }
  return true;
}

static bool read_options(StudyCall *call, const BielleRideOptions *asked, RideRoad roads[],
                         RideOptions *out)
{
  static const Dimension SPEED = { .is_known = true, .power = { 1, 0, -1 } };
  *out = (RideOptions){ .roads = roads, .speed = 20 };
  if (!study_read_measure(call, "--speed", asked->speed, SPEED, &out->speed)) return false;
  if (asked->road && !read_roads(call, asked->road, roads, &out->road_count)) return false;
  if (out->speed > 0) return true;
  diagnose(call->diagnostics, NULL, "a vehicle is driven with a speed above 0");
  return false;
}

static BielleStatus solve(StudyCall *call, const BielleRideOptions *asked)
{
  StateValues start;
  RideRoad roads[RIDE_MAX_ROADS];
  RideOptions options;
  const char *hint = NULL;
  if (!read_options(call, asked, roads, &options) || !study_read_state(call, &start))
    return BIELLE_BAD_INPUT;
  ProgramState state = start_state_program(&start);
  Ride *ride = ride_new(call->system, &state, &options, &call->why, &hint);
  if (!ride) return study_fail(call, hint);
  ride_words(ride, &call->answer->words);
  ride_record(ride, &state, call->answer->record);
  if (ride->third_count > 0) {
    RowTable table = ride_table(ride, call->arena);
    row_table_csv(&table, &call->answer->table);
  }
  ride_svg(ride, &call->answer->picture);
  bool holds = ride->is_still;
  ride_free(ride);
  return holds ? BIELLE_OK : BIELLE_DOES_NOT_HOLD;
}

BielleStatus bielle_analyze_ride(const BielleMechanism *mechanism, const BielleRideOptions *options,
                                 BielleDiagnostics *diagnostics, BielleAnswer **out)
{
  static const BielleRideOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  StudyCall call = study_begin(mechanism, options->start, diagnostics);
  return study_end(&call, solve(&call, options), out);
}
