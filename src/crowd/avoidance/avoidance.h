/* The passes in which bodies avoid each other, over bodies sorted by cell. */
#ifndef WENDI_CROWD_AVOIDANCE_AVOIDANCE_H
#define WENDI_CROWD_AVOIDANCE_AVOIDANCE_H

#include "crowd/core/crowd.h"

/** Copies snapshots of bodies into columns in the order of cells. */
void wendi_pass_gather(wend_crowd *crowd, size_t begin, size_t end);
/** Chooses the velocity of each body with regard to its neighbours, and lists its contacts. */
void wendi_pass_avoidance(wend_crowd *crowd, size_t begin, size_t end);
/** Limits a velocity to what the body's acceleration and turning allow, and turns its heading. A vehicle
 * turns once it has moved: wendi_kinematics_steer. */
void wendi_kinematics_apply(wend_crowd *crowd, uint32_t at, uint32_t body, wend_vec2 tried);
/** Turns the heading of a vehicle by as much as the distance that it has moved in the tick allows. */
void wendi_kinematics_steer(wend_crowd *crowd, uint32_t body);

#endif
