/* Runs a scene with the plain ORCA of orca.h instead of a crowd: all agents move straight to their
 * goals.
 * Cost: see orca.h. */
#include "orca.h"
#include "scene_private.h"

#include <stdlib.h>

/* A part of the speed, at random: without it symmetric agents stand for ever, as the paper says. */
static const double PERTURBED = 0.001;

bool scene_orca_begin(scene *s)
{
    s->orca = calloc(s->agent_count + 1, sizeof *s->orca);
    s->orca_next = calloc(s->agent_count + 1, sizeof *s->orca_next);
    s->orca_walls = calloc(s->wall_count + 1, sizeof *s->orca_walls);
    if (s->orca == NULL || s->orca_next == NULL || s->orca_walls == NULL) {
        return false;
    }
    for (size_t i = 0; i < s->agent_count; i++) {
        const scene_agent *agent = &s->agents[i];
        s->orca[i] =
            (orca_agent){.at = agent->start, .radius = agent->radius, .speed = agent->speed};
        s->order[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < s->wall_count; i++) {
        s->orca_walls[i] = (orca_wall){s->walls[i].a, s->walls[i].b};
    }
    return true;
}

void scene_orca_tick(scene *s)
{
    for (size_t i = 0; i < s->agent_count; i++) {
        orca_agent *agent = &s->orca[i];
        const wend_vec2 to = wend_vec2_sub(s->agents[i].goal, agent->at);
        const double left = wend_vec2_length(to);
        const double part = left > agent->speed ? agent->speed / left : 1;
        agent->preferred = wend_vec2_scale(to, part);
        agent->preferred.x += PERTURBED * scene_random(s, -agent->speed, agent->speed);
        agent->preferred.y += PERTURBED * scene_random(s, -agent->speed, agent->speed);
    }
    orca_tick(s->orca, s->agent_count, s->orca_walls, s->wall_count, s->step, s->orca_next);
}

void scene_orca_get(const scene *s, const scene_agent *agent, wend_body *body)
{
    const orca_agent *from = &s->orca[agent - s->agents];
    *body = (wend_body){.position = from->at,
                        .velocity = from->velocity,
                        .preferred = from->preferred,
                        .heading = wend_atan2(from->velocity.y, from->velocity.x)};
}

void scene_orca_end(scene *s)
{
    free(s->orca);
    free(s->orca_next);
    free(s->orca_walls);
}
