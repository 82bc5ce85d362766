/* The commands that run scenes, in a build without Lua: they name the packages to install. */
#include "core/args.h"

static int refuse(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    return cli_fail(&c, "this build has no scenes: install liblua5.4-dev (scripts/packages.sh "
                        "build), then build again");
}

int cmd_run(int argc, char **argv)
{
    return refuse(argc, argv);
}

int cmd_replay(int argc, char **argv)
{
    return refuse(argc, argv);
}

int cmd_view(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    return cli_fail(&c, "this build has no window: install libsdl2-dev and liblua5.4-dev "
                        "(scripts/packages.sh build), then configure and build again");
}
