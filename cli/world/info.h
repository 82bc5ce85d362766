/* wend info for levels, meshes and graphs. */
#ifndef CLI_WORLD_INFO_H
#define CLI_WORLD_INFO_H

#include "core/cli.h"

/** True if the file has no cells. */
bool info_world_is_requested(int argc, char **argv);
/** Runs it. @return the exit code. */
int info_world(const cli *c, int argc, char **argv);

#endif
