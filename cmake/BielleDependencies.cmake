# bielle_dependencies: the libraries that the layers are built on. FLINT 2.9 and Arb 2.23 bring no
# pkg-config files on Debian 12 (Arb is libflint-arb there), so all are found the same plain way.
# SPDX-License-Identifier: MIT
add_library(bielle_dependencies INTERFACE)

foreach(name IN ITEMS flint-arb flint mpfr gmp jansson lapacke sundials_cvode
                      sundials_arkode sundials_ida sundials_nvecserial)
  find_library(BIELLE_LIBRARY_${name} ${name})
  if(NOT BIELLE_LIBRARY_${name})
    message(FATAL_ERROR "The library '${name}' is missing. 'make install-deps' installs it.")
  endif()
  mark_as_advanced(BIELLE_LIBRARY_${name})
  target_link_libraries(bielle_dependencies INTERFACE ${BIELLE_LIBRARY_${name}})
endforeach()

# libxml2 keeps its headers in a folder of its own.
find_package(LibXml2 QUIET)
if(NOT LibXml2_FOUND)
  message(FATAL_ERROR "The library 'xml2' is missing. 'make install-deps' installs it.")
endif()
target_link_libraries(bielle_dependencies INTERFACE LibXml2::LibXml2)

find_package(OpenMP REQUIRED COMPONENTS C)
target_link_libraries(bielle_dependencies INTERFACE OpenMP::OpenMP_C m)
