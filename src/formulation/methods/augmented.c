// augmented.c -- computes augmented bodies, with named constants, from the bodies of the links.
// SPDX-License-Identifier: MIT
#include "formulation/methods/augmented.h"

#include "base/memory/memory.h"
#include "notation/formula/formula.h"
#include "symbolic/algebra.h"

#include <assert.h>
#include <stdlib.h>

static const char AXES[] = "XYZ", AXIS_NAMES[] = "xyz";

// ---- names

// Returns true for a number, a symbol, a name, or a multiple of one of these.
static bool is_trivial(const Derivation *derivation, const Expr *value)
{
  Equations *equations = derivation->equations;
  Progress *progress = pool_pause(equations->pool);
  const Formula *formula = formula_of(value, equations->arena);
  pool_resume_progress(equations->pool, progress);
  bool is_multiple = formula->kind == FORMULA_PRODUCT && formula->count == 1 &&
                     formula->exponents[0] == 1 && formula->parts[0]->kind == FORMULA_ATOM;
  return formula->kind == FORMULA_ATOM || is_multiple;
}

static bool carries_links(const LinkTree *links, int link)
{
  for (int i = link + 1; i < links->count; i++) {
    if (links->links[i].parent == link) return true;
  }
  return false;
}

// Names a constant of link `number`, counted from 1, by its letters and the number, with A prefixed
// as long as the user has the name. `what` describes it.
static const Expr *name_constant(const Derivation *derivation, AugmentedTree *tree,
                                 const char *letters, int number, const char *what,
                                 const Expr *value)
{
  if (is_trivial(derivation, value)) return value;
  Arena *arena = derivation->equations->arena;
  const char *name = arena_format(arena, "%s%d", letters, number);
  const char *link = tree->links->links[number - 1].name;
  bool is_augmented = carries_links(tree->links, number - 1);
  const char *meaning = arena_format(arena, "%s of %s%s", what, link,
                                     is_augmented ? ", with the masses beyond it" : "");
  const Expr *named = derivation_name(derivation, name, 'A', meaning, value);
  tree->constants[tree->constant_count++] = named;
  return named;
}

// ---- sums of mass, first and second moments

// The sums of a link, without displacements of sliding links.
typedef struct Sums {
  const Expr *mass;  // M
  Vec3 V;
  Mat3 W;
  Mat3 I;  // of the bodies, each at its centre of mass
} Sums;

static void add_mass(Sums *sums, const Expr *mass, Vec3 at)
{
  sums->mass = sum(sums->mass, mass);
  sums->V = vec3_add(sums->V, vec3_scale(mass, at));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *squares = product(at.at[i], at.at[j]);
      sums->W.at[i][j] = sum(sums->W.at[i][j], product(squares, mass));
    }
  }
}

static void add_body(Sums *sums, const Body *body, Pose place)
{
  Pool *pool = expr_pool(sums->mass);
  const Expr *mass = expr_copy(pool, body->mass);
  add_mass(sums, mass, pose_apply(place, vec3_copy(pool, body->com_F)));
  Mat3 turned = mat3_mul(place.R, mat3_copy(pool, body->inertia_F));
  sums->I = mat3_add(sums->I, mat3_mul(turned, mat3_transpose(place.R)));
}

// Adds the bodies first, then, from the tips inwards, what the children carry. sums[0] belongs to
// ground, the following ones to the links.
static Sums *collect_sums(Derivation *derivation, AugmentedTree *tree)
{
  Equations *equations = derivation->equations;
  const Mechanism *mechanism = derivation->mechanism;
  const LinkTree *links = tree->links;
  Sums *sums = ARENA_ARRAY(equations->arena, Sums, links->count + 1);
  for (int i = 0; i <= links->count; i++) {
    Pool *pool = equations->pool;
    sums[i] = (Sums){ expr_integer(pool, 0), vec3_zero(pool), mat3_zero(pool), mat3_zero(pool) };
  }
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    const LinkPlace *place = &links->places[body->frame];
    add_body(&sums[place->link + 1], body, place->placement);
  }
  for (int i = links->count - 1; i >= 0; i--) {
    const Link *link = &links->links[i];
    if (link->kind == MOVE_TRANSLATION) {
      sums[i + 1].mass = name_constant(derivation, tree, "M", i + 1, "mass", sums[i + 1].mass);
    }
    add_mass(&sums[link->parent + 1], sums[i + 1].mass, link->before.p);
  }
  return sums;
}

// ---- constants

// Descriptions of the entries of a matrix: "inertia about x", "entry xy of the inertia".
typedef struct EntryNames {
  char letter;
  const char *diagonal;                   // text before the axis
  const char *before, *between, *behind;  // texts around the two axes
} EntryNames;

