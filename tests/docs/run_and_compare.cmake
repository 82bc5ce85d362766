# cmake -DPROGRAM=... -DEXPECTED=... -P: runs a program, which must end well and print that file.
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE status OUTPUT_VARIABLE output)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0 OR NOT output STREQUAL expected)
    message(FATAL_ERROR "ended with ${status}\n--- printed\n${output}--- expected\n${expected}---")
endif()
