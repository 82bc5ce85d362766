# The two libraries as functions, because a build with shared libraries makes both a second time,
# static and internal, for the tests: private functions are not exported.

find_package(Threads)
find_library(WEND_LIBM m)
mark_as_advanced(WEND_LIBM)

# A library found for another machine than the one built for does not link, so try.
if(WEND_BUILD_IO)
    find_package(PNG QUIET)
    if(PNG_FOUND)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_LIBRARIES PNG::PNG)
        check_c_source_compiles("#include <png.h>
            int main(void) { png_set_keep_unknown_chunks(0, 0, 0, 0); return 0; }" WEND_HAVE_PNG)
        unset(CMAKE_REQUIRED_LIBRARIES)
    endif()
    find_package(EXPAT QUIET)
    if(EXPAT_FOUND)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_LIBRARIES EXPAT::EXPAT)
        check_c_source_compiles("#include <expat.h>
            int main(void) { XML_ParserFree(XML_ParserCreate(0)); return 0; }" WEND_HAVE_EXPAT)
        unset(CMAKE_REQUIRED_LIBRARIES)
    endif()
    find_package(ZLIB QUIET)
    if(ZLIB_FOUND)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_LIBRARIES ZLIB::ZLIB)
        check_c_source_compiles("#include <zlib.h>
            int main(void) { z_stream z = {0}; return inflateEnd(&z); }" WEND_HAVE_ZLIB)
        unset(CMAKE_REQUIRED_LIBRARIES)
    endif()
    # Debian's config file of libzip names programs that its package does not bring, and stops CMake
    # when they are missing.
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_LIBRARIES zip)
    check_c_source_compiles("#include <zip.h>
        int main(void) { return zip_open_from_source(0, ZIP_RDONLY, 0) != 0; }" WEND_HAVE_LIBZIP)
    unset(CMAKE_REQUIRED_LIBRARIES)
endif()

# What the command reads requests with, and the benchmarks and tests meshes of known lengths.
if(WEND_BUILD_CLI OR WEND_BUILD_BENCH OR WEND_BUILD_TESTS)
    find_path(WEND_CJSON_INCLUDE_DIR cjson/cJSON.h)
    find_library(WEND_CJSON_LIBRARY cjson)
    mark_as_advanced(WEND_CJSON_INCLUDE_DIR WEND_CJSON_LIBRARY)
    if(WEND_CJSON_INCLUDE_DIR AND WEND_CJSON_LIBRARY)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_INCLUDES ${WEND_CJSON_INCLUDE_DIR})
        set(CMAKE_REQUIRED_LIBRARIES ${WEND_CJSON_LIBRARY})
        check_c_source_compiles("#include <cjson/cJSON.h>
            int main(void) { cJSON_Delete(cJSON_ParseWithLengthOpts(\"1\", 2, 0, 1)); return 0; }"
            WEND_HAVE_CJSON)
        unset(CMAKE_REQUIRED_INCLUDES)
        unset(CMAKE_REQUIRED_LIBRARIES)
    endif()
endif()

# Of a source that comes as NAME_LIBRARY.c and NAME_none.c, keep the one for this build.
function(wend_pick_door list_name is_there name library)
    set(files ${${list_name}})
    if(is_there)
        list(FILTER files EXCLUDE REGEX "/${name}_none\\.c$")
    else()
        list(FILTER files EXCLUDE REGEX "/${name}_${library}\\.c$")
    endif()
    set(${list_name} ${files} PARENT_SCOPE)
endfunction()

# Of files that come in several makes, keep the one for this platform.
function(wend_pick_platform list_name)
    set(files ${${list_name}})
    if(WIN32)
        list(FILTER files EXCLUDE REGEX "_posix\\.c$")
    else()
        list(FILTER files EXCLUDE REGEX "_windows\\.c$")
    endif()
    if(CMAKE_USE_PTHREADS_INIT)
        list(FILTER files EXCLUDE REGEX "_serial\\.c$")
    else()
        list(FILTER files EXCLUDE REGEX "_threads\\.c$")
    endif()
    set(${list_name} ${files} PARENT_SCOPE)
endfunction()

# Which processors the passes over flow tiles, and bodies that look around, have registers for; one
# file comes for each, and one file that picks among them. Every other compiler and processor does
# them in plain C.
include(CheckCSourceCompiles)
check_c_source_compiles("#include <immintrin.h>
    #if !defined(__x86_64__)
    #error other processor
    #endif
    __attribute__((target(\"avx2\"))) __m256i twice(__m256i a) { return _mm256_add_epi16(a, a); }
    int main(void) { return __builtin_cpu_supports(\"avx2\") ? 0 : 1; }" WEND_HAVE_X86_KERNEL)
check_c_source_compiles("#include <arm_neon.h>
    #if defined(__ARM_BIG_ENDIAN)
    #error lanes stand the other way round
    #endif
    __attribute__((always_inline)) static inline uint16x8_t a_min(uint16x8_t a, uint16x8_t b)
    { return vminq_u16(a, b); }
    int main(void) { return vgetq_lane_u16(a_min(vdupq_n_u16(0), vdupq_n_u16(1)), 0); }"
    WEND_HAVE_NEON_KERNEL)

# Of the files named for a processor (flow/tile/kernel_, crowd/avoidance/neighbours_, response_ and
# kernels_), keep those for this build.
function(wend_pick_kernel list_name)
    set(files ${${list_name}})
    if(WEND_HAVE_X86_KERNEL)
        list(FILTER files EXCLUDE REGEX "/(tile/kernel_(neon|plain)|kernels_other)\\.c$")
        set_source_files_properties(${PROJECT_SOURCE_DIR}/src/flow/tile/kernel_avx2.c
            ${PROJECT_SOURCE_DIR}/src/crowd/avoidance/response_avx2.c
            ${PROJECT_SOURCE_DIR}/src/crowd/avoidance/neighbours_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
    elseif(WEND_HAVE_NEON_KERNEL)
        list(FILTER files EXCLUDE REGEX "/(tile/kernel_(x86|sse2|avx2|plain)|kernels_x86|(response|neighbours)_avx2)\\.c$")
    else()
        list(FILTER files EXCLUDE REGEX "/(tile/kernel_(x86|sse2|avx2|neon)|kernels_x86|(response|neighbours)_avx2)\\.c$")
    endif()
    set(${list_name} ${files} PARENT_SCOPE)
endfunction()

# Gcc keeps x and y of a vector in one register where it can, and then often reads as one what was
# written as two a moment ago: a processor waits for that. Crowds do little else.
function(wend_keep_pairs_apart files)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        list(FILTER files INCLUDE REGEX "/src/(crowd/|flow/sample)")
        list(FILTER files EXCLUDE REGEX "/(neighbours|response|kernels)_[a-z0-9]*\\.c$")
        set_property(SOURCE ${files} APPEND PROPERTY COMPILE_OPTIONS -fno-tree-slp-vectorize)
    endif()
endfunction()

function(wend_add_core target type)
    set(modules base world route flow crowd mind)
    list(TRANSFORM modules PREPEND "${PROJECT_SOURCE_DIR}/src/" OUTPUT_VARIABLE patterns)
    list(TRANSFORM patterns APPEND "/*.c")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
    wend_pick_platform(sources)
    wend_pick_kernel(sources)
    wend_keep_pairs_apart("${sources}")
    add_library(${target} ${type} ${sources})
    wend_target_flags(${target})
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    if(CMAKE_USE_PTHREADS_INIT)
        target_link_libraries(${target} PRIVATE Threads::Threads)
    endif()
    if(WEND_LIBM)
        target_link_libraries(${target} PRIVATE m)
    endif()
    wend_library_kind(${target} ${type})
endfunction()

# libwend.so does not export what base keeps private (memory, messages, arrays) and the readers use.
# They hold no state, so libwend_io.so gets hidden copies of those it needs.
function(wend_add_private_base target)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:wend_internal>)
    if(UNIX AND NOT APPLE)
        target_link_options(${target} PRIVATE "LINKER:--exclude-libs,libwend_internal.a")
    endif()
endfunction()

function(wend_add_io target type core)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/io/*.c)
    wend_pick_platform(sources)
    wend_pick_door(sources "${WEND_HAVE_PNG}" png libpng)
    wend_pick_door(sources "${WEND_HAVE_EXPAT}" xml expat)
    wend_pick_door(sources "${WEND_HAVE_ZLIB}" inflate zlib)
    wend_pick_door(sources "${WEND_HAVE_LIBZIP}" archive libzip)
    add_library(${target} ${type} ${sources})
    wend_target_flags(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PUBLIC ${core})
    if(WEND_HAVE_PNG)
        target_link_libraries(${target} PRIVATE PNG::PNG)
    endif()
    if(WEND_HAVE_EXPAT)
        target_link_libraries(${target} PRIVATE EXPAT::EXPAT)
    endif()
    if(WEND_HAVE_ZLIB)
        target_link_libraries(${target} PRIVATE ZLIB::ZLIB)
    endif()
    if(WEND_HAVE_LIBZIP)
        target_link_libraries(${target} PRIVATE zip)
    endif()
    if(WEND_LIBM)
        target_link_libraries(${target} PRIVATE m)
    endif()
    wend_library_kind(${target} ${type})
    if(type STREQUAL "SHARED")
        wend_add_private_base(${target})
    endif()
endfunction()

# The static make of a shared library, out of the same objects: compiling them again takes as long as
# all else. Only Windows needs them compiled differently.
function(wend_add_twin target of)
    if(WIN32 AND of STREQUAL "wend")
        wend_add_core(${target} STATIC)
        return()
    elseif(WIN32)
        wend_add_io(${target} STATIC ${ARGN})
        return()
    endif()
    add_library(${target} STATIC $<TARGET_OBJECTS:${of}>)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include)
    # Linked are the same libraries, but for the shared core and its hidden copies.
    get_target_property(libraries ${of} LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "wend")
    target_link_libraries(${target} PUBLIC ${ARGN} PRIVATE ${libraries})
endfunction()

# On Windows the two sides of a shared library's border are declared differently.
function(wend_library_kind target type)
    if(type STREQUAL "SHARED")
        target_compile_definitions(${target} PUBLIC WEND_SHARED PRIVATE WEND_BUILDING)
        # Below 1.0 a minor version may break what was built with the one before.
        set(so_version ${PROJECT_VERSION_MAJOR})
        if(so_version EQUAL 0)
            set(so_version 0.${PROJECT_VERSION_MINOR})
        endif()
        set_target_properties(${target} PROPERTIES
            VERSION ${PROJECT_VERSION} SOVERSION ${so_version})
        # What one library needs of another must be exported; sanitizers fill in names of their own.
        if(UNIX AND NOT APPLE AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize")
            target_link_options(${target} PRIVATE LINKER:-z,defs)
        endif()
    endif()
endfunction()
