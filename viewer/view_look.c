/* Colours and widths for the meanings of wend_draw, those of wend's pictures.
 * Cost: constant. */
#include "view.h"

/* A colour at a position on a scale. */
typedef struct stop {
    double at;
    SDL_Color colour;
} stop;

/* Open ground is paper; with rising cost it turns to meadow, forest and deep water. */
static const stop ground_stops[] = {
    {1.0, {244, 241, 233, 255}}, {2.0, {226, 232, 205, 255}}, {3.0, {200, 218, 178, 255}},
    {5.0, {163, 198, 154, 255}}, {8.0, {139, 184, 181, 255}}, {16.0, {117, 160, 191, 255}},
    {64.0, {84, 117, 163, 255}}, {254.0, {58, 76, 120, 255}},
};

static const stop searched_stops[] = {
    {0.0, {252, 222, 140, 150}}, {0.5, {240, 150, 110, 150}}, {1.0, {178, 84, 142, 150}}};

static const stop reach_stops[] = {{0.0, {86, 176, 124, 190}}, {1.0, {196, 226, 150, 90}}};

/* Near is warm light, far is deep water. */
static const stop integration_stops[] = {{0.0, {255, 232, 168, 205}},
                                         {0.2, {246, 189, 132, 205}},
                                         {0.45, {212, 128, 138, 205}},
                                         {0.7, {128, 100, 158, 205}},
                                         {1.0, {62, 84, 140, 205}}};

static uint8_t mixed(uint8_t a, uint8_t b, double t)
{
    return (uint8_t)(a + (b - a) * t + 0.5);
}

static SDL_Color on_scale(const stop *stops, size_t count, double at)
{
    if (!(at > stops[0].at)) {
        return stops[0].colour;
    }
    for (size_t i = 1; i < count; i++) {
        const stop *a = &stops[i - 1];
        const stop *b = &stops[i];
        if (at <= b->at) {
            const double t = (at - a->at) / (b->at - a->at);
            const SDL_Color c = {
                mixed(a->colour.r, b->colour.r, t), mixed(a->colour.g, b->colour.g, t),
                mixed(a->colour.b, b->colour.b, t), mixed(a->colour.a, b->colour.a, t)};
            return c;
        }
    }
    return stops[count - 1].colour;
}

static const SDL_Color wall_colour = {62, 66, 78, 255};

SDL_Color view_ground_colour(uint32_t cost, bool has_costs)
{
    if (cost >= WEND_COST_WALL) {
        return wall_colour;
    }
    return on_scale(ground_stops, sizeof ground_stops / sizeof ground_stops[0],
                    has_costs ? (double)cost : 1.0);
}

SDL_Color view_nth_colour(uint32_t n)
{
    /* The first are picked by hand: far apart for most eyes, and readable on paper. */
    static const SDL_Color first[] = {
        {46, 104, 190, 255}, {206, 62, 54, 255},  {232, 152, 36, 255}, {40, 146, 104, 255},
        {132, 82, 178, 255}, {24, 150, 170, 255}, {190, 92, 140, 255}, {124, 106, 72, 255},
    };
    const uint32_t count = sizeof first / sizeof first[0];
    SDL_Color c = first[n % count];
    /* Each further round is darker. */
    for (uint32_t round = n / count % 4; round > 0; round--) {
        c.r = (uint8_t)(c.r * 3 / 4);
        c.g = (uint8_t)(c.g * 3 / 4);
        c.b = (uint8_t)(c.b * 3 / 4);
    }
    return c;
}

static uint32_t whole(double value)
{
    return value > 0.0 && value < 4e9 ? (uint32_t)value : 0;
}

/* Look of a meaning whose colour does not depend on its value. */
typedef struct row {
    SDL_Color colour;
    uint8_t fill; /* alpha of the fill */
    float width, radius;
} row;

