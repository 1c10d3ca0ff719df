// coordinate_list.h -- coordinates by name, "q1, q2". For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_COORDINATE_LIST_H
#define BIELLE_API_STATE_COORDINATE_LIST_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "mechanism/mechanism.h"

// Marks the coordinates of `list` (NULL: none), given by their names or those of their joints, in
// `is_listed`. Unknown names are errors, "unknown coordinate 'q9' PURPOSE"; returns false if there
// is one.
bool coordinate_list_read(const char *list, const char *purpose, const Mechanism *mechanism,
                          bool is_listed[], Diagnostics *diagnostics);

#endif
