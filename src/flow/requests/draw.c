/* Draws sectors, portals, routes, goals, fields and the portal graph through callbacks.
 * Cost: linear in the drawn parts; lines of equal cost take each cell twice; no memory. */
#include "wend/draw.h"
#include "flow/sample/cell.h"

#include <stdio.h>

/* Cells: half an arrow's length; length and half width of its head. */
static const double ARROW = 0.34;
static const double HEAD = 0.2;
static const double HEAD_WIDE = 0.13;
/* Steps between lines of equal cost. */
static const double LINE_EVERY = 4.0;
/* Lines through four cells at most; with more they would merge. */
enum { LINES_MAX = 3 };

typedef struct flow_painter {
    const wend_flow *flow;
    const wendi_flow_request *request;
    const wendi_plan *plan; /* the plan whose fields are drawn; NULL: none */
    const wendi_plan *link; /* the plan whose route and sectors are drawn: the same or the next
                             * one */
    uint32_t floor;
    const wend_draw *draw;
    wend_vec2 origin;
    double cell_size;
} flow_painter;

/** Converts cells to metres. */
static wend_vec2 paint_point(const flow_painter *p, double x, double y)
{
    return (wend_vec2){p->origin.x + x * p->cell_size, p->origin.y + y * p->cell_size};
}

/* Cells. */
static const double PORTAL_RADIUS = 0.16;
static const double AREA_RADIUS = 0.2;

static void paint_line(const flow_painter *p, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                       double value)
{
    if (p->draw->line != NULL) {
        p->draw->line(p->draw->context, paint_point(p, from.x, from.y), paint_point(p, to.x, to.y),
                      meaning, value);
    }
}

static void paint_mark(const flow_painter *p, double x, double y, double radius,
                       wend_meaning meaning, double value)
{
    if (p->draw->circle != NULL) {
        p->draw->circle(p->draw->context, paint_point(p, x, y), radius * p->cell_size, meaning,
                        value);
    }
}

/* ---- sectors and portals ---- */

static void paint_sectors(const flow_painter *p)
{
    for (uint32_t i = 0; i < p->link->tile_count; ++i) {
        const wendi_sector_bounds s =
            wendi_sector_map_bounds(&p->flow->map, p->link->tiles[i].sector);
        if (s.floor != p->floor) {
            continue;
        }
        const wend_vec2 corners[5] = {{s.x, s.y},
                                      {s.x + s.width, s.y},
                                      {s.x + s.width, s.y + s.height},
                                      {s.x, s.y + s.height},
                                      {s.x, s.y}};
        for (int k = 0; k < 4; ++k) {
            paint_line(p, corners[k], corners[k + 1], WEND_MEANING_SECTOR, 0.0);
        }
    }
}

static void paint_portal(const flow_painter *p, const wendi_sector_bounds *s,
                         const wendi_portal *portal)
{
    const double first = (double)portal->first;
    const double last = first + (double)portal->count;
    wend_vec2 from = {s->x, s->y};
    wend_vec2 to = from;
    if (portal->side == WENDI_SIDE_NORTH || portal->side == WENDI_SIDE_SOUTH) {
        const double y = portal->side == WENDI_SIDE_SOUTH ? (double)s->height : 0.0;
        from.x += first;
        to.x += last;
        from.y += y;
        to.y += y;
    } else {
        const double x = portal->side == WENDI_SIDE_EAST ? (double)s->width : 0.0;
        from.y += first;
        to.y += last;
        from.x += x;
        to.x += x;
    }
    paint_line(p, from, to, WEND_MEANING_PORTAL, 0.0);
}

/* Each border has two sides with the same portals: those towards other drawn sectors are drawn by
 * the sector above or to the left. */