static const row rows[WEND_MEANING_COUNT] = {
    [WEND_MEANING_WALL] = {{62, 66, 78, 255}, 255, 3.0F, 3.0F},
    [WEND_MEANING_FRONTIER] = {{22, 132, 138, 255}, 90, 1.0F, 3.0F},
    [WEND_MEANING_LEG] = {{44, 47, 56, 255}, 255, 1.5F, 2.5F},
    [WEND_MEANING_START] = {{46, 150, 92, 255}, 255, 2.0F, 3.5F},
    [WEND_MEANING_GOAL] = {{208, 66, 58, 255}, 255, 2.0F, 6.0F},
    [WEND_MEANING_SECTOR] = {{96, 108, 138, 130}, 0, 1.0F, 2.0F},
    [WEND_MEANING_EDGE] = {{60, 64, 76, 140}, 140, 1.4F, 2.0F},
    [WEND_MEANING_PORTAL] = {{118, 84, 178, 230}, 230, 2.5F, 4.0F},
    [WEND_MEANING_VIEW_CONE] = {{240, 186, 60, 255}, 70, 1.0F, 3.0F},
    [WEND_MEANING_NOTE] = {{44, 47, 56, 255}, 255, 1.5F, 2.5F},
    [WEND_MEANING_LEVEL] = {{255, 255, 255, 170}, 170, 1.2F, 2.0F},
    [WEND_MEANING_LINE_OF_SIGHT] = {{240, 186, 60, 0}, 110, 0.0F, 2.0F},
    [WEND_MEANING_CORNER] = {{236, 120, 52, 0}, 120, 0.0F, 2.0F},
    [WEND_MEANING_FLOW] = {{44, 47, 56, 200}, 200, 1.2F, 2.0F},
    [WEND_MEANING_WAVE_FRONT] = {{22, 132, 138, 255}, 60, 2.0F, 3.0F},
    [WEND_MEANING_HEADING] = {{24, 26, 32, 255}, 255, 2.0F, 2.0F},
    [WEND_MEANING_VELOCITY] = {{16, 116, 70, 255}, 255, 2.0F, 2.0F},
    [WEND_MEANING_PREFERRED] = {{214, 120, 20, 255}, 255, 2.0F, 2.0F},
    [WEND_MEANING_NEIGHBOUR] = {{70, 90, 140, 110}, 110, 1.2F, 2.0F},
    [WEND_MEANING_HALF_PLANE] = {{186, 46, 120, 190}, 190, 1.5F, 2.0F},
    [WEND_MEANING_SLOT_MEMBER] = {{90, 96, 110, 170}, 170, 1.2F, 2.0F},
    [WEND_MEANING_ANCHOR] = {{24, 26, 32, 255}, 255, 2.5F, 6.0F},
    [WEND_MEANING_ZONE] = {{22, 150, 170, 200}, 60, 1.5F, 4.0F},
    [WEND_MEANING_STUCK] = {{226, 40, 40, 255}, 255, 2.0F, 5.0F},
};

/* Colours by a number: of agents, paths, items, groups. */
static view_look look_by_number(wend_meaning meaning, double value)
{
    const uint32_t number = whole(value) + (meaning == WEND_MEANING_ITEM ? 3U : 0U);
    const SDL_Color c = view_nth_colour(number);
    view_look look = {c, c, 2.0, 4.0};
    if (meaning == WEND_MEANING_BODY_PATH) {
        look.stroke.a = 200;
        look.width = 1.5;
    }
    if (meaning == WEND_MEANING_SLOT) {
        look.fill.a = 160;
        look.radius = 3.0;
    }
    return look;
}

/* Colours by a value on a scale: of positions. */
static view_look look_by_scale(wend_meaning meaning, double value)
{
    const size_t far_count = sizeof integration_stops / sizeof integration_stops[0];
    SDL_Color c = view_ground_colour(whole(value), true);
    if (meaning == WEND_MEANING_SEARCHED) {
        c = on_scale(searched_stops, 3, value);
    } else if (meaning == WEND_MEANING_REACH) {
        c = on_scale(reach_stops, 2, value);
    } else if (meaning == WEND_MEANING_INTEGRATION) {
        c = on_scale(integration_stops, far_count, value);
    }
    view_look look = {c, c, 1.5, 2.0};
    look.stroke.a = 0;
    return look;
}

static bool is_one_of(wend_meaning meaning, const wend_meaning *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i] == meaning) {
            return true;
        }
    }
    return false;
}

view_look view_look_of(wend_meaning meaning, double value)
{
    static const wend_meaning scales[] = {WEND_MEANING_GROUND, WEND_MEANING_SEARCHED,
                                          WEND_MEANING_REACH, WEND_MEANING_INTEGRATION};
    static const wend_meaning numbers[] = {
        WEND_MEANING_PATH,      WEND_MEANING_ITEM,      WEND_MEANING_AGENT, WEND_MEANING_BODY,
        WEND_MEANING_BODY_PATH, WEND_MEANING_BODY_GOAL, WEND_MEANING_SLOT};
    if (is_one_of(meaning, scales, sizeof scales / sizeof scales[0])) {
        return look_by_scale(meaning, value);
    }
    if (is_one_of(meaning, numbers, sizeof numbers / sizeof numbers[0])) {
        return look_by_number(meaning, value);
    }
    const bool is_known = (uint32_t)meaning < (uint32_t)WEND_MEANING_COUNT;
    const row *r = &rows[is_known ? meaning : WEND_MEANING_NOTE];
    view_look look = {r->colour, r->colour, (double)r->width, (double)r->radius};
    look.fill.a = r->fill;
    return look;
}

SDL_Color view_ink_colour(view_ink ink)
{
    static const SDL_Color inks[] = {
        {30, 34, 44, 238},    /* panel */
        {66, 74, 92, 255},    /* edge */
        {236, 238, 243, 255}, /* text */
        {160, 168, 184, 255}, /* dim */
        {255, 196, 74, 255},  /* accent */
        {240, 96, 84, 255},   /* bad */
        {98, 206, 138, 255},  /* good */
        {58, 65, 82, 255},    /* track */
        {78, 88, 110, 255},   /* hot */
    };
    return inks[ink];
}
