/* The texts of results, and the version of the library. */
#include "base/math/floating_point.h"
#include "wend/base.h"

const char *wend_version(void)
{
    return "0.1.0";
}

const char *wend_result_text(wend_result result)
{
    switch (result) {
    case WEND_OK:
        return "done";
    case WEND_NO_PATH:
        return "there is no path";
    case WEND_PARTIAL:
        return "a limit was reached; the path leads to the best node so far";
    case WEND_IN_PROGRESS:
        return "in progress";
    case WEND_TRUNCATED:
        return "the output array is too small";
    case WEND_ERROR_ARGUMENT:
        return "an argument is out of range";
    case WEND_ERROR_STALE:
        return "an id or a derived object is out of date";
    case WEND_ERROR_MEMORY:
        return "out of memory";
    case WEND_ERROR_FULL:
        return "a limit is reached";
    case WEND_ERROR_BUSY:
        return "the object is in the middle of another call";
    case WEND_ERROR_FILE:
        return "a file is missing, damaged or not understood";
    case WEND_ERROR_UNSUPPORTED:
        return "not supported";
    }
    return "unknown result";
}
