/* A program outside the project that uses both libraries. */
#include <wend/io.h>
#include <wend/wend.h>

#include <stdio.h>
#include <string.h>

static wend_result find_way(const wend_grid *grid, wend_cost *cost)
{
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_grid_node(grid, 0, 0);
        query.goal = wend_grid_node(grid, 3, 0);
        result = wend_search_find(search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        *cost = answer.cost;
    }
    wend_search_destroy(search);
    return result;
}

int main(void)
{
    static const char map[] = "type octile\nheight 2\nwidth 4\nmap\n..@.\n....\n";
    wend_grid *grid = NULL;
    wend_cost cost = 0;
    wend_result result =
        wend_map_load_grid_memory((const uint8_t *)map, strlen(map), NULL, &grid, NULL);
    if (result == WEND_OK) {
        result = find_way(grid, &cost);
    }
    wend_grid_destroy(grid);
    bool is_right = result == WEND_OK && cost == WEND_COST_DIAGONAL + 3 * WEND_COST_ONE;
    printf("wend %s: %s\n", wend_version(), is_right ? "ok" : wend_result_text(result));
    return is_right ? 0 : 1;
}
