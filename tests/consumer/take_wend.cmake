# Takes wend in by one of three ways. A project may set WEND_IN_ALL to EXCLUDE_FROM_ALL before.
set(CONSUMER_HOW package CACHE STRING "package, subdirectory or fetch")
set(WEND_SOURCE "" CACHE PATH "The sources of wend, for subdirectory and fetch")

if(CONSUMER_HOW STREQUAL "package")
    find_package(wend 0.1 REQUIRED COMPONENTS io)
elseif(CONSUMER_HOW STREQUAL "subdirectory")
    add_subdirectory(${WEND_SOURCE} wend ${WEND_IN_ALL})
else()
    include(FetchContent)
    FetchContent_Declare(wend SOURCE_DIR ${WEND_SOURCE})
    FetchContent_MakeAvailable(wend)
endif()
