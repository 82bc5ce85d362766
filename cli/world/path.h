/* wend path for all worlds but grids of maps. */
#ifndef CLI_WORLD_PATH_H
#define CLI_WORLD_PATH_H

#include "core/cli.h"

/** True if another world than the grid of a map is requested: by --world, or because the file
 * holds no cells.
 */
bool path_world_is_requested(int argc, char **argv);
/** Runs it. @return the exit code. */
int path_world(const cli *c, int argc, char **argv);

#endif
