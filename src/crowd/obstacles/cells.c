/* The closed cells of a grid for one class, as bits, and their points nearest to a position.
 * Cost: a bit a cell; a search reads the rows within reach. */
#include "crowd/obstacles/candidates.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "wend/hex.h"

#include <string.h>

enum { ROW_LOOKS = 8 }; /* of up to 64 cells in a row, see wendi_obstacles_test_way */

static bool is_closed(const wendi_obstacle_cells *cells, int32_t x, int32_t y)
{
    const uint64_t *row = cells->bits + (size_t)(y + 1) * cells->words;
    const uint32_t bit = (uint32_t)(x + 1);
    return (row[bit >> 6] >> (bit & 63) & 1) != 0;
}

/* ---- cells near a closed one ---- */

static uint64_t column_of(const wendi_obstacle_cells *cells, int32_t row, size_t word)
{
    uint64_t bits = 0;
    for (int32_t y = row - 1; y <= row + 1; ++y) {
        const bool is_there = y >= 0 && y < cells->info.height + 2 && word < cells->words;
        bits |= is_there ? cells->bits[(size_t)y * cells->words + word] : UINT64_MAX;
    }
    return bits;
}

/* Updates the near bits of the words that hold some columns, in some rows and the rows beside them.
 * All counts include the margin. */
static void spread(wendi_obstacle_cells *cells, int32_t low_x, int32_t low_y, int32_t high_x,
                   int32_t high_y)
{
    const size_t first = (size_t)low_x >> 6;
    const size_t last = (size_t)(high_x + 2) >> 6;
    const int32_t end = high_y + 2 < cells->info.height + 1 ? high_y + 2 : cells->info.height + 1;
    for (int32_t row = low_y; row <= end; ++row) {
        uint64_t *near = cells->near + (size_t)row * cells->words;
        for (size_t word = first; word <= last && word < cells->words; ++word) {
            const uint64_t before = word > 0 ? column_of(cells, row, word - 1) : UINT64_MAX;
            const uint64_t here = column_of(cells, row, word);
            const uint64_t after = column_of(cells, row, word + 1);
            near[word] = here | here << 1 | here >> 1 | before >> 63 | after << 63;
        }
    }
}

/* Closed cells of hexes reach half a cell beyond their column and row. */
static void note_closed(const wendi_obstacle_cells *cells, int32_t x, int32_t y,
                        wendi_obstacle_edits *closed)
{
    const wend_vec2 at = wend_grid_position(cells->grid, wend_grid_node(cells->grid, x, y));
    const double reach =
        (cells->info.neighbours == WEND_NEIGHBOURS_6 ? 1 : 0.5) * cells->info.cell_size;
    const wendi_obstacle_edits cell = {at.x - reach, at.y - reach, at.x + reach, at.y + reach};
    wendi_obstacle_edits_add(closed, &cell);
}

static void read_sector(wendi_obstacle_cells *cells, const wend_crowd_class *crowd_class,
                        uint32_t sector, wendi_obstacle_edits *closed)
{
    const int32_t side = cells->info.sector_size;
    const int32_t low_x = (int32_t)(sector % (uint32_t)cells->info.sectors_x) * side;
    const int32_t low_y = (int32_t)(sector / (uint32_t)cells->info.sectors_x) * side;
    for (int32_t y = low_y; y < low_y + side && y < cells->info.height; ++y) {
        for (int32_t x = low_x; x < low_x + side && x < cells->info.width; ++x) {
            uint64_t *word =
                cells->bits + (size_t)(y + 1) * cells->words + ((uint32_t)(x + 1) >> 6);
            const uint64_t bit = (uint64_t)1 << ((uint32_t)(x + 1) & 63);
            const bool is_open = wend_grid_is_open(cells->grid, crowd_class->movement_class,
                                                   crowd_class->team, x, y);
            if (!is_open && (*word & bit) == 0) {
                note_closed(cells, x, y, closed);
            }
            *word = !is_open ? *word | bit : *word & ~bit;
        }
    }
    spread(cells, low_x, low_y, low_x + side - 1, low_y + side - 1);
}

static void read_all(wendi_obstacle_cells *cells, const wend_crowd_class *crowd_class,
                     uint64_t since, wendi_obstacle_edits *closed)
{
    const uint32_t count = (uint32_t)(cells->info.sectors_x * cells->info.sectors_y);
    for (uint32_t i = 0; i < count; ++i) {
        if (wend_grid_sector_revision(cells->grid, i) > since || since == 0) {
            read_sector(cells, crowd_class, i, closed);
        }
    }
    cells->revision = wend_grid_revision(cells->grid);
}

