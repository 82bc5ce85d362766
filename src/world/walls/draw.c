/* Takes: a set of walls, and callbacks to draw with.
 * Gives: its lines and polygons.
 * Cost: one call a wall. */
#include "world/walls/store.h"

static void draw_wall(const wendi_wall_slot *slot, const wend_draw *draw)
{
    const wend_vec2 *points = slot->corners != NULL ? slot->corners : slot->ends;
    const double value = (double)slot->stops;
    if (slot->count >= 3) {
        if (draw->polygon != NULL) {
            draw->polygon(draw->context, points, slot->count, WEND_MEANING_WALL, value);
        }
    } else if (draw->line != NULL) {
        draw->line(draw->context, points[0], points[slot->count - 1], WEND_MEANING_WALL, value);
    }
}

wend_result wend_walls_draw(const wend_walls *walls, const wend_draw *draw)
{
    if (walls == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < walls->slot_limit; i++) {
        if (walls->slots[i].count > 0) {
            draw_wall(&walls->slots[i], draw);
        }
    }
    return WEND_OK;
}
