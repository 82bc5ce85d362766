/* Borders of blocked cells as segments of walls, sector by sector.
 * Cost: an update reads the changed sectors and those around them, and replaces the segments of the
 * sectors where any differs.
 *
 * A border between two cells belongs to the sector of the later one by rows, the map's lower and right
 * edge to the sectors there:
 *
 *      +--.--.--+--          squares: the upper and the left border of each cell
 *      |  :  :  |            hexes: the borders to the earlier ones of its six neighbours
 *      +--.--.--+--
 *
 * so that borders between two sectors are found once, and an edit concerns the borders of its sector
 * and of those to the right and below (hexes: also to the left). New segments are added before old
 * ones are removed, so a failure changes nothing. */
#include "wend/grid_walls.h"

#include "base/core/bytes.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "wend/grid.h"
#include "wend/walls.h"
#include "world/derived/agent_grid.h"
#include "world/grid/corners.h"
#include "world/walls/store.h"

#include <string.h>

enum {
    GRID_WALLS_COOKIE = 0x57475731,
    FILE_MAGIC = 0x53575747,
    FILE_VERSION = 1,
    ID_BYTES = 8,
    SECTOR_SIDE_MAX = 32,
    FRAME = 1, /* cells around a sector that are read too */
    FRAMED_SIDE_MAX = SECTOR_SIDE_MAX + 2 * FRAME
};

/* The segments of one sector. */
typedef struct sector_walls {
    wend_wall_id *ids; /* [count] */
    uint32_t count;
} sector_walls;

/* Segments on their way into the walls. */
typedef struct segment_list {
    wend_vec2 *ends; /* [capacity][2] */
    uint32_t *stops; /* [capacity] */
    uint64_t *users; /* [capacity] */
    size_t count, capacity;
} segment_list;

/* A sector that an update replaces, and its part of the list. */
typedef struct sector_change {
    uint32_t sector, first, count;
    wend_wall_id *ids; /* [count] */
} sector_change;

struct wend_grid_walls {
    wend_allocator allocator;
    const wend_grid *grid;
    wend_walls *walls;
    bool owns_walls, has_edge, is_hex;
    wend_grid_walls_layer layers[WEND_GRID_WALLS_LAYERS_MAX];
    uint32_t layer_count, team;
    int32_t width, height, sector_size;
    uint32_t sectors_x, sector_count;
    sector_walls *sectors;  /* [sector_count] */
    uint32_t *changed;      /* [sector_count] */
    uint8_t *is_listed;     /* [sector_count] 0 between updates */
    sector_change *changes; /* [sector_count] */
    segment_list list;
    size_t segment_count;
    uint64_t revision; /* of the grid; 0 = all sectors are looked at by the next update */
    wend_message error;
};

wend_grid_walls_def wend_grid_walls_def_default(void)
{
    wend_grid_walls_def def;
    memset(&def, 0, sizeof def);
    def.cookie = GRID_WALLS_COOKIE;
    def.team = WEND_TEAM_NONE;
    def.has_edge = true;
    return def;
}

/* ---- one sector ---- */

/* The cells of a sector and a frame around it: bit l is set where layer l is blocked. */
typedef struct sector_cells {
    int32_t x, y, width, height;                        /* without the frame */
    uint8_t blocked[FRAMED_SIDE_MAX * FRAMED_SIDE_MAX]; /* by rows of FRAMED_SIDE_MAX */
} sector_cells;

static uint32_t blocked_at(const sector_cells *cells, int32_t x, int32_t y)
{
    return cells->blocked[(y - cells->y + FRAME) * FRAMED_SIDE_MAX + x - cells->x + FRAME];
}

static bool is_inside(const wend_grid_walls *g, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < g->width && y < g->height;
}

