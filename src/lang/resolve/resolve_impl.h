// resolve_impl.h -- declarations shared by the files of the resolver.
//
// There is one function per statement. The requirements in a clause's row (dimension, dependence)
// are checked by clause_number() and similar functions. A statement with errors leaves a harmless
// placeholder, so that the following statements can be checked; such a mechanism is discarded at
// the end.
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

// The elements that may be used, and the amount of text repeated by elements, loops and functions.
typedef struct Elements {
  Document *text;              // the description
  const Statement *announced;  // last statement whose names are announced
  Map places;                  // name -> index in `all`; library: used elements only
  Map in_library;              // the same for all elements of the library
  const Element **all;
  int count;
  Document **included;
  int included_count;
  Document *library;                 // read on first use; NULL before
  Scope library_scope;               // scope of the library's elements: its functions
  size_t text_length;                // of the description and its included files
  size_t repeated;                   // see resolve_repeat()
  const struct ElementUse *current;  // innermost use being resolved; NULL: none
  bool has_reported;                 // unlimited repetition has been reported
} Elements;

// The units used so far, by their text.
typedef struct UnitValue {
  Quantity one;    // one unit in SI; `bits` is the length that a product with it gains
  bool is_proved;  // verified against the text
} UnitValue;
typedef struct UnitValues {
  Map places;  // text -> index in `values`
  UnitValue *values;
  int count;
  int capacity;
} UnitValues;

// Cache entry of a literal, since descriptions repeat literals.
typedef struct Literal {
  uint64_t digits[2];  // the bytes of its text
  const UnitFactor *unit;
  Quantity value;  // SHAPE_NONE: not evaluated yet
  bool is_proved;  // verified against the text
} Literal;
enum { LITERAL_COUNT = 1024 };

// Cache entry of an operand whose value is not re-evaluated in the check of the whole expression.
typedef struct CachedOperand {
  const Node *node;
  long expression;  // the expression that contains it: in others, its names may have other meanings
  Quantity value;
} CachedOperand;
enum { GIVEN_COUNT = 64 };

// Coordinates whose reference was read by a definition or an argument.
typedef struct ReferenceSet {
  int *coordinates;
  int count;
} ReferenceSet;

// Records where `reference(J)` is read (resolve_reference.c).
typedef struct References {
  int *read;  // the coordinate of each read of a reference, in order
  int read_count;
  bool is_only_shown;  // references read now are not recorded
  ReferenceSet *sets;  // sets of names, by `index` - 1
  int set_count;
  Map early;    // names of coordinates whose reference was read before their motion was declared
  int *servos;  // torques that depend on the reference of the coordinate they act on
  int servo_count;
} References;
// Operation limit per description, well below a second. The prime fields decide most checks.
enum { MAX_NUMBER_WORK = 2000000 };

typedef struct Resolver {
  Mechanism *mechanism;
  Pool *pool;      // the mechanism's
  Arena *arena;    // the mechanism's
  Arena *scratch;  // freed after each statement of the text
  Diagnostics *diagnostics;
  Scope *scope;
  Scope *file;  // the outermost scope
  Inference inference;
  UnitValues *units;
  Literal *literals;            // LITERAL_COUNT entries, indexed by a hash of the text
  CachedOperand *given;         // GIVEN_COUNT entries, see given_place()
  const Statement *statements;  // the current statement and those after it
  int states_ahead;             // number of following statements already resolved
  bool has_gravity;
  struct FrameMotion *motions;  // motions of the first `motion_count` frames, for expressions
  int motion_count;
  int motion_capacity;
  Map driven[2];  // name of a driven coordinate, or of the target of a path -> its first task
  References references;
  Map memories;         // full name -> 2*index of a state, or 2*index + 1 of a discrete variable
  Map model_terms;      // kind, coordinate and arguments of a term -> its index
  const char *element;  // element whose statements are being resolved; NULL: none
  const char *prefix;   // prefix of the names that they declare; NULL: none
  Elements elements;
  long number_work;   // operations spent by expression_numbers.c, up to MAX_NUMBER_WORK
  long divisor_work;  // operations spent on divisors
  int call_depth;     // depth of nested calls of user functions
  bool is_proved;     // the current evaluation belongs to the check
  long expression;    // number of the expression being evaluated
  long expression_count;
} Resolver;

