/* Reads the costs of a changed grid into its space: the changed cells and their copies in the
 * frame.
 * Cost: the cells of the changed sectors, and for agents with a size those around them. */
#include "route/space/space.h"

#include "world/derived/clearance.h"

#include <string.h>

typedef wendi_cell_box cell_box;

/* ---- all ---- */

static void count_row(uint64_t histogram[256], const uint8_t *costs, int32_t count)
{
    int32_t from = 0;
    for (int32_t k = 1; k <= count; ++k) {
        if (k == count || costs[k] != costs[from]) {
            histogram[costs[from]] += (uint64_t)(k - from);
            from = k;
        }
    }
}

/* Up to three coordinates along one axis: the cell's own and its copies in the frame. */
static int places_along(int32_t at, int32_t side, bool wraps, int32_t places[3])
{
    int count = 0;
    places[count++] = at;
    if (wraps && at == 1) {
        places[count++] = side + 1;
    }
    if (wraps && at == side) {
        places[count++] = 0;
    }
    return count;
}

/* Puts a cell's cost into its copies; padded coordinates. */
static void put_copies(const wend_space *space, uint8_t *costs, int32_t px, int32_t py)
{
    int32_t xs[3];
    int32_t ys[3];
    const int columns = places_along(px, space->width, space->wraps_x, xs);
    const int rows = places_along(py, space->height, space->wraps_y, ys);
    const uint8_t cost = costs[(size_t)py * space->stride + (size_t)px];
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) {
            costs[(size_t)ys[j] * space->stride + (size_t)xs[i]] = cost;
        }
    }
}

static void read_plane(wend_space *space, const wendi_agent_grid *ground, uint8_t *costs)
{
    memset(costs, WEND_COST_WALL, (size_t)space->slot_count + 8);
    for (int32_t y = 0; y < space->height; ++y) {
        wendi_agent_grid_copy_row(ground, 0, y, space->width,
                                  costs + (size_t)(y + 1) * space->stride + 1);
    }
    for (int32_t py = 1; py <= space->height && space->wraps; ++py) {
        const int32_t step =
            py == 1 || py == space->height || space->width < 3 ? 1 : space->width - 1;
        for (int32_t px = 1; px <= space->width; px += step) {
            put_copies(space, costs, px, py);
        }
    }
}

/* The ground as one without a size sees it. */
static wendi_agent_grid bare(const wend_space *space)
{
    wendi_agent_grid ground = space->ground;
    ground.clearance = NULL;
    return ground;
}

void wendi_space_read_costs(wend_space *space)
{
    memset(space->histogram, 0, sizeof space->histogram);
    read_plane(space, &space->ground, space->costs);
    for (int32_t y = 0; y < space->height; ++y) {
        count_row(space->histogram, space->costs + (size_t)(y + 1) * space->stride + 1,
                  space->width);
    }
    if (space->walls != space->costs) {
        const wendi_agent_grid ground = bare(space);
        read_plane(space, &ground, space->walls);
    }
}

/* ---- parts ---- */

static cell_box box_of_sector(const wend_space *space, uint32_t sector)
{
    wend_grid_info info;
    wend_grid_get_info(space->grid, &info);
    const int32_t sx = (int32_t)(sector % (uint32_t)info.sectors_x) * info.sector_size;
    const int32_t sy = (int32_t)(sector / (uint32_t)info.sectors_x) * info.sector_size;
    const cell_box box = {
        sx, sy, sx + info.sector_size < info.width ? sx + info.sector_size - 1 : info.width - 1,
        sy + info.sector_size < info.height ? sy + info.sector_size - 1 : info.height - 1};
    return box;
}

static void widen(cell_box *box, int32_t x, int32_t y)
{
    box->x0 = x < box->x0 ? x : box->x0;
    box->x1 = x > box->x1 ? x : box->x1;
    box->y0 = y < box->y0 ? y : box->y0;
    box->y1 = y > box->y1 ? y : box->y1;
}

/* The cells that changed. */
typedef struct cost_changes {
    cell_box walls; /* between open and wall */
    cell_box all;   /* in any way */
} cost_changes;

/* Reads cells of a row afresh and widens the boxes by those that changed. */
static void read_span(wend_space *space, int32_t x, int32_t y, int32_t count, cost_changes *changed)
{
    enum { PART = 64 };
    uint8_t fresh[PART];
    for (int32_t done = 0; done < count; done += PART) {
        const int32_t part = count - done < PART ? count - done : PART;
        uint8_t *row = space->costs + (size_t)(y + 1) * space->stride + 1 + x + done;
        wendi_agent_grid_copy_row(&space->ground, x + done, y, part, fresh);
        for (int32_t k = 0; k < part; ++k) {
            if (fresh[k] == row[k]) {
                continue;
            }
            --space->histogram[row[k]];
            ++space->histogram[fresh[k]];
            widen(&changed->all, x + done + k, y);
            if ((fresh[k] == WEND_COST_WALL) != (row[k] == WEND_COST_WALL)) {
                widen(&changed->walls, x + done + k, y);
            }
            row[k] = fresh[k];
            if (space->wraps) {
                put_copies(space, space->costs, x + done + k + 1, y + 1);
            }
        }
    }
}

