/* Two armies in a castle: an influence map spreads their strength along open ground, finds the front line,
 * and names the cell from which an attack is best: near the enemy, where it is weak and the own side strong. */
#include "wend/io.h"

#include <stdio.h>

enum { WIDTH = 48, HEIGHT = 24 };

static wend_grid *make_castle(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = WIDTH;
    def.height = HEIGHT;
    wend_grid_create(&def, &grid);
    wend_grid_fill(grid, 0, 24, 0, 1, HEIGHT, WEND_COST_WALL); /* a wall with two gates */
    wend_grid_fill(grid, 0, 24, 4, 1, 3, 1);
    wend_grid_fill(grid, 0, 24, 17, 1, 3, 1);
    wend_grid_fill(grid, 0, 32, 8, 8, 8, WEND_COST_WALL); /* the keep */
    return grid;
}

static void add_army(wend_influence *map, uint32_t side, double x, double y, int count)
{
    wend_influence_id id;
    wend_influence_source unit = wend_influence_source_default();
    unit.side = side;
    unit.radius = 14;
    for (int i = 0; i < count; i++) {
        const int column = i % 3, row = i / 3;
        unit.position = (wend_vec2){x + column, y + row};
        wend_influence_add(map, &unit, &id);
    }
}

static bool draw(const wend_grid *grid, const wend_influence *map, wend_vec2 best, const char *file)
{
    wend_picture_def def = wend_picture_def_default();
    wend_grid_bounds(grid, &def.low, &def.high);
    wend_picture *picture = NULL;
    wend_picture_create(&def, &picture); /* NULL in a build without PNG */
    const wend_draw brush = wend_picture_draw(picture);
    wend_grid_draw(grid, 0, &brush);
    wend_influence_draw(map, NULL, &brush);
    if (brush.circle != NULL) {
        brush.circle(brush.context, best, 0, WEND_MEANING_GOAL, 0);
    }
    const bool is_good = picture == NULL || wend_picture_save_file(picture, file, NULL) == WEND_OK;
    wend_picture_destroy(picture);
    return is_good;
}

int main(int argc, char **argv)
{
    wend_grid *grid = make_castle();
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map = NULL;
    def.grid = grid;
    if (wend_influence_create(&def, &map) != WEND_OK) {
        return 1;
    }
    add_army(map, 0, 10, 4, 9);
    add_army(map, 0, 14, 18, 5);
    add_army(map, 1, 29, 4, 7);
    add_army(map, 1, 34, 19, 7);
    wend_influence_update(map, NULL);

    wend_influence_cell front[WIDTH * HEIGHT], best;
    size_t count = 0;
    wend_influence_list_front(map, NULL, NULL, front, WIDTH * HEIGHT, &count);
    printf("the front line has %zu cells\n", count);

    /* Held ground counts once, ground where both sides are strong twice. */
    wend_influence_term terms[2] = {{map, wend_influence_measure_default(), 1},
                                    {map, wend_influence_measure_default(), 2}};
    terms[1].measure.kind = WEND_INFLUENCE_VULNERABILITY;
    const bool has_best = wend_influence_best(terms, 2, NULL, &best);
    printf("attack from %d,%d\n", (int)best.x, (int)best.y);
    const bool is_good = has_best && count > 0 &&
                         draw(grid, map, best.position, argc > 1 ? argv[1] : "front_line.png");
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
    return is_good ? 0 : 1;
}
