# What `cmake --install` installs, and the packages CPack makes of it. Its components:
#
#   program        the program basalt
#   client         libbasalt_client.so, what a program linked with it needs to run
#   client_dev     the headers, libbasalt_client.a, and how CMake and pkg-config find them
#   embedded_dev   libbasalt_embedded.a and how it is found; it needs client_dev
include(CMakePackageConfigHelpers)
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/basalt")
set(package_dir "${CMAKE_BINARY_DIR}/package")

# basalt_how_to_find(prefix library...): sets <prefix>_DEPENDENCIES to the code that finds the
# libraries in CMake, <prefix>_TARGETS to their targets and <prefix>_PC_REQUIRES to pkg-config's modules.
function(basalt_how_to_find prefix)
  set(dependencies "")
  set(targets "")
  set(modules "")
  foreach(library ${ARGN})
    if(library STREQUAL fmt::fmt)
      string(APPEND dependencies "find_dependency(fmt)\n")
      list(APPEND modules fmt)
    elseif(library STREQUAL BASALT_ROCKSDB)
      string(APPEND dependencies "find_dependency(RocksDB)\n")
      if(TARGET uring::uring)
        string(APPEND dependencies "find_dependency(uring)\n")
      endif()
      list(APPEND modules rocksdb)
    elseif(library STREQUAL PCRE2::8BIT)
      string(APPEND dependencies
             "if(NOT TARGET PCRE2::8BIT)\n"
             "  find_library(basalt_PCRE2_LIBRARY pcre2-8 REQUIRED)\n"
             "  add_library(PCRE2::8BIT UNKNOWN IMPORTED)\n"
             "  set_target_properties(PCRE2::8BIT PROPERTIES\n"
             "                        IMPORTED_LOCATION \"\${basalt_PCRE2_LIBRARY}\")\n"
             "endif()\n")
      list(APPEND modules libpcre2-8)
    elseif(library STREQUAL protobuf::libprotobuf-lite)
      string(APPEND dependencies "find_dependency(Protobuf)\n")
      list(APPEND modules protobuf-lite)
    elseif(library STREQUAL ZLIB::ZLIB)
      string(APPEND dependencies "find_dependency(ZLIB)\n")
      list(APPEND modules zlib)
    elseif(library STREQUAL OpenSSL::SSL)
      string(APPEND dependencies "find_dependency(OpenSSL)\n")
      list(APPEND modules libssl libcrypto)
    elseif(library STREQUAL basalt_snappy)
      string(APPEND dependencies "find_dependency(Snappy)\n")
      list(APPEND modules snappy)
      set(library Snappy::snappy)
    elseif(library STREQUAL basalt::lz4)
      string(APPEND dependencies
             "if(NOT TARGET basalt::lz4)\n"
             "  find_library(basalt_LZ4_LIBRARY lz4 REQUIRED)\n"
             "  add_library(basalt::lz4 UNKNOWN IMPORTED)\n"
             "  set_target_properties(basalt::lz4 PROPERTIES\n"
             "                        IMPORTED_LOCATION \"\${basalt_LZ4_LIBRARY}\")\n"
             "endif()\n")
      list(APPEND modules liblz4)
    elseif(library STREQUAL Boost::headers)
      continue()  # headers only, and none of ours that users see include them
    else()
      message(FATAL_ERROR "BasaltPackage.cmake does not say how users find ${library}")
    endif()
    list(APPEND targets ${library})
  endforeach()
  list(JOIN modules ", " modules)
  set(${prefix}_DEPENDENCIES "${dependencies}" PARENT_SCOPE)
  set(${prefix}_TARGETS "${targets}" PARENT_SCOPE)
  set(${prefix}_PC_REQUIRES "${modules}" PARENT_SCOPE)
endfunction()

# A shared library hides what it is made of; an archive cannot, so its users must link the same
# things. A static build puts all of them into the archive; any other names them.
foreach(kind CLIENT EMBEDDED)
  string(TOLOWER basalt_${kind} library)
  if(BASALT_STATIC)
    set(installed_${library} "${CMAKE_BINARY_DIR}/bundle/lib${library}.a")
    add_custom_command(
      OUTPUT "${installed_${library}}"
      COMMAND "${CMAKE_COMMAND}" "-DAR=${CMAKE_AR}" "-DOUTPUT=${installed_${library}}"
              "-DARCHIVES=$<TARGET_FILE:${library}>;${BASALT_${kind}_ARCHIVES}"
              -P "${CMAKE_SOURCE_DIR}/cmake/MergeArchives.cmake"
      DEPENDS ${library} ${BASALT_${kind}_ARCHIVES}
      VERBATIM)
    add_custom_target(${library}-bundle ALL DEPENDS "${installed_${library}}")
    basalt_how_to_find(BASALT_${kind})
  else()
    set(installed_${library} "$<TARGET_FILE:${library}>")
    basalt_how_to_find(BASALT_${kind} ${BASALT_${kind}_LIBRARIES})
  endif()
endforeach()

