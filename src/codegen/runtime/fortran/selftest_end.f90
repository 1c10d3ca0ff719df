! selftest_end.f90 -- pasted into generated Fortran.
! SPDX-License-Identifier: MIT
! ---- pasted from here
  if (different > 0) then
    print '(2a, i0, a, i0, a)', &
      'NAME', ': ', different, ' of ', checked, ' values differ'
    error stop 1
  end if
  write (*, '(2a, i0, a, i0, a)', advance='no') &
    'NAME', ': ', checked, ' values agree, ', &
    identical, ' of them to the last bit'
  if (skipped > 0) write (*, '(a, i0, a)', advance='no') &
    '; ', skipped, ' are not determined and were not compared'
  print '(a)', ''

contains

  subroutine resize(grid, rows, columns)
    real(wp), allocatable, intent(inout) :: grid(:, :)
    integer, intent(in) :: rows, columns
    if (allocated(grid)) deallocate (grid)
    allocate (grid(rows, columns))
  end subroutine resize

  subroutine renew(array, entries)
    real(wp), allocatable, intent(inout) :: array(:)
    integer, intent(in) :: entries
    if (allocated(array)) deallocate (array)
    allocate (array(entries))
  end subroutine renew

  subroutine check(name, state, first, got, expected, roundings)
    character(*), intent(in) :: name
    integer, intent(in) :: state, first
    real(wp), intent(in) :: got(:), expected(:), roundings(:)
    real(wp) :: value, tolerance
    logical :: is_same
    integer :: n
    do n = 1, size(expected)
      if (roundings(n) > huge(value)) then
        skipped = skipped + 1
        cycle
      end if
      value = got(first + n)
      tolerance = epsilon(value) * roundings(n)
      is_same = value == expected(n) .or. (value /= value .and. expected(n) /= expected(n))
      checked = checked + 1
      if (is_same) identical = identical + 1
      if (is_same .or. abs(value - expected(n)) <= tolerance) cycle
      different = different + 1
      if (different > 1) cycle
      print '(4a, i0, a, i0)', &
        'NAME', ': ', name, ', state ', state, ', entry ', first + n
      print '(3(a, es24.16))', 'got ', value, ', expected ', expected(n), ', tolerance ', tolerance
    end do
  end subroutine check

end program NAME_selftest