static void read_cells(const wend_grid_walls *g, uint32_t sector, sector_cells *cells)
{
    cells->x = (int32_t)(sector % g->sectors_x) * g->sector_size;
    cells->y = (int32_t)(sector / g->sectors_x) * g->sector_size;
    cells->width = g->width - cells->x < g->sector_size ? g->width - cells->x : g->sector_size;
    cells->height = g->height - cells->y < g->sector_size ? g->height - cells->y : g->sector_size;
    memset(cells->blocked, UINT8_MAX, sizeof cells->blocked);
    const int32_t x0 = cells->x > 0 ? cells->x - FRAME : 0;
    const int32_t end = cells->x + cells->width;
    const int32_t count = (end < g->width ? end + FRAME : end) - x0;
    for (int32_t y = cells->y - FRAME; y < cells->y + cells->height + FRAME; ++y) {
        if (y < 0 || y >= g->height) {
            continue;
        }
        uint8_t *row =
            &cells->blocked[(y - cells->y + FRAME) * FRAMED_SIDE_MAX + x0 - cells->x + FRAME];
        memset(row, 0, (size_t)count);
        for (uint32_t layer = 0; layer < g->layer_count; ++layer) {
            uint8_t costs[FRAMED_SIDE_MAX];
            const wendi_agent_grid ground = {
                g->grid, g->layers[layer].movement_class, g->team, WEND_LAYER_JAM, NULL, 0, 0};
            wendi_agent_grid_copy_row(&ground, x0, y, count, costs);
            for (int32_t i = 0; i < count; ++i) {
                row[i] |= (uint8_t)(costs[i] == WEND_COST_WALL ? 1U << layer : 0);
            }
        }
    }
}

/* The layers that are blocked on one side of a border alone, as bits. */
static uint32_t border_between(const wend_grid_walls *g, const sector_cells *cells, int32_t x,
                               int32_t y, int32_t to_x, int32_t to_y)
{
    if (!g->has_edge && (!is_inside(g, x, y) || !is_inside(g, to_x, to_y))) {
        return 0;
    }
    const uint32_t all = (1U << g->layer_count) - 1;
    return (blocked_at(cells, x, y) ^ blocked_at(cells, to_x, to_y)) & all;
}

static bool reserve_segment(wend_grid_walls *g)
{
    segment_list *list = &g->list;
    if (list->count < list->capacity) {
        return true;
    }
    enum { LEAST = 64 };
    const size_t old = list->capacity;
    const size_t capacity = old == 0 ? LEAST : 2 * old;
    const wend_allocator *a = &g->allocator;
    wend_vec2 *ends = wendi_alloc_items(a, capacity, 2 * sizeof *ends);
    uint32_t *stops = wendi_alloc_items(a, capacity, sizeof *stops);
    uint64_t *users = wendi_alloc_items(a, capacity, sizeof *users);
    if (ends == NULL || stops == NULL || users == NULL) {
        wendi_free(a, ends, capacity * 2 * sizeof *ends);
        wendi_free(a, stops, capacity * sizeof *stops);
        wendi_free(a, users, capacity * sizeof *users);
        return false;
    }
    if (old > 0) {
        memcpy(ends, list->ends, old * 2 * sizeof *ends);
        memcpy(stops, list->stops, old * sizeof *stops);
        memcpy(users, list->users, old * sizeof *users);
    }
    wendi_free(a, list->ends, old * 2 * sizeof *ends);
    wendi_free(a, list->stops, old * sizeof *stops);
    wendi_free(a, list->users, old * sizeof *users);
    *list = (segment_list){ends, stops, users, list->count, capacity};
    return true;
}

static bool add_border(wend_grid_walls *g, uint32_t border, wend_vec2 a, wend_vec2 b)
{
    if (!reserve_segment(g)) {
        return false;
    }
    uint32_t stops = 0;
    uint64_t user = 0;
    for (uint32_t layer = g->layer_count; layer-- > 0;) {
        if ((border >> layer & 1) != 0) {
            stops |= g->layers[layer].stops;
            user = g->layers[layer].user;
        }
    }
    segment_list *list = &g->list;
    list->ends[2 * list->count] = a;
    list->ends[2 * list->count + 1] = b;
    list->stops[list->count] = stops;
    list->users[list->count] = user;
    ++list->count;
    return true;
}

/* The upper borders of a row of cells, joined. */
static bool trace_row(wend_grid_walls *g, const sector_cells *cells, int32_t y)
{
    int32_t begin = cells->x;
    uint32_t now = 0;
    for (int32_t x = cells->x; x <= cells->x + cells->width; ++x) {
        const bool is_end = x == cells->x + cells->width;
        const uint32_t border = is_end ? 0 : border_between(g, cells, x, y - 1, x, y);
        if (border == now) {
            continue;
        }
        if (now != 0 && !add_border(g, now, wendi_square_corner(g->grid, begin, y),
                                    wendi_square_corner(g->grid, x, y))) {
            return false;
        }
        begin = x;
        now = border;
    }
    return true;
}

