/* Measures tiles of meshes.
 * Cost: the updates of a space, up to some ten milliseconds for each of 60 tiles. */
#include "mesh/tiles.h"
#include "wend/mesh_search.h"
#include "wend/mesh_tiles.h"
#include "yardstick/yardstick.h"

#include <math.h>
#include <stdlib.h>

enum { ACROSS = 16, UPDATES_MOST = 60 };

typedef struct tile_stage {
    const wend_mesh *whole;
    wend_mesh_cut *cut;
    wend_mesh *mesh;
    wend_mesh_space *spaces[2];    /* of the whole mesh, and of the tiles */
    wend_mesh_search *searches[2]; /* likewise */
    double *add_us, *drop_us;      /* [count] */
    double update_us[UPDATES_MOST];
    size_t count, updates;
} tile_stage;

static double since(uint64_t before)
{
    return (double)(wend_clock_ns() - before) / 1e3;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

static double median(double *us, size_t count)
{
    qsort(us, count, sizeof *us, compare);
    return count > 0 ? us[count / 2] : (double)NAN;
}

static bool make_search(tile_stage *s, size_t k, const wend_mesh *mesh)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    return wend_mesh_space_create(&def, &s->spaces[k]) == WEND_OK &&
           wend_mesh_search_create(s->spaces[k], NULL, &s->searches[k]) == WEND_OK;
}

static bool begin(tile_stage *s)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(s->whole, &low, &high);
    const double size = fmax(1, (high.x - low.x) / (double)ACROSS);
    if (wend_mesh_cut_create(s->whole, size, NULL, &s->cut, NULL) != WEND_OK) {
        return false;
    }
    s->count = wend_mesh_cut_count(s->cut);
    s->add_us = calloc(s->count + 1, sizeof *s->add_us);
    s->drop_us = calloc(s->count + 1, sizeof *s->drop_us);
    wend_mesh_tiles_def def = wend_mesh_cut_def(s->cut);
    def.max_tiles = (uint32_t)s->count;
    bool holds = s->add_us != NULL && s->drop_us != NULL && s->count > 0 &&
                 wend_mesh_create_tiles(&def, &s->mesh) == WEND_OK;
    for (size_t i = 0; i < s->count && holds; i++) {
        size_t size_of_tile = 0;
        const uint8_t *bytes = wend_mesh_cut_tile(s->cut, i, &size_of_tile);
        holds = wend_mesh_add_tile(s->mesh, bytes, size_of_tile, NULL) == WEND_OK;
    }
    return holds && make_search(s, 0, s->whole) && make_search(s, 1, s->mesh);
}

static void end(tile_stage *s)
{
    for (size_t k = 0; k < 2; k++) {
        wend_mesh_search_destroy(s->searches[k]);
        wend_mesh_space_destroy(s->spaces[k]);
    }
    wend_mesh_destroy(s->mesh);
    wend_mesh_cut_destroy(s->cut);
    free(s->add_us);
    free(s->drop_us);
}

static bool drop_and_add(tile_stage *s, size_t i)
{
    size_t size = 0;
    wend_mesh_tile_info info;
    const uint8_t *bytes = wend_mesh_cut_tile(s->cut, i, &size);
    bool holds = wend_mesh_tile_read_info(bytes, size, &info, NULL) == WEND_OK;
    uint64_t before = wend_clock_ns();
    holds = holds && wend_mesh_drop_tile(s->mesh, info.id) == WEND_OK;
    s->drop_us[i] = since(before);
    before = wend_clock_ns();
    holds = holds && wend_mesh_add_tile(s->mesh, bytes, size, NULL) == WEND_OK;
    s->add_us[i] = since(before);
    if (s->updates < (size_t)UPDATES_MOST && holds) {
        before = wend_clock_ns();
        holds = wend_mesh_space_update(s->spaces[1]) == WEND_OK;
        s->update_us[s->updates++] = since(before);
    }
    return holds;
}

/* The length of a path; -1: there is none. */
static double length_of(tile_stage *s, size_t k, const wend_mesh_location *from,
                        const wend_mesh_location *to, double *us)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    /* By position: the tiles have polygons of other numbers. */
    query.start = wend_mesh_location_at(from->x, from->y, from->z);
    query.goal = wend_mesh_location_at(to->x, to->y, to->z);
    const uint64_t before = wend_clock_ns();
    const wend_result result = wend_mesh_search_find(s->searches[k], &query);
    *us += since(before);
    wend_mesh_search_get_answer(s->searches[k], &answer);
    return result == WEND_OK ? answer.length : -1;
}

static void ask(tile_stage *s, size_t queries, mesh_tile_row *row)
{
    double us[2] = {0, 0};
    for (uint64_t i = 0; i < queries; i++) {
        wend_mesh_location from;
        wend_mesh_location to;
        if (wend_mesh_random_location(s->whole, 1, i, 0, &from) != WEND_OK ||
            wend_mesh_random_location(s->whole, 2, i, 0, &to) != WEND_OK) {
            continue;
        }
        const double whole = length_of(s, 0, &from, &to, &us[0]);
        const double tiled = length_of(s, 1, &from, &to, &us[1]);
        row->queries++;
        row->wrong += whole < tiled || whole > tiled ? 1 : 0;
    }
    row->query_ratio = us[1] / us[0];
}

bool mesh_tiles_measure(const wend_mesh *mesh, size_t queries, mesh_tile_row *row)
{
    tile_stage s = {.whole = mesh};
    bool holds = begin(&s);
    for (size_t i = 0; i < s.count && holds; i++) {
        holds = drop_and_add(&s, i);
    }
    *row = (mesh_tile_row){.polygons = wend_mesh_polygon_count(mesh), .tiles = s.count};
    if (holds && wend_mesh_space_update(s.spaces[1]) == WEND_OK) {
        row->add_us = median(s.add_us, s.count);
        row->drop_us = median(s.drop_us, s.count);
        row->update_us = median(s.update_us, s.updates);
        row->memory = (double)wend_mesh_memory_bytes(s.mesh) / (double)wend_mesh_memory_bytes(mesh);
        ask(&s, queries, row);
    }
    end(&s);
    return holds && row->queries > 0;
}
