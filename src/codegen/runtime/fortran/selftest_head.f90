! selftest_head.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
!
! Each number expected comes with how many roundings the code may be away from it: errors passed on
! from step to step. Nothing but functions such as sin makes a difference.
program NAME_selftest
  use, intrinsic :: iso_c_binding, only: wp => c_double
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_positive_inf
  use NAME_module
  implicit none