// Names a symmetric matrix, the diagonal first: WX1, WY1, WZ1, WXY1, WXZ1, WYZ1.
static void name_matrix(const Derivation *derivation, AugmentedTree *tree, EntryNames names,
                        int number, Mat3 *a)
{
  Arena *arena = derivation->equations->arena;
  for (int i = 0; i < 3; i++) {
    const char *letters = arena_format(arena, "%c%c", names.letter, AXES[i]);
    const char *what = arena_format(arena, "%s%c", names.diagonal, AXIS_NAMES[i]);
    a->at[i][i] = name_constant(derivation, tree, letters, number, what, a->at[i][i]);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = i + 1; j < 3; j++) {
      const char *letters = arena_format(arena, "%c%c%c", names.letter, AXES[i], AXES[j]);
      const char *what = arena_format(arena, "%s%c%s%c%s", names.before, AXIS_NAMES[i],
                                      names.between, AXIS_NAMES[j], names.behind);
      a->at[i][j] = name_constant(derivation, tree, letters, number, what, a->at[i][j]);
      a->at[j][i] = a->at[i][j];
    }
  }
}

static void name_seconds(const Derivation *derivation, AugmentedTree *tree, int number, Mat3 *W)
{
  const EntryNames names = { 'W', "second moment along ", "second moment along ", " and ", "" };
  name_matrix(derivation, tree, names, number, W);
}

static void name_firsts(const Derivation *derivation, AugmentedTree *tree, int number, Vec3 *V)
{
  for (int i = 0; i < 3; i++) {
    Arena *arena = derivation->equations->arena;
    const char *what = arena_format(arena, "first moment along %c", AXIS_NAMES[i]);
    V->at[i] = name_constant(derivation, tree, arena_format(arena, "V%c", AXES[i]), number, what,
                             V->at[i]);
  }
}

// J_XX = I_XX + W_YY + W_ZZ, J_XY = I_XY - W_XY
static Mat3 named_inertia(const Derivation *derivation, AugmentedTree *tree, int number,
                          const Sums *sums)
{
  const EntryNames names = { 'J', "inertia about ", "entry ", "", " of the inertia" };
  Mat3 J = mat3_sub(sums->I, sums->W);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    J.at[i][i] = sum(sums->I.at[i][i], sum(sums->W.at[j][j], sums->W.at[k][k]));
  }
  name_matrix(derivation, tree, names, number, &J);
  return J;
}

// ---- displacements of sliding links

// J + the shift by s of the first moment V and of the mass M:
//   2 (V.s) E - V s^T - s V^T + M ((s.s) E - s s^T)
static Mat3 slid_inertia(Mat3 J, const Expr *mass, Vec3 V, Vec3 s)
{
  Vec3 twice = vec3_scale(integer(mass, 2), V);
  Vec3 all = vec3_add(twice, vec3_scale(mass, s));
  const Expr *diagonal = vec3_dot(all, s);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *pair = sum_of_products(V.at[i], s.at[j], s.at[i], V.at[j]);
      const Expr *square_of_s = product(mass, product(s.at[i], s.at[j]));
      const Expr *taken = sum(pair, square_of_s);
      const Expr *given = i == j ? sum(J.at[i][j], diagonal) : J.at[i][j];
      J.at[i][j] = difference(given, taken);
    }
  }
  return J;
}

static AugmentedBody augmented_body(const Link *link, const Sums *sums, Mat3 J)
{
  Pool *pool = expr_pool(sums->mass);
  AugmentedBody body = { .mass = sums->mass, .moment = sums->V, .inertia = J };
  body.lever = link->before.p;
  body.slide = vec3_zero(pool);
  if (link->kind != MOVE_TRANSLATION) return body;
  body.slide = vec3_scale(link->amount, link->axis);
  body.inertia = slid_inertia(J, sums->mass, sums->V, body.slide);
  body.moment = vec3_add(sums->V, vec3_scale(sums->mass, body.slide));
  return body;
}

// ---- rotations from link to link

// The rotations since the last moving link, by frame.
typedef struct Pending {
  Move *turns;
  int count;
} Pending;

// The links of a frame begin in the order of its moves, as in links_of().
static int read_turns(AugmentedTree *tree, const Frame *frame, Pending *pending, int link,
                      Pool *pool)
{
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    bool is_turn = move->kind != MOVE_TRANSLATION;
    if (is_turn) pending->turns[pending->count++] = move_copy(pool, move);
    if (!move_is_moving(move)) continue;
    AugmentedBody *body = &tree->bodies[link++];
    body->turns = pending->turns;
    body->turn_count = pending->count;
    pending->turns += pending->count;
    pending->count = 0;
  }
  return link;
}

static void find_turns(Derivation *derivation, AugmentedTree *tree)
{
  Equations *equations = derivation->equations;
  const Mechanism *mechanism = derivation->mechanism;
  Pending *pending = ARENA_ARRAY(equations->arena, Pending, mechanism->frame_count);
  int link = 0;
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    const Pending *inherited = &pending[frame->parent];
    int most = inherited->count + frame->move_count;
    pending[f].turns = ARENA_ARRAY(equations->arena, Move, most + 1);
    for (int i = 0; i < inherited->count; i++)
      pending[f].turns[pending[f].count++] = inherited->turns[i];
    link = read_turns(tree, frame, &pending[f], link, equations->pool);
  }
}

