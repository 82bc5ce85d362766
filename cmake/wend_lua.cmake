# The optional binding for Lua 5.4: a static library for programs that run scripts, and the module
# wend.so for plain lua.

option(WEND_BUILD_LUA "Build the binding for Lua where Lua 5.4 is installed" ${PROJECT_IS_TOP_LEVEL})
set(WEND_HAVE_LUA OFF)

# A Lua found for another machine than the one built for does not link, so try.
if(WEND_BUILD_LUA AND WEND_BUILD_IO)
    find_path(WEND_LUA_INCLUDE_DIR lua.h PATH_SUFFIXES lua5.4 lua-5.4 lua54 lua)
    find_library(WEND_LUA_LIBRARY NAMES lua5.4 lua-5.4 lua54 lua)
    mark_as_advanced(WEND_LUA_INCLUDE_DIR WEND_LUA_LIBRARY)
    if(WEND_LUA_INCLUDE_DIR AND WEND_LUA_LIBRARY)
        include(CheckCSourceCompiles)
        set(CMAKE_REQUIRED_INCLUDES ${WEND_LUA_INCLUDE_DIR})
        set(CMAKE_REQUIRED_LIBRARIES ${WEND_LUA_LIBRARY} ${WEND_LIBM} ${CMAKE_DL_LIBS})
        check_c_source_compiles("#include <lauxlib.h>
            #if LUA_VERSION_NUM != 504
            #error another version
            #endif
            int main(void) { lua_close(luaL_newstate()); return 0; }" WEND_LUA_WORKS)
        unset(CMAKE_REQUIRED_INCLUDES)
        unset(CMAKE_REQUIRED_LIBRARIES)
        set(WEND_HAVE_LUA "${WEND_LUA_WORKS}")
    endif()
endif()
