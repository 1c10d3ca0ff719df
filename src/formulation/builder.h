// builder.h -- equations under construction. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_BUILDER_H
#define BIELLE_FORMULATION_BUILDER_H

#include "formulation/derivation.h"
#include "formulation/derived/site.h"
#include "formulation/quantities.h"

// Creates the equations of a mechanism without quantities: pool, names, parameters, coordinates.
Equations *equations_begin(const Mechanism *mechanism, const char *method, uint64_t seed);

// Adds a quantity and returns its entries, allocated as NULLs, for the caller to fill. The key must
// be given; missing fields are set from the table of quantities if the key is in it
// (quantity_complete()). The key is copied; all other texts must live as long as the equations.
const Expr **equations_add(Equations *equations, Quantity quantity);
// Adds a quantity with these entries; the matrix determines rows and columns.
void equations_put(Equations *equations, Quantity quantity, Matrix entries);

// The determinant of the site's Jacobian: of its non-zero velocity rows if their number equals that
// of the coordinates, otherwise of all non-zero rows. Returns NULL with a sentence in `why` if
// neither matrix is square.
const Expr *jacobian_determinant(Derivation *derivation, const Site *site, Text *why);

// Records the meaning of a name in the equations' pool; both texts must live as long as the
// equations.
void equations_add_meaning(Equations *equations, const char *name, const char *meaning);

// Adds the quantity of a key of the table with these entries, or with a single number. Always
// returns true.
bool derivation_put(Derivation *derivation, const char *key, Matrix entries);
bool derivation_put_number(Derivation *derivation, const char *key, const Expr *value);

// The speed and the acceleration of coordinate i.
const Expr *speed_of(const Equations *equations, int i);
const Expr *acceleration_of(const Equations *equations, int i);
// The symbols of all coordinates, of their speeds and of their accelerations, as columns.
Matrix coordinate_column(const Derivation *derivation);
Matrix speed_column(const Derivation *derivation);
Matrix acceleration_column(const Derivation *derivation);
// The symbols of the generalised forces that are inputs of forward dynamics, as a column.
Matrix torque_column(const Derivation *derivation);

// The names of all coordinates, for labels (constraints.c).
const char **coordinate_names(const Equations *equations);

bool entries_are_zero(const Expr *const entries[], int count);
// The total weight of the operations of stages after the parameters, each node once.
long entries_cost(const Expr *const entries[], int count);
// Finds the shortest forms of the entries and interns them, so that each node adopts the form if it
// is cheaper. For quantities that others are derived from. Sums of shared parts (C, h, tau) are not
// shortened: a shorter printed form would repeat work that a program does once.
void entries_shorten(const Expr *const entries[], int count);
// Like entries_shorten(), unless the derivation has skip_shortening: a proof does not need short
// forms.
void derivation_shorten(const Derivation *derivation, const Expr *const entries[], int count);

#endif
