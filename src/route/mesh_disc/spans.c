/* Free spans of edges, and the corners that a disc may turn around in a cell.
 * Cost: computed once, then cached as long as the radius stays. */
#include "route/mesh_disc/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

/* ---- positions ---- */

bool wendi_disc_is_in_cell(const wend_mesh_search *search, uint32_t cell, wend_vec2 position)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        const wend_vec2 a = cells->halves[h].point;
        const wend_vec2 e = wendi_disc_sub(cells->halves[wendi_mesh_next(cells, h)].point, a);
        if (wendi_disc_cross(e, wendi_disc_sub(position, a)) <
            -search->disc->slack * (fabs(e.x) + fabs(e.y))) {
            return false;
        }
    }
    return true;
}

/* ---- spans ---- */

static bool keep_spans(wend_mesh_search *search, wend_vec2 from, wend_vec2 to)
{
    wendi_mesh_disc *disc = search->disc;
    for (size_t i = 0; i < disc->cut_count; i++) {
        void *spans = wendi_disc_grow(search, disc->spans, &disc->span_capacity,
                                      disc->span_count + 1, sizeof *disc->spans);
        if (spans == NULL) {
            return false;
        }
        disc->spans = spans;
        wendi_disc_span *made = &disc->spans[disc->span_count++];
        const double low = disc->cuts[i].low;
        const double high = disc->cuts[i].high;
        made->right = low > 0 ? wend_vec2_lerp(from, to, low) : from;
        made->left = high < 1 ? wend_vec2_lerp(from, to, high) : to;
    }
    return true;
}

wendi_disc_range wendi_disc_spans(wend_mesh_search *search, uint32_t half)
{
    wendi_mesh_disc *disc = search->disc;
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t twin = cells->halves[half].twin;
    const uint32_t lower = twin < half ? twin : half;
    wendi_disc_range *range = &disc->span_ranges[lower];
    if (range->first == NONE) {
        const wend_vec2 from = cells->halves[lower].point;
        const wend_vec2 to = cells->halves[wendi_mesh_next(cells, lower)].point;
        const size_t first = disc->span_count;
        wendi_disc_find_free(search, from, to, cells->halves[lower].cell);
        if (disc->is_out_of_memory || !keep_spans(search, from, to)) {
            const wendi_disc_range none = {0, 0};
            disc->is_out_of_memory = true;
            disc->span_count = first;
            return none;
        }
        range->first = (uint32_t)first;
        range->count = (uint32_t)(disc->span_count - first);
    }
    return *range;
}

/* ---- corners ---- */

static double square_to_edge(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 e = wendi_disc_sub(b, a);
    const wend_vec2 u = wendi_disc_sub(p, a);
    const double square = wendi_disc_dot(e, e);
    double t = square > 0 ? wendi_disc_dot(u, e) / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 rest = {u.x - e.x * t, u.y - e.y * t};
    return wendi_disc_dot(rest, rest);
}

/* True if a point lies within a distance of an edge of the cell. The point is never inside: only
 * walls and edges outside are tested. */
static bool is_near_cell(const wendi_mesh_cells *cells, uint32_t cell, wend_vec2 position,
                         double square)
{
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
        if (square_to_edge(position, cells->halves[h].point, to) <= square) {
            return true;
        }
    }
    return false;
}

/* The distance between two lines that do not cross is between an end of one and the other. */
bool wendi_disc_edge_is_near(const wendi_mesh_cells *cells, uint32_t cell, wend_vec2 a, wend_vec2 b,
                             double square)
{
    if (is_near_cell(cells, cell, a, square) || is_near_cell(cells, cell, b, square)) {
        return true;
    }
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        if (square_to_edge(cells->halves[h].point, a, b) <= square) {
            return true;
        }
    }
    return false;
}

static wend_vec2 direction(wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 e = wendi_disc_sub(b, a);
    const double length = sqrt(wendi_disc_dot(e, e));
    const wend_vec2 dir = {e.x / length, e.y / length};
    return dir;
}

bool wendi_disc_corner_at(const wendi_mesh_cells *cells, uint32_t wall, wendi_disc_corner *corner)
{
    uint32_t before = wendi_mesh_before(cells, wall);
    while (cells->halves[before].twin != NONE) {
        before = wendi_mesh_before(cells, cells->halves[before].twin);
    }
    const wend_vec2 at = cells->halves[wall].point;
    corner->point = at;
    corner->half = wall;
    corner->in = direction(cells->halves[before].point, at);
    corner->out = direction(at, cells->halves[wendi_mesh_next(cells, wall)].point);
    const double turn = wendi_disc_cross(corner->in, corner->out);
    return turn < 0 || (!(turn > 0) && wendi_disc_dot(corner->in, corner->out) < 0);
}

static bool keep_corner(wend_mesh_search *search, uint32_t cell, uint32_t wall, double square)
{
    wendi_mesh_disc *disc = search->disc;
    const wendi_mesh_cells *cells = &search->space->cells;
    wendi_disc_corner corner;
    if (!wendi_disc_corner_at(cells, wall, &corner) ||
        !is_near_cell(cells, cell, corner.point, square)) {
        return true;
    }
    void *corners = wendi_disc_grow(search, disc->corners, &disc->corner_capacity,
                                    disc->corner_count + 1, sizeof *disc->corners);
    if (corners == NULL) {
        return false;
    }
    disc->corners = corners;
    disc->corners[disc->corner_count++] = corner;
    return true;
}

/* All corners within a distance (its square) of a cell. */
static bool collect(wend_mesh_search *search, uint32_t cell, double square)
{
    wendi_mesh_disc *disc = search->disc;
    const wendi_mesh_cells *cells = &search->space->cells;
    wendi_disc_start_flood(search, cell);
    while (disc->stack.count > 0 && !disc->is_out_of_memory) {
        const uint32_t at = disc->stack.items[--disc->stack.count];
        for (uint32_t h = cells->ranges[at].first; h < cells->ranges[at].end; h++) {
            const wendi_mesh_half *half = &cells->halves[h];
            const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
            if (half->twin == NONE) {
                if (!keep_corner(search, cell, h, square)) {
                    return false;
                }
            } else if (at == cell ||
                       wendi_disc_edge_is_near(cells, cell, half->point, to, square)) {
                wendi_disc_flood_into(search, cells->halves[half->twin].cell);
            }
        }
    }
    return !disc->is_out_of_memory;
}

wendi_disc_range wendi_disc_corners(wend_mesh_search *search, uint32_t cell)
{
    wendi_mesh_disc *disc = search->disc;
    wendi_disc_range *range = &disc->corner_ranges[cell];
    if (range->first == NONE) {
        const size_t first = disc->corner_count;
        const double reach = disc->radius + 2 * disc->slack;
        if (!collect(search, cell, reach * reach)) {
            const wendi_disc_range none = {0, 0};
            disc->is_out_of_memory = true;
            disc->corner_count = first;
            return none;
        }
        range->first = (uint32_t)first;
        range->count = (uint32_t)(disc->corner_count - first);
    }
    return *range;
}
