/* Draws shapes of wend_draw as rows of characters.
 * Cost: linear in the cells that the shapes cover. */
#include "core/ascii.h"

#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ascii_canvas {
    const wend_grid *grid;
    bool is_hex, is_spread; /* is_spread: hexes lie as on the map */
    wend_hex_layout hex_layout;
    wend_vec2 origin;
    double cell_size;
    int32_t width, height;    /* cells */
    int32_t block_x, block_y; /* cells for one character */
    int32_t columns, rows;    /* characters */
    char *glyphs;             /* [rows][columns] */
    uint8_t *ranks;           /* [rows][columns]: how important the glyph is */
    uint32_t *walls;          /* [rows][columns]: wall cells in the block */
};

/* Order in which characters cover each other. */
static uint8_t rank_of(wend_meaning meaning)
{
    static const uint8_t RANKS[WEND_MEANING_COUNT] = {
        [WEND_MEANING_GROUND] = 1,   [WEND_MEANING_REACH] = 2, [WEND_MEANING_SEARCHED] = 2,
        [WEND_MEANING_FRONTIER] = 3, [WEND_MEANING_PATH] = 4,  [WEND_MEANING_GOAL] = 5,
        [WEND_MEANING_START] = 6,
    };
    return RANKS[meaning];
}

static char glyph_of(wend_meaning meaning, double value)
{
    static const char GLYPHS[WEND_MEANING_COUNT] = {
        [WEND_MEANING_REACH] = '~', [WEND_MEANING_SEARCHED] = '-', [WEND_MEANING_FRONTIER] = 'o',
        [WEND_MEANING_PATH] = '*',  [WEND_MEANING_GOAL] = 'G',     [WEND_MEANING_START] = 'S',
    };
    if (meaning != WEND_MEANING_GROUND) {
        return GLYPHS[meaning];
    }
    const int cost = (int)value;
    return cost <= 1 ? '.' : cost <= 9 ? (char)('0' + cost) : '+';
}

static void put(ascii_canvas *canvas, int32_t x, int32_t y, wend_meaning meaning, double value)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) {
        return;
    }
    const size_t at =
        (size_t)(y / canvas->block_y) * (size_t)canvas->columns + (size_t)(x / canvas->block_x);
    if (meaning == WEND_MEANING_WALL) {
        canvas->walls[at]++;
    } else if (rank_of(meaning) > 0 && rank_of(meaning) >= canvas->ranks[at]) {
        canvas->ranks[at] = rank_of(meaning);
        canvas->glyphs[at] = glyph_of(meaning, value);
    }
}

/* Cells along one axis; positions far outside are drawn in to just outside. */
static int32_t to_cell(double position, double origin, double cell_size)
{
    const double cell = floor((position - origin) / cell_size);
    return cell < -1.0                         ? -1
           : cell > (double)WEND_GRID_SIDE_MAX ? WEND_GRID_SIDE_MAX
                                               : (int32_t)cell;
}

static void draw_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                       double value)
{
    ascii_canvas *canvas = context;
    /* Corners lie on borders of cells: half a cell inwards is safe from rounding. */
    const double half = canvas->cell_size / 2;
    const int32_t x0 = to_cell(low.x + half, canvas->origin.x, canvas->cell_size);
    const int32_t y0 = to_cell(low.y + half, canvas->origin.y, canvas->cell_size);
    const int32_t x1 = to_cell(high.x - half, canvas->origin.x, canvas->cell_size);
    const int32_t y1 = to_cell(high.y - half, canvas->origin.y, canvas->cell_size);
    for (int32_t y = y0; y <= y1; y++) {
        for (int32_t x = x0; x <= x1; x++) {
            put(canvas, x, y, meaning, value);
        }
    }
}

static void put_at(ascii_canvas *canvas, wend_vec2 at, wend_meaning meaning, double value)
{
    int32_t x;
    int32_t y;
    if (wend_grid_cell(canvas->grid, wend_grid_node_at(canvas->grid, at), &x, &y)) {
        put(canvas, x, y, meaning, value);
    }
}

/* Polygons are hexes here, identified by their middle. */
static void draw_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                         double value)
{
    wend_vec2 sum = {0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        sum = wend_vec2_add(sum, points[i]);
    }
    put_at(context, wend_vec2_scale(sum, 1.0 / (double)count), meaning, value);
}

static void draw_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    ascii_canvas *canvas = context;
    const double dx = fabs(to.x - from.x) / canvas->cell_size;
    const double dy = fabs(to.y - from.y) / canvas->cell_size;
    /* Rows of hexes lie nearer to each other than the hexes of a row. */
    const double longer = (dx > dy ? dx : dy) * (canvas->is_hex ? 2.0 : 1.0);
    const int32_t steps = longer > 1e6 ? 1000000 : (int32_t)ceil(longer);
    for (int32_t i = 0; i <= steps; i++) {
        const double part = steps == 0 ? 0.0 : (double)i / steps;
        put_at(canvas, wend_vec2_lerp(from, to, part), meaning, value);
    }
}

