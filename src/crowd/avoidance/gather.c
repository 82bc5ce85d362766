/* takes: bodies as they are seen, and the order of cells.
 * gives: columns in that order, so that neighbours lie side by side.
 * cost:  two lines of the cache for each body, and copies. */
#include "base/math/bits.h"
#include "crowd/core/motion.h"

enum { AHEAD = 12 /* bodies that are fetched before they are looked at */ };

void wendi_pass_gather(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        const wendi_body_snapshot *s = &w->snapshots[crowd->cells.order[at]];
        if (at + AHEAD < crowd->cells.count) {
            const wendi_body_snapshot *next = &w->snapshots[crowd->cells.order[at + AHEAD]];
            wendi_prefetch(next);
            wendi_prefetch((const char *)next + WENDI_CACHE_LINE);
        }
        w->x[at] = s->x;
        w->y[at] = s->y;
        w->vx[at] = s->vx;
        w->vy[at] = s->vy;
        w->pref_vx[at] = s->pref_vx;
        w->pref_vy[at] = s->pref_vy;
        w->dir_x[at] = s->dir_x;
        w->dir_y[at] = s->dir_y;
        w->radius[at] = s->radius;
        w->speed[at] = s->speed;
        w->weight[at] = s->weight;
        w->avoid_vx[at] = s->old_x;
        w->avoid_vy[at] = s->old_y;
        w->sidestep_x[at] = s->sidestep_x;
        w->sidestep_y[at] = s->sidestep_y;
        w->follow_speed[at] = s->follow_speed;
        w->contact_vx[at] = s->contact_vx;
        w->contact_vy[at] = s->contact_vy;
        w->home_x[at] = s->home_x;
        w->home_y[at] = s->home_y;
        w->known[at] = s->known;
        w->reach[at] = s->reach;
        w->floor[at] = s->floor;
        w->layer[at] = s->layer;
        w->avoids[at] = s->avoids;
        w->touches[at] = s->touches;
        w->priority[at] = s->priority;
        w->marks[at] = s->marks;
        w->wall_count[at] = s->wall_count;
    }
}
