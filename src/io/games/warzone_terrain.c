/* The costs of the tiles of a game.map on the ground, hovering and in the air.
 * Cost: linear in the tiles; five bytes each for a while. */
#include "base/core/bytes.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/games/warzone.h"
#include "wend/terrain.h"

#include <string.h>

enum {
    MAGIC_BYTES = 4,
    HEADER_BYTES = 16,
    TYPES_HEADER_BYTES = 12,
    OLDEST_VERSION = 10,
    FULL_HEIGHT_VERSION = 40, /**< From here on heights have 16 bits, of the game's units. */
    HEIGHT_SCALE = 2,         /**< Before it they had 8, of two units each. */
    TEXTURE_MASK = 0x1FF,     /**< The other bits turn and mirror the picture. */
    SIDE_MIN = 2,
    KINDS = 12
};

enum { CLASS_GROUND = 0, CLASS_HOVER, CLASS_AIR, CLASS_COUNT };

/* The costs of kinds of ground by the game's numbers: sand, sandy brush, baked earth, green mud,
 * red brush, pink rock, road, water, cliff, rubble, ice, slush. Water and cliffs stop units in the
 * game; the other costs are wend's. */
static const uint8_t ground_costs[KINDS] = {3, 3, 3, 4, 3, 3, 2, 255, 255, 4, 4, 4};
static const uint8_t hover_costs[KINDS] = {2, 3, 3, 3, 3, 4, 2, 2, 255, 4, 2, 3};

/** A game.map and the kinds of its pictures. */
typedef struct tiles {
    const uint8_t *records; /**< [height][width][record_bytes]: u16 picture, u8 or u16 height. */
    size_t record_bytes;
    const uint8_t *types; /**< [type_count], u16. */
    uint32_t type_count;
    int32_t width, height;
    wend_message *message;
} tiles;

static uint32_t u16_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static const uint8_t *record_at(const tiles *t, int32_t x, int32_t y)
{
    size_t at = (size_t)y * (size_t)t->width + (size_t)x;
    return t->records + at * t->record_bytes;
}

/* ---- the files ---- */

static wend_result read_map_header(tiles *t, wendi_span map)
{
    static const char magic[MAGIC_BYTES] = {'m', 'a', 'p', ' '};
    wendi_reader reader;
    wendi_reader_init(&reader, map.text, map.length);
    (void)wendi_read_u32(&reader);
    uint32_t version = wendi_read_u32(&reader);
    int64_t width = wendi_read_u32(&reader);
    int64_t height = wendi_read_u32(&reader);
    if (map.length < HEADER_BYTES || memcmp(map.text, magic, sizeof magic) != 0) {
        return wendi_fail(t->message, WEND_ERROR_FILE, "game.map: expected \"map \" and sizes");
    }
    if (version < OLDEST_VERSION || version > FULL_HEIGHT_VERSION) {
        return wendi_fail(t->message, WEND_ERROR_FILE, "game.map: version %lu, expected %d to %d",
                          (unsigned long)version, (int)OLDEST_VERSION, (int)FULL_HEIGHT_VERSION);
    }
    if (width < SIDE_MIN || height < SIDE_MIN || width > WEND_GRID_SIDE_MAX ||
        height > WEND_GRID_SIDE_MAX) {
        return wendi_fail(t->message, WEND_ERROR_FILE,
                          "game.map: %lld x %lld tiles, expected %d to %d", (long long)width,
                          (long long)height, (int)SIDE_MIN, (int)WEND_GRID_SIDE_MAX);
    }
    t->record_bytes = version == FULL_HEIGHT_VERSION ? 4 : 3;
    if ((uint64_t)(width * height) * t->record_bytes > map.length - HEADER_BYTES) {
        return wendi_fail(t->message, WEND_ERROR_FILE, "game.map: too short for %lld x %lld tiles",
                          (long long)width, (long long)height);
    }
    t->records = map.text + HEADER_BYTES;
    t->width = (int32_t)width;
    t->height = (int32_t)height;
    return WEND_OK;
}

/** "ttyp", version, count, and the kind of each picture. */
static wend_result read_types_header(tiles *t, wendi_span types)
{
    static const char magic[MAGIC_BYTES] = {'t', 't', 'y', 'p'};
    wendi_reader reader;
    wendi_reader_init(&reader, types.text, types.length);
    (void)wendi_read_u64(&reader);
    uint32_t count = wendi_read_u32(&reader);
    if (types.length < TYPES_HEADER_BYTES || memcmp(types.text, magic, sizeof magic) != 0 ||
        count > (types.length - TYPES_HEADER_BYTES) / 2) {
        return wendi_fail(t->message, WEND_ERROR_FILE,
                          "ttypes.ttp: expected \"ttyp\", a version, a count and so many kinds");
    }
    t->types = types.text + TYPES_HEADER_BYTES;
    t->type_count = count;
    return WEND_OK;
}

/* ---- kinds ---- */

