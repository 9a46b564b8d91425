# The libraries, made of the rooms' objects, and the program basalt:
#
#   basalt_client          libbasalt_client.a: the public interface over HBase's protocol
#   basalt_client_shared   libbasalt_client.so of the same objects
#   basalt_embedded        libbasalt_embedded.a: the store in this process, on top of basalt_client
#   basalt                 all of it, for the project's own programs and tests
#
# BASALT_CLIENT_LIBRARIES and BASALT_EMBEDDED_LIBRARIES list what each needs of third parties.
foreach(kind CLIENT EMBEDDED)
  get_property(rooms GLOBAL PROPERTY BASALT_${kind}_ROOMS)
  set(BASALT_${kind}_OBJECTS)
  set(BASALT_${kind}_LIBRARIES)
  foreach(room ${rooms})
    list(APPEND BASALT_${kind}_OBJECTS $<TARGET_OBJECTS:room_${room}>)
    get_target_property(room_libraries room_${room} BASALT_ROOM_LIBRARIES)
    list(APPEND BASALT_${kind}_LIBRARIES ${room_libraries})
  endforeach()
  # The code made of the messages is part of the client, and not one more archive for its users.
  list(TRANSFORM BASALT_${kind}_LIBRARIES REPLACE "^basalt_proto$" "protobuf::libprotobuf-lite")
  list(REMOVE_DUPLICATES BASALT_${kind}_LIBRARIES)
endforeach()
list(APPEND BASALT_CLIENT_OBJECTS $<TARGET_OBJECTS:basalt_proto>)
list(REMOVE_ITEM BASALT_EMBEDDED_LIBRARIES ${BASALT_CLIENT_LIBRARIES})

add_library(basalt_client STATIC ${BASALT_CLIENT_OBJECTS})
target_link_libraries(basalt_client PRIVATE ${BASALT_CLIENT_LIBRARIES})

add_library(basalt_embedded STATIC ${BASALT_EMBEDDED_OBJECTS})
target_link_libraries(basalt_embedded PUBLIC basalt_client PRIVATE ${BASALT_EMBEDDED_LIBRARIES})
# The client refers to the store weakly, which takes nothing out of an archive: see
# src/client/embedded_store.h.
set(BASALT_EMBEDDED_LINK_OPTION "-Wl,-u,basalt_embedded_store")
target_link_options(basalt_embedded INTERFACE "${BASALT_EMBEDDED_LINK_OPTION}")

add_library(basalt_client_shared SHARED ${BASALT_CLIENT_OBJECTS})
set_target_properties(basalt_client_shared PROPERTIES
                      OUTPUT_NAME basalt_client VERSION "${PROJECT_VERSION}"
                      SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
if(BASALT_STATIC)
  # The distribution's archives are not made for shared objects, so this library needs the
  # distribution's shared ones whatever the rest of a release does.
  set_target_properties(basalt_client_shared PROPERTIES LINK_OPTIONS "")
  target_link_libraries(basalt_client_shared PRIVATE -lprotobuf-lite -lpcre2-8 -lz -lsnappy -llz4
                                                     -lssl -lcrypto)
else()
  target_link_libraries(basalt_client_shared PRIVATE ${BASALT_CLIENT_LIBRARIES})
endif()
if(NOT BASALT_SANITIZE)
  target_link_options(basalt_client_shared PRIVATE LINKER:--no-undefined)
endif()

target_link_options(basalt_client_shared PRIVATE
                    "LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/cmake/basalt_client.map")
set_property(TARGET basalt_client_shared APPEND PROPERTY
             LINK_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/cmake/basalt_client.map")
foreach(library basalt_client basalt_client_shared basalt_embedded)
  target_include_directories(${library} INTERFACE "${CMAKE_SOURCE_DIR}/include")
  target_link_libraries(${library} PRIVATE Threads::Threads)
  set_target_properties(${library} PROPERTIES LINKER_LANGUAGE CXX)
endforeach()
add_library(basalt INTERFACE)
target_link_libraries(basalt INTERFACE basalt_embedded)

file(GLOB public_headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/include"
     "${CMAKE_SOURCE_DIR}/include/basalt/*.h")
basalt_check_headers(public HEADERS ${public_headers} INCLUDES "${CMAKE_SOURCE_DIR}/include")

add_executable(basalt-cli src/cli/main.cc)
set_target_properties(basalt-cli PROPERTIES OUTPUT_NAME basalt)
target_include_directories(basalt-cli PRIVATE "${CMAKE_BINARY_DIR}/rooms/cli"
                                              "${CMAKE_SOURCE_DIR}/include")
get_property(program_rooms GLOBAL PROPERTY BASALT_PROGRAM_ROOMS)
foreach(room ${program_rooms})
  get_target_property(room_libraries room_${room} BASALT_ROOM_LIBRARIES)
  target_link_libraries(basalt-cli PRIVATE room_${room} ${room_libraries})
endforeach()
target_link_libraries(basalt-cli PRIVATE basalt)
if(BASALT_BUILD_TESTS)
  add_dependencies(unit_tests basalt-cli)
endif()
