/* Single polygons over few lattice points, with spikes, slits, and outlines that touch or cross
 * themselves: an accepted one has the ground its outline winds around, and saves and loads alike;
 * spikes change nothing; a refusal names polygon and corner. */
#include "support/gen.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTLINES = 40000, SAMPLES = 256, LATTICE = 4, CORNERS_MOST = 64 };

typedef struct outline {
    uint64_t seed;
    wend_vec3 points[CORNERS_MOST];
    uint32_t count;
} outline;

static uint32_t draw(const outline *o, uint64_t what, uint32_t below)
{
    return wend_random_below(o->seed, 91, what, below);
}

static outline make(uint64_t seed)
{
    outline o = {.seed = seed};
    o.count = 3 + draw(&o, 0, 8);
    for (uint32_t i = 0; i < o.count; ++i) {
        o.points[i].x = 8 * draw(&o, 10 + i, LATTICE);
        o.points[i].y = 8 * draw(&o, 30 + i, LATTICE);
    }
    return o;
}

static wend_result build(const outline *o, bool is_strict, wend_mesh **mesh,
                         wend_mesh_report *report, wend_message *message)
{
    wend_vec3 points[CORNERS_MOST];
    uint32_t corners[CORNERS_MOST];
    uint32_t point_count = 0;
    for (uint32_t i = 0; i < o->count; ++i) {
        uint32_t point = 0;
        while (point < point_count && memcmp(&points[point], &o->points[i], sizeof *points) != 0) {
            point++;
        }
        points[point] = o->points[i];
        corners[i] = point;
        point_count += point == point_count;
    }
    wend_mesh_def def = meshes_def(points, point_count, corners, &o->count, 1);
    def.is_strict = is_strict;
    def.message = message;
    return wend_mesh_create(&def, mesh, report);
}

static double side(wend_vec3 a, wend_vec3 b, wend_vec2 at)
{
    return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
}

/* The winding number of the outline around a point that lies on none of its lines. */
static int winding(const wend_vec3 *points, uint32_t count, wend_vec2 at)
{
    int times = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_vec3 a = points[i];
        const wend_vec3 b = points[(i + 1) % count];
        times += a.y <= at.y && b.y > at.y && side(a, b, at) > 0;
        times -= a.y > at.y && b.y <= at.y && side(a, b, at) < 0;
    }
    return times;
}

static int cover(const wend_mesh *mesh, wend_vec2 at)
{
    int times = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
        wend_vec3 points[CORNERS_MOST];
        for (uint32_t i = 0; i < polygon.count; ++i) {
            points[i] = wend_mesh_corner(mesh, polygon.first_corner + i);
        }
        times += winding(points, polygon.count, at);
    }
    return times;
}

/* Points that no line between lattice points goes through. */
static wend_vec2 sample(uint32_t i)
{
    return (wend_vec2){(i % 16) * 1.5 + 0.734375, (i / 16) * 1.5 + 0.7890625};
}

/* Ground lies where the outline winds around it once, and only there. */
static bool ground_is_right(const outline *o, const wend_mesh *mesh)
{
    int sign = 0;
    for (uint32_t i = 0; i < SAMPLES; ++i) {
        const int times = winding(o->points, o->count, sample(i));
        sign = times != 0 ? times : sign;
    }
    for (uint32_t i = 0; i < SAMPLES; ++i) {
        const int times = winding(o->points, o->count, sample(i)) * (sign < 0 ? -1 : 1);
        const int covered = cover(mesh, sample(i));
        if (times != covered || covered > 1) {
            fprintf(stderr, "%g, %g: wound around %d times, covered %d times\n", sample(i).x,
                    sample(i).y, times, covered);
            return false;
        }
    }
    return true;
}

