// builder.h -- equations under construction. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_BUILDER_H
#define BIELLE_FORMULATION_BUILDER_H

#include "formulation/derivation.h"
#include "formulation/derived/site.h"
#include "formulation/quantities.h"

// Empty equations of a mechanism: own pool, names, parameters, coordinates.
Equations *equations_begin(const Mechanism *mechanism, const char *method, uint64_t seed);

// Adds a quantity. Its key is given, and what is not as the table of quantities says, or not known
// to it (quantity_complete()); entries are allocated (NULLs) and returned to be filled. The key is
// copied, all other texts must live as long as the equations.
const Expr **equations_add(Equations *equations, Quantity quantity);
// The same with these entries; rows and columns are the matrix's.
void equations_put(Equations *equations, Quantity quantity, Matrix entries);

// The determinant of the site's Jacobian: of its velocity rows if those that are not zero are as
// many as the coordinates, otherwise of all rows that are not zero. NULL with a sentence in `why`
// if neither is square.
const Expr *jacobian_determinant(Derivation *derivation, const Site *site, Text *why);

// Tells what a name of the equations' pool means; both texts live as long as the equations.
void equations_add_meaning(Equations *equations, const char *name, const char *meaning);

// The same as the table of quantities says, with these entries, or of one number. True.
bool derivation_put(Derivation *derivation, const char *key, Matrix entries);
bool derivation_put_number(Derivation *derivation, const char *key, const Expr *value);

// Speed and acceleration of coordinate i.
const Expr *speed_of(const Equations *equations, int i);
const Expr *acceleration_of(const Equations *equations, int i);
// The symbols of all coordinates, of their speeds, of their accelerations, as columns.
Matrix coordinate_column(const Derivation *derivation);
Matrix speed_column(const Derivation *derivation);
Matrix acceleration_column(const Derivation *derivation);
// And of the generalised forces that forward dynamics is given.
Matrix torque_column(const Derivation *derivation);

// The names of all coordinates, for labels (constraints.c).
const char **coordinate_names(const Equations *equations);

bool entries_are_zero(const Expr *const entries[], int count);
// Weight of all operations behind the parameters, each node once.
long entries_cost(const Expr *const entries[], int count);
// Gives entries their shortest form: building it again makes the node take it where it is cheaper.
// For what other quantities are derived from. Sums of shared parts (C, h, tau) stay as built: a
// form that is shorter to read repeats work that a program does once.
void entries_shorten(const Expr *const entries[], int count);
// The same, unless the derivation stays long: a proof has no use for short forms.
void derivation_shorten(const Derivation *derivation, const Expr *const entries[], int count);

#endif
