/* The shape of the grid: from a map's orientation, the sizes of its tiles and the area it covers
 * to the size of the grid, each tile's cell, and metres for pixels.
 *
 * Orthogonal and isometric maps are squares in rows. Hexagonal ones are hexes in rows or columns.
 * A staggered isometric map is a field of diamonds, which is squares turned by an eighth: its rows
 * run from corner to corner of the grid, whose remaining cells are walls.
 *
 *    <0><1>          . 0 1 .        diamond X, Y in half tiles; u = (X + Y) / 2 goes right and
 *     <2><3>   -->   . 2 . .  ...   down on the screen, v = (Y - X) / 2 + offset left and down */
#include "base/core/message.h"
#include "io/tiled/tmx.h"

#include <string.h>

/* Half the square root of 3, and 1 over it. */
static const double half_sqrt_3 = 0.8660254037844386;
static const double sqrt_third = 0.5773502691896258;

/** Bytes of cells that any file may need, and further ones for each of its bytes: packed data has
 * at least a thousandth of the bytes in it. */
static const int64_t cells_free = (int64_t)1 << 24;
static const int64_t cells_per_byte = 300;

static wend_result read_orientation(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    static const char *const names[] = {"orthogonal", "isometric", "staggered", "hexagonal"};
    const char *text = wendi_tmx_attribute(attributes, "orientation");
    for (size_t i = 0; text != NULL && i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(text, names[i]) == 0) {
            tmx->orientation = (wendi_tmx_orientation)i;
            return WEND_OK;
        }
    }
    return wendi_fail_line(tmx->message, line,
                           "orientation is '%.40s', expected orthogonal, isometric, staggered or "
                           "hexagonal",
                           text == NULL ? "" : text);
}

/** Rows or columns that are shifted by a half; matters for staggered and hexagonal maps. */
static wend_result read_stagger(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    wend_result result =
        wendi_tmx_either(tmx, line, attributes, "staggeraxis", "y", "x", &tmx->is_stagger_x);
    return result == WEND_OK ? wendi_tmx_either(tmx, line, attributes, "staggerindex", "odd",
                                                "even", &tmx->is_stagger_even)
                             : result;
}

static wend_result read_sizes(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    static const int64_t pixels_max = 1 << 20;
    const struct {
        const char *name;
        int64_t low, high;
        int64_t *value;
    } sizes[] = {{"tilewidth", 1, pixels_max, &tmx->tile_width},
                 {"tileheight", 1, pixels_max, &tmx->tile_height},
                 {"hexsidelength", 0, pixels_max, &tmx->hex_side},
                 {"width", 1, WEND_GRID_SIDE_MAX, &tmx->area.width},
                 {"height", 1, WEND_GRID_SIDE_MAX, &tmx->area.height}};
    /* The size of an infinite map is that of its chunks. */
    size_t count = tmx->is_infinite ? 3 : 5;
    wend_result result = WEND_OK;
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_tmx_integer(tmx, line, attributes, sizes[i].name, sizes[i].low,
                                   sizes[i].high, 0, sizes[i].value);
    }
    return result;
}

wend_result wendi_tmx_map_attributes(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    int64_t infinite = 0;
    wend_result result = read_orientation(tmx, line, attributes);
    if (result == WEND_OK) {
        result = read_stagger(tmx, line, attributes);
    }
    if (result == WEND_OK) {
        result = wendi_tmx_integer(tmx, line, attributes, "infinite", 0, 1, 0, &infinite);
    }
    tmx->is_infinite = infinite == 1;
    return result == WEND_OK ? read_sizes(tmx, line, attributes) : result;
}

/** Diamonds: the largest X and Y, the remainder of their sum by 2, and the offset of v. */
typedef struct diamonds {
    int64_t x_max, y_max, odd, offset;
} diamonds;

static diamonds diamonds_of(const wendi_tmx *tmx)
{
    diamonds d;
    d.x_max = tmx->is_stagger_x ? tmx->area.width - 1 : 2 * tmx->area.width - 1;
    d.y_max = tmx->is_stagger_x ? 2 * tmx->area.height - 1 : tmx->area.height - 1;
    d.odd = tmx->is_stagger_even ? 1 : 0;
    d.offset = (d.x_max + 1) / 2;
    return d;
}

void wendi_tmx_cell(const wendi_tmx *tmx, int64_t column, int64_t row, int32_t *x, int32_t *y)
{
    int64_t c = column - tmx->area.x;
    int64_t r = row - tmx->area.y;
    if (tmx->orientation != WENDI_TMX_STAGGERED) {
        *x = (int32_t)c;
        *y = (int32_t)r;
        return;
    }
    diamonds d = diamonds_of(tmx);
    int64_t index = tmx->is_stagger_x ? c : r;
    int64_t moved = (index % 2 == 0) == tmx->is_stagger_even ? 1 : 0;
    int64_t half_x = tmx->is_stagger_x ? c : 2 * c + moved;
    int64_t half_y = tmx->is_stagger_x ? 2 * r + moved : r;
    *x = (int32_t)((half_x + half_y - d.odd) / 2);
    *y = (int32_t)((half_y - half_x + d.odd + 2 * d.offset) / 2);
}

/** Pixels to cells along both sides. */
static wendi_tmx_affine straight(double width, double height)
{
    return (wendi_tmx_affine){.xx = 1.0 / width, .yy = 1.0 / height};
}

static wendi_tmx_affine turned(const wendi_tmx *tmx)
{
    diamonds d = diamonds_of(tmx);
    double width = (double)tmx->tile_width;
    double height = (double)tmx->tile_height;
    double half_odd = (double)d.odd / 2;
    return (wendi_tmx_affine){.xx = 1.0 / width,
                              .xy = 1.0 / height,
                              .x0 = -0.5 - half_odd,
                              .yx = -1.0 / width,
                              .yy = 1.0 / height,
                              .y0 = (double)d.offset + 0.5 + half_odd};
}

