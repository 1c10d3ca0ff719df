// resolve_impl.h -- what the files of the resolver share.
//
// One function per statement; what a clause's row says about its value (dimension, dependence) is
// checked by clause_number() and its like. Statements with errors leave something harmless behind,
// so that the ones below can be checked; at the end such a mechanism is thrown away.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_RESOLVE_IMPL_H
#define BIELLE_LANG_RESOLVE_RESOLVE_IMPL_H

#include "base/memory/map.h"
#include "lang/syntax/document.h"
#include "lang/evaluate/functions.h"
#include "lang/evaluate/infer.h"
#include "lang/evaluate/quantity.h"
#include "lang/resolve/scope.h"
#include "mechanism/default_value.h"
#include "mechanism/mechanism.h"

typedef struct Element {
  const Statement *statement;
  const Node *formals;
  const char *name;
} Element;

// The elements that may be used, and how much is repeated by them and others.
typedef struct Elements {
  Document *text;              // the description
  const Statement *announced;  // the last of its statements of which the names are
  Map places;                  // name -> place in `all`; of the library's, those that are used
  Map in_library;              // the same of all of the library
  const Element **all;
  int count;
  Document **included;
  int included_count;
  Document *library;                 // read when it is needed; NULL before
  Scope library_scope;               // what the elements of the library see: its functions
  size_t text_length;                // of the description and of what it includes
  size_t repeated;                   // see resolve_repeat()
  const struct ElementUse *current;  // the innermost use that is read now; NULL: none
  bool has_reported;                 // that there is no end to it: once is enough
} Elements;

// The units that were met, by their texts.
typedef struct UnitValue {
  Quantity one;    // of it, in SI; its bits are what a product with it gains
  bool is_proved;  // to be that of the text
} UnitValue;
typedef struct UnitValues {
  Map places;  // in `values`
  UnitValue *values;
  int count;
  int capacity;
} UnitValues;

// A literal that was met: descriptions repeat them.
typedef struct Literal {
  uint64_t digits[2];  // the bytes of its text
  const UnitFactor *unit;
  Quantity value;  // SHAPE_NONE: not evaluated so far
  bool is_proved;  // to be that of the text
} Literal;
enum { LITERAL_COUNT = 1024 };

// A part of an expression that counts as given where the whole is proved: it is evaluated once.
typedef struct CachedOperand {
  const Node *node;
  long expression;  // that it is a part of: elsewhere its names may mean something else
  Quantity value;
} CachedOperand;
enum { GIVEN_COUNT = 64 };

// Coordinates whose reference a definition or an argument was made of.
typedef struct ReferenceSet {
  int *coordinates;
  int count;
} ReferenceSet;

// Who reads `reference(J)` (resolve_reference.c).
typedef struct References {
  int *read;  // the coordinate, each time that its reference is read
  int read_count;
  bool is_only_shown;  // what is evaluated now: it is not noted
  ReferenceSet *sets;  // that names have, by `index` - 1
  int set_count;
  Map early;    // names of coordinates whose reference was read before they had a motion
  int *servos;  // torques that are made of the reference of what they turn
  int servo_count;
} References;
// For one description, well below a second: the fields see most.
enum { MAX_NUMBER_WORK = 2000000 };

typedef struct Resolver {
  Mechanism *mechanism;
  Pool *pool;      // the mechanism's
  Arena *arena;    // the mechanism's
  Arena *scratch;  // until the statement of the text has been read
  Diagnostics *diagnostics;
  Scope *scope;
  Scope *file;  // the outermost scope
  Inference inference;
  UnitValues *units;
  Literal *literals;            // LITERAL_COUNT of them, each in the place of its text
  CachedOperand *given;         // GIVEN_COUNT of them, see given_place()
  const Statement *statements;  // that is read now, and those that follow it
  int states_ahead;             // statements that come and are resolved already
  bool has_gravity;
  struct FrameMotion *motions;  // of the first `motion_count` frames, for expressions
  int motion_count;
  int motion_capacity;
  Map driven[2];  // name of a coordinate with a law, of what a way leads -> its first task
  References references;
  Map memories;         // full name -> twice the place of a state, or that of a discrete and 1
  Map model_terms;      // kind, coordinate and arguments of a term -> its place
  const char *element;  // whose statements are read now; NULL: none
  const char *prefix;   // of the names that they declare; NULL: none
  Elements elements;
  long number_work;   // operations spent by expression_numbers.c, up to MAX_NUMBER_WORK
  long divisor_work;  // and on divisors
  int call_depth;     // of functions of the user that are evaluated now
  bool is_proved;     // what is evaluated now, once more
  long expression;    // that is evaluated now: its number among all
  long expression_count;
} Resolver;

