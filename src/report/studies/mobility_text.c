// mobility_text.c -- a mobility study as text.
// SPDX-License-Identifier: MIT
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"
#include "report/words.h"
#include "system/mobility/mobility_impl.h"
#include "study/mobility/mobility_findings.h"

#include <math.h>
#include <string.h>

enum { LABEL_WIDTH = 18, MAX_SETS = 12 };

// Prints the label with which every part begins.
static void put_label(const char *label, Text *out)
{
  text_format(out, "  %s", label);
  text_repeat(out, ' ', LABEL_WIDTH - text_columns(label, strlen(label)));
}

static void put_indent(Text *out) { text_repeat(out, ' ', LABEL_WIDTH + 2); }

// ---- result

static int own_rows(const MobilityStudy *study) { return study->rows->count - study->motion_count; }

// Constraints that Gruebler's count subtracts although they are redundant.
static void put_hyperstatic(const MobilityFindings *findings, Text *out)
{
  int counted = findings->count.freedoms, mobility = findings->study->mobility;
  if (counted == mobility) return;
  text_format(out, "; Grübler-Kutzbach count %d", counted);
  if (counted < mobility) text_format(out, ", hyperstatic of degree %d", mobility - counted);
}

static void put_verdict(const MobilityFindings *findings, Text *out)
{
  const MobilityStudy *study = findings->study;
  text_format(out, "Mobility %d", study->mobility);
  int internal = findings->internal.count;
  if (internal > 0) text_format(out, ", of which %d internal", internal);
  put_hyperstatic(findings, out);
  text_put(out, study->mobility == 0 ? ": a structure (no motion)" : "");
  text_put(out,
           study->finite < study->positions ? "; only infinitesimally movable (shaky).\n" : ".\n");
}

// ---- the count

// Kutzbach's formula applies if all loops are of one kind.
static bool has_formula(const MobilityFindings *findings)
{
  const Mobility *count = &findings->count;
  bool is_uniform = count->is_planar || count->planar_loops == 0;
  return is_uniform && findings->study->mechanism->loop_count > 0;
}

// Prints the formula and returns the number of constraints still to be subtracted. The formula
// counts three degrees of freedom for a quaternion, so that norms are not among these constraints.
static int put_formula(const Mobility *count, Text *out)
{
  int space = count->is_planar ? 3 : 6;
  text_format(out, "%d (%d - %d - 1) + %d", space, count->body_count, count->joint_count,
              count->joint_freedoms);
  return space * (count->body_count - count->joint_count - 1) + count->joint_freedoms -
         count->wheel_equations - count->freedoms;
}

static void put_bodies(const MobilityFindings *findings, Text *out)
{
  const Mobility *count = &findings->count;
  put_indent(out);
  text_format(out, "%d bodies with ground, %d joint%s with %d degree%s of freedom, ",
              count->body_count, count->joint_count, words_plural(count->joint_count),
              count->joint_freedoms, words_plural(count->joint_freedoms));
  if (count->is_planar || count->planar_loops == 0) {
    text_put(out, count->is_planar ? "in a plane\n" : "in space\n");
  } else {
    text_format(out, "%d of %d loops in planes\n", count->planar_loops,
                findings->study->mechanism->loop_count);
  }
}

static void put_count(const MobilityFindings *findings, Text *out)
{
  const Mobility *count = &findings->count;
  const Mechanism *mechanism = findings->study->mechanism;
  int constraints = count->constraint_count;
  put_label("Grübler-Kutzbach", out);
  text_format(out, "%d = ", count->freedoms);
  if (has_formula(findings)) {
    constraints = put_formula(count, out);
  } else {
    text_format(out, "%d", mechanism->coordinate_count);
    if (count->loop_equations > 0) text_format(out, " - %d of loops", count->loop_equations);
  }
  if (constraints > 0) text_format(out, " - %d of constraints", constraints);
  if (count->wheel_equations > 0) text_format(out, " - %d of wheels", count->wheel_equations);
  text_put(out, "\n");
  if (mechanism->loop_count > 0) put_bodies(findings, out);
}

// ---- the rank

static const double ROUNDING = 1e-12;  // smaller values differ between machines

