// sanitizer.h -- HAS_SANITIZER: compiled with the address or the thread sanitizer, by gcc or clang.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_SUPPORT_SANITIZER_H
#define BIELLE_TESTS_SUPPORT_SANITIZER_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#endif