wend_result wendi_obstacle_cells_create(wendi_obstacle_cells *cells, const wend_grid *grid,
                                        const wend_crowd_class *crowd_class,
                                        const wend_allocator *a)
{
    *cells = (wendi_obstacle_cells){.grid = grid};
    if (grid == NULL) {
        return WEND_OK;
    }
    wend_grid_get_info(grid, &cells->info);
    cells->per_metre = 1 / cells->info.cell_size;
    cells->words = ((size_t)cells->info.width + 2 + 63) / 64;
    const size_t bytes = ((size_t)cells->info.height + 2) * cells->words * sizeof *cells->bits;
    cells->bits = wendi_alloc(a, 2 * bytes);
    if (cells->bits == NULL) {
        return WEND_ERROR_MEMORY;
    }
    cells->near = cells->bits + bytes / sizeof *cells->bits;
    memset(cells->bits, 0xFF, 2 * bytes);
    wendi_obstacle_edits none = {0, 0, 0, 0}; /* all cells begin as closed ones */
    read_all(cells, crowd_class, 0, &none);
    return WEND_OK;
}

void wendi_obstacle_cells_free(wendi_obstacle_cells *cells, const wend_allocator *a)
{
    wendi_free(a, cells->bits,
               cells->bits == NULL
                   ? 0
                   : 2 * ((size_t)cells->info.height + 2) * cells->words * sizeof *cells->bits);
    cells->bits = NULL;
    cells->near = NULL;
}

bool wendi_obstacle_cells_update(wendi_obstacle_cells *cells, const wend_crowd_class *crowd_class,
                                 wendi_obstacle_edits *closed)
{
    enum { CHANGES_AT_ONCE = 64 };
    if (cells->grid == NULL || cells->revision == wend_grid_revision(cells->grid)) {
        return false;
    }
    uint32_t changed[CHANGES_AT_ONCE];
    size_t count = 0;
    if (wend_grid_list_changes(cells->grid, cells->revision, changed, CHANGES_AT_ONCE, &count) !=
        WEND_OK) {
        read_all(cells, crowd_class, cells->revision, closed);
        return true;
    }
    for (size_t i = 0; i < count; ++i) {
        read_sector(cells, crowd_class, changed[i], closed);
    }
    cells->revision = wend_grid_revision(cells->grid);
    return true;
}

/* ---- squares ---- */

static int32_t cell_below(double value, int32_t limit)
{
    if (!(value > -1)) {
        return -1;
    }
    if (value >= (double)limit) {
        return limit;
    }
    const int32_t cell = (int32_t)value;
    return value < (double)cell ? cell - 1 : cell;
}

typedef struct cell_window {
    double x, y; /* the position, in cells */
    int32_t x0, x1, y0, y1;
} cell_window;

static cell_window window_of(const wendi_obstacle_cells *cells, double x, double y, double reach)
{
    const double size = cells->info.cell_size;
    cell_window w = {.x = (x - cells->info.origin.x) / size,
                     .y = (y - cells->info.origin.y) / size};
    const double r = reach / size;
    w.x0 = cell_below(w.x - r, cells->info.width);
    w.x1 = cell_below(w.x + r, cells->info.width);
    w.y0 = cell_below(w.y - r, cells->info.height);
    w.y1 = cell_below(w.y + r, cells->info.height);
    return w;
}

/* Bits x0 ... x1 of a row, at most 64. */
static uint64_t bits_of(const wendi_obstacle_cells *cells, int32_t y, int32_t x0, int32_t x1)
{
    const uint64_t *row = cells->bits + (size_t)(y + 1) * cells->words;
    const uint32_t low = (uint32_t)(x0 + 1);
    const uint32_t shift = low & 63;
    const uint32_t count = (uint32_t)(x1 - x0) + 1;
    uint64_t bits = row[low >> 6] >> shift;
    if (shift != 0 && (low >> 6) + 1 < cells->words) {
        bits |= row[(low >> 6) + 1] << (64 - shift);
    }
    return count >= 64 ? bits : bits & (((uint64_t)1 << count) - 1);
}

/* The margin of closed cells stands for all of the outside, so it reaches far. */
static double edge_low(int32_t cell)
{
    return cell < 0 ? -1e9 : (double)cell;
}

static double edge_high(int32_t cell, int32_t limit)
{
    return cell >= limit ? 1e9 : (double)cell + 1;
}

