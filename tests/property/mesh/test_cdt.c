/* Triangulations of random points, lines, outlines and grids, with many points on one line or
 * circle: all properties of a triangulation, and inside or outside compared with a separate test of
 * each point. */
#include "support/check_cdt.h"
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/hex.h"
#include "wend/level.h"
#include "wend/mesh.h"
#include "world/triangulation/winding.h"

#include <math.h>
#include <string.h>

enum { POINTS_MAX = 200, LINES_MAX = 120 };

typedef struct dice {
    uint64_t seed, tick;
} dice;

static uint32_t roll(dice *d, uint32_t count)
{
    return wend_random_below(d->seed, 7, d->tick++, count);
}

static double roll_unit(dice *d)
{
    return wend_random_unit(d->seed, 8, d->tick++);
}

/* ---- triangulations ---- */

static wend_vec2 roll_point(dice *d, uint32_t kind)
{
    static const wend_vec2 circle[12] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                         {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    switch (kind) {
    case 0:
        return (wend_vec2){roll_unit(d) * 100, roll_unit(d) * 100};
    case 1:
        return (wend_vec2){roll(d, 9), roll(d, 9)};
    case 2: {
        const wend_vec2 p = circle[roll(d, 12)];
        const double size = 1 + roll(d, 3);
        return (wend_vec2){p.x * size, p.y * size};
    }
    case 3:
        return (wend_vec2){roll(d, 50), roll(d, 2) * 1e-9};
    case 4:
        return (wend_vec2){roll(d, 30) * 0.1, roll(d, 30) * 0.7};
    default:
        return (wend_vec2){1e9 * (roll_unit(d) - 0.5), 1e-9 * (roll_unit(d) - 0.5)};
    }
}

typedef struct sample {
    wend_vec2 points[POINTS_MAX];
    wendi_cdt_line lines[LINES_MAX];
    size_t point_count, line_count;
} sample;

static sample roll_sample(dice *d)
{
    sample s;
    const uint32_t kind = roll(d, 6);
    s.point_count = 1 + roll(d, roll(d, 3) == 0 ? POINTS_MAX : 20);
    s.line_count = roll(d, 2) == 0 ? roll(d, 8) : roll(d, roll(d, 8) == 0 ? LINES_MAX : 30);
    for (size_t i = 0; i < s.point_count; ++i) {
        s.points[i] = roll_point(d, kind);
    }
    for (size_t i = 0; i < s.line_count; ++i) {
        s.lines[i] =
            (wendi_cdt_line){roll(d, (uint32_t)s.point_count), roll(d, (uint32_t)s.point_count)};
    }
    return s;
}

static bool points_are_there(const wendi_cdt *cdt, const sample *s)
{
    uint64_t merged = 0;
    for (size_t i = 0; i < s->point_count; ++i) {
        const wend_vec2 p = cdt->points[cdt->vertices[i]];
        bool is_new = true;
        for (size_t k = 0; k < i && is_new; ++k) {
            is_new = memcmp(&s->points[k], &s->points[i], sizeof p) != 0;
        }
        merged += !is_new;
        if (memcmp(&p, &s->points[i], sizeof p) != 0) {
            return false;
        }
    }
    return merged == cdt->merged_points &&
           (cdt->crossings > 0 ||
            cdt->vertex_count == WENDI_CDT_FRAME + s->point_count - (size_t)merged);
}

static bool triangulation_holds(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    const sample s = roll_sample(&d);
    wendi_cdt cdt;
    bool holds =
        wendi_cdt_build(&cdt, NULL, s.points, s.point_count, s.lines, s.line_count) == WEND_OK;
    holds = holds && cdt.lost_pieces == 0 && check_cdt_is_sound(&cdt) &&
            check_cdt_is_delaunay(&cdt) && points_are_there(&cdt, &s) &&
            check_cdt_has_lines(&cdt, s.lines, (uint32_t)s.line_count, cdt.crossings == 0);
    wendi_cdt_free(&cdt);
    return holds;
}

static void triangulations_keep_points_and_lines_and_are_delaunay(void **state)
{
    (void)state;
    gen_property("triangulation", 600, triangulation_holds, NULL);
}

/* ---- outlines ---- */

typedef struct outline_set {
    wend_vec2 points[POINTS_MAX];
    uint32_t sizes[8];
    uint8_t is_hole[8], areas[8];
    size_t count, point_count;
} outline_set;

static outline_set roll_outlines(dice *d)
{
    outline_set o;
    memset(&o, 0, sizeof o);
    const bool is_lattice = roll(d, 2) == 0;
    o.count = 1 + roll(d, 6);
    for (size_t i = 0; i < o.count; ++i) {
        o.sizes[i] = 1 + roll(d, 9);
        o.is_hole[i] = roll(d, 3) == 0;
        o.areas[i] = (uint8_t)(1 + i);
        for (uint32_t k = 0; k < o.sizes[i]; ++k) {
            o.points[o.point_count++] = roll_point(d, is_lattice ? 1 : 0);
        }
    }
    return o;
}

/* The winding number of an outline around a point, by crossings of a ray towards larger x. Sets
 * *is_near when the point is too near to a line for doubles to decide. */
static int32_t winding_at(const wend_vec2 *p, uint32_t count, wend_vec2 at, bool *is_near)
{
    int32_t winding = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_vec2 a = p[i];
        const wend_vec2 b = p[(i + 1) % count];
        const double side = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        *is_near = *is_near || fabs(side) < 1e-7;
        if ((a.y <= at.y) != (b.y <= at.y)) {
            winding += b.y > a.y ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0);
        }
    }
    return winding;
}

