// resolve_act.h -- what the resolver's files about loops, forces, tasks and elements share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_ACT_H
#define BIELLE_LANG_RESOLVE_ACT_H

#include "lang/ast_act.h"
#include "lang/resolve_impl.h"
#include "mechanism/default_value.h"

// ---- resolve_loop.c

void resolve_loop(Resolver *resolver, const AstStatement *statement);
void resolve_constraint(Resolver *resolver, const AstStatement *statement);
void resolve_rolling(Resolver *resolver, const AstStatement *statement);
void resolve_speed(Resolver *resolver, const AstItem *item);
// A frame's origin, a point, or a vector on a frame. `what` is for messages. False after an error.
bool resolve_place(Resolver *resolver, const AstPlace *ast, const char *what, JointPlace *place);

// ---- resolve_force.c

void resolve_force(Resolver *resolver, const AstStatement *statement);
void resolve_input(Resolver *resolver, const AstStatement *statement);
// The coordinate of that name, or the one of the joint of that name; -1 after an error.
int resolve_target(Resolver *resolver, Span span);
// The only coordinate of the joint that makes the frame; -1: there is none, or several.
int resolve_coordinate_of_frame(const Resolver *resolver, int frame);

// ---- resolve_task.c

void resolve_task(Resolver *resolver, const AstStatement *statement);
// The option of that name; NULL: not given.
const TaskOption *task_option(const Task *task, const char *name);

// ---- resolve_motion.c

// The law of a motion out of its word and options, for the coordinate that it drives.
void resolve_motion_law(Resolver *resolver, Task *task, int coordinate);

// ---- resolve_element.c

// The elements that may be used, and how often they were.
typedef struct Elements {
  const Ast *text;  // the description
  Ast *library;     // read at the first use that needs it; NULL before
  int use_count;
  const struct ElementUse *current;  // the innermost use that is read now; NULL: none
  Map taken;                         // prefixes that are not free (resolve_prefix.c)
  bool has_reported;                 // that there is no end to it: once is enough
} Elements;

typedef struct ElementUse {
  const AstStatement *element;
  const struct ElementUse *outer;
  int depth;  // uses inside each other, this one included
} ElementUse;

// A prefix for the names of the next use that no other name has. In resolve_prefix.c.
const char *resolve_prefix(Resolver *resolver, const char *element);

void resolve_element(Resolver *resolver, const AstStatement *statement);
void resolve_use(Resolver *resolver, const AstStatement *statement);

#endif
