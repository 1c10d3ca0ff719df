// listing_chain.c -- reads a mechanism as one sentence of terms, or reports why that is not
// possible.
// SPDX-License-Identifier: MIT
#include "report/mechanism/listing_impl.h"

static bool reject(const Chain *chain, Span span, const char *hint, const char *why)
{
  diagnostics_add(chain->diagnostics, SEVERITY_ERROR, span, hint,
                  "no listing for this mechanism: %s", why);
  return false;
}

static bool reject_frame(const Chain *chain, int frame, const char *hint, const char *why)
{
  const Frame *refused = &chain->mechanism->frames[frame];
  const char *whole = arena_format(chain->arena, "'%s' %s", refused->name, why);
  return reject(chain, refused->span, hint, whole);
}

static int axis_of(const Move *move)
{
  for (int i = 0; i < 3; i++) {
    const Expr *const *at = move->at;
    bool is_alone = expr_is_zero(at[(i + 1) % 3]) && expr_is_zero(at[(i + 2) % 3]);
    if (is_alone && expr_is_one(at[i])) return i;
  }
  return -1;
}

static bool is_taken(const Chain *chain, int coordinate)
{
  for (int i = 0; i < chain->term_count; i++) {
    if (chain->terms[i].coordinate == coordinate) return true;
  }
  return false;
}

static bool add_term(Chain *chain, int frame, const Move *move)
{
  Term term = { .move = move, .frame = frame, .coordinate = -1 };
  if (move->kind == MOVE_QUATERNION) {
    return reject_frame(chain, frame, "three turns about x, y, z say the same",
                        "turns by Euler parameters");
  }
  term.axis = axis_of(move);
  if (term.axis < 0) {
    return reject_frame(chain, frame, "the tables have a column for each of x, y, z",
                        "has an axis that is not x, y or z");
  }
  bool moves = move->amount->form->stage > STAGE_PARAMETER;
  if (moves) {
    term.coordinate = mechanism_coordinate_of(chain->mechanism, move->amount);
    if (term.coordinate < 0 || is_taken(chain, term.coordinate)) {
      return reject_frame(chain, frame, "each term that moves is a degree of freedom",
                          "does not move by just a coordinate of its own");
    }
    chain->freedom_count++;
  }
  term.number = chain->freedom_count;
  chain->terms[chain->term_count++] = term;
  return true;
}

static int move_count(const Mechanism *mechanism)
{
  int count = 0;
  for (int i = 0; i < mechanism->frame_count; i++)
    count += mechanism->frames[i].move_count;
  return count;
}

static bool read_terms(Chain *chain)
{
  const Mechanism *mechanism = chain->mechanism;
  chain->terms = ARENA_ARRAY(chain->arena, Term, move_count(mechanism) + 1);
  for (int i = 1; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    if (frame->parent != i - 1) {
      return reject_frame(chain, i, "the tables are for one chain, in order",
                          "begins a branch: this is not a serial chain");
    }
    for (int k = 0; k < frame->move_count; k++) {
      if (!add_term(chain, i, &frame->moves[k])) return false;
    }
  }
  if (chain->freedom_count > 0) return true;
  return reject(chain, mechanism->frames[FRAME_GROUND].span, NULL, "nothing moves");
}

// ---- bodies

int chain_body_of_frame(const Chain *chain, int frame, Pose *place)
{
  int number = 0;
  *place = pose_identity(chain->pool);
  for (int i = 0; i < chain->term_count && chain->terms[i].frame <= frame; i++) {
    const Term *term = &chain->terms[i];
    bool moves = term->coordinate >= 0;
    *place = moves ? pose_identity(chain->pool) : pose_moved(*place, term->move);
    number = term->number;
  }
  return number;
}

Vec3 chain_lever(const Chain *chain, int body)
{
  Pose place = pose_identity(chain->pool);
  for (int i = 0; i < chain->term_count; i++) {
    const Term *term = &chain->terms[i];
    if (term->number == body && term->coordinate < 0) place = pose_moved(place, term->move);
  }
  return place.p;
}

static bool check_bodies(const Chain *chain)
{
  const Mechanism *mechanism = chain->mechanism;
  for (int i = 0; i < mechanism->body_count; i++) {
    Pose place;
    const Body *body = &mechanism->bodies[i];
    if (chain_body_of_frame(chain, body->frame, &place) > 0) continue;
    const char *why = arena_format(chain->arena, "the body '%s' does not move", body->name);
    return reject(chain, body->span, NULL, why);
  }
  return true;
}

// ---- closed chains

static const char OPEN[] = "the tables are for open chains";

static bool check_loops(const Chain *chain)
{
  if (chain->mechanism->loop_count == 0) return true;
  const Loop *loop = &chain->mechanism->loops[0];
  const char *why = arena_format(chain->arena, "the loop '%s' closes it", loop->name);
  return reject(chain, loop->span, OPEN, why);
}

static bool check_constraints(const Chain *chain)
{
  if (chain->mechanism->constraint_count == 0) return true;
  const Constraint *constraint = &chain->mechanism->constraints[0];
  const char *why = arena_format(chain->arena, "it has the constraint '%s'", constraint->name);
  return reject(chain, constraint->span, OPEN, why);
}

// Constraints are checked last: for those of Euler parameters the earlier checks give a better
// reason.
bool chain_read(Chain *chain)
{
  return check_loops(chain) && read_terms(chain) && check_bodies(chain) && check_constraints(chain);
}
