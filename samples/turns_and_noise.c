/* Two comparisons. The cost of turning changes the cheapest path: four agents with the same order
 * on the same map. With noise twenty agents with one order take different paths. Prints figures
 * and draws turns.png and noise.png, or the two files that are named. */
#include "wend/io.h"

#include <stdio.h>

enum { WIDTH = 40, HEIGHT = 14, CELLS = WIDTH * HEIGHT, AGENTS = 20, WEST = 6 };

/* The same pillars each time, but lower in the world, so that several fit into one picture. */
static wend_grid *make_grid(int panel, double part)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.origin.y = panel * (HEIGHT + 1);
    wend_grid *grid = NULL;
    wend_grid_create(&def, &grid);
    for (int i = 0; i < CELLS; i++) {
        const bool is_end = i % WIDTH < 4 || i % WIDTH >= WIDTH - 4;
        if (!is_end && wend_random_unit(29, (uint64_t)i, 0) < part) {
            wend_grid_set_cost(grid, 0, i % WIDTH, i / WIDTH, WEND_COST_WALL);
        }
    }
    return grid;
}

static wend_picture *make_picture(int panels)
{
    wend_picture_def def = wend_picture_def_default();
    def.low = (wend_vec2){0, 0};
    def.high = (wend_vec2){WIDTH, panels * (HEIGHT + 1) - 1};
    def.pixels_per_metre = 16;
    wend_picture *picture = NULL;
    wend_picture_create(&def, &picture); /* NULL in a build without PNG: nothing is drawn then */
    return picture;
}

static bool finish(wend_picture *picture, const char *file)
{
    const bool is_good = picture == NULL || wend_picture_save_file(picture, file, NULL) == WEND_OK;
    wend_picture_destroy(picture);
    return is_good;
}

/* Searches, draws, and marks the cells of the path. */
static wend_search_answer find(const wend_grid *grid, const wend_search_query *query,
                               uint32_t agent, const wend_draw *brush, bool *is_used)
{
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = NULL;
    wend_path *path = NULL;
    wend_node nodes[CELLS];
    size_t count = 0;
    wend_search_answer answer = {0};
    wend_search_create(&def, &search);
    wend_path_create(NULL, &path);
    wend_search_find(search, query);
    wend_search_get_answer(search, &answer);
    wend_path_from_search(path, search);
    wend_path_draw(path, agent, brush);
    wend_path_cells(path, wend_search_space(search), nodes, CELLS, &count);
    for (size_t i = 0; i < count; i++) {
        is_used[nodes[i]] = true;
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return answer;
}

static bool show_turns(const char *file)
{
    static const char *const NAMES[] = {"turning is free", "45 degrees cost 2",
                                        "fewest turns of the cheapest", "cannot turn on the spot"};
    wend_turning turnings[4];
    for (int i = 0; i < 4; i++) {
        turnings[i] = wend_turning_default();
        turnings[i].start_heading = WEST;
    }
    turnings[1].cost = 2 * WEND_COST_ONE;
    turnings[2].fewest_turns = true;
    turnings[3].max_parts = 1;
    turnings[3].goal_heading = WEST;
    wend_picture *picture = make_picture(4);
    const wend_draw brush = wend_picture_draw(picture);
    wend_search_answer answers[4];
    for (int i = 0; i < 4; i++) {
        wend_grid *grid = make_grid(i, 0.12);
        bool is_used[CELLS];
        wend_search_query query = wend_search_query_default();
        query.start = wend_grid_node(grid, 4, 11);
        query.goal = wend_grid_node(grid, WIDTH - 4, 2);
        query.turning = &turnings[i];
        wend_grid_draw(grid, 0, &brush);
        answers[i] = find(grid, &query, 0, &brush, is_used);
        printf("%-29s cost %5.2f, %2u turns\n", NAMES[i], wend_cost_to_double(answers[i].cost),
               (unsigned)answers[i].turns);
        wend_grid_destroy(grid);
    }
    return finish(picture, file) && answers[2].cost == answers[0].cost &&
           answers[2].turns <= answers[0].turns && answers[1].turns <= answers[2].turns &&
           answers[3].cost > answers[0].cost;
}

static bool show_noise(const char *file)
{
    wend_picture *picture = make_picture(2);
    const wend_draw brush = wend_picture_draw(picture);
    int used[2] = {0, 0};
    double dearest[2] = {0, 0};
    for (int panel = 0; panel < 2; panel++) {
        wend_grid *grid = make_grid(panel, 0.2);
        bool is_used[CELLS] = {false};
        wend_search_query query = wend_search_query_default();
        query.method = WEND_METHOD_ASTAR;
        query.start = wend_grid_node(grid, 1, 7);
        query.goal = wend_grid_node(grid, WIDTH - 2, 7);
        query.noise = panel * 0.3;
        wend_grid_draw(grid, 0, &brush);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            query.noise_seed = agent;
            const wend_search_answer answer = find(grid, &query, agent, &brush, is_used);
            const double cost = wend_cost_to_double(answer.cost);
            dearest[panel] = cost > dearest[panel] ? cost : dearest[panel];
        }
        for (int i = 0; i < CELLS; i++) {
            used[panel] += is_used[i];
        }
        printf("noise %.1f: %d agents walk on %3d cells, the dearest way costs %.2f\n", query.noise,
               AGENTS, used[panel], dearest[panel]);
        wend_grid_destroy(grid);
    }
    return finish(picture, file) && used[1] > 2 * used[0] && dearest[1] <= 1.3 * dearest[0];
}

int main(int argc, char **argv)
{
    const bool is_good = show_turns(argc > 2 ? argv[1] : "turns.png");
    return show_noise(argc > 2 ? argv[2] : "noise.png") && is_good ? 0 : 1;
}
