/* The command `wend serve` where cJSON is missing. */
#include "core/cli.h"

int cmd_serve(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    const cli c = {.command = "serve"};
    return cli_fail(&c,
                    "this build has no cJSON, which reads the requests; install libcjson-dev and "
                    "build wend again");
}
