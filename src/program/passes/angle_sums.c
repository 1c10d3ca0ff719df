// angle_sums.c -- merges successive rotations about parallel axes into one rotation by the sum of
// the angles.
//
//   sin b (cos a x + ..) + cos b (sin a x + ..) = sin(a + b) x + sin b (..) + cos b (..)
//   sin b (sin a x + ..) - cos b (cos a x + ..) = -cos(a + b) x + sin b (..) - cos b (..)
//
// With the other signs, the same holds for b - a. Recursive algorithms transform vectors from link
// to link; a vector that passes two parallel joints, such as the shoulder and the elbow of most
// arms, is rotated twice. The merged rotation requires one more sine and cosine, so it pays only if
// several vectors are rotated.
// SPDX-License-Identifier: MIT
#include "program/program_impl.h"
#include "program/passes/rewrite.h"

// ---- brackets

enum { MAX_TERMS = 16 };

typedef struct Term {
  int old;
  bool is_minus;
  bool is_joined;  // merged into a rotation by both angles
} Term;

// The factor of the sine, or of the cosine, of b.
typedef struct Bracket {
  int leaf;               // index in the chain: the whole product
  int factor;             // the sine or the cosine
  int sum;                // the other factor
  Term terms[MAX_TERMS];  // terms of the sum, with the sign of the product
  int count;
} Bracket;

// Adds the terms of a sum, which is expanded even if it has other users. Returns false if there are
// too many terms.
static bool add_terms(const Rewrite *rewrite, int node, bool is_minus, Bracket *bracket)
{
  const Step *step = &rewrite->old->at[node];
  if (operator_is_sum(step->op) && !rewrite->is_pinned[node] && !steps_name(rewrite->old, node)) {
    return add_terms(rewrite, step->arg[0], is_minus, bracket) &&
           add_terms(rewrite, step->arg[1], is_minus != (step->op == OP_SUB), bracket);
  }
  if (bracket->count == MAX_TERMS) return false;
  bracket->terms[bracket->count++] = (Term){ node, is_minus, false };
  return true;
}

// Returns which factor of a product of two is a sine or a cosine, or -1 if none is.
static int circular_factor(const Rewrite *rewrite, int node)
{
  const Step *step = &rewrite->old->at[node];
  for (int k = 0; step->op == OP_MUL && !rewrite->is_pinned[node] && k < 2; k++) {
    Operator op = rewrite->old->at[step->arg[k]].op;
    if (op == OP_SIN || op == OP_COS) return k;
  }
  return -1;
}

// Opens the leaf if it is a product, used in this sum only, with a sine (a cosine) as one factor.
// Returns false otherwise, or if the other factor has too many terms.
static bool open_bracket(const Rewrite *rewrite, int leaf, Operator op, Bracket *bracket)
{
  const ChainLeaf *product = &rewrite->chain.leaves[leaf];
  int k = circular_factor(rewrite, product->old);
  if (k < 0 || !rewrite_is_private(rewrite, product->old)) return false;
  const int *arg = rewrite->old->at[product->old].arg;
  if (rewrite->old->at[arg[k]].op != op) return false;
  bool is_minus = product->value.is_minus != rewrite->values[product->old].is_minus;
  *bracket = (Bracket){ .leaf = leaf, .factor = arg[k], .sum = arg[1 - k] };
  return add_terms(rewrite, bracket->sum, is_minus, bracket);
}

// ---- turns

// Two terms merged into one: sign * op(joint(b, a)) * x.
typedef struct Turn {
  Operator op;
  Operator joint;  // OP_ADD or OP_SUB
  int a;
  int x;
  bool is_minus;
} Turn;

// Merges the terms  +-cos a x  and  +-sin a x, or vice versa, of the brackets of sine and cosine,
// where a differs from b. Returns false if they do not have this form.
static bool join_terms(const Rewrite *rewrite, int b, Term *of_sine, Term *of_cosine, Turn *turn)
{
  int s = circular_factor(rewrite, of_sine->old), c = circular_factor(rewrite, of_cosine->old);
  if (s < 0 || c < 0 || of_sine->is_joined || of_cosine->is_joined) return false;
  const Step *at = rewrite->old->at;
  const int *arg_s = at[of_sine->old].arg, *arg_c = at[of_cosine->old].arg;
  const Step *one = &at[arg_s[s]], *other = &at[arg_c[c]];
  bool is_same_x = arg_s[1 - s] == arg_c[1 - c];
  if (!is_same_x || one->op == other->op || one->arg[0] != other->arg[0]) return false;
  if (one->arg[0] == b) return false;
  bool is_sine = one->op == OP_COS, has_same_sign = of_sine->is_minus == of_cosine->is_minus;
  *turn = (Turn){ .op = is_sine ? OP_SIN : OP_COS,
                  .joint = is_sine == has_same_sign ? OP_ADD : OP_SUB,
                  .a = one->arg[0],
                  .x = arg_s[1 - s],
                  .is_minus = is_sine ? of_sine->is_minus : of_cosine->is_minus };
  of_sine->is_joined = of_cosine->is_joined = true;
  return true;
}

