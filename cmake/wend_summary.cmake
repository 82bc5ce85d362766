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
    endif()
    if(WEND_BUILD_TESTS)
        wend_report("unit tests (cmocka)" "${WEND_CMOCKA_LIBRARY}" "install libcmocka-dev")
    endif()
    if(WEND_BUILD_BENCH)
        wend_report("benchmark peer Boost.Graph" "${WEND_HAVE_BOOST}"
                    "install libboost-graph-dev and a C++ compiler")
    endif()
endfunction()
