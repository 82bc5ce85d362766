/* The viewer in a build without a window: it names the packages to install. */
#include "viewer.h"

#include <stdio.h>
#include <string.h>

wend_result viewer_run(const viewer_options *options, viewer_report *report, wend_message *message)
{
    (void)options;
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    if (message != NULL) {
        message->line = 0;
        snprintf(message->text, sizeof message->text,
                 "this build has no window: install libsdl2-dev and liblua5.4-dev "
                 "(scripts/packages.sh build), then configure and build again");
    }
    return WEND_ERROR_UNSUPPORTED;
}