# Relative, so that an unpacked tarball works wherever it lies.
file(RELATIVE_PATH BASALT_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" BASALT_PC_PREFIX "${BASALT_PC_PREFIX}")
# basalt_pc(name description requires libs): the file name.pc.
function(basalt_pc name description requires libs)
  set(BASALT_PC_NAME "${name}")
  set(BASALT_PC_DESCRIPTION "${description}")
  set(BASALT_PC_REQUIRES "${requires}")
  set(BASALT_PC_LIBS "${libs}")
  configure_file(cmake/basalt.pc.in "${package_dir}/${name}.pc" @ONLY)
endfunction()
basalt_pc(basalt-client "Client of HBase's protocol" "" "-lbasalt_client -pthread")
basalt_pc(basalt-client-static "Client of HBase's protocol, as an archive"
          "${BASALT_CLIENT_PC_REQUIRES}" "-l:libbasalt_client.a -pthread -ldl")
set(requires "${BASALT_EMBEDDED_PC_REQUIRES}")
list(PREPEND requires "basalt-client-static = ${PROJECT_VERSION}")
list(JOIN requires ", " requires)
basalt_pc(basalt-embedded "${PROJECT_DESCRIPTION}" "${requires}"
          "${BASALT_EMBEDDED_LINK_OPTION} -lbasalt_embedded")
# The name of earlier versions.
basalt_pc(basalt "${PROJECT_DESCRIPTION}" "basalt-embedded = ${PROJECT_VERSION}" "")

foreach(component Client Embedded)
  configure_file(cmake/basalt${component}.cmake.in "${package_dir}/basalt${component}.cmake" @ONLY)
endforeach()
configure_package_config_file(cmake/basaltConfig.cmake.in "${package_dir}/basaltConfig.cmake"
                              INSTALL_DESTINATION "${config_dir}"
                              PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${package_dir}/basaltConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)

install(TARGETS basalt-cli RUNTIME COMPONENT program)
install(TARGETS basalt_client_shared
        LIBRARY COMPONENT client NAMELINK_COMPONENT client_dev)
install(FILES "${installed_basalt_client}" DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        COMPONENT client_dev)
install(DIRECTORY include/basalt TYPE INCLUDE COMPONENT client_dev)
install(FILES "${package_dir}/basaltConfig.cmake" "${package_dir}/basaltConfigVersion.cmake"
              "${package_dir}/basaltClient.cmake"
        DESTINATION "${config_dir}" COMPONENT client_dev)
install(FILES "${package_dir}/basalt-client.pc" "${package_dir}/basalt-client-static.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT client_dev)
install(FILES "${installed_basalt_embedded}" DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        COMPONENT embedded_dev)
install(FILES "${package_dir}/basaltEmbedded.cmake" DESTINATION "${config_dir}"
        COMPONENT embedded_dev)
install(FILES "${package_dir}/basalt-embedded.pc" "${package_dir}/basalt.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT embedded_dev)
install(FILES LICENSE README.md CHANGELOG.md TYPE DOC COMPONENT program)
install(DIRECTORY examples TYPE DOC COMPONENT client_dev)
# Made by the target `reference`; there when a release is packaged.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/build/reference" TYPE DOC COMPONENT client_dev OPTIONAL)
# Each package comes with its terms; the dev packages need the client's.
set(client_doc "${CMAKE_INSTALL_DATAROOTDIR}/doc/libbasalt-client")
install(FILES LICENSE DESTINATION "${client_doc}" COMPONENT client)

# What a static build contains of others must come with their licences.
if(BASALT_STATIC)
  set(notices "${package_dir}/THIRD-PARTY-LICENSES")
  set(text "Basalt's program and libraries contain the works below, under these terms.\n")
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
  install(FILES "${notices}" TYPE DOC COMPONENT program)
  install(FILES "${notices}" DESTINATION "${client_doc}" COMPONENT client)
endif()

# One .deb per component, one tarball of everything. script/release adds a tarball of the client.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME basalt)
set(CPACK_PACKAGE_CONTACT "Basalt developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_SOURCE_DIR}/dist")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
set(CPACK_PACKAGE_FILE_NAME "basalt-${PROJECT_VERSION}-${system}")
set(CPACK_COMPONENTS_ALL program client client_dev embedded_dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME basalt)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION database)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Basalt: server, shell and tools")
set(CPACK_DEBIAN_CLIENT_PACKAGE_NAME libbasalt-client)
set(CPACK_DEBIAN_CLIENT_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_CLIENT_DESCRIPTION "Client of HBase's protocol (shared library)")
set(CPACK_DEBIAN_CLIENT_DEV_PACKAGE_NAME libbasalt-client-dev)
set(CPACK_DEBIAN_CLIENT_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CLIENT_DEV_PACKAGE_DEPENDS "libbasalt-client (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_CLIENT_DEV_PACKAGE_SUGGESTS "g++, cmake, pkg-config")
set(CPACK_COMPONENT_CLIENT_DEV_DESCRIPTION "Client of HBase's protocol (development files)")
set(CPACK_DEBIAN_EMBEDDED_DEV_PACKAGE_NAME libbasalt-embedded-dev)
set(CPACK_DEBIAN_EMBEDDED_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_EMBEDDED_DEV_PACKAGE_DEPENDS "libbasalt-client-dev (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_EMBEDDED_DEV_DESCRIPTION "${PROJECT_DESCRIPTION} (development files)")
include(CPack)