/* A range of positions along a side, taken around it where it wraps and cut off where not. */
typedef struct side_range {
    int32_t from, count;
} side_range;

static side_range range_along(int32_t low, int32_t high, int32_t side, bool wraps)
{
    if (wraps && high - low + 1 >= side) {
        return (side_range){0, side};
    }
    if (wraps) {
        return (side_range){low < 0 ? low + side : low, high - low + 1};
    }
    low = low < 0 ? 0 : low;
    high = high >= side ? side - 1 : high;
    return (side_range){low, high - low + 1};
}

static void read_row_around(wend_space *space, side_range columns, int32_t y, cost_changes *changed)
{
    const int32_t before_seam = space->width - columns.from;
    const int32_t first = columns.count < before_seam ? columns.count : before_seam;
    read_span(space, columns.from, y, first, changed);
    if (first < columns.count) {
        read_span(space, 0, y, columns.count - first, changed);
    }
}

int32_t wendi_space_reach(const wend_space *space)
{
    const wendi_agent_grid *ground = &space->ground;
    return ground->clearance == NULL
               ? 0
               : wendi_clearance_reach(ground->clearance, ground->need_square, ground->need_disc);
}

uint64_t wendi_space_read_sector(wend_space *space, uint32_t sector, int32_t reach,
                                 wendi_cell_box *walls)
{
    enum { SECTOR_STEPS = 16, CELLS_A_STEP = 24, BREAKS_A_STEP = 3 };
    cost_changes changed = {*walls, wendi_cell_box_none()};
    const cell_box box = box_of_sector(space, sector);
    const side_range columns =
        range_along(box.x0 - reach, box.x1 + reach, space->width, space->wraps_x);
    const side_range rows =
        range_along(box.y0 - reach, box.y1 + reach, space->height, space->wraps_y);
    if (space->walls != space->costs) {
        const wendi_agent_grid ground = bare(space);
        const int32_t count = box.x1 - box.x0 + 1;
        for (int32_t y = box.y0; y <= box.y1; ++y) {
            wendi_agent_grid_copy_row(&ground, box.x0, y, count,
                                      space->walls + (size_t)(y + 1) * space->stride + 1 + box.x0);
            for (int32_t x = box.x0; x <= box.x1 && space->wraps; ++x) {
                put_copies(space, space->walls, x + 1, y + 1);
            }
        }
    }
    for (int32_t k = 0; k < rows.count; ++k) {
        read_row_around(space, columns, (rows.from + k) % space->height, &changed);
    }
    *walls = changed.walls;
    uint64_t steps = SECTOR_STEPS + (uint64_t)rows.count * (uint64_t)columns.count / CELLS_A_STEP;
    const cell_box *all = &changed.all;
    if (space->has_breaks && all->x1 >= all->x0) {
        wendi_jump_map_repair_state repair;
        wendi_jump_map_repair_begin(&repair, (uint32_t)all->x0 + 1, (uint32_t)all->y0 + 1,
                                    (uint32_t)all->x1 + 1, (uint32_t)all->y1 + 1);
        while (!wendi_jump_map_repair_is_done(&repair)) {
            steps +=
                wendi_jump_map_repair_unit(&repair, &space->breaks, space->costs, space->stride) /
                BREAKS_A_STEP;
        }
    }
    return steps;
}

void wendi_space_repair_step_sets(wend_space *space, uint32_t sector, int32_t reach)
{
    const cell_box box = box_of_sector(space, sector);
    wendi_step_sets_repair(&space->step_sets, space, box.x0 - reach - 1, box.y0 - reach - 1,
                           box.x1 + reach + 1, box.y1 + reach + 1);
}

void wendi_space_read_sectors(wend_space *space, const uint32_t *sectors, size_t count)
{
    const int32_t reach = wendi_space_reach(space);
    uint64_t work = space->jump_table.is_built ? wendi_jump_table_work(&space->jump_table) : 0;
    for (size_t k = 0; k < count; ++k) {
        cell_box changed = wendi_cell_box_none();
        (void)wendi_space_read_sector(space, sectors[k], reach, &changed);
        wendi_space_repair_step_sets(space, sectors[k], reach);
        if (space->has_jump_map && changed.x1 >= changed.x0) {
            const uint32_t px0 = (uint32_t)changed.x0 + 1;
            const uint32_t py0 = (uint32_t)changed.y0 + 1;
            const uint32_t px1 = (uint32_t)changed.x1 + 1;
            const uint32_t py1 = (uint32_t)changed.y1 + 1;
            wendi_jump_map_repair(&space->jump, space->costs, space->stride, px0, py0, px1, py1);
            wendi_space_repair_jump_table(space, px0, py0, px1, py1, &work);
        }
    }
}
