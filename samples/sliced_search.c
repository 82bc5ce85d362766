/* A search in slices: a number of steps each frame, drawn as it grows. The answer is the same for
 * every size of slice. Run it with a number to change the steps of a slice. */
#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 72, HEIGHT = 18 };

/* The terminal as a drawing board: wend draws itself through these callbacks. */
typedef struct board {
    char cells[HEIGHT][WIDTH + 1];
} board;

static char glyph(wend_meaning meaning)
{
    static const char GLYPHS[WEND_MEANING_COUNT] = {
        [WEND_MEANING_GROUND] = ' ',   [WEND_MEANING_WALL] = '#', [WEND_MEANING_SEARCHED] = '.',
        [WEND_MEANING_FRONTIER] = 'o', [WEND_MEANING_PATH] = '*', [WEND_MEANING_START] = 'S',
        [WEND_MEANING_GOAL] = 'G'};
    return GLYPHS[meaning];
}

static void put(board *b, double x, double y, wend_meaning meaning)
{
    const int column = (int)x;
    const int row = (int)y;
    if (column < 0 || column >= WIDTH || row < 0 || row >= HEIGHT || glyph(meaning) == '\0') {
        return;
    }
    char *cell = &b->cells[row][column];
    if (*cell != 'S' && *cell != 'G') { /* the path does not hide its ends */
        *cell = glyph(meaning);
    }
}

static void draw_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                       double value)
{
    (void)value;
    for (int y = (int)low.y; y < (int)high.y; y++) {
        for (int x = (int)low.x; x < (int)high.x; x++) {
            put(context, x, y, meaning);
        }
    }
}

static void draw_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    const int columns = abs((int)to.x - (int)from.x);
    const int rows = abs((int)to.y - (int)from.y);
    const int steps = columns > rows ? columns : rows;
    (void)value;
    for (int i = 0; i <= steps; i++) {
        const wend_vec2 point = wend_vec2_lerp(from, to, steps > 0 ? (double)i / steps : 0.0);
        put(context, point.x, point.y, meaning);
    }
}

static void draw_mark(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                      double value)
{
    (void)radius;
    (void)value;
    put(context, centre.x, centre.y, meaning);
}

static void show(const wend_grid *grid, const wend_search *search, const wend_path *path)
{
    board b;
    const wend_draw draw = {
        .cells = draw_cells, .line = draw_line, .circle = draw_mark, .context = &b};
    memset(&b, 0, sizeof b);
    wend_grid_draw(grid, 0, &draw);
    wend_search_draw(search, &draw);
    wend_path_draw(path, 0, &draw);
    for (int y = 0; y < HEIGHT; y++) {
        puts(b.cells[y]);
    }
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) == WEND_OK) {
        wend_grid_fill(grid, 0, 24, 3, 2, HEIGHT - 3, WEND_COST_WALL);
        wend_grid_fill(grid, 0, 46, 0, 2, HEIGHT - 4, WEND_COST_WALL);
    }
    return grid;
}

int main(int argc, char **argv)
{
    const uint64_t steps = argc > 1 ? strtoull(argv[1], NULL, 10) : 150;
    wend_grid *grid = make_grid();
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = NULL;
    wend_path *path = NULL;
    if (steps == 0 || wend_search_create(&def, &search) != WEND_OK ||
        wend_path_create(NULL, &path) != WEND_OK) {
        fprintf(stderr, "usage: sliced_search [STEPS]\n");
        return 2;
    }
    wend_search_query query = wend_search_query_default();
    query.start = wend_grid_node(grid, 4, 14);
    query.goal = wend_grid_node(grid, 68, 3);
    query.method = WEND_METHOD_ASTAR;
    query.records_order = true; /* keeps the order of the cells for the drawing */

    wend_result result = wend_search_start(search, &query);
    if (result == WEND_OK) {
        result = WEND_IN_PROGRESS;
    }
    for (int slice = 1; result == WEND_IN_PROGRESS; slice++) {
        wend_budget budget = wend_budget_steps(steps); /* or wend_budget_ns: half a millisecond */
        result = wend_search_run(search, &budget);
        if (result == WEND_OK) {
            wend_path_from_search(path, search);
        }
        printf("slice %d: %s\n", slice, wend_result_text(result));
        show(grid, search, path);
    }

    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
    return result == WEND_OK ? 0 : 1;
}
