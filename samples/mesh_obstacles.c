/* Crates fall into a hall, and a path around them is asked for after each. The mesh is cut where they
 * lie, and is as before when the last one is gone. Prints the length of the path and the polygons. */
#include "wend/wend.h"

#include <stdio.h>

/* A hall of 20 by 10 m with a pillar. */
static wend_mesh *make_hall(void)
{
    static const wend_vec2 points[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10},
                                       {9, 4}, {11, 4}, {11, 6},  {9, 6}};
    static const uint32_t sizes[] = {4, 4};
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.points = points;
    outlines.sizes = sizes;
    outlines.outline_count = 2;
    wend_mesh *mesh = NULL;
    wend_mesh_build(&outlines, &mesh, NULL);
    return mesh;
}

static void ask(wend_mesh_space *space, wend_mesh_search *search, const char *when)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(1, 5, 0);
    query.goal = wend_mesh_location_at(19, 5, 0);
    wend_mesh_space_update(space); /* after edits of the mesh, before searches */
    const wend_result result = wend_mesh_search_find(search, &query);
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    if (result == WEND_OK) {
        printf("%-16s %.3f m\n", when, answer.length);
    } else {
        printf("%-16s no path\n", when);
    }
}

int main(void)
{
    wend_mesh *mesh = make_hall();
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = mesh;
    wend_mesh_space *space = NULL;
    wend_mesh_search *search = NULL;
    wend_mesh_space_create(&space_def, &space);
    wend_mesh_search_create(space, NULL, &search);
    const uint64_t hash = wend_mesh_hash(mesh);
    ask(space, search, "an empty hall:");

    wend_mesh_obstacle_def barrel = wend_mesh_obstacle_def_default();
    barrel.centre = (wend_vec2){5, 5};
    barrel.radius = 1;
    wend_mesh_obstacle_id barrel_id;
    wend_mesh_add_obstacle(mesh, &barrel, &barrel_id, NULL);
    ask(space, search, "a barrel:");

    /* A barricade across the whole hall, turned a little. */
    wend_mesh_obstacle_def barricade = wend_mesh_obstacle_def_default();
    barricade.shape = WEND_MESH_OBSTACLE_BOX;
    barricade.centre = (wend_vec2){15, 5};
    barricade.half_width = 0.25;
    barricade.half_depth = 6;
    barricade.angle = 0.1;
    wend_mesh_obstacle_id barricade_id;
    wend_mesh_add_obstacle(mesh, &barricade, &barricade_id, NULL);
    ask(space, search, "a barricade:");

    barricade.half_depth = 3; /* half of it is cleared away */
    wend_mesh_move_obstacle(mesh, barricade_id, &barricade, NULL);
    ask(space, search, "half of it:");

    wend_mesh_remove_obstacle(mesh, barricade_id);
    wend_mesh_remove_obstacle(mesh, barrel_id);
    ask(space, search, "all gone:");
    printf("the mesh is %s\n", wend_mesh_hash(mesh) == hash ? "as before" : "another one");

    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    return 0;
}
