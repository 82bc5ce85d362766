/* takes: a request or a class, and a table of callbacks.
 * gives: sectors, windows, routes, goals, and the portal graph.
 * cost:  linear in what is drawn; no memory. */
#include "flow/requests/draw.h"

#include <stdio.h>

/* Cells. */
static const double PORTAL_RADIUS = 0.16;
static const double AREA_RADIUS = 0.2;

void wendi_flow_painter_line(const wendi_flow_painter *p, wend_vec2 from, wend_vec2 to,
                             wend_meaning meaning, double value)
{
    if (p->draw->line != NULL) {
        p->draw->line(p->draw->context, wendi_flow_painter_point(p, from.x, from.y),
                      wendi_flow_painter_point(p, to.x, to.y), meaning, value);
    }
}

void wendi_flow_painter_mark(const wendi_flow_painter *p, double x, double y, double radius,
                             wend_meaning meaning, double value)
{
    if (p->draw->circle != NULL) {
        p->draw->circle(p->draw->context, wendi_flow_painter_point(p, x, y), radius * p->cell_size,
                        meaning, value);
    }
}

/* ---- sectors and windows ---- */

static void paint_sectors(const wendi_flow_painter *p)
{
    for (uint32_t i = 0; i < p->way->tile_count; ++i) {
        const wendi_sector_bounds s =
            wendi_sector_map_bounds(&p->flow->map, p->way->tiles[i].sector);
        if (s.floor != p->floor) {
            continue;
        }
        const wend_vec2 corners[5] = {{s.x, s.y},
                                      {s.x + s.width, s.y},
                                      {s.x + s.width, s.y + s.height},
                                      {s.x, s.y + s.height},
                                      {s.x, s.y}};
        for (int k = 0; k < 4; ++k) {
            wendi_flow_painter_line(p, corners[k], corners[k + 1], WEND_MEANING_SECTOR, 0.0);
        }
    }
}

static void paint_window(const wendi_flow_painter *p, const wendi_sector_bounds *s,
                         const wendi_portal *window)
{
    const double first = (double)window->first;
    const double last = first + (double)window->count;
    wend_vec2 from = {s->x, s->y};
    wend_vec2 to = from;
    if (window->side == WENDI_SIDE_NORTH || window->side == WENDI_SIDE_SOUTH) {
        const double y = window->side == WENDI_SIDE_SOUTH ? (double)s->height : 0.0;
        from.x += first;
        to.x += last;
        from.y += y;
        to.y += y;
    } else {
        const double x = window->side == WENDI_SIDE_EAST ? (double)s->width : 0.0;
        from.y += first;
        to.y += last;
        from.x += x;
        to.x += x;
    }
    wendi_flow_painter_line(p, from, to, WEND_MEANING_PORTAL, 0.0);
}

/* From its beginning to its end; where that is on another floor, a mark. */
static void paint_way(const wendi_flow_painter *p, const wendi_sector_link *way)
{
    const wendi_sector_bounds from = wendi_sector_map_bounds(&p->flow->map, way->from_sector);
    const wendi_sector_bounds to = wendi_sector_map_bounds(&p->flow->map, way->to_sector);
    const wend_vec2 a = {(double)(from.x + way->from_x) + 0.5,
                         (double)(from.y + way->from_y) + 0.5};
    const wend_vec2 b = {(double)(to.x + way->to_x) + 0.5, (double)(to.y + way->to_y) + 0.5};
    wendi_flow_painter_mark(p, a.x, a.y, 2.0 * PORTAL_RADIUS, WEND_MEANING_PORTAL, 0.0);
    if (to.floor == p->floor) {
        wendi_flow_painter_line(p, a, b, WEND_MEANING_PORTAL, 0.0);
        wendi_flow_painter_mark(p, b.x, b.y, PORTAL_RADIUS, WEND_MEANING_PORTAL, 0.0);
    }
}

/* Each border has two sides with the same windows: those towards sectors that are drawn anyway are
 * left to the sector above or to the left. */
