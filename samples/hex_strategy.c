/* A strategy map of hexes. Three kinds of units pay different points for the same terrain: each is
 * a movement class of one grid. For each unit the program prints the area of one turn and the path
 * to its goal, then the hexes that the cavalry sees: sight is a class as well, in which forests and
 * mountains are walls. Its turn is also drawn: hex_strategy [PICTURE.png]. */
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 28, HEIGHT = 12, KINDS = 5, NO = 99, SIGHT = 3, SIGHT_RADIUS = 6 };

static const char LETTERS[] = ".fhm~"; /* grass, forest, hills, mountains, water */

/* Every other row lies half a hex to the right (WEND_HEX_ODD_ROWS). */
static const char MAP[] = "....ff......mm......~~~~...."
                          "...fff.....mmm.....~~~......"
                          "..ffff....hmm......~~~......"
                          "...ff.....hmmh.....~~....ff."
                          ".........hhmh.....~~~...fff."
                          "......f...hmm....~~~~...ff.."
                          ".....ff....mm....~~~........"
                          "...........hh...~~~....hh..."
                          "..hh......hh....~~....hmmh.."
                          ".hmmh..........~~.....hmm..."
                          "..hh....ff...~~~~......h...."
                          ".......fff..~~~.............";

typedef struct unit {
    const char *name;
    char letter;
    uint32_t points[KINDS]; /* for a hex of each kind */
    uint32_t points_a_turn;
    int32_t x, y, goal_x, goal_y;
} unit;

static const unit UNITS[] = {
    {"infantry", 'I', {1, 2, 2, 3, NO}, 5, 3, 6, 15, 4},
    {"cavalry", 'C', {1, 3, 2, NO, NO}, 8, 6, 4, 15, 2},
    {"ship", 'S', {NO, NO, NO, NO, 1}, 6, 14, 10, 22, 0},
};
static const uint32_t SIGHT_POINTS[KINDS] = {1, NO, 1, NO, 1}; /* forests and mountains hide */

/* Points -> a table by kind -> a cost for each hex -> one class of the grid. */
static wend_result set_class(wend_grid *grid, uint32_t movement_class, const uint32_t *points)
{
    uint8_t kinds[WIDTH * HEIGHT], table[KINDS], costs[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        kinds[i] = (uint8_t)(strchr(LETTERS, MAP[i]) - LETTERS);
    }
    wend_terrain_table_from_points(points, KINDS, NO, 1, table);
    wend_terrain_apply_table(kinds, WIDTH * HEIGHT, table, KINDS, costs);
    return wend_grid_set_costs(grid, movement_class, 0, 0, WIDTH, HEIGHT, costs, WIDTH);
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.neighbours = WEND_NEIGHBOURS_6;
    def.class_count = SIGHT + 1;
    wend_grid *grid = NULL;
    wend_grid_create(&def, &grid);
    for (uint32_t i = 0; i < SIGHT; i++) {
        set_class(grid, i, UNITS[i].points);
    }
    set_class(grid, SIGHT, SIGHT_POINTS);
    return grid;
}

/* Rows of letters, every other one moved by half a hex, as the hexes lie. */
static void print_map(const char *letters)
{
    for (int y = 0; y < HEIGHT; y++) {
        printf("%s", y % 2 == 1 ? " " : "");
        for (int x = 0; x < WIDTH; x++) {
            printf("%c%c", letters[y * WIDTH + x], x < WIDTH - 1 ? ' ' : '\n');
        }
    }
}

/* Draws the area in the picture and as '+', the path as '*'. @return true if a path exists. */
static bool show_unit(const wend_grid *grid, uint32_t movement_class, const wend_draw *brush)
{
    const unit *u = &UNITS[movement_class];
    char letters[WIDTH * HEIGHT];
    wend_node nodes[WIDTH * HEIGHT];
    size_t area = 0, steps = 0;
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    def.movement_class = movement_class;
    wend_search *search = NULL;
    wend_path *path = NULL;
    wend_search_create(&def, &search);
    wend_path_create(NULL, &path);
    memcpy(letters, MAP, sizeof letters);
    /* steps between hexes are 1 long: costs are points */
    wend_search_query query = wend_search_query_default();
    query.start = wend_grid_node(grid, u->x, u->y);
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = u->points_a_turn * WEND_COST_ONE;
    wend_search_find(search, &query);
    wend_search_visited(search, nodes, WIDTH * HEIGHT, &area);
    for (size_t i = 0; i < area; i++) {
        letters[nodes[i]] = '+';
        const wend_cost cost = wend_search_cost_to(search, nodes[i]) / u->points_a_turn;
        wend_grid_draw_cell(grid, nodes[i], brush, WEND_MEANING_REACH, wend_cost_to_double(cost));
    }
    query.goal_kind = WEND_GOAL_NODE;
    query.goal = wend_grid_node(grid, u->goal_x, u->goal_y);
    query.max_cost = WEND_COST_INFINITE;
    const wend_result result = wend_search_find(search, &query);
    wend_path_from_search(path, search);
    wend_path_draw(path, 0, brush);
    wend_path_cells(path, wend_search_space(search), nodes, WIDTH * HEIGHT, &steps);
    for (size_t i = 0; i < steps; i++) {
        letters[nodes[i]] = i == 0 ? u->letter : '*';
    }
    printf("%s: %zu hexes within %u points; %g points to the goal\n", u->name, area,
           (unsigned)u->points_a_turn, wend_cost_to_double(wend_path_cost(path)));
    print_map(letters);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result == WEND_OK;
}

int main(int argc, char **argv)
{
    wend_grid *grid = make_grid();
    wend_picture_def def = wend_picture_def_default();
    wend_grid_bounds(grid, &def.low, &def.high);
    wend_picture *picture = NULL;
    wend_picture_create(&def, &picture); /* NULL in a build without PNG: nothing is drawn then */
    const wend_draw brush = wend_picture_draw(picture);
    const wend_draw none = {0};
    wend_grid_draw(grid, 1, &brush);
    bool is_good =
        show_unit(grid, 0, &none) && show_unit(grid, 1, &brush) && show_unit(grid, 2, &none);
    wend_node seen[WIDTH * HEIGHT];
    size_t count = 0;
    wend_grid_field_of_view(grid, SIGHT, wend_grid_node(grid, UNITS[1].x, UNITS[1].y), SIGHT_RADIUS,
                            seen, WIDTH * HEIGHT, &count);
    printf("the cavalry sees %zu of 127 hexes around it\n", count);
    const char *file = argc > 1 ? argv[1] : "hex_strategy.png";
    is_good &= picture == NULL || wend_picture_save_file(picture, file, NULL) == WEND_OK;
    wend_picture_destroy(picture);
    wend_grid_destroy(grid);
    return is_good && count > 1 ? 0 : 1;
}
