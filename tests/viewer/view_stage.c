/* A window under SDL's dummy driver with a scene: scripts of mouse and keys, and pixels. */
#include "view_stage.h"

#include <stdlib.h>

static int open_options(void **state, const viewer_options *options)
{
    stage *s = calloc(1, sizeof *s);
    wend_message message = {0};
    assert_non_null(s);
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    const wend_result result = view_open(&s->v, options, &message);
    if (result != WEND_OK) {
        print_error("%s\n", message.text);
    }
    assert_int_equal(result, WEND_OK);
    *state = s;
    return 0;
}

int stage_open(void **state, const char *file)
{
    viewer_options options = viewer_options_default();
    options.scene = file;
    options.frames = 1000000;
    return open_options(state, &options);
}

int stage_open_choice(void **state)
{
    static const char *const files[] = {WEND_VIEWER_TESTS "/floors.lua",
                                        WEND_VIEWER_TESTS "/yard.lua"};
    viewer_options options = viewer_options_default();
    options.choices = files;
    options.choice_count = 2;
    options.frames = 1000000;
    return open_options(state, &options);
}

int stage_open_yard(void **state)
{
    return stage_open(state, WEND_VIEWER_TESTS "/yard.lua");
}

/* Two floors over each other, and a third beside them. */
int stage_open_floors(void **state)
{
    return stage_open(state, WEND_VIEWER_TESTS "/floors.lua");
}

int stage_close(void **state)
{
    stage *s = *state;
    free(s->pixels);
    view_close(&s->v);
    free(s);
    return 0;
}

/* ---- hands and eyes ---- */

void stage_frames(stage *s, int count)
{
    for (int i = 0; i < count; i++) {
        view_frame_run(&s->v);
    }
}

void stage_act(stage *s, const char *line)
{
    if (s->v.time.frame == 0) {
        stage_frames(s, 1);
    }
    assert_true(view_script_line(&s->v, line));
    do {
        stage_frames(s, 1);
    } while (s->v.script.drag_left > 0);
    stage_frames(s, 1);
}

void stage_look(stage *s)
{
    free(s->pixels);
    s->pixels = NULL;
    view_paint(&s->v);
    assert_true(view_pixels(&s->v, &s->pixels, &s->width, &s->height));
}

const uint8_t *stage_pixel(const stage *s, int x, int y)
{
    assert_true(x >= 0 && x < s->width && y >= 0 && y < s->height);
    return s->pixels + ((size_t)y * (size_t)s->width + (size_t)x) * 4;
}

const uint8_t *stage_pixel_at(const stage *s, double x, double y)
{
    const wend_vec2 place = {x, y};
    double sx = 0.0;
    double sy = 0.0;
    view_to_screen(&s->v.camera, place, &sx, &sy);
    return stage_pixel(s, (int)sx, (int)sy);
}

bool stage_is_near(const uint8_t *p, int r, int g, int b)
{
    return abs(p[0] - r) < 24 && abs(p[1] - g) < 24 && abs(p[2] - b) < 24;
}

bool stage_is_wall(const stage *s, double x, double y)
{
    return stage_is_near(stage_pixel_at(s, x, y), 58, 62, 73);
}

bool stage_is_open_ground(const stage *s, double x, double y)
{
    return stage_is_near(stage_pixel_at(s, x, y), 247, 245, 239);
}

stage_area stage_area_of(const stage *s, wend_vec2 low, wend_vec2 high)
{
    double ax = 0.0;
    double ay = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&s->v.camera, low, &ax, &ay);
    view_to_screen(&s->v.camera, high, &bx, &by);
    return (stage_area){(int)ax, (int)ay, (int)bx, (int)by};
}

int stage_count_colour(const stage *s, wend_vec2 low, wend_vec2 high, int r, int g, int b)
{
    const stage_area area = stage_area_of(s, low, high);
    int count = 0;
    for (int y = area.y0; y < area.y1; y++) {
        for (int x = area.x0; x < area.x1; x++) {
            count += stage_is_near(stage_pixel(s, x, y), r, g, b);
        }
    }
    return count;
}

wend_vec2 stage_mean_of_group(const stage *s, uint32_t group)
{
    wend_vec2 sum = {0.0, 0.0};
    double count = 0.0;
    for (size_t i = 0; i < s->v.bodies.count; i++) {
        if (s->v.bodies.items[i].group == group) {
            sum = wend_vec2_add(sum, s->v.bodies.items[i].position);
            count += 1.0;
        }
    }
    return wend_vec2_scale(sum, 1.0 / count);
}

scene_stats stage_stats(const stage *s)
{
    scene_stats stats;
    scene_get_stats(s->v.scene, &stats);
    return stats;
}