static void paint_windows_of(const wendi_flow_painter *p, const wendi_portal_graph *portals,
                             uint32_t sector, bool has_above, bool has_left)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(&p->flow->map, sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(portals, sector);
    for (uint32_t i = 0; i < page.first[WENDI_SIDE_LINK_OUT]; ++i) {
        const wendi_portal *window = &page.windows[i];
        if (!(has_above && window->side == WENDI_SIDE_NORTH) &&
            !(has_left && window->side == WENDI_SIDE_WEST)) {
            paint_window(p, &place, window);
        }
    }
    uint32_t first = 0;
    uint32_t last = 0;
    uint32_t count = 0;
    const wendi_sector_link *ways = wendi_portal_graph_links(portals, &count);
    wendi_portal_graph_links_from(portals, sector, &first, &last);
    for (uint32_t i = first; i < last; ++i) {
        paint_way(p, &ways[i]);
    }
}

static bool is_taken(const wendi_flow_painter *p, uint32_t sector, int32_t columns, int32_t rows)
{
    const uint32_t other = wendi_sector_map_neighbour(&p->flow->map, sector, columns, rows);
    return other != WENDI_SECTOR_NONE && wendi_plan_find_tile(p->way, other) != WENDI_TILE_NONE;
}

static void paint_windows(const wendi_flow_painter *p)
{
    const wendi_portal_graph *portals = p->flow->classes[p->way->flow_class].portals;
    for (uint32_t i = 0; i < p->way->tile_count; ++i) {
        const uint32_t sector = p->way->tiles[i].sector;
        if (wendi_sector_map_bounds(&p->flow->map, sector).floor == p->floor) {
            paint_windows_of(p, portals, sector, is_taken(p, sector, 0, -1),
                             is_taken(p, sector, -1, 0));
        }
    }
}

/* ---- routes, goals ---- */

static void paint_route(const wendi_flow_painter *p)
{
    const wendi_plan *plan = p->way;
    if (plan->places == NULL) {
        return;
    }
    for (uint32_t i = 0; i < plan->route.source_count; ++i) {
        const wendi_sector_cell *source = &plan->route_sources[i];
        const wendi_sector_bounds sector = wendi_sector_map_bounds(&p->flow->map, source->sector);
        const uint32_t first = plan->route.first[i];
        if (first != WENDI_STEP_NONE && sector.floor == p->floor) {
            const wend_vec2 from = {(double)(sector.x + source->x) + 0.5,
                                    (double)(sector.y + source->y) + 0.5};
            const wend_vec2 to = {(double)plan->places[first].x + 0.5,
                                  (double)plan->places[first].y + 0.5};
            wendi_flow_painter_line(p, from, to, WEND_MEANING_PATH, 0.0);
        }
    }
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        const uint32_t next = plan->route.steps[i].next;
        if (next == WENDI_STEP_NONE || plan->places[i].floor != p->floor ||
            plan->places[next].floor != p->floor) {
            continue;
        }
        const wend_vec2 from = {(double)plan->places[i].x + 0.5, (double)plan->places[i].y + 0.5};
        const wend_vec2 to = {(double)plan->places[next].x + 0.5,
                              (double)plan->places[next].y + 0.5};
        wendi_flow_painter_line(p, from, to, WEND_MEANING_PATH, 0.0);
    }
}

static void paint_place(const wendi_flow_painter *p, const wendi_flow_endpoint *place,
                        wend_meaning meaning, uint32_t index)
{
    if (place->floor == p->floor) {
        wendi_flow_painter_mark(p, wendi_cells_from_los(place->fine_x),
                                wendi_cells_from_los(place->fine_y),
                                place->is_area ? AREA_RADIUS : 0.0, meaning, (double)index);
    }
}

static void paint_goals(const wendi_flow_painter *p)
{
    for (uint32_t i = 0; i < p->request->source_count; ++i) {
        paint_place(p, &p->request->sources[i], WEND_MEANING_START, i);
    }
    for (uint32_t i = 0; i < p->request->goal_count; ++i) {
        paint_place(p, &p->request->goals[i], WEND_MEANING_GOAL, i);
    }
}

/* ---- public ---- */

static wendi_flow_painter painter_of(const wend_flow *flow, uint32_t floor, const wend_draw *draw)
{
    return (wendi_flow_painter){.flow = flow,
                                .floor = floor,
                                .draw = draw,
                                .origin = flow->map.floors[floor].origin,
                                .cell_size = flow->map.cell_size};
}