static void paint_sector_portals(const flow_painter *p, const wendi_portal_graph *graph,
                                 uint32_t sector, bool has_above, bool has_left)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&p->flow->map, sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(graph, sector);
    for (uint32_t i = 0; i < page.first[WENDI_SIDE_LINK_OUT]; ++i) {
        const wendi_portal *portal = &page.portals[i];
        if (!(has_above && portal->side == WENDI_SIDE_NORTH) &&
            !(has_left && portal->side == WENDI_SIDE_WEST)) {
            paint_portal(p, &bounds, portal);
        }
    }
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t count = 0;
    const wendi_sector_link *links = wendi_portal_graph_links(graph, &count);
    wendi_portal_graph_links_from(graph, sector, &first, &last);
    for (uint32_t i = first; i < last; ++i) {
        /* From its beginning to its end; a mark if that is on another floor. */
        const wendi_sector_link *link = &links[i];
        const wendi_sector_bounds from = wendi_sector_map_bounds(&p->flow->map, link->from_sector);
        const wendi_sector_bounds to = wendi_sector_map_bounds(&p->flow->map, link->to_sector);
        const wend_vec2 a = {(double)(from.x + link->from_x) + 0.5,
                             (double)(from.y + link->from_y) + 0.5};
        const wend_vec2 b = {(double)(to.x + link->to_x) + 0.5, (double)(to.y + link->to_y) + 0.5};
        paint_mark(p, a.x, a.y, 2.0 * PORTAL_RADIUS, WEND_MEANING_PORTAL, 0.0);
        if (to.floor == p->floor) {
            paint_line(p, a, b, WEND_MEANING_PORTAL, 0.0);
            paint_mark(p, b.x, b.y, PORTAL_RADIUS, WEND_MEANING_PORTAL, 0.0);
        }
    }
}

static bool is_in_plan(const flow_painter *p, uint32_t sector, int32_t columns, int32_t rows)
{
    const uint32_t other = wendi_sector_map_neighbour(&p->flow->map, sector, columns, rows);
    return other != WENDI_SECTOR_NONE && wendi_plan_find_tile(p->link, other) != WENDI_TILE_NONE;
}

static void paint_portals(const flow_painter *p)
{
    const wendi_portal_graph *graph = p->flow->classes[p->link->flow_class].graph;
    for (uint32_t i = 0; i < p->link->tile_count; ++i) {
        const uint32_t sector = p->link->tiles[i].sector;
        if (wendi_sector_map_bounds(&p->flow->map, sector).floor == p->floor) {
            paint_sector_portals(p, graph, sector, is_in_plan(p, sector, 0, -1),
                                 is_in_plan(p, sector, -1, 0));
        }
    }
}

/* ---- routes, goals ---- */

static void paint_route(const flow_painter *p)
{
    const wendi_plan *plan = p->link;
    if (plan->step_targets == NULL) {
        return;
    }
    for (uint32_t i = 0; i < plan->route.source_count; ++i) {
        const wendi_sector_cell *source = &plan->route_sources[i];
        const wendi_sector_bounds sector = wendi_sector_map_bounds(&p->flow->map, source->sector);
        const uint32_t first = plan->route.first[i];
        if (first != WENDI_STEP_NONE && sector.floor == p->floor) {
            const wend_vec2 from = {(double)(sector.x + source->x) + 0.5,
                                    (double)(sector.y + source->y) + 0.5};
            const wend_vec2 to = {(double)plan->step_targets[first].x + 0.5,
                                  (double)plan->step_targets[first].y + 0.5};
            paint_line(p, from, to, WEND_MEANING_PATH, 0.0);
        }
    }
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        const uint32_t next = plan->route.steps[i].next;
        if (next == WENDI_STEP_NONE || plan->step_targets[i].floor != p->floor ||
            plan->step_targets[next].floor != p->floor) {
            continue;
        }
        const wend_vec2 from = {(double)plan->step_targets[i].x + 0.5,
                                (double)plan->step_targets[i].y + 0.5};
        const wend_vec2 to = {(double)plan->step_targets[next].x + 0.5,
                              (double)plan->step_targets[next].y + 0.5};
        paint_line(p, from, to, WEND_MEANING_PATH, 0.0);
    }
}

static void paint_endpoint(const flow_painter *p, const wendi_flow_endpoint *bounds,
                           wend_meaning meaning, uint32_t index)
{
    if (bounds->floor == p->floor) {
        paint_mark(p, wendi_cells_from_los(bounds->fine_x), wendi_cells_from_los(bounds->fine_y),
                   bounds->is_area ? AREA_RADIUS : 0.0, meaning, (double)index);
    }
}

