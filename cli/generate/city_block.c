/* The ground at a position of a city block: house, courtyard, alley, garden, small park or plaza.
 * Cost: a few random numbers. */
#include "generate/city_block.h"

#include "wend/base.h"

/* A position in a block: cells from its low corner, its size, and cells to its nearest edge. */
typedef struct spot {
    uint64_t seed, block;
    double x, y, width, height, edge, scale;
} spot;

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* A number of the block, 0 to 1, that is the same everywhere in it. */
static double trait(const spot *s, uint64_t which)
{
    return wend_random_unit(s->seed, s->block, 1000 + which);
}

/* True if `at` is in one of the strips of this width that repeat with this period. */
static bool in_strip(double at, double period, double width)
{
    return at - period * (double)(int64_t)(at / period) < width;
}

/* Houses along the streets around a courtyard; alleys lead in from one side or through.
 *
 *     ########.#####
 *     ##.........###
 *     ##...###...###
 *     ########.#####
 */
static city_kind perimeter_block(const spot *s)
{
    const double depth = s->scale * (7.0 + 3.0 * trait(s, 0));
    const double alley_x = s->width * (0.25 + 0.5 * trait(s, 1));
    const double alley_y = s->height * (0.25 + 0.5 * trait(s, 2));
    const double half = 1.05;
    const bool is_through = trait(s, 3) < 0.5;
    const bool in_alley_x =
        s->x > alley_x - half && s->x < alley_x + half && (is_through || s->y < s->height / 2);
    const bool in_alley_y =
        trait(s, 4) < 0.35 && s->y > alley_y - half && s->y < alley_y + half && s->x < s->width / 2;
    if (in_alley_x || in_alley_y) {
        return CITY_YARD;
    }
    if (s->edge < depth) {
        return CITY_BUILDING;
    }
    const double inner = s->edge - depth;
    const bool has_backhouse = trait(s, 5) < 0.6;
    if (has_backhouse && inner > 4.0 * s->scale && inner < 9.0 * s->scale) {
        return CITY_BUILDING;
    }
    return trait(s, 6) < 0.4 && inner > 1.5 ? CITY_GARDEN : CITY_YARD;
}

/* Long houses side by side with lawns between. */
static city_kind slab_block(const spot *s)
{
    const bool is_wide = s->width > s->height;
    const double along = is_wide ? s->x : s->y;
    const double across = is_wide ? s->y : s->x;
    const double side = is_wide ? s->height : s->width;
    const double period = s->scale * (11.0 + 4.0 * trait(s, 0));
    if (s->edge < 1.5 || !in_strip(along, period, period * 0.58)) {
        return CITY_YARD;
    }
    const double gap = side * (0.4 + 0.2 * trait(s, 1));
    return across > gap - 1.0 && across < gap + 1.0 ? CITY_YARD : CITY_BUILDING;
}

/* Small houses in gardens. */
static city_kind garden_block(const spot *s)
{
    const double period = s->scale * (9.0 + 2.0 * trait(s, 0));
    if (s->edge < 1.0) {
        return CITY_YARD;
    }
    const double x = s->x - 2.0;
    const double y = s->y - 2.0;
    if (x < 0.0 || y < 0.0) {
        return CITY_GARDEN;
    }
    const uint64_t lot = 64 * (uint64_t)(y / period) + (uint64_t)(x / period);
    const double size = period * (0.48 + 0.25 * trait(s, 100 + lot));
    const bool is_house = in_strip(x, period, size) && in_strip(y, period, period * 0.58);
    return is_house && trait(s, 5000 + lot) < 0.9 ? CITY_BUILDING : CITY_GARDEN;
}

/* A lawn with two paths. */
static city_kind park_block(const spot *s)
{
    const double cross = s->x * s->height - s->y * s->width;
    const double thin = 1.2 * (s->width + s->height) / 2;
    const bool is_path = (cross > -thin && cross < thin) || s->edge < 1.5;
    return is_path ? CITY_STREET : CITY_PARK;
}

static city_kind plaza_block(const spot *s)
{
    const bool is_hall = s->edge > least(s->width, s->height) * 0.33;
    return is_hall ? CITY_BUILDING : CITY_PLAZA;
}

city_kind city_block_at(uint64_t seed, const city_place *place, double x, double y, double scale,
                        double outskirts)
{
    spot s = {.seed = seed,
              .block = place->block,
              .x = x - place->rect.low[0],
              .y = y - place->rect.low[1],
              .width = place->rect.high[0] - place->rect.low[0],
              .height = place->rect.high[1] - place->rect.low[1],
              .scale = scale};
    s.edge = least(least(s.x, s.width - s.x), least(s.y, s.height - s.y));
    const double use = trait(&s, 9);
    if (use < 0.07) {
        return park_block(&s);
    }
    if (use < 0.11) {
        return plaza_block(&s);
    }
    const double ring = outskirts + 0.25 * (use - 0.5);
    if (ring > 0.98) {
        return garden_block(&s);
    }
    if (ring > 0.72 && trait(&s, 10) < 0.6) {
        return slab_block(&s);
    }
    return perimeter_block(&s);
}
