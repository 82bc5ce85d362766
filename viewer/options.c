/* The options of the viewer, in builds with and without a window. */
#include "viewer.h"

#include <string.h>

viewer_options viewer_options_default(void)
{
    viewer_options options;
    memset(&options, 0, sizeof options);
    options.seed = 1;
    options.threads = 1;
    options.memory_mb = 1024;
    options.instructions = 1000000000;
    options.width = 1280;
    options.height = 800;
    return options;
}
