/* Random maps of several floors, and the costs of their portal graph by relaxing it all. */
#ifndef TEST_PROPERTY_FLOW_ROUTE_WORLD_H
#define TEST_PROPERTY_FLOW_ROUTE_WORLD_H

#include "flow/route/route_private.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/flow.h"
#include "wend/link.h"
#include "wend/overlay.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 12, FLOORS = 2, LINKS = 6 };

static const double SLACK = 0.05;

/* Remaining costs of each portal, and of each cell of each requested sector. */
typedef struct world {
    uint64_t seed, draws;
    wend_grid *grids[FLOORS];
    const wend_grid *floors[FLOORS];
    wendi_sector_map map;
    wendi_portal_graph *graph;
    wendi_router *router;
    uint64_t *first; /* [sector] index of its first portal */
    uint64_t *costs; /* [portal] */
    uint64_t count;
    wendi_sector_cell goals[PLACES], sources[PLACES];
    size_t goal_count, source_count;
} world;

static inline wend_allocator libc_allocator(void)
{
    return wend_grid_def_default().allocator;
}

static inline uint32_t below(world *w, uint32_t count)
{
    return wend_random_below(w->seed, 7, w->draws++, count);
}

/* ---- the world ---- */

static inline wend_grid *make_floor(world *w, wend_neighbours neighbours, int32_t sector_size,
                                    int32_t side_max)
{
    gen_map gen = gen_map_random(wend_random(w->seed, 8, w->draws++), side_max);
    wend_grid_def def = wend_grid_def_default();
    def.width = gen.width;
    def.height = gen.height;
    def.neighbours = neighbours;
    def.sector_size = sector_size;
    wend_grid *grid = grids_make(def);
    assert_int_equal(
        wend_grid_set_costs(grid, 0, 0, 0, gen.width, gen.height, gen.costs, (size_t)gen.width),
        WEND_OK);
    gen_map_free(&gen);
    return grid;
}

static inline wend_node any_cell(world *w, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return below(w, (uint32_t)(info.width * info.height));
}

static inline void add_link(world *w, wend_grid *grid)
{
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = any_cell(w, grid);
    def.to = any_cell(w, grid);
    def.cost = (wend_cost)(1 + below(w, 20)) * WEND_COST_ONE;
    def.is_two_way = below(w, 2) == 0;
    if (def.from != def.to) {
        assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    }
}

static inline void build(world *w)
{
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_detect_changes(w->graph), WEND_OK);
    assert_int_equal(wendi_portal_graph_build(w->graph, NULL, &steps), WEND_OK);
}

static inline wendi_cost_tile ground_of(const world *w, uint32_t sector, wendi_tile_shape *shape)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(&w->map, sector);
    *shape = wendi_tile_shape_of(place.width, place.height);
    return wendi_portal_graph_cost_tile(w->graph, sector);
}

/* An open cell; false after some tries. */
static inline bool any_place(world *w, wendi_sector_cell *place)
{
    for (int i = 0; i < 50; ++i) {
        wendi_tile_shape shape;
        place->sector = below(w, w->map.sector_count);
        const wendi_cost_tile ground = ground_of(w, place->sector, &shape);
        place->x = (uint8_t)below(w, (uint32_t)shape.width);
        place->y = (uint8_t)below(w, (uint32_t)shape.height);
        if (ground.cost[wendi_tile_index(&shape, place->x, place->y)] != WENDI_TILE_WALL) {
            return true;
        }
    }
    return false;
}

static inline size_t any_places(world *w, wendi_sector_cell *places, uint32_t count)
{
    size_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        found += any_place(w, &places[found]);
    }
    return found;
}

static inline void make_map(world *w, int32_t side_max)
{
    wend_flow_join joins[LINKS];
    wend_flow_def def = {0};
    const wend_neighbours neighbours = below(w, 3) == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    const int32_t sector_size = 8 + (int32_t)below(w, 5) * 4;
    def.floors = w->floors;
    def.floor_count = 1 + below(w, FLOORS);
    for (uint32_t i = 0; i < def.floor_count; ++i) {
        w->grids[i] = make_floor(w, neighbours, sector_size, side_max);
        w->floors[i] = w->grids[i];
        for (uint32_t links = below(w, 3) == 0 ? below(w, 40) : 0; links > 0; --links) {
            add_link(w, w->grids[i]);
        }
    }
    def.joins = joins;
    for (uint32_t wanted = below(w, LINKS + 1); wanted > 0; --wanted) {
        const uint32_t from = below(w, def.floor_count);
        const uint32_t to = below(w, def.floor_count);
        const wend_node a = any_cell(w, w->grids[from]);
        const wend_node b = any_cell(w, w->grids[to]);
        const wend_cost cost = (wend_cost)(1 + below(w, 9)) * WEND_COST_ONE;
        const bool is_two_way = below(w, 2) == 0;
        if (from != to || a != b) {
            joins[def.join_count++] = (wend_flow_join){from, to, a, b, cost, 1, is_two_way};
        }
    }
    const wend_allocator allocator = libc_allocator();
    assert_int_equal(wendi_sector_map_create(&def, &allocator, &w->map, NULL), WEND_OK);
}