// Returns the cache slot of the operand; it may hold another operand.
static inline CachedOperand *given_place(const Resolver *resolver, const Node *e)
{
  return &resolver->given[(uintptr_t)e / sizeof *e % GIVEN_COUNT];
}

// Returns a copy of the span's text in the mechanism's arena.
const char *resolver_text(Resolver *resolver, Span span);
enum { MAX_INDEX = 1000000000 };
// Converts the value to an integer from `least` to `most`. Returns false if it is not one.
bool resolver_whole(const Expr *value, int least, int most, int *out);
// Returns the text of a name in its scope, with the values of its indices, strut[2].foot. Allocated
// in the scratch arena.
const char *resolver_name(Resolver *resolver, const Node *name);
// Returns the full name of `local`, with the prefix of the element's use; in the mechanism's arena.
const char *resolver_full_name(Resolver *resolver, const char *local);
// Returns the symbol of that full name. The name is kept.
const Expr *resolver_symbol(Resolver *resolver, const char *local, Stage stage);
// Returns the name that the statement declares.
const char *resolver_declared_name(Resolver *resolver, const Statement *statement);
// Appends an item and returns its address, valid until the next one is added.
#define RESOLVER_ADD(resolver, items, count) ARENA_PUSH((resolver)->arena, items, count)

// ---- evaluate.c, and evaluate_arithmetic.c, _call.c, _motion.c, _control.c

// Evaluates an expression; returns SHAPE_NONE after an error. The result is checked against the
// text (expression_check.h).
Quantity evaluate(Resolver *resolver, const Node *e);
// The same without the check, for parts of an expression.
Quantity evaluate_part(Resolver *resolver, const Node *e);
Quantity evaluate_sum(Resolver *resolver, const Node *e);
Quantity evaluate_product(Resolver *resolver, const Node *e);
Quantity evaluate_power(Resolver *resolver, const Node *e);
Quantity evaluate_call(Resolver *resolver, const Node *e);
// position, velocity, omega, rotation; `axes` NULL: in the axes of ground.
Quantity evaluate_motion(Resolver *resolver, const Node *e, const Node *axes);
// reference, effort, and the model functions for controllers.
Quantity evaluate_control(Resolver *resolver, const Node *e, Function function);

// Returns the cache slot of the number with this unit, now assigned to it, or NULL if its text is
// too long.
Literal *evaluate_literal(Resolver *resolver, const Node *e, const UnitFactor *unit);
// Returns the value of the unit, computed once per text, or NULL after an error.
UnitValue *evaluate_unit(Resolver *resolver, const UnitFactor *factors);
// Returns the unit after a vector of plain numbers, which applies to each of them, or NULL if there
// is none.
const UnitFactor *evaluate_shared_unit(const Node *vector);
// Returns the quantity with all components multiplied by the unit.
Quantity evaluate_with_unit(Resolver *resolver, Quantity quantity, const UnitFactor *unit);

// Returns the exact length of `e` [bit] if it is a number, otherwise `estimate`.
long evaluate_bits(const Expr *e, long estimate);
// Returns false, with an error, if numbers of that length are too long.
bool evaluate_fits(Resolver *resolver, long bits, Span span);

