// fmu_no_contacts.c -- pasted into the source of a Functional Mock-up Unit without impacts, in the
// place of fmu_contacts.c and what precedes it, with NAME replaced by the name of the model. What follows the line of
// dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- impacts: there are none

typedef struct FmuContacts {
  double flight;
} FmuContacts;

static void fmu_contacts_begin(const NAME_prepared *k, const double v[], FmuContacts *contacts)
{
  (void)k, (void)v, (void)contacts;
}

static int fmu_contacts_audit(const NAME_prepared *k, const double v[], FmuContacts *contacts)
{
  (void)k, (void)v, (void)contacts;
  return 0;
}

static int fmu_contacts_rise(const NAME_prepared *k, const double v[], FmuContacts *contacts,
                             double tolerance, int risen[])
{
  (void)k, (void)v, (void)contacts, (void)tolerance, (void)risen;
  return 0;
}

static int fmu_contacts_hit(const NAME_prepared *k, double v[], FmuContacts *contacts,
                            double tolerance, const int risen[], const double set[])
{
  (void)k, (void)v, (void)contacts, (void)tolerance, (void)risen, (void)set;
  return 0;
}

static int fmu_contacts_push(const NAME_prepared *k, double v[], FmuContacts *contacts,
                             double tolerance)
{
  (void)k, (void)v, (void)contacts, (void)tolerance;
  return 0;
}

static void fmu_contacts_events(const NAME_prepared *k, const FmuContacts *contacts, double v[],
                                double tolerance)
{
  (void)k, (void)contacts, (void)v, (void)tolerance;
}

static int fmu_contacts_project(const NAME_prepared *k, double v[], const FmuContacts *contacts)
{
  (void)k, (void)v, (void)contacts;
  return 0;
}

static int fmu_contacts_settle(const NAME_prepared *k, double v[], FmuContacts *contacts,
                               double tolerance)
{
  (void)k, (void)v, (void)contacts, (void)tolerance;
  return 0;
}