static int join_brackets(const Rewrite *rewrite, Bracket *sine, Bracket *cosine, Turn turns[])
{
  int count = 0, b = rewrite->old->at[sine->factor].arg[0];
  for (int i = 0; i < sine->count; i++) {
    for (int k = 0; k < cosine->count; k++)
      count += join_terms(rewrite, b, &sine->terms[i], &cosine->terms[k], &turns[count]);
  }
  return count;
}

// Returns true if the merge reduces the work. It does not if the remainder of a shared sum is
// itself a sum, or if only one component of two is merged.
static bool is_shorter(const Rewrite *rewrite, const Bracket *bracket, int turn_count)
{
  if (bracket->count == turn_count) return true;
  return turn_count > 1 && rewrite_is_private(rewrite, bracket->sum);
}

// ---- the pass

// Defines the order of the angles in a sum: coordinates in their order, so that equal sums are
// merged.
static bool is_older(const Steps *steps, int a, int b)
{
  const Expr *one = steps->at[a].node, *other = steps->at[b].node;
  return one && other ? one->id < other->id : a < b;
}

static Signed turned(Rewrite *rewrite, const Turn *turn, int b)
{
  bool is_after = turn->joint == OP_ADD && is_older(rewrite->old, turn->a, b);
  const Signed angles[MAX_ARITY] = { rewrite->values[is_after ? turn->a : b],
                                     rewrite->values[is_after ? b : turn->a] };
  Signed angle = signed_apply(&rewrite->steps, turn->joint, angles);
  Signed factor = signed_apply(&rewrite->steps, turn->op, (const Signed[MAX_ARITY]){ angle });
  Signed value = signed_multiply(&rewrite->steps, factor, rewrite->values[turn->x]);
  value.is_minus = value.is_minus != turn->is_minus;
  return value;
}

static Signed added(Rewrite *rewrite, Signed total, Signed value)
{
  return total.place < 0 ? value : signed_add(&rewrite->steps, total, value);
}

// Adds the remaining terms of a bracket, times its factor.
static Signed add_rest(Rewrite *rewrite, Signed total, const Bracket *bracket)
{
  Signed rest = { -1, false };
  for (int k = 0; k < bracket->count; k++) {
    const Term *term = &bracket->terms[k];
    if (term->is_joined) continue;
    Signed value = rewrite->values[term->old];
    value.is_minus = value.is_minus != term->is_minus;
    rest = added(rewrite, rest, value);
  }
  if (rest.place < 0) return total;
  Signed factor = rewrite->values[bracket->factor];
  return added(rewrite, total, signed_multiply(&rewrite->steps, factor, rest));
}

// Builds the new sum. The merged rotations come first, so that sums that have them in common share
// them.
static Signed joined_sum(Rewrite *rewrite, const Bracket *sine, const Bracket *cosine,
                         const Turn turns[], int turn_count)
{
  int b = rewrite->old->at[sine->factor].arg[0];
  Signed total = { -1, false };
  for (int k = 0; k < turn_count; k++)
    total = added(rewrite, total, turned(rewrite, &turns[k], b));
  for (int k = 0; k < rewrite->chain.count; k++) {
    if (k != sine->leaf && k != cosine->leaf)
      total = added(rewrite, total, rewrite->chain.leaves[k].value);
  }
  return add_rest(rewrite, add_rest(rewrite, total, sine), cosine);
}

// Merges the bracket of the sine with that of the cosine of the same angle. Returns false if there
// is none for which this is shorter.
static bool join_sine(Rewrite *rewrite, Bracket *sine, Signed *value)
{
  const Step *at = rewrite->old->at;
  for (int c = 0; c < rewrite->chain.count; c++) {
    Bracket cosine;
    Turn turns[MAX_TERMS];
    if (!open_bracket(rewrite, c, OP_COS, &cosine)) continue;
    if (at[cosine.factor].arg[0] != at[sine->factor].arg[0]) continue;
    int count = join_brackets(rewrite, sine, &cosine, turns);
    if (count == 0) continue;
    if (!is_shorter(rewrite, sine, count) || !is_shorter(rewrite, &cosine, count)) return false;
    *value = joined_sum(rewrite, sine, &cosine, turns, count);
    return true;
  }
  return false;
}

static Signed join_angles(Rewrite *rewrite, int i)
{
  bool is_sum =
      operator_is_sum(rewrite->old->at[i].op) && chain_collect(rewrite, i, &rewrite->chain);
  for (int s = 0; is_sum && s < rewrite->chain.count; s++) {
    Bracket sine;
    Signed value;
    if (open_bracket(rewrite, s, OP_SIN, &sine) && join_sine(rewrite, &sine, &value)) return value;
  }
  return rewrite_plain(rewrite, i);
}

Steps pass_angle_sums(const Steps *old) { return rewrite_list(old, NULL, join_angles); }
