/* Compares two spaces of one mesh. */
#ifndef TEST_SUPPORT_SAME_SPACE_H
#define TEST_SUPPORT_SAME_SPACE_H

#include "route/mesh_space/space.h"

/** True if the spaces hold the same cells, at the same numbers, in the same revision; components may
 * have other labels. Prints what differs. */
bool same_space(const wend_mesh_space *space, const wend_mesh_space *fresh);

#endif
