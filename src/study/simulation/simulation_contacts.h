// simulation_contacts.h -- declarations shared by the files on contacts.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_SIMULATION_CONTACTS_H
#define BIELLE_STUDY_SIMULATION_SIMULATION_CONTACTS_H

#include "numeric/contact/coulomb.h"
#include "study/simulation/simulation_impl.h"

// A subset of the contacts, whose impulses or forces are solved for simultaneously.
typedef struct ContactSet {
  int count;    // number of rows
  int *chosen;  // row indices: gaps, each followed by its slips
  double *G;    // count x count: their block of the Delassus matrix
  double *right, *amounts;
  int contact_count;
  CoulombContact *contacts;
} ContactSet;

static inline double dot(const double a[], const double b[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

// Returns an empty set with capacity for all contacts, allocated in the arena of the constraint
// system.
ContactSet contact_set_new(const Work *work);
// Adds contact c with its slips.
void contact_set_add(const Contacts *contacts, ContactSet *choice, int c);
// Sets the choice to the gap rows of all closed contacts.
void contact_set_of_closed(const Contacts *contacts, ContactSet *choice);
// Fills G.
void contact_set_response(ContactSet *choice, const Contacts *contacts);
// Solves G amounts = right; returns the minimum-norm solution where contacts are redundant.
void contact_set_solve(ContactSet *choice);
// Solves for impulses, from the speeds without them, or for forces, from accelerations, into
// `amounts`. Returns false if there is no solution.
bool contact_set_solve_coulomb(ContactSet *choice, const double speeds[]);

bool contacts_are_closed(const Contacts *contacts);
// Returns the slip speed of contact c; `way` receives the unit direction.
double contacts_slip(const Work *work, int c, const double x[], double way[2]);
// Returns the unit slip direction of contact c; near zero speed, the direction of impending slip.
void contacts_slip_direction(const Work *work, int c, const double x[], double way[2]);
// Evaluates all contact quantities at x. Returns false if a value is not finite or the mass matrix
// is singular.
bool contacts_evaluate(Work *work, double t, const double x[]);
// A contact with a smaller gap touches [m | rad].
double contacts_touching(const Work *work);
double contacts_fastest(const Work *work);
// A smaller gap speed counts as zero.
double contacts_least_speed(const Work *work, int c);
// Reports `what` as the failure of the simulation at t. Returns false.
bool contacts_fail(Work *work, const char *what, double t);
// Applies the impulses that end the slip of the contacts of `choice` when no forces exist
// (Painleve). Returns false if there are no such impulses either.
bool contacts_jam(Work *work, double t, ContactSet *choice);
// Returns the speed of a gap or slip row.
double contacts_speed(const Work *work, int row, const double qd[]);
// Adds to `out` the change of speeds or accelerations by impulses or forces of the chosen rows.
void contacts_add_answers(const Work *work, const int chosen[], int count, const double amounts[],
                          double out[]);
// Solves L L^T x = b in place: b is in x.
void contacts_solve_factored(int n, const double a[], double x[]);

// ---- simulation_contact_sensitivity.c

// Directional derivative of an impact, called before the impulses change the speeds: `before` are
// the approach speeds and `parts` the restitutions by chosen contact. Returns false if the impulses
// cannot be differentiated.
bool contacts_impact_tangent(Work *work, const ContactSet *hits, const double before[],
                             const double parts[], bool is_poisson);

#endif
