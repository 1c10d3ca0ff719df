// recipes.h -- the recipes of every method. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_RECIPES_H
#define BIELLE_FORMULATION_RECIPES_H

#include "formulation/builder.h"

extern const Recipe LAGRANGE_RECIPES[];      // lagrange.c
extern const Recipe ENERGY_RECIPES[];        // energy.c
extern const Recipe UICKER_RECIPES[];        // uicker.c
extern const Recipe KANE_RECIPES[];          // kane.c
extern const Recipe NEWTON_EULER_RECIPES[];  // newton_euler.c
extern const Recipe STATIC_RECIPES[];        // reduced.c: without Coriolis and centrifugal terms
extern const Recipe NEGLIGIBLE_RECIPES[];    // negligible.c: without small terms
extern const Recipe COMMON_RECIPES[];        // recipes.c: dynamics that every method has
extern const Recipe KINEMATIC_RECIPES[];     // recipes.c: what needs no equations of motion

// The recipe for this key; NULL: the table has none.
const Recipe *recipe_find(const Recipe recipes[], const char *key);
// Is it the key of a family, "fk" or "fk:", without a name? Then `why` says so.
bool key_lacks_name(const char *key, Text *why);
// Says of a key that none of the tables has a recipe for what there is instead.
void explain_missing(const Recipe *const tables[], const char *key, Text *why);

// Out of M, h and G of the method: C and its vector, tau (christoffel.c).
bool derive_christoffel(Derivation *derivation, const char *key, Text *why);
bool derive_bias_of_C(Derivation *derivation, const char *key, Text *why);
bool derive_tau_of_terms(Derivation *derivation, const char *key, Text *why);
// The same vector by Lagrange's operator on T where time moves a joint (energy.c).
bool derive_bias_of_energy(Derivation *derivation, const char *key, Text *why);

// The quantities h, G and tau, called by whether time moves frames (links.h); `title` where it does
// not. P_t (clock.c).
bool put_bias(Derivation *derivation, const char *key, const char *title, Matrix h);
bool put_gravity(Derivation *derivation, const char *key, Matrix G);
bool put_tau(Derivation *derivation, const char *key, Matrix tau);
bool derive_clock_power(Derivation *derivation, const char *key, Text *why);
// Has a model without small terms this quantity? Otherwise `why` says what it has
// (negligible.c).
bool negligible_has_key(const char *key, Text *why);
// Frees what derived it.
void reduction_free(struct Reduction *reduction);

// Kinetic energy of the added inertia (energies.c); Ma qdd - Qe (forces.c); NULL, or without
// entries, with a sentence in `why`.
const Expr *energy_of_added_inertia(Derivation *derivation, Text *why);
Matrix outer_forces(Derivation *derivation, Text *why);
// What energy statements give: the potential energy of forces, of which V is a part.
const Expr *energy_of_forces(Derivation *derivation);
// ---- names in keys (key_names.c)
// "'fk:tp': there is no frame or point 'tp'; did you mean 'tip'?", or all that there are.
void explain_unknown_name(const char *key, const char *what, const char *name,
                          const char *const names[], int count, Text *why);
// Which of `names` stands behind the colon of the key; -1 with that sentence in `why`.
int index_of_key(const char *key, const char *what, const char *const names[], int count,
                 Text *why);
// The joint that a key such as "reaction:elbow" names; NULL with a sentence in `why`.
const Joint *joint_of_key(const Derivation *derivation, const char *key, Text *why);
// Which frames a frame carries, itself included.
bool *frames_carried_by(const Derivation *derivation, int frame);
// The body that a key such as "T:arm" names.
const Body *body_of_key(const Derivation *derivation, const char *key, Text *why);
// The entries where all accelerations, or all rates, of coordinates are zero.
void without_accelerations(const Equations *equations, const Expr *entries[], int count);
void without_speeds(const Equations *equations, const Expr *entries[], int count);

// The mass matrix by composite bodies (composite.c).
bool derive_composite_mass(Derivation *derivation, const char *key, Text *why);

// V of energy.c: the weights' work needs no method.
bool derive_potential_energy(Derivation *derivation, const char *key, Text *why);

// Gives the squares of distances in forces and energies their short forms, once (forces.c).
void derivation_shorten_roots(Derivation *derivation);

// What acts (forces.c): Qe, Qu and Ma.
bool derive_applied_forces(Derivation *derivation, const char *key, Text *why);
bool derive_drives(Derivation *derivation, const char *key, Text *why);
bool derive_added_inertia(Derivation *derivation, const char *key, Text *why);
// The whole equations, for readers (equations_of_motion.c).
bool derive_equations_of_motion(Derivation *derivation, const char *key, Text *why);
// The power of what acts, without drives, where all coordinates rest and time moves frames.
const Expr *power_along_time(Derivation *derivation);