/* ---- cells ---- */

static void paint_cells(const flow_painter *p, int32_t x, int32_t y, int32_t count,
                        wend_meaning meaning, double value)
{
    if (p->draw->cells != NULL && count > 0) {
        p->draw->cells(p->draw->context, paint_point(p, (double)x, (double)y),
                       paint_point(p, (double)(x + count), (double)(y + 1)), meaning, value);
    }
}

typedef void (*cell_fn)(const flow_painter *p, const wendi_sample_cell *cell, double most);

/* Each cell of the plan's sectors on the floor once. */
static void for_each_cell(const flow_painter *p, cell_fn fn, double most)
{
    for (uint32_t i = 0; p->plan != NULL && i < p->plan->tile_count; ++i) {
        const uint32_t sector = p->plan->tiles[i].sector;
        const wendi_sector_bounds s = wendi_sector_map_bounds(&p->flow->map, sector);
        if (s.floor != p->floor || wendi_plan_find_tile(p->plan, sector) != i) {
            continue;
        }
        for (int32_t y = s.y; y < s.y + s.height; ++y) {
            for (int32_t x = s.x; x < s.x + s.width; ++x) {
                wendi_sample_cell cell;
                if (wendi_sample_cell_at(p->flow, p->plan, p->floor, x, y, &cell)) {
                    wendi_sample_cell_resolve_los(p->flow, p->plan, &cell);
                    fn(p, &cell, most);
                }
            }
        }
    }
}

/* ---- costs ---- */

static void paint_cost_row(const flow_painter *p, const wendi_sector_bounds *s,
                           const uint8_t *costs, int32_t y)
{
    int32_t first = 0;
    for (int32_t x = 1; x <= s->width; ++x) {
        if (x == s->width || costs[x] != costs[first]) {
            paint_cells(p, s->x + first, y, x - first,
                        costs[first] == WENDI_TILE_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND,
                        (double)costs[first]);
            first = x;
        }
    }
}

static void paint_cost(const flow_painter *p)
{
    const wendi_portal_graph *graph = p->flow->classes[p->link->flow_class].graph;
    for (uint32_t i = 0; i < p->link->tile_count; ++i) {
        const uint32_t sector = p->link->tiles[i].sector;
        const wendi_sector_bounds s = wendi_sector_map_bounds(&p->flow->map, sector);
        if (s.floor != p->floor || wendi_plan_find_tile(p->link, sector) != i) {
            continue;
        }
        const wendi_tile_shape shape = wendi_tile_shape_of(s.width, s.height);
        const uint8_t *costs = wendi_portal_graph_costs(graph, sector);
        for (int32_t y = 0; y < s.height; ++y) {
            paint_cost_row(p, &s, costs + wendi_tile_index(&shape, 0, y), s.y + y);
        }
    }
}

/* ---- integration ---- */

/* Remaining steps; below 0: none. */
static double steps_of(const flow_painter *p, const wendi_sample_cell *cell)
{
    if (!wendi_sample_cell_is_visible(cell) &&
        wendi_sample_cell_direction(cell) == WENDI_FLOW_NONE) {
        return -1.0;
    }
    return (double)wendi_sample_cell_cost(p->flow, p->plan, cell) / (double)p->flow->straight;
}

static double steps_at(const flow_painter *p, int32_t x, int32_t y)
{
    wendi_sample_cell cell;
    return wendi_sample_cell_at(p->flow, p->plan, p->floor, x, y, &cell) ? steps_of(p, &cell)
                                                                         : -1.0;
}

static double most_steps(const flow_painter *p)
{
    double most = 1.0;
    for (uint32_t i = 0; i < p->plan->tile_count; ++i) {
        const wendi_sector_bounds s =
            wendi_sector_map_bounds(&p->flow->map, p->plan->tiles[i].sector);
        for (int32_t k = 0; s.floor == p->floor && k < s.width * s.height; ++k) {
            const double steps = steps_at(p, s.x + k % s.width, s.y + k / s.width);
            most = steps > most ? steps : most;
        }
    }
    return most;
}

