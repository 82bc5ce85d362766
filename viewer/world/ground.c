/* Draws the costs of grids of squares, one a floor, as textures of 256 x 256 cells in several
 * sizes for zooming out; the current floor is above the others, which are darker.
 * Cost: 256 x 256 cells for each visible texture after an edit; else a copy. */
#include "view.h"

#include <stdlib.h>

/* Of 255: floors that are not the one that is shown. */
enum { DIM = 150 };

static void free_one(view_ground *ground)
{
    for (size_t i = 0; i < VIEW_CHUNKS_MAX; i++) {
        if (ground->chunks[i].texture != NULL) {
            SDL_DestroyTexture(ground->chunks[i].texture);
        }
    }
    free(ground->costs);
    free(ground->pixels);
}

void view_ground_free(viewer *v)
{
    for (uint32_t i = 0; i < v->ground_count; i++) {
        free_one(&v->grounds[i]);
    }
    free(v->grounds);
    v->grounds = NULL;
    v->ground_count = 0;
}

static bool make_room(view_ground *ground)
{
    const size_t pixels = (size_t)VIEW_CHUNK_SIDE * VIEW_CHUNK_SIDE;
    if (ground->costs == NULL) {
        ground->costs = malloc(VIEW_CHUNK_SIDE);
    }
    if (ground->pixels == NULL) {
        ground->pixels = malloc(pixels * sizeof *ground->pixels);
    }
    return ground->costs != NULL && ground->pixels != NULL;
}

/* ---- stale textures ---- */

static void all_are_old(view_ground *ground)
{
    for (size_t i = 0; i < VIEW_CHUNKS_MAX; i++) {
        ground->chunks[i].is_old = true;
    }
}

/* Textures with any cell of a sector. */
static void sector_is_old(view_ground *ground, const wend_grid_info *info, uint32_t sector)
{
    const int32_t x0 = (int32_t)sector % info->sectors_x * info->sector_size;
    const int32_t y0 = (int32_t)sector / info->sectors_x * info->sector_size;
    for (size_t i = 0; i < VIEW_CHUNKS_MAX; i++) {
        view_chunk *chunk = &ground->chunks[i];
        const int32_t side = VIEW_CHUNK_SIDE << chunk->level;
        const int32_t left = chunk->x * side;
        const int32_t top = chunk->y * side;
        if (x0 < left + side && x0 + info->sector_size > left && y0 < top + side &&
            y0 + info->sector_size > top) {
            chunk->is_old = true;
        }
    }
}

static void notice_edits(const viewer *v, view_ground *ground, const wend_grid_info *info)
{
    enum { SECTORS_MOST = 1024 };
    uint32_t sectors[SECTORS_MOST];
    size_t count = 0;
    const bool has_costs = v->layers.is_on[SCENE_LAYER_COSTS];
    if (ground->movement_class != v->layers.movement_class || ground->has_costs != has_costs) {
        ground->movement_class = v->layers.movement_class;
        ground->has_costs = has_costs;
        all_are_old(ground);
    }
    if (ground->revision == info->revision) {
        return;
    }
    if (wend_grid_list_changes(ground->grid, ground->revision, sectors, SECTORS_MOST, &count) !=
        WEND_OK) {
        all_are_old(ground);
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        sector_is_old(ground, info, sectors[i]);
    }
    ground->revision = info->revision;
}

/* ---- pixels ---- */

static uint32_t pixel_of(SDL_Color c)
{
    /* SDL_PIXELFORMAT_ARGB8888 is a number of 32 bits, on every machine. */
    return (uint32_t)255 << 24 | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | (uint32_t)c.b;
}

static uint32_t mean_of(uint32_t a, uint32_t b)
{
    return ((a & 0xFEFEFEFEU) >> 1) + ((b & 0xFEFEFEFEU) >> 1);
}

/* Cells beyond the edge repeat those at the edge. */
static uint32_t cost_near(const wend_grid *grid, const wend_grid_info *info,
                          uint32_t movement_class, int32_t x, int32_t y)
{
    return wend_grid_cost(grid, movement_class, x < info->width ? x : info->width - 1,
                          y < info->height ? y : info->height - 1);
}

/* One row of a texture: cells of one row of the grid, or the mean of two by two among those that
 * its pixels stand for. */
static void fill_row(const view_ground *ground, const wend_grid_info *info, const view_chunk *chunk,
                     int32_t row, int32_t columns, const uint32_t colours[256], uint32_t *pixels)
{
    const int32_t step = 1 << chunk->level;
    const int32_t x0 = chunk->x * VIEW_CHUNK_SIDE * step;
    const int32_t y = (chunk->y * VIEW_CHUNK_SIDE + row) * step;
    for (int32_t half = 0; half < (step > 1 ? 2 : 1); half++) {
        for (int32_t i = 0; i < columns; i++) {
            const int32_t x = x0 + i * step;
            const int32_t line = y + half * step / 2;
            uint32_t pixel =
                colours[cost_near(ground->grid, info, ground->movement_class, x, line)];
            if (step > 1) {
                const uint32_t other =
                    cost_near(ground->grid, info, ground->movement_class, x + step / 2, line);
                pixel = mean_of(pixel, colours[other]);
            }
            pixels[i] = half == 0 ? pixel : mean_of(pixels[i], pixel);
        }
    }
}

