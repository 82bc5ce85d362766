/* Random meshes, a search on each, and a slow reference beside it. */
#include "support/mesh_world.h"

#include "support/gen_mesh.h"

#include "base/math/predicates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t mesh_world_below(mesh_world *w, uint32_t count)
{
    return wend_random_below(w->seed, 4711, w->draws++, count);
}

static void *block(size_t count, size_t bytes)
{
    void *made = calloc(count + 1, bytes);
    if (made == NULL) {
        abort();
    }
    return made;
}

static void must(wend_result result)
{
    if (result != WEND_OK) {
        abort();
    }
}

/* ---- meshes ---- */

/* The edge seen from the neighbour; every edge of these meshes has one twin. */
static uint32_t twin_of(const wend_mesh *mesh, uint32_t corner, wend_node polygon)
{
    const wend_mesh_polygon q = wend_mesh_get_polygon(mesh, wend_mesh_neighbour(mesh, corner));
    const wend_vec3 at = wend_mesh_corner(mesh, corner);
    for (uint32_t i = 0; i < q.count; ++i) {
        const wend_vec3 end = wend_mesh_corner(mesh, q.first_corner + (i + 1) % q.count);
        if (wend_mesh_neighbour(mesh, q.first_corner + i) == polygon &&
            !(end.x < at.x || end.x > at.x || end.y < at.y || end.y > at.y)) {
            return q.first_corner + i;
        }
    }
    abort();
}

/* Walls of no thickness: some shared edges are no longer. */
static void cut_edges(mesh_world *w, uint32_t *neighbours, uint32_t percent)
{
    for (wend_node p = 0; p < wend_mesh_polygon_count(w->mesh); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(w->mesh, p);
        for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
            const wend_node q = wend_mesh_neighbour(w->mesh, c);
            if (q != WEND_NODE_NONE && p < q && mesh_world_below(w, 100) < percent) {
                neighbours[c] = WEND_NODE_NONE;
                neighbours[twin_of(w->mesh, c, p)] = WEND_NODE_NONE;
            }
        }
    }
}

/* The same mesh with slits, moved and scaled. */
static void remake(mesh_world *w, uint32_t percent, wend_vec2 origin)
{
    const uint32_t corners = wend_mesh_corner_count(w->mesh);
    const uint32_t polygons = wend_mesh_polygon_count(w->mesh);
    wend_vec3 *points = block(corners, sizeof *points);
    uint32_t *numbers = block(corners, sizeof *numbers);
    uint32_t *neighbours = block(corners, sizeof *neighbours);
    uint32_t *sizes = block(polygons, sizeof *sizes);
    for (uint32_t c = 0; c < corners; ++c) {
        const wend_vec3 at = wend_mesh_corner(w->mesh, c);
        points[c].x = (at.x + origin.x) * w->scale;
        points[c].y = (at.y + origin.y) * w->scale;
        points[c].z = at.z;
        numbers[c] = c;
        neighbours[c] = wend_mesh_neighbour(w->mesh, c);
    }
    for (wend_node p = 0; p < polygons; ++p) {
        sizes[p] = wend_mesh_get_polygon(w->mesh, p).count;
    }
    cut_edges(w, neighbours, percent);
    wend_mesh_def def = wend_mesh_def_default();
    def.points = points;
    def.point_count = corners;
    def.corners = numbers;
    def.sizes = sizes;
    def.polygon_count = polygons;
    def.neighbours = neighbours;
    wend_mesh *mesh;
    must(wend_mesh_create(&def, &mesh, NULL));
    wend_mesh_destroy(w->mesh);
    w->mesh = mesh;
    free(points);
    free(numbers);
    free(neighbours);
    free(sizes);
}

/* A square with polygons of three to six corners in it, odd ones out. */
static wend_mesh *triangulated(mesh_world *w)
{
    enum { OUTLINES = 9 };
    wend_vec2 points[4 + OUTLINES * 6] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    uint32_t sizes[1 + OUTLINES] = {4};
    size_t count = 4;
    const uint32_t outlines = 1 + mesh_world_below(w, OUTLINES);
    for (uint32_t i = 1; i <= outlines; ++i) {
        const double x = 5 + mesh_world_below(w, 90);
        const double y = 5 + mesh_world_below(w, 90);
        sizes[i] = 3 + mesh_world_below(w, 4);
        for (uint32_t k = 0; k < sizes[i]; ++k) {
            points[count].x = x + mesh_world_below(w, 40) - 20.0;
            points[count].y = y + mesh_world_below(w, 40) - 20.0;
            count++;
        }
    }
    wend_mesh_outlines def = wend_mesh_outlines_default();
    def.points = points;
    def.sizes = sizes;
    def.outline_count = outlines + 1;
    def.merges = mesh_world_below(w, 2) == 0;
    wend_mesh *mesh;
    must(wend_mesh_build(&def, &mesh, NULL));
    return mesh;
}

