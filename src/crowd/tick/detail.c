/* Levels of detail of a tick, and the calls that set and read them.
 * Cost: each tick the distance of each body to the regions: its level, its position and nothing else
 * of a body that stands still. */
#include "crowd/tick/detail.h"
#include "crowd/social/social.h"

#include "base/math/clamp.h"

#include <string.h>

enum {
    DETAIL_COOKIE = 0x4C4F4431,
    CHUNK = 32 /* bodies with neighbouring indices that tick together: whole cache lines */
};

/* Metres, and radii, that a body may move at once; walls are searched for further than that. */
static const double LEAP = 1;
/* Seconds that a body may walk at once: as long as it brakes for its goal. */
static const double LONGEST = 0.4;
/* The share of its speed that a body may lack: others hold it up, and those that move by turns in
 * large strides would get past each other far more slowly. */
static const double HELD_UP = 0.35;
static const double FAR_AWAY = 1e300;

/* ---- levels ---- */

/* From a position to the nearest region; 0 inside. Squares of lengths up to 2^31 are exact enough. */
static double distance_to_regions(const wendi_detail *detail, double x, double y, uint32_t floor)
{
    double least = FAR_AWAY;
    for (uint32_t i = 0; i < detail->region_count; ++i) {
        const wend_detail_region *r = &detail->regions[i];
        if (r->floor != floor && r->floor != WEND_DETAIL_ALL_FLOORS) {
            continue;
        }
        const double dx = x - wendi_clamp(x, r->low.x, r->high.x);
        const double dy = y - wendi_clamp(y, r->low.y, r->high.y);
        const double distance = wend_sqrt(dx * dx + dy * dy) - r->radius;
        least = distance < least ? distance : least;
    }
    return least > 0 ? least : 0;
}

static bool is_in_region(const wendi_detail *detail, double x, double y, uint32_t floor)
{
    bool is_inside = false;
    for (uint32_t i = 0; i < detail->region_count; ++i) {
        const wend_detail_region *r = &detail->regions[i];
        const double dx = x - wendi_clamp(x, r->low.x, r->high.x);
        const double dy = y - wendi_clamp(y, r->low.y, r->high.y);
        is_inside |= (r->floor == floor || r->floor == WEND_DETAIL_ALL_FLOORS) &&
                     dx * dx + dy * dy <= r->radius * r->radius;
    }
    return is_inside;
}

