// simulation_contacts.h -- what the files of contacts share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_SIMULATION_CONTACTS_H
#define BIELLE_STUDY_SIMULATION_CONTACTS_H

#include "study/simulation_impl.h"

// Some of the contacts.
typedef struct Choice {
  int count;
  int *chosen;
  double *G;  // count x count
  double *right, *amounts;
} Choice;

Choice choice_new(const Work *work);
void choice_of_closed(const Contacts *contacts, Choice *choice);
// Fills G.
void choice_weigh(Choice *choice, const Contacts *contacts);
// amounts with G amounts = right; where contacts are redundant, the least ones.
void choice_solve(Choice *choice);

bool contacts_are_closed(const Contacts *contacts);
// Everything at x. False: it has no value, or moves without inertia.
bool contacts_look(Work *work, double t, const double x[]);
double contacts_speed(const Work *work, int c, const double qd[]);
// Adds what impulses or forces of contacts change to speeds or accelerations.
void contacts_add_answers(const Work *work, const int chosen[], int count, const double amounts[],
                          double out[]);
// L L^T x = what is in x.
void contacts_solve_factored(int n, const double a[], double x[]);

// ---- simulation_contacts_along.c

// The impulses of a moment, before they change the speeds: of speeds `before` and restitutions
// `parts` by contact chosen. False: they cannot be differentiated.
bool contacts_hit_along(Work *work, const Choice *hits, const double before[], const double parts[],
                        bool is_poisson);

#endif