static void paint_value(const flow_painter *p, const wendi_sample_cell *cell, double most)
{
    const double steps = steps_of(p, cell);
    if (steps >= 0.0) {
        paint_cells(p, cell->x, cell->y, 1, WEND_MEANING_INTEGRATION, steps / most);
    }
}

/* Finds where a line of equal cost crosses the side between two middles of cells. @return false:
 * it does
 * not. */
static bool find_crossing(double level, double a, double b, double *at)
{
    if ((a < level) == (b < level)) {
        return false;
    }
    *at = (level - a) / (b - a);
    return true;
}

/* Draws the line of one level through the square between four middles, north-west first,
 * clockwise. */
static void paint_level(const flow_painter *p, const double steps[4], double x, double y,
                        double level)
{
    static const wend_vec2 corners[4] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    wend_vec2 ends[4];
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        double at;
        if (find_crossing(level, steps[i], steps[(i + 1) & 3], &at)) {
            const wend_vec2 a = corners[i];
            const wend_vec2 b = corners[(i + 1) & 3];
            ends[count++] = (wend_vec2){x + a.x + (b.x - a.x) * at, y + a.y + (b.y - a.y) * at};
        }
    }
    for (int i = 0; i + 1 < count; i += 2) {
        paint_line(p, ends[i], ends[i + 1], WEND_MEANING_LEVEL, level);
    }
}

/* Draws the lines of equal cost between this cell and those to the right and below. */
static void paint_levels(const flow_painter *p, const wendi_sample_cell *cell, double most)
{
    (void)most;
    const double steps[4] = {steps_of(p, cell), steps_at(p, cell->x + 1, cell->y),
                             steps_at(p, cell->x + 1, cell->y + 1),
                             steps_at(p, cell->x, cell->y + 1)};
    double low = steps[0];
    double high = steps[0];
    for (int i = 1; i < 4; ++i) {
        low = steps[i] < low ? steps[i] : low;
        high = steps[i] > high ? steps[i] : high;
    }
    if (low < 0.0 || high - low > (double)LINES_MAX * LINE_EVERY) {
        return;
    }
    const int64_t last = (int64_t)(high / LINE_EVERY);
    for (int64_t i = (int64_t)(low / LINE_EVERY) + 1; i <= last; ++i) {
        paint_level(p, steps, (double)cell->x + 0.5, (double)cell->y + 0.5, LINE_EVERY * (double)i);
    }
}

static void paint_integration(const flow_painter *p)
{
    if (p->plan == NULL) {
        return;
    }
    for_each_cell(p, paint_value, most_steps(p));
    if (p->draw->line != NULL) {
        for_each_cell(p, paint_levels, 0.0);
    }
}

/* ---- line of sight ---- */

static void paint_visible(const flow_painter *p, const wendi_sample_cell *cell, double most)
{
    (void)most;
    if (wendi_sample_cell_is_visible(cell)) {
        paint_cells(p, cell->x, cell->y, 1, WEND_MEANING_LINE_OF_SIGHT,
                    (double)(cell->los & WENDI_FLOW_DIRECTION_MASK));
    } else if ((cell->los & WENDI_FLOW_LOS_CORNER) != 0) {
        paint_cells(p, cell->x, cell->y, 1, WEND_MEANING_CORNER, 0.0);
    }
}

static void paint_line_of_sight(const flow_painter *p)
{
    for_each_cell(p, paint_visible, 0.0);
}

/* ---- directions ---- */

/* The cell's own direction at its middle; 0, 0: none. */
static wend_vec2 vector_of(const flow_painter *p, const wendi_sample_cell *cell)
{
    const double x = (double)cell->x + 0.5;
    const double y = (double)cell->y + 0.5;
    if (wendi_sample_cell_is_visible(cell)) {
        const wendi_flow_endpoint *goal = &p->plan->goals[cell->los & WENDI_FLOW_DIRECTION_MASK];
        return wendi_direction_toward_goal(x, y, goal);
    }
    const uint32_t direction = wendi_sample_cell_direction(cell);
    if (direction >= WENDI_FLOW_GOAL) {
        return (wend_vec2){0.0, 0.0};
    }
    const size_t at = (size_t)((cell->y - cell->top) * cell->width + cell->x - cell->left);
    return wendi_angle_vector(p->flow->has_angles
                                  ? wendi_field_angles(&p->flow->fields, cell->field)[at]
                                  : direction * 32);
}

