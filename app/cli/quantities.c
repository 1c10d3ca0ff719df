// quantities.c -- the names that --what takes, for the help: the one place of app/ that lists them.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

static const QuantityGroup GROUPS[] = {
  { "dynamics",
    "motion T V L T:BODY V:BODY M C h G tau Qe Qu Ma qdd qdd:factorised qdd:articulated E P P_t "
    "reaction:JOINT",
    NULL },
  { "report", "A B Cc Q constants", "with --method lagrange" },
  { "Kane", "D C tauk alphad Jh Jnh dnh qd_alpha J Jdot Mb Wb wrench:BODY", "with --method kane" },
  { "positions", "fk:F fk:F/B pos:P jac:P jac:P/F jacdot:P twist:F accel:F det:P out:NAME", NULL },
  { "derived",
    "dtau/dq dtau/dqd dtau/dqdd dtau/dp dqdd/dq dqdd/dqd dqdd/dtau dqdd/dp lin:A lin:B lin:poly "
    "lambda:P mu:P p:P",
    NULL },
  { "parameters", "Y pi Y0 Yb base base:K", NULL },
  { "loops", "Phi Phi_q Phi_t Phi_side gamma H b_nh gamma_nh closure lambda Jc gammac", NULL },
  { "treated", "K k N Ndotqd M_in h_in G_in tau_in qdd_in u Pc", "with --constraints" },
  { "rest", "S dS/dq dS/du dPhi_q/dq dH/dq dreaction/dlambda:JOINT", NULL },
  { "hybrid", "sd ev set:EVENT", NULL },
};

const QuantityGroup *quantity_groups(int *count)
{
  *count = sizeof GROUPS / sizeof GROUPS[0];
  return GROUPS;
}