/* True for a body whose parts of the crowd move it in each tick. */
static bool is_full_always(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t off = (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_TELEPORTS |
                         (uint32_t)WENDI_BODY_ON_LINK;
    return (b->flags[body] & off) != 0 || b->goal[body] == (uint8_t)WEND_BODY_GOAL_STEER ||
           b->goal[body] == (uint8_t)WEND_BODY_GOAL_SLOT || crowd->social->of[body] != 0 ||
           b->push_x[body] * b->push_x[body] + b->push_y[body] * b->push_y[body] > 0 ||
           b->slow[body] > HELD_UP;
}

static uint32_t level_of(const wend_crowd *crowd, uint32_t body, uint32_t before)
{
    const wendi_detail *detail = &crowd->detail;
    const wendi_bodies *b = &crowd->bodies;
    if (detail->is_ending || is_full_always(crowd, body)) {
        return 0;
    }
    const double distance = distance_to_regions(detail, b->x[body], b->y[body], b->floor[body]);
    if (!(distance > (before == 0 ? detail->margin : 0))) {
        return 0;
    }
    uint32_t level = 1;
    while (level < detail->level_most && distance > detail->margin + level * detail->band) {
        level++;
    }
    const double leap = LEAP + b->radius[body];
    const double most = leap < LONGEST * b->speed[body] ? leap / b->speed[body] : LONGEST;
    while (level > 0 && crowd->step * (double)(1U << level) > most + 1e-9) {
        level--;
    }
    return level;
}

void wendi_pass_detail(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_detail *detail = &crowd->detail;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t now = (uint32_t)crowd->tick + 1;
    const uint32_t longest = (uint32_t)1 << WEND_DETAIL_LEVEL_MAX;
    for (size_t i = begin; i < end; ++i) {
        const uint32_t body = (uint32_t)i;
        const uint32_t before = detail->level[i];
        const bool is_due = ((now + body / CHUNK) & ((1U << before) - 1)) == 0;
        detail->stride[i] = 0;
        if (wendi_bodies_is_alive(b, body) &&
            (is_due || detail->is_ending || is_in_region(detail, b->x[i], b->y[i], b->floor[i]))) {
            const uint32_t left_out = now - detail->ticked[i];
            detail->stride[i] = (uint8_t)(left_out < longest ? left_out : longest);
            detail->ticked[i] = now;
            detail->level[i] = (uint8_t)level_of(crowd, body, before);
        }
    }
}

void wendi_detail_end_tick(wend_crowd *crowd)
{
    wendi_detail *detail = &crowd->detail;
    if (detail->is_ending) {
        detail->is_on = false;
        detail->is_ending = false;
        memset(detail->level, 0, detail->limit);
        memset(detail->stride, 1, detail->limit);
    }
}

/* ---- calls ---- */

wend_detail_def wend_detail_def_default(void)
{
    wend_detail_def def = {0};
    def.cookie = DETAIL_COOKIE;
    def.margin = 4;
    def.band = 16;
    def.level_most = 3;
    return def;
}

static wend_result check(wend_crowd *crowd, const char *function, const wend_detail_def *def)
{
    static const double most = WEND_COORDINATE_MAX;
    if (!wendi_has_cookie(def->cookie, DETAIL_COOKIE, &crowd->error, function,
                          "wend_detail_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!(def->margin >= 0 && def->margin <= most)) {
        return wendi_refuse(&crowd->error, function, "margin", def->margin, 0, most);
    }
    if (!(def->band >= 0 && def->band <= most)) {
        return wendi_refuse(&crowd->error, function, "band", def->band, 0, most);
    }
    if (def->level_most < 1 || def->level_most > (uint32_t)WEND_DETAIL_LEVEL_MAX) {
        return wendi_refuse(&crowd->error, function, "level_most", def->level_most, 1,
                            WEND_DETAIL_LEVEL_MAX);
    }
    if (def->region_count > (uint32_t)WEND_DETAIL_REGIONS_MAX) {
        return wendi_refuse(&crowd->error, function, "region_count", def->region_count, 0,
                            WEND_DETAIL_REGIONS_MAX);
    }
    if (def->regions == NULL && def->region_count > 0) {
        return wendi_refuse_null(&crowd->error, function, "regions");
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < def->region_count; ++i) {
        result = wendi_detail_check_region(&def->regions[i], i, crowd->obstacles.floor_count,
                                           function, &crowd->error);
    }
    return result;
}

wend_result wend_crowd_set_detail(wend_crowd *crowd, const wend_detail_def *def)
{
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result == WEND_OK && def != NULL) {
        result = check(crowd, "wend_crowd_set_detail", def);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_detail *detail = &crowd->detail;
    detail->is_ending = def == NULL && detail->is_on;
    if (def == NULL) {
        return WEND_OK;
    }
    for (uint32_t i = 0; !detail->is_on && i < detail->limit; ++i) {
        wendi_detail_restart(detail, i, crowd->tick);
    }
    detail->is_on = true;
    detail->margin = def->margin;
    detail->band = def->band;
    detail->level_most = def->level_most;
    detail->region_count = def->region_count;
    for (uint32_t i = 0; i < def->region_count; ++i) {
        detail->regions[i] = def->regions[i];
    }
    return WEND_OK;
}

wend_result wend_crowd_get_detail(const wend_crowd *crowd, wend_body_id id, uint32_t *level)
{
    if (level != NULL) {
        *level = 0;
    }
    if (crowd == NULL || level == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t body = wendi_bodies_find(&crowd->bodies, id);
    if (body == WENDI_NONE) {
        return WEND_ERROR_STALE;
    }
    *level = crowd->detail.level[body];
    return WEND_OK;
}

uint32_t wend_crowd_count_detail(const wend_crowd *crowd,
                                 uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1])
{
    uint32_t moved = 0;
    for (uint32_t i = 0; counts != NULL && i <= (uint32_t)WEND_DETAIL_LEVEL_MAX; ++i) {
        counts[i] = 0;
    }
    for (uint32_t i = 0; crowd != NULL && counts != NULL && i < crowd->bodies.high; ++i) {
        if (wendi_bodies_is_alive(&crowd->bodies, i)) {
            const wendi_detail *detail = &crowd->detail;
            counts[detail->level[i]]++;
            /* Strides are of a tick and not saved. */
            moved += !detail->is_on || detail->ticked[i] == (uint32_t)crowd->tick;
        }
    }
    return moved;
}