static void paint_arrow(const flow_painter *p, const wendi_sample_cell *cell, double most)
{
    (void)most;
    const double x = (double)cell->x + 0.5;
    const double y = (double)cell->y + 0.5;
    const wend_vec2 to = vector_of(p, cell);
    if (!(to.x * to.x + to.y * to.y > 0.0)) {
        if (wendi_sample_cell_direction(cell) != WENDI_FLOW_NONE) {
            paint_mark(p, x, y, HEAD_WIDE, WEND_MEANING_FLOW, 0.0);
        }
        return;
    }
    const wend_vec2 tip = {x + to.x * ARROW, y + to.y * ARROW};
    const wend_vec2 neck = {tip.x - to.x * HEAD, tip.y - to.y * HEAD};
    const wend_vec2 left = {neck.x + to.y * HEAD_WIDE, neck.y - to.x * HEAD_WIDE};
    const wend_vec2 right = {neck.x - to.y * HEAD_WIDE, neck.y + to.x * HEAD_WIDE};
    paint_line(p, (wend_vec2){x - to.x * ARROW, y - to.y * ARROW}, tip, WEND_MEANING_FLOW, 0.0);
    paint_line(p, left, tip, WEND_MEANING_FLOW, 0.0);
    paint_line(p, tip, right, WEND_MEANING_FLOW, 0.0);
}

static void paint_directions(const flow_painter *p)
{
    for_each_cell(p, paint_arrow, 0.0);
}

/* ---- wave front ---- */

static void paint_wave_front(const flow_painter *p)
{
    const wendi_plan *next = p->request->next;
    if (next == NULL || next->phase != WENDI_PHASE_INTEGRATE || p->draw->cells == NULL) {
        return;
    }
    for (uint32_t i = 0; i < next->tile_count; ++i) {
        const wendi_sector_bounds s = wendi_sector_map_bounds(&p->flow->map, next->tiles[i].sector);
        if (s.floor == p->floor && wendi_heap_contains(&next->queue, i)) {
            p->draw->cells(p->draw->context, paint_point(p, (double)s.x, (double)s.y),
                           paint_point(p, (double)(s.x + s.width), (double)(s.y + s.height)),
                           WEND_MEANING_WAVE_FRONT, 0.0);
        }
    }
}

/* ---- public ---- */

static flow_painter painter_of(const wend_flow *flow, uint32_t floor, const wend_draw *draw)
{
    return (flow_painter){.flow = flow,
                          .floor = floor,
                          .draw = draw,
                          .origin = flow->map.floors[floor].origin,
                          .cell_size = flow->map.cell_size};
}

/* From bottom to top. */
static void paint(const flow_painter *p, uint32_t show)
{
    static const struct {
        wend_flow_show part;
        void (*paint)(const flow_painter *p);
    } layers[] = {{WEND_FLOW_SHOW_COST, paint_cost},
                  {WEND_FLOW_SHOW_INTEGRATION, paint_integration},
                  {WEND_FLOW_SHOW_LINE_OF_SIGHT, paint_line_of_sight},
                  {WEND_FLOW_SHOW_WAVE_FRONT, paint_wave_front},
                  {WEND_FLOW_SHOW_SECTORS, paint_sectors},
                  {WEND_FLOW_SHOW_DIRECTIONS, paint_directions},
                  {WEND_FLOW_SHOW_PORTALS, paint_portals},
                  {WEND_FLOW_SHOW_ROUTE, paint_route}};
    for (size_t i = 0; p->link != NULL && i < sizeof layers / sizeof *layers; ++i) {
        if ((show & (uint32_t)layers[i].part) != 0) {
            layers[i].paint(p);
        }
    }
    if ((show & (uint32_t)WEND_FLOW_SHOW_GOALS) != 0) {
        for (uint32_t i = 0; i < p->request->source_count; ++i) {
            paint_endpoint(p, &p->request->sources[i], WEND_MEANING_START, i);
        }
        for (uint32_t i = 0; i < p->request->goal_count; ++i) {
            paint_endpoint(p, &p->request->goals[i], WEND_MEANING_GOAL, i);
        }
    }
}