/* 0 = nothing, else 1 + area, as the header says it. */
static uint32_t label_at(const outline_set *o, bool has_holes, wend_vec2 at, bool *is_near)
{
    const wend_vec2 *p = o->points;
    int32_t sum = 0;
    uint32_t ground = 0;
    bool is_hole = false;
    for (size_t i = 0; i < o->count; ++i) {
        const int32_t winding = winding_at(p, o->sizes[i], at, is_near);
        sum += winding;
        if (winding != 0 && o->is_hole[i] != 0) {
            is_hole = true;
        } else if (winding != 0) {
            ground = 1 + (uint32_t)o->areas[i];
        }
        p += o->sizes[i];
    }
    return !has_holes ? (uint32_t)(sum & 1) : is_hole ? 0 : ground;
}

static wend_vec2 centroid(const wendi_cdt *cdt, uint32_t triangle)
{
    wend_vec2 sum = {0, 0};
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        sum = wend_vec2_add(sum, check_cdt_point(cdt, h));
    }
    return wend_vec2_scale(sum, 1.0 / 3);
}

static bool labels_are_right(const outline_set *o, const wendi_cdt *cdt, const uint32_t *lines_of,
                             bool has_holes)
{
    uint32_t *labels = malloc(cdt->half_count / 3 * sizeof *labels);
    const wendi_winding_input input = {cdt, lines_of, o->count, has_holes ? o->is_hole : NULL,
                                       has_holes ? o->areas : NULL};
    bool holds = labels != NULL && wendi_winding_label(&input, labels, NULL) == WEND_OK;
    for (uint32_t t = 0; t < cdt->half_count / 3 && holds; ++t) {
        bool is_near = false;
        const uint32_t expected = label_at(o, has_holes, centroid(cdt, t), &is_near);
        holds = is_near || labels[t] == expected;
    }
    free(labels);
    return holds;
}

static bool flood_holds(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    const outline_set o = roll_outlines(&d);
    wendi_cdt_line lines[POINTS_MAX];
    uint32_t lines_of[POINTS_MAX];
    uint32_t at = 0;
    for (uint32_t i = 0; i < o.count; ++i) {
        const uint32_t first = at;
        for (uint32_t k = 0; k < o.sizes[i]; ++k, ++at) {
            lines[at] = (wendi_cdt_line){at, first + (k + 1) % o.sizes[i]};
            lines_of[at] = i;
        }
    }
    wendi_cdt cdt;
    bool holds = wendi_cdt_build(&cdt, NULL, o.points, at, lines, at) == WEND_OK;
    holds = holds && labels_are_right(&o, &cdt, lines_of, false) &&
            labels_are_right(&o, &cdt, lines_of, true);
    wendi_cdt_free(&cdt);
    return holds;
}

