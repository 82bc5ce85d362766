/* A walker crosses a world of tiles, of which some fit into memory: those near it are loaded, those it
 * leaves behind are dropped, and its path to the next gate is found over what is there. Prints what is
 * loaded at each gate. */
#include "wend/wend.h"

#include <stdio.h>

enum { SIDE = 8, TILES_MOST = 32 };

static const double TILE = 16;  /* metres */
static const double REACH = 24; /* tiles nearer than this are loaded */

/* A field of 128 by 128 m with 64 pillars. */
static wend_mesh *make_world(void)
{
    static wend_vec2 points[4 * (1 + SIDE * SIDE)] = {{0, 0}, {128, 0}, {128, 128}, {0, 128}};
    static uint32_t sizes[1 + SIDE * SIDE] = {4};
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int row = i / SIDE;
        const double x = 5 + TILE * (i % SIDE);
        const double y = 5 + TILE * row;
        const wend_vec2 pillar[4] = {{x, y}, {x + 6, y}, {x + 6, y + 6}, {x, y + 6}};
        for (int k = 0; k < 4; k++) {
            points[4 * (i + 1) + k] = pillar[k];
        }
        sizes[i + 1] = 4;
    }
    outlines.points = points;
    outlines.sizes = sizes;
    outlines.outline_count = 1 + SIDE * SIDE;
    wend_mesh *mesh = NULL;
    wend_mesh_build(&outlines, &mesh, NULL);
    return mesh;
}

/* True if the box of a tile is near. Polygons reach over the lines between tiles, so boxes count, not
 * names. */
static bool is_near(const wend_mesh_tile_info *tile, wend_vec2 at)
{
    return tile->low.x < at.x + REACH && tile->high.x > at.x - REACH &&
           tile->low.y < at.y + REACH && tile->high.y > at.y - REACH;
}

/* Drops tiles that are far, then adds those that are near. A game keeps a list of boxes, and reads the bytes
 * from its files. */
static void follow(wend_mesh *mesh, const wend_mesh_cut *cut, wend_vec2 at)
{
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < wend_mesh_cut_count(cut); i++) {
            size_t size = 0;
            wend_mesh_tile_info tile;
            const uint8_t *bytes = wend_mesh_cut_tile(cut, i, &size);
            wend_mesh_tile_read_info(bytes, size, &tile, NULL);
            const bool is_there = wend_mesh_has_tile(mesh, tile.id);
            if (pass == 0 && is_there && !is_near(&tile, at)) {
                wend_mesh_drop_tile(mesh, tile.id);
            } else if (pass == 1 && !is_there && is_near(&tile, at)) {
                wend_mesh_add_tile(mesh, bytes, size, NULL);
            }
        }
    }
}

int main(void)
{
    wend_mesh *world = make_world();
    wend_mesh_cut *cut = NULL;
    wend_mesh_cut_create(world, TILE, NULL, &cut, NULL);
    wend_mesh_destroy(world); /* the bytes are enough */
    wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    def.max_tiles = TILES_MOST;
    wend_mesh *mesh = NULL;
    wend_mesh_create_tiles(&def, &mesh);

    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = mesh;
    wend_mesh_space *space = NULL;
    wend_mesh_search *search = NULL;
    wend_mesh_space_create(&space_def, &space);
    wend_mesh_search_create(space, NULL, &search);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.radius = 0.5;
    wend_vec2 at = {2, 2};
    double walked = 0;
    for (int gate = 1; gate < SIDE; gate++) {
        const wend_vec2 next = {2 + TILE * gate, 2 + TILE * gate};
        follow(mesh, cut, at);
        wend_mesh_space_update(space); /* after edits, before searches */
        query.start = wend_mesh_location_at(at.x, at.y, 0);
        query.goal = wend_mesh_location_at(next.x, next.y, 0);
        wend_mesh_search_answer answer;
        wend_mesh_search_find(search, &query);
        wend_mesh_search_get_answer(search, &answer);
        size_t tiles = 0;
        wend_mesh_list_tiles(mesh, NULL, 0, &tiles);
        walked += answer.length;
        printf("gate %d: %s, %.2f m; %d of %d tiles are loaded\n", gate,
               wend_result_text(answer.result), answer.length, (int)tiles,
               (int)wend_mesh_cut_count(cut));
        at = next;
    }
    printf("walked %.2f m\n", walked);
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
    return 0;
}