wend_result wend_flow_draw(const wend_flow *flow, wend_flow_request_id id, uint32_t floor,
                           uint32_t show, const wend_draw *draw)
{
    if (flow == NULL || draw == NULL || floor >= flow->map.floor_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return WEND_ERROR_STALE;
    }
    flow_painter p = painter_of(flow, floor, draw);
    p.request = request;
    p.plan = request->plan;
    p.link = request->plan != NULL ? request->plan : request->next;
    paint(&p, show);
    return WEND_OK;
}

/* ---- the portal graph ---- */

/* Costs in whole steps; both, where they differ by direction. */
static void paint_edge(const flow_painter *p, wend_vec2 from, wend_vec2 to, uint32_t there,
                       uint32_t back)
{
    enum { HALF = WENDI_FLOW_STRAIGHT / 2 };
    paint_line(p, from, to, WEND_MEANING_EDGE, (double)there / (double)WENDI_FLOW_STRAIGHT);
    if (p->draw->text == NULL) {
        return;
    }
    char text[32];
    const unsigned a = (there + HALF) / WENDI_FLOW_STRAIGHT;
    const unsigned b = (back + HALF) / WENDI_FLOW_STRAIGHT;
    if (a == b || back == WENDI_PORTAL_UNCONNECTED) {
        (void)snprintf(text, sizeof text, "%u", a);
    } else {
        (void)snprintf(text, sizeof text, "%u/%u", a, b);
    }
    p->draw->text(p->draw->context, paint_point(p, (from.x + to.x) / 2.0, (from.y + to.y) / 2.0),
                  text, WEND_MEANING_NOTE);
}

static void paint_sector_edges(const flow_painter *p, const wendi_portal_graph *graph,
                               uint32_t sector)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&p->flow->map, sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(graph, sector);
    for (uint32_t a = 0; a < page.portal_count; ++a) {
        int32_t ax = 0;
        int32_t ay = 0;
        wendi_portal_cell(&bounds, &page.portals[a], &ax, &ay);
        const wend_vec2 from = {(double)(bounds.x + ax) + 0.5, (double)(bounds.y + ay) + 0.5};
        for (uint32_t b = a + 1; b < page.portal_count; ++b) {
            int32_t bx = 0;
            int32_t by = 0;
            wendi_portal_cell(&bounds, &page.portals[b], &bx, &by);
            const uint32_t there = page.costs[b * page.portal_count + a];
            const uint32_t back = page.costs[a * page.portal_count + b];
            if (there != WENDI_PORTAL_UNCONNECTED) {
                const wend_vec2 to = {(double)(bounds.x + bx) + 0.5, (double)(bounds.y + by) + 0.5};
                paint_edge(p, from, to, there, back);
            }
        }
        paint_mark(p, from.x, from.y, PORTAL_RADIUS, WEND_MEANING_PORTAL, 0.0);
    }
}

wend_result wend_flow_draw_portals(const wend_flow *flow, uint32_t flow_class, uint32_t floor,
                                   const wend_draw *draw)
{
    if (flow == NULL || draw == NULL || floor >= flow->map.floor_count ||
        flow_class >= flow->class_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_portal_graph *graph = flow->classes[flow_class].graph;
    if (!wendi_portal_graph_is_fresh(graph)) {
        return WEND_ERROR_STALE;
    }
    const flow_painter p = painter_of(flow, floor, draw);
    const wendi_sector_map_floor *at = &flow->map.floors[floor];
    const uint32_t count = (uint32_t)(at->sectors_x * at->sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        paint_sector_portals(&p, graph, at->first_sector + i, true, true);
    }
    for (uint32_t i = 0; i < count; ++i) {
        paint_sector_edges(&p, graph, at->first_sector + i);
    }
    return WEND_OK;
}
