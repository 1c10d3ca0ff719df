// convert_impl.h -- what the files of the conversion share.
//
// The frames of a description may hold any number of moves. Here the mechanism is cut at its moving
// moves instead: a Link is what moves rigidly behind one of them. Link 0 is the ground. The axes of
// a link are those that stand right behind its motion.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CONVERT_IMPL_H
#define BIELLE_MECHANISM_CONVERT_IMPL_H

#include "mechanism/convert.h"
#include "mechanism/exact_angle.h"

typedef struct Link {
  const char *name;  // of its motion: the frame's, or frame_1, frame_2 where a frame has several
  int parent;        // link, smaller than its own index; -1: ground
  int frame;         // of the mechanism, in which the motion stands
  MoveKind kind;
  Vec3 axis;           // of the motion, unit, through the origin; for ground z
  const Expr *amount;  // of the motion
  Pose before;         // the axes in front of the motion, in the parent's axes
  int first_child;     // -1: none
} Link;

// Where a frame of the mechanism stands in its link.
typedef struct FramePlace {
  int link;
  Pose placement;
} FramePlace;

// Everything in a pool of its own: a mechanism is never written to.
typedef struct Conversion {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Arena *arena;
  Pool *pool;
  Link *links;
  int link_count;
  FramePlace *places;  // by frame of the mechanism
  Candidates candidates;
} Conversion;

// Expressions that are to be written; the list is owned.
typedef struct ExprList {
  const Expr **at;
  int count;
  int capacity;
} ExprList;
void list_expression(ExprList *list, const Expr *e);
void list_free(ExprList *list);

// One row of a table. Between two neighbouring axes lies their common normal: its direction x and
// its feet on both axes, in the axes of the parent link.
typedef struct Normal {
  Vec3 x;
  Vec3 foot;          // on the axis of the parent
  Vec3 next_foot;     // on the axis of the link itself
  const Expr *alpha;  // angle between the axes about x
  const Expr *a;      // from one foot to the other
} Normal;

typedef struct Row {
  Normal normal;      // from the parent's axis to this link's
  const Expr *gamma;  // where the normal leaves the parent's axis, seen from the parent's frame
  const Expr *b;
  const Expr *theta;  // along this link's axis, from this normal to the next; the motion in it
  const Expr *d;
  Pose frame;        // the table's frame, in the axes of the link
  const char *name;  // of that frame
} Row;

// By link; row 0 (the ground) has a frame only.
Row *dh_rows(const Conversion *conversion, Convention convention);

// ---- convert_table.c

// A name that no frame or point has yet.
const char *new_frame_name(const Conversion *conversion, const char *stem, const char *ending);
// Where a frame of the old description stands in its row's frame, or in the ground.
Pose place_in_row(const Conversion *conversion, const Row rows[], int frame);
const char *row_name(const Conversion *conversion, const Row rows[], int index);
// `base`: the frame that the table begins at; NULL: the ground.
void write_table(const Conversion *conversion, Convention convention, const Row rows[],
                 const char *base, Text *out);

// Appends what the table's cells hold, the motions without their coordinates.
void list_table(const Conversion *conversion, const Row rows[], ExprList *list);

// ---- convert_name.c

// Do all of these fit into a line?
bool are_short(const Expr *const list[], int count);
// Gives names to values of the list that are long, and to long parts that they share; writes the
// definitions. The values must be complete: roots of named values are not simplified any more.
void name_long_values(const Conversion *conversion, const ExprList *list, Text *out);

// ---- convert_heading.c

// Begins the next item of a statement like `param a, b, c`; lines break behind commas.
void write_item(const char *word, int index, size_t *line_start, Text *out);
void write_name(const Mechanism *mechanism, Text *out);  // the statement, if it has a name
void write_heading(const Conversion *conversion, Convention convention, Text *out);
void write_coordinates(const Conversion *conversion, Text *out);
// The definitions of the description that depend on coordinates, or those that do not.
void write_definitions(const Mechanism *mechanism, bool with_coordinates, Text *out);

// ---- convert_text.c

void write_vector(Vec3 v, Text *out);
bool is_axis(Vec3 v, int axis, int sign);  // x, y, z or, with sign -1, against it
void write_axis(Vec3 axis, Text *out);     // x, -y, or a vector
// A number as a decimal, so that a unit may follow; writes nothing and returns false if it is none.
bool write_decimal(const Expr *value, Text *out);
// The same for an angle in degrees: "-90deg".
bool write_degrees(const Expr *angle, Text *out);
// An expression without blanks, which separate the cells of a table.
void write_cell(const Expr *e, bool is_angle, Text *out);

// ---- statements that all descriptions have (convert_write.c)

void write_inertia(Mat3 m, Text *out);  // diag(a, b, c), or rows
void write_point(const Mechanism *mechanism, const Point *point, Text *out);
// "[L, 0, 0] on crank"; a frame alone where the place is its origin.
void write_place(const Mechanism *mechanism, int frame, Vec3 position_F, Text *out);
void write_loop(const Mechanism *mechanism, const Loop *loop, Text *out);

// ---- convert_language_act.c

void write_inputs(const Mechanism *mechanism, Text *out);
// What stands behind the frames: bodies, points, loops, constraints, wheels, speeds, forces,
// outputs and motions.
void write_language_parts(const Conversion *conversion, Text *out);
// Controllers, experiments and tables are left out, with warnings.
void warn_of_tasks(const Conversion *conversion);

// ---- the results

void write_dh(const Conversion *conversion, Convention convention, const Row rows[], Text *out);
bool write_urdf(const Conversion *conversion, Text *out);
void write_language(const Conversion *conversion, Text *out);

#endif
