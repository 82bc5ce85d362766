/* Makes a mesh of the regions of a level, or of a level made of a grid; teleports become links.
 * Cost: some 2 us a line, merging, and the mesh. */
#include "world/convert/level_to_mesh.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"
#include "wend/walls.h"
#include "world/level/store.h"
#include "world/mesh/build.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;
static const uint32_t COOKIE = 0x6c6d6573;

enum {
    LINES_MAX = 1 << 27,
    BYTES_FOR_LINE = 256 /* No block is larger; this much must fit a size_t. */
};

typedef struct level_mesh_builder {
    const wendi_level_mesh_input *input;
    const wend_level *level;
    const wend_allocator *allocator;
    size_t line_count;
    wend_vec2 *points;     /* [2 * line_count] */
    wendi_cdt_line *lines; /* [line_count] */
    uint32_t *classes;     /* [region_count + 1] regions of one class form one ground; from 1 on */
    wendi_cdt cdt;
    uint32_t *faces;  /* [triangle_count] regions, NONE = nothing */
    uint32_t *labels; /* [triangle_count] */
    uint8_t *walls;   /* [half_count] */
    wendi_convex_polygons polygons;
    double *heights; /* [triangle_count] of polygons */
    uint8_t *areas;  /* [triangle_count] of polygons */
    uint32_t *flags; /* [triangle_count] of polygons */
    wend_mesh_report report;
} level_mesh_builder;

static uint32_t triangle_count(const level_mesh_builder *b)
{
    return b->cdt.half_count / 3;
}

static wend_result no_memory(const level_mesh_builder *b)
{
    return wendi_fail(b->input->message, WEND_ERROR_MEMORY, "%s: out of memory", b->input->caller);
}

/* ---- memory ---- */

static bool reserve_lines(level_mesh_builder *b)
{
    const wend_allocator *a = b->allocator;
    const size_t regions = b->level->region_count;
    b->points = wendi_alloc(a, 2 * b->line_count * sizeof *b->points);
    b->lines = wendi_alloc(a, b->line_count * sizeof *b->lines);
    b->classes = wendi_alloc(a, (regions + 1) * sizeof *b->classes);
    return b->points != NULL && b->lines != NULL && b->classes != NULL;
}

static bool reserve_triangles(level_mesh_builder *b)
{
    const wend_allocator *a = b->allocator;
    const size_t count = triangle_count(b);
    b->faces = wendi_alloc(a, count * sizeof *b->faces);
    b->labels = wendi_alloc(a, count * sizeof *b->labels);
    b->walls = wendi_alloc_zero(a, b->cdt.half_count);
    b->heights = wendi_alloc(a, count * sizeof *b->heights);
    b->areas = wendi_alloc(a, count);
    b->flags = wendi_alloc(a, count * sizeof *b->flags);
    return b->faces != NULL && b->labels != NULL && b->walls != NULL && b->heights != NULL &&
           b->areas != NULL && b->flags != NULL;
}

static void free_builder(level_mesh_builder *b)
{
    const wend_allocator *a = b->allocator;
    const size_t regions = b->level->region_count;
    const size_t count = triangle_count(b);
    wendi_free(a, b->points, 2 * b->line_count * sizeof *b->points);
    wendi_free(a, b->lines, b->line_count * sizeof *b->lines);
    wendi_free(a, b->classes, (regions + 1) * sizeof *b->classes);
    wendi_free(a, b->faces, count * sizeof *b->faces);
    wendi_free(a, b->labels, count * sizeof *b->labels);
    wendi_free(a, b->walls, b->cdt.half_count);
    wendi_free(a, b->heights, count * sizeof *b->heights);
    wendi_free(a, b->areas, count);
    wendi_free(a, b->flags, count * sizeof *b->flags);
    wendi_convex_polygons_free(&b->polygons);
    wendi_cdt_free(&b->cdt);
}

/* ---- lines ---- */

static uint32_t area_of(const level_mesh_builder *b, uint32_t region)
{
    return b->input->areas != NULL ? b->input->areas[region] : b->level->regions[region].area;
}

static void number_classes(level_mesh_builder *b, const wendi_sort_pair *order)
{
    uint32_t number = 0;
    for (size_t i = 0; i < b->level->region_count; ++i) {
        const uint32_t region = order[i].value;
        const bool is_same = i > 0 && order[i - 1].key == order[i].key &&
                             area_of(b, order[i - 1].value) == area_of(b, region);
        number += is_same ? 0 : 1;
        b->classes[region] = number;
    }
}

