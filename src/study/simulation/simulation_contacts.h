// simulation_contacts.h -- what the files of contacts share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_SIMULATION_CONTACTS_H
#define BIELLE_STUDY_SIMULATION_SIMULATION_CONTACTS_H

#include "numeric/contact/coulomb.h"
#include "study/simulation/simulation_impl.h"

// Some of the contacts, whose impulses or forces are found together.
typedef struct ContactSet {
  int count;    // of rows
  int *chosen;  // gaps, each with its slips behind it
  double *G;    // count x count
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

// None of them, in the arena of the closing.
ContactSet contact_set_new(const Work *work);
// The contact, with its slips.
void contact_set_add(const Contacts *contacts, ContactSet *choice, int c);
// Gaps alone.
void contact_set_of_closed(const Contacts *contacts, ContactSet *choice);
// Fills G.
void contact_set_response(ContactSet *choice, const Contacts *contacts);
// amounts with G amounts = right; where contacts are redundant, the least ones.
void contact_set_solve(ContactSet *choice);
// Impulses into `amounts` from the speeds without them; or forces from accelerations. False: there are
// none.
bool contact_set_solve_coulomb(ContactSet *choice, const double speeds[]);

bool contacts_are_closed(const Contacts *contacts);
// How fast contact c slips; the direction into `way`.
double contacts_slip(const Work *work, int c, const double x[], double way[2]);
// Where contact c slips to, of length 1; from rest, where it was about to.
void contacts_slip_direction(const Work *work, int c, const double x[], double way[2]);
// Everything at x. False: it has no value, or moves without inertia.
bool contacts_evaluate(Work *work, double t, const double x[]);
// A gap of less touches [m | rad].
double contacts_touching(const Work *work);
double contacts_fastest(const Work *work);
// A gap's speed of less is none.
double contacts_least_speed(const Work *work, int c);
// False, with what is told.
bool contacts_fail(Work *work, const char *what, double t);
// The impulses that end the slip of the contacts of `choice`, for which there are no forces. False: there
// are none either.
bool contacts_jam(Work *work, double t, ContactSet *choice);
// Of a gap, or of a slip.
double contacts_speed(const Work *work, int row, const double qd[]);
// Adds what impulses or forces of rows change to speeds or accelerations.
void contacts_add_answers(const Work *work, const int chosen[], int count, const double amounts[],
                          double out[]);
// L L^T x = what is in x.
void contacts_solve_factored(int n, const double a[], double x[]);

// ---- simulation_contacts_along.c

// The impulses of a moment, before they change the speeds: of speeds `before` and restitutions
// `parts` by contact chosen. False: they cannot be differentiated.
bool contacts_impact_tangent(Work *work, const ContactSet *hits, const double before[],
                             const double parts[], bool is_poisson);

#endif