// L, E, P (energies.c).
bool derive_energy(Derivation *derivation, const char *key, Text *why);
bool derive_power(Derivation *derivation, const char *key, Text *why);

// Accelerations out of forces (forward.c): qdd, "qdd:articulated" and "qdd:factorised".
bool derive_forward(Derivation *derivation, const char *key, Text *why);
bool derive_forward_by(Derivation *derivation, const char *key, Text *why);

// How tau and qdd change with what they depend on: "dtau/dq", ... (partials.c).
bool derive_torque_partials(Derivation *derivation, const char *key, Text *why);
bool derive_acceleration_partials(Derivation *derivation, const char *key, Text *why);
// lin:A and lin:B (linearise.c); lin:A_in and lin:B_in (linearise_independent.c).
bool derive_linearised(Derivation *derivation, const char *key, Text *why);
bool derive_independent_linearised(Derivation *derivation, const char *key, Text *why);
// lambda:P, mu:P, p:P (operational.c).
bool derive_operational_inertia(Derivation *derivation, const char *key, Text *why);
bool derive_operational_bias(Derivation *derivation, const char *key, Text *why);
bool derive_operational_gravity(Derivation *derivation, const char *key, Text *why);

// tau as a linear function of parameters: Y and pi, Yb, base and base:K, Y0 (regressor.c).
bool derive_regressor(Derivation *derivation, const char *key, Text *why);
bool derive_base(Derivation *derivation, const char *key, Text *why);
bool derive_regressor_rest(Derivation *derivation, const char *key, Text *why);

// Phi, Phi_q, Phi_t; H and b_nh; gamma and gamma_nh (constraints.c).
bool derive_constraints(Derivation *derivation, const char *key, Text *why);
bool derive_constraint_jacobian(Derivation *derivation, const char *key, Text *why);
bool derive_constraint_time_rate(Derivation *derivation, const char *key, Text *why);
bool derive_velocity_constraints(Derivation *derivation, const char *key, Text *why);
bool derive_velocity_rest(Derivation *derivation, const char *key, Text *why);
bool derive_constraint_bias(Derivation *derivation, const char *key, Text *why);

// Motion under constraints: qdd and lambda, Jc and gammac, K and k (treatment_quantity.c); N and
// Ndotqd, M_in, h_in, G_in, tau_in, qdd_in (treatment_reduced.c); u (treatment_inverse.c); Pc
// (treatment_projector.c).
bool derive_constrained_acceleration(Derivation *derivation, const char *key, Text *why);
bool derive_multipliers(Derivation *derivation, const char *key, Text *why);
bool derive_closure(Derivation *derivation, const char *key, Text *why);
bool derive_bonds(Derivation *derivation, const char *key, Text *why);
bool derive_augmented_matrix(Derivation *derivation, const char *key, Text *why);
bool derive_augmented_right_hand_side(Derivation *derivation, const char *key, Text *why);
bool derive_partition(Derivation *derivation, const char *key, Text *why);
bool derive_reduced_mass(Derivation *derivation, const char *key, Text *why);
bool derive_reduced_forces(Derivation *derivation, const char *key, Text *why);
bool derive_reduced_acceleration(Derivation *derivation, const char *key, Text *why);
bool derive_drive_efforts(Derivation *derivation, const char *key, Text *why);
bool derive_projector(Derivation *derivation, const char *key, Text *why);

// Forces at rest: S, dS/dq, dS/du, dS/dqd; dPhi_q/dq, dH/dq (statics.c).
bool derive_static_forces(Derivation *derivation, const char *key, Text *why);
bool derive_static_damping(Derivation *derivation, const char *key, Text *why);
bool derive_static_partials(Derivation *derivation, const char *key, Text *why);
bool derive_constraint_partials(Derivation *derivation, const char *key, Text *why);
// dreaction/dlambda:JOINT (release.c).
bool derive_reaction_by_multipliers(Derivation *derivation, const char *key, Text *why);

// Which way round loops are closed, Phi_side (loop_sides.c).
bool derive_loop_sides(Derivation *derivation, const char *key, Text *why);

// Recipes of one kinematic quantity each: "fk:", "jac:", ... (kinematic_quantity.c says what they
// are).
bool derive_kinematic(Derivation *derivation, const char *key, Text *why);

// sd, ev, set: (memory_quantity.c).
bool derive_state_rates(Derivation *derivation, const char *key, Text *why);
bool derive_events(Derivation *derivation, const char *key, Text *why);
bool derive_setting(Derivation *derivation, const char *key, Text *why);

// What output statements ask for: "out:" (output_quantity.c).
bool derive_output(Derivation *derivation, const char *key, Text *why);

#endif
