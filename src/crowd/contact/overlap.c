/* Measures overlaps and walls after contact, and writes the result of the tick for each body.
 * Cost: the contacts of each body. */
#include "crowd/contact/contact.h"
#include "crowd/core/motion.h"

#include "base/math/bits.h"

enum { AHEAD = 12 /* bodies to prefetch ahead */ };

static const float OPPOSED = -0.3F; /* cosine of directions */
static const float BESIDE =
    0.5F; /* parts of the distance at touch: further behind is not beside it */
static const float TIGHT = 0.02F; /* metres of gap that count as none */
static const float ACROSS =
    0.7F; /* cosine of the directions to a wall and away from the other body */

static float deepest(const wendi_workspace *w, uint32_t at)
{
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    float deep = 0;
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        const wendi_contact *c = &contacts[k];
        const uint32_t j = c->at;
        const float dx = c->x + w->travelled[j].x - w->travelled[at].x;
        const float dy = c->y + w->travelled[j].y - w->travelled[at].y;
        const float squared = dx * dx + dy * dy;
        if (squared < c->touch * c->touch) {
            const float least = w->radius[at] < w->radius[j] ? w->radius[at] : w->radius[j];
            const float over = (c->touch - sqrtf(squared)) / (2 * least);
            deep = over > deep ? over : deep;
        }
    }
    return deep;
}

static bool is_in_wall(const wendi_workspace *w, uint32_t at, const wendi_wall_constraint *walls)
{
    for (uint32_t k = 0; k < w->wall_count[at]; ++k) {
        const float over =
            w->travelled[at].x * walls[k].x + w->travelled[at].y * walls[k].y - walls[k].gap;
        if (over > 1e-3F && walls[k].gap >= 0) {
            return true;
        }
    }
    return false;
}

/* True if a body close ahead moves the opposite way. */
static bool is_opposed(const wendi_workspace *w, uint32_t at)
{
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    const float x = w->dir_x[at];
    const float y = w->dir_y[at];
    bool is_opposed = false;
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        const wendi_contact *c = &contacts[k];
        const float alike = x * w->dir_x[c->at] + y * w->dir_y[c->at];
        const bool goes = (w->marks[c->at] & (uint8_t)WENDI_MARK_STANDS) == 0;
        is_opposed |= goes && alike < OPPOSED && c->x * x + c->y * y > -BESIDE * c->touch;
    }
    return is_opposed;
}

/* True if a wall touches the body in the direction n. */
static bool has_wall(const wend_crowd *crowd, uint32_t at, float nx, float ny)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_wall_constraint *walls = wendi_wall_constraints_of(w, crowd->cells.order[at]);
    bool has = false;
    for (uint32_t i = 0; i < w->wall_count[at]; ++i) {
        has |= walls[i].gap < TIGHT && nx * walls[i].x + ny * walls[i].y > ACROSS;
    }
    return has;
}

/* True if two bodies that do not oppose each other fill a gap between walls, and the other one has
 * the right of way. */
static bool is_wedged(const wend_crowd *crowd, uint32_t at)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        const wendi_contact *c = &contacts[k];
        const uint32_t j = c->at;
        const float alike = w->dir_x[at] * w->dir_x[j] + w->dir_y[at] * w->dir_y[j];
        const float most = c->touch + TIGHT;
        const bool is_first =
            w->weight[at] > w->weight[j] || (at < j && w->weight[at] >= w->weight[j]);
        const float nx = c->x / c->touch;
        const float ny = c->y / c->touch;
        if (alike > OPPOSED && !is_first && c->x * c->x + c->y * c->y < most * most &&
            has_wall(crowd, at, -nx, -ny) && has_wall(crowd, j, nx, ny)) {
            return true;
        }
    }
    return false;
}

void wendi_pass_overlap(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    wendi_block_summary *block = &w->blocks[begin / WENDI_CROWD_BLOCK];
    block->deepest = 0;
    block->in_wall = 0;
    const bool is_detailed = crowd->detail.is_on;
    for (size_t i = begin; i < end; ++i) {
        const uint32_t at = (uint32_t)i;
        const uint32_t body = crowd->cells.order[at];
        if (at + AHEAD < crowd->cells.count && (!is_detailed || w->stride[at + AHEAD] > 0)) {
            wendi_prefetch(&w->results[crowd->cells.order[at + AHEAD]]);
        }
        if (is_detailed && w->stride[at] == 0) {
            continue;
        }
        const float deep = deepest(w, at);
        block->deepest = deep > block->deepest ? deep : block->deepest;
        block->in_wall += is_in_wall(w, at, wendi_wall_constraints_of(w, body));
        const bool has_walls = w->wall_count[at] > 0;
        w->results[body] =
            (wendi_body_result){.travelled_x = w->travelled[at].x,
                                .travelled_y = w->travelled[at].y,
                                .avoid_vx = w->avoid_vx[at],
                                .avoid_vy = w->avoid_vy[at],
                                .contact_vx = w->contact_vx[at],
                                .contact_vy = w->contact_vy[at],
                                .sidestep_x = w->sidestep_x[at],
                                .sidestep_y = w->sidestep_y[at],
                                .follow_speed = w->follow_speed[at],
                                .aim_x = w->results[body].aim_x,
                                .aim_y = w->results[body].aim_y,
                                .is_slow_to_turn = (w->marks[at] & (uint8_t)WENDI_MARK_TURNS) != 0,
                                .is_opposed = has_walls && is_opposed(w, at),
                                .is_wedged = has_walls && is_wedged(crowd, at)};
    }
}
