# Warnings, sanitizers, link-time optimisation and ccache, for every target of the project.
add_compile_options(-Wall -Wextra -Werror -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Version 12 sees overlaps in the library's own strings (its bug 105651).
  add_compile_options(-Wno-restrict)
endif()

# A shared library shows what its headers mark (basalt/export.h), and nothing else.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# Several sources are compiled as one: the standard library and the third-party headers are parsed and
# their templates instantiated once a batch, not once a file. What it brings: docs/decisions/0012.
option(BASALT_UNITY "Compile several sources of a target as one" ON)
set(CMAKE_UNITY_BUILD ${BASALT_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

find_program(BASALT_CCACHE ccache)
if(BASALT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths relative to the project: another clone or build directory finds what this one compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=true;${BASALT_CCACHE}")
endif()

# BASALT_DCHECK and the order of locks (src/base/check.h, src/base/ordered_mutex.h) are checked where
# NDEBUG is not defined: in the presets dev, asan and tsan. This option checks them in others, too.
option(BASALT_DEBUG_CHECKS "Check debug invariants in a build that defines NDEBUG" OFF)
if(BASALT_DEBUG_CHECKS)
  add_compile_definitions(BASALT_DEBUG_CHECKS)
endif()

# BASALT_SANITIZE: a value of -fsanitize=, set by the presets asan and tsan.
# BASALT_TEST_ENVIRONMENT: what every test sees, as one NAME=value. About the options: docs/testing.md.
string(JOIN ":" tsan_options "suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp"
       ignore_noninstrumented_modules=1 history_size=7 second_deadlock_stack=1)
set(BASALT_TEST_ENVIRONMENT "TSAN_OPTIONS=${tsan_options}")
set(BASALT_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined")
if(BASALT_SANITIZE)
  # Instrumented code makes GCC see uninitialised values where there are none.
  add_compile_options(-Wno-maybe-uninitialized)
  add_compile_options(-fsanitize=${BASALT_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BASALT_SANITIZE})
endif()

# For the thread sanitizer: tests of rooms without threads of their own prove nothing there.
option(BASALT_TESTS_WITH_THREADS_ONLY "Build only the tests in which several threads run" OFF)
set(BASALT_THREADED_ROOMS base metrics store hotspot catalog constraints client embedded quota server load copy)

# Fat objects hold machine code as well, so that libbasalt.a can be linked by any compiler.
if(BASALT_LTO)
  add_compile_options(-flto=auto -ffat-lto-objects)
  add_link_options(-flto=auto)
endif()
if(BASALT_STATIC)
  add_link_options(-static-libstdc++ -static-libgcc)
endif()
