// links.h -- the mechanism as a tree of links, each moved by one elementary move.
//
// What recursive methods walk along. A frame of the mechanism may hold any number of moves; here
// every move that depends on a coordinate or on time begins a link, and everything constant (offset
// frames, several bodies on a frame) is folded: into where the link begins on its parent, and into
// the inertia of the link. Ground is no link.
//
// Axes: L are the link's own axes, behind its move; P those of its parent (or of ground).
// A point with L-components r has, seen from the parent, the components p + R (moved) r.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_LINKS_H
#define BIELLE_FORMULATION_METHODS_LINKS_H

#include "base/memory/arena.h"
#include "formulation/methods/inertia.h"
#include "mechanism/mechanism.h"
#include "mechanism/pose.h"

enum { LINK_GROUND = -1 };

typedef struct Link {
  const char *name;  // of the mechanism's frame that the move belongs to
  int frame;         // that frame
  int parent;        // LINK_GROUND, or smaller than the link's own index
  Pose before;       // constant: from the parent's axes to those in which the move happens
  MoveKind kind;
  Vec3 axis;                 // unit vector, rotation and translation
  const Expr *amount;        // angle or length, an expression of coordinates and time
  const Expr *parameter[4];  // MOVE_QUATERNION
  Mat3 R_PL;                 // with the move: components in L to components in P
  Vec3 p_P;                  // origin of the link, in P
  Vec3 w_L;                  // angular velocity relative to the parent, in L
  Vec3 v_L;                  // velocity of the origin relative to the parent, in L
  LinkInertia inertia;       // of all bodies that it carries
} Link;

// Where a frame of the mechanism stands on the link that carries it; link LINK_GROUND: on ground.
typedef struct LinkPlace {
  int link;
  Pose placement;  // constant, from the link's axes
} LinkPlace;

typedef struct LinkTree {
  Link *links;
  int count;
  LinkPlace *places;  // by frame of the mechanism
} LinkTree;

// Expressions in `pool`; lives in `arena`.
LinkTree *links_of(const Mechanism *mechanism, Pool *pool, Arena *arena);

// Is link `a` link `b` or one that carries it? Ground carries all.
bool link_carries(const LinkTree *tree, int a, int b);

// The first frame that follows the clock; NULL: there is none.
const Frame *frame_driven_by_time(const Mechanism *mechanism);

// d amount / dq of a rotation or a translation, the usual case without differentiating.
const Expr *link_partial(const Link *link, const Expr *q);

// The same tree with other axes for each link, fixed to it: `choose` says where they stand in its old
// ones, the move event_evaluator at `before` in the parent's new ones. A turn about a negative axis becomes
// a negative turn: recursions look for unit vectors.
typedef Pose AxesChoice(const LinkTree *tree, int link, Pose before);
LinkTree *link_tree_reframed(const LinkTree *tree, int frame_count, AxesChoice *choose,
                             Arena *arena);

#endif
