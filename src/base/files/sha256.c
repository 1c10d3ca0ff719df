// sha256.c -- SHA-256 according to FIPS 180-4; variables have the names of the standard.
// SPDX-License-Identifier: MIT
#include "base/files/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK_SIZE = 64, LENGTH_SIZE = 8, WORD_COUNT = 8, ROUNDS = 64 };

// First 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2).
static const uint32_t K[ROUNDS] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate_right(uint32_t x, int n) { return x >> n | x << (32 - n); }

// The message schedule of one block (6.2.2, step 1).
static void expand(const unsigned char block[BLOCK_SIZE], uint32_t W[ROUNDS])
{
  for (int t = 0; t < 16; t++) {
    const unsigned char *byte = block + 4 * (size_t)t;
    W[t] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
  }
  for (int t = 16; t < ROUNDS; t++) {
    uint32_t x = W[t - 15];
    uint32_t y = W[t - 2];
    uint32_t sigma0 = rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3;
    uint32_t sigma1 = rotate_right(y, 17) ^ rotate_right(y, 19) ^ y >> 10;
    W[t] = sigma1 + W[t - 7] + sigma0 + W[t - 16];
  }
}

// Steps 2 to 4 of 6.2.2; v holds the working variables a to h.
static void compress(uint32_t H[WORD_COUNT], const unsigned char block[BLOCK_SIZE])
{
  uint32_t W[ROUNDS];
  uint32_t v[WORD_COUNT];
  expand(block, W);
  memcpy(v, H, sizeof v);
  for (int t = 0; t < ROUNDS; t++) {
    uint32_t a = v[0];
    uint32_t e = v[4];
    uint32_t sum1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
    uint32_t choice = (e & v[5]) ^ (~e & v[6]);
    uint32_t T1 = v[7] + sum1 + choice + K[t] + W[t];
    uint32_t sum0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
    uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += T1;
    v[0] = T1 + sum0 + majority;
  }
  for (int i = 0; i < WORD_COUNT; i++)
    H[i] += v[i];
}

// Processes the last bytes with the padding of 5.1.1: a one bit, zeros, the length in bits.
static void finish(uint32_t H[WORD_COUNT], const char *rest, size_t rest_length, size_t length)
{
  unsigned char tail[2 * BLOCK_SIZE] = { 0 };
  size_t tail_length = rest_length + 1 + LENGTH_SIZE <= BLOCK_SIZE ? BLOCK_SIZE : 2 * BLOCK_SIZE;
  if (rest_length > 0) memcpy(tail, rest, rest_length);
  tail[rest_length] = 0x80;
  uint64_t bits = (uint64_t)length * 8;
  for (size_t i = 0; i < LENGTH_SIZE; i++)
    tail[tail_length - 1 - i] = (unsigned char)(bits >> 8 * i);
  for (size_t i = 0; i < tail_length; i += BLOCK_SIZE)
    compress(H, tail + i);
}

void sha256_hex(const char *bytes, size_t length, char hex[SHA256_HEX_SIZE])
{
  // first 32 bits of the fractional parts of the square roots of the first 8 primes (5.3.3)
  uint32_t H[WORD_COUNT] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  size_t done = 0;
  for (; length - done >= BLOCK_SIZE; done += BLOCK_SIZE) {
    compress(H, (const unsigned char *)bytes + done);
  }
  finish(H, length > done ? bytes + done : NULL, length - done, length);
  for (int i = 0; i < SHA256_HEX_SIZE - 1; i++) {
    hex[i] = "0123456789abcdef"[H[i / 8] >> (28 - 4 * (i % 8)) & 0xF];
  }
  hex[SHA256_HEX_SIZE - 1] = '\0';
}
