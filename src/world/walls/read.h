/* Walls as the rooms above read them: what changed since a revision. */
#ifndef WENDI_WORLD_WALLS_READ_H
#define WENDI_WORLD_WALLS_READ_H

#include "wend/walls.h"

enum { WENDI_WALLS_CHANGES = 64 /* latest ones that are remembered */ };

/** The bounds of walls that were added, or stop more kinds since. */
typedef struct wendi_walls_change {
    uint64_t revision;
    wend_vec2 low, high;
} wendi_walls_change;

/** Lists what can block since a revision; walls that went away, or stop less, are no part of it.
 * @param changes [WENDI_WALLS_CHANGES]. @return false: the walls do not remember that far back. */
bool wendi_walls_changes(const wend_walls *walls, uint64_t since, wendi_walls_change *changes,
                         size_t *count);

#endif
