/* convert/level_faces.h: what a level's lines say of the places between them. */
#ifndef WENDI_WORLD_CONVERT_LEVEL_FACES_H
#define WENDI_WORLD_CONVERT_LEVEL_FACES_H

#include "wend/level.h"
#include "world/triangulation/cdt.h"

/** The triangulation's lines are the level's, by index, line i from point 2i to 2i + 1.
 * @param faces [triangles] the region each lies in, or WEND_REGION_NONE. @return false: no memory.
 */
bool wendi_level_faces(const wend_level *level, const wendi_cdt *cdt, uint32_t *faces);
/** @param open vertices at which a region's outline does not close. @return false: no memory. */
bool wendi_level_count_open_ends(const wend_level *level, const wendi_cdt *cdt, uint64_t *open);

#endif
