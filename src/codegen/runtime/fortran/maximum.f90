! maximum.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  !> The greater one; not a number if one of them is none.
  elemental function NAME_max(a, b) result(value)
    real(wp), intent(in) :: a, b
    real(wp) :: value
    value = merge(a, b, a >= b .or. a /= a)
  end function NAME_max
