/* A base is built and torn down with stamps while a tank (a disc of 1.5 m) and a scout (a point)
 * have orders to its yard. Islands tell at once which of them can reach it, and the nearest
 * reachable cell otherwise. The tank uses the gate only while it is wide enough; space and islands
 * of the tank share one clearance. */
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

/* '#' makes a cell a wall, '1' paved ground; ' ' leaves it unchanged. */
static const char WALL[] = "####################"
                           "#                  #"
                           "#                   "
                           "#                   "
                           "#                   "
                           "#                  #"
                           "####################";
static const char HOUSE[] = "######"
                            "#1111 "
                            "######";

typedef struct party {
    double radius;
    wend_space *space;
    wend_search *search;
    wend_islands *islands;
} party;

static wend_stamp_id place(wend_grid *grid, const char *shape, int32_t x, int32_t y, int32_t width)
{
    uint8_t costs[256];
    for (size_t i = 0; i < strlen(shape); i++) {
        costs[i] = shape[i] == '#' ? WEND_COST_WALL : shape[i] == '1' ? 1 : 0;
    }
    wend_stamp_def def = wend_stamp_def_default();
    def.x = x;
    def.y = y;
    def.width = width;
    def.height = (int32_t)strlen(shape) / width;
    def.costs = costs;
    wend_stamp_id id;
    wend_grid_add_stamp(grid, &def, &id, NULL);
    return id;
}

/* The space closes the cells that the unit does not fit in; islands give reachability. */
static wend_result make_party(party *p, const wend_grid *grid, wend_clearance *clearance)
{
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    space_def.radius = p->radius;
    space_def.clearance = p->radius > 0 ? clearance : NULL;
    wend_space_create(&space_def, &p->space);
    wend_islands_def islands_def = wend_islands_def_default();
    islands_def.grid = grid;
    islands_def.radius = p->radius;
    islands_def.clearance = space_def.clearance;
    wend_islands_create(&islands_def, &p->islands);
    wend_search_def search_def = wend_search_def_default();
    search_def.space = p->space;
    return wend_search_create(&search_def, &p->search);
}

/* Orders a unit to the yard. @return true if it can reach the yard. */
static bool order(const wend_grid *grid, party *p)
{
    const wend_node yard = wend_grid_node(grid, 15, 6);
    wend_search_query query = wend_search_query_default();
    int32_t x, y;
    wend_space_update(p->space); /* repairs what the last stamps touched */
    wend_islands_update(p->islands);
    query.start = wend_grid_node(grid, 37, 9);
    const bool is_open = wend_islands_can_reach(p->islands, query.start, yard);
    wend_islands_nearest(p->islands, query.start, yard, &query.goal); /* the yard if it is open */
    wend_search_find(p->search, &query);
    wend_grid_cell(grid, query.goal, &x, &y);
    printf("  %-5s %s %d,%d, cost %.2f\n", p->radius > 0 ? "tank" : "scout",
           is_open ? "gets in, to" : "can get to", x, y,
           wend_cost_to_double(wend_search_cost_to(p->search, query.goal)));
    return is_open;
}

static bool step(const wend_grid *grid, party *p, const char *what, bool tank_in, bool scout_in)
{
    printf("%s\n", what);
    const bool tank_comes = order(grid, &p[0]);
    return order(grid, &p[1]) == scout_in && tank_comes == tank_in;
}

static bool draw(const wend_grid *grid, const party *parties, const char *file)
{
    wend_picture_def def = wend_picture_def_default();
    wend_grid_bounds(grid, &def.low, &def.high);
    wend_picture *picture = NULL;
    wend_path *path = NULL;
    wend_picture_create(&def, &picture); /* NULL in a build without PNG */
    const wend_draw brush = wend_picture_draw(picture);
    wend_path_create(NULL, &path);
    wend_grid_draw(grid, 0, &brush);
    for (uint32_t i = 0; i < 2; i++) {
        wend_path_from_search(path, parties[i].search);
        wend_path_draw(path, i, &brush);
    }
    const bool is_good = picture == NULL || wend_picture_save_file(picture, file, NULL) == WEND_OK;
    wend_path_destroy(path);
    wend_picture_destroy(picture);
    return is_good;
}

static bool build(wend_grid *grid, party *parties, const char *file)
{
    place(grid, WALL, 10, 2, 20);
    place(grid, HOUSE, 17, 2, 6);
    bool is_good = step(grid, parties, "a wall with a gate of 3 m, and a house", true, true);
    const wend_stamp_id gatehouse = place(grid, "#1#", 29, 4, 1);
    is_good &= step(grid, parties, "a gatehouse leaves 1 m of it", false, true);
    is_good &= draw(grid, parties, file);
    const wend_stamp_id barrier = place(grid, "#", 29, 5, 1);
    is_good &= step(grid, parties, "a barrier closes the rest", false, false);
    wend_grid_remove_stamp(grid, gatehouse); /* not the one placed last */
    is_good &= step(grid, parties, "the gatehouse is torn down, the barrier stands", false, true);
    wend_grid_remove_stamp(grid, barrier);
    return is_good & step(grid, parties, "the barrier too: all is as it was", true, true);
}

int main(int argc, char **argv)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = 40;
    def.height = 11;
    def.cost = 2; /* rough ground; houses are paved */
    wend_grid *grid = NULL;
    wend_clearance *clearance = NULL;
    wend_grid_create(&def, &grid);
    wend_clearance_def clearance_def = wend_clearance_def_default();
    clearance_def.grid = grid;
    wend_clearance_create(&clearance_def, &clearance);
    party parties[] = {{.radius = 1.5}, {.radius = 0.0}};
    const bool is_good = make_party(&parties[0], grid, clearance) == WEND_OK &&
                         make_party(&parties[1], grid, clearance) == WEND_OK &&
                         build(grid, parties, argc > 1 ? argv[1] : "base_building.png");
    for (int i = 0; i < 2; i++) {
        wend_search_destroy(parties[i].search);
        wend_islands_destroy(parties[i].islands);
        wend_space_destroy(parties[i].space);
    }
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
    return is_good ? 0 : 1;
}
