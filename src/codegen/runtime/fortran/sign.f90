! sign.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  !> -1, 0 or 1: the sign of x.
  elemental function NAME_sign(x) result(value)
    real(wp), intent(in) :: x
    real(wp) :: value
    value = merge(1.0_wp, merge(-1.0_wp, x, x < 0), x > 0)
  end function NAME_sign