/** Distance of lines of hexes: two overlap where their points reach into one another. */
static double hex_pitch(int64_t size, int64_t side)
{
    return (double)(size + side) / 2;
}

static wendi_tmx_affine hexes(const wendi_tmx *tmx)
{
    wendi_tmx_affine a = {0};
    double width = (double)tmx->tile_width;
    double height = (double)tmx->tile_height;
    if (tmx->is_stagger_x) {
        a.xx = half_sqrt_3 / hex_pitch(tmx->tile_width, tmx->hex_side);
        a.x0 = sqrt_third - width / 2 * a.xx;
        a.yy = 1.0 / height;
    } else {
        a.xx = 1.0 / width;
        a.yy = half_sqrt_3 / hex_pitch(tmx->tile_height, tmx->hex_side);
        a.y0 = sqrt_third - height / 2 * a.yy;
    }
    return a;
}

static wendi_tmx_affine in_cells(const wendi_tmx *tmx)
{
    switch (tmx->orientation) {
    case WENDI_TMX_ISOMETRIC: /* Objects count both ways in heights of tiles. */
        return straight((double)tmx->tile_height, (double)tmx->tile_height);
    case WENDI_TMX_STAGGERED:
        return turned(tmx);
    case WENDI_TMX_HEXAGONAL:
        return hexes(tmx);
    case WENDI_TMX_ORTHOGONAL:
    default:
        return straight((double)tmx->tile_width, (double)tmx->tile_height);
    }
}

/** Pixels from one column (row) to the next, as objects count them. */
static double pitch(const wendi_tmx *tmx, bool is_x)
{
    double size = (double)(is_x ? tmx->tile_width : tmx->tile_height);
    if (tmx->orientation == WENDI_TMX_ISOMETRIC) {
        return (double)tmx->tile_height;
    }
    bool is_staggered =
        (tmx->orientation == WENDI_TMX_STAGGERED || tmx->orientation == WENDI_TMX_HEXAGONAL) &&
        tmx->is_stagger_x == is_x;
    if (!is_staggered) {
        return size;
    }
    return tmx->orientation == WENDI_TMX_STAGGERED
               ? size / 2
               : hex_pitch(is_x ? tmx->tile_width : tmx->tile_height, tmx->hex_side);
}

static void make_affine(wendi_tmx *tmx)
{
    wendi_tmx_affine a = in_cells(tmx);
    double cell_size = tmx->source->options->cell_size;
    double first_x = (double)tmx->area.x * pitch(tmx, true);
    double first_y = (double)tmx->area.y * pitch(tmx, false);
    a.x0 -= a.xx * first_x + a.xy * first_y;
    a.y0 -= a.yx * first_x + a.yy * first_y;
    tmx->affine = (wendi_tmx_affine){.xx = a.xx * cell_size,
                                     .xy = a.xy * cell_size,
                                     .x0 = a.x0 * cell_size,
                                     .yx = a.yx * cell_size,
                                     .yy = a.yy * cell_size,
                                     .y0 = a.y0 * cell_size};
}

static wend_hex_layout hex_layout(const wendi_tmx *tmx)
{
    if (tmx->is_stagger_x) {
        return tmx->is_stagger_even ? WEND_HEX_EVEN_COLUMNS : WEND_HEX_ODD_COLUMNS;
    }
    return tmx->is_stagger_even ? WEND_HEX_EVEN_ROWS : WEND_HEX_ODD_ROWS;
}

wend_result wendi_tmx_lay_out(wendi_tmx *tmx)
{
    bool is_hex = tmx->orientation == WENDI_TMX_HEXAGONAL;
    if (tmx->area.width == 0) {
        return wendi_fail(tmx->message, WEND_ERROR_FILE, "an infinite map without any chunk");
    }
    if (is_hex || tmx->orientation == WENDI_TMX_STAGGERED) {
        /* Makes the first row and column even ones, because every other line is moved by a half. */
        int64_t odd_x = tmx->area.x % 2 == 0 ? 0 : 1;
        int64_t odd_y = tmx->area.y % 2 == 0 ? 0 : 1;
        tmx->area.x -= odd_x;
        tmx->area.width += odd_x;
        tmx->area.y -= odd_y;
        tmx->area.height += odd_y;
    }
    int64_t width = tmx->area.width;
    int64_t height = tmx->area.height;
    if (tmx->orientation == WENDI_TMX_STAGGERED) {
        diamonds d = diamonds_of(tmx);
        width = (d.x_max + d.y_max) / 2 + 1;
        height = (d.y_max + d.odd) / 2 + d.offset + 1;
    }
    int64_t most = cells_free + cells_per_byte * (int64_t)tmx->source->count;
    if (width * height > most / (int64_t)tmx->class_count) {
        return wendi_fail(tmx->message, WEND_ERROR_FILE,
                          "map of %lld x %lld cells in %lu classes: too large for a file of its "
                          "size",
                          (long long)width, (long long)height, (unsigned long)tmx->class_count);
    }
    if (is_hex) {
        tmx->content->neighbours = WEND_NEIGHBOURS_6;
        tmx->content->hex_layout = hex_layout(tmx);
    } else if (tmx->content->neighbours == WEND_NEIGHBOURS_6) {
        tmx->content->neighbours = WEND_NEIGHBOURS_8; /* Tiles are squares. */
    }
    make_affine(tmx);
    return wendi_map_content_resize(tmx->content, width, height, tmx->class_count);
}
