/* Bakes of meshes from triangles: start, finish, and the checks of a definition.
 * Cost: of checking, linear in points and triangles. */
#include "recast/bake.h"
#include "base/core/memory.h"
#include "base/core/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Recast counts the free height over a span in eight bits: agents of more find no ground at all. */
static const double AGENT_HEIGHT_CELLS_MAX = 255;

enum { COOKIE = 0x62616b65 };

wend_bake_def wend_bake_def_default(void)
{
    wend_bake_def def = {0};
    def.cookie = COOKIE;
    def.up = WEND_UP_Z;
    def.cell_size = 0.25;
    def.cell_height = 0.125;
    def.agent_height = 2;
    def.max_climb = 0.5;
    def.max_slope_deg = 45;
    def.min_island_cells = 64;
    def.merge_cells = 400;
    def.max_edge_error = 1.3;
    def.max_polygon_corners = 12;
    def.tile_cells = 256;
    return def;
}

void wend_bake_def_set_triangles(wend_bake_def *def, const wend_triangles *triangles)
{
    if (def == NULL || triangles == NULL) {
        return;
    }
    def->points = triangles->points;
    def->point_count = triangles->point_count;
    def->corners = triangles->corners;
    def->triangle_count = triangles->triangle_count;
    def->areas = triangles->areas;
    def->up = WEND_UP_Z;
}

/* ---- checks ---- */

static const char starting[] = "wend_bake_start";

typedef struct number_range {
    const char *name;
    double value, least, most;
} number_range;

/* The agent's height in cells, as they are baked with. */
static double cells_of_agent(const wend_bake_def *def)
{
    return ceil(def->agent_height / (double)(float)def->cell_height);
}

static wend_result check_numbers(const wend_bake_def *def)
{
    const number_range ranges[] = {
        {"up", (double)def->up, 0, WEND_UP_Y_TURNED},
        {"partition", (double)def->partition, 0, WEND_BAKE_PARTITION_COUNT - 1},
        {"cell_size", def->cell_size, 1e-4, 1e6},
        {"cell_height", def->cell_height, 1e-4, 1e6},
        {"agent_height", def->agent_height, 0, 1e6},
        {"agent_radius", def->agent_radius, 0, 1e6},
        {"max_climb", def->max_climb, 0, 1e6},
        {"max_slope_deg", def->max_slope_deg, 0, 90},
        {"min_island_cells", def->min_island_cells, 0, 1073741824.0},
        {"merge_cells", def->merge_cells, 0, 1073741824.0},
        {"max_edge_cells", def->max_edge_cells, 0, 1073741824.0},
        {"max_edge_error", def->max_edge_error, 0, 1000},
        {"max_polygon_corners", (double)def->max_polygon_corners, 3, WEND_BAKE_CORNERS_MAX},
        {"tile_cells", (double)def->tile_cells, WEND_BAKE_TILE_CELLS_MIN, WEND_BAKE_TILE_CELLS_MAX},
    };
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        const number_range *r = &ranges[k];
        if (!(r->value >= r->least && r->value <= r->most)) {
            return wendi_refuse(def->message, starting, r->name, r->value, r->least, r->most);
        }
    }
    if (cells_of_agent(def) > AGENT_HEIGHT_CELLS_MAX) {
        return wendi_refuse(def->message, starting, "agent_height", def->agent_height, 0,
                            AGENT_HEIGHT_CELLS_MAX * def->cell_height);
    }
    if (def->agent_radius / def->cell_size > 240) {
        return wendi_refuse(def->message, starting, "agent_radius", def->agent_radius, 0,
                            240 * def->cell_size);
    }
    return WEND_OK;
}

static wend_result check_triangles(const wend_bake_def *def)
{
    if (def->point_count == 0 || def->triangle_count == 0) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "%s: point_count is %zu and triangle_count is %zu: both must be 1 or more", starting,
            def->point_count, def->triangle_count);
    }
    if (def->points == NULL || def->corners == NULL) {
        return wendi_refuse_null(def->message, starting,
                                 def->points == NULL ? "points" : "corners");
    }
    if (def->point_count > UINT32_MAX || def->triangle_count > INT32_MAX) {
        return wendi_fail(def->message, WEND_ERROR_FULL,
                          "%s: point_count is %zu and triangle_count is %zu: at most 2^32 - 1 and "
                          "2^31 - 1",
                          starting, def->point_count, def->triangle_count);
    }
    for (size_t k = 0; k < 3 * def->triangle_count; k++) {
        if (def->corners[k] >= def->point_count) {
            char field[48];
            (void)snprintf(field, sizeof field, "corners[%zu]", k);
            return wendi_refuse_index(def->message, starting, field, def->corners[k], "points",
                                      def->point_count);
        }
    }
    wend_result result = WEND_OK;
    for (size_t k = 0; k < def->point_count && result == WEND_OK; k++) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", k);
        result = wendi_check_vec3(def->message, starting, name, def->points[k]);
    }
    return result;
}

