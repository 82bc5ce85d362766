# The compiler flags of every target of this project. Nothing in here reaches a user's targets.

set(WEND_WARNINGS
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion
    -Wfloat-equal -Wcast-qual -Wcast-align=strict -Wstrict-prototypes -Wmissing-prototypes -Wundef
    -Wvla -Wformat=2 -Wswitch-enum -Wnull-dereference -Wwrite-strings)
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    # Clang knows the plain form only.
    list(TRANSFORM WEND_WARNINGS REPLACE "-Wcast-align=strict" "-Wcast-align")
    # An enum in a calculation of doubles is exact, and gcc has no such warning.
    list(APPEND WEND_WARNINGS -Wno-enum-float-conversion)
endif()

if(MINGW)
    # Its isfinite() has a branch for each type, and the one for float is compiled for a double, too.
    list(APPEND WEND_WARNINGS -Wno-float-conversion)
endif()

# Equal bits everywhere need contraction off: gcc's gnu mode and clang fuse a * b + c by default.
# Errno after sqrt is never looked at, and without it sqrt is one instruction.
set(WEND_CODE_FLAGS -ffp-contract=off -fno-math-errno)

# In strict C17 gcc works floats out as doubles on s390, for the sake of an old float_t.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^s390")
    list(APPEND WEND_CODE_FLAGS -fexcess-precision=fast)
endif()

# Inside of a project that names no build type CMake would optimise nothing, which makes searches
# five times as slow.
set(WEND_OPTIMISATION "")
if(NOT PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES
   AND NOT MSVC AND NOT CMAKE_C_FLAGS MATCHES "-O")
    set(WEND_OPTIMISATION -O2 -DNDEBUG)
    message(STATUS "wend: no CMAKE_BUILD_TYPE is set, so wend itself is compiled with -O2 -DNDEBUG")
endif()

function(wend_target_flags target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /fp:precise)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        ${WEND_OPTIMISATION} $<$<COMPILE_LANGUAGE:C>:${WEND_WARNINGS}> ${WEND_CODE_FLAGS})
    if(WEND_WERROR)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Werror>)
    endif()
    if(MINGW)
        # The printf of C17; Microsoft's knows no %zu.
        target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
    endif()
    if(UNIX AND NOT APPLE)
        # clock_gettime and sysconf lie outside plain C17.
        target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
    endif()
endfunction()
