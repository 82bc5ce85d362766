/* Scenes in which many bodies turn around the end of a wall, with far more room beside it than one
 * file needs. */
#include "scene_private.h"

/* A hall with a wall across it that ends as many metres before the far side as the scene's size
 * says. The bodies start at one side of the wall, and go to the other side of it. */
void scene_build_corner(scene *s)
{
    static const double apart = 0.8;
    enum { ROW = 16 };
    const double free_width = s->kind->size;
    scene_wall(s, -30, -16, 30, -16);
    scene_wall(s, -30, free_width, 30, free_width);
    scene_wall(s, -30, -16, -30, free_width);
    scene_wall(s, 30, -16, 30, free_width);
    scene_wall(s, 0, -16, 0, 0);
    scene_exit(s, 0, 0, 0, free_width);
    for (size_t i = 0; i < s->kind->count; i++) {
        const size_t file = i / ROW;
        const size_t rank = i % ROW;
        const double x = -4 - apart * (double)file + scene_random(s, -0.1, 0.1);
        const double y = -15 + apart * (double)rank + scene_random(s, -0.1, 0.1);
        const wend_vec2 start = scene_at(x, y);
        const wend_vec2 goal =
            s->kind->routes == SCENE_FLOW ? scene_at(14, -8) : scene_at(-start.x, start.y);
        scene_agent *agent = scene_add(s, start, goal, 0);
        if (agent != NULL && s->kind->routes == SCENE_FLOW) {
            agent->settle = scene_settled(s->kind->count, s->radius);
        }
    }
    s->party_count = s->kind->routes == SCENE_FLOW ? 1 : 0;
    s->is_counted = false;
    s->limit_seconds = 160;
}
