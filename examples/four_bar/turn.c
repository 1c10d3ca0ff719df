// turn.c -- turns the crank of the four-bar once: closes the loop, finds the speeds, follows them.
//
//   bielle code four_bar.bl --what Phi,Phi_q,Phi_t -o bar
//   cc -std=c99 -Ibar bar/four_bar.c turn.c -lm && ./a.out
// SPDX-License-Identifier: MIT
#include "four_bar.h"

#include <stdio.h>

enum { STEPS = 8 };

int main(void)
{
  const four_bar_real step = 2 * 3.14159265358979 / STEPS;  // of the crank, rad
  const four_bar_params p = four_bar_default_params();
  const int held[FOUR_BAR_COORDINATES] = { 1, 0, 0 };  // the crank, phi1, goes where it is told
  four_bar_real q[FOUR_BAR_COORDINATES] = { 0, 0.6, 1.5 };
  four_bar_real open[FOUR_BAR_ASSEMBLE_SIZE];
  printf("   crank  rocker  rocker per crank\n");
  for (int k = 0; k <= STEPS; k++) {
    four_bar_real qd[FOUR_BAR_COORDINATES] = { 1, 0, 0 };
    int constraint = four_bar_assemble(&p, q, held, open);
    if (constraint == 0) constraint = four_bar_project_velocity(&p, q, qd, held, open);
    if (constraint != 0) {
      printf("constraint %d does not hold: %g is left\n", constraint, open[constraint - 1]);
      return 1;
    }
    printf("%8.4f%8.4f%8.4f\n", q[0], q[2], qd[2]);
    for (int j = 0; j < FOUR_BAR_COORDINATES; j++)
      q[j] += step * qd[j];  // a start nearby, so that the branch stays the same
  }
  return 0;
}