static wend_result check(const wend_bake_def *def)
{
    const wend_result result = check_numbers(def);
    return result != WEND_OK ? result : check_triangles(def);
}

/* ---- start ---- */

/* Recast has six bits for an area: those that are used get the numbers 1, 2, 3... in order, so that
 * of two over each other the larger still counts. */
static wend_result number_areas(wend_bake *bake)
{
    bool is_used[256] = {false};
    for (size_t k = 0; k < bake->def.triangle_count; k++) {
        is_used[bake->def.areas != NULL ? bake->def.areas[k] : 0] = true;
    }
    uint8_t code = 0;
    for (int area = 0; area < WEND_BAKE_SOLID; area++) {
        if (is_used[area] && code == WEND_BAKE_AREAS_MAX) {
            return wendi_fail(bake->def.message, WEND_ERROR_FULL,
                              "there are more than 62 different areas");
        }
        if (is_used[area]) {
            bake->code_of_area[area] = ++code;
            bake->area_of_code[code] = (uint8_t)area;
        }
    }
    return WEND_OK;
}

static void configure(wend_bake *bake)
{
    const wend_bake_def *def = &bake->def;
    const wendi_bake_lattice *lattice = &bake->lattice;
    wendi_tile_config *c = &bake->config;
    const double tall = cells_of_agent(def);
    const double climb = floor(def->max_climb / lattice->rise + 1e-6);
    c->cell_size = (float)lattice->cell;
    c->cell_height = (float)lattice->rise;
    c->walkable_height = tall < 3 ? 3 : (int)tall;
    c->walkable_climb = climb > 8191 ? 8191 : (int)climb;
    c->walkable_radius = (int)ceil(def->agent_radius / lattice->cell - 1e-6);
    c->border = c->walkable_radius + 3;
    c->merge_cells = (int)def->merge_cells;
    c->max_edge_cells = (int)def->max_edge_cells;
    c->max_edge_error = (float)def->max_edge_error;
    c->max_polygon_corners = (int)def->max_polygon_corners;
    c->partition = def->partition;
    bake->least_up = wend_cos(def->max_slope_deg * (3.14159265358979323846 / 180));
}

static void init_polygons(wendi_bake_polygons *polygons, const wend_allocator *allocator)
{
    wendi_array_u32_init(&polygons->points, allocator);
    wendi_array_u32_init(&polygons->corners, allocator);
    wendi_array_u32_init(&polygons->neighbours, allocator);
    wendi_array_u8_init(&polygons->sizes, allocator);
    wendi_array_u8_init(&polygons->areas, allocator);
    wendi_array_u32_init(&polygons->edges, allocator);
    wendi_array_u32_init(&polygons->rows, allocator);
}

wend_result wend_bake_start(const wend_bake_def *def, wend_bake **bake)
{
    if (bake != NULL) {
        *bake = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, starting, "wend_bake_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bake == NULL) {
        return wendi_refuse_null(def->message, "wend_bake_start", "bake");
    }
    wendi_message_clear(def->message);
    wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    wend_bake *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, starting, WEND_ERROR_MEMORY);
    }
    made->def = *def;
    made->lattice.cell = (double)(float)def->cell_size;
    made->lattice.rise = (double)(float)def->cell_height;
    made->lattice.tile_cells = def->tile_cells;
    init_polygons(&made->polygons, &made->def.allocator);
    configure(made);
    result = number_areas(made);
    result = result == WEND_OK ? wendi_bake_begin_tiles(made) : result;
    if (result != WEND_OK) {
        wend_bake_destroy(made);
        return wendi_fail_as(def->message, starting, result);
    }
    *bake = made;
    return WEND_OK;
}

void wend_bake_destroy(wend_bake *bake)
{
    if (bake == NULL) {
        return;
    }
    const wend_allocator allocator = bake->def.allocator;
    const size_t firsts = ((size_t)bake->grid_count + 1) * sizeof(uint32_t);
    if (bake->tile_triangles != NULL) {
        wendi_free(&allocator, bake->tile_triangles,
                   bake->tile_firsts[bake->grid_count] * sizeof(uint32_t));
    }
    wendi_free(&allocator, bake->tile_firsts, bake->tile_firsts != NULL ? firsts : 0);
    wendi_free(&allocator, bake->edge_firsts, bake->edge_firsts != NULL ? firsts : 0);
    wendi_array_u32_free(&bake->polygons.points);
    wendi_array_u32_free(&bake->polygons.corners);
    wendi_array_u32_free(&bake->polygons.neighbours);
    wendi_array_u8_free(&bake->polygons.sizes);
    wendi_array_u8_free(&bake->polygons.areas);
    wendi_array_u32_free(&bake->polygons.edges);
    wendi_array_u32_free(&bake->polygons.rows);
    wendi_free(&allocator, bake, sizeof *bake);
}

