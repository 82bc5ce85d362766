/* walls_tree_build.h: a tree of boxes made at once. */
#ifndef WENDI_WALLS_TREE_BUILD_H
#define WENDI_WALLS_TREE_BUILD_H

#include "world/walls_tree.h"

/** Makes an empty tree of the leaves in order[0 ... count - 1]. */
void wendi_tree_split_all(wendi_tree *tree, uint32_t count);

#endif