static void labels_equal_inside_found_for_each_place(void **state)
{
    (void)state;
    gen_property("flood", 400, flood_holds, NULL);
}

/* ---- meshes ---- */

static double surface_of(const wend_mesh *mesh)
{
    double sum = 0;
    for (uint32_t p = 0; p < wend_mesh_polygon_count(mesh); ++p) {
        sum += wend_mesh_get_polygon(mesh, p).surface;
    }
    return sum;
}

static bool has_edge_to(const wend_mesh *mesh, wend_node from, wend_node to)
{
    const wend_mesh_polygon p = wend_mesh_get_polygon(mesh, from);
    for (uint32_t c = p.first_corner; c < p.first_corner + p.count; ++c) {
        if (wend_mesh_neighbour(mesh, c) == to) {
            return true;
        }
    }
    return false;
}

static wend_vec2 corner_at(const wend_mesh *mesh, const wend_mesh_polygon *p, uint32_t i)
{
    const wend_vec3 c = wend_mesh_corner(mesh, p->first_corner + i % p->count);
    return (wend_vec2){c.x, c.y};
}

static bool polygons_are_convex_and_mutual(const wend_mesh *mesh)
{
    bool holds = true;
    for (uint32_t n = 0; n < wend_mesh_polygon_count(mesh) && holds; ++n) {
        const wend_mesh_polygon p = wend_mesh_get_polygon(mesh, n);
        for (uint32_t i = 0; i < p.count && holds; ++i) {
            const wend_node other = wend_mesh_neighbour(mesh, p.first_corner + i);
            holds = wendi_orient(corner_at(mesh, &p, i), corner_at(mesh, &p, i + 1),
                                 corner_at(mesh, &p, i + 2)) >= 0 &&
                    (other == WEND_NODE_NONE || has_edge_to(mesh, other, n));
        }
    }
    return holds;
}

/* A star-shaped outline around 0, 0; the same directions at each size nest. @return its surface. */
static double roll_star(dice *d, double size, uint32_t count, wend_vec2 *points)
{
    static const wend_vec2 ways[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                      {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    double twice = 0;
    for (uint32_t i = 0; i < count; ++i) {
        points[i] = wend_vec2_scale(ways[i * 8 / count], size * (1 + 0.2 * roll_unit(d)));
    }
    for (uint32_t i = 0; i < count; ++i) {
        twice += wend_vec2_cross(points[i], points[(i + 1) % count]);
    }
    return twice / 2;
}

static bool rings_hold(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_vec2 points[64];
    uint32_t sizes[8];
    const uint32_t rings = 1 + roll(&d, 8);
    double surface = 0;
    double size = 64;
    for (uint32_t i = 0; i < rings; ++i, size *= 0.4) {
        sizes[i] = 8;
        surface += (i % 2 == 0 ? 1 : -1) * roll_star(&d, size, 8, points + (size_t)8 * i);
    }
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.points = points;
    outlines.sizes = sizes;
    outlines.outline_count = rings;
    outlines.is_strict = true;
    wend_mesh *merged = NULL;
    wend_mesh *plain = NULL;
    bool holds = wend_mesh_build(&outlines, &merged, NULL) == WEND_OK;
    outlines.merges = false;
    holds = holds && wend_mesh_build(&outlines, &plain, NULL) == WEND_OK &&
            fabs(surface_of(merged) - surface) < 1e-9 * surface &&
            fabs(surface_of(plain) - surface) < 1e-9 * surface &&
            wend_mesh_polygon_count(merged) <= wend_mesh_polygon_count(plain) &&
            wend_mesh_polygon_count(plain) == (rings - rings % 2) / 2 * 16 + (rings % 2) * 6 &&
            polygons_are_convex_and_mutual(merged) && polygons_are_convex_and_mutual(plain);
    wend_mesh_destroy(merged);
    wend_mesh_destroy(plain);
    return holds;
}

static void rings_in_rings_have_their_surface_and_count(void **state)
{
    (void)state;
    gen_property("rings", 100, rings_hold, NULL);
}

/* ---- grids ---- */

static wend_node polygon_at(const wend_mesh *mesh, const wend_grid *grid, wend_node cell)
{
    const wend_vec2 p = wend_grid_position(grid, cell);
    return wend_mesh_locate(mesh, p.x, p.y, 0);
}

/* Marks what can be reached from a cell by sides that cells share. */
static void spread(const wend_grid *grid, wend_node from, uint8_t *marks)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const uint32_t count = (uint32_t)(info.width * info.height);
    memset(marks, 0, count);
    marks[from] = 1;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (uint32_t n = 0; n < count; ++n) {
            int32_t x;
            int32_t y;
            wend_grid_cell(grid, n, &x, &y);
            if (marks[n] != 0 || !wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
                continue;
            }
            for (int32_t k = 0; k < 6 && marks[n] == 0; ++k) {
                static const int32_t dx[4] = {1, -1, 0, 0};
                static const int32_t dy[4] = {0, 0, 1, -1};
                const bool is_hex = info.neighbours == WEND_NEIGHBOURS_6;
                const wend_node other =
                    is_hex ? wend_grid_hex_node(grid, wend_hex_neighbour(wend_grid_hex(grid, n), k))
                           : wend_grid_node(grid, x + dx[k % 4], y + dy[k % 4]);
                marks[n] = other != WEND_NODE_NONE && marks[other] != 0;
            }
            has_grown = has_grown || marks[n] != 0;
        }
    }
}

