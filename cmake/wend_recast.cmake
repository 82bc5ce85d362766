# The optional component wend_recast: bakes meshes through Recast, where librecast-dev is installed.
# And Detour of the same package, as a peer for the benchmarks. C++ is asked for only then.

option(WEND_BUILD_RECAST "Build wend_recast where Recast is installed" ${PROJECT_IS_TOP_LEVEL})
set(WEND_HAVE_RECAST OFF)
set(WEND_HAVE_DETOUR OFF)
if(WEND_BUILD_RECAST)
    find_path(WEND_RECAST_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation recast)
    find_library(WEND_RECAST_LIBRARY Recast)
    find_library(WEND_DETOUR_LIBRARY Detour)
    mark_as_advanced(WEND_RECAST_INCLUDE_DIR WEND_RECAST_LIBRARY WEND_DETOUR_LIBRARY)
endif()

# Sets `result` when a line of code that uses one library compiles and links: one found for another
# machine than the one built for does not.
function(wend_try_recast result library code)
    set(CMAKE_REQUIRED_INCLUDES ${WEND_RECAST_INCLUDE_DIR})
    set(CMAKE_REQUIRED_LIBRARIES ${library})
    check_cxx_source_compiles("${code}" ${result})
    set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

if(WEND_BUILD_RECAST AND WEND_RECAST_INCLUDE_DIR AND WEND_RECAST_LIBRARY)
    include(CheckLanguage)
    check_language(CXX)
    if(CMAKE_CXX_COMPILER)
        enable_language(CXX)
        include(CheckCXXSourceCompiles)
        wend_try_recast(WEND_RECAST_WORKS "${WEND_RECAST_LIBRARY}" "#include <Recast.h>
            int main() { rcFreePolyMesh(rcAllocPolyMesh()); return 0; }")
        set(WEND_HAVE_RECAST "${WEND_RECAST_WORKS}")
        if(WEND_DETOUR_LIBRARY)
            wend_try_recast(WEND_DETOUR_WORKS "${WEND_DETOUR_LIBRARY}" "#include <DetourNavMesh.h>
                int main() { dtFreeNavMesh(dtAllocNavMesh()); return 0; }")
            set(WEND_HAVE_DETOUR "${WEND_DETOUR_WORKS}")
        endif()
    endif()
endif()

function(wend_add_recast target type core)
    file(GLOB sources CONFIGURE_DEPENDS
        ${PROJECT_SOURCE_DIR}/src/recast/*.c ${PROJECT_SOURCE_DIR}/src/recast/*.cpp)
    add_library(${target} ${type} ${sources})
    wend_target_flags(${target})
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON
        CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(${target} SYSTEM PRIVATE ${WEND_RECAST_INCLUDE_DIR})
    target_link_libraries(${target} PUBLIC ${core} PRIVATE ${WEND_RECAST_LIBRARY})
    if(WEND_LIBM)
        target_link_libraries(${target} PRIVATE m)
    endif()
    if(type STREQUAL "STATIC")
        # A program in C that links it knows nothing of C++'s library.
        set(cxx_libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
        list(FILTER cxx_libraries INCLUDE REGEX "^(std)?c\\+\\+$")
        target_link_libraries(${target} PRIVATE ${cxx_libraries})
    endif()
    wend_library_kind(${target} ${type})
    if(type STREQUAL "SHARED")
        wend_add_private_base(${target})
    endif()
endfunction()
