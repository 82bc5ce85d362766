/* Properties of cells that searches read: fans, corners, dead ends, components, centroids.
 * Cost: some turns around each vertex, and each edge some times. */
#include "route/mesh_space/rings.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* The cells around a vertex from one wall to the next are a fan. Where several fans meet in a
 * point, as two rooms that touch do, each becomes a vertex of its own, since no path leads from
 * one to the other there.
 *
 *      ####|          a fan begins at every wall's half and goes on counter-clockwise:
 *      ####| fan      the half before it in its cell, that one's twin, and so on
 *      ----+----
 *      fan |#### */
static void split_fans(wendi_mesh_cells *cells, bool *is_seen)
{
    for (uint32_t h = 0; h < cells->half_count; h++) {
        if (cells->halves[h].twin != NONE) {
            continue;
        }
        if (!is_seen[cells->halves[h].vertex]) {
            is_seen[cells->halves[h].vertex] = true;
            continue;
        }
        for (uint32_t at = h; at != NONE;) {
            cells->halves[at].vertex = cells->vertex_count;
            at = cells->halves[wendi_mesh_before(cells, at)].twin;
        }
        cells->vertex_count++;
    }
}

/* True if a path may bend at the vertex of a wall's half, seen counter-clockwise to the next wall.
 * A fan can go around more than once, as a winding stair does; no cell takes more than half a turn,
 * so that an angle above half a turn shows at one of the edges. */
static bool is_corner(const wendi_mesh_cells *cells, uint32_t half)
{
    const wend_vec2 here = cells->halves[half].point;
    const wend_vec2 to = cells->halves[wendi_mesh_next(cells, half)].point;
    for (uint32_t at = half; at != NONE;) {
        const uint32_t before = wendi_mesh_before(cells, at);
        const wend_vec2 from = cells->halves[before].point;
        if (wendi_orient(from, here, to) < 0 ||
            (!wendi_mesh_is_convex(from, here, to) && wendi_compare_along(here, to, from) > 0)) {
            return true;
        }
        at = cells->halves[before].twin;
    }
    return false;
}

static void mark_corners(wendi_mesh_cells *cells, bool *corners)
{
    for (uint32_t h = 0; h < cells->half_count; h++) {
        if (cells->halves[h].twin == NONE && is_corner(cells, h)) {
            corners[cells->halves[h].vertex] = true;
        }
    }
    for (uint32_t h = 0; h < cells->half_count; h++) {
        if (corners[cells->halves[h].vertex]) {
            cells->halves[h].flags |= WENDI_HALF_CORNER;
        }
    }
}

/* The only half of a cell that leads to a cell not yet taken away; NONE if there is not just
 * one. */
static uint32_t only_exit(const wendi_mesh_cells *cells, uint32_t cell, const bool *is_taken)
{
    uint32_t exit = NONE;
    for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
        const uint32_t twin = cells->halves[h].twin;
        if (twin == NONE || is_taken[cells->halves[twin].cell]) {
            continue;
        }
        if (exit != NONE) {
            return NONE;
        }
        exit = h;
    }
    return exit;
}

static void mark_dead_ends(wendi_mesh_cells *cells, bool *is_taken)
{
    memset(cells->exits, 0xFF, cells->cell_count * sizeof *cells->exits);
    for (uint32_t start = 0; start < cells->cell_count; start++) {
        uint32_t cell = start;
        while (!is_taken[cell]) {
            const uint32_t exit = only_exit(cells, cell, is_taken);
            if (exit == NONE) {
                break;
            }
            is_taken[cell] = true;
            cells->exits[cell] = exit;
            cells->halves[cells->halves[exit].twin].flags |= WENDI_HALF_DEAD_END;
            cell = cells->halves[cells->halves[exit].twin].cell;
        }
    }
}

/* Numbers the components by their lowest cell. @param waiting [cell_count] */
static void number_components(wendi_mesh_cells *cells, uint32_t *waiting)
{
    memset(cells->components, 0xFF, cells->cell_count * sizeof *cells->components);
    for (uint32_t start = 0; start < cells->cell_count; start++) {
        if (cells->components[start] != NONE) {
            continue;
        }
        uint32_t count = 1;
        waiting[0] = start;
        cells->components[start] = start;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t end = cells->firsts[waiting[i] + 1];
            for (uint32_t h = cells->firsts[waiting[i]]; h < end; h++) {
                const uint32_t twin = cells->halves[h].twin;
                if (twin != NONE && cells->components[cells->halves[twin].cell] == NONE) {
                    cells->components[cells->halves[twin].cell] = start;
                    waiting[count++] = cells->halves[twin].cell;
                }
            }
        }
    }
}

static wend_vec2 centroid_of(const wendi_mesh_cells *cells, uint32_t cell)
{
    const uint32_t first = cells->firsts[cell];
    const wend_vec2 o = cells->halves[first].point;
    double area = 0;
    double x = 0;
    double y = 0;
    for (uint32_t h = first + 1; h + 1 < cells->firsts[cell + 1]; h++) {
        const wend_vec2 a = wend_vec2_sub(cells->halves[h].point, o);
        const wend_vec2 b = wend_vec2_sub(cells->halves[h + 1].point, o);
        const double twice = a.x * b.y - a.y * b.x;
        area += twice;
        x += twice * (a.x + b.x);
        y += twice * (a.y + b.y);
    }
    const wend_vec2 at = {area > 0 ? o.x + x / (3 * area) : o.x,
                          area > 0 ? o.y + y / (3 * area) : o.y};
    return at;
}

static void set_open_halves(wendi_mesh_cells *cells)
{
    for (uint32_t h = 0; h < cells->half_count; h++) {
        const wendi_mesh_half *half = &cells->halves[h];
        const uint32_t first = cells->firsts[half->cell];
        if (half->twin != NONE && cells->firsts[half->cell + 1] - first <= WENDI_MESH_CELL_BITS) {
            wendi_mesh_open_halves *open_halves = &cells->open_halves[half->cell];
            const bool is_dead_end = (half->flags & WENDI_HALF_DEAD_END) != 0;
            *(is_dead_end ? &open_halves->dead_ends : &open_halves->open) |= (uint64_t)1
                                                                             << (h - first);
        }
    }
}

static void set_centroids(wendi_mesh_cells *cells)
{
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        cells->centroids[cell] = centroid_of(cells, cell);
    }
}

static void set_factors(wendi_mesh_cells *cells)
{
    cells->factor_least = cells->factor_most = cells->cell_count > 0 ? cells->factors[0] : 1;
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        const double factor = cells->factors[cell];
        cells->factor_least = factor < cells->factor_least ? factor : cells->factor_least;
        cells->factor_most = factor > cells->factor_most ? factor : cells->factor_most;
    }
}

void wendi_mesh_cells_set_properties(wendi_mesh_cells *cells, bool *marks, size_t mark_count,
                                     uint32_t *waiting)
{
    set_factors(cells);
    if (cells->cell_count == 0) {
        return;
    }
    split_fans(cells, marks);
    memset(marks, 0, mark_count);
    mark_corners(cells, marks);
    memset(marks, 0, mark_count);
    mark_dead_ends(cells, marks);
    number_components(cells, waiting);
    set_centroids(cells);
    set_open_halves(cells);
}