/* From below to above. */
static void paint(const wendi_flow_painter *p, uint32_t show)
{
    static const struct {
        wend_flow_show part;
        void (*paint)(const wendi_flow_painter *p);
    } layers[] = {{WEND_FLOW_SHOW_COST, wendi_flow_painter_cost},
                  {WEND_FLOW_SHOW_INTEGRATION, wendi_flow_painter_integration},
                  {WEND_FLOW_SHOW_LINE_OF_SIGHT, wendi_flow_painter_line_of_sight},
                  {WEND_FLOW_SHOW_WAVE_FRONT, wendi_flow_painter_wave_front},
                  {WEND_FLOW_SHOW_SECTORS, paint_sectors},
                  {WEND_FLOW_SHOW_DIRECTIONS, wendi_flow_painter_directions},
                  {WEND_FLOW_SHOW_PORTALS, paint_windows},
                  {WEND_FLOW_SHOW_ROUTE, paint_route}};
    for (size_t i = 0; p->way != NULL && i < sizeof layers / sizeof *layers; ++i) {
        if ((show & (uint32_t)layers[i].part) != 0) {
            layers[i].paint(p);
        }
    }
    if ((show & (uint32_t)WEND_FLOW_SHOW_GOALS) != 0) {
        paint_goals(p);
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
    wendi_flow_painter p = painter_of(flow, floor, draw);
    p.request = request;
    p.plan = request->plan;
    p.way = request->plan != NULL ? request->plan : request->next;
    paint(&p, show);
    return WEND_OK;
}

/* ---- the portal graph ---- */

/* Costs in whole steps; where they differ by direction, both. */
static void paint_edge(const wendi_flow_painter *p, wend_vec2 from, wend_vec2 to, uint32_t there,
                       uint32_t back)
{
    enum { HALF = WENDI_FLOW_STRAIGHT / 2 };
    wendi_flow_painter_line(p, from, to, WEND_MEANING_EDGE,
                            (double)there / (double)WENDI_FLOW_STRAIGHT);
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
    p->draw->text(p->draw->context,
                  wendi_flow_painter_point(p, (from.x + to.x) / 2.0, (from.y + to.y) / 2.0), text,
                  WEND_MEANING_NOTE);
}

static void paint_graph_of(const wendi_flow_painter *p, const wendi_portal_graph *portals,
                           uint32_t sector)
{
    const wendi_sector_bounds place = wendi_sector_map_bounds(&p->flow->map, sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(portals, sector);
    for (uint32_t a = 0; a < page.window_count; ++a) {
        int32_t ax = 0;
        int32_t ay = 0;
        wendi_portal_cell(&place, &page.windows[a], &ax, &ay);
        const wend_vec2 from = {(double)(place.x + ax) + 0.5, (double)(place.y + ay) + 0.5};
        for (uint32_t b = a + 1; b < page.window_count; ++b) {
            int32_t bx = 0;
            int32_t by = 0;
            wendi_portal_cell(&place, &page.windows[b], &bx, &by);
            const uint32_t there = page.costs[b * page.window_count + a];
            const uint32_t back = page.costs[a * page.window_count + b];
            if (there != WENDI_PORTAL_UNCONNECTED) {
                const wend_vec2 to = {(double)(place.x + bx) + 0.5, (double)(place.y + by) + 0.5};
                paint_edge(p, from, to, there, back);
            }
        }
        wendi_flow_painter_mark(p, from.x, from.y, PORTAL_RADIUS, WEND_MEANING_PORTAL, 0.0);
    }
}

wend_result wend_flow_draw_portals(const wend_flow *flow, uint32_t flow_class, uint32_t floor,
                                   const wend_draw *draw)
{
    if (flow == NULL || draw == NULL || floor >= flow->map.floor_count ||
        flow_class >= flow->class_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_portal_graph *portals = flow->classes[flow_class].portals;
    if (!wendi_portal_graph_is_fresh(portals)) {
        return WEND_ERROR_STALE;
    }
    const wendi_flow_painter p = painter_of(flow, floor, draw);
    const wendi_sector_map_floor *at = &flow->map.floors[floor];
    const uint32_t count = (uint32_t)(at->sectors_x * at->sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        paint_windows_of(&p, portals, at->first_sector + i, true, true);
    }
    for (uint32_t i = 0; i < count; ++i) {
        paint_graph_of(&p, portals, at->first_sector + i);
    }
    return WEND_OK;
}
