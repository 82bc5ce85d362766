/* Zones that move the bodies in them. */
#ifndef WENDI_CROWD_CONTACT_ZONES_H
#define WENDI_CROWD_CONTACT_ZONES_H

#include "crowd/core/crowd.h"

enum { WENDI_ZONES_MOST = 4096 };

typedef struct wendi_zone {
    wend_zone_def def;
    uint32_t generation; /* odd = in use */
} wendi_zone;

struct wendi_zones {
    wendi_zone *items;
    uint32_t count, capacity; /* of slots, including free ones */
    uint32_t active_count;
    wend_allocator allocator;
};

void wendi_zones_free(wendi_zones *zones);
/** The effect of all zones on a body in one step: a velocity for this step, and one that persists
 * and decays as pushes do. */
void wendi_zones_apply(const wendi_zones *zones, const wendi_bodies *bodies, uint32_t body,
                       double step, wend_vec2 *carried, wend_vec2 *pushed);
/** Visits all zones. Reading is into zones that were zeroed but for their allocator. */
void wendi_zones_visit(wendi_zones *zones, uint32_t floor_count, wendi_visitor *v);

#endif
