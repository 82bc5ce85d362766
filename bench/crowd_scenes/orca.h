/* Optimal reciprocal collision avoidance, written from the paper and as plain as possible: van den
 * Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance" (2011). The yardstick for how
 * smoothly bodies move; RVO2 is its authors' library. */
#ifndef CROWD_SCENES_ORCA_H
#define CROWD_SCENES_ORCA_H

#include "wend/crowd.h"

typedef struct orca_agent {
    wend_vec2 at, velocity, preferred; /* metres, metres a second */
    double radius, speed;              /* the largest speed */
} orca_agent;

typedef struct orca_wall {
    wend_vec2 a, b;
} orca_wall;

/** Chooses the velocity of each agent and moves all.
 * @param next [count], for the velocities. */
void orca_tick(orca_agent *agents, size_t count, const orca_wall *walls, size_t wall_count,
               double step, wend_vec2 *next);

#endif
