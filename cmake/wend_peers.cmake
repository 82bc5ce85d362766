# Peers for the benchmarks, where they are installed. C++ is asked for only then, and here at the
# top, because everything that links a peer needs it.

find_path(WEND_BOOST_INCLUDE_DIR boost/graph/astar_search.hpp)
mark_as_advanced(WEND_BOOST_INCLUDE_DIR)
include(CheckLanguage)
check_language(CXX)
set(WEND_HAVE_BOOST OFF)
if(WEND_BOOST_INCLUDE_DIR AND CMAKE_CXX_COMPILER)
    enable_language(CXX)
    set(WEND_HAVE_BOOST ON)
endif()