/* Outer edges lie on the outline; where it was cut, pieces are joined. */
static bool walls_are_right(const outline *o, const wend_mesh *mesh)
{
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
        for (uint32_t i = 0; i < polygon.count; ++i) {
            const wend_vec3 a = wend_mesh_corner(mesh, polygon.first_corner + i);
            const wend_vec3 b =
                wend_mesh_corner(mesh, polygon.first_corner + (i + 1) % polygon.count);
            const wend_vec2 at = {(a.x + b.x) / 2, (a.y + b.y) / 2};
            bool is_on = wend_mesh_neighbour(mesh, polygon.first_corner + i) != WEND_NODE_NONE;
            for (uint32_t k = 0; k < o->count && !is_on; ++k) {
                const wend_vec3 from = o->points[k];
                const wend_vec3 to = o->points[(k + 1) % o->count];
                const double ahead =
                    (from.x - at.x) * (to.x - at.x) + (from.y - at.y) * (to.y - at.y);
                is_on = fabs(side(from, to, at)) < 0.5 && ahead < 0;
            }
            if (!is_on) {
                fprintf(stderr, "(%g, %g) to (%g, %g) is a wall\n", a.x / 8, a.y / 8, b.x / 8,
                        b.y / 8);
                return false;
            }
        }
    }
    return true;
}