static void put_gap(const NumericRank *rank, Text *out)
{
  if (rank->rank == 0) {
    text_put(out, "no singular value above rounding");
    return;
  }
  text_format(out, "singular values from %.2g down to %.2g", rank->largest, rank->smallest);
  if (rank->dropped == 0) return;
  if (rank->dropped < ROUNDING * rank->smallest) {
    text_put(out, ", then a gap of more than 1e12");
  } else {
    text_format(out, ", then a gap of %.1g", rank->gap);
  }
}

static void put_rank(const MobilityFindings *findings, Text *out)
{
  const MobilityStudy *study = findings->study;
  if (own_rows(study) == 0) return;  // only motions
  put_label("rank", out);
  text_format(out, "%d of %d equations: ", study->rank.rank, own_rows(study));
  put_gap(&study->rank, out);
  text_put(out, "\n");
  if (findings->start_rank.rank >= 0) {
    put_indent(out);
    text_format(out, "%s%d at the initial configuration, in exact arithmetic%s\n",
                findings->start_rank.is_proved ? "exactly " : "", findings->start_rank.rank,
                findings->start_rank.is_proved ? "" : " (modulo two primes)");
  }
}

static void put_configuration(const MobilityStudy *study, const double q[], Text *out)
{
  for (int i = 0; i < study->coordinate_count; i++) {
    const Variable *coordinate = &study->equations->coordinates[i];
    text_format(out, "%s%s = %.4g", i == 0 ? "" : ", ", coordinate->name,
                fabs(q[i]) < ROUNDING ? 0 : q[i]);
    words_put_unit(out, coordinate->unit, "");
  }
  text_put(out, "\n");
}

// Branches may intersect at the start, so that the configuration of the rank is printed.
static void put_start(const MobilityStudy *study, Text *out)
{
  int excess = study->instantaneous - (study->coordinate_count - study->rank.rank);
  if (excess <= 0) return;
  put_label("initially", out);
  text_format(
      out,
      "%d more instantaneously: a singular configuration (dead centre, change point, angles)\n",
      excess);
  put_indent(out);
  text_put(out, "all else is evaluated on the branch with ");
  put_configuration(study, study->q, out);
}

static void put_shaky(const MobilityStudy *study, Text *out)
{
  int shaky = study->positions - study->finite;
  if (shaky == 0) return;
  put_label("shaky", out);
  text_format(out,
              "%d velocity direction%s that the equations allow lead%s to no finite motion: steps "
              "along %s return\n",
              shaky, words_plural(shaky), shaky == 1 ? "s" : "", shaky == 1 ? "it" : "them");
}

static void put_speeds(const MobilityStudy *study, Text *out)
{
  int lost = study->positions - (study->coordinate_count - study->rank.rank);
  if (lost == 0) return;
  put_label("positions", out);
  text_format(out, "%d degrees of freedom, of which %d at a time: %d equation%s on speeds\n",
              study->finite, study->mobility, lost, words_plural(lost));
}

// ---- redundant constraints

static void put_branch(const MobilityStudy *study, Text *out)
{
  if (!study->branch_q) return;
  put_label("this branch", out);
  text_format(out, "only: elsewhere more equations are independent, and the mobility is %d, with\n",
              study->branch_mobility);
  put_indent(out);
  put_configuration(study, study->branch_q, out);
}

static void put_redundant(const MobilityStudy *study, Text *out)
{
  int count = mobility_redundant_count(study);
  if (count == 0) return;
  bool is_shaky = study->finite < study->positions;
  put_label(is_shaky ? "dependent" : "redundant", out);
  text_format(out, "%d equation%s%s; reactions there are not unique:\n", count, words_plural(count),
              is_shaky ? " to first order" : " (implied by the others)");
  for (int i = 0; i < study->rows->count; i++) {
    if (!study->is_redundant[i]) continue;
    const ConstraintEquation *equation = &study->rows->equations[i];
    put_indent(out);
    text_format(out, "  %s", equation->label);
    Span span = equation->span;
    if (span.source) text_format(out, " (%s:%d)", span.source->name, span_place(span).line);
    text_put(out, "\n");
  }
}

// ---- internal motions

