/* Scenes in which bodies leave a hall by the exits of their crowd. */
#include "scene_private.h"

/* A hall of 40 x 24 m with three doors of 1.5 m; four out of five stand in its western half. A size of 1 sends
 * them by the least time, 0 by the nearest exit. */
void scene_build_exits(scene *s)
{
    static const double outside = 4;
    const size_t east = s->kind->count / 5;
    scene_wall(s, 0, 0, 40, 0);
    scene_wall(s, 0, 0, 0, 11.25);
    scene_wall(s, 0, 12.75, 0, 24);
    scene_wall(s, 40, 0, 40, 11.25);
    scene_wall(s, 40, 12.75, 40, 24);
    scene_wall(s, 0, 24, 29.25, 24);
    scene_wall(s, 30.75, 24, 40, 24);
    scene_exit(s, 0, 11.25, 0, 12.75);
    scene_exit(s, 40, 11.25, 40, 12.75);
    scene_exit(s, 29.25, 24, 30.75, 24);
    s->exit_goals[0] = scene_at(-outside, 12);
    s->exit_goals[1] = scene_at(40 + outside, 12);
    s->exit_goals[2] = scene_at(30, 24 + outside);
    scene_block(s, scene_at(1, 1), scene_at(17, 23), s->kind->count - east, 0, SCENE_STAY);
    scene_block(s, scene_at(21, 1), scene_at(39, 23), east, 0, SCENE_STAY);
    for (size_t i = 0; i < s->agent_count; i++) {
        const wend_vec2 start = s->agents[i].start;
        size_t best = 0;
        for (size_t k = 1; k < s->exit_count; k++) {
            if (wend_vec2_distance(start, s->exit_goals[k]) <
                wend_vec2_distance(start, s->exit_goals[best])) {
                best = k;
            }
        }
        s->agents[i].goal = s->exit_goals[best];
    }
    s->sends_by_exits = true;
    s->leaves = true;
    s->is_counted = false;
    s->limit_seconds = 200;
}