static bool mesh_equals_grid(const wend_grid *grid, const wend_mesh *mesh, wend_node start)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const uint32_t count = (uint32_t)(info.width * info.height);
    uint8_t *marks = malloc(count);
    spread(grid, start, marks);
    const wend_node home = polygon_at(mesh, grid, start);
    bool holds = home != WEND_NODE_NONE;
    uint32_t open = 0;
    for (uint32_t n = 0; n < count && holds; ++n) {
        int32_t x;
        int32_t y;
        wend_grid_cell(grid, n, &x, &y);
        const wend_node polygon = polygon_at(mesh, grid, n);
        if (!wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
            holds = polygon == WEND_NODE_NONE;
            continue;
        }
        open++;
        holds = polygon != WEND_NODE_NONE &&
                wend_mesh_get_polygon(mesh, polygon).area == wend_grid_cost(grid, 0, x, y) &&
                wend_mesh_can_reach(mesh, home, polygon) == (marks[n] != 0);
    }
    free(marks);
    const double cell = info.neighbours == WEND_NEIGHBOURS_6 ? 0.86602540378443865 : 1.0;
    const double surface = open * cell * info.cell_size * info.cell_size;
    return holds && polygons_are_convex_and_mutual(mesh) &&
           fabs(surface_of(mesh) - surface) < 1e-9 * surface;
}

static wend_grid *roll_grid(const gen_map *map, dice *d)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = map->width;
    def.height = map->height;
    def.neighbours = roll(d, 2) == 0 ? WEND_NEIGHBOURS_6 : WEND_NEIGHBOURS_8;
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)roll(d, 4);
    }
    def.cell_size = roll(d, 2) == 0 ? 1.0 : 0.3;
    def.origin = (wend_vec2){roll(d, 3) * 0.1, roll(d, 3) * -7.7};
    wend_grid *grid = grids_make(def);
    assert_int_equal(
        wend_grid_set_costs(grid, 0, 0, 0, map->width, map->height, map->costs, (size_t)map->width),
        WEND_OK);
    return grid;
}

static bool grid_fails(const gen_map *map, void *context)
{
    (void)context;
    dice d = {map->seed, 1000};
    wend_grid *grid = roll_grid(map, &d);
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, NULL);
    int32_t x;
    int32_t y;
    wend_grid_cell(grid, map->start, &x, &y);
    const bool has_open = wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y);
    const bool holds = has_open ? result == WEND_OK && mesh_equals_grid(grid, mesh, map->start)
                                : result == WEND_ERROR_ARGUMENT;
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
    return !holds;
}

static void meshes_of_grids_have_their_cells_costs_and_islands(void **state)
{
    (void)state;
    gen_property_maps("mesh of grid", 150, 20, grid_fails, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangulations_keep_points_and_lines_and_are_delaunay),
        cmocka_unit_test(labels_equal_inside_found_for_each_place),
        cmocka_unit_test(rings_in_rings_have_their_surface_and_count),
        cmocka_unit_test(meshes_of_grids_have_their_cells_costs_and_islands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