static void put_direction(const double direction[3], Text *out)
{
  for (int i = 0; i < 3; i++) {
    if (fabs(fabs(direction[i]) - 1) > 1e-6) continue;
    text_format(out, "its %c axis", "xyz"[i]);
    return;
  }
  text_put(out, "the axis [");
  for (int i = 0; i < 3; i++) {
    double rounded = fabs(direction[i]) < 1e-6 ? 0 : direction[i];
    text_format(out, "%s%.4g", i > 0 ? ", " : "", rounded);
  }
  text_put(out, "]");
}

static void put_internal(const MobilityFindings *findings, Text *out)
{
  const KinematicGraph *graph = findings->graph;
  for (int i = 0; i < findings->internal.count; i++) {
    const InternalMotion *motion = &findings->internal.motions[i];
    int frame = graph->frame_of_link[motion->link];
    if (i == 0) put_label("internal", out);
    if (i > 0) put_indent(out);
    text_format(out, "'%s' %s ", graph->study->mechanism->frames[frame].name,
                motion->is_turn ? "spins about" : "slides along");
    put_direction(motion->direction, out);
    text_put(out, " without moving any other body\n");
  }
}

// ---- actuators

static void put_sets(const ActuatorSets *sets, Text *out)
{
  int shown = sets->set_count < MAX_SETS ? sets->set_count : MAX_SETS;
  for (int i = 0; i < shown; i++) {
    text_put(out, i > 0 ? "; " : ": ");
    for (int k = 0; k < sets->size; k++) {
      const SkeletonJoint *joint = sets->candidates[sets->sets[i * sets->size + k]];
      text_format(out, "%s%s", k > 0 ? " " : "", joint->name);
    }
  }
  if (shown < sets->set_count) text_format(out, "; and %d more", sets->set_count - shown);
}

static void put_actuators(const ActuatorSets *sets, Text *out)
{
  if (sets->ways == 0) return;
  put_label("actuators", out);
  text_format(out, "%d on %d joint%s of one degree of freedom: %.0f choice%s", sets->size,
              sets->candidate_count, words_plural(sets->candidate_count), sets->ways,
              sets->ways == 1 ? "" : "s");
  if (!sets->is_listed) {
    text_put(out, ", too many to try\n");
    return;
  }
  if (sets->admissible == (int)sets->ways) {
    text_put(out, sets->ways == 1 ? ", which is admissible\n" : ", all admissible\n");
    return;
  }
  text_format(out, ", %d admissible\n", sets->admissible);
  put_indent(out);
  text_put(out, sets->lists_admissible ? "admissible" : "not admissible");
  put_sets(sets, out);
  text_put(out, "\n");
}

static void put_motions(const MobilityStudy *study, Text *out)
{
  if (study->motion_count == 0) return;
  int left = study->mobility;
  for (int i = 0; i < study->rows->count; i++)
    left -= study->rows->equations[i].origin == ORIGIN_MOTION && !study->is_redundant[i];
  put_label("driven", out);
  text_format(out, "by %d motion%s, not counted above; %d degree%s of freedom left\n",
              study->motion_count, words_plural(study->motion_count), left, words_plural(left));
}

// ---- values

static void put_trial(const MobilityStudy *study, Text *out)
{
  if (study->values != VALUES_TRIAL) return;
  put_label("values", out);
  text_put(out, "parameters without a value were tried with");
  const char *separator = " ";
  for (int i = 0; i < study->mechanism->parameter_count; i++) {
    if (!values_lack(study, i)) continue;
    text_format(out, "%s%s = %.3g", separator, study->mechanism->parameters[i].name,
                study->parameters[i]);
    separator = ", ";
  }
  text_put(out, "\n");
}

static void put_open(const MobilityFindings *findings, Text *out)
{
  const MobilityStudy *study = findings->study;
  int least = study->coordinate_count - findings->open_rank;
  if (study->values == VALUES_TRIAL) {
    text_put(out, "No parameter values were found that close the loops; specify them.\n");
  } else {
    text_format(out, "It cannot be assembled: residual at least %.6g%s ", study->residual,
                mobility_residual_unit(study));
    text_put(out, "(see bielle analyze assembly).\n");
  }
  put_count(findings, out);
  put_label("rank", out);
  text_format(out, "%d of %d equations with open loops (exact): ", findings->open_rank,
              own_rows(study));
  text_format(out, "mobility at least %d, if it can be assembled\n", least > 0 ? least : 0);
  put_trial(study, out);
}