// Reports an error; returns false.
bool resolver_error(Resolver *resolver, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Reports an error in an expression; the value is SHAPE_NONE.
#define evaluate_error(...) (resolver_error(__VA_ARGS__), quantity_none())
// Reports "cannot WHAT: L is m, m1 is kg"; the value is SHAPE_NONE.
typedef struct Side {
  Span span;
  const Quantity *quantity;
} Side;
Quantity evaluate_dimension_error(Resolver *resolver, Span span, const char *what, Side a, Side b);
// Requires the same dimension of both sides; the combined knowledge is stored in *both (NULL
// allowed). Otherwise returns false and reports that error at the second side.
bool evaluate_same_dimension(Resolver *resolver, const char *what, Side a, Side b, Quantity *both);

// Reserved word in the text of a name or a call.
static inline Word node_word(const Node *e)
{
  return word_of(span_bytes(node_text(e)), node_text(e).length);
}
// Component index 0, 1 or 2 of a NODE_COMPONENT.
static inline int node_component(const Node *e) { return span_bytes(node_text(e))[0] - 'x'; }
static inline Function node_function(const Node *e) { return (Function)e->function; }
// Operator of a comparison; *is_swapped is set if its sides are exchanged: a > b becomes b < a.
Operator node_comparison(const Node *e, bool *is_swapped);
static inline Operator node_operator(const Node *e)
{
  return operator_of_function(span_bytes(node_text(e)), node_text(e).length);
}

// ---- require.c: expressions with a required shape, dimension and dependence

typedef struct Requirement {
  const char *what;  // for messages: "the mass"
  Dimension dimension;
  Stage stage;  // latest stage that the value may depend on
} Requirement;

// Evaluates `e`. Returns false after an error; *out is then a harmless value of its type.
bool require_number(Resolver *resolver, const Node *e, const Requirement *wanted, const Expr **out);
bool require_vector(Resolver *resolver, const Node *e, const Requirement *wanted, Vec3 *out);
// The same checks for a value that is already evaluated. Returns false after an error.
bool require_quantity(Resolver *resolver, const Quantity *quantity, Shape shape,
                      const Requirement *wanted, Span span);
// Checks the dependence only, or the dimension only.
bool wanted_stage(Resolver *resolver, const Quantity *quantity, const Requirement *wanted,
                  Span span);
bool require_dimension(Resolver *resolver, const Quantity *quantity, const Requirement *wanted,
                       Span span);
// Returns the first form in the value that passes the test, or NULL.
typedef bool FormTest(const Resolver *resolver, const Form *form, int stage);
const Form *find_form(const Quantity *quantity, FormTest *is_it, const Resolver *resolver,
                      int stage);
// The same for the value of a clause, with the requirements of its row. Also returns false if the
// clause is not given.
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

// Declares the names of the statement without a value; their uses report nothing.
void resolve_declare_only(Resolver *resolver, const Statement *statement);
// Declares the frame `ground`.
void resolve_declare_ground(Scope *scope);
// Adds the elements among the statements to `places`.
void resolve_note_elements(Resolver *resolver, const Statement *first, Map *places);
// Counts a text of this length that is resolved `times` more times: the body of an element, a `for`
// or a function. Returns false, with an error at the first time, if a few lines expand beyond any
// reasonable memory; the limit grows with the length of the text.
bool resolve_repeat(Resolver *resolver, int times, size_t length, Span span);
// Reads at least `count` more statements of the text and announces the names they declare.
void resolve_read_on(Resolver *resolver, int count);

// Announces and resolves the statements in the current scope.
void resolve_statements(Resolver *resolver, const Statement *first);

// ---- names of frames, places, joints (resolve_place.c)

// Returns the frame of that name; ground after an error.
int resolve_frame_name(Resolver *resolver, const Node *name);
// Resolves a place: a frame's origin, a point, or a vector on a frame. `what` is for messages.
// Returns false after an error.
bool resolve_place(Resolver *resolver, const Node *node, const char *what, FramePoint *place);
// Returns the frame given by `from`; ground if it is not given.
int resolve_parent(Resolver *resolver, const Statement *statement);
// Returns the coordinate of that name, or the one of the joint of that name; -1 after an error.
int resolve_target(Resolver *resolver, const Node *name);
// Dimension of a coordinate (-1: not known) per second^primes, and of the generalised force on it.
Dimension resolve_dimension_of(const Resolver *resolver, int coordinate, int primes);
Dimension resolve_dimension_on(const Resolver *resolver, int coordinate);
// Returns the only coordinate of the joint of that name, or -1 if there is none or more than one.
int resolve_coordinate_of_joint(const Resolver *resolver, const char *name);
// Reports an error if a joint has this name and so has a coordinate of another joint.
void resolve_single_meaning(Resolver *resolver, const char *name, Span span);
Quantity resolve_coordinate_value(const Resolver *resolver, int coordinate);
// Returns the axis as a unit vector; z if none is given.
Vec3 resolve_axis(Resolver *resolver, const Node *axis);
bool resolve_joint_kind(Resolver *resolver, Span kind, JointKind *out);

// ---- coordinates (resolve_coordinate.c)

typedef struct CoordinateDraft {
  const char *name;  // local name in its scope
  Span span;
  CoordinateKind kind;
  int joint;                // -1: declared by hand
  bool has_made_name;       // generated from the joint's name
  const Node *initial;      // NULL: none
  const Node *limits;       // a range; NULL: none
  bool is_of_unknown_unit;  // COORDINATE_NUMBER: not a plain number; dimension inferred from use
} CoordinateDraft;

// Adds the coordinate and declares its name; returns its index.
int resolve_coordinate(Resolver *resolver, const CoordinateDraft *draft);
// Warns if the number, in rad, was probably meant in degrees.
void warn_unitless_angle(Resolver *resolver, const Node *e);
// Notes that `e` is used as an angle or a length: coordinates declared by hand without a unit adopt
// this kind.
void resolve_note_kind(Resolver *resolver, const Node *e, CoordinateKind kind);

// ---- moves (resolve_move.c)

typedef struct MoveList {
  Move *moves;
  int count;
} MoveList;

// Restrictions on a move, depending on where it is used.
typedef enum MovePlace {
  MOVE_PLACE_ROTATED,  // rotations only, depending on parameters only
  MOVE_PLACE_FRAME     // any move; it may depend on coordinates unless K marks a constant
} MovePlace;

// Allocates a list with capacity for the elementary moves of the nodes (NULL: none) and `more`.
MoveList resolve_move_list(Resolver *resolver, const Node *moves, int more);
// Returns the moves, copied to the mechanism's arena.
Move *move_list_keep(Resolver *resolver, const MoveList *list);
void resolve_moves(Resolver *resolver, const Node *moves, MovePlace place, MoveList *list);
void resolve_one_move(Resolver *resolver, const Node *move, MovePlace place, MoveList *list);
// Returns the moves of the clauses `at` and `rotated`, with capacity for `more` after them.
MoveList resolve_placement(Resolver *resolver, const Statement *statement, int more);
void move_list_add(MoveList *list, MoveKind kind, Vec3 axis, const Expr *amount);

// Name of a move: RX, TYK, R, T. resolve_move_name() returns false if the span is not one.
typedef struct MoveName {
  MoveKind kind;
  int axis;  // 0, 1, 2; -1: a vector
  bool is_constant;
} MoveName;
bool resolve_move_name(Span span, MoveName *name);

// ---- frames and joints made of moving terms (resolve_frame.c)

// Adds a frame that the moves lead to, with the local name `name`; returns its index.
int resolve_add_frame(Resolver *resolver, const char *name, Span span, int parent, MoveList list);

// A joint with one moving term, in a chain or a table.
typedef struct TermDraft {
  const char *name;  // local name of the joint and its frame
  Span span;
  int parent;
  Vec3 axis_F;
  MoveKind kind;
  const Node *amount;
  int coordinate;  // declared by the term; -1: none
} TermDraft;
// Adds the frame and the joint, and sets the coordinate's joint.
void resolve_add_term(Resolver *resolver, const TermDraft *draft, MoveList list);
// If a name in the sum `e` is not declared, declares it as a coordinate of the next joint and
// returns its index. Otherwise returns -1.
int resolve_new_coordinate(Resolver *resolver, const Node *e, MoveKind kind);

// ---- others

// Inertia of a point mass at r, m (|r|^2 1 - r r^T).
Mat3 resolve_point_inertia(const Expr *mass, Vec3 r);
// Adds the shapes of the body. Returns true if they have densities, from which mass, centre of mass
// and inertia are computed.
bool resolve_shapes(Resolver *resolver, const Statement *statement, int body_index);
// Size of the list in `A[6]`, 0 without brackets, -1 after an error; and its name, A.
int resolve_list_size(Resolver *resolver, const Node *item);
const char *resolve_list_name(Resolver *resolver, const Node *item);
// Returns the law of the coordinate's motion, or its initial value.
Quantity resolve_reference(Resolver *resolver, int coordinate);
// Returns true if the coordinate's reference was read since `references.read` had `first` entries.
bool resolve_is_read(const Resolver *resolver, int coordinate, int first);
// Returns the `index` of a definition or an argument that depends on the references read since
// then.
int resolve_references_since(Resolver *resolver, int first);
// Notes a read of the name and of the references it depends on.
void resolve_read_name(Resolver *resolver, const Name *name);
// The controller at `control` has read references from `first` on: their motions are not
// constraints.
void resolve_follow(Resolver *resolver, int first, Span control);
// Notes forces from `first_force` on that act on a coordinate whose reference was read from `first`
// on.
void resolve_note_servos(Resolver *resolver, int first, int first_force);
// Warns about torques that are meant to follow a motion which is a constraint.
void resolve_check_references(Resolver *resolver);
// Notes the motion, of either kind; returns the index of the first motion of the same target.
int resolve_drive(Resolver *resolver, const Task *task);
Task *resolve_add_task(Resolver *resolver, TaskKind kind, const char *name, Span span);
// Builds the law of a motion from its word and options, for the coordinate that it drives.
void resolve_motion_law(Resolver *resolver, Task *task, int coordinate);
// Checks the options of a line or an arc, whose path depends on the initial configuration.
void check_cartesian_path(Resolver *resolver, const Task *task);
// Resolves what an experiment or an event records: any value; an output, a force or an energy is
// recorded by its expression.
TaskOption resolve_recorded(Resolver *resolver, const Node *node);
// Returns the path of a file named in this one: relative to its folder, unless the name is
// absolute.
const char *resolve_path(Resolver *resolver, Span name);
// Reads that file; returns false after an error.
bool resolve_read(Resolver *resolver, const Node *file, Text *text);
// Returns the function given by two columns of a file, or NULL after an error. `name` is its name
// in expressions.
const struct TableFunction *resolve_table_file(Resolver *resolver, const Node *file, int x_column,
                                               int y_column, const char *name);

// ---- functions and tables (evaluate_function.c)

// Returns the user's or the library's function or table of that name, or NULL if there is none. The
// name may have other meanings as well.
const Name *resolve_function_name(Resolver *resolver, const char *text);
// Evaluates a call of it. `primes`: order of the derivative by its only argument.
Quantity evaluate_own_function(Resolver *resolver, const Node *e, const Name *function, int primes);
// Evaluates gradient(f, x, y), the partial derivatives of f at (x, y).
Quantity evaluate_gradient(Resolver *resolver, const Node *e);
// Reports messages about the contents of an element or a function of the library at the place of
// use.
void resolve_report_inside(Resolver *resolver, const Diagnostics *inside, Span span);
// Reads the library on first use.
void resolve_library(Resolver *resolver);

// ---- arguments of elements from a file (argument_file.c)

// Reads the value of that name, in SI; NAN if it is not a number. Returns false if the name is
// missing.
bool argument_file_value(const Text *text, Span name, double *value);
// Returns false, after an error, if the file declares units other than SI.
bool argument_file_check(Resolver *resolver, const Node *file, const Text *text);

// ---- one function per statement

StatementResolver resolve_mechanism, resolve_include, resolve_param, resolve_let, resolve_table,
    resolve_gravity, resolve_coord, resolve_frame, resolve_joint, resolve_chain, resolve_dh,
    resolve_body, resolve_point, resolve_loop, resolve_constraint, resolve_rolling, resolve_speed,
    resolve_torque, resolve_force, resolve_moment, resolve_energy, resolve_input, resolve_state,
    resolve_discrete, resolve_when, resolve_sample, resolve_output, resolve_motion,
    resolve_experiment, resolve_element, resolve_use, resolve_for;

#endif
