/* takes: bodies as they are seen, and the order of cells.
 * gives: columns in that order, so that neighbours lie side by side.
 * cost:  two lines of the cache for each body, and copies. */
#include "base/bits.h"
#include "crowd/passes.h"

enum { AHEAD = 12 /* bodies that are fetched before they are looked at */ };

void wendi_pass_gather(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_work *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        const wendi_seen *s = &w->seen[crowd->cells.order[at]];
        if (at + AHEAD < crowd->cells.count) {
            const wendi_seen *next = &w->seen[crowd->cells.order[at + AHEAD]];
            wendi_prefetch(next);
            wendi_prefetch((const char *)next + WENDI_CACHE_LINE);
        }
        w->x[at] = s->x;
        w->y[at] = s->y;
        w->vx[at] = s->vx;
        w->vy[at] = s->vy;
        w->wish_x[at] = s->wish_x;
        w->wish_y[at] = s->wish_y;
        w->way_x[at] = s->way_x;
        w->way_y[at] = s->way_y;
        w->radius[at] = s->radius;
        w->speed[at] = s->speed;
        w->weight[at] = s->weight;
        w->own_x[at] = s->old_x;
        w->own_y[at] = s->old_y;
        w->aside_x[at] = s->aside_x;
        w->aside_y[at] = s->aside_y;
        w->behind[at] = s->behind;
        w->carry_x[at] = s->carry_x;
        w->carry_y[at] = s->carry_y;
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