static void add_square(const wendi_obstacle_cells *cells, const cell_window *w, int32_t x,
                       int32_t y, double reach, wendi_obstacle_candidates *candidates)
{
    const double size = cells->info.cell_size;
    const double low_x = wendi_clamp((edge_low(x) - w->x) * size, -reach, reach);
    const double low_y = wendi_clamp((edge_low(y) - w->y) * size, -reach, reach);
    const double high_x =
        wendi_clamp((edge_high(x, cells->info.width) - w->x) * size, -reach, reach);
    const double high_y =
        wendi_clamp((edge_high(y, cells->info.height) - w->y) * size, -reach, reach);
    const double dx = wendi_clamp(0, low_x, high_x);
    const double dy = wendi_clamp(0, low_y, high_y);
    const double squared = dx * dx + dy * dy;
    if (squared <= reach * reach && squared > 0) {
        const wendi_obstacle_candidate candidate = {dx,    dy,     squared, low_x,
                                                    low_y, high_x, high_y,  true};
        wendi_obstacle_candidates_add(candidates, &candidate);
    }
}

static void find_squares(const wendi_obstacle_cells *cells, double x, double y, double reach,
                         wendi_obstacle_candidates *candidates)
{
    const cell_window w = window_of(cells, x, y, reach);
    for (int32_t row = w.y0; row <= w.y1; ++row) {
        for (int32_t first = w.x0; first <= w.x1; first += 64) {
            const int32_t last = w.x1 - first > 63 ? first + 63 : w.x1;
            uint64_t bits = bits_of(cells, row, first, last);
            for (int32_t at = first; bits != 0; ++at, bits >>= 1) {
                if ((bits & 1) != 0) {
                    add_square(cells, &w, at, row, reach, candidates);
                }
            }
        }
    }
}

/* ---- hexes ---- */

enum { HEX_CORNERS = 6 };

static void hex_outline(const wendi_obstacle_cells *cells, wend_vec2 centre, wend_vec2 *corners)
{
    /* The size of a cell is the distance between two flat sides; corners lie 1/sqrt(3) of it
     * away. */
    const double apothem = 0.5 * cells->info.cell_size;
    const double far = cells->info.cell_size / wend_sqrt(3.0);
    const bool is_pointy =
        cells->info.hex_layout == WEND_HEX_ODD_ROWS || cells->info.hex_layout == WEND_HEX_EVEN_ROWS;
    const double x[HEX_CORNERS] = {0, apothem, apothem, 0, -apothem, -apothem};
    const double y[HEX_CORNERS] = {far, 0.5 * far, -0.5 * far, -far, -0.5 * far, 0.5 * far};
    for (int32_t i = 0; i < HEX_CORNERS; ++i) {
        corners[i].x = centre.x + (is_pointy ? x[i] : y[i]);
        corners[i].y = centre.y + (is_pointy ? y[i] : x[i]);
    }
}

static wend_vec2 nearest_on(wend_vec2 a, wend_vec2 b, double x, double y)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double squared = dx * dx + dy * dy;
    double t = squared > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / squared : 0;
    t = wendi_clamp(t, 0, 1);
    return (wend_vec2){a.x + t * dx - x, a.y + t * dy - y};
}

static void add_hex(const wendi_obstacle_cells *cells, wend_node node, double x, double y,
                    double reach, wendi_obstacle_candidates *candidates)
{
    wend_vec2 corners[HEX_CORNERS];
    hex_outline(cells, wend_grid_position(cells->grid, node), corners);
    wend_vec2 best = {0, 0};
    double least = reach * reach;
    for (int32_t i = 0; i < HEX_CORNERS; ++i) {
        const wend_vec2 p = nearest_on(corners[i], corners[(i + 1) % HEX_CORNERS], x, y);
        const double squared = p.x * p.x + p.y * p.y;
        if (squared < least) {
            least = squared;
            best = p;
        }
    }
    if (least < reach * reach && least > 0) {
        /* The outline lies within the box around its corners. */
        wendi_obstacle_candidate candidate = {best.x, best.y, least,  1e300,
                                              1e300,  -1e300, -1e300, true};
        for (int32_t i = 0; i < HEX_CORNERS; ++i) {
            candidate.ax = corners[i].x - x < candidate.ax ? corners[i].x - x : candidate.ax;
            candidate.ay = corners[i].y - y < candidate.ay ? corners[i].y - y : candidate.ay;
            candidate.bx = corners[i].x - x > candidate.bx ? corners[i].x - x : candidate.bx;
            candidate.by = corners[i].y - y > candidate.by ? corners[i].y - y : candidate.by;
        }
        wendi_obstacle_candidates_add(candidates, &candidate);
    }
}

