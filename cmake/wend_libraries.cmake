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
endif()

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

function(wend_add_core target type)
    set(rooms base world route flow crowd mind)
    list(TRANSFORM rooms PREPEND "${PROJECT_SOURCE_DIR}/src/" OUTPUT_VARIABLE patterns)
    list(TRANSFORM patterns APPEND "/*.c")
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    wend_pick_platform(sources)
    add_library(${target} ${type} ${sources})
    wend_target_flags(${target})
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_compile_features(${target} PUBLIC c_std_11)
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
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/io/*.c)
    wend_pick_platform(sources)
    if(WEND_HAVE_PNG)
        list(FILTER sources EXCLUDE REGEX "/png_none\\.c$")
    else()
        list(FILTER sources EXCLUDE REGEX "/png_libpng\\.c$")
    endif()
    add_library(${target} ${type} ${sources})
    wend_target_flags(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PUBLIC ${core})
    if(WEND_HAVE_PNG)
        target_link_libraries(${target} PRIVATE PNG::PNG)
    endif()
    if(WEND_LIBM)
        target_link_libraries(${target} PRIVATE m)
    endif()
    wend_library_kind(${target} ${type})
    if(type STREQUAL "SHARED")
        wend_add_private_base(${target})
    endif()
endfunction()

# On Windows the two sides of a shared library's border are declared differently.
function(wend_library_kind target type)
    if(type STREQUAL "SHARED")
        target_compile_definitions(${target} PUBLIC WEND_SHARED PRIVATE WEND_BUILDING)
        set_target_properties(${target} PROPERTIES
            VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
        # What one library needs of another must be exported; sanitizers fill in names of their own.
        if(UNIX AND NOT APPLE AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize")
            target_link_options(${target} PRIVATE LINKER:-z,defs)
        endif()
    endif()
endfunction()