/* The left borders of a column of cells, joined. */
static bool trace_column(wend_grid_walls *g, const sector_cells *cells, int32_t x)
{
    int32_t begin = cells->y;
    uint32_t now = 0;
    for (int32_t y = cells->y; y <= cells->y + cells->height; ++y) {
        const bool is_end = y == cells->y + cells->height;
        const uint32_t border = is_end ? 0 : border_between(g, cells, x - 1, y, x, y);
        if (border == now) {
            continue;
        }
        if (now != 0 && !add_border(g, now, wendi_square_corner(g->grid, x, begin),
                                    wendi_square_corner(g->grid, x, y))) {
            return false;
        }
        begin = y;
        now = border;
    }
    return true;
}

static bool trace_squares(wend_grid_walls *g, const sector_cells *cells)
{
    const int32_t right = cells->x + cells->width;
    const int32_t below = cells->y + cells->height;
    for (int32_t y = cells->y; y < below + (below == g->height); ++y) {
        if (!trace_row(g, cells, y)) {
            return false;
        }
    }
    for (int32_t x = cells->x; x < right + (right == g->width); ++x) {
        if (!trace_column(g, cells, x)) {
            return false;
        }
    }
    return true;
}

static bool trace_hexes(wend_grid_walls *g, const sector_cells *cells)
{
    for (int32_t y = cells->y; y < cells->y + cells->height; ++y) {
        for (int32_t x = cells->x; x < cells->x + cells->width; ++x) {
            for (int32_t i = 0; i < WENDI_HEX_EDGES; ++i) {
                int32_t to_x;
                int32_t to_y;
                wendi_hex_beyond_edge(g->grid, x, y, i, &to_x, &to_y);
                const bool is_earlier = to_y < y || (to_y == y && to_x < x);
                const uint32_t border = is_earlier || !is_inside(g, to_x, to_y)
                                            ? border_between(g, cells, x, y, to_x, to_y)
                                            : 0;
                if (border != 0 && !add_border(g, border, wendi_hex_corner(g->grid, x, y, i),
                                               wendi_hex_corner(g->grid, x, y, i + 1))) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return a.x >= b.x && a.x <= b.x && a.y >= b.y && a.y <= b.y;
}

/* True if the segments that were listed last, from `first` on, are those that the sector has. */
static bool is_unchanged(const wend_grid_walls *g, uint32_t sector, size_t first)
{
    const sector_walls *old = &g->sectors[sector];
    if (old->count != g->list.count - first) {
        return false;
    }
    for (uint32_t i = 0; i < old->count; ++i) {
        wend_wall wall;
        const wend_vec2 *ends = &g->list.ends[2 * (first + i)];
        if (wend_walls_get(g->walls, old->ids[i], &wall) != WEND_OK ||
            wall.stops != g->list.stops[first + i] || wall.user != g->list.users[first + i] ||
            !is_same(wall.points[0], ends[0]) || !is_same(wall.points[1], ends[1])) {
            return false;
        }
    }
    return true;
}

/* ---- an update ---- */

/* Lists a sector's new segments, and the sector among the changes if they differ. */
static bool trace_sector(wend_grid_walls *g, uint32_t sector, uint32_t *change_count)
{
    sector_cells cells;
    read_cells(g, sector, &cells);
    const size_t first = g->list.count;
    if (!(g->is_hex ? trace_hexes(g, &cells) : trace_squares(g, &cells))) {
        return false;
    }
    if (is_unchanged(g, sector, first)) {
        g->list.count = first;
        return true;
    }
    sector_change *change = &g->changes[*change_count];
    *change = (sector_change){sector, (uint32_t)first, (uint32_t)(g->list.count - first), NULL};
    if (change->count > 0) {
        change->ids = wendi_alloc_items(&g->allocator, change->count, sizeof *change->ids);
        if (change->ids == NULL) {
            return false;
        }
    }
    ++*change_count;
    return true;
}

static void replace_segments(wend_grid_walls *g, const sector_change *change,
                             const wend_wall_id *added)
{
    for (uint32_t i = 0; i < change->count; ++i) {
        change->ids[i] = added[i];
        const uint64_t user = g->list.users[change->first + i];
        if (user != 0) {
            (void)wend_walls_set_user(g->walls, added[i], user);
        }
    }
    sector_walls *sector = &g->sectors[change->sector];
    for (uint32_t i = 0; i < sector->count; ++i) {
        (void)wend_walls_remove(g->walls, sector->ids[i]);
    }
    g->segment_count += change->count;
    g->segment_count -= sector->count;
    wendi_free(&g->allocator, sector->ids, sector->count * sizeof *sector->ids);
    *sector = (sector_walls){change->ids, change->count};
}

static wend_result apply_changes(wend_grid_walls *g, uint32_t change_count)
{
    const size_t count = g->list.count;
    wend_wall_id *added = wendi_alloc_items(&g->allocator, count, sizeof *added);
    if (added == NULL && count > 0) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    if (count > 0) {
        result = wend_walls_add_segments(g->walls, g->list.ends, g->list.stops, count, added);
    }
    for (uint32_t i = 0; result == WEND_OK && i < change_count; ++i) {
        const sector_change *change = &g->changes[i];
        replace_segments(g, change, change->count == 0 ? NULL : added + change->first);
    }
    wendi_free(&g->allocator, added, count * sizeof *added);
    return result;
}

/* Lists a changed sector, and those that hold borders with it. */
static void list_around(wend_grid_walls *g, uint32_t sector, uint32_t *listed_count)
{
    const int32_t sectors_x = (int32_t)g->sectors_x;
    const int32_t sectors_y = (int32_t)(g->sector_count / g->sectors_x);
    const int32_t x = (int32_t)sector % sectors_x;
    const int32_t y = (int32_t)sector / sectors_x;
    for (int32_t dy = 0; dy <= 1; ++dy) {
        for (int32_t dx = g->is_hex ? -1 : 0; dx <= (g->is_hex || dy == 0 ? 1 : 0); ++dx) {
            if (x + dx < 0 || x + dx >= sectors_x || y + dy >= sectors_y) {
                continue;
            }
            const uint32_t other = (uint32_t)((y + dy) * sectors_x + x + dx);
            if (!g->is_listed[other]) {
                g->is_listed[other] = 1;
                ++*listed_count;
            }
        }
    }
}

static wend_result update_sectors(wend_grid_walls *g, bool is_all)
{
    size_t changed_count = 0;
    if (!is_all) {
        (void)wend_grid_list_changes(g->grid, g->revision, g->changed, g->sector_count,
                                     &changed_count);
    }
    uint32_t listed_count = is_all ? g->sector_count : 0;
    for (size_t i = 0; i < changed_count; ++i) {
        list_around(g, g->changed[i], &listed_count);
    }
    g->list.count = 0;
    uint32_t change_count = 0;
    bool has_memory = true;
    for (uint32_t sector = 0; has_memory && listed_count > 0; ++sector) {
        if (is_all || g->is_listed[sector]) {
            --listed_count;
            has_memory = trace_sector(g, sector, &change_count);
        }
    }
    memset(g->is_listed, 0, g->sector_count);
    const wend_result result = has_memory ? apply_changes(g, change_count) : WEND_ERROR_MEMORY;
    for (uint32_t i = 0; result != WEND_OK && i < change_count; ++i) {
        wendi_free(&g->allocator, g->changes[i].ids,
                   g->changes[i].count * sizeof *g->changes[i].ids);
    }
    return result;
}

static wend_result update(wend_grid_walls *g)
{
    const uint64_t revision = wend_grid_revision(g->grid);
    if (revision == g->revision) {
        return WEND_OK;
    }
    const wend_result result = update_sectors(g, g->revision == 0);
    if (result == WEND_OK) {
        g->revision = revision;
    }
    return result;
}

/* ---- the object ---- */

static wend_result check_layers(const wend_grid_walls_def *def, const char *function)
{
    if ((def->layers == NULL) != (def->layer_count == 0) ||
        def->layer_count > WEND_GRID_WALLS_LAYERS_MAX) {
        return wendi_refuse(def->message, function, "layer_count", def->layer_count,
                            def->layers == NULL ? 0 : 1,
                            def->layers == NULL ? 0 : WEND_GRID_WALLS_LAYERS_MAX);
    }
    const wend_result result =
        wendi_agent_grid_check(def->grid, 0, def->team, function, def->message);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t i = 0; i < def->layer_count; ++i) {
        wend_grid_info info;
        wend_grid_get_info(def->grid, &info);
        if (def->layers[i].movement_class >= (uint32_t)info.class_count) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "%s: layers[%lu].movement_class is %lu, and the grid has %ld classes",
                              function, (unsigned long)i,
                              (unsigned long)def->layers[i].movement_class, (long)info.class_count);
        }
        if (def->layers[i].stops == 0) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "%s: layers[%lu].stops is 0, and must be some of WEND_STOPS_ALL",
                              function, (unsigned long)i);
        }
    }
    return WEND_OK;
}

