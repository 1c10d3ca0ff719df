// outside.c -- a program that knows only the installed headers and the shared library.
// SPDX-License-Identifier: MIT
#include <bielle/bielle.h>

#include <stdio.h>

int main(void)
{
  return puts(bielle_version()) < 0;
}
