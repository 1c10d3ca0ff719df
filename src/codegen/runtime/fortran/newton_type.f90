! newton_type.f90 -- pasted into generated Fortran that has newton.f90.
! SPDX-License-Identifier: MIT
! ---- pasted from here

  !> Newton's iterations: the point x to be tried with F and its derivative J, and the best so far.
  type :: NAME_newton
    real(wp), allocatable :: x(:), F(:), J(:, :)
    real(wp), allocatable :: best_x(:), best_F(:), best_J(:, :), start(:), scale(:), away(:)
    logical, allocatable :: is_free(:), is_angle(:), is_length(:)
    real(wp) :: norm, predicted, largest, damping, growth
    integer :: tries
    logical :: is_turning_back, is_displaced
  end type NAME_newton
