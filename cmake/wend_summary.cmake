# What the configure step found, what it did not find, and what to install for it.

function(wend_report label is_there if_absent)
    if(is_there)
        message(STATUS "  ${label}: yes")
    else()
        message(STATUS "  ${label}: no (${if_absent})")
    endif()
endfunction()

function(wend_print_summary)
    message(STATUS "wend ${PROJECT_VERSION}, ${CMAKE_BUILD_TYPE}:")
    wend_report("threads" "${CMAKE_USE_PTHREADS_INIT}" "wend_pool runs serially")
    if(WEND_BUILD_IO)
        wend_report("PNG maps and pictures (libpng)" "${WEND_HAVE_PNG}" "install libpng-dev")
        wend_report("Tiled maps (expat)" "${WEND_HAVE_EXPAT}" "install libexpat1-dev")
        wend_report("packed layers of Tiled maps (zlib)" "${WEND_HAVE_ZLIB}" "install zlib1g-dev")
        wend_report("archives of maps (libzip)" "${WEND_HAVE_LIBZIP}" "install libzip-dev")
    endif()
    if(WEND_BUILD_CLI OR WEND_BUILD_BENCH OR WEND_BUILD_TESTS)
        wend_report("requests of wend serve, meshes of known lengths (cJSON)" "${WEND_HAVE_CJSON}" "install libcjson-dev")
    endif()
    wend_report("meshes baked from triangles (Recast)" "${WEND_HAVE_RECAST}"
                "install librecast-dev and a C++ compiler")
    wend_report("binding for Lua 5.4" "${WEND_HAVE_LUA}" "install liblua5.4-dev")
    wend_report("window of wend view (SDL2)" "${WEND_HAVE_VIEWER}"
                "install libsdl2-dev and liblua5.4-dev")
    if(WEND_BUILD_TESTS)
        wend_report("unit tests (cmocka)" "${WEND_CMOCKA_LIBRARY}" "install libcmocka-dev")
    endif()
    if(WEND_BUILD_BENCH)
        wend_report("benchmark peer Boost.Graph" "${WEND_HAVE_BOOST}"
                    "install libboost-graph-dev and a C++ compiler")
        wend_report("benchmark peer Detour" "${WEND_HAVE_DETOUR}"
                    "install librecast-dev and a C++ compiler")
    endif()
endfunction()
