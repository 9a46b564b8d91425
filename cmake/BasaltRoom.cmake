# basalt_room(name CLIENT|EMBEDDED|PROGRAM [USES room...] [LIBRARIES target...])
#
# Declares the room src/<name>: one object library of its *.cc files, room_<name>, which may include
# the public headers, its own and those of the rooms it USES, and nothing else; LIBRARIES are
# third-party and private to it. Its *_test.cc files become one program, <name>_test.
#
# The kind says where its objects go: into libbasalt_client, which works without the engine;
# into libbasalt_embedded, which is the engine on top of it; or into the basalt program alone. A room
# of the client may use only rooms of the client, one of the engine no room of the program.
#
# A room's headers are included as "<room>/<file>.h". Each room is seen through a directory that
# holds a link to it alone, so that an include of a room that is not listed does not compile.
function(basalt_room name)
  cmake_parse_arguments(ARG "CLIENT;EMBEDDED;PROGRAM" "" "USES;LIBRARIES" ${ARGN})
  if(ARG_CLIENT)
    set(kind CLIENT)
    set(usable_kinds CLIENT)
  elseif(ARG_EMBEDDED)
    set(kind EMBEDDED)
    set(usable_kinds CLIENT EMBEDDED)
  elseif(ARG_PROGRAM)
    set(kind PROGRAM)
    set(usable_kinds CLIENT EMBEDDED PROGRAM)
  else()
    message(FATAL_ERROR "basalt_room(${name}) does not say CLIENT, EMBEDDED or PROGRAM")
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/src"
       "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cc")
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cc$")
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(NOT sources)  # a room of headers only
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/no_sources.cc")
    file(CONFIGURE OUTPUT "${sources}" CONTENT "")
  endif()
  if(BASALT_STATIC)
    # The distribution has no archive of fmt.
    list(TRANSFORM ARG_LIBRARIES REPLACE "^fmt::fmt$" "fmt::fmt-header-only")
  endif()

  set(window "${CMAKE_BINARY_DIR}/rooms/${name}")
  file(MAKE_DIRECTORY "${window}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${window}/${name}" SYMBOLIC)

  set(windows "${CMAKE_SOURCE_DIR}/include" "${window}")
  set(third_party_headers)
  foreach(used ${ARG_USES})
    if(NOT TARGET room_${used})
      message(FATAL_ERROR "the room ${name} uses ${used}, which does not come before it")
    endif()
    get_target_property(used_kind room_${used} BASALT_ROOM_KIND)
    if(NOT used_kind IN_LIST usable_kinds)
      message(FATAL_ERROR "the room ${name} is ${kind} and uses ${used}, which is ${used_kind}")
    endif()
    list(APPEND windows "${CMAKE_BINARY_DIR}/rooms/${used}")
    # A used room's headers may include its libraries' headers, and must then find the right ones.
    get_target_property(libraries room_${used} BASALT_ROOM_LIBRARIES)
    foreach(library ${libraries})
      list(APPEND third_party_headers $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
    endforeach()
  endforeach()

  add_library(room_${name} OBJECT ${sources})
  target_include_directories(room_${name} PRIVATE ${windows})
  target_include_directories(room_${name} SYSTEM PRIVATE ${third_party_headers})
  target_link_libraries(room_${name} PRIVATE ${ARG_LIBRARIES} Threads::Threads)
  set_target_properties(room_${name} PROPERTIES BASALT_ROOM_LIBRARIES "${ARG_LIBRARIES}")
  set_target_properties(room_${name} PROPERTIES BASALT_ROOM_KIND "${kind}")
  set_property(GLOBAL APPEND PROPERTY BASALT_${kind}_ROOMS ${name})
  basalt_check_headers(${name} HEADERS ${headers} INCLUDES ${windows} ${third_party_headers}
                       LIBRARIES ${ARG_LIBRARIES})

  if(BASALT_TESTS_WITH_THREADS_ONLY AND NOT name IN_LIST BASALT_THREADED_ROOMS)
    set(tests)
  endif()
  if(BASALT_BUILD_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_include_directories(${name}_test PRIVATE ${windows})
    target_include_directories(${name}_test SYSTEM PRIVATE ${third_party_headers})
    target_link_libraries(${name}_test PRIVATE basalt ${ARG_LIBRARIES} GTest::gtest_main
                                               GTest::gmock)
    if(ARG_PROGRAM)
      # What a program's room uses may use other such rooms.
      get_property(program_rooms GLOBAL PROPERTY BASALT_PROGRAM_ROOMS)
      foreach(room ${program_rooms})
        get_target_property(libraries room_${room} BASALT_ROOM_LIBRARIES)
        target_link_libraries(${name}_test PRIVATE room_${room} ${libraries})
      endforeach()
    endif()
    gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS unit ENVIRONMENT "${BASALT_TEST_ENVIRONMENT}")
    add_dependencies(unit_tests ${name}_test)
  endif()
endfunction()
