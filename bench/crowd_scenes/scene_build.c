/* Builds a scene from walls, exits and bodies, added one by one.
 * Cost: a block of bodies tests all others for each random position. */
#include "scene_private.h"

#include <stdlib.h>

wend_vec2 scene_at(double x, double y)
{
    return (wend_vec2){x, y};
}

double scene_random(scene *s, double low, double high)
{
    return low + (high - low) * wend_random_unit(s->seed, ++s->dice, 0);
}

/* Twice the room when it is full. @return NULL: no memory. */
static void *grown(void *items, size_t count, size_t *capacity, size_t item_bytes)
{
    if (count < *capacity) {
        return items;
    }
    const size_t more = *capacity == 0 ? 64 : 2 * *capacity;
    void *bigger = realloc(items, more * item_bytes);
    if (bigger != NULL) {
        *capacity = more;
    }
    return bigger;
}

void scene_wall(scene *s, double ax, double ay, double bx, double by)
{
    scene_segment *walls = grown(s->walls, s->wall_count, &s->wall_capacity, sizeof *walls);
    if (walls == NULL) {
        s->is_broken = true;
        return;
    }
    s->walls = walls;
    s->walls[s->wall_count++] = (scene_segment){{ax, ay}, {bx, by}};
}

void scene_exit(scene *s, double ax, double ay, double bx, double by)
{
    if (s->exit_count < SCENE_EXITS_MAX) {
        s->exits[s->exit_count++] = (scene_segment){{ax, ay}, {bx, by}};
    }
}

scene_agent *scene_add(scene *s, wend_vec2 start, wend_vec2 goal, uint32_t group)
{
    scene_agent *agents = grown(s->agents, s->agent_count, &s->agent_capacity, sizeof *agents);
    if (agents == NULL) {
        s->is_broken = true;
        return NULL;
    }
    s->agents = agents;
    scene_agent *agent = &agents[s->agent_count++];
    *agent = (scene_agent){.start = start,
                           .goal = goal,
                           .at = start,
                           .before = start,
                           .radius = s->radius,
                           .speed = s->speed,
                           .settle = 0.3,
                           .group = group};
    return agent;
}

void scene_add_standing(scene *s, wend_vec2 at)
{
    scene_agent *agent = scene_add(s, at, at, 0);
    if (agent != NULL) {
        agent->stands = true;
    }
}

static bool is_free(const scene *s, wend_vec2 place, double gap)
{
    for (size_t i = 0; i < s->agent_count; i++) {
        const scene_agent *other = &s->agents[i];
        if (wend_vec2_distance(other->start, place) < other->radius + s->radius + gap) {
            return false;
        }
    }
    return true;
}

static wend_vec2 mirrored(wend_vec2 place, scene_mirror mirror)
{
    if (mirror == SCENE_STAY) {
        return place;
    }
    return mirror == SCENE_MIRROR_X ? scene_at(-place.x, place.y) : scene_at(place.x, -place.y);
}

void scene_block(scene *s, wend_vec2 low, wend_vec2 high, size_t count, uint32_t group,
                 scene_mirror mirror)
{
    static const double gap = 0.08, gap_where_full = 0.005;
    enum { TRIES = 20000, TRIES_MOST = 200000 };
    for (size_t i = 0; i < count && !s->is_broken; i++) {
        int tries = 0;
        wend_vec2 place;
        for (; tries < TRIES_MOST; ++tries) {
            place.x = scene_random(s, low.x, high.x);
            place.y = scene_random(s, low.y, high.y);
            if (is_free(s, place, tries < TRIES ? gap : gap_where_full)) {
                break;
            }
        }
        s->is_broken = tries >= TRIES_MOST;
        (void)scene_add(s, place, mirrored(place, mirror), group);
    }
}

double scene_settled(size_t count, double radius)
{
    static const double packed = 0.8, loose = 1.5, more = 0.3;
    return loose * radius * wend_sqrt((double)count / packed) + more;
}
