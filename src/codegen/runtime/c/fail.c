// fail.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Where there is no answer, the result is not a number.
static int NAME_fail(int number, NAME_real result[], int count)
{
  for (int i = 0; i < count; i++)
    result[i] = (NAME_real)NAN;
  return number;
}