/* Regions of equal floor and area form one class, unless borders are kept. */
static bool find_classes(level_mesh_builder *b)
{
    const size_t count = b->level->region_count;
    for (uint32_t i = 0; i < count; ++i) {
        b->classes[i] = i + 1;
    }
    if (b->input->keeps_regions || count == 0) {
        return true;
    }
    const size_t bytes = 2 * count * sizeof(wendi_sort_pair);
    wendi_sort_pair *order = wendi_alloc(b->allocator, bytes);
    if (order == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = (wendi_sort_pair){area_of(b, i), i};
    }
    wendi_sort_pairs(order, order + count, count);
    for (size_t i = 0; i < count; ++i) {
        order[i].key = wendi_f64_sort_key(b->level->regions[order[i].value].floor);
    }
    wendi_sort_pairs(order, order + count, count);
    number_classes(b, order);
    wendi_free(b->allocator, order, bytes);
    return true;
}

/* ---- walls ---- */

static bool stops_walking(const level_mesh_builder *b, uint32_t mark)
{
    while (mark != WENDI_CDT_NONE) {
        uint32_t index;
        bool is_forward;
        mark = wendi_cdt_read(&b->cdt, mark, &index, &is_forward);
        if ((b->level->lines[index].stops & WEND_STOPS_WALK) != 0) {
            return true;
        }
    }
    return false;
}

/* ---- the mesh ---- */

/* Of each polygon: the smallest region, its floor and area (equal in all of its regions). */
static void describe_polygons(level_mesh_builder *b)
{
    for (uint32_t p = 0; p < b->polygons.count; ++p) {
        b->flags[p] = NONE;
    }
    for (uint32_t t = 0; t < triangle_count(b); ++t) {
        const uint32_t polygon = b->polygons.owners[t];
        if (polygon != NONE && b->faces[t] < b->flags[polygon]) {
            b->flags[polygon] = b->faces[t];
        }
    }
    for (uint32_t p = 0; p < b->polygons.count; ++p) {
        b->heights[p] = b->level->regions[b->flags[p]].floor;
        b->areas[p] = (uint8_t)area_of(b, b->flags[p]);
    }
}

static wend_result make_mesh(level_mesh_builder *b, wend_mesh **mesh)
{
    const wendi_convex_merge_input input = {&b->cdt,          b->labels, b->walls,
                                            b->input->merges, NULL,      0};
    if (wendi_convex_merge(&input, &b->polygons) != WEND_OK) {
        return no_memory(b);
    }
    if (b->polygons.count == 0) {
        return wendi_fail(b->input->message, WEND_ERROR_ARGUMENT,
                          "%s: no region of the level is closed all around by lines",
                          b->input->caller);
    }
    describe_polygons(b);
    const wendi_mesh_build_plan plan = {&b->cdt,      &b->polygons,     b->heights,
                                        b->areas,     b->flags,         b->input->factors,
                                        b->allocator, b->input->message};
    const wend_result result = wendi_mesh_build_emit(&plan, mesh);
    return result == WEND_ERROR_MEMORY ? no_memory(b) : result;
}

static wend_result triangulate(level_mesh_builder *b)
{
    if (b->line_count == 0) {
        return wendi_fail(b->input->message, WEND_ERROR_ARGUMENT,
                          "%s: level has 0 lines, and needs 1 or more", b->input->caller);
    }
    if (b->line_count > LINES_MAX || b->line_count > SIZE_MAX / BYTES_FOR_LINE) {
        return wendi_fail(b->input->message, WEND_ERROR_ARGUMENT,
                          "%s: level has more than 2^27 lines", b->input->caller);
    }
    if (!reserve_lines(b) || !find_classes(b)) {
        return no_memory(b);
    }
    /* Line i goes from point 2i to 2i + 1. */
    for (uint32_t i = 0; i < b->line_count; ++i) {
        const wend_level_line *line = &b->level->lines[i];
        b->points[2 * i] =
            (wend_vec2){wendi_flush_coordinate(line->a.x), wendi_flush_coordinate(line->a.y)};
        b->points[2 * i + 1] =
            (wend_vec2){wendi_flush_coordinate(line->b.x), wendi_flush_coordinate(line->b.y)};
        b->lines[i] = (wendi_cdt_line){2 * i, 2 * i + 1};
    }
    const wend_result result = wendi_cdt_build(&b->cdt, b->allocator, b->points, 2 * b->line_count,
                                               b->lines, b->line_count);
    if (result == WEND_ERROR_FULL) {
        return wendi_fail(b->input->message, WEND_ERROR_ARGUMENT,
                          "%s: more than 2^28 ends and crossings of lines", b->input->caller);
    }
    return result == WEND_OK ? WEND_OK : no_memory(b);
}

