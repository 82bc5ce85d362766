/* Hands and eyes for tests of the window.
 *
 *     stage_open_yard   lines of a script --> frames --> a picture --> its pixels   stage_close */
#ifndef VIEW_STAGE_H
#define VIEW_STAGE_H

#include "support/test.h"
#include "view.h"

typedef struct stage {
    viewer v;
    uint8_t *pixels; /* of the last look, or NULL */
    int width, height;
} stage;

/** Setup of a test: opens a scene of this folder. */
int stage_open(void **state, const char *file);
int stage_open_yard(void **state);
int stage_open_floors(void **state);
/** The choice of two scenes: yard and floors. */
int stage_open_choice(void **state);
int stage_close(void **state);
void stage_frames(stage *s, int count);
/** One line of a script, and the frames that it takes. */
void stage_act(stage *s, const char *line);
/** Takes a picture; what follows is about it. */
void stage_look(stage *s);
const uint8_t *stage_pixel(const stage *s, int x, int y);
/** The pixel of a position, metres. */
const uint8_t *stage_pixel_at(const stage *s, double x, double y);
bool stage_is_near(const uint8_t *p, int r, int g, int b);
bool stage_is_wall(const stage *s, double x, double y);
bool stage_is_open_ground(const stage *s, double x, double y);
/** The pixels of a part of the world: x1 and y1 are beyond it. */
typedef struct stage_area {
    int x0, y0, x1, y1;
} stage_area;
stage_area stage_area_of(const stage *s, wend_vec2 low, wend_vec2 high);
/** The number of pixels of a part of the world that are about this colour. */
int stage_count_colour(const stage *s, wend_vec2 low, wend_vec2 high, int r, int g, int b);
wend_vec2 stage_mean_of_group(const stage *s, uint32_t group);
scene_stats stage_stats(const stage *s);

#endif
