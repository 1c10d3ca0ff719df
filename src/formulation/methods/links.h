// links.h -- the mechanism as a tree of links, each moved by one elementary move.
//
// Recursive methods traverse this tree. A frame of the mechanism may have any number of moves; here
// every move that depends on a coordinate or on time begins a link, and constant parts (offset
// frames, several bodies on a frame) are folded into the pose of the link on its parent and into
// the inertia of the link. Ground is not a link.
//
// Axes: L are the link's own axes, after its move; P those of its parent (or of ground). A point
// with L-components r has, relative to the parent, the components p + R (moved) r.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_LINKS_H
#define BIELLE_FORMULATION_METHODS_LINKS_H

#include "base/memory/arena.h"
#include "formulation/methods/inertia.h"
#include "mechanism/mechanism.h"
#include "mechanism/pose.h"

enum { LINK_GROUND = -1 };

typedef struct Link {
  const char *name;  // of the mechanism's frame that contains the move
  int frame;         // that frame
  int parent;        // LINK_GROUND, or smaller than the link's own index
  Pose before;       // constant: from the parent's axes to the axes before the move
  MoveKind kind;
  Vec3 axis;                 // unit vector, rotation and translation
  const Expr *amount;        // angle or length, an expression of coordinates and time
  const Expr *parameter[4];  // MOVE_QUATERNION
  Mat3 R_PL;                 // including the move: components in L to components in P
  Vec3 p_P;                  // origin of the link, in P
  Vec3 w_L;                  // angular velocity relative to the parent, in L
  Vec3 v_L;                  // velocity of the origin relative to the parent, in L
  LinkInertia inertia;       // of all bodies that it carries
} Link;

// The pose of a frame of the mechanism on the link that carries it; link LINK_GROUND: on ground.
typedef struct LinkPlace {
  int link;
  Pose placement;  // constant, relative to the link's axes
} LinkPlace;

typedef struct LinkTree {
  Link *links;
  int count;
  LinkPlace *places;  // by frame of the mechanism
} LinkTree;

// Builds the tree in `arena`, with expressions in `pool`.
LinkTree *links_of(const Mechanism *mechanism, Pool *pool, Arena *arena);

// Returns true if link `a` is link `b` or one of its ancestors. Ground is an ancestor of all links.
bool link_carries(const LinkTree *tree, int a, int b);

// The first frame that is moved by time; NULL: there is none.
const Frame *frame_driven_by_time(const Mechanism *mechanism);

// d amount / dq of a rotation or a translation; common cases need no differentiation.
const Expr *link_partial(const Link *link, const Expr *q);

// The same tree with other axes fixed to each link: `choose` returns their pose relative to the
// link's old axes; `before` is the pose of the move in the parent's new axes. A rotation about a
// negative axis becomes a negative rotation, because recursions check for unit vectors.
typedef Pose AxesChoice(const LinkTree *tree, int link, Pose before);
LinkTree *link_tree_reframed(const LinkTree *tree, int frame_count, AxesChoice *choose,
                             Arena *arena);

#endif