void mobility_words(const MobilityFindings *findings, Text *out)
{
  const MobilityStudy *study = findings->study;
  words_put_heading(out, study->mechanism->name, study->coordinate_count, own_rows(study));
  text_put(out, "\n");
  if (!study->is_assembled) {
    put_open(findings, out);
    return;
  }
  if (study->values != VALUES_TRIAL)
    words_put_changed(out, "Corrected to satisfy the constraints", study->equations, study->given_q,
                      study->start_q, "");
  put_verdict(findings, out);
  put_count(findings, out);
  put_rank(findings, out);
  put_start(study, out);
  put_shaky(study, out);
  put_speeds(study, out);
  put_branch(study, out);
  put_redundant(study, out);
  put_internal(findings, out);
  if (findings->special) {
    put_label("geometry", out);
    text_format(out, "%s\n", findings->special);
  }
  put_actuators(&findings->actuators, out);
  put_motions(study, out);
  put_trial(study, out);
}

// ---- summary line

// Returns true if there are constraints other than quaternion norms.
static bool has_news(const MobilityStudy *study)
{
  for (int i = 0; i < study->rows->count; i++) {
    if (study->rows->equations[i].origin != ORIGIN_QUATERNION) return true;
  }
  return false;
}

static void put_redundant_labels(const MobilityStudy *study, Text *out)
{
  const char *separator = "; redundant: ";
  for (int i = 0; i < study->rows->count; i++) {
    if (!study->is_redundant[i]) continue;
    text_format(out, "%s%s", separator, study->rows->equations[i].label);
    separator = ", ";
  }
}

static void put_moving(const MobilityStudy *study, Text *out)
{
  int rank = study->rank.rank, rows = own_rows(study);
  // Gruebler counts equations that are identically satisfied here: a wheel on a straight rail, a
  // screw along its axis
  int counted = study->coordinate_count - mechanism_mobility(study->mechanism);
  text_format(out, "  true mobility %d: ", study->mobility);
  if (study->finite < study->positions) {
    text_put(out, "infinitesimally movable (shaky), its equations are dependent to first order");
  } else if (rank == rows && rows < counted) {
    text_format(out, "%d equation%s independent, the others are redundant", rows,
                rows == 1 ? " is" : "s are");
  } else if (rank == rows) {
    text_format(out, "the equation%s independent", rows == 1 ? " is" : "s are");
  } else {
    text_format(out, "%d of %d equations are independent", rank, rows);
    put_redundant_labels(study, out);
  }
  int excess = study->instantaneous - (study->coordinate_count - rank);
  if (excess > 0)
    text_format(out, "; %d more instantaneously at the initial configuration", excess);
  text_put(out, study->values == VALUES_TRIAL ? " (with trial values of parameters)\n" : "\n");
}

static void record_study(const MobilityStudy *study, Record *out)
{
  record_flag(out, "closed", study->is_assembled);
  record_number(out, "residual", study->residual, "");
  record_flag(out, "trial_values", study->values == VALUES_TRIAL);
  if (!study->is_assembled) return;
  record_integer(out, "mobility", study->mobility);
  record_integer(out, "instantaneous", study->instantaneous);
  record_integer(out, "equations", study->rows->count - study->motion_count);
  record_integer(out, "rank", study->rank.rank);
  record_redundant(out, study);
}

void mobility_brief(const MobilityStudy *study, Record *record, Text *out)
{
  record_study(study, record);
  if (!has_news(study)) return;
  if (study->is_assembled) {
    put_moving(study, out);
    if (study->values != VALUES_TRIAL)
      words_put_changed(out, "  corrected to satisfy the constraints", study->equations,
                        study->given_q, study->start_q, "");
  } else if (study->values == VALUES_TRIAL) {
    text_put(out, "  true mobility unknown: it depends on parameters without values\n");
  } else {
    text_format(out, "  cannot be assembled: residual at least %.3g%s\n", study->residual,
                mobility_residual_unit(study));
  }
}