/* The outside of a map of hexes is outside its bounding rectangle; cells are searched in rows and
 * columns around the position. */
static void find_hexes(const wendi_obstacle_cells *cells, double x, double y, double reach,
                       wendi_obstacle_candidates *candidates)
{
    wend_vec2 low;
    wend_vec2 high;
    wend_grid_bounds(cells->grid, &low, &high);
    const double size = cells->info.cell_size;
    const int32_t around = (int32_t)(wendi_clamp(reach / size, 0, 64) * 1.2) + 2;
    const int32_t column = cell_below((x - low.x) / size * 1.1548, cells->info.width);
    const int32_t row = cell_below((y - low.y) / size * 1.1548, cells->info.height);
    const bool is_pointy =
        cells->info.hex_layout == WEND_HEX_ODD_ROWS || cells->info.hex_layout == WEND_HEX_EVEN_ROWS;
    const int32_t cx = is_pointy ? cell_below((x - low.x) / size, cells->info.width) : column;
    const int32_t cy = is_pointy ? row : cell_below((y - low.y) / size, cells->info.height);
    for (int32_t j = cy - around; j <= cy + around; ++j) {
        for (int32_t i = cx - around; i <= cx + around; ++i) {
            const bool is_inside =
                i >= 0 && j >= 0 && i < cells->info.width && j < cells->info.height;
            if (is_inside && is_closed(cells, i, j)) {
                add_hex(cells, wend_grid_node(cells->grid, i, j), x, y, reach, candidates);
            }
        }
    }
    const wend_vec2 sides[4] = {{low.x - x, 0}, {high.x - x, 0}, {0, low.y - y}, {0, high.y - y}};
    for (int32_t i = 0; i < 4; ++i) {
        const double squared = sides[i].x * sides[i].x + sides[i].y * sides[i].y;
        if (squared <= reach * reach && squared > 0) {
            const double along_x = i < 2 ? 0 : reach;
            const double along_y = i < 2 ? reach : 0;
            const wendi_obstacle_candidate candidate = {sides[i].x,
                                                        sides[i].y,
                                                        squared,
                                                        sides[i].x - along_x,
                                                        sides[i].y - along_y,
                                                        sides[i].x + along_x,
                                                        sides[i].y + along_y,
                                                        false};
            wendi_obstacle_candidates_add(candidates, &candidate);
        }
    }
}

/* ---- both ---- */

void wendi_obstacle_cells_find(const wendi_obstacle_cells *cells, double x, double y, double reach,
                               wendi_obstacle_candidates *candidates)
{
    if (cells->grid == NULL) {
        return;
    }
    if (cells->info.neighbours == WEND_NEIGHBOURS_6) {
        find_hexes(cells, x, y, reach, candidates);
        return;
    }
    find_squares(cells, x, y, reach, candidates);
}

bool wendi_obstacle_cells_are_near(const wendi_obstacle_cells *cells, double x, double y,
                                   double reach)
{
    if (wendi_obstacle_cells_are_far(cells, x, y, reach)) {
        return false;
    }
    if (!wendi_obstacle_cells_have_near_bits(cells)) {
        return true;
    }
    const cell_window w = window_of(cells, x, y, reach);
    uint64_t bits = 0;
    for (int32_t row = w.y0; row <= w.y1; ++row) {
        for (int32_t first = w.x0; first <= w.x1; first += 64) {
            bits |= bits_of(cells, row, first, w.x1 - first > 63 ? first + 63 : w.x1);
        }
    }
    return bits != 0;
}

