! module.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here

module NAME_module
  use, intrinsic :: iso_c_binding, only: wp => c_double
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_positive_inf
  implicit none
  private