static void draw_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                        double value)
{
    (void)radius;
    put_at(context, centre, meaning, value);
}

static void choose_scale(ascii_canvas *canvas, int32_t columns)
{
    canvas->is_spread = canvas->is_hex && 2 * canvas->width <= columns;
    canvas->block_x = (canvas->width + columns - 1) / columns;
    canvas->block_y = canvas->block_x == 1 ? 1 : 2 * canvas->block_x;
    canvas->columns = (canvas->width + canvas->block_x - 1) / canvas->block_x;
    canvas->rows = (canvas->height + canvas->block_y - 1) / canvas->block_y;
}

ascii_canvas *ascii_create(const wend_grid *grid, int32_t columns)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    ascii_canvas *canvas = calloc(1, sizeof *canvas);
    if (canvas == NULL) {
        return NULL;
    }
    canvas->grid = grid;
    canvas->is_hex = info.neighbours == WEND_NEIGHBOURS_6;
    canvas->hex_layout = info.hex_layout;
    canvas->origin = info.origin;
    canvas->cell_size = info.cell_size;
    canvas->width = info.width;
    canvas->height = info.height;
    choose_scale(canvas, columns);
    const size_t count = (size_t)canvas->columns * (size_t)canvas->rows;
    canvas->glyphs = calloc(count, 1);
    canvas->ranks = calloc(count, 1);
    canvas->walls = calloc(count, sizeof *canvas->walls);
    if (canvas->glyphs == NULL || canvas->ranks == NULL || canvas->walls == NULL) {
        ascii_destroy(canvas);
        return NULL;
    }
    return canvas;
}

void ascii_destroy(ascii_canvas *canvas)
{
    if (canvas != NULL) {
        free(canvas->glyphs);
        free(canvas->ranks);
        free(canvas->walls);
        free(canvas);
    }
}

wend_draw ascii_draw(ascii_canvas *canvas)
{
    return (wend_draw){.cells = draw_cells,
                       .line = draw_line,
                       .polygon = draw_polygon,
                       .circle = draw_circle,
                       .context = canvas};
}

/* A block is a wall when at least half of it is, unless something but ground stands there. */
static char glyph_at(const ascii_canvas *canvas, int32_t column, int32_t row)
{
    const size_t at = (size_t)row * (size_t)canvas->columns + (size_t)column;
    const uint32_t cells = (uint32_t)canvas->block_x * (uint32_t)canvas->block_y;
    const bool is_ground = canvas->ranks[at] <= 1;
    if (canvas->glyphs[at] == '\0' || (is_ground && 2 * canvas->walls[at] >= cells)) {
        return '#';
    }
    return canvas->glyphs[at];
}

static void write_row(const ascii_canvas *canvas, int32_t row, FILE *out)
{
    for (int32_t column = 0; column < canvas->columns; column++) {
        fputc(glyph_at(canvas, column, row), out);
    }
    fputc('\n', out);
}

/* A row of hexes with pointy tops; every other row begins half a hex further. */
static void write_pointy_row(const ascii_canvas *canvas, int32_t row, FILE *out)
{
    const int32_t moved = canvas->hex_layout == WEND_HEX_ODD_ROWS ? 1 : 0;
    fputs(row % 2 == moved ? " " : "", out);
    for (int32_t column = 0; column < canvas->columns; column++) {
        fprintf(out, "%s%c", column > 0 ? " " : "", glyph_at(canvas, column, row));
    }
    fputc('\n', out);
}

/* A row of hexes with flat tops takes two lines: the columns that lie lower stand in the second. */
static void write_flat_row(const ascii_canvas *canvas, int32_t row, FILE *out)
{
    const int32_t moved = canvas->hex_layout == WEND_HEX_ODD_COLUMNS ? 1 : 0;
    for (int32_t line = 0; line < 2; line++) {
        const int32_t first = line == 1 ? moved : 1 - moved;
        for (int32_t column = first; column < canvas->columns; column += 2) {
            const int indent = column >= 2 ? 3 : 2 * (int)column;
            fprintf(out, "%*s%c", indent, "", glyph_at(canvas, column, row));
        }
        fputc('\n', out);
    }
}

void ascii_write(const ascii_canvas *canvas, FILE *out)
{
    const bool is_pointy =
        canvas->hex_layout == WEND_HEX_ODD_ROWS || canvas->hex_layout == WEND_HEX_EVEN_ROWS;
    for (int32_t row = 0; row < canvas->rows; row++) {
        if (!canvas->is_spread) {
            write_row(canvas, row, out);
        } else if (is_pointy) {
            write_pointy_row(canvas, row, out);
        } else {
            write_flat_row(canvas, row, out);
        }
    }
}
