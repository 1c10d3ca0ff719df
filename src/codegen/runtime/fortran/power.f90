! power.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  elemental function NAME_power(x, y) result(value)
    real(wp), intent(in) :: x, y
    real(wp) :: value
    value = x ** y
  end function NAME_power