static wend_result build(level_mesh_builder *b, wend_mesh **mesh)
{
    const wend_result result = triangulate(b);
    if (result != WEND_OK) {
        return result;
    }
    b->report = wendi_mesh_report_of_cdt(&b->cdt);
    /* Lines are given by their ends, so their shared ends are not defects. */
    b->report.merged_points = 0;
    if (!reserve_triangles(b) ||
        !wendi_level_count_open_ends(b->level, &b->cdt, &b->report.open_ends) ||
        !wendi_level_faces(b->level, &b->cdt, b->faces)) {
        return no_memory(b);
    }
    for (uint32_t h = 0; h < b->cdt.half_count; ++h) {
        b->walls[h] = stops_walking(b, b->cdt.halves[h].mark);
    }
    for (uint32_t t = 0; t < triangle_count(b); ++t) {
        b->labels[t] = b->faces[t] == WEND_REGION_NONE ? 0 : b->classes[b->faces[t]];
    }
    return make_mesh(b, mesh);
}

wend_result wendi_level_mesh_build(const wendi_level_mesh_input *input, wend_mesh **mesh,
                                   wend_mesh_report *report)
{
    level_mesh_builder b;
    memset(&b, 0, sizeof b);
    b.input = input;
    b.level = input->level;
    b.allocator = input->allocator;
    b.line_count = b.level->line_count;
    *mesh = NULL;
    const wend_result result = build(&b, mesh);
    if (report != NULL && result == WEND_OK) {
        *report = b.report;
    }
    free_builder(&b);
    return result;
}

/* ---- levels ---- */

wend_level_mesh_def wend_level_mesh_def_default(void)
{
    wend_level_mesh_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.merges = true;
    return def;
}

/* Teleports with an end off the mesh are left out: they cannot be used. */
static wend_result add_teleports(const wend_level *level, wend_mesh *mesh)
{
    for (size_t i = 0; i < level->teleport_count; ++i) {
        const wend_level_teleport *teleport = &level->teleports[i];
        wend_mesh_link link = wend_mesh_link_default();
        link.from = wend_mesh_location_at(teleport->from.x, teleport->from.y, 0.0);
        link.to = wend_mesh_location_at(teleport->to.x, teleport->to.y, 0.0);
        link.cost = 1; /* as in graphs and grids: a step, at any distance */
        link.is_two_way = teleport->is_two_way;
        link.user = i;
        wend_mesh_link_id id;
        const wend_result result = wend_mesh_add_link(mesh, &link, &id, NULL);
        if (result < WEND_OK && result != WEND_ERROR_ARGUMENT) {
            return result;
        }
    }
    return WEND_OK;
}

wend_result wend_level_build_mesh(const wend_level *level, const wend_level_mesh_def *def,
                                  wend_mesh **mesh, wend_mesh_report *report)
{
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    if (def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_level_build_mesh",
                          "wend_level_mesh_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (level == NULL || mesh == NULL) {
        return wendi_refuse_null(def->message, "wend_level_build_mesh",
                                 level == NULL ? "level" : "mesh");
    }
    const wendi_level_mesh_input input = {.level = level,
                                          .merges = def->merges,
                                          .keeps_regions = def->keeps_regions,
                                          .allocator = &def->allocator,
                                          .message = def->message,
                                          .caller = "wend_level_build_mesh"};
    wend_result result = wendi_level_mesh_build(&input, mesh, report);
    if (result == WEND_OK) {
        result = add_teleports(level, *mesh);
        if (result != WEND_OK) {
            wend_mesh_destroy(*mesh);
            *mesh = NULL;
            return wendi_fail(def->message, result, "wend_level_build_mesh: %s",
                              wend_result_text(result));
        }
    }
    return result;
}