static inline void make_world(world *w, uint64_t seed, int32_t side_max, int32_t cluster_size)
{
    memset(w, 0, sizeof *w);
    w->seed = seed;
    make_map(w, side_max);
    const wend_allocator allocator = libc_allocator();
    const wend_flow_class class = {0, WEND_TEAM_NONE, 0, WEND_LAYER_JAM};
    assert_int_equal(wendi_portal_graph_create(&w->map, &class, 0, &allocator, &w->graph, NULL),
                     WEND_OK);
    build(w);
    assert_int_equal(wendi_router_create(&w->map, SLACK, cluster_size, &allocator, &w->router),
                     WEND_OK);
    w->router->expansions_before_clusters =
        below(w, 3) == 0 ? 0 : below(w, 60); /* plans on small maps too */
    w->goal_count = any_places(w, w->goals, 1 + (below(w, 3) == 0 ? below(w, 4) : 0));
    w->source_count = any_places(w, w->sources, 1 + below(w, PLACES));
}

static inline void free_world(world *w)
{
    const wend_allocator allocator = libc_allocator();
    wendi_router_destroy(w->router);
    wendi_portal_graph_destroy(w->graph);
    wendi_sector_map_destroy(&w->map, &allocator);
    for (int i = 0; i < FLOORS; ++i) {
        wend_grid_destroy(w->grids[i]);
    }
    free(w->first);
    free(w->costs);
}

/* ---- costs inside a sector, cell by cell ---- */

enum { CELLS = WENDI_TILE_SIDE * WENDI_TILE_SIDE };

static inline bool relax_cell(const world *w, const wendi_tile_shape *s, const uint8_t *cost,
                              uint64_t *d, int32_t x, int32_t y)
{
    bool is_nearer = false;
    const int32_t at = wendi_tile_index(s, x, y);
    for (int k = 0; k < 8 && cost[at] != WENDI_TILE_WALL; ++k) {
        const int32_t to_x = x + wendi_flow_dx[k];
        const int32_t to_y = y + wendi_flow_dy[k];
        const bool is_diagonal = k % 2 != 0;
        if (to_x < 0 || to_y < 0 || to_x >= s->width || to_y >= s->height ||
            (is_diagonal && !w->map.has_diagonals) ||
            (is_diagonal && (cost[wendi_tile_index(s, to_x, y)] == WENDI_TILE_WALL ||
                             cost[wendi_tile_index(s, x, to_y)] == WENDI_TILE_WALL))) {
            continue;
        }
        const uint32_t factor = cost[wendi_tile_index(s, to_x, to_y)];
        const uint64_t rest = d[to_y * WENDI_TILE_SIDE + to_x];
        if (factor == WENDI_TILE_WALL || rest == UINT64_MAX) {
            continue;
        }
        const uint64_t sum = rest + (is_diagonal ? 17u : 12u) * factor;
        if (sum < d[y * WENDI_TILE_SIDE + x]) {
            d[y * WENDI_TILE_SIDE + x] = sum;
            is_nearer = true;
        }
    }
    return is_nearer;
}

/* Costs to the cells where d is 0. */
static inline void spread(const world *w, uint32_t sector, uint64_t *d)
{
    wendi_tile_shape shape;
    const wendi_cost_tile ground = ground_of(w, sector, &shape);
    bool is_nearer = true;
    while (is_nearer) {
        is_nearer = false;
        for (int32_t i = 0; i < shape.width * shape.height; ++i) {
            is_nearer = relax_cell(w, &shape, ground.cost, d, i % shape.width, i / shape.width) ||
                        is_nearer;
        }
    }
}

/* The cost from a cell to another one inside a sector; UINT64_MAX. */
static inline uint64_t cell_cost(const world *w, uint32_t sector, int32_t x, int32_t y,
                                 int32_t to_x, int32_t to_y)
{
    static uint64_t d[CELLS];
    memset(d, 0xFF, sizeof d);
    d[to_y * WENDI_TILE_SIDE + to_x] = 0;
    spread(w, sector, d);
    return d[y * WENDI_TILE_SIDE + x];
}