/* Row by row, all columns that the disc may touch on the part of its way beside that row. */
bool wendi_obstacle_cells_are_open_along(const wendi_obstacle_cells *cells, wend_vec2 from,
                                         wend_vec2 to, double radius, uint64_t *looks)
{
    if (cells->grid == NULL) {
        return true;
    }
    if (!wendi_obstacle_cells_have_near_bits(cells)) {
        return false;
    }
    const cell_window a = window_of(cells, from.x, from.y, 0);
    const cell_window b = window_of(cells, to.x, to.y, 0);
    const double r = radius / cells->info.cell_size + 1e-6; /* more, for rounding */
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const int32_t y0 = cell_below((dy < 0 ? b.y : a.y) - r, cells->info.height);
    const int32_t y1 = cell_below((dy < 0 ? a.y : b.y) + r, cells->info.height);
    for (int32_t row = y0; row <= y1; ++row) {
        double low = 0;
        double high = 1;
        if (dy < 0 || dy > 0) {
            const double t = ((double)row - r - a.y) / dy;
            const double u = ((double)row + 1 + r - a.y) / dy;
            low = wendi_clamp(dy < 0 ? u : t, 0, 1);
            high = wendi_clamp(dy < 0 ? t : u, 0, 1);
        }
        const double left = a.x + dx * (dx < 0 ? high : low) - r;
        const double right = a.x + dx * (dx < 0 ? low : high) + r;
        const int32_t x1 = cell_below(right, cells->info.width);
        for (int32_t x = cell_below(left, cells->info.width); x <= x1; x += 64) {
            *looks += ROW_LOOKS;
            if (bits_of(cells, row, x, x1 - x > 63 ? x + 63 : x1) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* True if no cell of a square of cells is closed. */
static bool is_square_open(const wendi_obstacle_cells *cells, const cell_window *w, int32_t half,
                           uint64_t *looks)
{
    if (w->x0 < half || w->y0 < half || w->x0 >= cells->info.width - half ||
        w->y0 >= cells->info.height - half) {
        return false;
    }
    for (int32_t row = w->y0 - half; row <= w->y0 + half; ++row) {
        for (int32_t x = w->x0 - half; x <= w->x0 + half; x += 64) {
            const int32_t last = w->x0 + half - x > 63 ? x + 63 : w->x0 + half;
            *looks += ROW_LOOKS;
            if (bits_of(cells, row, x, last) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* Squares twice as large, until one is not open; then by halves to the largest one that is. */
double wendi_obstacle_cells_open_radius(const wendi_obstacle_cells *cells, wend_vec2 at,
                                        double most, uint64_t *looks)
{
    if (cells->grid == NULL) {
        return most;
    }
    if (!wendi_obstacle_cells_have_near_bits(cells)) {
        return 0;
    }
    const cell_window w = window_of(cells, at.x, at.y, 0);
    const int32_t wanted = (int32_t)wendi_clamp(most * cells->per_metre + 2, 0, 1e6);
    int32_t open = 0;
    int32_t next = 1;
    while (open < wanted && is_square_open(cells, &w, next, looks)) {
        open = next;
        next *= 2;
    }
    for (int32_t stride = next / 4; stride > 0 && open < wanted; stride /= 2) {
        open += is_square_open(cells, &w, open + stride, looks) ? stride : 0;
    }
    return (double)open * cells->info.cell_size;
}

bool wendi_obstacle_cells_is_open(const wendi_obstacle_cells *cells, double x, double y)
{
    if (cells->grid == NULL) {
        return true;
    }
    int32_t column = -1;
    int32_t row = -1;
    const wend_node node = wend_grid_node_at(cells->grid, (wend_vec2){x, y});
    return wend_grid_cell(cells->grid, node, &column, &row) && !is_closed(cells, column, row);
}

/* Searches rings of cells around the position until no nearer cell can follow. */
bool wendi_obstacle_cells_nearest_open(const wendi_obstacle_cells *cells, wend_vec2 from,
                                       double radius, wend_vec2 *out)
{
    const cell_window w = window_of(cells, from.x, from.y, 0);
    const double size = cells->info.cell_size;
    const int32_t most =
        cells->info.width > cells->info.height ? cells->info.width : cells->info.height;
    double least = 1e300;
    for (int32_t ring = 0; ring <= most + 1; ++ring) {
        if (least < 1e300 && (double)(ring - 1) * size * (double)(ring - 1) * size > least) {
            break;
        }
        for (int32_t y = w.y0 - ring; y <= w.y0 + ring; ++y) {
            const bool is_edge_row = y == w.y0 - ring || y == w.y0 + ring;
            const int32_t stride = is_edge_row || ring == 0 ? 1 : 2 * ring;
            for (int32_t x = w.x0 - ring; x <= w.x0 + ring; x += stride) {
                if (x < 0 || y < 0 || x >= cells->info.width || y >= cells->info.height ||
                    is_closed(cells, x, y)) {
                    continue;
                }
                const wend_vec2 at =
                    wend_grid_position(cells->grid, wend_grid_node(cells->grid, x, y));
                /* A radius into the cell, but no further than its middle. */
                const double in = wendi_clamp(radius, 0, 0.5 * size);
                const double px =
                    wendi_clamp(from.x, at.x - 0.5 * size + in, at.x + 0.5 * size - in);
                const double py =
                    wendi_clamp(from.y, at.y - 0.5 * size + in, at.y + 0.5 * size - in);
                const double squared =
                    (px - from.x) * (px - from.x) + (py - from.y) * (py - from.y);
                if (squared < least) {
                    least = squared;
                    *out = (wend_vec2){px, py};
                }
            }
        }
    }
    return least < 1e300;
}