static bool loads_alike(const wend_mesh *mesh)
{
    size_t count = 0;
    size_t again = 0;
    wend_message message;
    wend_mesh_def def = wend_mesh_def_default();
    wend_mesh *loaded = NULL;
    def.message = &message;
    assert_int_equal(wend_mesh_save(mesh, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(2 * count);
    assert_non_null(bytes);
    assert_int_equal(wend_mesh_save(mesh, bytes, count, &count), WEND_OK);
    bool holds = wend_mesh_load(&def, bytes, count, &loaded) == WEND_OK;
    if (!holds) {
        fprintf(stderr, "%s\n", message.text);
    } else {
        holds = wend_mesh_hash(loaded) == wend_mesh_hash(mesh) &&
                wend_mesh_save(loaded, bytes + count, count, &again) == WEND_OK && again == count &&
                memcmp(bytes, bytes + count, count) == 0;
    }
    wend_mesh_destroy(loaded);
    free(bytes);
    return holds;
}

static void print(const outline *o)
{
    for (uint32_t i = 0; i < o->count; ++i) {
        fprintf(stderr, "(%g, %g) ", o->points[i].x / 8, o->points[i].y / 8);
    }
    fprintf(stderr, "\n");
}

static double turn(wend_vec3 a, wend_vec3 b, wend_vec3 c)
{
    return side(a, b, (wend_vec2){c.x, c.y});
}

/* True if an edge crosses another, or has a corner between its ends. */
static bool edges_meet(const outline *o)
{
    for (uint32_t i = 0; i < o->count; ++i) {
        const wend_vec3 a = o->points[i];
        const wend_vec3 b = o->points[(i + 1) % o->count];
        for (uint32_t j = 0; j < o->count; ++j) {
            const wend_vec3 c = o->points[j];
            const wend_vec3 d = o->points[(j + 1) % o->count];
            const double along = (c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y);
            const double length = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
            const bool lies_on = fabs(turn(a, b, c)) < 0.5 && along > 0 && along < length;
            const bool crosses =
                turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
            if (lies_on || crosses) {
                return true;
            }
        }
    }
    return false;
}

/* True if the winding number of each point is 0, or the same 1 or -1. */
static bool winds_once(const outline *o)
{
    int low = 0;
    int high = 0;
    for (uint32_t i = 0; i < SAMPLES; ++i) {
        const int times = winding(o->points, o->count, sample(i));
        low = times < low ? times : low;
        high = times > high ? times : high;
    }
    return high - low == 1;
}

static const char *const crossing_text = "its outline crosses itself";

/* The corner that a refusal names. */
static bool names_corner(const outline *o, const wend_message *message)
{
    unsigned polygon = 9;
    unsigned corner = CORNERS_MOST;
    const int read =
        sscanf(message->text, "wend_mesh_create: polygon %u, corner %u: ", &polygon, &corner);
    return read == 2 && polygon == 0 && corner < o->count;
}

static bool is_right(uint64_t seed, void *context)
{
    (void)context;
    const outline o = make(seed);
    wend_mesh *mesh = NULL;
    wend_message message;
    bool holds = true;
    if (build(&o, false, &mesh, NULL, &message) == WEND_OK) {
        holds = ground_is_right(&o, mesh) && walls_are_right(&o, mesh) && loads_alike(mesh);
        wend_mesh_destroy(mesh);
    } else if (strstr(message.text, crossing_text) != NULL) {
        holds = names_corner(&o, &message) && (edges_meet(&o) || !winds_once(&o));
    } else {
        holds = strstr(message.text, "no polygon") != NULL && !winds_once(&o);
    }
    if (!holds) {
        fprintf(stderr, "%s: ", message.text);
        print(&o);
    }
    return holds;
}

static void outline_has_its_ground_or_is_refused_for_crossing_itself(void **state)
{
    (void)state;
    gen_property("outlines", OUTLINES, is_right, NULL);
}

/* Goes out from corner i, perhaps over several points, and back over the same or part of them. */
static void add_spike(outline *o, uint32_t i, uint64_t what)
{
    /* Along no line between lattice points. */
    static const double steps[2][6] = {{-13, -7, -3, 3, 7, 13}, {-31, -23, -11, 11, 23, 31}};
    wend_vec3 out[12] = {o->points[i]};
    uint32_t count = 1;
    const uint32_t length = 1 + draw(o, what, 3);
    for (uint32_t k = 0; k < length; ++k) {
        out[count] = out[count - 1];
        out[count].x += steps[0][draw(o, what + 1 + k, 6)];
        out[count].y += steps[1][draw(o, what + 5 + k, 6)];
        count++;
    }
    for (uint32_t k = length; k-- > 0;) {
        if (k == 0 || draw(o, what + 9 + k, 3) != 0 || length == 1) {
            out[count++] = out[k];
        } else { /* in two steps */
            out[count] = out[k];
            out[count].x = (out[k].x + out[k + 1].x) / 2;
            out[count].y = (out[k].y + out[k + 1].y) / 2;
            count++;
            out[count++] = out[k];
        }
    }
    memmove(o->points + i + count, o->points + i + 1, (o->count - i - 1) * sizeof *o->points);
    memcpy(o->points + i, out, count * sizeof *out);
    o->count += count - 1;
}

static bool spikes_change_nothing(uint64_t seed, void *context)
{
    (void)context;
    outline o = make(seed);
    wend_mesh *plain = NULL;
    wend_mesh *mesh = NULL;
    wend_message message;
    wend_mesh_report reports[2];
    if (build(&o, false, &plain, &reports[0], NULL) != WEND_OK || reports[0].dropped_lines > 0) {
        wend_mesh_destroy(plain);
        return true;
    }
    for (uint32_t k = 0; k <= draw(&o, 50, 3); ++k) {
        add_spike(&o, draw(&o, 51 + k, o.count), 100 + 20 * k);
    }
    bool holds = build(&o, false, &mesh, &reports[1], &message) == WEND_OK &&
                 reports[1].dropped_lines > 0 && wend_mesh_hash(mesh) == wend_mesh_hash(plain);
    wend_mesh *none = NULL;
    holds = holds && build(&o, true, &none, NULL, &message) == WEND_ERROR_ARGUMENT &&
            names_corner(&o, &message) && strstr(message.text, "returns along") != NULL;
    if (!holds) {
        fprintf(stderr, "%s: ", mesh == NULL ? message.text : "another mesh");
        print(&o);
    }
    wend_mesh_destroy(mesh);
    wend_mesh_destroy(plain);
    return holds;
}

static void outline_with_spikes_gives_the_mesh_without(void **state)
{
    (void)state;
    gen_property("spikes", OUTLINES, spikes_change_nothing, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outline_has_its_ground_or_is_refused_for_crossing_itself),
        cmocka_unit_test(outline_with_spikes_gives_the_mesh_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
