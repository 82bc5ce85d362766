/* takes: a tile that was relaxed.
 * gives: which tiles around may get cheaper through it, and from what cost on.
 * cost:  a few operations for each cell of the border. */
#include "flow/plan/tile_job.h"

/* ---- who may get cheaper through a tile ---- */

/* Could cell i of my border be entered more cheaply from the cell beyond, or from those beside
 * that one? A diagonal step passes between my next cell and the one beyond. */
static bool is_cheaper(const wend_flow *flow, int64_t own, int64_t factor, const int64_t *beyond,
                       bool has_before, bool has_behind)
{
    if (flow->integration == WEND_FLOW_EIKONAL) {
        return own < beyond[0];
    }
    const int64_t aside = own + (int64_t)flow->diagonal * factor;
    return own + (int64_t)flow->straight * factor < beyond[0] ||
           (has_before && aside < beyond[-1]) || (has_behind && aside < beyond[1]);
}

/* The least cost at which a line of cells beyond the border could be entered more cheaply than it
 * is now. @param own [count] costs of my border's cells. @param factors of them, `step` apart.
 * @param others [count + 2] costs beyond, from one before to one behind; INT64_MIN for walls. */
static int64_t wake_line(const wend_flow *flow, const int64_t *own, const uint8_t *factors,
                         int32_t step, const int64_t *others, int32_t count)
{
    int64_t key = WENDI_COST_UNREACHED;
    for (int32_t i = 0; i < count; ++i) {
        if (own[i] == WENDI_COST_UNREACHED) {
            continue;
        }
        const int64_t factor = factors[i * step];
        const bool is_diagonal = flow->diagonal != 0 && others[i + 1] != INT64_MIN;
        const bool has_before = is_diagonal && i > 0 && factors[(i - 1) * step] != WENDI_TILE_WALL;
        const bool has_behind =
            is_diagonal && i + 1 < count && factors[(i + 1) * step] != WENDI_TILE_WALL;
        const int64_t straight = own[i] + (int64_t)flow->straight * factor;
        if (straight < key &&
            is_cheaper(flow, own[i], factor, &others[i + 1], has_before, has_behind)) {
            key = straight;
        }
    }
    return key;
}

static void wake(wendi_tile_job *job, uint32_t k, int64_t key)
{
    if (key != WENDI_COST_UNREACHED) {
        job->wake |= 1u << k;
        job->wake_key[k] = key;
    }
}

static bool can_wake(const wendi_tile_job *job, uint32_t k)
{
    const uint32_t other = job->plan->tiles[job->tile].beside[k];
    return other != WENDI_TILE_NONE && job->plan->tiles[other].field != WENDI_FIELD_VISIBLE &&
           job->plan->tiles[other].field != WENDI_FIELD_NONE;
}

/* Cells beyond the ends of a line, and walls, are not to be entered from here: as if for nothing.
 */
static void line_beyond(const wend_flow *flow, const wendi_tile_job *job, uint32_t k,
                        int64_t *costs)
{
    const uint32_t other = job->plan->tiles[job->tile].beside[k];
    const int32_t last = flow->map.sector_size - 1;
    const int32_t dx = wendi_flow_dy[k] != 0, dy = 1 - dx;
    const int32_t count = dx != 0 ? job->shape.width : job->shape.height;
    wendi_plan_read_costs(flow, job->plan, other, wendi_flow_dx[k] < 0 ? last : 0,
                          wendi_flow_dy[k] < 0 ? last : 0, dx, dy, count, costs + 1);
    costs[0] = INT64_MIN;
    costs[count + 1] = INT64_MIN;
    const int32_t x = wendi_flow_dx[k] < 0 ? -1 : (wendi_flow_dx[k] > 0 ? job->shape.width : 0);
    const int32_t y = wendi_flow_dy[k] < 0 ? -1 : (wendi_flow_dy[k] > 0 ? job->shape.height : 0);
    const uint8_t *factor = &job->ground.cost[wendi_tile_index(&job->shape, x, y)];
    for (int32_t i = 0; i < count; ++i, factor += dx + dy * job->shape.stride) {
        costs[i + 1] = *factor == WENDI_TILE_WALL ? INT64_MIN : costs[i + 1];
    }
}

static void wake_side(const wend_flow *flow, wendi_tile_job *job, uint32_t k)
{
    int64_t own[WENDI_ISLAND_TILE_SIDE], others[WENDI_ISLAND_TILE_SIDE + 2];
    const int32_t dx = wendi_flow_dy[k] != 0, dy = 1 - dx;
    const int32_t x = wendi_flow_dx[k] > 0 ? job->shape.width - 1 : 0;
    const int32_t y = wendi_flow_dy[k] > 0 ? job->shape.height - 1 : 0;
    const int32_t count = dx != 0 ? job->shape.width : job->shape.height;
    wendi_plan_read_costs(flow, job->plan, job->tile, x, y, dx, dy, count, own);
    line_beyond(flow, job, k, others);
    wake(job, k,
         wake_line(flow, own, &job->ground.cost[wendi_tile_index(&job->shape, x, y)],
                   dx + dy * job->shape.stride, others, count));
}

static void wake_corner(const wend_flow *flow, wendi_tile_job *job, uint32_t k)
{
    const int32_t last = flow->map.sector_size - 1;
    const int32_t dx = wendi_flow_dx[k], dy = wendi_flow_dy[k];
    const int32_t x = dx > 0 ? job->shape.width - 1 : 0;
    const int32_t y = dy > 0 ? job->shape.height - 1 : 0;
    const uint8_t *factors = job->ground.cost;
    const int32_t at = wendi_tile_index(&job->shape, x, y);
    const int32_t down = dy * job->shape.stride;
    if (factors[at + dx] == WENDI_TILE_WALL || factors[at + down] == WENDI_TILE_WALL ||
        factors[at + dx + down] == WENDI_TILE_WALL) {
        return;
    }
    int64_t own = 0, other = 0;
    wendi_plan_read_costs(flow, job->plan, job->tile, x, y, 0, 0, 1, &own);
    wendi_plan_read_costs(flow, job->plan, job->plan->tiles[job->tile].beside[k], dx > 0 ? 0 : last,
                          dy > 0 ? 0 : last, 0, 0, 1, &other);
    if (own != WENDI_COST_UNREACHED) {
        own += (int64_t)flow->diagonal * factors[at];
        wake(job, k, own < other ? own : WENDI_COST_UNREACHED);
    }
}

void wendi_tile_job_find_improved(const wend_flow *flow, wendi_tile_job *job)
{
    static const uint8_t side_of[4] = {WENDI_SIDE_EAST, WENDI_SIDE_SOUTH, WENDI_SIDE_WEST,
                                       WENDI_SIDE_NORTH};
    const bool has_corners = flow->diagonal != 0 && flow->integration != WEND_FLOW_EIKONAL;
    for (uint32_t k = 0; k < 8; ++k) {
        const uint32_t side = side_of[k / 2], next = side_of[(k / 2 + 1) % 4];
        if (!can_wake(job, k)) {
            continue;
        }
        if (k % 2 == 0 && (job->changed >> side & 1) != 0) {
            wake_side(flow, job, k);
        } else if (k % 2 != 0 && has_corners &&
                   (job->changed >> side & job->changed >> next & 1) != 0) {
            wake_corner(flow, job, k);
        }
    }
}
