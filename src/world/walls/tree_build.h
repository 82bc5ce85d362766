/* walls/tree_build.h: a tree of boxes made at once. */
#ifndef WENDI_WORLD_WALLS_TREE_BUILD_H
#define WENDI_WORLD_WALLS_TREE_BUILD_H

#include "world/walls/tree.h"

/** Makes an empty tree of the leaves in order[0 ... count - 1]. */
void wendi_wall_tree_split(wendi_wall_tree *tree, uint32_t count);

#endif
