! selftest_begin.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  type(NAME_params) :: p
  type(NAME_prepared) :: k
  integer :: checked = 0, identical = 0, different = 0, skipped = 0, failed
  real(wp), allocatable :: grid(:, :), got(:), x(:), residual(:)
  call resize(grid, 0, 0)
  call renew(residual, 0)
  call renew(x, 0)
  failed = 0
  p = NAME_default_params()
