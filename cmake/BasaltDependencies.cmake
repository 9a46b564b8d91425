# Third-party libraries, all from packages. Why each is here: docs/dependencies.md.
#
# BASALT_ROCKSDB is the target to link RocksDB by. With BASALT_STATIC it is the archive,
# BASALT_CLIENT_ARCHIVES lists the archives that the client library needs, and
# BASALT_EMBEDDED_ARCHIVES what the engine needs besides: RocksDB's and those under it.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED)
if(BASALT_SANITIZE MATCHES thread)
  # The thread sanitizer does not know fences; Asio's locks order the same things.
  target_compile_definitions(Boost::headers INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()

if(BASALT_STATIC)
  # RocksDB's package file looks for its compressors by find_library: let it find archives.
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(spdlog REQUIRED)
find_package(Snappy REQUIRED)
find_package(Protobuf REQUIRED)
# basalt_spdlog and basalt_snappy: as a release links them. There is no archive of spdlog.
add_library(basalt_spdlog INTERFACE)
add_library(basalt_snappy INTERFACE)
if(BASALT_STATIC)
  target_compile_definitions(basalt_spdlog INTERFACE SPDLOG_FMT_EXTERNAL SPDLOG_HEADER_ONLY)
  target_link_libraries(basalt_spdlog INTERFACE fmt::fmt-header-only)
  target_link_libraries(basalt_snappy INTERFACE Snappy::snappy-static)
else()
  target_link_libraries(basalt_spdlog INTERFACE spdlog::spdlog)
  target_link_libraries(basalt_snappy INTERFACE Snappy::snappy)
endif()
# PCRE2's distribution package has no package file for CMake.
find_library(BASALT_PCRE2_LIBRARY pcre2-8 REQUIRED)
add_library(PCRE2::8BIT UNKNOWN IMPORTED)
set_target_properties(PCRE2::8BIT PROPERTIES IMPORTED_LOCATION "${BASALT_PCRE2_LIBRARY}")
# Nor has ZooKeeper's C client; its blocking calls are declared only with THREADED.
find_library(BASALT_ZOOKEEPER_LIBRARY zookeeper_mt REQUIRED)
add_library(ZooKeeper::client UNKNOWN IMPORTED)
set_target_properties(ZooKeeper::client PROPERTIES
                      IMPORTED_LOCATION "${BASALT_ZOOKEEPER_LIBRARY}"
                      INTERFACE_COMPILE_DEFINITIONS THREADED)
if(BASALT_STATIC)
  set_target_properties(ZooKeeper::client PROPERTIES
                        INTERFACE_LINK_LIBRARIES "OpenSSL::SSL;OpenSSL::Crypto")
endif()
find_package(RocksDB REQUIRED)
message(STATUS "RocksDB ${RocksDB_VERSION} from ${RocksDB_DIR}")
if(TARGET RocksDB::rocksdb-shared AND NOT BASALT_STATIC)
  set(BASALT_ROCKSDB RocksDB::rocksdb-shared)
else()
  set(BASALT_ROCKSDB RocksDB::rocksdb)
  # Two things its package file leaves to us: it links liburing without looking for it, and it takes
  # the distribution's snappy as a shared library.
  get_target_property(below RocksDB::rocksdb INTERFACE_LINK_LIBRARIES)
  if(below MATCHES "uring::uring")
    find_package(uring REQUIRED)
  endif()
  if(BASALT_STATIC)
    string(REPLACE "Snappy::snappy>" "Snappy::snappy-static>" below "${below}")
    set_property(TARGET RocksDB::rocksdb PROPERTY INTERFACE_LINK_LIBRARIES "${below}")
  endif()
endif()

# Appends to `result` the archives behind `item`: a target, a path or a name of either.
function(basalt_collect_archives item result)
  string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" item "${item}")
  if(item MATCHES "\\.a$")
    set(${result} ${${result}} "${item}" PARENT_SCOPE)
    return()
  elseif(NOT TARGET "${item}")
    return()
  endif()
  get_target_property(type ${item} TYPE)
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    get_target_property(location ${item} LOCATION)
    if(NOT location MATCHES "\\.a$")
      message(FATAL_ERROR "BASALT_STATIC: ${item} is ${location}, which is not an archive")
    endif()
    list(APPEND ${result} "${location}")
  endif()
  get_target_property(below ${item} INTERFACE_LINK_LIBRARIES)
  if(below)
    foreach(next ${below})
      basalt_collect_archives("${next}" ${result})
    endforeach()
  endif()
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()

if(BASALT_BUILD_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

# Libraries that bring no package file: found by name, as archives in a static build.
function(basalt_find_library target name header)
  if(TARGET ${target})
    return()
  endif()
  find_library(BASALT_LIBRARY_${name} ${name} REQUIRED)
  find_path(BASALT_HEADERS_${name} ${header} REQUIRED)
  add_library(${target} UNKNOWN IMPORTED)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${BASALT_LIBRARY_${name}}"
                        INTERFACE_INCLUDE_DIRECTORIES "${BASALT_HEADERS_${name}}")
  set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
endfunction()
basalt_find_library(basalt::lz4 lz4 lz4.h)
basalt_find_library(basalt::zstd zstd zstd.h)
basalt_find_library(basalt::edit edit histedit.h)
if(BASALT_STATIC)
  # What the archive leaves to others: the terminal's capabilities, and odds and ends of BSD.
  foreach(name tinfo bsd md)
    find_library(BASALT_LIBRARY_${name} ${name} REQUIRED)
    set_property(TARGET basalt::edit APPEND PROPERTY
                 INTERFACE_LINK_LIBRARIES "${BASALT_LIBRARY_${name}}")
  endforeach()
endif()

if(BASALT_STATIC)
  foreach(library PCRE2::8BIT protobuf::libprotobuf-lite ZLIB::ZLIB basalt_snappy basalt::lz4
                  OpenSSL::SSL)
    basalt_collect_archives(${library} BASALT_CLIENT_ARCHIVES)
  endforeach()
  list(REMOVE_DUPLICATES BASALT_CLIENT_ARCHIVES)
  basalt_collect_archives(RocksDB::rocksdb BASALT_EMBEDDED_ARCHIVES)
  list(REMOVE_DUPLICATES BASALT_EMBEDDED_ARCHIVES)
  list(REMOVE_ITEM BASALT_EMBEDDED_ARCHIVES ${BASALT_CLIENT_ARCHIVES})
endif()
