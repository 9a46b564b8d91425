# libbasalt: all rooms but the command line, in one library; and the program basalt.
get_property(rooms GLOBAL PROPERTY BASALT_ROOMS)
get_property(libraries GLOBAL PROPERTY BASALT_LIBRARIES)
list(REMOVE_DUPLICATES libraries)
add_library(basalt STATIC)
foreach(room ${rooms})
  target_sources(basalt PRIVATE $<TARGET_OBJECTS:basalt_${room}>)
endforeach()
# The code made of the messages is part of the library, and not one more archive for its users.
target_sources(basalt PRIVATE $<TARGET_OBJECTS:basalt_proto>)
list(TRANSFORM libraries REPLACE "^basalt_proto$" "protobuf::libprotobuf-lite")
target_include_directories(basalt INTERFACE "${CMAKE_SOURCE_DIR}/include")
target_link_libraries(basalt PRIVATE ${libraries} Threads::Threads)
set_target_properties(basalt PROPERTIES LINKER_LANGUAGE CXX)

file(GLOB public_headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/include"
     "${CMAKE_SOURCE_DIR}/include/basalt/*.h")
basalt_check_headers(public HEADERS ${public_headers} INCLUDES "${CMAKE_SOURCE_DIR}/include")

add_executable(basalt-cli src/cli/main.cc)
set_target_properties(basalt-cli PROPERTIES OUTPUT_NAME basalt)
target_include_directories(basalt-cli PRIVATE "${CMAKE_BINARY_DIR}/rooms/cli"
                                              "${CMAKE_SOURCE_DIR}/include")
get_property(program_rooms GLOBAL PROPERTY BASALT_PROGRAM_ROOMS)
foreach(room ${program_rooms})
  get_target_property(room_libraries basalt_${room} BASALT_ROOM_LIBRARIES)
  target_link_libraries(basalt-cli PRIVATE basalt_${room} ${room_libraries})
endforeach()
target_link_libraries(basalt-cli PRIVATE basalt)
if(BASALT_BUILD_TESTS)
  add_dependencies(unit_tests basalt-cli)
endif()