static wend_mesh *generated(mesh_world *w)
{
    const uint32_t kind = mesh_world_below(w, GEN_MESH_KINDS);
    gen_mesh gen = gen_mesh_make((gen_mesh_kind)kind, w->seed, 6);
    wend_mesh *mesh = gen_mesh_build(&gen, NULL);
    gen_mesh_free(&gen);
    if (mesh == NULL) {
        abort();
    }
    return mesh;
}

void mesh_world_edit(mesh_world *w)
{
    for (wend_node p = 0; p < wend_mesh_polygon_count(w->mesh); ++p) {
        const uint32_t what = mesh_world_below(w, 20);
        must(wend_mesh_set_open(w->mesh, p, what != 0));
        must(wend_mesh_set_flags(w->mesh, p, what == 1 ? 4 : what == 2 ? 0 : 1));
        must(wend_mesh_set_area(w->mesh, p, what == 3 ? 7 : 0));
    }
}

void mesh_world_on(mesh_world *w, wend_mesh *mesh, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->scale = 1;
    w->mesh = mesh;
    w->def = wend_mesh_space_def_default();
    w->def.mesh = mesh;
    must(wend_mesh_space_create(&w->def, &w->space));
    must(wend_mesh_search_create(w->space, NULL, &w->search));
    w->surface = surface_make(&w->def);
}

static void set_filter(mesh_world *w)
{
    for (uint32_t i = 0; i < WEND_MESH_AREAS; ++i) {
        w->factors[i] = 1;
    }
    w->factors[7] = (double)INFINITY;
    w->def.factors = w->factors;
    w->def.flags_required = mesh_world_below(w, 2);
    w->def.flags_refused = mesh_world_below(w, 2) * 4;
    mesh_world_edit(w);
}

void mesh_world_make(mesh_world *w, uint64_t seed)
{
    static const double scales[] = {1, 1, 1, 9.5367431640625e-7, 1e-6, 4194304, 0.3};
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->mesh = mesh_world_below(w, 4) == 0 ? triangulated(w) : generated(w);
    const uint32_t shape = mesh_world_below(w, 3);
    w->scale = scales[mesh_world_below(w, sizeof scales / sizeof scales[0])];
    if (shape != 0) {
        const wend_vec2 origin = {mesh_world_below(w, 60) * -1.0, mesh_world_below(w, 60) * -1.0};
        remake(w, shape == 1 ? 0 : 15, origin);
    } else {
        w->scale = 1;
    }
    w->def = wend_mesh_space_def_default();
    w->def.mesh = w->mesh;
    if (mesh_world_below(w, 2) == 0) {
        set_filter(w);
    }
    must(wend_mesh_space_create(&w->def, &w->space));
    must(wend_mesh_search_create(w->space, NULL, &w->search));
    w->surface = surface_make(&w->def);
}

void mesh_world_free(mesh_world *w)
{
    wend_mesh_search_destroy(w->search);
    wend_mesh_space_destroy(w->space);
    wend_mesh_destroy(w->mesh);
    surface_free(&w->surface);
}

void mesh_world_follow(mesh_world *w)
{
    must(wend_mesh_space_update(w->space));
    surface_free(&w->surface);
    w->surface = surface_make(&w->def);
}

/* ---- locations ---- */

static bool is_inside(const mesh_world *w, wend_mesh_polygon p, wend_vec2 at)
{
    for (uint32_t i = 0; i < p.count; ++i) {
        const wend_vec2 a = w->surface.points[p.first_corner + i];
        const wend_vec2 b = w->surface.points[p.first_corner + (i + 1) % p.count];
        if (wendi_orient(a, b, at) < 0) {
            return false;
        }
    }
    return true;
}

wend_mesh_location mesh_world_place(mesh_world *w)
{
    const wend_node polygon = mesh_world_below(w, w->surface.polygon_count);
    const wend_mesh_polygon p = wend_mesh_get_polygon(w->mesh, polygon);
    const uint32_t i = mesh_world_below(w, p.count);
    const wend_vec2 *corners = w->surface.points + p.first_corner;
    const uint32_t kind = mesh_world_below(w, 6);
    wend_vec2 at = corners[i];
    if (kind > 0) {
        at = wend_vec2_lerp(at, corners[(i + 1) % p.count], mesh_world_below(w, 9) / 8.0);
    }
    if (kind > 1) {
        const uint32_t k = (i + 2 + mesh_world_below(w, p.count - 2)) % p.count;
        at = wend_vec2_lerp(at, corners[k], mesh_world_below(w, 9) / 8.0);
    }
    at = is_inside(w, p, at) ? at : corners[i];
    wend_mesh_location place = wend_mesh_location_at(at.x, at.y, 0);
    place.z = wend_mesh_height(w->mesh, polygon, at.x, at.y);
    place.polygon = polygon;
    if (!wend_mesh_has_floors(w->mesh) && mesh_world_below(w, 4) == 0) {
        place.polygon = wend_mesh_locate(w->mesh, at.x, at.y, place.z);
    }
    return place;
}