// Second moments are named before first moments, so that they are not written in terms of these.
AugmentedTree *augmented_of(Derivation *derivation)
{
  Arena *arena = derivation->equations->arena;
  AugmentedTree *tree = ARENA_NEW(arena, AugmentedTree);
  tree->links = derivation_links(derivation);
  int count = tree->links->count;
  tree->bodies = ARENA_ARRAY(arena, AugmentedBody, count + 1);
  tree->constants = ARENA_ARRAY(arena, const Expr *, 16 * (count + 1));
  Sums *sums = collect_sums(derivation, tree);
  for (int i = 0; i < count; i++)
    name_seconds(derivation, tree, i + 1, &sums[i + 1].W);
  for (int i = 0; i < count; i++)
    name_firsts(derivation, tree, i + 1, &sums[i + 1].V);
  for (int i = 0; i < count; i++) {
    Mat3 J = named_inertia(derivation, tree, i + 1, &sums[i + 1]);
    tree->bodies[i] = augmented_body(&tree->links->links[i], &sums[i + 1], J);
  }
  for (int i = 0; i < count; i++) {
    int parent = tree->links->links[i].parent;
    if (parent == LINK_GROUND) continue;
    tree->bodies[i].lever = vec3_add(tree->bodies[parent].slide, tree->bodies[i].lever);
  }
  tree->ground = (AugmentedBody){ .mass = sums[0].mass, .moment = sums[0].V };
  find_turns(derivation, tree);
  return tree;
}

// ---- rotating vectors along the path between two links
//
// The angles of consecutive rotations about parallel axes are added, also across constant rotations
// that preserve or reverse the axis, so that formulas contain cos(q2 + q3).

static bool same_vector(Vec3 a, Vec3 b)
{
  return a.at[0] == b.at[0] && a.at[1] == b.at[1] && a.at[2] == b.at[2];
}

static bool is_constant(const Move *turn)
{
  return turn->kind == MOVE_ROTATION && turn->amount->form->stage < STAGE_TIME;
}

typedef struct Path {
  Move *turns;  // from the outer link's axes to the inner one's
  int count;
} Path;

// Adds the rotation to an earlier one about the same axis, if only constant rotations lie between.
static bool join_turn(Path *path, const Move *turn)
{
  if (turn->kind != MOVE_ROTATION) return false;
  Vec3 axis = move_axis(turn);
  for (int i = path->count - 1; i >= 0; i--) {
    Move *earlier = &path->turns[i];
    if (earlier->kind != MOVE_ROTATION) return false;
    bool is_opposite = same_vector(move_axis(earlier), vec3_neg(axis));
    if (is_opposite || same_vector(move_axis(earlier), axis)) {
      earlier->amount = is_opposite ? difference(earlier->amount, turn->amount)
                                    : sum(earlier->amount, turn->amount);
      return true;
    }
    if (!is_constant(earlier)) return false;
    axis = mat3_mul_vec(move_rotation(earlier), axis);
  }
  return false;
}

static Path path_between(const AugmentedTree *tree, int outer, int inner)
{
  int turn_count = 0, link_count = 0;
  for (int link = inner; link != outer; link = tree->links->links[link].parent) {
    turn_count += tree->bodies[link].turn_count;
    link_count++;
  }
  Path path = { memory_new((size_t)turn_count + 1, sizeof(Move)), 0 };
  int *links = memory_new((size_t)link_count + 1, sizeof links[0]);
  for (int link = inner, i = link_count; link != outer; link = tree->links->links[link].parent)
    links[--i] = link;
  for (int i = 0; i < link_count; i++) {
    const AugmentedBody *body = &tree->bodies[links[i]];
    for (int k = 0; k < body->turn_count; k++) {
      if (!join_turn(&path, &body->turns[k])) path.turns[path.count++] = body->turns[k];
    }
  }
  free(links);
  return path;
}

Vec3 augmented_turned(const AugmentedTree *tree, int of, int in, Vec3 v)
{
  if (of == in || vec3_is_zero(v)) return v;
  bool is_inwards = of < in;  // parents have smaller indices
  assert(link_carries(tree->links, is_inwards ? of : in, is_inwards ? in : of));
  Path path = is_inwards ? path_between(tree, of, in) : path_between(tree, in, of);
  for (int i = 0; i < path.count; i++) {
    Mat3 R = move_rotation(&path.turns[is_inwards ? i : path.count - 1 - i]);
    v = is_inwards ? mat3_mul_vec_transposed(R, v) : mat3_mul_vec(R, v);
  }
  free(path.turns);
  return v;
}
