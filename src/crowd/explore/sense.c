/* What an explorer of a crowd senses: sweeps over the floor, and cells in sight for the map.
 * Cost: the cells and walls along a sweep; a sweep for each cell in sight. */
#include "crowd/explore/explorers.h"
#include "wend/hex.h"
#include "wend/sweep.h"

enum { CELLS_MOST = 12, SIDE_MOST = 2 * CELLS_MOST + 1, SIGHTINGS_MOST = SIDE_MOST * SIDE_MOST };

/* ---- sweeps ---- */

static bool sweep_floor(const wend_crowd *crowd, uint32_t floor, uint32_t crowd_class,
                        wend_vec2 from, wend_vec2 to, double radius, wend_crowd_hit *hit)
{
    const wendi_obstacle_set *set = wendi_obstacles_set_of(&crowd->obstacles, floor, crowd_class);
    const wend_crowd_class *kind = &crowd->obstacles.classes[crowd_class];
    wend_grid_hit cell;
    wend_wall_hit wall;
    const bool is_cell =
        set->cells.grid != NULL &&
        wend_grid_sweep(set->cells.grid, kind->movement_class, kind->team, from, to, radius, &cell);
    const bool is_wall = set->lines.walls != NULL &&
                         wend_walls_sweep(set->lines.walls, from, to, radius, kind->stops, &wall);
    if (is_cell && !(is_wall && wall.fraction < cell.fraction)) {
        *hit =
            (wend_crowd_hit){cell.fraction, cell.point, cell.normal, cell.distance, cell.is_inside};
    } else if (is_wall) {
        *hit =
            (wend_crowd_hit){wall.fraction, wall.point, wall.normal, wall.distance, wall.is_inside};
    } else {
        *hit =
            (wend_crowd_hit){.fraction = 1, .point = to, .distance = wend_vec2_distance(from, to)};
    }
    return is_cell || is_wall;
}

bool wend_crowd_sweep(const wend_crowd *crowd, uint32_t floor, uint32_t crowd_class, wend_vec2 from,
                      wend_vec2 to, double radius, wend_crowd_hit *hit)
{
    wend_crowd_hit found = {.fraction = 1, .point = to};
    const bool is_valid = crowd != NULL && floor < crowd->obstacles.floor_count &&
                          crowd_class < crowd->obstacles.class_count && crowd->bodies.z == NULL;
    const bool is_hit =
        is_valid && sweep_floor(crowd, floor, crowd_class, from, to, radius, &found);
    if (hit != NULL) {
        *hit = found;
    }
    return is_hit;
}

bool wendi_explorer_sweep(const wendi_explorer_view *view, wend_vec2 from, wend_vec2 to,
                          wend_crowd_hit *hit)
{
    return sweep_floor(view->crowd, view->floor, view->crowd_class, from, to, view->radius, hit);
}

bool wendi_explorer_is_free(const wendi_explorer_view *view, wend_vec2 direction, double distance)
{
    wend_crowd_hit hit;
    return !wendi_explorer_sweep(
        view, view->at, wend_vec2_add(view->at, wend_vec2_scale(direction, distance)), &hit);
}

/* ---- cells in sight ---- */

/* Cells around the one of the body, spread over those in sight. */
typedef struct sight {
    const wendi_explorer_view *view;
    const wend_grid *grid; /* of the map */
    wend_grid_info info;
    int32_t x, y; /* the middle */
    uint8_t is_done[SIGHTINGS_MOST];
    wend_node queue[SIGHTINGS_MOST]; /* open cells in sight */
    size_t queue_count;
    wend_sighting sightings[SIGHTINGS_MOST];
    size_t count;
} sight;

