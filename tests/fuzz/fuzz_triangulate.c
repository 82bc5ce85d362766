/* Runs the triangulation and the builder of meshes on outlines made of bytes: a count of points
 * each, then their coordinates as doubles of any bits or as points of a small lattice. All
 * properties of the result are tested, in time quadratic in the points, of which there are at most
 * 14, or 24 for one input in SOME, or 96 for one in MANY. */
#include "fuzz/check.h"
#include "support/check_cdt.h"
#include "wend/mesh.h"

#include <string.h>

enum { POINTS_MAX = 96, POINTS_SOME = 24, POINTS_FEW = 14, OUTLINES_MAX = 32 };
enum { MANY = 32, SOME = 4 };

typedef struct input {
    const uint8_t *data;
    size_t size, at;
} input;

typedef struct shape {
    wend_vec2 points[POINTS_MAX];
    uint32_t sizes[OUTLINES_MAX];
    uint8_t is_hole[OUTLINES_MAX], areas[OUTLINES_MAX];
    size_t point_count, outline_count;
    uint8_t mode;
} shape;

enum { MODE_RAW = 1, MODE_HOLES = 2, MODE_STRICT = 4, MODE_TRIANGLES = 8, MODE_COARSE = 16 };

static uint8_t take(input *in)
{
    return in->at < in->size ? in->data[in->at++] : 0;
}

static double take_coordinate(input *in, uint8_t mode)
{
    if ((mode & MODE_RAW) == 0) {
        const uint8_t byte = take(in);
        return (mode & MODE_COARSE) != 0 ? byte & 7 : (double)byte / 3.0;
    }
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
        bits = bits << 8 | take(in);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static shape take_shape(input *in)
{
    shape s;
    memset(&s, 0, sizeof s);
    s.mode = take(in);
    const size_t points_most = is_chosen(in->data, in->size, MANY)   ? POINTS_MAX
                               : is_chosen(in->data, in->size, SOME) ? POINTS_SOME
                                                                     : POINTS_FEW;
    while (in->at < in->size && s.outline_count < OUTLINES_MAX) {
        const uint8_t head = take(in);
        uint32_t count = head & 15;
        s.is_hole[s.outline_count] = head >> 7;
        s.areas[s.outline_count] = head >> 4 & 7;
        if (s.point_count + count > points_most) {
            count = (uint32_t)(points_most - s.point_count);
        }
        for (uint32_t i = 0; i < count; ++i) {
            s.points[s.point_count].x = take_coordinate(in, s.mode);
            s.points[s.point_count++].y = take_coordinate(in, s.mode);
        }
        s.sizes[s.outline_count++] = count;
    }
    return s;
}

/* ---- the mesh ---- */

static wend_vec2 corner_at(const wend_mesh *mesh, const wend_mesh_polygon *p, uint32_t i)
{
    const wend_vec3 c = wend_mesh_corner(mesh, p->first_corner + i % p->count);
    return (wend_vec2){c.x, c.y};
}

static bool borders(const wend_mesh *mesh, wend_node polygon, wend_node other)
{
    const wend_mesh_polygon p = wend_mesh_get_polygon(mesh, polygon);
    for (uint32_t i = 0; i < p.count; ++i) {
        if (wend_mesh_neighbour(mesh, p.first_corner + i) == other) {
            return true;
        }
    }
    return false;
}

static void check_mesh(const wend_mesh *mesh)
{
    const uint32_t count = wend_mesh_polygon_count(mesh);
    check(count > 0);
    for (uint32_t n = 0; n < count; ++n) {
        const wend_mesh_polygon p = wend_mesh_get_polygon(mesh, n);
        check(p.count >= 3 && p.surface >= 0);
        for (uint32_t i = 0; i < p.count; ++i) {
            check(wendi_orient(corner_at(mesh, &p, i), corner_at(mesh, &p, i + 1),
                               corner_at(mesh, &p, i + 2)) >= 0);
            const wend_node other = wend_mesh_neighbour(mesh, p.first_corner + i);
            check(other == WEND_NODE_NONE || (other != n && borders(mesh, other, n)));
        }
    }
}

static void build_mesh(const shape *s)
{
    wend_message message = {0, ""};
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.points = s->points;
    outlines.sizes = s->sizes;
    outlines.outline_count = s->outline_count;
    outlines.is_hole = (s->mode & MODE_HOLES) != 0 ? s->is_hole : NULL;
    outlines.areas = (s->mode & MODE_HOLES) != 0 ? s->areas : NULL;
    outlines.is_strict = (s->mode & MODE_STRICT) != 0;
    outlines.merges = (s->mode & MODE_TRIANGLES) == 0;
    outlines.message = &message;
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    const wend_result result = wend_mesh_build(&outlines, &mesh, &report);
    check(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    check((result == WEND_OK) == (mesh != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (mesh != NULL) {
        check_mesh(mesh);
        check(!outlines.is_strict || report.crossings + report.merged_points == 0);
    }
    wend_mesh_destroy(mesh);
}

/* ---- the triangulation ---- */

static bool has_valid_points(shape *s)
{
    for (size_t i = 0; i < s->point_count; ++i) {
        if (!wendi_coordinate_is_valid(s->points[i].x) ||
            !wendi_coordinate_is_valid(s->points[i].y)) {
            return false;
        }
        s->points[i].x = wendi_flush_coordinate(s->points[i].x);
        s->points[i].y = wendi_flush_coordinate(s->points[i].y);
    }
    return s->point_count > 0;
}

/* A line from each point to the next one: all outlines as one long line. */
static void build_cdt(shape *s)
{
    wendi_cdt_line lines[POINTS_MAX];
    const uint32_t count = (uint32_t)s->point_count;
    for (uint32_t i = 0; i < count; ++i) {
        lines[i] = (wendi_cdt_line){i, (i + 1) % count};
    }
    wendi_cdt cdt;
    check(wendi_cdt_build(&cdt, NULL, s->points, count, lines, count) == WEND_OK);
    check(check_cdt_is_sound(&cdt) && check_cdt_is_delaunay(&cdt));
    check(cdt.lost_pieces != 0 || check_cdt_has_lines(&cdt, lines, count, cdt.crossings == 0));
    wendi_cdt_free(&cdt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size, 0};
    shape s = take_shape(&in);
    build_mesh(&s);
    if (has_valid_points(&s)) {
        build_cdt(&s);
    }
    return 0;
}