void wend_bake_progress(const wend_bake *bake, uint32_t *done, uint32_t *all)
{
    *done = bake != NULL ? bake->done : 0;
    *all = bake != NULL ? bake->filled_count : 0;
}

/* ---- end ---- */

/* Reports why there is no ground: mostly triangles in the wrong order, or another axis up. */
static wend_result explain_no_ground(const wend_bake *bake)
{
    const wend_bake_def *def = &bake->def;
    size_t up = 0, down = 0;
    for (size_t k = 0; k < def->triangle_count; k++) {
        wend_vec3 t[3];
        wendi_bake_triangle(def, k, t);
        const wend_vec3 a = {t[1].x - t[0].x, t[1].y - t[0].y, t[1].z - t[0].z};
        const wend_vec3 b = {t[2].x - t[0].x, t[2].y - t[0].y, t[2].z - t[0].z};
        const wend_vec3 n = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
        const double length = wend_sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
        const bool is_solid = def->areas != NULL && def->areas[k] == WEND_BAKE_SOLID;
        up += !is_solid && length > 0 && n.z >= bake->least_up * length;
        down += !is_solid && length > 0 && -n.z >= bake->least_up * length;
    }
    if (up > 0 || (def->is_two_sided && down > 0)) {
        return wendi_fail(def->message, WEND_NO_PATH,
                          "no ground to walk on: %zu triangles are flat enough, but none has "
                          "headroom of agent_height on an island of min_island_cells cells",
                          up + (def->is_two_sided ? down : 0));
    }
    if (down > 0) {
        return wendi_fail(def->message, WEND_NO_PATH,
                          "no ground to walk on: no triangle faces up, %zu face down: corners go "
                          "counter-clockwise as seen from above (or set is_two_sided); is the up "
                          "axis right?",
                          down);
    }
    return wendi_fail(def->message, WEND_NO_PATH,
                      "no ground to walk on: no triangle is flatter than %s degrees; is the up "
                      "axis right?",
                      wendi_format_number(def->max_slope_deg).text);
}

static wend_result finish(wend_bake *bake, wend_mesh **mesh, wend_bake_report *report)
{
    if (bake->status != WEND_OK) {
        return wendi_fail(bake->def.message, bake->status, "%s", bake->failure.text);
    }
    if (bake->done < bake->filled_count) {
        return WEND_IN_PROGRESS;
    }
    report->tile_count = bake->filled_count;
    report->empty_tiles = bake->empty_count;
    report->warning_count = bake->warning_count;
    memcpy(report->first_warning, bake->first_warning, sizeof report->first_warning);

    wendi_bake_joins joins = {.allocator = bake->def.allocator};
    wend_result result = WEND_ERROR_MEMORY;
    if (wendi_bake_find_joins(bake, &joins)) {
        result = wendi_bake_make_mesh(bake, &joins, mesh, report);
    }
    wendi_free(&joins.allocator, joins.items, joins.capacity * sizeof *joins.items);
    if (result == WEND_NO_PATH) {
        return explain_no_ground(bake);
    }
    return result == WEND_ERROR_MEMORY ? wendi_fail(bake->def.message, result, "out of memory")
                                       : result;
}

wend_result wend_bake_finish(wend_bake *bake, wend_mesh **mesh, wend_bake_report *report)
{
    static const char function[] = "wend_bake_finish";
    wend_bake_report unused_report = {0};
    if (report == NULL) {
        report = &unused_report;
    }
    *report = (wend_bake_report){0};
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (bake == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message found = {0};
    wend_message *given = bake->def.message;
    wendi_message_clear(given);
    bake->def.message = &found;
    const wend_result result =
        mesh != NULL ? finish(bake, mesh, report) : wendi_refuse_null(&found, function, "mesh");
    bake->def.message = given;
    if (result == WEND_NO_PATH) {
        bake->error = found;
        if (given != NULL) {
            *given = found;
        }
    }
    (void)wendi_fail_as_both(given, &found, function, result);
    return wendi_fail_as_both(&bake->error, &found, function, result);
}

const char *wend_bake_error(const wend_bake *bake)
{
    return bake == NULL ? "" : bake->error.text;
}

wend_result wend_mesh_bake(const wend_bake_def *def, wend_mesh **mesh, wend_bake_report *report)
{
    wend_bake *bake = NULL;
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    wend_result result = wend_bake_start(def, &bake);
    if (result == WEND_OK && mesh == NULL) {
        result = wendi_refuse_null(def->message, "wend_mesh_bake", "mesh");
    }
    if (result == WEND_OK) {
        result = wend_bake_run(bake, NULL);
    }
    if (result == WEND_OK) {
        result = wend_bake_finish(bake, mesh, report);
    }
    wend_bake_destroy(bake);
    const bool is_trusted = def != NULL && (def->cookie == COOKIE || def->cookie == 0);
    return is_trusted ? wendi_fail_as(def->message, "wend_mesh_bake", result) : result;
}
