! floor.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  !> The greatest whole number that is not beyond x.
  elemental function NAME_floor(x) result(value)
    real(wp), intent(in) :: x
    real(wp) :: value
    value = aint(x)
    if (value > x) value = value - 1
  end function NAME_floor