static wend_result read_kind(const tiles *t, int32_t x, int32_t y, uint8_t *kind)
{
    uint32_t texture = u16_at(record_at(t, x, y)) & TEXTURE_MASK;
    if (texture >= t->type_count) {
        return wendi_fail(t->message, WEND_ERROR_FILE,
                          "tile %d, %d: picture %lu, but ttypes.ttp has %lu", (int)x, (int)y,
                          (unsigned long)texture, (unsigned long)t->type_count);
    }
    uint32_t value = u16_at(t->types + (size_t)texture * 2);
    if (value >= KINDS) {
        return wendi_fail(t->message, WEND_ERROR_FILE,
                          "ttypes.ttp: picture %lu is of kind %lu, expected 0 to %d",
                          (unsigned long)texture, (unsigned long)value, (int)KINDS - 1);
    }
    *kind = (uint8_t)value;
    return WEND_OK;
}

static wend_result fill_row(const tiles *t, int32_t y, const wendi_map_content *content)
{
    uint8_t *ground = wendi_map_content_row(content, CLASS_GROUND, y);
    uint8_t *hover = wendi_map_content_row(content, CLASS_HOVER, y);
    uint8_t *air = wendi_map_content_row(content, CLASS_AIR, y);
    for (int32_t x = 0; x < t->width; x++) {
        uint8_t kind = 0;
        wend_result result = read_kind(t, x, y, &kind);
        if (result != WEND_OK) {
            return result;
        }
        bool border = x == 0 || y == 0 || x == t->width - 1 || y == t->height - 1;
        ground[x] = border ? WEND_COST_WALL : ground_costs[kind];
        hover[x] = border ? WEND_COST_WALL : hover_costs[kind];
        air[x] = x == 0 || y == 0 ? WEND_COST_WALL : 1;
    }
    return WEND_OK;
}

/* ---- slopes ---- */

/** The height of a tile's upper left corner; beyond the last row and column the ground continues as
 * it was. */
static float corner_height(const tiles *t, int32_t x, int32_t y)
{
    const uint8_t *record =
        record_at(t, x < t->width ? x : t->width - 1, y < t->height ? y : t->height - 1);
    uint32_t height =
        t->record_bytes == 4 ? u16_at(record + 2) : (uint32_t)record[2] * HEIGHT_SCALE;
    return (float)height;
}

/** Slopes make ground more expensive and are never walls: only cliffs stop units in the game.
 * @param heights [height][width]. @param slopes [height][width], room for their costs. */
static wend_result add_slopes(const tiles *t, float *heights, uint8_t *slopes,
                              const wendi_map_content *content)
{
    wend_slope_def def = wend_slope_def_default();
    def.cell_size = WENDI_WARZONE_TILE;
    def.max_slope = 1e6;
    def.per_slope = 2.0;
    size_t count = (size_t)t->width * (size_t)t->height;
    /* The height of each tile's middle. */
    float *height = heights;
    for (int32_t y = 0; y < t->height; y++) {
        for (int32_t x = 0; x < t->width; x++) {
            float sum = corner_height(t, x, y) + corner_height(t, x + 1, y) +
                        corner_height(t, x, y + 1) + corner_height(t, x + 1, y + 1);
            *height++ = sum * 0.25f;
        }
    }
    wend_result result =
        wend_terrain_costs_from_heights(&def, heights, t->width, t->height, slopes);
    if (result == WEND_OK) {
        result =
            wend_terrain_combine(wendi_map_content_row(content, CLASS_GROUND, 0), slopes, count, 1);
    }
    if (result == WEND_OK) {
        result =
            wend_terrain_combine(wendi_map_content_row(content, CLASS_HOVER, 0), slopes, count, 1);
    }
    return result;
}

static wend_result combine_slopes(const tiles *t, const wendi_map_content *content)
{
    const wend_allocator *allocator = &content->options->allocator;
    size_t count = (size_t)t->width * (size_t)t->height;
    /* One block for both: the heights, and behind them a byte for each slope. */
    float *heights = wendi_alloc_items(allocator, count, sizeof *heights + 1);
    if (heights == NULL) {
        return wendi_fail(t->message, WEND_ERROR_MEMORY, "out of memory for %d x %d heights",
                          (int)t->width, (int)t->height);
    }
    wend_result result = add_slopes(t, heights, (uint8_t *)(heights + count), content);
    wendi_free(allocator, heights, count * (sizeof *heights + 1));
    return result;
}

wend_result wendi_warzone_read_terrain(wendi_span map, wendi_span types, wendi_map_content *content)
{
    tiles t;
    memset(&t, 0, sizeof t);
    t.message = content->options->message;
    wend_result result = read_map_header(&t, map);
    if (result == WEND_OK) {
        result = read_types_header(&t, types);
    }
    if (result == WEND_OK) {
        result = wendi_map_content_resize(content, t.width, t.height, CLASS_COUNT);
    }
    for (int32_t y = 0; y < t.height && result == WEND_OK; y++) {
        result = fill_row(&t, y, content);
    }
    if (result == WEND_OK) {
        result = combine_slopes(&t, content);
    }
    static const char *const names[CLASS_COUNT] = {"ground", "hover", "air"};
    for (uint32_t i = 0; i < CLASS_COUNT && result == WEND_OK; i++) {
        result = wendi_map_content_name_class(content, i, wendi_span_of(names[i]));
    }
    return result;
}