// Where the value of that part is, unless that of another part is there.
static inline CachedOperand *given_place(const Resolver *resolver, const Node *e)
{
  return &resolver->given[(uintptr_t)e / sizeof *e % GIVEN_COUNT];
}

// The text of the span, for the mechanism.
const char *resolver_text(Resolver *resolver, Span span);
enum { MAX_INDEX = 1000000000 };
// The whole number from `least` to `most` that the value is; false: it is none.
bool resolver_whole(const Expr *value, int least, int most, int *out);
// What a name stands for in its scope: its text, with the values of its indices, strut[2].foot; in
// the scratch arena.
const char *resolver_name(Resolver *resolver, const Node *name);
// The name of what is declared as `local`, in the mechanism: behind that of the use of an element.
const char *resolver_full_name(Resolver *resolver, const char *local);
// The symbol of that full name, which it keeps.
const Expr *resolver_symbol(Resolver *resolver, const char *local, Stage stage);
// The name that the statement declares.
const char *resolver_declared_name(Resolver *resolver, const Statement *statement);
// The place of one more, which is counted; good until the next one is added.
#define RESOLVER_ADD(resolver, items, count) ARENA_PUSH((resolver)->arena, items, count)

// ---- evaluate.c, and evaluate_arithmetic.c, _call.c, _motion.c, _control.c

// The quantity; SHAPE_NONE after an error. It is proved to have the value of the text
// (expression_check.h).
Quantity evaluate(Resolver *resolver, const Node *e);
// The same without the proof, for parts of an expression.
Quantity evaluate_part(Resolver *resolver, const Node *e);
Quantity evaluate_sum(Resolver *resolver, const Node *e);
Quantity evaluate_product(Resolver *resolver, const Node *e);
Quantity evaluate_power(Resolver *resolver, const Node *e);
Quantity evaluate_call(Resolver *resolver, const Node *e);
// position, velocity, omega, rotation; `axes` NULL: those of ground
Quantity evaluate_motion(Resolver *resolver, const Node *e, const Node *axes);
// reference, effort, and what controllers take from the model
Quantity evaluate_control(Resolver *resolver, const Node *e, Function function);

// The place of the number in the unit among the literals, its own now; NULL: it is too long.
Literal *evaluate_literal(Resolver *resolver, const Node *e, const UnitFactor *unit);
// The value of the unit, which is found once for every text; NULL after an error.
UnitValue *evaluate_unit(Resolver *resolver, const UnitFactor *factors);
// The unit behind a vector of plain numbers, which is that of each; NULL: there is none.
const UnitFactor *evaluate_shared_unit(const Node *vector);
// The quantity in that unit, all components.
Quantity evaluate_with_unit(Resolver *resolver, Quantity quantity, const UnitFactor *unit);

// Exact length of `e` if it is a number, otherwise `estimate`.
long evaluate_bits(const Expr *e, long estimate);
// False, with an error, if numbers of that length are too long.
bool evaluate_fits(Resolver *resolver, long bits, Span span);

