! table.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  !> A piecewise polynomial through the points, or its derivative of that order, at x: rows of
  !> coefficients before the first point, then from each point on.
  pure function NAME_table(points, coefficients, degree, order, x) result(value)
    real(wp), intent(in) :: points(:), coefficients(:), x
    integer, intent(in) :: degree, order
    real(wp) :: value, h, factor
    integer :: low, n, i
    low = count(points <= x)
    h = x - points(max(low, 1))
    value = 0
    do n = degree, order, -1
      factor = 1
      do i = 0, order - 1
        factor = factor * (n - i)
      end do
      value = value * h + factor * coefficients(low * (degree + 1) + n + 1)
    end do
  end function NAME_table
