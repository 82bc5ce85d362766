/* One mesh for agents of all sizes. A level of plain triangles (a yard, a house on it with a door
 * of 1.5 metres) is baked with radius 0; then a mouse, a man and a giant query a path into the
 * house on this one mesh, each with its own radius. */
#include "wend/bake.h"
#include "wend/mesh_search.h"

#include <stdio.h>

enum { POINTS_MOST = 64, INDICES_MOST = 256 };

typedef struct level {
    wend_vec3 points[POINTS_MOST];
    uint32_t indices[INDICES_MOST];
    size_t point_count, index_count;
} level;

static void add_quad(level *l, wend_vec3 a, wend_vec3 b, wend_vec3 c, wend_vec3 d)
{
    const uint32_t first = (uint32_t)l->point_count;
    const uint32_t order[] = {0, 1, 2, 0, 2, 3};
    l->points[l->point_count++] = a;
    l->points[l->point_count++] = b;
    l->points[l->point_count++] = c;
    l->points[l->point_count++] = d;
    for (size_t k = 0; k < 6; k++) {
        l->indices[l->index_count++] = first + order[k];
    }
}

/* A wall as thick as a voxel, three metres high. Its top is ground too, but an island that is too
 * small to keep. */
static void add_wall(level *l, double x0, double y0, double x1, double y1)
{
    add_quad(l, (wend_vec3){x0, y0, 0}, (wend_vec3){x1, y1, 0}, (wend_vec3){x1, y1, 3},
             (wend_vec3){x0, y0, 3});
}

static void build(level *l)
{
    add_quad(l, (wend_vec3){0, 0, 0}, (wend_vec3){40, 0, 0}, (wend_vec3){40, 40, 0},
             (wend_vec3){0, 40, 0});
    add_wall(l, 15, 15, 15, 30); /* the house */
    add_wall(l, 15, 30, 30, 30);
    add_wall(l, 30, 30, 30, 15);
    add_wall(l, 15, 15, 22, 15); /* and its front, with the door */
    add_wall(l, 23.5, 15, 30, 15);
}

static wend_result ask(const wend_mesh_space *space, const char *who, double radius)
{
    wend_mesh_search *search = NULL;
    wend_mesh_search_answer answer;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(35, 35, 0);
    query.goal = wend_mesh_location_at(22, 22, 0);
    query.radius = radius;
    wend_result result = wend_mesh_search_create(space, NULL, &search);
    if (result == WEND_OK) {
        result = wend_mesh_search_find(search, &query);
        wend_mesh_search_get_answer(search, &answer);
        printf("%-6s of radius %.1f: %s", who, radius, wend_result_text(result));
        if (result == WEND_OK) {
            printf(", %.2f metres", answer.length);
        }
        printf("\n");
    }
    wend_mesh_search_destroy(search);
    return result;
}

/* In a game: a tile a frame, or as many as there is time for. */
static wend_result bake_bit_by_bit(const wend_bake_def *def, wend_mesh **mesh)
{
    wend_bake *bake = NULL;
    wend_bake_report report;
    uint32_t done = 0, all = 0, frames = 1;
    wend_result result = wend_bake_start(def, &bake);
    for (wend_budget budget = wend_budget_steps(2); result == WEND_OK; frames++) {
        result = wend_bake_run(bake, &budget);
        if (result != WEND_IN_PROGRESS) {
            break;
        }
        result = WEND_OK;
        budget = wend_budget_steps(2);
    }
    wend_bake_progress(bake, &done, &all);
    if (result == WEND_OK) {
        result = wend_bake_finish(bake, mesh, &report);
        printf("%u of %u tiles in %u frames: %llu polygons, %llu edges joined\n", (unsigned)done,
               (unsigned)all, (unsigned)frames, (unsigned long long)report.polygon_count,
               (unsigned long long)report.joined_edges);
    }
    wend_bake_destroy(bake);
    return result;
}

int main(void)
{
    level l = {.point_count = 0};
    wend_message message = {0};
    wend_mesh *mesh = NULL;
    wend_mesh_space *space = NULL;
    build(&l);
    wend_bake_def def = wend_bake_def_default();
    def.points = l.points;
    def.point_count = l.point_count;
    def.corners = l.indices;
    def.triangle_count = l.index_count / 3;
    def.tile_cells = 64;
    def.min_island_cells = 400;
    def.message = &message;
    wend_result result = bake_bit_by_bit(&def, &mesh);
    if (result == WEND_OK) {
        wend_mesh_space_def space_def = wend_mesh_space_def_default();
        space_def.mesh = mesh;
        result = wend_mesh_space_create(&space_def, &space);
    }
    bool is_as_expected = result == WEND_OK && ask(space, "mouse", 0) == WEND_OK &&
                          ask(space, "man", 0.4) == WEND_OK &&
                          ask(space, "giant", 1.5) == WEND_NO_PATH;
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    if (!is_as_expected) {
        printf("%s %s\n", wend_result_text(result), message.text);
    }
    return is_as_expected ? 0 : 1;
}
