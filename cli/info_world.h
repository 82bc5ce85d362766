/* info_world.h: wend info for levels, meshes and graphs. */
#ifndef CLI_INFO_WORLD_H
#define CLI_INFO_WORLD_H

#include "cli.h"

/** True if the file has no cells. */
bool info_world_is_asked(int argc, char **argv);
/** Runs it. @return the exit code. */
int info_world(const cli *c, int argc, char **argv);

#endif