uint32_t mesh_world_add(mesh_world *w, wend_mesh_location place)
{
    return surface_add_place(&w->surface, (wend_vec2){place.x, place.y}, place.polygon);
}

void mesh_world_link(mesh_world *w, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        static const double costs[] = {0, 0.001, 1, 1.5, 20};
        wend_mesh_link link = wend_mesh_link_default();
        wend_mesh_link_id id;
        link.from = mesh_world_place(w);
        link.to = mesh_world_place(w);
        link.cost = costs[mesh_world_below(w, 5)] * 10 * w->scale;
        link.is_two_way = mesh_world_below(w, 2) == 0;
        link.is_open = mesh_world_below(w, 6) != 0;
        link.flags = mesh_world_below(w, 5) == 0 ? 4 : 1;
        must(wend_mesh_add_link(w->mesh, &link, &id, NULL));
    }
}

void mesh_world_begin(mesh_world *w)
{
    wend_mesh_link_id ids[SURFACE_PLACES];
    size_t count;
    surface_clear(&w->surface);
    must(wend_mesh_list_links(w->mesh, ids, SURFACE_PLACES, &count));
    for (size_t i = 0; i < count; ++i) {
        wend_mesh_link link = wend_mesh_link_default();
        must(wend_mesh_get_link(w->mesh, ids[i], &link));
        const bool is_open = link.is_open && (link.flags & w->def.flags_refused) == 0 &&
                             (link.flags & w->def.flags_required) == w->def.flags_required &&
                             w->surface.factors[link.from.polygon] > 0 &&
                             w->surface.factors[link.to.polygon] > 0;
        const uint32_t from = mesh_world_add(w, link.from);
        const uint32_t to = mesh_world_add(w, link.to);
        if (is_open) {
            surface_add_link(&w->surface, from, to, link.cost);
        }
        if (is_open && link.is_two_way) {
            surface_add_link(&w->surface, to, from, link.cost);
        }
    }
}

bool mesh_world_is_near(double a, double b)
{
    const double size = a > b ? a : b;
    return (a >= (double)INFINITY && b >= (double)INFINITY) || fabs(a - b) <= 1e-9 * size;
}

enum { CANDIDATES = 24 };

/* All polygons that a point may lie in, as locations. @return their number. */
static uint32_t candidates(mesh_world *w, wend_vec2 at)
{
    const uint32_t before = w->surface.place_count;
    for (wend_node p = 0; p < w->surface.polygon_count; ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(w->mesh, p);
        if (w->surface.place_count < before + CANDIDATES && w->surface.factors[p] > 0 &&
            is_inside(w, polygon, at)) {
            (void)surface_add_place(&w->surface, at, p);
        }
    }
    return w->surface.place_count - before;
}

/* Marks the locations behind the first `begin` ones with a path as short as the straight line,
 * paths along corners included. */
static void mark_straight(mesh_world *w, uint32_t begin, bool *is_seen)
{
    memset(is_seen, 0, CANDIDATES * sizeof *is_seen);
    for (uint32_t b = 0; b < begin; ++b) {
        surface_dijkstra(&w->surface, b);
        for (uint32_t k = begin; k < w->surface.place_count; ++k) {
            const double straight =
                wend_vec2_distance(w->surface.places[b].at, w->surface.places[k].at);
            const bool is_straight = surface_length(&w->surface, k) <= straight * (1 + 1e-13);
            is_seen[k - begin] = is_seen[k - begin] || is_straight;
        }
    }
}

bool mesh_world_can_go(mesh_world *w, wend_mesh_location start, const wend_vec2 *points,
                       size_t count)
{
    surface_clear(&w->surface);
    (void)mesh_world_add(w, start);
    for (size_t i = 1; i < count && w->surface.place_count > 0; ++i) {
        bool is_seen[CANDIDATES];
        const uint32_t begin = w->surface.place_count;
        const uint32_t found = candidates(w, points[i]);
        mark_straight(w, begin, is_seen);
        uint32_t kept = 0;
        for (uint32_t k = 0; k < found; ++k) {
            if (is_seen[k]) {
                w->surface.places[kept++] = w->surface.places[begin + k];
            }
        }
        w->surface.place_count = kept;
    }
    return w->surface.place_count > 0;
}
