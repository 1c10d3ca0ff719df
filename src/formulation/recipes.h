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
extern const Recipe NO_CORIOLIS_RECIPES[];   // reduced.c: without Coriolis and centrifugal terms
extern const Recipe NEGLIGIBLE_RECIPES[];    // negligible.c: without negligible terms
extern const Recipe COMMON_RECIPES[];        // recipes.c: dynamics common to all methods
extern const Recipe KINEMATIC_RECIPES[];     // recipes.c: no equations of motion required

// The recipe for this key; NULL: the table has none.
const Recipe *recipe_find(const Recipe recipes[], const char *key);
// Returns true, with a sentence in `why`, if the key is that of a family without a name: "fk" or
// "fk:".
bool key_lacks_name(const char *key, Text *why);
// Reports that no table has a recipe for the key, and lists the available keys.
void explain_missing(const Recipe *const tables[], const char *key, Text *why);

// ---- recipes; each one is a RecipeFunction

typedef bool Deriver(Derivation *derivation, const char *key, Text *why);

// C, its vector C qd and tau from the method's M, h and G (christoffel.c). The bias vector by
// Lagrange's operator on T if time drives a joint; V, which is independent of the method: the
// potential energy of the weights (energy.c).
Deriver derive_christoffel, derive_bias_of_C, derive_tau_of_terms;
Deriver derive_bias_of_energy, derive_potential_energy;
// The mass matrix by composite rigid bodies (composite.c); dtau/dq and dtau/dqd
// (newton_euler_partials.c).
Deriver derive_composite_mass, derive_newton_partials;
// L, E, P, Pa (energies.c); P_t (clock.c).
Deriver derive_energy, derive_power, derive_powers, derive_clock_power;
// Applied forces: Qe, Qu and Ma (forces.c).
Deriver derive_applied_forces, derive_drives, derive_added_inertia;
// The complete equations, for display (equations_of_motion.c).
Deriver derive_equations_of_motion;
// Accelerations from forces: qdd, "qdd:articulated" and "qdd:factorised" (forward.c).
Deriver derive_forward, derive_forward_by;
// Partial derivatives of tau and qdd: "dtau/dq", ... (partials.c); lin:A, lin:B and lin:poly
// (linearise.c); lin:A_in and lin:B_in (linearise_independent.c).
Deriver derive_torque_partials, derive_acceleration_partials;
Deriver derive_linearised, derive_independent_linearised;
// lambda:P, mu:P, p:P (operational.c).
Deriver derive_operational_inertia, derive_operational_bias, derive_operational_gravity;
// tau as a linear function of parameters: Y and pi, Y0 (regressor.c); Yb, base and base:K
// (regressor_base.c).
Deriver derive_regressor, derive_regressor_rest, derive_base;
// Phi, Phi_q, Phi_t; H and b_nh; gamma and gamma_nh (constraints.c); Phi_side, the assembly mode of
// loops, Phi_turn and Phi_turn_q (loop_sides.c).
Deriver derive_constraints, derive_constraint_jacobian, derive_constraint_time_rate;
Deriver derive_velocity_constraints, derive_velocity_rest, derive_constraint_bias;
Deriver derive_loop_sides, derive_loop_turn_jacobian;
// Motion under constraints: qdd and lambda, Jc and gammac, K and k (constraint_method_quantity.c);
// N and Ndotqd, M_in, h_in, G_in, tau_in, qdd_in (constraint_method_partition_quantity.c); u
// (constraint_method_inverse.c); Pc (constraint_method_projector.c); dreaction/dlambda:JOINT
// (cut_joint.c).
Deriver derive_constrained_acceleration, derive_multipliers, derive_closure,
    derive_active_constraints;
Deriver derive_augmented_matrix, derive_augmented_right_hand_side;
Deriver derive_partition, derive_reduced_mass, derive_reduced_forces, derive_reduced_acceleration;
Deriver derive_drive_efforts, derive_projector, derive_reaction_by_multipliers;
// Forces at rest: S, dS/dq, dS/du, dS/dqd; dPhi_q/dq, dH/dq (statics.c).
Deriver derive_static_forces, derive_static_damping, derive_static_partials;
Deriver derive_constraint_partials;
// One kinematic quantity each: "fk:", "jac:", ... (defined in kinematic_quantity.c).
Deriver derive_kinematic;
// Quantities given by statements: sd, ev, set:, out: (statement_quantity.c).
Deriver derive_state_rates, derive_events, derive_setting, derive_output;

// ---- helper functions of recipes

// Add the quantities h, G and tau with titles that depend on whether time moves frames (links.h);
// `title` is used if it does not (clock.c). Always return true.
bool put_bias(Derivation *derivation, const char *key, const char *title, Matrix h);
bool put_gravity(Derivation *derivation, const char *key, Matrix G);
bool put_tau(Derivation *derivation, const char *key, Matrix tau);
// Returns true if a model without negligible terms has this quantity. Otherwise `why` lists those
// that it has (negligible.c).
bool negligible_has_key(const char *key, Text *why);
// Frees a reduction and its derivation.
void reduction_free(struct Reduction *reduction);

// The kinetic energy of the added inertia (energies.c) and Ma qdd - Qe (forces.c). Return NULL, or
// a matrix without entries, with a sentence in `why`.
const Expr *energy_of_added_inertia(Derivation *derivation, Text *why);
Matrix outer_forces(Derivation *derivation, Text *why);
// The potential energy of forces given by energy statements; it is part of V.
const Expr *energy_of_forces(Derivation *derivation);
// The power of the applied forces, without drives, if all coordinates are at rest and time moves
// frames.
const Expr *power_along_time(Derivation *derivation);
// The power of one force, without its part that is an inertia (forces.c).
const Expr *power_of_force(Derivation *derivation, const Force *force);
// Shortens the squares of distances in forces and energies, once (forces.c).
void derivation_shorten_roots(Derivation *derivation);
// Set all accelerations, or all rates, of coordinates to zero in the entries (rest.c).
void without_accelerations(const Equations *equations, const Expr *entries[], int count);
void without_speeds(const Equations *equations, const Expr *entries[], int count);

// ---- names in keys (key_names.c)

// Prints "'fk:tp': there is no frame or point 'tp'; did you mean 'tip'?", or all existing names.
void explain_unknown_name(const char *key, const char *what, const char *name,
                          const char *const names[], int count, Text *why);
// The index in `names` of the name after the colon of the key; -1 with this message in `why`.
int index_of_key(const char *key, const char *what, const char *const names[], int count,
                 Text *why);
// The joint of a key such as "reaction:elbow"; NULL with a sentence in `why`.
const Joint *joint_of_key(const Derivation *derivation, const char *key, Text *why);
// By frame: whether `frame` carries it; a frame carries itself.
bool *frames_carried_by(const Derivation *derivation, int frame);
// The body of a key such as "T:arm"; NULL with a sentence in `why`.
const Body *body_of_key(const Derivation *derivation, const char *key, Text *why);

#endif
