! newton.f90 -- pasted into generated Fortran: the iterations of least_squares.c and newton.c.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  !> The x that makes |A x - b| least, by Householder's reflections. The columns of A are
  !> independent; A and b, its last column, are overwritten.
  subroutine NAME_least_squares(a, x)
    real(wp), intent(inout) :: a(:, :)
    real(wp), intent(out) :: x(:)
    integer :: c, n, j
    n = size(x)
    do j = 1, n
      x(j) = -sign(sqrt(sum(a(j:, j) ** 2)), a(j, j))
      a(j, j) = a(j, j) - x(j)
      do c = j + 1, n + 1
        a(j:, c) = a(j:, c) + sum(a(j:, j) * a(j:, c)) / (x(j) * a(j, j)) * a(j:, j)
      end do
    end do
    do j = n, 1, -1
      x(j) = (a(j, n + 1) - sum(a(j, j + 1:n) * x(j + 1:n))) / x(j)
    end do
  end subroutine NAME_least_squares

  !> Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt). Too few
  !> equations, or redundant ones, do no harm. No step turns an angle by more than a quarter of a
  !> turn, and whole turns are taken out at the end where the equations do not feel them. Exactly
  !> half a turn from a solution |F| does not depend on x, although it is not least there: where
  !> something is open the iterations begin once more, with angles and the numbers of quaternions
  !> increased by up to 0.1, each by another amount.
  subroutine NAME_newton_start(w, equations, x, held, kinds)
    type(NAME_newton), intent(out) :: w
    integer, intent(in) :: equations
    real(wp), intent(in) :: x(:)
    logical, intent(in) :: held(:)
    character(*), intent(in) :: kinds
    integer :: n, j
    n = size(x)
    allocate (w%F(equations), w%J(equations, n), w%scale(n))
    w%x = x
    w%start = x
    w%best_x = x
    w%is_free = .not. held
    w%is_angle = [(kinds(j:j) == 'a', j = 1, n)]
    w%away = [(merge(0.1_wp * modulo(0.618034_wp * j, 1.0_wp), 0.0_wp, &
      w%is_free(j) .and. scan(kinds(j:j), 'ae') > 0), j = 1, n)]
    w%is_length = [(kinds(j:j) == 'm', j = 1, n)]
    w%scale = 0
    w%norm = huge(w%norm)
    w%predicted = 0
    w%largest = 0
    w%damping = 1.0e-3_wp
    w%growth = 2
    w%tries = 0
    w%is_turning_back = .false.
    w%is_displaced = .false.
  end subroutine NAME_newton_start

  subroutine NAME_newton_accept(w, norm)
    type(NAME_newton), intent(inout) :: w
    real(wp), intent(in) :: norm
    real(wp) :: columns(size(w%x))
    w%best_x = w%x
    w%best_F = w%F
    w%best_J = w%J
    w%norm = norm
    w%largest = max(w%largest, maxval(sqrt(sum(w%J ** 2, dim=2))))
    columns = merge(sqrt(sum(w%J ** 2, dim=1)), 0.0_wp, w%is_free)
    where (w%is_length)
      w%scale = max(w%scale, maxval(columns, mask=w%is_length))
    elsewhere
      w%scale = max(w%scale, maxval(columns, mask=.not. w%is_length))
    end where
    where (.not. w%is_free) w%scale = 0
  end subroutine NAME_newton_accept

  !> Takes F and J of the point that was to be tried; true: there is another one.
  function NAME_newton_goes_on(w) result(goes_on)
    type(NAME_newton), intent(inout) :: w
    real(wp), parameter :: nothing = 1.0e-10_wp, rounding = 2.3e-16_wp, turn = 8 * atan(1.0_wp)
    real(wp) :: norm, gain, factor, turns(size(w%x))
    logical :: goes_on, is_first, is_better, is_closed
    norm = sqrt(sum(w%F ** 2))
    goes_on = .false.
    if (w%is_turning_back) then
      if (norm <= nothing * w%largest) call NAME_newton_accept(w, norm)
      return
    end if
    is_first = w%norm >= huge(w%norm)
    is_better = norm < w%norm .and. sum(w%J ** 2) <= huge(norm)
    if (is_better .and. .not. is_first) then  ! damped less where the step did what was predicted
      gain = (w%norm ** 2 - norm ** 2) / (w%norm ** 2 - w%predicted ** 2)
      factor = max(1.0_wp / 3, 1 - (2 * gain - 1) ** 3)
      if (gain > 0.75_wp .and. norm ** 2 < factor * w%norm ** 2) factor = norm ** 2 / w%norm ** 2
      w%damping = max(factor * w%damping, nothing ** 2)
      w%growth = 2
    end if
    if (is_better .or. w%tries == 0) call NAME_newton_accept(w, norm)
    if (.not. is_better) then
      w%damping = w%damping * w%growth
      w%growth = 2 * w%growth
    end if
    w%tries = w%tries + 1
    if (is_first .and. .not. is_better) return
    is_closed = w%norm <= merge(rounding, nothing, is_better) * w%largest
    if (is_closed) then
      turns = merge(anint((w%best_x - w%start) / turn), 0.0_wp, w%is_angle)
      w%x = w%best_x - turns * turn
      w%is_turning_back = any(abs(turns) > 0)
      goes_on = w%is_turning_back
    else if (w%tries <= 100) then
      if (w%damping <= 1.0e20_wp) goes_on = NAME_newton_proposes(w)
      if (goes_on .or. w%is_displaced .or. NAME_newton_is_zero(w)) return
      w%x = w%best_x + w%away
      w%norm = huge(w%norm)
      w%damping = 1.0e-3_wp
      w%growth = 2
      w%is_displaced = .true.
      goes_on = .true.
    end if
  end function NAME_newton_goes_on

  function NAME_newton_is_zero(w) result(is_zero)
    type(NAME_newton), intent(in) :: w
    logical :: is_zero
    is_zero = w%norm <= 1.0e-10_wp * w%largest * (1 + sqrt(sum(w%best_x ** 2)))
  end function NAME_newton_is_zero

  !> The next point to be tried; false where |F| does not depend on the unknowns.
  function NAME_newton_proposes(w) result(depends)
    type(NAME_newton), intent(inout) :: w
    real(wp), parameter :: nothing = 1.0e-10_wp, quarter = 2 * atan(1.0_wp)
    real(wp) :: a(size(w%F) + size(w%x), size(w%x) + 1), step(size(w%x))
    logical :: depends
    integer :: m, n, j
    m = size(w%F)
    n = size(w%x)
    a = 0
    a(:m, n + 1) = w%best_F
    do j = 1, n
      if (w%scale(j) > 0) a(:m, j) = w%best_J(:, j) / w%scale(j)
      a(m + j, j) = sqrt(w%damping)
    end do
    depends = sqrt(sum(matmul(w%best_F, a(:m, :n)) ** 2)) > nothing * w%norm
    if (.not. depends) return
    call NAME_least_squares(a, step)
    where (w%scale > 0)
      step = -step / w%scale
    elsewhere
      step = 0
    end where
    step = step * (quarter / max(quarter, maxval(abs(step), mask=w%is_angle)))
    w%predicted = sqrt(sum((w%best_F + matmul(w%best_J, step)) ** 2))
    w%x = w%best_x + step
  end function NAME_newton_proposes

  !> The best point, and as many entries of F as fit; failed is 0, or the number of the equation
  !> that is furthest from zero if that is more than rounding.
  subroutine NAME_newton_end(w, x, F, failed)
    type(NAME_newton), intent(in) :: w
    real(wp), intent(out) :: x(:), F(:)
    integer, intent(out) :: failed
    integer :: i
    x = w%best_x
    F = w%best_F(:size(F))
    failed = 0
    if (NAME_newton_is_zero(w)) return
    failed = 1
    do i = 2, size(w%best_F)
      if (.not. w%best_F(i) ** 2 <= w%best_F(failed) ** 2) failed = i
    end do
  end subroutine NAME_newton_end
