// bielle/mechanism.h -- a mechanism, read from its description and checked.
//
// Immutable once loaded, so any number of threads may read it. SI units.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_H
#define BIELLE_MECHANISM_H

#include "bielle/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BielleMechanism BielleMechanism;

// Reads and checks the file `path` ("-": standard input). On BIELLE_OK the caller owns *out.
// Otherwise *out is NULL and `diagnostics` says where: every error of the file, not only the first.
// Warnings may be there on success too.
BIELLE_API BielleStatus bielle_mechanism_load(const char *path, BielleDiagnostics *diagnostics,
                                              BielleMechanism **out);

// The same for a text in memory; `name` stands for the file in messages. Both are copied.
BIELLE_API BielleStatus bielle_mechanism_read(const char *name, const char *text, size_t length,
                                              BielleDiagnostics *diagnostics,
                                              BielleMechanism **out);

// Frees the mechanism. NULL is allowed.
BIELLE_API void bielle_mechanism_free(BielleMechanism *mechanism);

// Name of the mechanism. Borrowed.
BIELLE_API const char *bielle_mechanism_name(const BielleMechanism *mechanism);
// Number of coordinates, the length of q.
BIELLE_API int bielle_mechanism_coordinate_count(const BielleMechanism *mechanism);
// Name of coordinate `index`, as in the description. Borrowed.
BIELLE_API const char *bielle_mechanism_coordinate_name(const BielleMechanism *mechanism,
                                                        int index);
// Number of parameters.
BIELLE_API int bielle_mechanism_parameter_count(const BielleMechanism *mechanism);
// Name of parameter `index`. Borrowed.
BIELLE_API const char *bielle_mechanism_parameter_name(const BielleMechanism *mechanism, int index);

// What a person wants to see first: tree, coordinates, bodies, parameters. Owned.
BIELLE_API char *bielle_mechanism_summary(const BielleMechanism *mechanism);
// Every field of the mechanism, for tools and tests. Owned.
BIELLE_API char *bielle_mechanism_dump(const BielleMechanism *mechanism);

// The syntax tree of the file `path`, whether or not it makes sense. Owned in *out.
BIELLE_API BielleStatus bielle_syntax_dump(const char *path, BielleDiagnostics *diagnostics,
                                           char **out);

#ifdef __cplusplus
}
#endif
#endif
