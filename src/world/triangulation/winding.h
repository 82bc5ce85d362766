/* Labels the triangles of a triangulation by winding numbers of outlines. */
#ifndef WENDI_WORLD_TRIANGULATION_WINDING_H
#define WENDI_WORLD_TRIANGULATION_WINDING_H

#include "world/triangulation/cdt.h"

typedef struct wendi_winding_input {
    const wendi_cdt *cdt;
    const uint32_t *outlines; /* [lines] the outline of each line */
    size_t outline_count;
    const uint8_t *
        is_hole; /* [outline_count]; NULL: inside is where an odd number of outlines surrounds a point */
    const uint8_t *areas; /* [outline_count] or NULL */
} wendi_winding_input;

/** Labels: 0 nothing, else 1 + area. @param labels [triangles]. @param loose_hole a hole no part
 * of which lies in any ground, SIZE_MAX = none; may be NULL. @return WEND_OK, WEND_ERROR_MEMORY.
 * Time: linear; with is_hole log n for each line. */
wend_result wendi_winding_label(const wendi_winding_input *input, uint32_t *labels,
                                size_t *loose_hole);

#endif