static void set_shape(wend_grid_walls *g, const wend_grid_walls_def *def)
{
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    g->allocator = def->allocator;
    g->grid = def->grid;
    g->has_edge = def->has_edge;
    g->is_hex = info.neighbours == WEND_NEIGHBOURS_6;
    g->team = def->team;
    g->layer_count = def->layer_count;
    if (def->layer_count > 0) {
        memcpy(g->layers, def->layers, def->layer_count * sizeof *def->layers);
    } else {
        g->layer_count = 1;
        g->layers[0] = (wend_grid_walls_layer){0, WEND_STOPS_ALL, 0};
    }
    g->width = info.width;
    g->height = info.height;
    g->sector_size = info.sector_size;
    g->sectors_x = (uint32_t)info.sectors_x;
    g->sector_count = (uint32_t)(info.sectors_x * info.sectors_y);
}

static wend_result make_parts(wend_grid_walls *g, const wend_grid_walls_def *def)
{
    const wend_allocator *a = &g->allocator;
    g->sectors = wendi_alloc_items_zero(a, g->sector_count, sizeof *g->sectors);
    g->changed = wendi_alloc_items(a, g->sector_count, sizeof *g->changed);
    g->is_listed = wendi_alloc_items_zero(a, g->sector_count, sizeof *g->is_listed);
    g->changes = wendi_alloc_items(a, g->sector_count, sizeof *g->changes);
    if (g->sectors == NULL || g->changed == NULL || g->is_listed == NULL || g->changes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    g->walls = def->walls;
    if (g->walls == NULL) {
        wend_walls_def walls_def = wend_walls_def_default();
        walls_def.allocator = g->allocator;
        g->owns_walls = true;
        return wend_walls_create(&walls_def, &g->walls);
    }
    return WEND_OK;
}

wend_result wend_grid_walls_create(const wend_grid_walls_def *def, wend_grid_walls **grid_walls)
{
    static const char function[] = "wend_grid_walls_create";
    if (grid_walls != NULL) {
        *grid_walls = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, GRID_WALLS_COOKIE, def->message, function,
                                         "wend_grid_walls_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (grid_walls == NULL) {
        return wendi_refuse_null(def->message, function, "grid_walls");
    }
    wend_result result = check_layers(def, function);
    if (result != WEND_OK) {
        return result;
    }
    wend_grid_walls *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    set_shape(made, def);
    result = make_parts(made, def);
    if (result == WEND_OK) {
        result = update(made);
    }
    if (result == WEND_OK) {
        *grid_walls = made;
        return WEND_OK;
    }
    wend_grid_walls_destroy(made);
    return result == WEND_ERROR_ARGUMENT
               ? wendi_fail(def->message, result, "%s: the grid reaches beyond 2^30 metres",
                            function)
               : wendi_fail_plain(def->message, function, result);
}

void wend_grid_walls_destroy(wend_grid_walls *grid_walls)
{
    wend_grid_walls *g = grid_walls;
    if (g == NULL) {
        return;
    }
    const wend_allocator allocator = g->allocator;
    const wend_allocator *a = &allocator;
    for (uint32_t i = 0; g->sectors != NULL && i < g->sector_count; ++i) {
        sector_walls *sector = &g->sectors[i];
        for (uint32_t k = 0; !g->owns_walls && k < sector->count; ++k) {
            (void)wend_walls_remove(g->walls, sector->ids[k]);
        }
        wendi_free(a, sector->ids, sector->count * sizeof *sector->ids);
    }
    const size_t count = g->sector_count;
    wendi_free(a, g->sectors, g->sectors == NULL ? 0 : count * sizeof *g->sectors);
    wendi_free(a, g->changed, g->changed == NULL ? 0 : count * sizeof *g->changed);
    wendi_free(a, g->is_listed, g->is_listed == NULL ? 0 : count * sizeof *g->is_listed);
    wendi_free(a, g->changes, g->changes == NULL ? 0 : count * sizeof *g->changes);
    wendi_free(a, g->list.ends, g->list.capacity * 2 * sizeof *g->list.ends);
    wendi_free(a, g->list.stops, g->list.capacity * sizeof *g->list.stops);
    wendi_free(a, g->list.users, g->list.capacity * sizeof *g->list.users);
    if (g->owns_walls) {
        wend_walls_destroy(g->walls);
    }
    wendi_free(a, g, sizeof *g);
}

wend_result wend_grid_walls_update(wend_grid_walls *grid_walls)
{
    if (grid_walls == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_fail_plain(&grid_walls->error, "wend_grid_walls_update", update(grid_walls));
}

const char *wend_grid_walls_error(const wend_grid_walls *grid_walls)
{
    return grid_walls == NULL ? "" : grid_walls->error.text;
}

bool wend_grid_walls_is_fresh(const wend_grid_walls *grid_walls)
{
    return grid_walls != NULL && grid_walls->revision == wend_grid_revision(grid_walls->grid);
}

const wend_walls *wend_grid_walls_get(const wend_grid_walls *grid_walls)
{
    return grid_walls == NULL ? NULL : grid_walls->walls;
}

size_t wend_grid_walls_segment_count(const wend_grid_walls *grid_walls)
{
    return grid_walls == NULL ? 0 : grid_walls->segment_count;
}

size_t wend_grid_walls_memory_bytes(const wend_grid_walls *grid_walls)
{
    const wend_grid_walls *g = grid_walls;
    if (g == NULL) {
        return 0;
    }
    const size_t sector =
        sizeof *g->sectors + sizeof *g->changed + sizeof *g->is_listed + sizeof *g->changes;
    const size_t listed = 2 * sizeof *g->list.ends + sizeof *g->list.stops + sizeof *g->list.users;
    return sizeof *g + g->sector_count * sector + g->list.capacity * listed +
           g->segment_count * sizeof(wend_wall_id);
}

/* ---- saving ----
 *
 *   what the definition says: sides u32, sector size u32, team u32, edge u8, walls of its own u8,
 *     layers: count u32, each class u32, stops u32, user u64
 *   fresh u8; hash of the grid then u64, else 0
 *   each sector: count u32, ids: index1 u32, generation u32
 *   the walls, where they are its own, as a section */

static const char restoring[] = "wend_grid_walls_restore";

static void write_shape(const wend_grid_walls *g, wendi_writer *writer)
{
    wendi_write_u32(writer, (uint32_t)g->width);
    wendi_write_u32(writer, (uint32_t)g->height);
    wendi_write_u32(writer, (uint32_t)g->sector_size);
    wendi_write_u32(writer, g->team);
    wendi_write_u8(writer, g->has_edge);
    wendi_write_u8(writer, g->owns_walls);
    wendi_write_u32(writer, g->layer_count);
    for (uint32_t i = 0; i < g->layer_count; ++i) {
        wendi_write_u32(writer, g->layers[i].movement_class);
        wendi_write_u32(writer, g->layers[i].stops);
        wendi_write_u64(writer, g->layers[i].user);
    }
}

static void write_all(const void *object, wendi_writer *writer)
{
    const wend_grid_walls *g = object;
    const bool is_fresh = wend_grid_walls_is_fresh(g);
    write_shape(g, writer);
    wendi_write_u8(writer, is_fresh);
    wendi_write_u64(writer, is_fresh && !writer->is_counting ? wend_grid_hash(g->grid) : 0);
    for (uint32_t i = 0; i < g->sector_count; ++i) {
        wendi_write_u32(writer, g->sectors[i].count);
        for (uint32_t k = 0; k < g->sectors[i].count; ++k) {
            wendi_write_u32(writer, g->sectors[i].ids[k].index1);
            wendi_write_u32(writer, g->sectors[i].ids[k].generation);
        }
    }
    if (g->owns_walls) {
        const size_t section =
            wendi_write_section_begin(writer, WENDI_WALLS_FILE_MAGIC, WENDI_WALLS_FILE_VERSION);
        wendi_walls_write(g->walls, writer);
        wendi_write_section_end(writer, section);
    }
}

wend_result wend_grid_walls_save(const wend_grid_walls *grid_walls, uint8_t *bytes, size_t capacity,
                                 size_t *count)
{
    return wendi_save_object(grid_walls, write_all, FILE_MAGIC, FILE_VERSION, bytes, capacity,
                             count);
}

/* ---- restoring ---- */

/* What was read, until it is known to be good. */
typedef struct restored_segments {
    sector_walls *sectors; /* [sector_count] */
    size_t count;
    bool is_fresh;
    uint64_t grid_hash;
    const uint8_t *walls; /* [walls_count] bytes of its own walls */
    size_t walls_count;
} restored_segments;

static void free_sectors(const wend_grid_walls *g, sector_walls *sectors)
{
    for (uint32_t i = 0; sectors != NULL && i < g->sector_count; ++i) {
        wendi_free(&g->allocator, sectors[i].ids, sectors[i].count * sizeof *sectors[i].ids);
    }
    wendi_free(&g->allocator, sectors, sectors == NULL ? 0 : g->sector_count * sizeof *sectors);
}

static bool has_shape(const wend_grid_walls *g, wendi_reader *reader)
{
    bool is_same = wendi_read_u32(reader) == (uint32_t)g->width;
    is_same = wendi_read_u32(reader) == (uint32_t)g->height && is_same;
    is_same = wendi_read_u32(reader) == (uint32_t)g->sector_size && is_same;
    is_same = wendi_read_u32(reader) == g->team && is_same;
    is_same = wendi_read_u8(reader) == (g->has_edge ? 1 : 0) && is_same;
    is_same = wendi_read_u8(reader) == (g->owns_walls ? 1 : 0) && is_same;
    is_same = wendi_read_u32(reader) == g->layer_count && is_same;
    for (uint32_t i = 0; is_same && i < g->layer_count; ++i) {
        is_same = wendi_read_u32(reader) == g->layers[i].movement_class;
        is_same = wendi_read_u32(reader) == g->layers[i].stops && is_same;
        is_same = wendi_read_u64(reader) == g->layers[i].user && is_same;
    }
    return is_same && !reader->has_failed;
}

static wend_result read_sector(const wend_grid_walls *g, wendi_reader *reader, sector_walls *sector)
{
    const uint32_t count = wendi_read_u32(reader);
    if (reader->has_failed || count > wendi_reader_remaining(reader) / ID_BYTES) {
        return WEND_ERROR_FILE;
    }
    if (count == 0) {
        return WEND_OK;
    }
    sector->ids = wendi_alloc_items(&g->allocator, count, sizeof *sector->ids);
    if (sector->ids == NULL) {
        return WEND_ERROR_MEMORY;
    }
    sector->count = count;
    for (uint32_t k = 0; k < count; ++k) {
        sector->ids[k].index1 = wendi_read_u32(reader);
        sector->ids[k].generation = wendi_read_u32(reader);
    }
    return WEND_OK;
}

static wend_result read_all(const wend_grid_walls *g, wendi_reader *reader, restored_segments *made,
                            const char **reason)
{
    *reason = "they are of another grid, or of other layers";
    if (!has_shape(g, reader)) {
        return WEND_ERROR_FILE;
    }
    const uint8_t is_fresh = wendi_read_u8(reader);
    made->is_fresh = is_fresh == 1;
    made->grid_hash = wendi_read_u64(reader);
    *reason = "the segments make no sense";
    if (is_fresh > 1 || (is_fresh == 0 && made->grid_hash != 0)) {
        return WEND_ERROR_FILE;
    }
    made->sectors = wendi_alloc_items_zero(&g->allocator, g->sector_count, sizeof *made->sectors);
    wend_result result = made->sectors == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && i < g->sector_count; ++i) {
        result = read_sector(g, reader, &made->sectors[i]);
        made->count += made->sectors[i].count;
    }
    if (result == WEND_OK && g->owns_walls) {
        made->walls = reader->bytes + reader->offset;
        made->walls_count = wendi_reader_remaining(reader);
    } else if (result == WEND_OK && !wendi_reader_is_done(reader)) {
        result = WEND_ERROR_FILE;
    }
    return result;
}

/* Every id is a segment of these walls, and stands once. */
static wend_result check_ids(const wend_grid_walls *g, const restored_segments *made,
                             const wend_walls *walls, const char **reason)
{
    *reason = "the walls, which are restored first, have not all of the segments";
    if (made->count == 0) {
        return WEND_OK;
    }
    uint32_t *indices = wendi_alloc_items(&g->allocator, made->count, 2 * sizeof *indices);
    wend_result result = indices == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    size_t listed = 0;
    for (uint32_t i = 0; result == WEND_OK && i < g->sector_count; ++i) {
        for (uint32_t k = 0; result == WEND_OK && k < made->sectors[i].count; ++k) {
            const wend_wall_id id = made->sectors[i].ids[k];
            wend_wall wall;
            indices[listed++] = id.index1;
            if (wend_walls_get(walls, id, &wall) != WEND_OK || wall.is_polygon) {
                result = WEND_ERROR_FILE;
            }
        }
    }
    if (result == WEND_OK) {
        wendi_sort_u32(indices, indices + made->count, made->count);
    }
    for (size_t i = 1; result == WEND_OK && i < made->count; ++i) {
        result = indices[i] == indices[i - 1] ? WEND_ERROR_FILE : WEND_OK;
    }
    wendi_free(&g->allocator, indices, made->count * 2 * sizeof *indices);
    return result;
}

/* Its own walls are tried first: after a failure they are as before. */
static wend_result restore_walls(wend_grid_walls *g, const restored_segments *made,
                                 const char **reason)
{
    if (!g->owns_walls) {
        return check_ids(g, made, g->walls, reason);
    }
    wend_walls *tried = NULL;
    wend_walls_def def = wend_walls_def_default();
    def.allocator = g->allocator;
    wend_result result = wend_walls_create(&def, &tried);
    if (result == WEND_OK) {
        *reason = "its walls are damaged";
        result = wend_walls_restore(tried, made->walls, made->walls_count);
    }
    if (result == WEND_OK) {
        result = check_ids(g, made, tried, reason);
    }
    if (result == WEND_OK && wend_walls_count(tried) != made->count) {
        result = WEND_ERROR_FILE;
    }
    wend_walls_destroy(tried);
    return result == WEND_OK ? wend_walls_restore(g->walls, made->walls, made->walls_count)
                             : result;
}

wend_result wend_grid_walls_restore(wend_grid_walls *grid_walls, const uint8_t *bytes, size_t count)
{
    wend_grid_walls *g = grid_walls;
    if (g == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(&g->error, restoring, "bytes");
    }
    wendi_reader content;
    wend_message message = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, FILE_MAGIC, FILE_VERSION,
                                "there are bytes behind the walls", &content, &version,
                                &message) != WEND_OK) {
        return wendi_fail_reason(&g->error, restoring, WEND_ERROR_FILE, message.text);
    }
    restored_segments made = {0};
    const char *reason = NULL;
    wend_result result = read_all(g, &content, &made, &reason);
    if (result == WEND_OK) {
        result = restore_walls(g, &made, &reason);
    }
    if (result != WEND_OK) {
        free_sectors(g, made.sectors);
        return wendi_fail_reason(&g->error, restoring, result,
                                 result == WEND_ERROR_FILE ? reason : NULL);
    }
    const bool is_fresh = made.is_fresh && wend_grid_hash(g->grid) == made.grid_hash;
    free_sectors(g, g->sectors);
    g->sectors = made.sectors;
    g->segment_count = made.count;
    g->revision = is_fresh ? wend_grid_revision(g->grid) : 0;
    return WEND_OK;
}

uint64_t wend_grid_walls_hash(const wend_grid_walls *grid_walls)
{
    const wend_grid_walls *g = grid_walls;
    if (g == NULL) {
        return 0;
    }
    uint64_t hash = wend_hash_u64(wend_hash_begin(), wend_grid_walls_is_fresh(g));
    for (uint32_t i = 0; i < g->sector_count; ++i) {
        hash = wend_hash_u64(hash, g->sectors[i].count);
        for (uint32_t k = 0; k < g->sectors[i].count; ++k) {
            const wend_wall_id id = g->sectors[i].ids[k];
            hash = wend_hash_u64(hash, (uint64_t)id.generation << 32 | id.index1);
        }
    }
    return hash;
}
