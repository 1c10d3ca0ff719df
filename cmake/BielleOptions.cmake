# bielle_options: language, warnings and include folders of every target.
# SPDX-License-Identifier: MIT

# Release keeps its assertions (no -DNDEBUG): a broken invariant must stop, not answer wrongly.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -g" CACHE STRING "Flags of a release, assertions on" FORCE)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)  # for clang-tidy and editors

add_library(bielle_options INTERFACE)
target_include_directories(bielle_options INTERFACE ${PROJECT_SOURCE_DIR}/src
                                                    ${PROJECT_SOURCE_DIR}/include)
# BIELLE_VERSION reaches the code as a string, from the file VERSION and nowhere else. The commit
# is left out on purpose: generated code names the version, and same input gives same bytes.
target_compile_definitions(bielle_options INTERFACE _GNU_SOURCE BIELLE_VERSION="${BIELLE_VERSION}")
# No contraction to fused multiply-add: the evaluator agrees bit for bit with the generated code.
# Loops of lanes that clang makes no vectors of, as under sanitizers, are no fault.
target_compile_options(bielle_options INTERFACE
                       -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffp-contract=off
                       $<$<C_COMPILER_ID:Clang>:-Wno-pass-failed>
                       $<$<BOOL:${BIELLE_WERROR}>:-Werror>)