static inline uint64_t to_goals(const world *w, uint32_t sector, int32_t x, int32_t y)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < w->goal_count; ++i) {
        if (w->goals[i].sector == sector) {
            const uint64_t cost = cell_cost(w, sector, x, y, w->goals[i].x, w->goals[i].y);
            least = cost < least ? cost : least;
        }
    }
    return least;
}

static inline void portal_cell(const world *w, uint32_t sector, uint32_t portal, int32_t *x,
                               int32_t *y)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(&w->map, sector);
    wendi_portal_cell(&place, &wendi_portal_graph_sector(w->graph, sector).portals[portal], x, y);
}

/* The cost of crossing from a portal to the sector behind; UINT64_MAX. */
static inline uint64_t cross_cost(const world *w, uint32_t sector, uint32_t portal,
                                  uint32_t *across, uint32_t *behind)
{
    const wendi_sector_portals page = wendi_portal_graph_sector(w->graph, sector);
    *behind = wendi_portal_graph_opposite(w->graph, sector, portal, across);
    if (page.portals[portal].side == WENDI_SIDE_LINK_IN) {
        return UINT64_MAX;
    }
    if (page.portals[portal].side == WENDI_SIDE_LINK_OUT) {
        uint32_t count;
        return wendi_portal_graph_links(w->graph, &count)[page.links[portal - page.first[4]]].cost;
    }
    return 12 * (uint64_t)wendi_portal_graph_sector(w->graph, *behind).portals[*across].cost;
}

/* ---- the slow twin ---- */

static inline uint64_t plus(uint64_t a, uint64_t b)
{
    return a == UINT64_MAX || b == UINT64_MAX ? UINT64_MAX : a + b;
}

static inline bool lower(uint64_t *cost, uint64_t to)
{
    const bool is_lower = to < *cost;
    *cost = is_lower ? to : *cost;
    return is_lower;
}

static inline bool lower_portals(world *w, uint32_t sector)
{
    const wendi_sector_portals page = wendi_portal_graph_sector(w->graph, sector);
    uint64_t *costs = w->costs + w->first[sector];
    bool is_lower = false;
    for (uint32_t i = 0; i < page.portal_count; ++i) {
        uint32_t across, behind;
        const uint64_t over = cross_cost(w, sector, i, &across, &behind);
        is_lower = lower(&costs[i], plus(over, w->costs[w->first[behind] + across])) || is_lower;
        for (uint32_t to = 0; to < page.portal_count; ++to) {
            const uint32_t edge = page.costs[to * page.portal_count + i];
            if (edge != WENDI_PORTAL_UNCONNECTED) {
                is_lower = lower(&costs[i], plus(edge, costs[to])) || is_lower;
            }
        }
    }
    return is_lower;
}

static inline void reference(world *w)
{
    free(w->first);
    free(w->costs);
    w->first = malloc((w->map.sector_count + 1) * sizeof *w->first);
    w->count = 0;
    for (uint32_t s = 0; s < w->map.sector_count; ++s) {
        w->first[s] = w->count;
        w->count += wendi_portal_graph_sector(w->graph, s).portal_count;
    }
    w->costs = malloc((w->count + 1) * sizeof *w->costs);
    memset(w->costs, 0xFF, (w->count + 1) * sizeof *w->costs);
    for (size_t g = 0; g < w->goal_count; ++g) {
        const uint32_t s = w->goals[g].sector;
        for (uint32_t i = 0; i < wendi_portal_graph_sector(w->graph, s).portal_count; ++i) {
            int32_t x, y;
            portal_cell(w, s, i, &x, &y);
            w->costs[w->first[s] + i] = to_goals(w, s, x, y);
        }
    }
    bool is_lower = true;
    while (is_lower) {
        is_lower = false;
        for (uint32_t s = 0; s < w->map.sector_count; ++s) {
            is_lower = lower_portals(w, s) || is_lower;
        }
    }
}

static inline uint64_t best_from(const world *w, const wendi_sector_cell *source)
{
    uint64_t least = to_goals(w, source->sector, source->x, source->y);
    for (uint32_t i = 0; i < wendi_portal_graph_sector(w->graph, source->sector).portal_count;
         ++i) {
        int32_t x, y;
        portal_cell(w, source->sector, i, &x, &y);
        const uint64_t cost = plus(cell_cost(w, source->sector, source->x, source->y, x, y),
                                   w->costs[w->first[source->sector] + i]);
        least = cost < least ? cost : least;
    }
    return least;
}

#endif
