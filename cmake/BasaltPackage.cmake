# What `cmake --install` installs, and the packages CPack makes of it.
include(CMakePackageConfigHelpers)
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/basalt")

# A shared library could hide what it is made of; an archive cannot, so its users must link the same
# things. A static build puts all of them into the one archive; any other names them.
if(BASALT_STATIC)
  set(installed_library "${CMAKE_BINARY_DIR}/bundle/libbasalt.a")
  add_custom_command(
    OUTPUT "${installed_library}"
    COMMAND "${CMAKE_COMMAND}" "-DAR=${CMAKE_AR}" "-DOUTPUT=${installed_library}"
            "-DARCHIVES=$<TARGET_FILE:basalt>;${BASALT_BUNDLED_ARCHIVES}"
            -P "${CMAKE_SOURCE_DIR}/cmake/MergeArchives.cmake"
    DEPENDS basalt ${BASALT_BUNDLED_ARCHIVES}
    VERBATIM)
  add_custom_target(basalt-bundle ALL DEPENDS "${installed_library}")
  set(BASALT_CONFIG_DEPENDENCIES "")
  set(BASALT_CONFIG_LIBRARIES "")
  set(BASALT_PC_REQUIRES "")
else()
  set(installed_library "$<TARGET_FILE:basalt>")
  foreach(library ${libraries})
    if(library STREQUAL fmt::fmt)
      string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(fmt)\n")
      list(APPEND BASALT_PC_REQUIRES fmt)
    elseif(library STREQUAL BASALT_ROCKSDB)
      string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(RocksDB)\n")
      if(TARGET uring::uring)
        string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(uring)\n")
      endif()
      list(APPEND BASALT_PC_REQUIRES rocksdb)
    elseif(library STREQUAL PCRE2::8BIT)
      string(APPEND BASALT_CONFIG_DEPENDENCIES
             "if(NOT TARGET PCRE2::8BIT)\n"
             "  find_library(basalt_PCRE2_LIBRARY pcre2-8 REQUIRED)\n"
             "  add_library(PCRE2::8BIT UNKNOWN IMPORTED)\n"
             "  set_target_properties(PCRE2::8BIT PROPERTIES\n"
             "                        IMPORTED_LOCATION \"\${basalt_PCRE2_LIBRARY}\")\n"
             "endif()\n")
      list(APPEND BASALT_PC_REQUIRES libpcre2-8)
    elseif(library STREQUAL protobuf::libprotobuf-lite)
      string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(Protobuf)\n")
      list(APPEND BASALT_PC_REQUIRES protobuf-lite)
    elseif(library STREQUAL ZLIB::ZLIB)
      string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(ZLIB)\n")
      list(APPEND BASALT_PC_REQUIRES zlib)
    elseif(library STREQUAL OpenSSL::SSL)
      string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(OpenSSL)\n")
      list(APPEND BASALT_PC_REQUIRES libssl libcrypto)
    elseif(library STREQUAL basalt_snappy)
      string(APPEND BASALT_CONFIG_DEPENDENCIES "find_dependency(Snappy)\n")
      list(APPEND BASALT_PC_REQUIRES snappy)
      set(library Snappy::snappy)
    elseif(library STREQUAL basalt::lz4)
      string(APPEND BASALT_CONFIG_DEPENDENCIES
             "if(NOT TARGET basalt::lz4)\n"
             "  find_library(basalt_LZ4_LIBRARY lz4 REQUIRED)\n"
             "  add_library(basalt::lz4 UNKNOWN IMPORTED)\n"
             "  set_target_properties(basalt::lz4 PROPERTIES\n"
             "                        IMPORTED_LOCATION \"\${basalt_LZ4_LIBRARY}\")\n"
             "endif()\n")
      list(APPEND BASALT_PC_REQUIRES liblz4)
    elseif(library STREQUAL Boost::headers)
      continue()  # headers only, and none of ours that users see include them
    else()
      message(FATAL_ERROR "BasaltPackage.cmake does not say how users of libbasalt find ${library}")
    endif()
    list(APPEND BASALT_CONFIG_LIBRARIES ${library})
  endforeach()
  list(JOIN BASALT_PC_REQUIRES ", " BASALT_PC_REQUIRES)
endif()

# Relative, so that an unpacked tarball works wherever it lies.
file(RELATIVE_PATH BASALT_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" BASALT_PC_PREFIX "${BASALT_PC_PREFIX}")
configure_file(cmake/basalt.pc.in "${CMAKE_BINARY_DIR}/package/basalt.pc" @ONLY)
configure_package_config_file(cmake/basaltConfig.cmake.in
                              "${CMAKE_BINARY_DIR}/package/basaltConfig.cmake"
                              INSTALL_DESTINATION "${config_dir}"
                              PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/package/basaltConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)

install(TARGETS basalt-cli RUNTIME)
install(FILES "${installed_library}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/basalt TYPE INCLUDE)
install(FILES "${CMAKE_BINARY_DIR}/package/basaltConfig.cmake"
              "${CMAKE_BINARY_DIR}/package/basaltConfigVersion.cmake"
        DESTINATION "${config_dir}")
install(FILES "${CMAKE_BINARY_DIR}/package/basalt.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES LICENSE README.md CHANGELOG.md TYPE DOC)
install(DIRECTORY examples TYPE DOC)

# What a static build contains of others must come with their licences.
if(BASALT_STATIC)
  set(notices "${CMAKE_BINARY_DIR}/package/THIRD-PARTY-LICENSES")
  set(text "Basalt's program and library contain the works below, under these terms.\n")
  foreach(package librocksdb-dev libsnappy-dev liblz4-dev libzstd-dev zlib1g-dev liburing-dev
                  libfmt-dev libcli11-dev libedit-dev libbsd-dev libmd-dev libtinfo6
                  libprotobuf-dev libxxhash-dev)
    set(copyright "/usr/share/doc/${package}/copyright")
    if(NOT EXISTS "${copyright}")
      message(FATAL_ERROR "${copyright} is missing: a static build must carry it")
    endif()
    file(READ "${copyright}" terms)
    string(REGEX REPLACE "^lib|1g|-dev$" "" work "${package}")
    string(APPEND text "\n==== ${work} ====\n\n${terms}")
  endforeach()
  file(CONFIGURE OUTPUT "${notices}" CONTENT "${text}" @ONLY)
  install(FILES "${notices}" TYPE DOC)
endif()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME basalt)
set(CPACK_PACKAGE_CONTACT "Basalt developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_SOURCE_DIR}/dist")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, pkg-config")
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
set(CPACK_PACKAGE_FILE_NAME "basalt-${PROJECT_VERSION}-${system}")
# A package is one thing: the program and the library of one build.
set(CPACK_MONOLITHIC_INSTALL ON)
include(CPack)
