# The optional window, `wend view`: needs SDL2 and the scenes of the binding for Lua.

option(WEND_BUILD_VIEWER "Build the window of `wend view` where SDL2 and Lua are installed"
       ${PROJECT_IS_TOP_LEVEL})
set(WEND_HAVE_SDL OFF)

# Debian's config file of SDL2 gives targets; others give variables. Without either: the names.
if(WEND_BUILD_VIEWER)
    find_package(SDL2 2.0.18 CONFIG QUIET)
    if(TARGET SDL2::SDL2)
        set(WEND_SDL_LIBRARIES SDL2::SDL2)
        set(WEND_SDL_INCLUDE_DIRS "")
    elseif(SDL2_FOUND)
        set(WEND_SDL_LIBRARIES ${SDL2_LIBRARIES})
        set(WEND_SDL_INCLUDE_DIRS ${SDL2_INCLUDE_DIRS})
    else()
        find_path(WEND_SDL_INCLUDE_DIRS SDL.h PATH_SUFFIXES SDL2)
        find_library(WEND_SDL_LIBRARIES NAMES SDL2)
        mark_as_advanced(WEND_SDL_INCLUDE_DIRS WEND_SDL_LIBRARIES)
    endif()
    if(WEND_SDL_LIBRARIES)
        # A library found for another machine than the one built for does not link, so try. The
        # function is new in 2.0.18.
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_INCLUDES ${WEND_SDL_INCLUDE_DIRS})
        set(CMAKE_REQUIRED_LIBRARIES ${WEND_SDL_LIBRARIES})
        check_c_source_compiles("#define SDL_MAIN_HANDLED
            #include <SDL.h>
            int main(void) { return SDL_RenderGeometry(0, 0, 0, 0, 0, 0); }" WEND_SDL_WORKS)
        unset(CMAKE_REQUIRED_INCLUDES)
        unset(CMAKE_REQUIRED_LIBRARIES)
        set(WEND_HAVE_SDL "${WEND_SDL_WORKS}")
    endif()
endif()
set(WEND_HAVE_VIEWER OFF)
if(WEND_HAVE_SDL AND WEND_HAVE_LUA)
    set(WEND_HAVE_VIEWER ON)
endif()
