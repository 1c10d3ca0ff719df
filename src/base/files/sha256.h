// sha256.h -- the SHA-256 digest (FIPS 180-4), which identifies a text by its content.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BASE_FILES_SHA256_H
#define BIELLE_BASE_FILES_SHA256_H

#include <stddef.h>

enum { SHA256_HEX_SIZE = 65 };  // 64 digits and a NUL

// Writes the digest of `length` bytes in lower-case hexadecimal. `bytes` may be NULL if length is
// 0.
void sha256_hex(const char *bytes, size_t length, char hex[SHA256_HEX_SIZE]);

#endif
