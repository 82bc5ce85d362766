/* takes: a grid that was edited.
 * gives: the numbers of a fresh clearance.
 * cost:  the cells of the changed sectors, and repairs around those that changed between open and
 *        wall. */
#include "world/derived/agent_grid.h"
#include "world/derived/clearance_store.h"

enum {
    REPAIRS_AT_ONCE = 4, /* More cells of one sector are cheaper to work out together. */
    SECTOR_SIDE_MAX = 32
};

static void ground_row(const wend_clearance *clearance, int32_t x, int32_t y, int32_t count,
                       uint8_t *costs)
{
    const wendi_agent_grid ground = {
        clearance->grid, clearance->movement_class, clearance->team, NULL, 0, 0};
    wendi_agent_grid_copy_row(&ground, x, y, count, costs);
}

void wendi_clearance_build(wend_clearance *clearance)
{
    for (int32_t y = 0; y < clearance->height; ++y) {
        uint8_t *row = clearance->squares + (size_t)y * (size_t)clearance->width;
        ground_row(clearance, 0, y, clearance->width, row);
        for (int32_t x = 0; x < clearance->width; ++x) {
            row[x] = row[x] != WEND_COST_WALL;
        }
    }
    wendi_clearance_rebuild(clearance, 0, 0, clearance->width, clearance->height);
}

typedef struct cell_place {
    int32_t x, y;
} cell_place;

/* The cells of a sector that changed between open and wall. */
typedef struct sector_change {
    int32_t x, y, width, height; /* the sector */
    int32_t count;
    int32_t x0, y0, x1, y1; /* the box around them */
    cell_place first[REPAIRS_AT_ONCE];
} sector_change;

static uint8_t *squares_at(const wend_clearance *clearance, int32_t x, int32_t y)
{
    return clearance->squares + (size_t)y * (size_t)clearance->width + (size_t)x;
}

static sector_change sector_of(const wend_clearance *clearance, uint32_t sector)
{
    const int32_t side = clearance->sector_size;
    const int32_t columns = (clearance->width + side - 1) / side;
    sector_change change = {.x = (int32_t)sector % columns * side,
                            .y = (int32_t)sector / columns * side,
                            .x0 = INT32_MAX,
                            .y0 = INT32_MAX,
                            .x1 = -1,
                            .y1 = -1};
    const int32_t right = clearance->width - change.x;
    const int32_t below = clearance->height - change.y;
    change.width = right < side ? right : side;
    change.height = below < side ? below : side;
    return change;
}

static void note_change(sector_change *change, int32_t x, int32_t y)
{
    if (change->count < REPAIRS_AT_ONCE) {
        change->first[change->count] = (cell_place){x, y};
    }
    ++change->count;
    change->x0 = x < change->x0 ? x : change->x0;
    change->x1 = x > change->x1 ? x : change->x1;
    change->y0 = y < change->y0 ? y : change->y0;
    change->y1 = y > change->y1 ? y : change->y1;
}

static sector_change find_changes(const wend_clearance *clearance, uint32_t sector)
{
    sector_change change = sector_of(clearance, sector);
    uint8_t costs[SECTOR_SIDE_MAX];
    for (int32_t y = change.y; y < change.y + change.height; ++y) {
        const uint8_t *squares = squares_at(clearance, change.x, y);
        ground_row(clearance, change.x, y, change.width, costs);
        for (int32_t i = 0; i < change.width; ++i) {
            if ((costs[i] == WEND_COST_WALL) != (squares[i] == 0)) {
                note_change(&change, change.x + i, y);
            }
        }
    }
    return change;
}

/* All cells that changed in a sector at once. */
static void rebuild_around(wend_clearance *clearance, const sector_change *change)
{
    uint8_t costs[SECTOR_SIDE_MAX];
    for (int32_t y = change->y; y < change->y + change->height; ++y) {
        uint8_t *squares = squares_at(clearance, change->x, y);
        ground_row(clearance, change->x, y, change->width, costs);
        for (int32_t i = 0; i < change->width; ++i) {
            const bool was_wall = squares[i] == 0;
            if ((costs[i] == WEND_COST_WALL) != was_wall) {
                squares[i] = was_wall;
            }
        }
    }
    const int32_t reach = clearance->margin;
    wendi_clearance_rebuild(clearance, change->x0 - reach, change->y0 - reach,
                            change->x1 - change->x0 + 1 + 2 * reach,
                            change->y1 - change->y0 + 1 + 2 * reach);
}

/* A sector after the other: numbers are always right for the sectors seen so far. */
static void update_sector(wend_clearance *clearance, uint32_t sector)
{
    const sector_change change = find_changes(clearance, sector);
    if (change.count > REPAIRS_AT_ONCE) {
        rebuild_around(clearance, &change);
        return;
    }
    for (int32_t i = 0; i < change.count; ++i) {
        wendi_clearance_flip(clearance, change.first[i].x, change.first[i].y);
    }
}

static wend_result update(wend_clearance *clearance)
{
    if (clearance == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint64_t revision = wend_grid_revision(clearance->grid);
    if (revision == clearance->revision) {
        return WEND_OK;
    }
    uint32_t *sectors = clearance->work->sectors;
    size_t count = 0;
    const wend_result listed = wend_grid_list_changes(clearance->grid, clearance->revision, sectors,
                                                      clearance->sector_limit, &count);
    if (listed == WEND_OK) {
        for (size_t i = 0; i < count; ++i) {
            update_sector(clearance, sectors[i]);
        }
    } else {
        wendi_clearance_build(clearance);
    }
    clearance->revision = revision;
    return WEND_OK;
}

wend_result wend_clearance_update(wend_clearance *clearance)
{
    const wend_result result = update(clearance);
    return clearance == NULL ? result
                             : wendi_fail_plain(&clearance->error, "wend_clearance_update", result);
}

const char *wend_clearance_error(const wend_clearance *clearance)
{
    return clearance == NULL ? "" : clearance->error.text;
}