/* Whole cells: rows are copied out at once. */
static void fill_whole(const view_ground *ground, const view_chunk *chunk, int32_t columns,
                       int32_t rows, const uint32_t colours[256])
{
    for (int32_t y = 0; y < rows; y++) {
        (void)wend_grid_get_costs(ground->grid, ground->movement_class, chunk->x * VIEW_CHUNK_SIDE,
                                  chunk->y * VIEW_CHUNK_SIDE + y, columns, 1, ground->costs,
                                  (size_t)columns);
        for (int32_t x = 0; x < columns; x++) {
            ground->pixels[y * VIEW_CHUNK_SIDE + x] = colours[ground->costs[x]];
        }
    }
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Number of a texture's pixels that the map fills. */
static void size_of(const view_chunk *chunk, const wend_grid_info *info, int32_t *columns,
                    int32_t *rows)
{
    const int32_t step = 1 << chunk->level;
    *columns = least(VIEW_CHUNK_SIDE, (info->width + step - 1) / step - chunk->x * VIEW_CHUNK_SIDE);
    *rows = least(VIEW_CHUNK_SIDE, (info->height + step - 1) / step - chunk->y * VIEW_CHUNK_SIDE);
}

static void fill(const view_ground *ground, const wend_grid_info *info, view_chunk *chunk)
{
    uint32_t colours[256];
    int32_t columns = 0;
    int32_t rows = 0;
    for (uint32_t cost = 0; cost < 256; cost++) {
        colours[cost] = pixel_of(view_ground_colour(cost, ground->has_costs));
    }
    size_of(chunk, info, &columns, &rows);
    if (chunk->level == 0) {
        fill_whole(ground, chunk, columns, rows, colours);
    } else {
        for (int32_t y = 0; y < rows; y++) {
            fill_row(ground, info, chunk, y, columns, colours,
                     ground->pixels + (size_t)y * VIEW_CHUNK_SIDE);
        }
    }
    const SDL_Rect part = {0, 0, columns, rows};
    SDL_UpdateTexture(chunk->texture, &part, ground->pixels, VIEW_CHUNK_SIDE * 4);
    chunk->is_old = false;
}

/* ---- chunks ---- */

/* The one that was not seen for longest makes room. */
static view_chunk *take_chunk(viewer *v, view_ground *ground, int32_t level, int32_t x, int32_t y)
{
    view_chunk *oldest = &ground->chunks[0];
    for (size_t i = 0; i < VIEW_CHUNKS_MAX; i++) {
        view_chunk *chunk = &ground->chunks[i];
        if (chunk->used_frame != 0 && chunk->level == level && chunk->x == x && chunk->y == y) {
            return chunk;
        }
        oldest = chunk->used_frame < oldest->used_frame ? chunk : oldest;
    }
    oldest->level = level;
    oldest->x = x;
    oldest->y = y;
    oldest->is_old = true;
    if (oldest->texture == NULL) {
        oldest->texture =
            SDL_CreateTexture(v->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                              VIEW_CHUNK_SIDE, VIEW_CHUNK_SIDE);
    }
    return oldest;
}

typedef void (*chunk_fn)(viewer *v, const view_ground *ground, const wend_grid_info *info,
                         view_chunk *chunk);

static void prepare_chunk(viewer *v, const view_ground *ground, const wend_grid_info *info,
                          view_chunk *chunk)
{
    chunk->used_frame = v->time.frame + 1;
    if (chunk->texture != NULL && chunk->is_old) {
        fill(ground, info, chunk);
    }
}

static void draw_chunk(viewer *v, const view_ground *ground, const wend_grid_info *info,
                       view_chunk *chunk)
{
    int32_t columns = 0;
    int32_t rows = 0;
    double left = 0.0;
    double top = 0.0;
    const double pixel = info->cell_size * (double)(1 << chunk->level);
    const wend_vec2 corner = {info->origin.x + chunk->x * VIEW_CHUNK_SIDE * pixel,
                              info->origin.y + chunk->y * VIEW_CHUNK_SIDE * pixel};
    if (chunk->texture == NULL) {
        return;
    }
    size_of(chunk, info, &columns, &rows);
    view_to_screen(&v->camera, corner, &left, &top);
    const double size = pixel * v->camera.scale;
    /* Whole pixels: neighbours meet without a gap. */
    const double right = SDL_floor(left + size * columns + 0.5);
    const double bottom = SDL_floor(top + size * rows + 0.5);
    left = SDL_floor(left + 0.5);
    top = SDL_floor(top + 0.5);
    const SDL_Rect from = {0, 0, columns, rows};
    const SDL_FRect to = {(float)left, (float)top, (float)(right - left), (float)(bottom - top)};
    SDL_SetTextureScaleMode(chunk->texture,
                            size < 1.5 ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    const uint8_t light = ground == &v->grounds[v->layers.floor] ? 255 : DIM;
    SDL_SetTextureColorMod(chunk->texture, light, light, light);
    SDL_RenderCopyF(v->renderer, chunk->texture, &from, &to);
}

/* The finest level at which a pixel of a texture is about a pixel of the window or larger. */
static int32_t level_of(const viewer *v, const wend_grid_info *info)
{
    double size = info->cell_size * v->camera.scale;
    int32_t level = 0;
    for (; size < 0.7 && level < 6; level++) {
        size *= 2.0;
    }
    return level;
}

static int32_t chunk_at(double metres, double side, int32_t most)
{
    const double at = metres / side;
    return at < 0.0 ? 0 : at > (double)most ? most : (int32_t)at;
}

/* Every chunk that is seen. */
static void for_each_seen(viewer *v, view_ground *ground, const wend_grid_info *info, chunk_fn fn)
{
    const int32_t level = level_of(v, info);
    const double side = info->cell_size * (double)(VIEW_CHUNK_SIDE << level);
    const wend_vec2 a = view_to_world(&v->camera, 0.0, 0.0);
    const wend_vec2 b = view_to_world(&v->camera, v->camera.width, v->camera.height);
    const int32_t last_x = (info->width - 1) / (VIEW_CHUNK_SIDE << level);
    const int32_t last_y = (info->height - 1) / (VIEW_CHUNK_SIDE << level);
    for (int32_t y = chunk_at(a.y - info->origin.y, side, last_y);
         y <= chunk_at(b.y - info->origin.y, side, last_y); y++) {
        for (int32_t x = chunk_at(a.x - info->origin.x, side, last_x);
             x <= chunk_at(b.x - info->origin.x, side, last_x); x++) {
            fn(v, ground, info, take_chunk(v, ground, level, x, y));
        }
    }
}

/* ---- floors ---- */

/* Hexes are drawn as polygons, by world/layers.c. */
static bool has_squares(const view_ground *ground, wend_grid_info *info)
{
    wend_grid_get_info(ground->grid, info);
    return ground->grid != NULL && info->neighbours != WEND_NEIGHBOURS_6;
}

/* True if all of a floor lies under the one that is shown. */
static bool is_covered(const viewer *v, const wend_grid *grid)
{
    const wend_grid *shown = v->grounds[v->layers.floor].grid;
    wend_vec2 low = {0.0, 0.0};
    wend_vec2 high = {0.0, 0.0};
    wend_vec2 shown_low = {0.0, 0.0};
    wend_vec2 shown_high = {0.0, 0.0};
    wend_grid_info info;
    wend_grid_get_info(shown, &info);
    if (shown == NULL || info.neighbours == WEND_NEIGHBOURS_6) {
        return false;
    }
    wend_grid_bounds(grid, &low, &high);
    wend_grid_bounds(shown, &shown_low, &shown_high);
    return low.x >= shown_low.x && low.y >= shown_low.y && high.x <= shown_high.x &&
           high.y <= shown_high.y;
}

static bool make_grounds(viewer *v)
{
    const uint32_t count = scene_floor_count(v->scene);
    if (v->grounds == NULL) {
        v->grounds = calloc(count, sizeof *v->grounds);
        v->ground_count = v->grounds != NULL ? count : 0;
        for (uint32_t i = 0; i < v->ground_count; i++) {
            v->grounds[i].grid = scene_floor_grid(v->scene, i);
        }
    }
    return v->layers.floor < v->ground_count;
}

static void draw_floor(viewer *v, uint32_t floor)
{
    view_ground *ground = &v->grounds[floor];
    wend_grid_info info;
    if (has_squares(ground, &info)) {
        for_each_seen(v, ground, &info, draw_chunk);
    }
}

void view_ground_prepare(viewer *v)
{
    wend_grid_info info;
    for (uint32_t i = 0; make_grounds(v) && i < v->ground_count; i++) {
        view_ground *ground = &v->grounds[i];
        const bool is_seen = i == v->layers.floor || !is_covered(v, ground->grid);
        if (has_squares(ground, &info) && is_seen && make_room(ground)) {
            notice_edits(v, ground, &info);
            for_each_seen(v, ground, &info, prepare_chunk);
        }
    }
}

void view_ground_draw(viewer *v)
{
    for (uint32_t i = 0; v->layers.floor < v->ground_count && i < v->ground_count; i++) {
        if (i != v->layers.floor && !is_covered(v, v->grounds[i].grid)) {
            draw_floor(v, i);
        }
    }
    if (v->layers.floor < v->ground_count) {
        draw_floor(v, v->layers.floor);
    }
}