// An error; gives false.
bool resolver_error(Resolver *resolver, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// The same about an expression; gives SHAPE_NONE.
#define evaluate_error(...) (resolver_error(__VA_ARGS__), quantity_none())
// "cannot WHAT: L is m, m1 is kg"
typedef struct Side {
  Span span;
  const Quantity *quantity;
} Side;
Quantity evaluate_dimension_error(Resolver *resolver, Span span, const char *what, Side a, Side b);
// Have they the same dimension? *both, if it is not NULL, then knows what they know. That error, at
// the second, if not.
bool evaluate_same_dimension(Resolver *resolver, const char *what, Side a, Side b, Quantity *both);

// What the text of a name or a call is.
static inline Word node_word(const Node *e)
{
  return word_of(span_bytes(node_text(e)), node_text(e).length);
}
// 0, 1 or 2 of a NODE_COMPONENT
static inline int node_component(const Node *e) { return span_bytes(node_text(e))[0] - 'x'; }
static inline Function node_function(const Node *e) { return (Function)e->function; }
// Of a comparison, and whether its sides change places: a > b is b < a.
Operator node_comparison(const Node *e, bool *is_swapped);
static inline Operator node_operator(const Node *e)
{
  return operator_of_function(span_bytes(node_text(e)), node_text(e).length);
}

// ---- wanted.c: expressions in places that want something particular

typedef struct Requirement {
  const char *what;  // for messages: "the mass"
  Dimension dimension;
  Stage stage;  // it depends on nothing above this
} Requirement;

// False after an error; *out is then a harmless value of its kind.
bool require_number(Resolver *resolver, const Node *e, const Requirement *wanted, const Expr **out);
bool require_vector(Resolver *resolver, const Node *e, const Requirement *wanted, Vec3 *out);
// The same of a value that is known: false after an error.
bool require_quantity(Resolver *resolver, const Quantity *quantity, Shape shape,
                      const Requirement *wanted, Span span);
// Only the dependence, the dimension is checked.
bool wanted_stage(Resolver *resolver, const Quantity *quantity, const Requirement *wanted,
                  Span span);
bool require_dimension(Resolver *resolver, const Quantity *quantity, const Requirement *wanted,
                       Span span);
// The first form in the value that passes the test; NULL: none.
typedef bool FormTest(const Resolver *resolver, const Form *form, int stage);
const Form *find_form(const Quantity *quantity, FormTest *is_it, const Resolver *resolver,
                      int stage);
// The same for the value of a clause, as its row wants it. Also false if it is not given.
bool clause_number(Resolver *resolver, const Statement *statement, const char *name,
                   const Expr **out);
bool clause_vector(Resolver *resolver, const Statement *statement, const char *name, Vec3 *out);
bool clause_matrix(Resolver *resolver, const Statement *statement, const char *name, Mat3 *out);
static inline Requirement clause_wanted(const ClauseRow *row)
{
  return (Requirement){ row->what, row->dimension, row->stage };
}

static inline Dimension dimension_of_number(void) { return (Dimension){ .is_known = true }; }
static inline Dimension dimension_of_angle(void) { return (Dimension){ true, true, { 0 } }; }
static inline Dimension dimension_of_length(void) { return (Dimension){ true, false, { 1 } }; }
static inline Dimension dimension_of_time(void) { return (Dimension){ true, false, { 0, 0, 1 } }; }

// ---- resolve.c

typedef void StatementResolver(Resolver *resolver, const Statement *statement);

// Declares what the statement names, without a value: uses stay silent.
void resolve_declare_only(Resolver *resolver, const Statement *statement);
// Makes the frame `ground` known.
void resolve_declare_ground(Scope *scope);
// The elements among the statements are in `places` from now on.
void resolve_note_elements(Resolver *resolver, const Statement *first, Map *places);
// Counts a text of that length that is resolved so many times more: the body of an element, a `for` or
// a function. False, with an error for the first time, if a few lines become more than any computer
// holds; a long text may become much.
bool resolve_repeat(Resolver *resolver, int times, size_t length, Span span);
// Reads at least `count` statements more of the text, and announces what they declare.
void resolve_read_on(Resolver *resolver, int count);

// Announces and resolves the statements, in the scope that is set.
void resolve_statements(Resolver *resolver, const Statement *first);

// ---- names of frames, places, joints (resolve_place.c)

// The frame of that name; ground after an error.
int resolve_frame_name(Resolver *resolver, const Node *name);
// A frame's origin, a point, or a vector on a frame. `what` is for messages. False after an error.
bool resolve_place(Resolver *resolver, const Node *node, const char *what, FramePoint *place);
// The frame `parent` that the statement's frame sits on; ground if it is not given.
int resolve_parent(Resolver *resolver, const Statement *statement);
// The coordinate of that name, or the one of the joint of that name; -1 after an error.
int resolve_target(Resolver *resolver, const Node *name);
// Of a coordinate (-1: not known), per second as often as `primes` says; of the force that drives it.
Dimension resolve_dimension_of(const Resolver *resolver, int coordinate, int primes);
Dimension resolve_dimension_on(const Resolver *resolver, int coordinate);
// The only coordinate of the joint of that name; -1: there is none, or several.
int resolve_coordinate_of_joint(const Resolver *resolver, const char *name);
// With an error if a joint and a coordinate that is not its own have this name.
void resolve_single_meaning(Resolver *resolver, const char *name, Span span);
Quantity resolve_coordinate_value(const Resolver *resolver, int coordinate);
// Unit vector; z if none is given.
Vec3 resolve_axis(Resolver *resolver, const Node *axis);
bool resolve_joint_kind(Resolver *resolver, Span kind, JointKind *out);

// ---- coordinates (resolve_coordinate.c)

typedef struct CoordinateDraft {
  const char *name;  // in its scope
  Span span;
  CoordinateKind kind;
  int joint;                // -1: written by hand
  bool has_made_name;       // from the joint's: nobody wrote it
  const Node *initial;      // NULL: none
  const Node *limits;       // a range; NULL: none
  bool is_of_unknown_unit;  // COORDINATE_NUMBER: until something tells, not a plain number
} CoordinateDraft;

// Adds the coordinate, declares its name, and gives its index.
int resolve_coordinate(Resolver *resolver, const CoordinateDraft *draft);
// A warning if the number, in rad, must have been meant in degrees.
void warn_unitless_angle(Resolver *resolver, const Node *e);
// `e` is used as an angle or a length: coordinates written by hand without a unit take it over.
void resolve_note_kind(Resolver *resolver, const Node *e, CoordinateKind kind);

// ---- moves (resolve_move.c)

typedef struct MoveList {
  Move *moves;
  int count;
} MoveList;

// What a move may be where it stands.
typedef enum MovePlace {
  MOVE_PLACE_ROTATED,  // rotations only, of parameters only
  MOVE_PLACE_FRAME     // anything; coordinates move it unless K marks a constant
} MovePlace;

// Room for the elementary moves that the list of nodes may become (NULL: none), and `more`.
MoveList resolve_move_list(Resolver *resolver, const Node *moves, int more);
// The moves in the mechanism's arena.
Move *move_list_keep(Resolver *resolver, const MoveList *list);
void resolve_moves(Resolver *resolver, const Node *moves, MovePlace place, MoveList *list);
void resolve_one_move(Resolver *resolver, const Node *move, MovePlace place, MoveList *list);
// The moves of the clauses `at` and `rotated`, with room for `more` behind them.
MoveList resolve_placement(Resolver *resolver, const Statement *statement, int more);
void move_list_add(MoveList *list, MoveKind kind, Vec3 axis, const Expr *amount);

// A move by name: RX, TYK, R, T. False: it is none.
typedef struct MoveName {
  MoveKind kind;
  int axis;  // 0, 1, 2; -1: a vector
  bool is_constant;
} MoveName;
bool resolve_move_name(Span span, MoveName *name);

// ---- frames and joints made of moving terms (resolve_frame.c)

// A new frame that the moves lead to, `name` in its scope; its index.
int resolve_add_frame(Resolver *resolver, const char *name, Span span, int parent, MoveList list);

// A joint with one moving term in a chain or a table.
typedef struct TermDraft {
  const char *name;  // of the joint and its frame, in their scope
  Span span;
  int parent;
  Vec3 axis_F;
  MoveKind kind;
  const Node *amount;
  int coordinate;  // that the term declares; -1: none
} TermDraft;
// Makes frame and joint. The coordinate's joint is set.
void resolve_add_term(Resolver *resolver, const TermDraft *draft, MoveList list);
// If a name in the sum `e` is not declared, it becomes a coordinate of the joint to come: its
// index. Otherwise -1.
int resolve_new_coordinate(Resolver *resolver, const Node *e, MoveKind kind);

// ---- others

// Inertia of a point mass at r: m (|r|^2 1 - r r^T).
Mat3 resolve_point_inertia(const Expr *mass, Vec3 r);
// Adds the shapes of the body. True if they have densities: mass, centre and inertia are theirs.
bool resolve_shapes(Resolver *resolver, const Statement *statement, int body_index);
// Of `A[6]`: the size of the list, 0 without brackets, -1 after an error; and its name, A.
int resolve_list_size(Resolver *resolver, const Node *item);
const char *resolve_list_name(Resolver *resolver, const Node *item);
// The law of the coordinate's motion, or where it starts.
Quantity resolve_reference(Resolver *resolver, int coordinate);
// Has it been read since `references.read` had `first` entries?
bool resolve_is_read(const Resolver *resolver, int coordinate, int first);
// What has been read since then: the `index` of a definition or an argument that is made of it.
int resolve_references_since(Resolver *resolver, int first);
// The name is read, and so is what it was made of.
void resolve_read_name(Resolver *resolver, const Name *name);
// The controller at `control` has read references from `first` on: their motions are no constraints.
void resolve_follow(Resolver *resolver, int first, Span control);
// Forces from `first_force` on were made while references from `first` on were read.
void resolve_note_servos(Resolver *resolver, int first, int first_force);
// Warns of torques that shall follow a motion which is a constraint.
void resolve_check_references(Resolver *resolver);
// Notes the motion, of either kind; the place of the first one of what it drives.
int resolve_drive(Resolver *resolver, const Task *task);
Task *resolve_add_task(Resolver *resolver, TaskKind kind, const char *name, Span span);
// The law of a motion out of its word and options, for the coordinate that it drives.
void resolve_motion_law(Resolver *resolver, Task *task, int coordinate);
// Checks the options of a line or an arc, whose way depends on where the mechanism starts.
void check_cartesian_path(Resolver *resolver, const Task *task);
// What an experiment or an event records: any value; an output, a force or an energy stands for its
// own.
TaskOption resolve_recorded(Resolver *resolver, const Node *node);
// Where another file stands that this one names: beside it, unless the name is absolute.
const char *resolve_path(Resolver *resolver, Span name);
// The text of that file; false after an error.
bool resolve_read(Resolver *resolver, const Node *file, Text *text);
// The function of a file's columns; NULL after an error. `name` is what formulas call it.
const struct TableFunction *resolve_table_file(Resolver *resolver, const Node *file, int x_column,
                                               int y_column, const char *name);

// ---- functions and tables (evaluate_function.c)

// The function or table of that name, the user's or the library's; NULL: there is none. It may be
// the name of something else.
const Name *resolve_function_name(Resolver *resolver, const char *text);
// A call of it. `primes`: how often it is differentiated by its only argument.
Quantity evaluate_own_function(Resolver *resolver, const Node *e, const Name *function, int primes);
// gradient(f, x, y): the derivatives by the arguments.
Quantity evaluate_gradient(Resolver *resolver, const Node *e);
// Messages about what an element or a function of the library does stand where it is used.
void resolve_report_inside(Resolver *resolver, const Diagnostics *inside, Span span);
// Reads the library, if it has not been.
void resolve_library(Resolver *resolver);

// ---- arguments of elements out of a file (argument_file.c)

// The number that the text gives for that name, in SI, NAN if that is none; false: it gives nothing.
bool argument_file_value(const Text *text, Span name, double *value);
// False, after an error, if the file says that it is not in SI.
bool argument_file_check(Resolver *resolver, const Node *file, const Text *text);

// ---- one per statement

StatementResolver resolve_mechanism, resolve_include, resolve_param, resolve_let, resolve_table,
    resolve_gravity, resolve_coord, resolve_frame, resolve_joint, resolve_chain, resolve_dh,
    resolve_body, resolve_point, resolve_loop, resolve_constraint, resolve_rolling, resolve_speed,
    resolve_torque, resolve_force, resolve_moment, resolve_energy, resolve_input, resolve_state,
    resolve_discrete, resolve_when, resolve_sample, resolve_output, resolve_motion,
    resolve_experiment, resolve_element, resolve_use, resolve_for;

#endif
