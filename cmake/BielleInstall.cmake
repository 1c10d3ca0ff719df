# What `cmake --install` puts where: command with its page of the manual and completion for shells,
# shared library, public headers, and the two ways for other programs to find them
# (find_package(bielle), pkg-config bielle). Everything is relative to its own place, so the
# installed tree may be moved.
# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)

install(TARGETS bielle EXPORT bielle-targets)
if(TARGET bielle_cli)
  install(TARGETS bielle_cli)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  install(FILES ${generated}/man DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME bielle.1)
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${generated}/completion_bash DESTINATION ${share}/bash-completion/completions
          RENAME bielle)
  install(FILES ${generated}/completion_zsh DESTINATION ${share}/zsh/site-functions RENAME _bielle)
  install(FILES ${generated}/completion_fish DESTINATION ${share}/fish/vendor_completions.d
          RENAME bielle.fish)
endif()
install(DIRECTORY include/bielle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
        PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/bielle)
write_basic_package_version_file(bielle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT bielle-targets FILE bielle-config.cmake NAMESPACE bielle::
        DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/bielle-config-version.cmake DESTINATION ${package_folder})

# From <libdir>/pkgconfig back to the prefix, as ../.. or ../../..
file(RELATIVE_PATH BIELLE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/bielle.pc.in bielle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/bielle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