/* The cost of a cell of the map on the floor: a wall where any wall lies in it. */
static uint8_t cost_of(const sight *s, wend_node node)
{
    const wend_crowd *crowd = s->view->crowd;
    const wend_crowd_class *kind = &crowd->obstacles.classes[s->view->crowd_class];
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, s->view->floor, s->view->crowd_class);
    const wend_vec2 centre = wend_grid_position(s->grid, node);
    uint8_t cost = 1;
    if (set->cells.grid != NULL) {
        int32_t x;
        int32_t y;
        if (!wend_grid_cell(set->cells.grid, wend_grid_node_at(set->cells.grid, centre), &x, &y) ||
            !wend_grid_is_open(set->cells.grid, kind->movement_class, kind->team, x, y)) {
            return WEND_COST_WALL;
        }
        cost = wend_grid_cost(set->cells.grid, kind->movement_class, x, y);
    }
    if (set->lines.walls != NULL) {
        wend_wall_hit wall;
        const double half = s->info.cell_size * 0.5;
        const double inside = half * (1 - 1e-9);
        size_t count = 0;
        const bool is_hex = s->info.neighbours == WEND_NEIGHBOURS_6;
        if (!is_hex) {
            (void)wend_walls_query_box(
                set->lines.walls, (wend_vec2){centre.x - inside, centre.y - inside},
                (wend_vec2){centre.x + inside, centre.y + inside}, kind->stops, NULL, 0, &count);
        }
        if (count > 0 ||
            (is_hex && wend_walls_nearest(set->lines.walls, centre, inside, kind->stops, &wall))) {
            return WEND_COST_WALL;
        }
    }
    return cost;
}

static bool is_in_sight(const sight *s, wend_node node)
{
    wend_crowd_hit hit;
    const wendi_explorer_view *v = s->view;
    const wend_vec2 centre = wend_grid_position(s->grid, node);
    return wend_vec2_distance(v->at, centre) <= v->e->sense &&
           !sweep_floor(v->crowd, v->floor, v->crowd_class, v->at, centre, 0, &hit);
}

static void look_at(sight *s, wend_node node)
{
    int32_t x;
    int32_t y;
    if (!wend_grid_cell(s->grid, node, &x, &y)) {
        return;
    }
    const int32_t column = x - s->x + CELLS_MOST;
    const int32_t row = y - s->y + CELLS_MOST;
    if (column < 0 || row < 0 || column >= SIDE_MOST || row >= SIDE_MOST ||
        s->is_done[row * SIDE_MOST + column] != 0) {
        return;
    }
    s->is_done[row * SIDE_MOST + column] = 1;
    const uint8_t cost = cost_of(s, node);
    if (cost != WEND_COST_WALL) {
        if (s->queue_count > 0 && !is_in_sight(s, node)) {
            return;
        }
        s->queue[s->queue_count++] = node;
    }
    s->sightings[s->count++] = (wend_sighting){node, cost, s->view->crowd->tick};
}

/* The cells beside one: closed ones there are in sight, too. */
static void look_around(sight *s, wend_node node)
{
    int32_t x;
    int32_t y;
    if (!wend_grid_cell(s->grid, node, &x, &y)) {
        return;
    }
    if (s->info.neighbours == WEND_NEIGHBOURS_6) {
        const wend_hex hex = wend_grid_hex(s->grid, node);
        for (int32_t d = 0; d < WEND_HEX_DIRECTIONS; ++d) {
            look_at(s, wend_grid_hex_node(s->grid, wend_hex_neighbour(hex, d)));
        }
        return;
    }
    static const int8_t STEP[8][2] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                      {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    for (size_t d = 0; d < 8; ++d) {
        look_at(s, wend_grid_node(s->grid, x + STEP[d][0], y + STEP[d][1]));
    }
}

wend_result wendi_explorer_report(const wendi_explorer_view *view)
{
    sight s = {.view = view, .grid = wend_explored_map_grid(view->all->map)};
    wend_grid_get_info(s.grid, &s.info);
    const wend_node node = wend_grid_node_at(s.grid, view->at);
    if (!wend_grid_cell(s.grid, node, &s.x, &s.y)) {
        return WEND_OK;
    }
    look_at(&s, node);
    for (size_t i = 0; i < s.queue_count; ++i) {
        look_around(&s, s.queue[i]);
    }
    return wend_explored_map_report(view->all->map, s.sightings, s.count, NULL);
}
